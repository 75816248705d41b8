--columns rrrr
--head points & this chapter & library & quotient
--empty nothing was measured on this machine
WITH t AS (
  SELECT n, 1e6 * max(median) FILTER (WHERE variant = 'split') AS a,
         1e6 * max(median) FILTER (WHERE variant = 'cub-radix') AS b
  FROM medians WHERE sweep = 'hull-sort' GROUP BY n)
SELECT n, printf('%.0f', a), printf('%.0f', b), printf('%.2f', b / a) FROM t ORDER BY n;
