--columns rrrrrrrrrr
--head & \multicolumn3c{square} & \multicolumn3c{clusters} & \multicolumn3c{bunches}\\points & sort & CUB & hull & sort & CUB & hull & sort & CUB & hull
--empty nothing was measured on this machine
WITH t AS (
  SELECT n, input, printf('%.0f', 1e6 * max(median) FILTER (WHERE variant = 'bucket')) AS a,
         printf('%.0f', 1e6 * max(median) FILTER (WHERE variant = 'cub-radix')) AS b,
         printf('%.0f', 1e6 * max(median) FILTER (WHERE variant = 'unsorted')) AS c
  FROM medians WHERE sweep = 'hull-sort' GROUP BY n, input)
SELECT s.n, s.a, s.b, s.c, c.a, c.b, c.c, t.a, t.b, t.c FROM t s LEFT JOIN t c ON c.n = s.n AND c.input = 'clustered'
  LEFT JOIN t ON t.n = s.n AND t.input = 'bunches' WHERE s.input = 'square'
  AND s.n IN (1024, 65536, 1048576, 4194304, 16777216) ORDER BY s.n;
