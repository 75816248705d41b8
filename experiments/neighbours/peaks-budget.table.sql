--columns @{}lrrrr@{}
--head scene & 64 & 256 & 1024 & 4096
SELECT input, printf('%.2f', 1e3 * max(coalesce(device_median, median)) FILTER (WHERE visits = 64)),
  printf('%.2f', 1e3 * max(coalesce(device_median, median)) FILTER (WHERE visits = 256)),
  printf('%.2f', 1e3 * max(coalesce(device_median, median)) FILTER (WHERE visits = 1024)),
  printf('%.2f', 1e3 * max(coalesce(device_median, median)) FILTER (WHERE visits = 4096))
FROM medians WHERE sweep = 'peaks-budget' GROUP BY input ORDER BY input;
