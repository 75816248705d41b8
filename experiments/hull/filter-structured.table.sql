--columns @{}lrrrrrrr@{}
--head precision & sets & least & quarter & median & three quarters & nine tenths & most
WITH pair AS (
  SELECT input, substr(input, instr(input, ' ') + 1, instr(input, ':') - instr(input, ' ') - 1) AS type,
    max(device_median) FILTER (WHERE variant = 'filtered') / max(device_median) FILTER (WHERE variant = 'sorted') AS r
  FROM medians WHERE sweep = 'filter-structured' GROUP BY input),
ranked AS (
  SELECT type, 100 * (r - 1) AS loss, row_number() OVER (PARTITION BY type ORDER BY r) AS k, count(*) OVER (PARTITION BY type) AS c
  FROM pair WHERE r IS NOT NULL)
SELECT type, max(c), printf('%.0f', min(loss)), printf('%.0f', max(loss) FILTER (WHERE 4 * k <= c + 3)),
  printf('%.1f', max(loss) FILTER (WHERE 2 * k <= c + 1)), printf('%.1f', max(loss) FILTER (WHERE 4 * k <= 3 * c + 3)),
  printf('%.1f', max(loss) FILTER (WHERE 10 * k <= 9 * c + 9)), printf('%.1f', max(loss))
FROM ranked GROUP BY type ORDER BY type DESC;
