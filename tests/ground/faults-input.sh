#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Warp and Weave authors
# SPDX-License-Identifier: MIT
# Programs x faults. A row is a program, a fault, the one line that it must say, and its arguments; the status is 2, every
# file is as it was, and none is new. B is a build directory.
. "${0%/*}/../input.bash" faults
fail() { echo "faults-input.sh: $*" >&2; exit 1; }
i=$d/in o=$d/out
mkdir "$i" "$o"
export OMP_NUM_THREADS=2

# ---- a row ------------------------------------------------------------------------------------------------------
prepare() { rm -rf "$o"; mkdir "$o"; for f in old old.csv old.npy; do echo old >"$o/$f"; done; }
# under FAULT: brings it about, in the shell that becomes the program
under() {
  case $1 in
    none | threads | stack | kib=*) exec >"$d/said" ;;
    full) exec >/dev/full ;;
    closed) exec >&- ;;
    blind) exec >"$d/said" <&- ;;
    file) exec >/dev/null; ulimit -f 0 ;;
    input=*) exec >"$d/said" <"${1#*=}" ;;
    output=*) exec >>"${1#*=}" ;;
  esac
  case $1 in
    threads) export OMP_NUM_THREADS=100000 ;;
    stack) export OMP_STACKSIZE=1000000G ;;
    kib=*) ulimit -v "${1#*=}" ;;
  esac
}
# try FAULT PROGRAM ARGUMENT...: into $status and $line
try() {
  local fault=$1 program=$2
  shift 2
  prepare
  : >"$d/said"
  status=0
  line=$(exec 2>&1; under "$fault"; exec timeout 60 "$B/$program" "$@") || status=$?
  line=$(grep -v '^model:\|^  ' <<<"$line") || true
}
# row PROGRAM FAULT LINE ARGUMENT...: LINE is a pattern
row() {
  local program=$1 fault=$2 expected=$3
  shift 3
  try "$fault" "$program" "$@"
  tested="$program $* ($fault)"
  refusal "$program: $expected"
}
refusal() {
  [ "$status" = 2 ] || fail "status $status, not 2: $tested: $line"
  [[ $line == ${1//[/\\[} ]] || fail "$tested: said '$line', not '$1'"
  [ ! -s "$d/said" ] || fail "something was printed: $tested"
  [ "$(cd "$o" && echo * .[!.]*)" = 'old old.csv old.npy .[!.]*' ] || fail "a file was left: $tested: $(ls -A "$o")"
  [ "$(cat "$o"/*)" = "$(printf 'old\nold\nold')" ] || fail "a file was touched: $tested"
  cmp -s "$d/sums" <(cat "$i"/* | cksum) || fail "an input was touched: $tested"
}

# ---- inputs and calls -------------------------------------------------------------------------------------------
"$B"/points disk 4000 >"$i/p" 2>/dev/null
"$B"/points disk 4000 --output "$i/p.npy" 2>/dev/null
awk '{ print $0, NR }' "$i/p" >"$i/q"
"$B"/points square 64 --general-position >"$i/w" 2>/dev/null
"$B"/wagener "$i/w" "$i/trace" >/dev/null 2>&1
head -c 400000 "$i/p.npy" | tail -c 32000 >"$i/k"
cp "$i/p" "$i/p.csv"
printf '0 0\n1 0\n0 1\n1 1\n' >"$i/corners"  # whose decision graph has no clear gap
cat "$i"/* | cksum >"$d/sums"
# What writes files, and what prints.
writes=("vsort $i/k $o/new" "vsort --argsort $i/k $o/old" "peaks $i/q --out $o/new" "peaks $i/q --out $o/old.npy"
  "density $i/p --clusters 2 --out $o/new.npy --graph $o/old.csv" "wagener $i/w $o/new" "hood2ps $i/trace --output $o/old"
  "points disk 1000 --output $o/new")
prints=("vsort $i/k -" "peaks $i/q" "density $i/p --clusters 2 --out $o/new.npy --graph $o/old.csv" "density $i/p --clusters 2"
  "hull $i/p" "wagener $i/w $o/new" "hood2ps $i/trace" "points disk 1000")
case $B in */cuda) ranks=() ;; *) ranks=("vsort --gpus 3 $i/k $o/old" "hull --gpus 3 $i/p" "density --gpus 2 $i/p --clusters 2 --out $o/new.npy") ;; esac

# ---- an output that is an input, or another output --------------------------------------------------------------
over='the output would be written over the input'
ln -s k "$i/link"; ln "$i/k" "$i/hard"; ln -s p.csv "$i/link.csv"; ln -s p.npy "$i/link.npy"; ln -s q "$i/link.q"
cat "$i"/* | cksum >"$d/sums"
for name in k link hard; do row vsort none "$i/$name: $over" "$i/k" "$i/$name"; done
row vsort input="$i/k" "$i/link: $over" - "$i/link"
row vsort output="$i/k" "<stdout>: $over" "$i/k" -
row peaks none "$i/q: $over" "$i/q" --out "$i/q"
row peaks none "$i/link.q: $over" "$i/q" --out "$i/link.q"
row peaks input="$i/q" "$i/q: $over" - --out "$i/q"
row peaks output="$i/q" "<stdout>: $over" "$i/q"
row density none "$i/p.csv: $over" "$i/p.csv" --graph "$i/p.csv"
row density none "$i/link.csv: $over" "$i/p.csv" --graph "$i/link.csv"
row density none "$i/link.npy: $over" "$i/p.npy" --out "$i/link.npy"
row density input="$i/p.csv" "$i/p.csv: $over" - --graph "$i/p.csv"
row hull output="$i/p" "<stdout>: $over" "$i/p"
row wagener none "$i/w: $over" "$i/w" "$i/w"
row wagener input="$i/w" "$i/w: $over" - "$i/w"
row hood2ps none "$i/trace: $over" "$i/trace" --output "$i/trace"
row hood2ps input="$i/trace" "$i/trace: $over" --output "$i/trace"
mkfifo "$d/pipe"
row vsort none "$d/pipe: $over" "$d/pipe" "$d/pipe"
twice='two outputs would be written to it'
ln -s p.npy "$d/twice.csv"; echo old >"$d/p.npy"
row density none "$d/p.npy: $twice" "$i/p" --graph "$d/twice.csv" --out "$d/p.npy"
row density output="$d/p.npy" "$d/p.npy: $twice" "$i/p" --out "$d/p.npy"
row wagener output="$d/p.npy" "$d/p.npy: $twice" "$i/w" "$d/p.npy"
[ "$(cat "$d/p.npy")" = old ] || fail "an output was touched that was named twice"

# ---- arguments that are missing, too many, unknown, or no file --------------------------------------------------
for usage in 'vsort IN OUT' 'peaks POINTS' 'density POINTS' 'hull POINTS' 'wagener POINTS [TRACE]' \
  'points GENERATOR N' 'hood2ps [FILE]'; do
  program=${usage%% *}
  [ $program = hood2ps ] || row $program none "${usage#* } expected (see --help)"
  row $program none 'unknown option --fast (see --help)' --fast
  row $program none 'unexpected argument ? (see --help)' 1 2 3
done
reads=("vsort @ $o/new" 'peaks @' 'density @' 'hull @' "wagener @ $o/new" "hood2ps @ --output $o/new")
for call in "${reads[@]}"; do
  row ${call%% *} none "$d/none: cannot be opened (No such file or directory)" $(sed "s|^[^ ]* @|$d/none|" <<<"$call")
  row ${call%% *} none "$d: is a directory" $(sed "s|^[^ ]* @|$d|" <<<"$call")
  row ${call%% *} blind '<stdin>: cannot be read (Bad file descriptor)' $(sed "s|^[^ ]* @|-|" <<<"$call")
done

# ---- names and values -------------------------------------------------------------------------------------------
missing='cannot be written (No such file or directory)'
row vsort none ": $missing" "$i/k" ''
row peaks none '--out : a name is expected' "$i/q" --out ''
row points none '--output : a name is expected' disk 10 --output=
row hood2ps none '--output : a name is expected' "$i/trace" --output ''
row density none '--graph : a name that ends in .csv or .svg is expected' "$i/p" --graph=
row density none '--out : a name that ends in .npy is expected' "$i/p" --out ''
row wagener none ": $missing" "$i/w" ''
row vsort none "$o/no/new: $missing" "$i/k" "$o/no/new"
row peaks none "$o/no/new: $missing" "$i/q" --out "$o/no/new"
row density none "$o/no/new.csv: $missing" "$i/p" --graph "$o/no/new.csv" --out "$o/old.npy"
row wagener none "$o/no/new: $missing" "$i/w" "$o/no/new"
row hood2ps none "$o/no/new: $missing" "$i/trace" --output "$o/no/new"
row points none "$o/no/new: $missing" disk 10 --output "$o/no/new"
ln -s nowhere "$d/astray"
row vsort none "$d/astray: $missing" "$i/k" "$d/astray"
[ -L "$d/astray" ] && [ ! -e "$d/nowhere" ] || fail "a link that leads nowhere was replaced"
for program in vsort hull density; do row $program none '--link is nccl or copies, not rope' --link rope "$i/p" "$o/new"; done
for program in hull density; do row $program none '--link is for --gpus' --link nccl "$i/p"; done
row vsort none '--link is for --gpus' --link nccl "$i/k" "$o/new"
row points none '--seed x: a whole number from 0 to 18446744073709551615 is expected' --list --seed x

# ---- no room ----------------------------------------------------------------------------------------------------
for call in "${prints[@]}"; do
  row ${call%% *} full '<stdout>: cannot be written (No space left on device)' ${call#* }
  row ${call%% *} closed '<stdout>: cannot be written (Bad file descriptor)' ${call#* }
done
for program in vsort peaks density hull wagener hood2ps points; do
  row $program full '<stdout>: cannot be written (No space left on device)' --help
done
for call in "${writes[@]}"; do row ${call%% *} file "$o/*: cannot be written (File too large)" ${call#* }; done
ln -s /dev/full "$d/full.npy"
row density none "$d/full.npy: cannot be written (No space left on device)" "$i/p" --clusters 2 --graph "$o/old.csv" --out "$d/full.npy"
row wagener none '/dev/full: cannot be written (No space left on device)' "$i/w" /dev/full
# A warning does not come with it.
row density full '<stdout>: cannot be written (No space left on device)' "$i/corners"

# ---- threads and memory -----------------------------------------------------------------------------------------
for call in "${writes[@]}" "${prints[@]}" "${ranks[@]}"; do row ${call%% *} threads '100000 threads are needed, * can be had' ${call#* }; done
# What OpenMP's library says itself has its own words.
for call in "${writes[@]}" "${prints[@]}"; do try stack $call; tested="$call (stack)"; refusal '*libgomp: *'; done
# limited CALL: with less and less memory it works or is refused, until the system cannot start it
limited() {
  local kib refusals=0
  for kib in $limits; do
    try kib=$kib $1
    tested="$1 ($kib KiB of memory)"
    case $status in
      0) continue ;;
      127) break ;;
    esac
    case $line in
      *': not enough memory' | *' threads are needed, '*' can be had' | *': no thread is left for it' | *': not enough threads') ;;
      *) fail "$tested: status $status: $line" ;;
    esac
    refusal '*'
    ((refusals += 1))
  done
  total=$((total + refusals))
}
# Sanitizers and drivers take much more address space than a program has memory, and the model reads its own file before main.
case $B in */cuda | */model | *sanitize*) limits= ;; *) limits='60000 40000 30000 25000 20000 17000 15000 14000 13000 12000 11000 10000' ;; esac
total=0
for call in "${writes[@]}" "${prints[@]}" "${ranks[@]}"; do limited "$call"; done
[ -z "$limits" ] || [ $total -gt 0 ] || fail "no limit of memory was met"
# Keys are held once, and a second time while they are sorted: 2.2 times the file's size is enough above what few keys need.
case $B in
  *sanitize*) ;;
  */host)
    sorts() { try kib=$2 vsort --variant $1 "$3" "$o/new"; [ $status = 0 ]; }
    head -c 40000000 /dev/zero >"$d/many"
    for variant in serial parallel; do
      low=1000 high=200000
      while [ $((high - low)) -gt 500 ]; do
        middle=$(((low + high) / 2))
        if sorts $variant $middle "$i/k"; then high=$middle; else low=$middle; fi
      done
      sorts $variant $((high + 2200 * 40000 / 1024)) "$d/many" || fail "vsort --variant $variant holds more than 2.2 times its keys: $line"
      ! sorts $variant $((high + 900 * 40000 / 1024)) "$d/many" || fail "vsort --variant $variant: the limit of memory does not hold"
    done ;;
