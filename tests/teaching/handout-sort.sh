#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Warp and Weave authors
# SPDX-License-Identifier: MIT
# The assignment "sort" (tests/teaching/handout.bash); the attacks on the grader that are on it; and programs that attack the grader.
. "$(dirname "$0")/handout.bash" sort
attacks sort_elements 'return one;'
[ "$tried" -ge 6 ] || bad "only $tried attacks were tried"
# Programs that speak for themselves; and one that knows the answers of the students' key, under the instructor's. The page of the grader is
# descriptor 3, to be mapped.
program() {  # WHAT KEY COMMAND MOST [REASON]
  printf '#!/bin/sh\n%s\n' "$3" >"$d/program"; chmod +x "$d/program"
  "$d/full/build/grade" "$2" "$d/program" "$d/full/build/model/reference" >"$d/table" || bad "$1: status $?"
  awk -v most="$4" '$1 == "total" { exit !($2 <= most) }' "$d/table" || { cat "$d/table" >&2; bad "$1 has too many points"; }
  grep -qF -- "${5-}" "$d/table" || { cat "$d/table" >&2; bad "$1 is not told: $5"; }
}
cat >"$d/say.cpp" <<'END'
#include <sys/mman.h>
#include <cstring>
int main(int, char** argv) { std::strcpy(static_cast<char*>(mmap(nullptr, 1 << 26, PROT_READ | PROT_WRITE, MAP_SHARED, 3, 0)), argv[1]); }
END
$CXX -O1 "$d/say.cpp" -o "$d/say"
well='end number 1e9; span 1, of stores 1, launches 9'
program "a program that writes to the descriptor" "$d/full/$name.key" "echo '$well' >&3" 0 "ended without a verdict"
program "a program that writes to its errors" "$d/full/$name.key" "echo '$well' >&2" 0 "ended without a verdict"
program "a program that says that all is well" "$d/full/$name.key" "exec $d/say '$well'" 0 "another number of answers"
program "a program with two ends" "$d/full/$name.key" "exec $d/say '$well
$well'" 0 "speaks after the end"
program "a program that fails after the end" "$d/full/$name.key" "$d/solved \"\$@\"; exit 1" 0 "ended without a verdict"
program "a flood of errors" "$d/full/$name.key" "yes >&2" 0 "it printed more than 16 MB"
program "answers to other questions" "$instructor/$name.key" "exec $d/solved \"\$1\" \"\$2\" 0" 50
"$d/full/build/grade" "$instructor/$name.key" "$d/solved" "$d/full/build/model/reference" >"$d/table" && grep -q '^total .* 100.0 of' "$d/table" || bad "the solution has not all points of the instructor's key"
exit $failed
