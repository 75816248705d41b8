--columns @{}lrrrrrrrr@{}
--head set & $n$ & $k$ & $K$ & $P$ & $d_c$ & Rand & NMI & centres
--empty the sets were not at hand
WITH s AS (
  SELECT input, n, dim AS k, CAST(kernel AS INTEGER) AS clusters, phase AS percent,
    max(value) FILTER (WHERE counter = 'dc') AS dc, max(value) FILTER (WHERE counter = 'rand') AS rand,
    max(value) FILTER (WHERE counter = 'information') AS information, max(value) FILTER (WHERE counter = 'centres') AS centres
  FROM counts WHERE sweep = 'density-sets' AND counter NOT LIKE 'of-%' GROUP BY input, n, dim, kernel, phase)
SELECT CASE WHEN input LIKE 'dim%' THEN 'Dim' || k ELSE upper(input) END, n, k, clusters, percent || ' %', printf('%.7g', dc), printf('%.4f', rand),
  printf('%.3f', information), printf('%d', centres)
FROM s ORDER BY CASE WHEN input LIKE 'birch%' THEN 3 WHEN input LIKE 'dim%' THEN 2 ELSE 1 END, k, n, CAST(percent AS REAL) DESC;
