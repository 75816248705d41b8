#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Warp and Weave authors
# SPDX-License-Identifier: MIT
# The assignment "sort" (tests/teaching/handout.bash); and the tries to forge a score, which do not depend on the assignment.
. "$(dirname "$0")/handout.bash" sort
forge() {  # WHAT, and on standard input code that runs in the student's functions
  { cat; } >"$d/forged"
  awk -v file="$d/forged" '{ print } /sort_elements\(V r\) \{/ { while ((getline line < file) > 0) print line }' "$d/pristine/sort.cuh" >"$d/full/sort.cuh"
  sed -i 's|#pragma once|#pragma once\n#include <cstdio>\n#include <cstdlib>\n#include <string>\n#include <unistd.h>|' "$d/full/sort.cuh"
  graded "$d/full" "$1" && { [ "$(total "$d/full")" = "$base" ] || { cat "$d/full/table" >&2; bad "a score was forged: $1"; }; }
}
graded "$d/$name" skeleton; base=$(total "$d/$name")
forge "prints a verdict" <<<'std::puts("passed"); std::fflush(stdout);'
forge "writes verdicts to every descriptor, and leaves" <<<'for (int f = 0; f < 64; ++f) for (const char* s : {"passed\n", "00000000000000000000000000000000 passed\n"}) if (write(f, s, std::string(s).size())) {} std::_Exit(0);'
forge "looks for the token in its surroundings" <<<'char t[64] = {}; if (read(4, t, 32) == 32) { const std::string s = std::string(t, 32) + " passed\n"; if (write(3, s.data(), s.size())) {} } const char* e = std::getenv("WW_TOKEN"); if (e) { const std::string s = std::string(e) + " passed\n"; if (write(3, s.data(), s.size())) {} } std::_Exit(0);'
LIMIT=3 forge "does not end" <<<'for (volatile int k = 0;; k = k + 1) {}'
exit $failed
