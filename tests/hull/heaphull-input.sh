#!/bin/bash
# The program heaphull: bad input, and what it prints. Reading is hull's, and tested there. B is a build directory.
. "${0%/*}/../input.bash" heaphull
good=$d/good
printf '0.1 0.5\n0.2 0.9\n0.4 0.1\n0.7 0.3\n0.3 0.5\n' >"$good"

# ---- bad input: one line, status 2, nothing printed -------------------------------------------------------------
refused 'option --stats=yes takes no value' --stats=yes "$good"
refused 'option --variant needs a value' "$good" --variant
refused '--side is upper, lower or both, not left' --side left "$good"
names='filtered, octagon, octagon-parallel, heaphull, heaphull-gpu, cudachain, concurrent, concurrent-gpu'
refused "no variant is named general; there are $names" --variant general "$good"
refused "no variant is named quick; there are $names" --variant quick --double "$d/none"
printf '0 0\nnan 1\n' >"$d/in"
refused "$d/in:2: 'nan' is not a finite number" "$d/in"
printf '0 0\n1e39 0\n' >"$d/in"
refused "$d/in:2: '1e39' is too large for a float" --variant heaphull "$d/in"
printf '0 0\n1\n' >"$d/in"
refused "<stdin>:2: 2 numbers expected, 1 found" - <"$d/in"
# What the options alone decide is refused before the file is read.
for variant in heaphull heaphull-gpu cudachain concurrent concurrent-gpu; do
  for option in --keep-collinear --side=upper; do
    refused "${option%=*}: --variant $variant finds both sides, without collinear points" --variant $variant $option "$d/none"
  done
done

# ---- good input -------------------------------------------------------------------------------------------------
heaphull() { ran "$@"; quiet; }
# gives TEXT ARGUMENT...
gives() {
  local text=$1
  shift
  heaphull "$@"
  [ "$(<"$d/out")" = "$(printf -- "$text")" ] || fail "$*: gave $(<"$d/out"), not $(printf -- "$text")"
}
hull='0 0.1 0.5\n2 0.4 0.1\n3 0.7 0.3\n1 0.2 0.9'
for variant in filtered octagon octagon-parallel heaphull heaphull-gpu cudachain concurrent concurrent-gpu; do
  gives "$hull" --variant $variant "$good"
  gives "$hull" --variant $variant --double - <"$good"
done
gives "# points 5\n# kept 4\n$hull" --variant filtered --stats "$good"
gives "# points 5\n# queue 1 2\n# queue 2 1\n# queue 3 1\n# queue 4 0\n$hull" --variant octagon --stats "$good"
gives "# points 5\n# region 1 0\n# region 2 0\n# region 3 0\n# region 4 0\n$hull" --variant cudachain --stats "$good"
for variant in concurrent concurrent-gpu; do gives "# points 5\n# kept 4\n$hull" --variant $variant --stats "$good"; done
gives '0 0.1 0.5\n3 0.7 0.3\n1 0.2 0.9' --side upper "$good"
: >"$d/in"
gives '' "$d/in"
gives '# points 0\n# kept 0' --variant filtered --stats "$d/in"
printf '1 1\n0 0\n1 1\n-0 0\n' >"$d/in"
for variant in filtered octagon heaphull; do gives '1 0 0\n0 1 1' --variant $variant "$d/in"; done
# The published test loses (0, 1), which is a vertex; the others do not.
printf '0 0\n1 2\n0 1\n' >"$d/in"
for variant in heaphull heaphull-gpu; do gives '0 0 0\n1 1 2' --variant $variant "$d/in"; done
for variant in filtered octagon cudachain concurrent concurrent-gpu; do gives '0 0 0\n1 1 2\n2 0 1' --variant $variant "$d/in"; done
# What hull prints.
for set in "disk 900" "grid 500 --double" "circle 300"; do
  precision=$(grep -o -e '--double$' <<<"$set") || true
  "$B"/points $set --seed 5 >"$d/points" 2>/dev/null
  for option in --side=both --side=lower --keep-collinear; do
    "$B"/hull $option $precision --variant serial "$d/points" >"$d/expected" 2>/dev/null
    for variant in octagon octagon-parallel filtered; do
      case $variant,$option,$B in filtered,--[sk]*[re],*) continue ;; filtered,*,*/model) continue ;; esac
      heaphull $option $precision --variant $variant "$d/points"
      cmp -s "$d/out" "$d/expected" || fail "$set $option: $variant and hull differ"
    done
  done
done
echo "heaphull-input.sh: passed"
