-- series, n, milliseconds: random points; the predictions of the chapter are those of its text
SELECT series, n, ms FROM (
  SELECT replace(variant, '-grid', '') AS series, n, 1e3 * min(coalesce(device_median, median)) AS ms FROM medians
  WHERE sweep = 'peaks-time' AND n & (n - 1) = 0
    AND (variant IN ('serial', 'parallel', 'serial-grid', 'parallel-grid') OR device_median IS NOT NULL) GROUP BY series, n
  UNION ALL
  SELECT 'prediction', n, 0.1 + 6.6e-7 * n FROM medians WHERE sweep = 'peaks-time' AND variant = 'tree' AND n & (n - 1) = 0)
ORDER BY series, n;
