--columns @{}r@{\quad}rrr@{\qquad}rrr@{}
--head & \multicolumn3c{host to host} & \multicolumn3c{device}\\$n$ & CLUE & cutoff & Gauss & CLUE & cutoff & Gauss
--empty nothing was measured on this machine
SELECT printf('%,d', n), coalesce(max(printf('%.2f', 1e3 * total_median)) FILTER (WHERE variant = 'clue'), '---'),
  max(printf('%.2f', 1e3 * total_median)) FILTER (WHERE variant = 'cutoff'),
  max(printf('%.2f', 1e3 * total_median)) FILTER (WHERE variant = 'gaussian'),
  coalesce(max(printf('%.2f', 1e3 * device_median)) FILTER (WHERE variant = 'clue'), '---'),
  max(printf('%.2f', 1e3 * device_median)) FILTER (WHERE variant = 'cutoff'),
  max(printf('%.2f', 1e3 * device_median)) FILTER (WHERE variant = 'gaussian')
FROM medians WHERE sweep = 'density-rivals' GROUP BY n ORDER BY n;
