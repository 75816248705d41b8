--columns rrrrrr
--head & & & \multicolumn{3}{c}{time over ours} \\ \cmidrule(l){4-6}
--head $n$ & seed & \textmu s & radix & merge & libcusort
--empty nothing was measured on this machine
WITH t AS (
  SELECT n, input, max(median) FILTER (WHERE variant = 'bucket') AS ours, max(median) FILTER (WHERE variant = 'cub-radix') AS radix,
         max(median) FILTER (WHERE variant = 'cub-merge') AS merge, max(median) FILTER (WHERE variant = 'cusort') AS cusort
  FROM medians WHERE sweep = 'sort-rows' GROUP BY n, input)
SELECT n, input, printf('%.0f', 1e6 * ours) AS us, CASE WHEN radix THEN printf('%.2f', radix / ours) END AS a,
       CASE WHEN merge THEN printf('%.2f', merge / ours) END AS b, CASE WHEN cusort THEN printf('%.2f', cusort / ours) END AS c
FROM t ORDER BY n;
