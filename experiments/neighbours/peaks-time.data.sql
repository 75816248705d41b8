-- series, n, milliseconds: random points; the predictions of the chapter are those of its text
SELECT series, n, ms FROM (
  SELECT variant AS series, n, 1e3 * coalesce(device_median, median) AS ms FROM medians
  WHERE sweep = 'peaks-time' AND variant IN ('serial', 'parallel', 'tree', 'tiled', 'published') AND n & (n - 1) = 0
    AND (variant IN ('serial', 'parallel') OR device_median IS NOT NULL)
  UNION ALL
  SELECT 'prediction', n, 0.1 + 6.6e-7 * n FROM medians WHERE sweep = 'peaks-time' AND variant = 'tree' AND n & (n - 1) = 0)
ORDER BY series, n;