esac
# A file larger than any memory: what is needed is said, which is more than its size.
sparse() { # NAME TYPE SHAPE: a .npy file of 4 TiB of data
  printf "\\x93NUMPY\\x01\\x00\\x76\\x00%-117s\\n" "{'descr': '$2', 'fortran_order': False, 'shape': $3, }" >"$d/$1"
  truncate -s $((128 + (1 << 42))) "$d/$1" 2>/dev/null
}
if sparse keys.npy '<u4' '(1099511627776,)' && sparse points.npy '<f4' '(549755813888, 2)' && sparse heights.npy '<f4' '(366503875925, 3)'; then
  truncate -s $((128 + 366503875925 * 12)) "$d/heights.npy"
  needs() { # GIB PROGRAM ARGUMENT...: at least so many
    local least=$1 program=$2
    shift 2
    row "$program" none '*: *.?? GiB of memory are needed, *.?? GiB are free' "$@"
    line=${line% of memory are needed*}
    line=${line% GiB}
    [ "${line##* }" != "${line##*:}" ] && awk -v said="${line##* }" -v least="$least" 'BEGIN { exit !(said >= least) }' ||
      fail "$program $*: '$line', where $least GiB is the least"
  }
  needs 4096 vsort --variant serial "$d/keys.npy" "$o/new"
  needs 8192 vsort --variant parallel "$d/keys.npy" "$o/new"
  needs 16384 vsort --variant parallel --argsort "$d/keys.npy" "$o/new"
  case $B in */cuda) ;; *) needs 12288 vsort --variant digits "$d/keys.npy" "$o/new" ;; esac
  needs 8192 hull --variant serial "$d/points.npy"
  needs 4096 hull --variant octagon "$d/points.npy"
  needs 16384 peaks --variant serial "$d/heights.npy"
  needs 16384 density --variant serial "$d/points.npy" --out "$o/new.npy"
