--columns @{}lrrrrrr@{}
--head points & $n$ & extremes & filter & queues & hull & all, ms
SELECT input, n, printf('%.1f', 100 * max(device_median) FILTER (WHERE variant = 'extremes') / sum(device_median)),
  printf('%.1f', 100 * max(device_median) FILTER (WHERE variant = 'filter') / sum(device_median)),
  printf('%.1f', 100 * max(device_median) FILTER (WHERE variant = 'queues') / sum(device_median)),
  printf('%.1f', 100 * max(device_median) FILTER (WHERE variant = 'hull') / sum(device_median)),
  printf('%.1f', 1e3 * sum(device_median))
FROM medians WHERE sweep = 'filter-parts' GROUP BY input, n ORDER BY input DESC;
