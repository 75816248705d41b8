#!/bin/bash
# hood2ps: the pictures of wagener's output and traces, and bad input of every kind. B is a build directory.
set -eu
d=$(mktemp -d)
trap 'rm -rf "$d"' EXIT
fail() { echo "hood2ps-input.sh: $*" >&2; exit 1; }
program=$B/hood2ps

# refused MESSAGE ARGUMENT...: one line, status 2, nothing printed, no file touched
refused() {
  local message=$1 status=0
  shift
  echo old >"$d/kept"
  "$program" "$@" >"$d/out" 2>"$d/err" || status=$?
  [ $status = 2 ] || fail "status $status, not 2: $*"
  [ ! -s "$d/out" ] || fail "something was printed: $*"
  [ "$(cat "$d/err")" = "hood2ps: $message" ] || fail "said '$(cat "$d/err")', not 'hood2ps: $message'"
  [ "$(cat "$d/kept")" = old ] && [ ! -e "$d/new" ] || fail "an output file was touched: $*"
  [ -z "$(find "$d" -name 'kept.*' -o -name 'new.*')" ] || fail "a temporary file was left: $*"
}
# bad MESSAGE TEXT: the same for a file with this text; @ in the message stands for the file's name
bad() {
  printf -- "$2" >"$d/in"
  refused "${1//@/$d/in}" "$d/in" --output "$d/kept"
  refused "${1//@/$d/in}" "$d/in" --output "$d/new"
  refused "${1//@/<stdin>}" <"$d/in"
}

# structure PAGES < PostScript: its conventions are kept, and every coordinate lies in the bounding box
structure() {
  awk -v pages="$1" '
    function wrong(what) { print "line " NR ": " what > "/dev/stderr"; bad = 1; exit 1 }
    NR == 1 && $0 != "%!PS-Adobe-3.0" { wrong("no magic line") }
    length($0) > 255 { wrong("a line is too long") }
    /^%%BoundingBox:/ { for (i = 2; i <= 5; i++) box[i] = $i; boxes++ }
    /^%%Pages:/ { if ($2 != pages) wrong("Pages: " $2); said++ }
    /^%%DocumentNeededResources: font Helvetica$/ { fonts++ }
    /^%%IncludeResource: font Helvetica$/ { included++ }
    /^%%EndComments/ { header = NR }
    /^%%EndProlog/ { prolog = NR }
    /^%%Page:/ { if ($3 != ++page) wrong("page " $3 " out of order"); if (open) wrong("a page in a page"); open = 1 }
    /^saved restore$/ { restored++ }
    /^showpage$/ { if (!open) wrong("showpage outside a page"); open = 0; shown++ }
    / (point|corner|begin-line|to|moveto \(.*\) show)$/ && prolog {
      if ($1 !~ /^[0-9.]+$/ || $2 !~ /^[0-9.]+$/) wrong("no coordinates")
      if ($1 < box[2] || $1 > box[4] || $2 < box[3] || $2 > box[5]) wrong("outside the bounding box") }
    END {
      if (bad) exit 1
      if ($0 != "%%EOF") wrong("no EOF")
      if (boxes != 1 || said != 1 || fonts != 1 || included != 1 || !header || prolog < header) wrong("comments are missing")
      if (page + 0 != pages || shown + 0 != pages || restored + 0 != pages || open) wrong(page + 0 " pages, not " pages) }'
}
# polylines < PostScript: a line a page: its hoods, the numbers of their vertices
polylines() {
  awk '/^%%Page:/ { text = "" }
    / begin-line$/ { n = 1 } / to$/ { n++ } /^draw-line$/ { text = text " " n }
    /^showpage$/ { print substr(text, 2) }'
}
# expected < trace: the same from the trace
expected() {
  awk 'NF == 0 { print substr(text, 2); text = ""; fresh = 1; next }
    NF == 1 { if (NR == 1 || fresh) { fresh = 0 } else text = text " " $1 }'
}
# interpreted FILE: it runs, where there is something to run it
interpreted() {
  if command -v gs >/dev/null; then
    gs -dBATCH -dNOPAUSE -dSAFER -sDEVICE=nullpage "$1" >"$d/gs" 2>&1 || fail "gs: $(cat "$d/gs")"
  fi
}
command -v gs >/dev/null || echo "hood2ps-input.sh: no gs here: the PostScript was read, but not run"

