--columns @{}lrrr@{}
--head points & filtered & tiles alone & ratio
SELECT input, printf('%.2f', 1e3 * max(device_median) FILTER (WHERE variant = 'filtered')),
  printf('%.2f', 1e3 * max(device_median) FILTER (WHERE variant = 'hull')),
  printf('%.1f', max(device_median) FILTER (WHERE variant = 'hull') / max(device_median) FILTER (WHERE variant = 'filtered'))
FROM medians WHERE sweep = 'filter-order' AND n = 100000000 GROUP BY input;
