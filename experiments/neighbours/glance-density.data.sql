-- series, n, how many times as fast a whole clustering is as on the CPU's threads, its interval
SELECT base AS series, n, speedup, low, high FROM speedups
WHERE sweep = 'density-time' AND variant = 'tiles-whole' AND base IN ('serial-whole', 'parallel-whole') ORDER BY series, n;
