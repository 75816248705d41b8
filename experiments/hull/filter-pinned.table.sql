--columns @{}lrrrr@{}
--head points & filtered & copy & ratio & GB/s
SELECT input, printf('%.2f', 1e3 * max(device_median) FILTER (WHERE variant = 'filtered')),
  printf('%.2f', 1e3 * max(device_median) FILTER (WHERE variant = 'copy')),
  printf('%.2f', max(device_median) FILTER (WHERE variant = 'filtered') / max(device_median) FILTER (WHERE variant = 'copy')),
  printf('%.0f', 1e-9 * 1e8 * CASE WHEN input LIKE '%double' THEN 16 ELSE 8 END / max(device_median) FILTER (WHERE variant = 'copy'))
FROM medians WHERE sweep = 'filter-pinned' AND n = 100000000 GROUP BY input;
