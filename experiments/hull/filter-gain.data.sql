-- series, n, how many times as fast the hull of unsorted points is by filtering as by sorting all, its interval
SELECT input AS series, n, speedup, low, high FROM speedups
WHERE sweep = 'filter-time' AND variant = 'filtered' AND base = 'sorted'
ORDER BY series, n;
