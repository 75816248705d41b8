--columns @{}rrrrrr@{}
--head $n$ & octagon & all threads & heaphull & on the GPU & ours
SELECT n, printf('%.2f', 1e3 * max(total_median) FILTER (WHERE variant = 'host octagon')),
  printf('%.2f', 1e3 * max(total_median) FILTER (WHERE variant = 'host octagon-parallel')),
  printf('%.2f', 1e3 * max(total_median) FILTER (WHERE variant = 'host heaphull')),
  printf('%.2f', 1e3 * max(total_median) FILTER (WHERE variant = 'host heaphull-gpu')),
  printf('%.2f', 1e3 * max(total_median) FILTER (WHERE variant = 'host filtered'))
FROM medians WHERE sweep = 'filter-time' AND input = 'normal' AND n <= 100000000 GROUP BY n ORDER BY n;
