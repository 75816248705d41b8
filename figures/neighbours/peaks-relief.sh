#!/bin/bash
# The Earth's relief and its fifty most isolated maxima. B: the programs; OUT: where the data go.
set -eu
experiments/neighbours/relief >"$OUT/relief.txt"
# Land and sea as a matrix, from the west to the east, every third cell.
experiments/neighbours/relief 3 | awk '{ if ($1 < 20) west[$2] = west[$2] " " $3; else east[$2] = east[$2] " " $3
  if (!($2 in seen)) { seen[$2] = 1; row[++n] = $2 } }
  END { for (i = 1; i <= n; ++i) print west[row[i]] east[row[i]] }' >"$OUT/relief-map.dat"
# The highest has nobody above it; then fifty, with the great circle to higher ground, broken at the antimeridian.
"$B"/peaks --sphere --top 51 "$OUT/relief.txt" | awk -v relief="$OUT/relief.txt" -v ways="$OUT/relief-ways.dat" '
  { x[NR] = $2; y[NR] = $3; to[NR] = $6; print $2, $3, NR - 1 }
  END {
    for (i = 2; i <= NR; ++i) wanted[to[i]] = 1
    for (n = 0; (getline line < relief) > 0; ++n) if (n in wanted) { split(line, p); hx[n] = p[1]; hy[n] = p[2] }
    r = atan2(0, -1) / 180
    for (i = 2; i <= NR; ++i) {
      a = hx[to[i]]; b = hy[to[i]]
      u1 = cos(y[i]*r)*cos(x[i]*r); u2 = cos(y[i]*r)*sin(x[i]*r); u3 = sin(y[i]*r)
      v1 = cos(b*r)*cos(a*r); v2 = cos(b*r)*sin(a*r); v3 = sin(b*r)
      dot = u1*v1 + u2*v2 + u3*v3; w = atan2(sqrt(1 - dot*dot), dot)
      for (k = 0; k <= 60; ++k) {
        s = sin((1 - k/60)*w)/sin(w); t = sin(k/60*w)/sin(w)
        p1 = s*u1 + t*v1; p2 = s*u2 + t*v2; p3 = s*u3 + t*v3
        l = atan2(p2, p1)/r
        if (k > 0 && (l - old > 180 || old - l > 180)) print "" >ways
        print l, atan2(p3, sqrt(p1*p1 + p2*p2))/r >ways
        old = l
      }
      print "" >ways
    }
  }' >"$OUT/relief-peaks.dat"
rm "$OUT/relief.txt"
