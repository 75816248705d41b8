--columns l@{\hskip 6pt}r@{\hskip 6pt}r@{\hskip 6pt}r@{\hskip 6pt}r
--head & & & \multicolumn{2}{c}{CUB's time over ours} \\ \cmidrule(l){4-5}
--head segments & keys & ms & sort & radix
--empty nothing was measured on this machine
WITH names(at, input, name) AS (VALUES (1, 'short', 'a million of 1 to 100 keys'),
  (2, 'short and one long', 'these, and one of $2^{24}$'), (3, 'tiny', 'a million of 1 to 16'),
  (4, 'thousand', '16{,}384 of 1000'), (5, 'middling', 'a thousand of $2^{14}$')),
t AS (
  SELECT input, n, max(median) FILTER (WHERE variant = 'bucket') AS ours, max(median) FILTER (WHERE variant = 'cub-segmented-sort') AS sort,
         max(median) FILTER (WHERE variant = 'cub-segmented-radix') AS radix
  FROM medians WHERE sweep = 'sort-segments' GROUP BY input, n)
SELECT name AS name_tex, n, printf('%.3f', 1e3 * ours) AS ms, CASE WHEN sort THEN printf('%.2f', sort / ours) END AS a,
       CASE WHEN radix THEN printf('%.2f', radix / ours) END AS b
FROM t JOIN names USING (input) ORDER BY at;
