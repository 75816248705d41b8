--columns @{}lrr@{}
--head program, run or part & normal, $10^7$ & rough circle, $10^6$
SELECT variant, printf('%.2f', 1e3 * max(total_median) FILTER (WHERE input = 'normal')),
  printf('%.2f', 1e3 * max(total_median) FILTER (WHERE input = 'rough-circle'))
FROM medians m WHERE sweep = 'filter-rivals' AND (variant LIKE 'concurrent %' OR block = 256)
GROUP BY variant ORDER BY substr(variant, 1, instr(variant, ' ')), CAST(substr(variant, instr(variant, ' ')) AS INTEGER);
