--columns r*{2}{@{\hskip 14pt}r@{\hskip 9pt}r@{\hskip 9pt}r}
--head & \multicolumn{3}{c}{keys} & \multicolumn{3}{c}{keys and values} \\ \cmidrule(lr){2-4}\cmidrule(l){5-7}
--head $\log_2n$ & \textmu s & CUB & libcusort & \textmu s & CUB & libcusort
--empty nothing was measured on this machine
WITH t AS (
  SELECT variant LIKE '%-pairs' AS pairs, n, max(median) FILTER (WHERE variant LIKE 'digits%') AS ours,
         min(median) FILTER (WHERE variant LIKE 'cub-%') AS radix, max(median) FILTER (WHERE variant LIKE 'cusort%') AS cusort
  FROM medians WHERE sweep = 'sort-types' AND input = 'uint64' AND CAST(round(log2(n)) AS INTEGER) % 2 = 0 GROUP BY 1, n),
s AS (
  SELECT pairs, n, printf(CASE WHEN ours < 99.5e-6 THEN '%.1f' ELSE '%.0f' END, 1e6 * ours) AS us, CASE WHEN radix THEN printf('%.2f', radix / ours) ELSE '' END AS r,
         CASE WHEN cusort THEN printf('%.2f', cusort / ours) ELSE '' END AS c FROM t)
SELECT CAST(round(log2(n)) AS INTEGER) AS k,
       max(us) FILTER (WHERE NOT pairs) AS a1, max(r) FILTER (WHERE NOT pairs) AS a2, max(c) FILTER (WHERE NOT pairs) AS a3,
       max(us) FILTER (WHERE pairs) AS b1, max(r) FILTER (WHERE pairs) AS b2, max(c) FILTER (WHERE pairs) AS b3
FROM s GROUP BY n ORDER BY n;
