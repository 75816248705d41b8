#!/bin/bash
# The stages of a run of wagener on 1024 points. B: the programs; OUT: where the data go.
set -eu
"$B"/points disk 1024 --general-position --seed 5 --output "$OUT/wagener-stages-points.dat"
"$B"/wagener "$OUT/wagener-stages-points.dat" "$OUT/wagener-stages.trace" >"$OUT/wagener-stages.out"
# wagener-stages-D.dat: the hoods of D points each, an empty line between two. The last comes from the output.
{ sed '$d' "$OUT/wagener-stages.trace"; grep -v '^#' "$OUT/wagener-stages.out" | sed '1,/^$/d'; } |
  awk -v out="$OUT" 'BEGIN { d = 2; fresh = 1 }
    NF == 0 { close(file); d *= 2; fresh = 1; next }
    fresh { file = out "/wagener-stages-" d ".dat"; printf "" >file; fresh = 0; next }
    NF == 1 { print "" >file; next }
    { print >file }'
