#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Warp and Weave authors
# SPDX-License-Identifier: MIT
# The assignment "sum" (tests/teaching/handout.bash); and that a score is the same twice, and that the reference, of which students have the
# machine code alone, says what it should.
. "$(dirname "$0")/handout.bash" sum
cp "$d/full/grade.json" "$d/first.json"; graded "$d/full" "the last one again"; cmp "$d/first.json" "$d/full/grade.json" || bad "a score is not the same twice"
( cd "$d/full" && make -s CXX="$CXX" NVCC= reference >said 2>&1 ) && ! grep -E ': failed' "$d/full/said" >&2 || bad "the reference fails"
[ "$(grep -cE '^(test|count) ' "$d/full/said")" = "$(grep -cE '^case\|(test|count)' "$d/full/sum.key")" ] || { cat "$d/full/said" >&2; bad "the reference does not say all cases"; }
exit $failed
