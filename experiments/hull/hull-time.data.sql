-- series, n, microseconds, their interval: the upper hood of sorted points in the square
SELECT series, n, us, low, high FROM (
  SELECT variant AS series, n, 1e6 * total_median AS us, 1e6 * total_low AS low, 1e6 * total_high AS high
  FROM medians WHERE sweep = 'hull-time' AND input = 'square' AND total_median IS NOT NULL
  UNION ALL
  SELECT 'device', n, 1e6 * device_median, 1e6 * device_low, 1e6 * device_high
  FROM medians WHERE sweep = 'hull-time' AND input = 'square' AND device_median IS NOT NULL
  UNION ALL
  SELECT 'bound', n, 8e-3 * n / gbs, NULL, NULL
  FROM medians m, copy_bound WHERE sweep = 'hull-time' AND input = 'square' AND m.variant = 'general'
    AND 8e-3 * n / gbs >= 1
  -- The prediction of the chapter: 20 us, 8 us a stage of tiles of 4096 points, 0.35 to 0.7 ms for 2^24 points.
  UNION ALL
  SELECT 'prediction', n, 20 + 8 * max(0, log2(n / 4096.0)) + 525.0 * n / 16777216, NULL, NULL
  FROM medians WHERE sweep = 'hull-time' AND input = 'square' AND variant = 'general'
  UNION ALL
  SELECT 'prediction-serial', n, 0.01 * n, NULL, NULL
  FROM medians WHERE sweep = 'hull-time' AND input = 'square' AND variant = 'serial')
ORDER BY series, n;
