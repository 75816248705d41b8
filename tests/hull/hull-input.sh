#!/bin/bash
# The program hull: bad input of every kind, and what it prints for points of every kind. B is a build directory.
. "${0%/*}/../input.bash" hull
good=$d/good
printf '0.1 0.5\n0.2 0.9\n0.4 0.1\n0.7 0.3\n' >"$good"

# ---- bad input: one line, status 2, nothing printed -------------------------------------------------------------
# Options and file names.
refused 'POINTS expected (see --help)' --side upper
refused '--gpus 65: a whole number from 1 to 64 is expected' --gpus 65 "$good"
refused '--gpus has one variant, and --variant serial is another' --gpus 1 --variant serial "$good"
refused 'unknown option --fast=1 (see --help)' "$good" --fast=1
refused 'unknown option -z (see --help)' --side=upper -zk "$good"
refused 'option --side needs a value' "$good" --side
refused 'option --variant needs a value' "$good" --variant
refused 'option -s needs a value' "$good" -ks
refused 'option --double=yes takes no value' --double=yes "$good"
refused 'option --keep-collinear= takes no value' --keep-collinear= "$good"
refused 'option --help=me takes no value' --help=me
refused '--side is upper, lower or both, not left' --side left "$good"
refused '--side is upper, lower or both, not Upper' --side=Upper "$good"
refused '--side is upper, lower or both, not ' --side= "$good"
refused 'no variant is named quick; there are serial, parallel, general, filtered, octagon, octagon-parallel, heaphull, heaphull-gpu, cudachain, concurrent, concurrent-gpu' --variant quick "$good"
refused 'no variant is named general,; there are serial, parallel, general, filtered, octagon, octagon-parallel, heaphull, heaphull-gpu, cudachain, concurrent, concurrent-gpu' --variant general, "$good"
mkfifo "$d/pipe"
exec 3<>"$d/pipe"  # nothing will ever come from it
refused 'no variant is named quick; there are serial, parallel, general, filtered, octagon, octagon-parallel, heaphull, heaphull-gpu, cudachain, concurrent, concurrent-gpu' --variant quick - <&3
exec 3>&-
refused "$d/none.npy: cannot be opened (No such file or directory)" "$d/none.npy"
refused ": cannot be opened (No such file or directory)" ''
refused "--side: cannot be opened (No such file or directory)" -- --side
refused "<stdin>: is a directory" - <"$d"
mkfifo "$d/pipe.npy"  # nobody writes to it: to open it would mean to wait
refused "$d/pipe.npy: a .npy file must be a regular file" "$d/pipe.npy"
[ ! -e /proc/self/mem ] || refused "/proc/self/mem: cannot be read (Input/output error)" /proc/self/mem
cp "$good" "$d/locked" && chmod 000 "$d/locked"
[ -r "$d/locked" ] || refused "$d/locked: cannot be opened (Permission denied)" "$d/locked"

