--columns @{}rrrrrr@{}
--head $n$ & one thread & reduction & halving & efficiency, \% & kernels
WITH ways AS (
  SELECT n, max(device_median) FILTER (WHERE variant = 'one thread') AS one,
    max(device_median) FILTER (WHERE variant = 'reduction') AS reduction,
    max(device_median) FILTER (WHERE variant = 'halving') AS halving,
    max(device_median) FILTER (WHERE variant = 'kernels') AS kernels
  FROM medians WHERE sweep = 'filter-extremes' GROUP BY n)
SELECT n, printf('%.3f', 1e3 * one), printf('%.3f', 1e3 * reduction), printf('%.3f', 1e3 * halving),
  printf('%.0f', 100 * one / min(reduction, halving)
    / (SELECT CAST(value AS REAL) FROM environment WHERE sweep = 'filter-extremes' AND key = 'cores')) AS efficiency,
  printf('%.3f', 1e3 * kernels)
FROM ways ORDER BY n;
