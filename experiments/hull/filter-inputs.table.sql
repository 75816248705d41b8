--columns @{}lrrrrr@{}
--head points & filter & filtered & sorted & ratio & GB/s
SELECT input, printf('%.2f', 1e3 * max(device_median) FILTER (WHERE variant = 'filter')),
  printf('%.2f', 1e3 * max(device_median) FILTER (WHERE variant = 'filtered')),
  printf('%.2f', 1e3 * max(device_median) FILTER (WHERE variant = 'sorted')),
  printf('%.1f', max(device_median) FILTER (WHERE variant = 'sorted') / max(device_median) FILTER (WHERE variant = 'filtered')),
  printf('%.0f', 1e-9 * 1e8 * CASE WHEN input LIKE '%double' THEN 16 ELSE 8 END / max(device_median) FILTER (WHERE variant = 'filtered'))
FROM medians WHERE sweep = 'filter-time' AND n = 100000000 GROUP BY input;
