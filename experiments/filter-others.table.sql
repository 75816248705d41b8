--columns @{}lrrrrrrrr@{}
--head points & $n$ & CGAL & qhull & VQhull & all & octagon & all & ours
SELECT input, n, printf('%.1f', 1e3 * max(total_median) FILTER (WHERE variant = 'cgal')),
  printf('%.1f', 1e3 * max(total_median) FILTER (WHERE variant = 'qhull')),
  printf('%.1f', 1e3 * (max(total_median) FILTER (WHERE variant = 'vqhull') - max(total_median) FILTER (WHERE variant = 'copy'))),
  printf('%.1f', 1e3 * (max(total_median) FILTER (WHERE variant = 'vqhull-parallel') - max(total_median) FILTER (WHERE variant = 'copy'))),
  printf('%.1f', 1e3 * max(total_median) FILTER (WHERE variant = 'octagon')),
  printf('%.1f', 1e3 * max(total_median) FILTER (WHERE variant = 'octagon-parallel')),
  printf('%.1f', 1e3 * max(total_median) FILTER (WHERE variant = 'filtered'))
FROM medians WHERE (sweep = 'filter-others' OR sweep = 'filter-others-large') GROUP BY input, n ORDER BY input, n;
