#!/bin/bash
# A run of wagener on 1024 points: the points, and their hood. B: the programs; OUT: where the data go.
set -eu
"$B"/points disk 1024 --general-position --seed 5 --output "$OUT/wagener-run-points.dat"
"$B"/wagener "$OUT/wagener-run-points.dat" >"$OUT/wagener-run.out"
# The hood is the last sequence of the output.
grep -v '^#' "$OUT/wagener-run.out" | awk 'NF == 0 { if (++ended == 2) exit } ended == 1 && NF == 2' >"$OUT/wagener-run-hood.dat"
