--columns r*{4}{@{\hskip 7pt}r@{\hskip 4.4pt}r@{\hskip 4.4pt}r}
--head & \multicolumn{3}{c}{32 bits} & \multicolumn{3}{c}{and values} & \multicolumn{3}{c}{64 bits} & \multicolumn{3}{c}{and values} \\ \cmidrule(lr){2-4}\cmidrule(lr){5-7}\cmidrule(lr){8-10}\cmidrule(l){11-13}
--head $\log_2n$ & \textmu s & CUB & lib. & \textmu s & CUB & lib. & \textmu s & CUB & lib. & \textmu s & CUB & lib.
--empty nothing was measured on this machine
WITH t AS (
  SELECT input || CASE WHEN variant LIKE '%-pairs' THEN '-pairs' ELSE '' END AS kind, n, max(median) FILTER (WHERE variant LIKE 'digits%') AS ours,
         min(median) FILTER (WHERE variant LIKE 'cub-%') AS radix, max(median) FILTER (WHERE variant LIKE 'cusort%') AS cusort
  FROM medians WHERE sweep = 'sort-types' AND input IN ('uint32', 'uint64') AND CAST(round(log2(n)) AS INTEGER) % 2 = 0 GROUP BY 1, n),
s AS (
  SELECT kind, n, printf(CASE WHEN ours < 99.5e-6 THEN '%.1f' ELSE '%.0f' END, 1e6 * ours) AS us, CASE WHEN radix THEN printf('%.2f', radix / ours) ELSE '' END AS r,
         CASE WHEN cusort THEN printf('%.2f', cusort / ours) ELSE '' END AS c FROM t)
SELECT CAST(round(log2(n)) AS INTEGER) AS k,
       max(us) FILTER (WHERE kind = 'uint32') AS a1, max(r) FILTER (WHERE kind = 'uint32') AS a2, max(c) FILTER (WHERE kind = 'uint32') AS a3,
       max(us) FILTER (WHERE kind = 'uint32-pairs') AS b1, max(r) FILTER (WHERE kind = 'uint32-pairs') AS b2, max(c) FILTER (WHERE kind = 'uint32-pairs') AS b3,
       max(us) FILTER (WHERE kind = 'uint64') AS c1, max(r) FILTER (WHERE kind = 'uint64') AS c2, max(c) FILTER (WHERE kind = 'uint64') AS c3,
       max(us) FILTER (WHERE kind = 'uint64-pairs') AS d1, max(r) FILTER (WHERE kind = 'uint64-pairs') AS d2, max(c) FILTER (WHERE kind = 'uint64-pairs') AS d3
FROM s GROUP BY n ORDER BY n;