# Many sets.
printf '0 0 1\n' >"$d/set"
refused '--stats: --sets has no filter' --stats --sets column "$d/set"
refused "--sets : a name that ends in column or .npy is expected" --sets '' "$d/set"
refused '--sets thing: a name that ends in column or .npy is expected' --sets thing "$d/set"
refused '--sets is for one device' --gpus 1 --sets column "$d/set"
refused 'no variant is named octagon; there are serial, parallel, general' --variant octagon --sets column "$d/set"
refused 'no variant is named filtered; there are serial, parallel, general' --variant filtered --sets column "$d/set"
refused 'no variant is named octagon-parallel; there are serial, parallel, general' --variant octagon-parallel --sets column "$d/set"
refused "$good:1: 3 numbers expected, 2 found" --sets column "$good"
printf '0 0 1\n1 1 0.5\n' >"$d/half"
refused "$d/half:2: the set is 0.5, not a whole number below 16777216" --sets column "$d/half"
printf '0 0 16777217\n' >"$d/far"
refused "$d/far:1: the set is 16777216, not a whole number below 16777216" --sets column "$d/far"
refused "$d/none.npy: cannot be opened (No such file or directory)" --sets "$d/none.npy" "$good"
npy() { python3 -c 'import struct, sys
kind, numbers = sys.argv[1], sys.argv[2:]
head = \
    "{\x27descr\x27: \x27<%s\x27, \x27fortran_order\x27: False, \x27shape\x27: (%d,), }" % (kind, len(numbers))
head = head.ljust(117) + "\n"
sys.stdout.buffer.write(b"\x93NUMPY\1\0" + struct.pack("<H", len(head)) + head.encode() + b"".join(struct.pack("<q" if kind == "i8" else "<d", (int if kind == "i8" else float)(n)) for n in numbers))' "$@"; }
npy f8 0 4 >"$d/real.npy"
refused "$d/real.npy: offsets are whole numbers" --sets "$d/real.npy" "$good"
npy i8 0 3 >"$d/short.npy"
refused "$d/short.npy: the offsets of 4 points begin with 0 and end with 4" --sets "$d/short.npy" "$good"
npy i8 0 3 2 4 >"$d/falls.npy"
refused "$d/falls.npy: offset 2: 2 is below the one before" --sets "$d/falls.npy" "$good"
npy i8 0 2 2 4 >"$d/sets.npy"
for v in serial parallel general; do
  [ "$("$B"/hull --variant "$v" --sets "$d/sets.npy" "$good")" = "$(printf '0 0.1 0.5 0\n1 0.2 0.9 0\n2 0.4 0.1 2\n3 0.7 0.3 2')" ] || fail "--sets by offsets, $v"
  [ "$(printf '0 0 7\n5 5 -2\n1 0 7\n0 1 7\n0.2 0.2 7\n5 5 -2\n' | "$B"/hull --variant "$v" --sets column --side upper -)" = "$(printf '1 5 5 -2\n0 0 0 7\n2 1 0 7\n3 0 1 7')" ] || fail "--sets column, $v"
done

# Text. (tests/ground/files.cu has all faults of both forms.)
bad "@:2: 'nan' is not a finite number" '0 0\nnan 1\n'
bad "@:1: '-NaN' is not a finite number" '1 -NaN\n'
bad "@:3: '-infinity' is not a finite number" '0 0\n1 1\n0 -infinity\n' --double
bad "@:2: '1e39' is too large for a float" '0 0\n1e39 0\n'
bad "@:2: '-3.4028236e38' is too large for a float" '0 0\n0 -3.4028236e38\n'
bad "@:1: '1e309' is too large for a double" '1e309 0\n' --double
bad '@:2: 2 numbers expected, 1 found' '0 0\n1\n'
bad "@:1: 'x' is not a number" 'x y\n'
bad "@:1: '1;2' is not a number" '1;2 3\n'
bad '@:1: the count is 3, but 2 rows follow' '3\n0 0\n1 1\n'
bad '@:2: the count is 1, but 0 rows follow' '# none\n1\n'
bad "@:1: '\\x00\\x01\\xff\\xfe' is not a number" '\x00\x01\xff\xfe 1\n'
bad "@:1: '\\x00' is not a number" '\x00 \x00'
bad "@:1: 2 numbers expected, 1 found" '\x89PNG\r\n\x1a\n\x00\x00'
printf 'a b\n' >"$d/in"
refused "<stdin>:1: 'a' is not a number" - <"$d/in"
head -c 2000000 /dev/zero >"$d/in"
refused "$d/in:1: the line is longer than 1 MiB; is this a text file?" "$d/in"

# NumPy's form: npy SHAPE TYPE FORTRAN BYTES
npy() {
  printf "\\x93NUMPY\\x01\\x00\\x76\\x00%-117s\\n" "{'descr': '$2', 'fortran_order': $3, 'shape': $1, }" >"$d/in.npy"
  printf "$4" >>"$d/in.npy"
}
bad_npy() {
  local message=$1
  ! passed_over || return 0
  shift
  npy "$@"
  refused "$d/in.npy: $message" "$d/in.npy"
}
zero='\x00\x00\x00\x00' one='\x00\x00\x80\x3f' two='\x00\x00\x00\x40' infinity='\x00\x00\x80\xff'
bad_npy 'has shape (2, 3), not (n, 2)' '(2, 3)' '<f4' False "$zero$zero$zero$one$one$one"
bad_npy 'has 12 bytes of data, but its shape asks for 2 rows of 8 bytes' '(2, 2)' '<f4' False "$zero$one$zero"
bad_npy 'has 16 bytes of data, but its shape asks for 1 rows of 8 bytes' '(1, 2)' '<f4' False "$zero$one$zero$one"
bad_npy 'row 0: -inf is not a finite number' '(2, 2)' '<f4' False "$infinity$one$zero$zero"
: >"$d/empty.npy"
refused "$d/empty.npy: is not a .npy file" "$d/empty.npy"
npy '(1, 2)' '<f4' False "$zero$one"
refused "<stdin>:1: 2 numbers expected, more found" - <"$d/in.npy"

# What the options alone decide is refused before the file is read.
for variant in heaphull heaphull-gpu cudachain concurrent concurrent-gpu; do
  for option in --keep-collinear --side=upper; do
    refused "${option%=*}: --variant $variant, as published, has no such option" --variant $variant $option "$d/none"
  done
done

for variant in serial parallel general; do refused "--stats: --variant $variant has no filter" --stats --variant $variant "$d/none"; done
refused "--stats: --gpus has no filter" --gpus 2 --stats "$d/none"
refused 'option --stats=yes takes no value' --stats=yes "$good"

# ---- good input -------------------------------------------------------------------------------------------------
# hull ARGUMENT...: into $d/out
hull() { ran "$@"; quiet; }
# gives CORNERS TEXT OPTION...: every variant prints these corners, in single precision, and in double. (In the model, where
# the variants without kernels are the host's, single and double precision take turns.)
turn=0
gives() {
  local corners=$1 way ways=(general serial parallel filtered "general --double")
  printf -- "$2" >"$d/in"
  shift 2
  case $B in */model) ways=("${ways[3 * (turn ^= 1)]}") ;; esac
  for way in "${ways[@]}"; do
    hull "$@" --variant $way "$d/in"
    [ "$(<"$d/out")" = "$(printf -- "$corners")" ] ||
      fail "$* --variant $way: $(<"$d/in"): gave $(<"$d/out"), not $(printf -- "$corners")"
  done
}
# alike A B: the same coordinates; indices may differ
alike() { cmp -s <(cut -d' ' -f2- "$1") <(cut -d' ' -f2- "$2"); }

