--columns @{}rrrrrr@{}
--head $n$ & one thread & reduction & halving & efficiency & kernels
SELECT n, printf('%.3f', 1e3 * max(device_median) FILTER (WHERE variant = 'one thread')),
  printf('%.3f', 1e3 * max(device_median) FILTER (WHERE variant = 'reduction')),
  printf('%.3f', 1e3 * max(device_median) FILTER (WHERE variant = 'halving')),
  printf('%.0f~\%%', 100 * max(device_median) FILTER (WHERE variant = 'one thread') / min(device_median) FILTER (WHERE variant IN ('reduction', 'halving'))
    / (SELECT value FROM environment WHERE sweep = 'filter-extremes' AND key = 'cores')),
  printf('%.3f', 1e3 * max(device_median) FILTER (WHERE variant = 'kernels'))
FROM medians WHERE sweep = 'filter-extremes' GROUP BY n ORDER BY n;
