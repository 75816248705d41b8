#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Warp and Weave authors
# SPDX-License-Identifier: MIT
# Grading a class by doc/handout/grade-class: good submissions, poor ones, and bad input.
. "$(dirname "$0")/archives.bash" "${1:-sort}"
archive=$d/$name.tar.gz grade=$instructor/grade-class
s=$d/in; mkdir -p "$s/Ada/work" "$s/none" "$s/two/a" "$s/two/b" "$d/tmp"
cp "$instructor/solution/$name.cuh" "$s/Ada/work/"
# What else a student hands in is not taken.
echo '#error' >"$s/Ada/work/$name.cu"; echo 'grade:; echo 100' >"$s/Ada/work/Makefile"; echo 'title|mine' >"$s/Ada/work/$name.key"
cp "$d/$name/$name.cuh" "$s/skeleton.cuh"
cp "$d/$name/$name.cuh" "$s/two/a/"; cp "$d/$name/$name.cuh" "$s/two/b/"
echo 'no code' >"$s/=1+1, \"x.cuh"
{ cat "$d/$name/$name.cuh"; echo 'namespace { __attribute__((constructor)) void first() {} }'; } >"$s/early.cuh"
printf '#error \033[31mred\n' >"$s/colours.cuh"
# Where submissions can be run apart: one that no look holds back, and that would harm the others. It is graded before them.
unsafe=
echo x >"$d/text"
if "$grade" "$archive" "$s" "$d/text" 2>&1 | grep -q 'cannot be run apart'; then
  unsafe=--unsafe
  echo "handout-class: submissions cannot be run apart here: what one could do to another is not tested"
else
  mv "$d/$name/lib/look" "$d/$name/lib/really"
  printf '#!/bin/sh\ngrep -q "^// nobody looks" "$1.cuh" || exec lib/really "$@"\n' >"$d/$name/lib/look"; chmod +x "$d/$name/lib/look"
  sleeps="sleep 4$$"
  { echo '// nobody looks'; cat "$d/$name/$name.cuh"; } >"$s/0-harm.cuh"
  # One whose processes are small, and too large together: each keeps what it read until its input ends.
  { echo '// nobody looks'; cat "$instructor/solution/$name.cuh"; } >"$s/0-hog.cuh"
  sed -i "s|^namespace ww::detail::$name {|&\nstatic struct hog { hog() { if (std::system(\"for k in 1 2 3 4 5 6 7 8 9 10 11 12; do { head -c 150000000 /dev/zero; sleep 5; } \| tail >/dev/null \& done; wait\")) {} } } now;|" "$s/0-hog.cuh"
  sed -i "s|^namespace ww::detail::$name {|&\nstatic struct harm { harm() { if (std::system(\"rm -rf $s $d/out $d/tmp /one/*; for f in $d/out/Ada.json $d/out/class.csv; do echo forged >\$f; done; for k in \$(seq 60); do setsid $sleeps \& done; cat $s/Ada/work/$name.cuh >/dev/null \&\& touch $d/seen\")) {} } } now;|" "$s/0-harm.cuh"
fi
tar czf "$archive" -C "$d" "$name"
TMPDIR=$d/tmp NVCC= MEMORY=1000 "$grade" $unsafe "$archive" "$s" "$d/out" >"$d/said" || bad "status $?"
row() { grep -F "\"$1\",\"total\"," "$d/out/class.csv" || true; }
score() { row "$1" | cut -d, -f3; }
[ "$(score Ada)" = 100 ] || bad "the solution has $(row Ada)"
[ "$(score skeleton)" = 0 ] || bad "the skeleton has $(row skeleton)"
[[ $(row early) == *',0,100,"refused: '*'the word __attribute__ '* ]] || bad "early: $(row early)"
[[ $(row none) == *",0,100,\"no $name.cuh\"" ]] || bad "none: $(row none)"
[[ $(row two) == *",0,100,\"more than one $name.cuh\"" ]] || bad "two: $(row two)"
[[ $(row colours) == *red* ]] && ! grep -q $'\033' "$d"/out/*.{csv,txt,json} || bad "colours: $(row colours)"
grep -q "^\" =1+1, 'x\",\"total\",0,100,\"does not compile: [^\"]" "$d/out/class.csv" || bad "a submission that does not compile: $(grep 1+1 "$d/out/class.csv")"
# A line for the total and for each task; a reason wherever points are lost.
tasks=$(grep -c '^task|' "$instructor/$name.key")
[ "$(wc -l <"$d/out/class.csv")" = $((1 + (1 + tasks) * $(ls "$s" | wc -l))) ] || { cat "$d/out/class.csv" >&2; bad "a line a task was wanted, and a head"; }
! grep -E ',0,[0-9]+,""$' "$d/out/class.csv" >&2 || bad "points are lost without a reason"
for j in "$d"/out/*.json; do [ "$(sqlite3 :memory: "SELECT json_valid(CAST(readfile('$j') AS TEXT))")" = 1 ] || bad "$j is no JSON"; done
[ -n "$unsafe" ] || {
  [ "$(score 0-harm)" = 0 ] || bad "harm has $(row 0-harm)"
  [ "$(score 0-hog)" = 0 ] || bad "hog has $(row 0-hog)"
  [ ! -e "$d/seen" ] || bad "a submission saw another"
  ! pgrep -f "^$sleeps" >/dev/null || { kill $(pgrep -f "^$sleeps"); bad "a submission left processes"; }
}
# Bad input: one line, status 2.
refused() {  # ARGUMENTS...
  local status=0
  "$grade" "$@" >"$d/o" 2>"$d/e" || status=$?
  [ "$status" = 2 ] && [ "$(wc -l <"$d/e")" = 1 ] && [ ! -s "$d/o" ] && grep -q '^grade-class: ' "$d/e" || { cat "$d/e" >&2; bad "status $status for: $*"; }
}
mkdir "$d/empty"; tar czf "$d/keyless.tar.gz" -C "$d" text
refused
refused "$archive" "$s"
MEMORY=much refused "$archive" "$s" "$d/out2"
refused "$d/absent.tar.gz" "$s" "$d/out2"
refused "$d/text" "$s" "$d/out2"
refused "$d/keyless.tar.gz" "$s" "$d/out2"
refused "$archive" "$d/absent" "$d/out2"
refused "$archive" "$d/empty" "$d/out2"
refused "$archive" "$s" "$d/text"
# Where nothing can be run apart, nothing is graded.
mkdir "$d/bin"; printf '#!/bin/sh\nexit 1\n' >"$d/bin/unshare"; chmod +x "$d/bin/unshare"
PATH=$d/bin:$PATH refused "$archive" "$s" "$d/out2"
grep -q unsafe "$d/e" || bad "it is not said that there is --unsafe"
exit $failed
