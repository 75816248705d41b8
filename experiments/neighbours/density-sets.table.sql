--columns @{}lrrrrrrrr@{}
--head set & $n$ & $k$ & $K$ & $P$ & $d_c$ & Rand & NMI & centres
--empty the sets were not at hand
WITH s AS (
  SELECT input, n, dim AS k, CAST(kernel AS INTEGER) AS clusters, phase AS percent,
    max(value) FILTER (WHERE counter = 'dc') AS dc, max(value) FILTER (WHERE counter = 'rand') AS rand,
    max(value) FILTER (WHERE counter = 'information') AS information, max(value) FILTER (WHERE counter = 'centres') AS centres
  FROM counts WHERE sweep = 'density-sets' AND counter NOT LIKE 'of-%' GROUP BY input, n, dim, kernel, phase),
t AS (
  SELECT upper(input) AS name, n, k AS first, printf('%d', k) AS k, clusters, percent, printf(CASE WHEN dc < 1000 THEN '%.4g' WHEN dc < 10000 THEN '%.0f' ELSE '%,d' END, CASE WHEN dc < 10000 THEN dc ELSE round(dc) END) AS dc, rand, information, centres
  FROM s WHERE input NOT LIKE 'dim%'
  UNION ALL
  SELECT 'Dim', n, min(k), min(k) || ' to ' || max(k), clusters, percent, '', min(rand), min(information),
    min(centres) FROM s WHERE input LIKE 'dim%' GROUP BY n, clusters, percent)
SELECT name, printf(CASE WHEN n < 10000 THEN '%d' ELSE '%,d' END, n), k, clusters, percent || ' %', dc, printf('%.4f', rand), printf('%.3f', information), printf('%d', centres)
FROM t ORDER BY CASE WHEN name LIKE 'BIRCH%' THEN 3 WHEN name = 'Dim' THEN 2 ELSE 1 END, first, n, CAST(percent AS REAL) DESC;
