--columns @{}rrrrrr@{}
--head $n$ & octagon & all threads & heaphull & on the GPU & ours
SELECT n, printf('%.2f', 1e3 * max(total_median) FILTER (WHERE variant = 'octagon')),
  printf('%.2f', 1e3 * max(total_median) FILTER (WHERE variant = 'octagon-parallel')),
  printf('%.2f', 1e3 * max(total_median) FILTER (WHERE variant = 'heaphull')),
  printf('%.2f', 1e3 * max(total_median) FILTER (WHERE variant = 'heaphull-gpu')),
  printf('%.2f', 1e3 * max(total_median) FILTER (WHERE variant = 'filtered'))
FROM medians WHERE sweep = 'filter-host' AND input = 'normal' GROUP BY n ORDER BY n;
