#!/bin/bash
# hood2ps: the pictures of wagener's output and traces, and bad input of every kind. B is a build directory.
. "${0%/*}/../input.bash" hood2ps
kept=("$d/kept") absent=("$d/new")
# bad MESSAGE TEXT: the same for a file with this text; @ in the message stands for the file's name
bad() {
  printf -- "$2" >"$d/in"
  refused "${1//@/$d/in}" "$d/in" --output "$d/kept"
  refused "${1//@/$d/in}" "$d/in" --output "$d/new"
  refused "${1//@/<stdin>}" <"$d/in"
}

# structure PAGES < PostScript: its comments are in order, and every coordinate lies in the bounding box
structure() {
  awk -v pages="$1" '
    function wrong(what) { print "line " NR ": " what > "/dev/stderr"; bad = 1; exit 1 }
    NR == 1 && $0 != "%!PS-Adobe-3.0" { wrong("no magic line") }
    length($0) > 255 { wrong("a line is too long") }
    /^%%BoundingBox: 0 0 432 452$/ { boxes++ }
    /^%%Pages:/ { if ($2 != pages) wrong("Pages: " $2); said++ }
    /^%%EndProlog/ { prolog = NR }
    /^%%Page:/ { if ($3 != ++page) wrong("page " $3 " out of order"); if (open) wrong("a page in a page"); open = 1 }
    /^showpage$/ { if (!open) wrong("showpage outside a page"); open = 0; shown++ }
    / (point|vertex|begin-line|to)$/ && prolog {
      if ($1 !~ /^[0-9.]+$/ || $2 !~ /^[0-9.]+$/) wrong("no coordinates")
      if ($1 < 12 || $1 > 420 || $2 < 32 || $2 > 440) wrong("outside the page") }
    END {
      if (bad) exit 1
      if ($0 != "%%EOF") wrong("no EOF")
      if (boxes != 1 || said != 1 || !prolog) wrong("comments are missing")
      if (page + 0 != pages || shown + 0 != pages || open) wrong(page + 0 " pages, not " pages) }'
}
# polylines < PostScript: a line a page: its hulls, the numbers of their vertices
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

# Good input: what wagener prints. (The model reports on standard error.)
for set in "square 4" "square 64" "parabola 1024" "circle 256"; do
  "$B"/points $set --general-position --seed 3 >"$d/points"
  n=${set#* }
  "$B"/wagener "$d/points" "$d/trace" >"$d/hull" 2>/dev/null
  "$program" <"$d/hull" >"$d/hull.ps" || fail "refused the output: $set"
  structure 1 <"$d/hull.ps" || fail "structure of the output's picture: $set"
  vertices=$(tail -n +$((n + 3)) "$d/hull" | grep -v '^#' | sed -n 2p)
  [ "$(polylines <"$d/hull.ps")" = "$vertices" ] || fail "vertices of the hull: $set"
  [ "$(grep -c ' point$' "$d/hull.ps")" = "$n" ] || fail "number of points: $set"
  "$program" "$d/trace" --output "$d/trace.ps" || fail "refused the trace: $set"
  stages=$(awk -v n="$n" 'BEGIN { for (s = -1; n > 1; n /= 2) s++; print s }')
  structure "$stages" <"$d/trace.ps" || fail "structure of the trace's pictures: $set"
  polylines <"$d/trace.ps" | diff - <(expected <"$d/trace") >"$d/diff" || fail "vertices: $set: $(cat "$d/diff")"
  [ "$(grep -c ' point$' "$d/trace.ps")" = $((n * stages)) ] || fail "number of points in the trace: $set"
  interpreted "$d/hull.ps"
  interpreted "$d/trace.ps"
done
"$program" "$d/trace" --page 3 >"$d/page.ps"
structure 1 <"$d/page.ps" && grep -q '^%%Page: 3 1$' "$d/page.ps" && grep -q '(stage 3: 32 hulls) show' "$d/page.ps" || fail "one page"

# Odd but good: two points; one; equal coordinates, as six decimals may make them; extents of any size.
good() { printf "$2" >"$d/in"; "$program" "$d/in" >"$d/out" && structure "$1" <"$d/out" && interpreted "$d/out" || fail "refused: $2"; }
good 1 '2\n0 1\n1 0\n\n1\n2\n0 1\n1 0\n\n'
good 0 '0\n'
good 1 '1\n0.5 0.5\n\n# a\n# b\n1\n1\n0.5 0.5\n\n'
good 1 '2\n-1.7e308 -1.7e308\n1.7e308 1.7e308\n\n1\n2\n-1.7e308 -1.7e308\n1.7e308 1.7e308\n\n'
good 1 '2\n0 0\n4e-320 1\n\n1\n2\n0 0\n4e-320 1\n\n'

# A file that ends anywhere but at its end. (A program of the model takes a tenth of a second to begin: every 13th place.)
case $B in */model) every=13 ;; *) every=3 ;; esac
"$B"/points square 8 --general-position >"$d/points"
"$B"/wagener "$d/points" "$d/trace" >"$d/hull" 2>/dev/null
for file in hull trace; do
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
bad '@:1: the file ends where a number of points or hulls was expected' ''
bad '@:1: a number of points or hulls was expected, not an empty line' '\n'
bad "@:1: a number of points or hulls was expected, not '-4'" '-4\n'
bad "@:1: a number of points or hulls was expected, not '\\xff\\xfe2'" '\xff\xfe2\n'
bad "@:1: a number of points or hulls was expected, not '99999999999999999999'" '99999999999999999999\n0 0\n'
bad '@:3: the file ends where a point was expected' '9000000000000000000\n0 0\n'
bad '@:1: the file is cut off: its last line has no end' '2'
bad "@:3: a point was expected, not an empty line" '3\n0 0\n\n1\n'
bad "@:4: an empty line was expected, not '1 1'" '2\n0 0\n0.5 0\n1 1\n\n'
bad "@:3: 'x' is not a number" '2\n0 0\n1 x\n'
bad "@:3: 'inf' is not a finite number" '2\n0 0\n1 inf\n'
two='2\n0 0\n1 0\n\n'
bad '@:5: the file ends where a number of hulls was expected' "$two"
bad "@:10: the end of the file was expected, not '0'" "${two}1\n2\n0 0\n1 0\n\n0\n"
four='2\n2\n0 0\n0.1 1\n2\n0.2 1\n0.3 1\n\n'
bad '@:9: 1 hulls cannot follow upon 2' "${four}1\n"
bad "@:5: a number of vertices was expected, not '0.2 1'" '2\n2\n0 0\n0.1 1\n0.2 1\n'

# Bad names and options. (What all programs refuse in the same way is tested where it is written.)
refused '--page 0: a whole number from 1 to 1000000 is expected' --page 0
refused "$d/trace: there is no page 3 (of 2)" "$d/trace" --page 3
echo "hood2ps-input.sh: passed"
