#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Warp and Weave authors
# SPDX-License-Identifier: MIT
# The program density: bad input of every kind, and what it prints for points of every kind. B is a build directory.
. "${0%/*}/../input.bash" density
good=$d/good
printf '0 0\n1 0\n0 1\n10 10\n11 10\n10 11\n' >"$good"

kept=("$d/graph.csv" "$d/out.npy")

refused 'option --dc needs a value' "$good" --dc
refused '--kernel is gaussian or cutoff, not tophat' --kernel tophat "$good"
for p in 0 -1 100.5 nan inf two 2x '' 1e400; do
  refused "--percent $p: a number above 0 and at most 100 is expected" --percent "$p" "$good"
done
for x in 0 -0 -3 nan inf 1e999 d 5m ''; do
  refused "--dc $x: a finite number above 0 is expected" --dc "$x" "$good"
done
most='a whole number from 1 to 9223372036854775807 is expected'
for k in 0 -1 1.5 x '' 99999999999999999999; do refused "--clusters $k: $most" --clusters "$k" "$good"; done
refused '--percent and --dc: only one of them can be given' --percent 2 --dc 1 "$good"
refused '--gpus -1: a whole number from 1 to 64 is expected' --gpus -1 "$good"
refused '--gpus has the variants tiles and all-pairs, not serial' --gpus 2 --variant serial "$good"
refused "--graph $d/graph.png: a name that ends in .csv or .svg is expected" --graph "$d/graph.png" "$good"
refused "--out $d/out.txt: a name that ends in .npy is expected" --out "$d/out.txt" "$good"
refused 'no variant is named quick; there are serial, parallel, tiles, all-pairs, published' --variant quick "$good"
refused 'no variant is named published; there are serial, parallel, tiles, all-pairs' --variant published --double "$good"
refused "$good: 7 clusters of 6 points" --clusters 7 "$good" --graph "$d/graph.csv" --out "$d/out.npy"
refused "$good: not for --variant published: it takes 2 to 65535 points, Gaussian densities, and has neither halo nor weights" \
  --variant published --halo "$good"
refused "$good: not for --variant published: it takes 2 to 65535 points, Gaussian densities, and has neither halo nor weights" \
  --variant published --kernel cutoff "$good"
printf '1\n2\n3\n0\n0.5\n1e-300\n' >"$d/weights"
printf '1\n2\n' >"$d/few"
printf '1\n2\n3\n-1\n0\n1\n' >"$d/negative"
refused "$good: not for --variant published: it takes 2 to 65535 points, Gaussian densities, and has neither halo nor weights" \
  --variant published --weights "$d/weights" "$good"
refused "$d/few: 2 weights for 6 points" --weights "$d/few" "$good" --out "$d/out.npy"
refused "$d/negative:4: a weight below 0" --weights "$d/negative" "$good" --graph "$d/graph.csv"
yes 1e308 | head -6 >"$d/great"
refused "$d/great: the weights add up to more than 2^1023" --weights "$d/great" "$good"
refused "$good:1: 1 number expected, more found" --weights "$good" "$good"
refused 'POINTS and --weights: only one of them can be standard input' --weights - -
refused "--weights : a name is expected" --weights '' "$good"
bad "@:2: 'nan' is not a finite number" '0 0\nnan 1\n'
bad "@:1: 'inf' is not a finite number" 'inf 0\n'
bad "@:2: '1e39' is too large for a float" '0 0\n1e39 0\n' --graph "$d/graph.csv"
bad '@:2: 2 numbers expected, 1 found' '0 0\n1\n'
bad '@:3: 3 numbers expected, more found' '0 0 1\n1 2 3\n1 2 3 4\n'
bad '@:1: the count is 3, but 2 rows follow' '3\n0 0\n1 1\n'
bad "@:1: 'x' is not a number" 'x y\n'
bad '@:1: a number is missing next to a comma' '1,\n'
bad '@: 4097 coordinates, where 1 to 4096 are possible' "$(seq -s ' ' 4097)\n"
zero='the cutoff distance comes out 0: at least 2 per cent of the pairs coincide (--percent larger, or --dc)'
bad "@: $zero" '1 1\n1 1\n1 1\n'
bad "@: $zero" '1 1\n1 1\n1 1\n' --variant tiles --out "$d/out.npy"
bad "@: the cutoff distance comes out 0: at least 100 per cent of the pairs coincide (--dc)" '1 1\n1 1\n' --percent 100
bad "@: 1 clusters of 0 points" '' --clusters 1
range='not for --variant published: squared distances leave the range of float'
bad '@:2: 1e-35 is lost beside the largest coordinate, 1e+30 (--double takes more)' '1e30 0\n1e-35 0\n0 0\n' --out "$d/out.npy"
bad '@:3: 1e-200 is lost beside the largest coordinate, 1' '1 0\n0 0\n1e-200 0\n' --double --graph "$d/graph.csv"
bad '@: the cutoff distance, 1e-15, is lost beside the largest coordinate (--double takes more)' '1e30 0\n1e-15 0\n0 0\n' --dc 1e-15 --out "$d/out.npy"
bad '@: the cutoff distance, 1e-170, is lost beside the largest coordinate' '1 0\n2 0\n' --double --dc 1e-170
bad "@: $range" '0 0\n0 0\n1 1\n1 1\n' --variant published --dc 1e-20 --out "$d/out.npy"
bad "@: $range" '1e20 0\n-1e20 0\n0 1e20\n0 -1e20\n' --variant published --graph "$d/graph.csv"