# Good input: what wagener prints. (The model reports on standard error.)
for set in "square 4" "square 64" "parabola 1024" "kuzmin 2048" "circle 256"; do
  "$B"/points $set --general-position --seed 3 >"$d/points"
  n=${set#* }
  "$B"/wagener "$d/points" "$d/trace" >"$d/hood" 2>/dev/null
  "$program" <"$d/hood" >"$d/hood.ps" || fail "refused the output: $set"
  structure 1 <"$d/hood.ps" || fail "structure of the output's picture: $set"
  corners=$(tail -n +$((n + 3)) "$d/hood" | grep -v '^#' | sed -n 2p)
  [ "$(polylines <"$d/hood.ps")" = "$corners" ] || fail "vertices of the hood: $set"
  [ "$(grep -c ' point$' "$d/hood.ps")" = "$n" ] || fail "number of points: $set"
  grep -q "($n points and the hood of $corners corners) show" "$d/hood.ps" || fail "caption: $set"
  "$program" "$d/trace" --output "$d/trace.ps" || fail "refused the trace: $set"
  stages=$(awk -v n="$n" 'BEGIN { for (s = -1; n > 1; n /= 2) s++; print s }')
  structure "$stages" <"$d/trace.ps" || fail "structure of the trace's pictures: $set"
  polylines <"$d/trace.ps" | diff - <(expected <"$d/trace") >"$d/diff" || fail "vertices: $set: $(cat "$d/diff")"
  [ "$(grep -c ' point$' "$d/trace.ps")" = $((n * stages)) ] || fail "number of points in the trace: $set"
  interpreted "$d/hood.ps"
  interpreted "$d/trace.ps"
done
grep -q '(stage 3: 32 hoods of 8 points each) show' "$d/trace.ps" || fail "caption of a stage"

# Options.
"$program" "$d/trace" --page 3 --size 100 --equal >"$d/page.ps"
structure 1 <"$d/page.ps" && grep -q '^%%Page: 3 1$' "$d/page.ps" && grep -q '^%%BoundingBox: 0 0 100 108$' "$d/page.ps" ||
  fail "one page of a given size"
interpreted "$d/page.ps"
"$program" --help | grep -q '^usage: hood2ps \[FILE\]' || fail "no usage"
echo old >"$d/kept"
"$program" - -o "$d/kept" <"$d/hood" && grep -q '^%!PS' "$d/kept" || fail "an old output was not replaced"

# Odd but good: two points; one; equal ordinates; equal abscissae, as six decimals may make them; extents of any size.
good() { printf "$2" >"$d/in"; "$program" "$d/in" >"$d/out" && structure "$1" <"$d/out" && interpreted "$d/out" || fail "refused: $2"; }
good 1 '2\n0 1\n1 0\n\n1\n2\n0 1\n1 0\n\n'
good 0 '0\n'
good 1 '1\n0.5 0.5\n\n1\n1\n0.5 0.5\n\n'
good 1 '2\n0 0.5\n1 0.5\n\n# a\n# b\n1\n2\n0 0.5\n1 0.5\n\n'
good 1 '2\n0.5 0.5\n0.5 0.5\n\n1\n2\n0.5 0.5\n0.5 0.5\n\n'
good 1 '2\n-1.7e308 -1.7e308\n1.7e308 1.7e308\n\n1\n2\n-1.7e308 -1.7e308\n1.7e308 1.7e308\n\n'
good 1 '2\n0 0\n4e-320 1\n\n1\n2\n0 0\n4e-320 1\n\n'
good 1 '2\n2\n0 0\n0.1 1\n2\n0.2 1\n0.3 1\n\n0\n'
printf '2\n0 0\n1 0.001\n\n1\n2\n0 0\n1 0.001\n\n' | "$program" --equal >"$d/out"
grep -q '^12.00 235.80 begin-line$' "$d/out" || fail "one scale for x and y"

# A file that ends anywhere but at its end. (A program of the model takes a tenth of a second to begin: every 13th place.)
case $B in */model) every=13 ;; *) every=1 ;; esac
"$B"/points square 8 --general-position >"$d/points"
"$B"/wagener "$d/points" "$d/trace" >"$d/hood" 2>/dev/null
for file in hood trace; do
  size=$(stat -c %s "$d/$file")
  for ((k = 0; k < size; k += every)); do
    head -c $k "$d/$file" >"$d/cut"
    status=0
    "$program" "$d/cut" >"$d/out" 2>"$d/err" || status=$?
    [ $status = 2 ] && [ ! -s "$d/out" ] && [ "$(wc -l <"$d/err")" = 1 ] && grep -q "^hood2ps: $d/cut:[0-9]*: " "$d/err" ||
      fail "$file cut after $k bytes: status $status, said '$(cat "$d/err")'"
  done
done

