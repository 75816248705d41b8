--columns @{}lrr@{}
--head shape & normal & disk
SELECT variant, printf('%.0f', 1e6 * max(device_median) FILTER (WHERE input = 'normal')),
  printf('%.0f', 1e6 * max(device_median) FILTER (WHERE input = 'disk'))
FROM medians WHERE sweep = 'filter-shape' GROUP BY variant ORDER BY min(device_median);