else
  echo "faults-input.sh: no file of 4 TiB can be made here; left out"
fi

# ---- signals ----------------------------------------------------------------------------------------------------
# The program waits for its input, the output being open. (A script in the background, or under nohup, has signals ignored,
# and its children would, too.)
awaits=("vsort $d/pipe $o/new" "peaks $d/pipe --out $o/old" "density $d/pipe --out $o/new.npy --graph $o/old.csv" "wagener $d/pipe $o/new"
  "hood2ps $d/pipe --output $o/old")
# killed SIGNAL CALL
killed() {
  prepare
  exec 3<>"$d/pipe"
  env --default-signal=${1/KILL/TERM} "${preload[@]}" "$B"/${2} >/dev/null 2>&1 &
  for ((k = 0; k < 100; k++)); do readlink /proc/$!/fd/* 2>/dev/null | grep -q "^$o/" && break; sleep 0.02; done
  sleep 0.05
  kill -s $1 $!
  wait $! 2>/dev/null && fail "SIG$1 did not end $2"
  exec 3>&-
  [ "$(ls -A "$o")" = "$(printf 'old\nold.csv\nold.npy')" ] || fail "SIG$1 left $(ls -A "$o"): $2 ${preload[*]}"
}
signals='INT TERM HUP XCPU ALRM USR1 USR2' turn=0
preload=()
for call in "${awaits[@]}"; do
  for signal in XCPU KILL; do killed $signal "$call"; done
done
# One that comes when the output is in place comes too late.
prepare
head -c 20000000 /dev/zero >"$d/zeros"
env --default-signal=TERM "$B/vsort" "$d/zeros" "$o/new" >/dev/null 2>&1 &
until [ -e "$o/new" ]; do :; done
kill -TERM $! 2>/dev/null || true
wait $! || fail "SIGTERM ended vsort with its output in place"
# The same on a file system that knows no files without names.
case $B in
  *sanitize* | */model | */cuda) ;;
  *)
    cat >"$d/named.c" <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  unsigned mode = va_arg(rest, unsigned);
  int (*next)(const char *, int, unsigned) = dlsym(RTLD_NEXT, "open");
  return (flags & O_TMPFILE) == O_TMPFILE ? (errno = EOPNOTSUPP, -1) : next(path, flags, mode);
}
END
    ${CC:-gcc} -shared -fPIC "$d/named.c" -o "$d/named.so" -ldl
    preload=(LD_PRELOAD="$d/named.so")
    for signal in $signals; do killed $signal "${awaits[turn++ % 5]}"; done
    prepare
    env "${preload[@]}" "$B/peaks" "$i/q" --out "$o/old" && [ "$(wc -l <"$o/old")" = 4000 ] || fail "no output by a temporary name"
    export "${preload[@]}"
    row points file "$o/new: cannot be written (File too large)" disk 1000 --output "$o/new"
    unset LD_PRELOAD ;;
