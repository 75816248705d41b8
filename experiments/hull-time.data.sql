-- series, n, microseconds, their interval: the upper hood of sorted points in the square
SELECT series, n, us, low, high FROM (
  SELECT variant AS series, n, 1e6 * total_median AS us, 1e6 * total_low AS low, 1e6 * total_high AS high
  FROM medians WHERE sweep = 'hull-time' AND input = 'square' AND total_median IS NOT NULL
  UNION ALL
  SELECT 'resident', n, 1e6 * device_median, 1e6 * device_low, 1e6 * device_high
  FROM medians WHERE sweep = 'hull-time' AND input = 'square' AND device_median IS NOT NULL
  UNION ALL
  SELECT 'bound', n, 8e-3 * n / gbs, NULL, NULL
  FROM medians m, copy_bound WHERE sweep = 'hull-time' AND input = 'square' AND m.variant = 'general'
    AND 8e-3 * n / gbs >= 1)
ORDER BY series, n;
