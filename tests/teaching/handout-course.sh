#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Warp and Weave authors
# SPDX-License-Identifier: MIT
# doc/handout/course: an autograder as Gradescope runs it, a repository and a grader as GitHub Classroom does, and the grades in their formats.
. "$(dirname "$0")/archives.bash" "${1:-sum}"
valid() { [ "$(sqlite3 :memory: "SELECT json_valid(CAST(readfile('$1') AS TEXT))")" = 1 ] || { cat "$1" >&2; bad "no JSON: $1"; }; }
at() { sqlite3 :memory: "SELECT json_extract(CAST(readfile('$1') AS TEXT), '$2')"; }
# Grades in both formats; what a case says may have quotes.
cat >"$d/grade.json" <<'END'
{"score": 7.5, "of": 15,
 "tests": [{"name": "A \"b\", \"score\": 3", "score": 5, "max_score": 5, "why": "passed"},
  {"name": "C", "score": 2.5, "max_score": 10, "why": "out of bounds: } \"x\" \\ at x.cuh:3"}]}
END
doc/handout/course results gradescope "$d/grade.json" 0.9 'it is "late"' >"$d/results.json"; valid "$d/results.json"
[ "$(at "$d/results.json" '$.score') $(at "$d/results.json" '$.tests[1].score')" = "6.75 2.5" ] || bad "other points for Gradescope"
[ "$(at "$d/results.json" '$.output')" = 'it is "late"' ] && [ "$(at "$d/results.json" '$.tests[1].output')" = 'out of bounds: } "x" \ at x.cuh:3' ] || bad "other words for Gradescope"
doc/handout/course results classroom "$d/grade.json" >"$d/results.json"; valid "$d/results.json"
[ "$(at "$d/results.json" '$.status') $(at "$d/results.json" '$.max_score') $(at "$d/results.json" '$.tests[0].status') $(at "$d/results.json" '$.tests[1].score')" = "fail 15 pass 2.5" ] || bad "other points for Classroom"
printf '{"score": 0, "of": 15,\n "tests": []}\n' >"$d/grade.json"
doc/handout/course results classroom "$d/grade.json" >"$d/results.json"; valid "$d/results.json"; [ "$(at "$d/results.json" '$.status')" = error ] || bad "no tests are no error"
# The autograder in a folder like Gradescope's, with a solution that is late by a day and a half. What all share is taken as it was compiled.
mkdir -p "$d/$name/build/model" "$d/gs/submission/deep" "$d/gs/results" "$d/gs/source"
for l in cases $(sed -n 's/^LIBRARY := //p' "$d/$name/Makefile"); do cp build/handout/lib/"$l.o" "$d/$name/build/model/"; done
tar czf "$d/warm.tar.gz" -C "$d" "$name"
"$instructor/course" gradescope "$d/warm.tar.gz" "$d/autograder.zip" 10 && unzip -q "$d/autograder.zip" -d "$d/gs/source" || bad "no autograder"
[ -x "$d/gs/source/setup.sh" ] && [ -x "$d/gs/source/run_autograder" ] || bad "the autograder has no setup.sh or no run_autograder"
cp "$instructor/solution/$name.cuh" "$d/gs/submission/deep/"
echo '{"id": 1, "created_at": "2026-07-02T10:00:00.365935-07:00", "assignment": {"due_date": "2026-06-30T23:00:00.000000-07:00", "late_due_date": null}, "users": []}' >"$d/gs/submission_metadata.json"
chmod -R a+rX "$d"
(cd "$d/gs" && AUTOGRADER=$d/gs NVCC= ./source/run_autograder >said 2>&1) || { cat "$d/gs/said" >&2; bad "the autograder fails"; }
results=$d/gs/results/results.json
valid "$results"
[ "$(at "$results" '$.score')" = 80 ] || { cat "$d/gs/said" "$results" >&2; bad "late by two days at 10 per cent, the solution has $(at "$results" '$.score')"; }
[[ $(at "$results" '$.output') == *"late by 2 days: 20 per cent less"* ]] || bad "late is not said"
# Classroom's repository has the skeleton and a workflow; the grader is what the workflow downloads.
"$instructor/course" classroom "$d/warm.tar.gz" "$d/classroom" || bad "no repository"
workflow=$d/classroom/$name/.github/workflows/classroom.yml
cmp "$d/$name/$name.cuh" "$d/classroom/$name/$name.cuh" && grep -qF "runners: $name}" "$workflow" && grep -qF "${name^^}_RESULTS: \"\${{ steps.$name.outputs.result }}\"" "$workflow" || bad "another repository"
for f in ./grade-class ./course "./$name.tar.gz" "./$name.key"; do tar tzf "$d/classroom/grader.tar.gz" | grep -xF "$f" >/dev/null || bad "the grader has no $f"; done
# Bad input: one line, status 2.
refused() {  # ARGUMENTS...
  local status=0
  doc/handout/course "$@" >"$d/o" 2>"$d/e" || status=$?
  [ "$status" = 2 ] && [ "$(wc -l <"$d/e")" = 1 ] && [ ! -s "$d/o" ] && grep -q '^course: ' "$d/e" || { cat "$d/e" >&2; bad "status $status for: $*"; }
}
refused
refused other
refused gradescope "$d/warm.tar.gz"
refused gradescope "$d/gs/said" "$d/x.zip"
refused gradescope "$d/warm.tar.gz" "$d/x.zip" much
refused results other "$d/grade.json"
refused results gradescope "$d/absent"
refused results gradescope "$d/gs/said"
exit $failed