# ---- good input -------------------------------------------------------------------------------------------------
density() { ran "$@"; }
gives() { # OUTPUT TEXT OPTION...
  local expected=$1
  printf -- "$2" >"$d/in"
  shift 2
  for variant in serial parallel tiles all-pairs; do
    density "$@" --variant $variant "$d/in"
    [ "$(<"$d/out")" = "$(printf -- "$expected")" ] || fail "$* --variant $variant: gave $(<"$d/out"), not $expected"
  done
}
gives '# dc 0\n# clusters 0' ''
gives '# dc 0\n# clusters 0' '# nothing\n' --percent 5 --halo
gives '# dc 0\n# clusters 1\n0 0 0 -1 1' '3 4\n'
gives '# dc 0\n# clusters 1\n0 0 0 -1 1 0' '7\n' --halo --kernel cutoff
gives '# dc 2\n# clusters 2\n0 1 9 -1 1\n1 1 1 0 1\n2 1 8 1 2\n3 1 1 2 2' '0\n1\n9\n8\n' --dc 2 --kernel cutoff --clusters 2
gives '# dc 2\n# clusters 1\n0 1 1 -1 1\n1 1 1 0 1' '0 0\n1 0\n' --dc 2 --kernel cutoff
grep -q 'the decision graph has no clear gap' "$d/err" || fail "no warning"
printf '1 2\n3 4\n' >"$d/in"
ran --kernel cutoff "$d/in"
grep -q 'the decision graph has no gap: gamma falls nowhere' "$d/err" || fail "no warning where every gamma is 0"
gives '# dc 0.5\n# clusters 1\n0 2 0 -1 1\n1 2 0 0 1\n2 2 0 0 1' '1 1\n1 1\n1 1\n' --dc 0.5 --kernel cutoff
# All pairs are nearer, or as near: the cutoff distance is the largest.
gives '# dc 5\n# clusters 1\n0 2 1 1 1\n1 3 4 -1 1\n2 3 1 1 1\n3 2 3 2 1' '0\n1\n2\n5\n' --percent 100 --kernel cutoff --clusters 1
# The example of the chapter.
gives '# dc 1.5\n# clusters 2\n0 1 1 1 1\n1 2 6 -1 1\n2 1 1 1 1\n3 1 4 2 2\n4 1 1 3 2' '0\n1\n2\n6\n7\n' --kernel cutoff --dc 1.5
printf '2\n0.5\n0\n' >"$d/w"
gives '# dc 2\n# clusters 1\n0 2.5 9 -1 1\n1 2.5 1 0 1\n2 0 8 1 1' '0\n1\n9\n' --dc 2 --kernel cutoff --clusters 1 --weights "$d/w"
quiet
# The column of a single column is no count; a count stands before several.
density --clusters 2 --dc 1 <(printf '5\n6\n20\n') && [ "$(grep -vc '^#' "$d/out")" = 3 ] || fail "a single column"
density --clusters 2 --dc 1 <(printf '2\n6 7\n20 9\n') && [ "$(grep -vc '^#' "$d/out")" = 2 ] || fail "a count"
# Six points, two clusters, found without being told.
for variant in serial tiles published; do
  density --percent 20 --variant $variant "$good"
  quiet
  sed -n 2p "$d/out" | grep -qx '# clusters 2' || fail "$variant: $(<"$d/out")"
  [ "$(grep -v '^#' "$d/out" | awk '{printf "%s", $5}')" = 111222 ] || fail "$variant: $(<"$d/out")"
done
# Standard input, .npy in and out, both pictures.
density - --clusters 2 --variant tiles --out "$d/found.npy" --graph "$d/graph.csv" --halo <"$good"
[ "$(wc -l <"$d/out")" = 2 ] || fail "--out prints more than comments"
density "$d/found.npy" --clusters 2 --dc 1
[ "$(grep -vc '^#' "$d/out")" = 6 ] || fail "the columns written are not read again"
grep -q "'shape': (6, 5)" "$d/found.npy" || fail "shape of --out"
[ "$(head -1 "$d/graph.csv")" = 'index,rho,delta,gamma,centre' ] && [ "$(grep -c ',1$' "$d/graph.csv")" = 2 ] ||
  fail "--graph: $(<"$d/graph.csv")"
density "$good" --clusters 2 --graph "$d/graph.svg"
[ "$(grep -c 'point' "$d/graph.svg")" = 2 ] && tail -1 "$d/graph.svg" | grep -qx '</svg>' || fail "--graph: $(<"$d/graph.svg")"
echo "density-input.sh: passed"
