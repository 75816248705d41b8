--columns @{}lrrrr@{}
--head scene & 16 & 64 & 256 & 1024
SELECT input, printf('%.2f', 1e3 * max(coalesce(device_median, median)) FILTER (WHERE steps = 16)),
  printf('%.2f', 1e3 * max(coalesce(device_median, median)) FILTER (WHERE steps = 64)),
  printf('%.2f', 1e3 * max(coalesce(device_median, median)) FILTER (WHERE steps = 256)),
  printf('%.2f', 1e3 * max(coalesce(device_median, median)) FILTER (WHERE steps = 1024))
FROM medians WHERE sweep = 'peaks-budget' GROUP BY input ORDER BY input;
