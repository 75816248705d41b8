#!/bin/bash
# Sets of the shapes of R15 and D31, each clustered with the two cutoff distances that were published for it: decision
# graphs and clusterings. B: the programs; OUT: where the data go.
set -eu
shape() { # NAME: points in the shape of that set
  awk -v name="$1" '
    function u() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }
    function normal() { return sqrt(-2 * log(u())) * cos(6.283185307179586 * u()) }
    BEGIN {
      seed = 20170705
      if (name == "r15") { clusters = 15; each = 40; width = 0.3 } else { clusters = 31; each = 100; width = 0.75 }
      for (c = 0; c < clusters; ++c)
        if (name == "r15") {
          r = c == 0 ? 0 : c < 8 ? 2.05 : 6.5
          x[c] = 10 + r * cos(6.283185307179586 * c / 7); y[c] = 10 + r * sin(6.283185307179586 * c / 7)
        } else do {
          x[c] = 3 + 26 * u(); y[c] = 3 + 26 * u(); near = 0
          for (b = 0; b < c; ++b) near += (x[b] - x[c]) ^ 2 + (y[b] - y[c]) ^ 2 < 9
        } while (near)
      for (i = 0; i < clusters * each; ++i)
        printf "%.6f %.6f\n", x[i % clusters] + width * normal(), y[i % clusters] + width * normal()
    }'
}
for cell in 'r15 15 0.347 bisection' 'r15 15 0.393 sampling' 'd31 31 1.151 bisection' 'd31 31 1.073 sampling'; do
  read -r name clusters dc way <<<"$cell"
  shape $name >"$OUT/density-$name.points"
  "$B"/density --variant serial --dc $dc --clusters $clusters --graph "$OUT/density-$name-$way.csv" \
    "$OUT/density-$name.points" | grep -v '^#' >"$OUT/density-$name-$way.found"
  # x y rho delta cluster centre
  paste -d ' ' "$OUT/density-$name.points" <(cut -d' ' -f2,3,5 "$OUT/density-$name-$way.found") \
    <(tail -n +2 "$OUT/density-$name-$way.csv" | cut -d, -f5) >"$OUT/density-$name-$way.dat"
done