# Bad input.
bad '@:1: the file ends where the number of points or hoods was expected' ''
bad '@:3: the file ends where the number of points or hoods was expected' '# one\n# two\n'
bad '@:1: the number of points or hoods was expected, not an empty line' '\n'
bad "@:1: the number of points or hoods was expected, not 'hood'" 'hood\n'
bad "@:1: the number of points or hoods was expected, not '-4'" '-4\n'
bad "@:1: the number of points or hoods was expected, not '\\xff\\xfe2'" '\xff\xfe2\n'
bad "@:1: '99999999999999999999' is too large" '99999999999999999999\n0 0\n'
bad '@:3: the file ends where point 2 of 9000000000000000000 was expected' '9000000000000000000\n0 0\n'
bad '@:2: a hood of 2 points has from 2 to 2 corners, not 1' '9000000000000000000\n1\n0 0\n'
bad '@:2: a NUL byte; is this a text file?' '2\n0 \x000\n'
bad '@:1: the file is cut off: its last line has no end' '2'
bad "@:3: point 2 of 3 was expected, not an empty line" '3\n0 0\n\n1\n'
bad "@:4: an empty line was expected, not '1 1'" '2\n0 0\n0.5 0\n1 1\n\n'
bad "@:3: 'x' is not a number" '2\n0 0\n1 x\n'
bad "@:3: '1 1' is not a number" '2\n0 0\n0.5 1 1\n'
bad "@:3: nothing is not a number" '2\n0 0\n0.5 \n'
bad "@:3: '0.5\\x0d' is not a number" '2\n0 0\n0.5 0.5\r\n'
for word in nan inf -inf 1e999; do bad "@:3: '$word' is not a finite number" "2\n0 0\n1 $word\n"; done
bad '@:3: x = 0.25 is less than 0.5, the x of the point before' '2\n0.5 0\n0.25 0\n'
two='2\n0 0\n1 0\n\n'
bad '@:5: the file ends where the number of hoods, which is 1, was expected' "$two"
bad '@:5: the output has one hood, not 2' "${two}2\n2\n0 0\n1 0\n\n"
bad '@:6: a hood of 2 points has from 2 to 2 corners, not 3' "${two}1\n3\n0 0\n1 0\n\n"
bad '@:6: a hood of 2 points has from 2 to 2 corners, not 0' "${two}1\n0\n\n"
bad '@:8: this corner is none of the points that are left' "${two}1\n2\n0 0\n1 1\n\n"
bad '@:8: this corner is none of the points that are left' "${two}1\n2\n1 0\n1 0\n\n"
bad '@:9: the file ends where an empty line was expected' "${two}1\n2\n0 0\n1 0\n"
bad "@:10: the end of the file was expected, not '0'" "${two}1\n2\n0 0\n1 0\n\n0\n"
four='2\n2\n0 0\n0.1 1\n2\n0.2 1\n0.3 1\n\n'
bad '@:9: the file ends where the number of hoods was expected' "$four"
bad '@:9: 1 hoods cannot follow upon 2' "${four}1\n"
bad "@:10: the end of the file was expected, not an empty line" "${four}0\n\n"
bad '@:12: 0 hoods cannot follow upon 3' '3\n2\n0 0\n1 0\n2\n2 0\n3 0\n2\n4 0\n5 0\n\n0\n'
bad "@:5: the number of corners of hood 2 of 2 was expected, not '0.2 1'" '2\n2\n0 0\n0.1 1\n0.2 1\n'
bad "@:4: corner 2 of 2 was expected, not '2'" '2\n2\n0 0\n2\n'
printf '%1001s\n' 2 >"$d/in"
refused "$d/in:1: the line is longer than 1000 characters; is this a text file?" "$d/in"
head -c 100000 /dev/zero | tr '\0' 7 >"$d/in"
refused "$d/in:1: the line is longer than 1000 characters; is this a text file?" "$d/in"

# Bad names and options.
refused "$d/none: cannot be opened (No such file or directory)" "$d/none"
refused "$d: cannot be read (Is a directory)" "$d"
refused 'one file name at most is expected (see --help)' a b
refused 'unknown option --fast (see --help)' --fast
refused 'unknown option -z (see --help)' -z
refused 'option --size needs a value' --size
refused 'option --equal=1 takes no value' --equal=1
for size in 99 10001 1e3 '' -5; do refused "--size $size: a whole number from 100 to 10000 is expected" "--size=$size"; done
refused '--page 0: a whole number from 1 to 1000000 is expected' --page 0
refused "$d/trace: there is no page 3 (of 2)" "$d/trace" --page 3
refused "<stdin>: there is no page 2 (of 1)" --page 2 <"$d/hood"
refused "$d/no/ps: cannot be written (No such file or directory)" "$d/trace" --output "$d/no/ps"
refused "/dev/full: cannot be written (No space left on device)" "$d/trace" --output /dev/full
cp "$d/trace" "$d/same" && ln -sf same "$d/link"
for name in same link; do
  refused "$d/$name: the picture would be written over its input" "$d/same" --output "$d/$name"
  cmp -s "$d/trace" "$d/same" || fail "the input was overwritten"
done
status=0
"$program" "$d/hood" >/dev/full 2>"$d/err" || status=$?
[ $status = 2 ] && grep -q "^hood2ps: <stdout>: cannot be written" "$d/err" || fail "a full disk: status $status"
status=0
"$program" "$d/hood" 2>"$d/err" >&- || status=$?
[ $status = 2 ] || fail "standard output closed: status $status"
echo "hood2ps-input.sh: passed"
