-- series, n, how many times as fast the published program is as one thread, its interval
SELECT series, n, speedup, low, high FROM (
  SELECT 'kernels' AS series, n, speedup, low, high FROM speedups
  WHERE sweep = 'wagener-time' AND variant = 'faithful' AND base = 'serial' AND input = 'square'
  UNION ALL
  SELECT 'whole', n, total_speedup, total_low, total_high FROM speedups
  WHERE sweep = 'wagener-time' AND variant = 'faithful' AND base = 'serial' AND input = 'square')
ORDER BY series, n;
