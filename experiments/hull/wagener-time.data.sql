-- series, n, microseconds, their interval; and the kernels' time over one thread's
SELECT series, n, us, low, high FROM (
  SELECT variant AS series, n, 1e6 * total_median AS us, 1e6 * total_low AS low, 1e6 * total_high AS high
  FROM medians WHERE sweep = 'wagener-time' AND input = 'square' AND variant IN ('serial', 'faithful')
    AND total_median IS NOT NULL
  UNION ALL
  SELECT 'kernels', n, 1e6 * device_median, 1e6 * device_low, 1e6 * device_high
  FROM medians WHERE sweep = 'wagener-time' AND input = 'square' AND variant = 'faithful' AND device_median IS NOT NULL
  UNION ALL
  SELECT 'ratio', n, 1 / speedup, 1 / high, 1 / low
  FROM speedups WHERE sweep = 'wagener-time' AND input = 'square' AND variant = 'faithful' AND base = 'serial'
  UNION ALL
  SELECT 'predicted-ratio', n, 10 * (log2(n) - 1) / (0.01 * n), NULL, NULL
  FROM medians WHERE sweep = 'wagener-time' AND input = 'square' AND variant = 'faithful' AND n >= 512
  UNION ALL
  SELECT 'predicted-serial', n, 0.01 * n, NULL, NULL
  FROM medians WHERE sweep = 'wagener-time' AND input = 'square' AND variant = 'serial'
  UNION ALL
  SELECT 'predicted-kernels', n, 10 * (log2(n) - 1), NULL, NULL
  FROM medians WHERE sweep = 'wagener-time' AND input = 'square' AND variant = 'faithful'
  UNION ALL
  SELECT 'predicted-whole', n, 100 * (log2(n) - 1), NULL, NULL
  FROM medians WHERE sweep = 'wagener-time' AND input = 'square' AND variant = 'faithful')
ORDER BY series, n;
