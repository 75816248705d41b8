#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Warp and Weave authors
# SPDX-License-Identifier: MIT
# The assignment "sum" (tests/teaching/handout.bash); and that a score is the same twice, and that the reference, of which students have the
# machine code alone, says what it should; and the attacks on the grader, most of which depend on no assignment: this one's is compiled soonest.
. "$(dirname "$0")/handout.bash" sum
cp "$d/full/grade.json" "$d/first.json"; graded "$d/full" "the last one again"; cmp "$d/first.json" "$d/full/grade.json" || bad "a score is not the same twice"
# A sum on the host is none of the kernels', whose launches are left in; nor may the host touch a device array, as on a GPU.
on_the_host() { awk -v sum="$1" '/std::int64_t\(blocks\), result\);/ { print; print sum; next } { print }' "$d/pristine/sum.cuh" >"$d/full/sum.cuh"; graded "$d/full" "a sum on the host"; [ "$(total "$d/full")" = 0.0 ] && grep -q "$2" "$d/full/table" || { cat "$d/full/table" >&2; bad "a sum on the host has $(total "$d/full") points"; }; }
on_the_host 'std::uint64_t all[2000], sum[5] = {}; device_array<std::uint64_t>::copy(all, words, n, s); for (int i = 0; i < n; ++i) sum[0] += all[i]; device_array<std::uint64_t>::copy(sums, sum, blocks, s); device_array<std::uint64_t>::copy(result, sum, 1, s);' 'no kernel ran that touches memory'
on_the_host 'for (std::int64_t i = 0; i < n; ++i) *result += words[i];' 'did the host touch a device array'
cp "$instructor/solution/sum.cuh" "$d/full/"
( cd "$d/full" && make -s CXX="$CXX" NVCC= reference >said 2>&1 ) && ! grep -E ': failed' "$d/full/said" >&2 || bad "the reference fails"
[ "$(grep -cE '^(test|count) ' "$d/full/said")" = "$(grep -cE '^case\|(test|count)' "$d/full/sum.key")" ] || { cat "$d/full/said" >&2; bad "the reference does not say all cases"; }
attacks add_parts 'launch(add_by_blocks<T>, 1,'
[ "$tried" -ge 71 ] || bad "only $tried attacks were tried"
exit $failed
