--columns @{}l@{\hskip 6pt}r*{8}{@{\hskip 10pt}r}@{}
--head & & CGAL & qhull & \multicolumn2c{VQhull} & copy & \multicolumn2c{octagon} & ours\\points & $n$ & & & one & all & & one & all &
SELECT input, '$10^{' || printf('%d', round(log10(n))) || '}$' AS n_tex, coalesce(max(printf('%.1f', 1e3 * total_median)) FILTER (WHERE variant = 'cgal'), '---'),
  coalesce(max(printf('%.1f', 1e3 * total_median)) FILTER (WHERE variant = 'qhull'), '---'),
  coalesce(max(printf('%.1f', 1e3 * total_median)) FILTER (WHERE variant = 'vqhull'), '---'),
  coalesce(max(printf('%.1f', 1e3 * total_median)) FILTER (WHERE variant = 'vqhull-parallel'), '---'),
  coalesce(max(printf('%.1f', 1e3 * total_median)) FILTER (WHERE variant = 'copy'), '---'),
  coalesce(max(printf('%.1f', 1e3 * total_median)) FILTER (WHERE variant = 'octagon'), '---'),
  coalesce(max(printf('%.1f', 1e3 * total_median)) FILTER (WHERE variant = 'octagon-parallel'), '---'),
  coalesce(max(printf('%.1f', 1e3 * total_median)) FILTER (WHERE variant = 'filtered'), '---')
FROM medians WHERE sweep = 'filter-others' GROUP BY input, n ORDER BY input, n;
