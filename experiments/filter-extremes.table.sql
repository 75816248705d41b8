--columns @{}rrrrr@{}
--head $n$ & one thread & reduction & halving & kernels
SELECT n, printf('%.3f', 1e3 * max(device_median) FILTER (WHERE variant = 'one thread')),
  printf('%.3f', 1e3 * max(device_median) FILTER (WHERE variant = 'reduction')),
  printf('%.3f', 1e3 * max(device_median) FILTER (WHERE variant = 'halving')),
  printf('%.3f', 1e3 * max(device_median) FILTER (WHERE variant = 'kernels'))
FROM medians WHERE sweep = 'filter-extremes' GROUP BY n ORDER BY n;
