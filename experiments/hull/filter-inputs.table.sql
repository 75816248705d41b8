--columns @{}lrrrrrrrr@{}
--head & \multicolumn4c{unsorted} & \multicolumn2c{sorted} & \multicolumn2c{pinned} \\points & filter & hull & sort & ratio & hull & tiles & hull & copy
WITH ms AS (SELECT sweep, variant, input, 1e3 * device_median AS t FROM medians
  WHERE sweep IN ('filter-time', 'filter-order', 'filter-pinned') AND n = 100000000)
SELECT input, printf('%.2f', max(t) FILTER (WHERE sweep = 'filter-time' AND variant = 'filter')),
  printf('%.2f', max(t) FILTER (WHERE sweep = 'filter-time' AND variant = 'filtered')),
  printf('%.2f', max(t) FILTER (WHERE sweep = 'filter-time' AND variant = 'sorted')),
  printf('%.1f', max(t) FILTER (WHERE sweep = 'filter-time' AND variant = 'sorted') / max(t) FILTER (WHERE sweep = 'filter-time' AND variant = 'filtered')),
  printf('%.2f', max(t) FILTER (WHERE sweep = 'filter-order' AND variant = 'filtered')),
  printf('%.2f', max(t) FILTER (WHERE sweep = 'filter-order' AND variant = 'hull')),
  coalesce(max(printf('%.2f', t)) FILTER (WHERE sweep = 'filter-pinned' AND variant = 'filtered'), '---'),
  coalesce(max(printf('%.2f', t)) FILTER (WHERE sweep = 'filter-pinned' AND variant = 'copy'), '---')
FROM ms GROUP BY input;