# No points; one; two; all equal; both zeros.
gives '' ''
gives '' '0\n' --side upper
gives '' '# nothing\n\n' --side lower --keep-collinear
gives '0 3 -4' '3 -4\n'
gives '0 3 -4' '3 -4\n' --side upper --keep-collinear
gives '1 0 5\n0 1 2' '1 2\n0 5\n'
gives '1 0 5\n0 1 2' '1 2\n0 5\n' --side upper
gives '1 0 5\n0 1 2' '1 2\n0 5\n' --side lower --keep-collinear
gives '0 2 2' '2 2\n2 2\n'
gives '0 2 2' '2 2\n2 2\n2 2\n' --keep-collinear
gives '0 -0 0' '-0 0\n0 -0\n0 0\n-0 -0\n' --keep-collinear
gives '0 0 -0' '0 -0\n-0 0\n' --side upper
gives '2 -1 -0\n0 0 1' '0 1\n-0 1\n-1 -0\n-1 0\n'
# On a line, with duplicates: upright, level, sloping.
line='7 2\n7 0\n7 1\n7 0\n7 2\n7 0.5\n'
gives '1 7 0\n0 7 2' "$line"
gives '1 7 0\n0 7 2' "$line" --side lower
gives '1 7 0\n0 7 2' "$line" --side upper
gives '1 7 0\n5 7 0.5\n2 7 1\n0 7 2' "$line" --keep-collinear
gives '1 7 0\n5 7 0.5\n2 7 1\n0 7 2' "$line" --keep-collinear --side lower
gives '1 7 0\n0 7 2\n2 7 1\n5 7 0.5' "$line" --keep-collinear --side upper
gives '2 -3 0\n1 9 0' '0 0\n9 0\n-3 0\n1 -0\n9 -0\n'
gives '3 -1 -3\n0 0 0\n2 1 3\n1 2 6' '0 0\n2 6\n1 3\n-1 -3\n2 6\n' -k
# A square: its corners, its sides' middles, its middle, some of them twice.
square='1 1\n0 0\n2 0\n0 0\n2 2\n0 2\n1 0\n2 1\n2 2\n0 1\n1 2\n'
gives '1 0 0\n2 2 0\n4 2 2\n5 0 2' "$square"
gives '1 0 0\n2 2 0\n4 2 2\n5 0 2' "$square" --side both
gives '1 0 0\n6 1 0\n2 2 0\n7 2 1\n4 2 2\n10 1 2\n5 0 2\n9 0 1' "$square" --keep-collinear
gives '1 0 0\n4 2 2\n5 0 2' "$square" --side upper
gives '1 0 0\n4 2 2\n10 1 2\n5 0 2\n9 0 1' "$square" --side upper --keep-collinear
gives '1 0 0\n2 2 0\n4 2 2' "$square" --side=lower
gives '1 0 0\n6 1 0\n2 2 0\n7 2 1\n4 2 2' "$square" --side=lower --keep-collinear
# One hood is the chord.
gives '0 0 0\n2 1 -1\n1 2 0' '0 0\n2 0\n1 -1\n1 0\n'
gives '0 0 0\n1 2 0' '0 0\n2 0\n1 -1\n1 0\n' --side upper
gives '0 0 0\n1 2 0\n3 1 0' '0 0\n2 0\n1 -1\n1 0\n' --side upper --keep-collinear
# Every form of number and of line.
gives '0 -1.5 0.001\n1 200 -0.25\n2 0.5 7' '\xef\xbb\xbf3\r\n-1.5, 1e-3\t# a\r\n\n+2E+2 ,-.25\n  .5\t7.'

