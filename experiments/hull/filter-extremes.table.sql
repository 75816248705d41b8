--columns @{}rrrrr@{}
--head $n$ & one thread & all & efficiency, \% & kernels
WITH ways AS (
  SELECT n, max(device_median) FILTER (WHERE variant = 'one thread') AS one,
    max(device_median) FILTER (WHERE variant = 'reduction') AS whole,
    max(device_median) FILTER (WHERE variant = 'kernels') AS kernels
  FROM medians WHERE sweep = 'filter-extremes' GROUP BY n)
SELECT n, printf('%.3f', 1e3 * one), printf('%.3f', 1e3 * whole), printf('%.0f', 100 * one / whole
    / (SELECT CAST(value AS REAL) FROM environment WHERE sweep = 'filter-extremes' AND key = 'cores')) AS efficiency,
  printf('%.3f', 1e3 * kernels)
FROM ways ORDER BY n;
