-- series, n, how many times as fast the hull of sorted points in the square is as the CPU's, its interval
SELECT base AS series, n, speedup, low, high FROM speedups
WHERE sweep = 'hull-time' AND variant = 'general' AND base IN ('serial', 'parallel') AND input = 'square'
ORDER BY series, n;
