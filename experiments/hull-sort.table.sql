--columns rrrrr
--head points & our sort & CUB's & ratio & convex hull
--empty nothing was measured on this machine
WITH t AS (
  SELECT n, 1e6 * max(median) FILTER (WHERE variant = 'bucket') AS a,
         1e6 * max(median) FILTER (WHERE variant = 'cub-radix') AS b,
         1e6 * max(median) FILTER (WHERE variant = 'unsorted') AS c
  FROM medians WHERE sweep = 'hull-sort' GROUP BY n)
SELECT n, printf('%.0f', a), printf('%.0f', b), printf('%.2f', b / a),
  CASE WHEN c IS NULL THEN '' ELSE printf('%.0f', c) END FROM t ORDER BY n;
