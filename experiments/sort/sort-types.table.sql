--columns @{}r*{4}{@{\hskip 4pt}r@{\hskip 3pt}r@{\hskip 3pt}r}@{}
--head & \multicolumn{3}{c}{32 bits} & \multicolumn{3}{c}{$32+32$} & \multicolumn{3}{c}{64 bits} & \multicolumn{3}{c}{$64+32$} \\ \cmidrule(lr){2-4}\cmidrule(lr){5-7}\cmidrule(lr){8-10}\cmidrule(l){11-13}
--head $\log_2n$ & \textmu s & CUB & lib. & \textmu s & CUB & lib. & \textmu s & CUB & lib. & \textmu s & CUB & lib.
--empty nothing was measured on this machine
WITH kinds(kind, input, suffix) AS (VALUES ('a', 'uint32', ''), ('b', 'uint32', '-pairs'), ('c', 'uint64', ''), ('d', 'uint64', '-pairs')),
t AS (
  SELECT kind, n, max(median) FILTER (WHERE variant = 'digits' || suffix) AS ours,
         min(median) FILTER (WHERE variant IN ('cub-radix' || suffix, 'cub-newer' || suffix)) AS radix, max(median) FILTER (WHERE variant = 'cusort' || suffix) AS cusort
  FROM medians JOIN kinds USING (input) WHERE sweep = 'sort-types' AND (n < 65536 OR CAST(round(log2(n)) AS INTEGER) % 2 = 0) GROUP BY kind, n),
s AS (
  SELECT kind, n, printf(CASE WHEN ours < 99.5e-6 THEN '%.1f' ELSE '%.0f' END, 1e6 * ours) AS us, CASE WHEN radix THEN printf('%.2f', radix / ours) ELSE '' END AS r,
         CASE WHEN cusort THEN printf('%.2f', cusort / ours) ELSE '' END AS c FROM t)
SELECT CAST(round(log2(n)) AS INTEGER) AS k,
       max(us) FILTER (WHERE kind = 'a') AS a1, max(r) FILTER (WHERE kind = 'a') AS a2, max(c) FILTER (WHERE kind = 'a') AS a3,
       max(us) FILTER (WHERE kind = 'b') AS b1, max(r) FILTER (WHERE kind = 'b') AS b2, max(c) FILTER (WHERE kind = 'b') AS b3,
       max(us) FILTER (WHERE kind = 'c') AS c1, max(r) FILTER (WHERE kind = 'c') AS c2, max(c) FILTER (WHERE kind = 'c') AS c3,
       max(us) FILTER (WHERE kind = 'd') AS d1, max(r) FILTER (WHERE kind = 'd') AS d2, max(c) FILTER (WHERE kind = 'd') AS d3
FROM s GROUP BY n ORDER BY n;
