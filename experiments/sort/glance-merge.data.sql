-- series, n, how many times as fast the multiway merge sort is as the library's sorts, its interval
SELECT base AS series, n, speedup, low, high FROM speedups
WHERE sweep = 'sort-time' AND variant = 'merge' AND base IN ('cub-radix', 'cub-merge') AND n & (n - 1) = 0
ORDER BY series, n;
