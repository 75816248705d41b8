--columns @{}lrrr@{}
--head points & differ, \% & kept by Manhattan & kept by Euclid
SELECT input, printf('%.1f', 100 * max(value) FILTER (WHERE counter = 'differ')), printf('%.1f', max(value) FILTER (WHERE kernel = 'manhattan')),
  printf('%.1f', max(value) FILTER (WHERE kernel = 'euclid'))
FROM counts WHERE sweep = 'filter-corners' GROUP BY input;