# The middle point is beside the line, and the last two points differ, only in double precision.
printf '0 0\n1 1\n2 2.00000001\n2 2\n' >"$d/fine"
hull "$d/fine"
[ "$(<"$d/out")" = "$(printf '0 0 0\n2 2 2')" ] || fail "single precision: $(cat "$d/out")"
hull --double --keep-collinear "$d/fine"
[ "$(<"$d/out")" = "$(printf '0 0 0\n1 1 1\n3 2 2\n2 2 2.00000001')" ] || fail "double precision: $(cat "$d/out")"
# The extremes of both precisions.
gives '2 -3e+38 -3e+38\n0 3e+38 -3e+38\n1 3e+38 3e+38\n3 -3e+38 3e+38' \
  '3e38 -3e38\n3e38 3e38\n-3e38 -3e38\n-3e38 3e38\n0 0\n1e-40 -1e-40\n'
printf '0 0\n5e-324 0\n5e-324 5e-324\n0 5e-324\n1e-400 -1e-400\n' >"$d/fine"
hull "$d/fine"
[ "$(<"$d/out")" = '0 0 0' ] || fail "what single precision takes for zero: $(cat "$d/out")"
hull --double "$d/fine"
[ "$(<"$d/out")" = "$(printf '0 0 0\n1 5e-324 0\n2 5e-324 5e-324\n3 0 5e-324')" ] || fail "denormals: $(cat "$d/out")"

# Standard input; .npy in either type.
hull - <"$good"
printf '0 0.1 0.5\n2 0.4 0.1\n3 0.7 0.3\n1 0.2 0.9\n' | cmp -s - "$d/out" || fail "standard input: $(cat "$d/out")"
npy '(4, 2)' '<f4' False "$one$one$zero$zero$two$zero$zero$zero"
hull "$d/in.npy" --double
[ "$(<"$d/out")" = "$(printf '1 0 0\n2 2 0\n0 1 1')" ] || fail ".npy: $(cat "$d/out")"
npy '(0, 2)' '<f8' False ''
hull "$d/in.npy"
[ ! -s "$d/out" ] || fail ".npy without points: $(cat "$d/out")"
"$B"/points circle 60 --double --output "$d/circle.npy" 2>/dev/null
"$B"/points circle 60 --double --output "$d/circle" 2>/dev/null
for precision in '' --double; do
  hull $precision "$d/circle" && cp "$d/out" "$d/expected"
  hull $precision "$d/circle.npy" && cmp -s "$d/out" "$d/expected" || fail "text and .npy differ $precision"
