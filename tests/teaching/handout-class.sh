#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Warp and Weave authors
# SPDX-License-Identifier: MIT
# Grading a class by doc/handout/grade-class: good submissions, poor ones, and bad input.
. "$(dirname "$0")/archives.bash" "${1:-sort}"
archive=build/handout/$name.tar.gz
s=$d/in; mkdir -p "$s/Ada/work" "$s/none" "$s/two/a" "$s/two/b"
cp "$instructor/solution/$name.cuh" "$s/Ada/work/"
# What else a student hands in is not taken.
echo '#error' >"$s/Ada/work/$name.cu"; echo 'grade:; echo 100' >"$s/Ada/work/Makefile"; echo 'title|mine' >"$s/Ada/work/$name.key"
cp "$d/$name/$name.cuh" "$s/skeleton.cuh"
cp "$d/$name/$name.cuh" "$s/two/a/"; cp "$d/$name/$name.cuh" "$s/two/b/"
echo 'no code' >"$s/=1+1, \"x.cuh"
{ cat "$d/$name/$name.cuh"; echo 'namespace { __attribute__((constructor)) void first() {} }'; } >"$s/early.cuh"
NVCC= doc/handout/grade-class "$archive" "$s" "$d/out" >"$d/said" || bad "status $?"
row() { grep -F "\"$1\"," "$d/out/class.csv" || true; }
score() { row "$1" | cut -d, -f2; }
[ "$(score Ada)" = 100 ] || bad "the solution has $(row Ada)"
[ "$(score skeleton)" = "$(score early)" ] && [ "$(awk -v s="$(score skeleton)" 'BEGIN { print s < 30 }')" = 1 ] || bad "the skeleton has $(row skeleton), and with a constructor $(row early)"
[[ $(row early) == *constructor* ]] || bad "a constructor is not remarked"
[[ $(row none) == *",0,100,\"no $name.cuh\"" ]] || bad "none: $(row none)"
[[ $(row two) == *",0,100,\"more than one $name.cuh\"" ]] || bad "two: $(row two)"
grep -q "^\" =1+1, 'x\",0,100,\"does not compile" "$d/out/class.csv" || bad "a submission that does not compile: $(grep 1+1 "$d/out/class.csv")"
[ "$(wc -l <"$d/out/class.csv")" = 7 ] || { cat "$d/out/class.csv" >&2; bad "six rows and a head were wanted"; }
for j in "$d"/out/*.json; do [ "$(sqlite3 :memory: "SELECT json_valid(CAST(readfile('$j') AS TEXT))")" = 1 ] || bad "$j is no JSON"; done
# Bad input: one line, status 2.
refused() {  # ARGUMENTS...
  local status=0
  doc/handout/grade-class "$@" >"$d/o" 2>"$d/e" || status=$?
  [ "$status" = 2 ] && [ "$(wc -l <"$d/e")" = 1 ] && [ ! -s "$d/o" ] && grep -q '^grade-class: ' "$d/e" || { cat "$d/e" >&2; bad "status $status for: $*"; }
}
mkdir "$d/empty"; echo x >"$d/text"; tar czf "$d/keyless.tar.gz" -C "$d" text
refused
refused "$archive" "$s"
refused "$d/absent.tar.gz" "$s" "$d/out2"
refused "$d/text" "$s" "$d/out2"
refused "$d/keyless.tar.gz" "$s" "$d/out2"
refused "$archive" "$d/absent" "$d/out2"
refused "$archive" "$d/empty" "$d/out2"
refused "$archive" "$s" "$d/text"
exit $failed
