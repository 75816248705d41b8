#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Warp and Weave authors
# SPDX-License-Identifier: MIT
# The assignment "sum" (tests/teaching/handout.bash); and that the reference, of which students have the machine code alone, says what it should.
. "$(dirname "$0")/handout.bash" sum
( cd "$d/full" && make -s CXX="$CXX" NVCC= reference >said 2>&1 ) && ! grep -E ': failed' "$d/full/said" >&2 || bad "the reference fails"
[ "$(grep -cE '^(test|count) ' "$d/full/said")" = "$(grep -cE '^case\|(test|count)' "$d/full/sum.key")" ] || { cat "$d/full/said" >&2; bad "the reference does not say all cases"; }
exit $failed
