#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Warp and Weave authors
# SPDX-License-Identifier: MIT
# A variant of an assignment with a seed (SEED=7 VARIANT=2) is graded like the first, and the solution of one is none of the other.
. "$(dirname "$0")/archives.bash" "${1:-sum}"
mkdir "$d/2"; for t in "$name" "$name-instructor"; do tar xzf "build/handout/2-7/$t.tar.gz" -C "$d/2"; done
points() {  # FOLDER SOLUTION: the points, or "none" if it does not compile
  cp -r "$1" "$d/try"; cp "$2" "$d/try/$name.cuh"; compiled_before "$d/try"
  if make -s -C "$d/try" CXX="$CXX" NVCC= grade >"$d/table" 2>"$d/said"; then awk '$1 == "total" { print $2 }' "$d/table"; else echo none; fi
  rm -rf "$d/try"
}
first=$d/$name second=$d/2/$name
is() { [ "$1" = "$2" ] || { cat "$d/table" "$d/said" >&2; bad "$3 has $1 points, and should have $2"; }; }
is "$(points "$second" "$d/2/$name-instructor/solution/$name.cuh")" 100.0 "the variant's solution"
is "$(points "$second" "$second/$name.cuh")" 0.0 "the variant's skeleton"
is "$(points "$second" "$instructor/solution/$name.cuh")" none "the first one's solution, in the variant,"
is "$(points "$first" "$d/2/$name-instructor/solution/$name.cuh")" none "the variant's solution, in the first one,"
cmp -s <(sed -n 's/^case|test|[^|]*|//p' "$first/$name.key") <(sed -n 's/^case|test|[^|]*|//p' "$second/$name.key") && bad "a seed changes no number"
grep -qx 'seed|7' "$second/$name.key" || bad "the variant's key has another seed"
[ "$(grep -c '^task' "$first/$name.key")" = "$(grep -c '^task' "$second/$name.key")" ] && [ "$(diff <(grep '^task' "$first/$name.key") <(grep '^task' "$second/$name.key") | grep -c '^>')" = 1 ] || bad "not just one task is another"
status=0; doc/handout/vary -v variant=9 -v table="doc/handout/$name.variants" /dev/null 2>"$d/said" || status=$?
[ "$status" = 2 ] && grep -q 'there is no variant 9' "$d/said" || bad "variant 9 is not refused"
exit $failed