done

# Generated points: all variants print the same bytes; the corners' digits bring the same hull back; order does not matter.
for set in "square 200" "circle 300 --double" "grid 400" "parabola 5000 --double" "kuzmin 600"; do
  case $B,$set in */model,parabola*) continue ;; esac
  precision=$(grep -o -e '--double$' <<<"$set") || true
  "$B"/points $set --seed 5 >"$d/points" 2>/dev/null
  sort -R --random-source=<(yes) "$d/points" >"$d/shuffled"
  "$B"/points $set --seed 5 --sorted >"$d/sorted" 2>/dev/null
  for option in --side=both --side=upper --side=lower --keep-collinear; do
    hull $option $precision "$d/points" && cp "$d/out" "$d/expected"
    hull $option $precision "$d/shuffled" && alike "$d/out" "$d/expected" || fail "$set $option, shuffled"
    case $B,$set in */model,[ck]*) break ;; esac
    for variant in serial parallel general octagon filtered; do
      case $variant,$option,$B in general,--side=lower,* | general,--keep*,* | filtered,--[sk]*[re],* | filtered,*,*/model) continue ;; esac
      hull $option $precision --variant $variant "$d/points"
      cmp -s "$d/out" "$d/expected" || fail "$set $option: $variant and the default differ"
    done
    hull $option $precision "$d/sorted" && alike "$d/out" "$d/expected" || fail "$set $option, sorted"
    cut -d' ' -f2- "$d/expected" >"$d/corners"
    hull $option $precision "$d/corners" && cmp -s "$d/out" <(awk '{print NR - 1, $2, $3}' "$d/expected") ||
      fail "$set $option: another hull from the corners printed"
  done
done

# Many equal points: of all, and with one more.
equal=$(yes '1.5 -2' | head -n 5000)
gives '0 1.5 -2' "$equal"
gives '5000 -1 0\n0 1.5 -2' "$equal\n-1 0\n" --keep-collinear

# Filters, as published and mended: what they print and what they keep.
five=$d/five
printf '0.1 0.5\n0.2 0.9\n0.4 0.1\n0.7 0.3\n0.3 0.5\n' >"$five"
prints() {  # TEXT ARGUMENT...
  local text=$1
  shift
  hull "$@"
  [ "$(<"$d/out")" = "$(printf -- "$text")" ] || fail "$*: gave $(<"$d/out"), not $(printf -- "$text")"
}
expected='0 0.1 0.5\n2 0.4 0.1\n3 0.7 0.3\n1 0.2 0.9'
for variant in filtered octagon octagon-parallel heaphull heaphull-gpu cudachain concurrent concurrent-gpu; do
  prints "$expected" --variant $variant "$five"
  prints "$expected" --variant $variant --double - <"$five"
done
prints "# points 5\n# kept 4\n$expected" --variant filtered --stats "$five"
prints "# points 5\n# queue 1 2\n# queue 2 1\n# queue 3 1\n# queue 4 0\n$expected" --variant octagon --stats "$five"
prints "# points 5\n# region 1 0\n# region 2 0\n# region 3 0\n# region 4 0\n$expected" --variant cudachain --stats "$five"
for variant in concurrent concurrent-gpu; do prints "# points 5\n# kept 4\n$expected" --variant $variant --stats "$five"; done
prints '0 0.1 0.5\n3 0.7 0.3\n1 0.2 0.9' --side upper "$five"
: >"$d/in"
prints '' "$d/in"
prints '# points 0\n# kept 0' --variant filtered --stats "$d/in"
printf '1 1\n0 0\n1 1\n-0 0\n' >"$d/in"
for variant in filtered octagon heaphull; do prints '1 0 0\n0 1 1' --variant $variant "$d/in"; done
# The published test loses (0, 1), which is a vertex; the others do not.
printf '0 0\n1 2\n0 1\n' >"$d/in"
for variant in heaphull heaphull-gpu; do prints '0 0 0\n1 1 2' --variant $variant "$d/in"; done
for variant in filtered octagon cudachain concurrent concurrent-gpu; do prints '0 0 0\n1 1 2\n2 0 1' --variant $variant "$d/in"; done

echo "hull-input.sh: passed"
