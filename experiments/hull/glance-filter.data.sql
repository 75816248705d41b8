-- series, n, how many times as fast the hull of unsorted points is by filtering as by sorting all, its interval
SELECT input AS series, n, speedup, low, high FROM speedups
WHERE sweep = 'filter-time' AND variant = 'filtered' AND base = 'sorted' AND input IN ('normal', 'disk', 'circle')
ORDER BY series, n;