esac

# ---- good outputs -----------------------------------------------------------------------------------------------
for call in "${writes[@]}" "${prints[@]}"; do
  try none $call
  [ "$status" = 0 ] || fail "status $status: $call: $line"
done
prepare
ln -s old "$o/link" && chmod 640 "$o/old"
"$B"/peaks "$i/q" --out "$o/link" 2>/dev/null
[ -L "$o/link" ] && [ "$(stat -c %a "$o/old")" = 640 ] && [ "$(wc -l <"$o/old")" = 4000 ] || fail "a link was not followed"
(umask 027 && "$B"/points disk 10 --output "$o/new" 2>/dev/null)
[ "$(stat -c %a "$o/new")" = 640 ] || fail "a new file has the permissions $(stat -c %a "$o/new"), not what the mask grants"
# Columns that are indices are whole numbers, however large; a file of text has the lines that are printed.
awk 'BEGIN { for (k = 0; k <= 100000; ++k) print k % 317, k % 311, k }' >"$d/q"
"$B"/peaks --variant serial --top 20 "$d/q" >"$d/printed" 2>/dev/null
"$B"/peaks --variant serial --top 20 "$d/q" --out "$o/new" 2>/dev/null
cmp -s "$d/printed" "$o/new" && grep -q '^100000 ' "$o/new" && [ "$(cut -d' ' -f1,6 "$o/new" | tr -d '0-9\n -')" = '' ] ||
  fail "indices are not written as whole numbers: $(head -n 3 "$o/new")"
for program in "$B"/vsort "$B"/peaks "$B"/density "$B"/hull "$B"/wagener "$B"/hood2ps "$B"/points; do
  "$program" --help 2>/dev/null | grep -q "^usage: ${program##*/} " || fail "no usage: $program"
done
echo "faults-input.sh: passed"
