--columns @{}lrrrr@{}
--head points & filtered & tiles alone & ratio & readings
SELECT input, printf('%.2f', 1e3 * max(device_median) FILTER (WHERE variant = 'filtered')),
  printf('%.2f', 1e3 * max(device_median) FILTER (WHERE variant = 'hull')),
  printf('%.1f', max(device_median) FILTER (WHERE variant = 'hull') / max(device_median) FILTER (WHERE variant = 'filtered')),
  printf('%.1f', max(device_median) FILTER (WHERE variant = 'filtered') /
    (n * CASE WHEN input LIKE '%double' THEN 16 ELSE 8 END / (SELECT gbs * 1e9 FROM copy_bound))) AS readings
FROM medians WHERE sweep = 'filter-order' AND n = 100000000 GROUP BY input;
