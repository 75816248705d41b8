--columns r*{10}{@{\hskip 6pt}r}
--head & \multicolumn{4}{c}{this book's} & \multicolumn{2}{c}{CUB's} & lib- & \multicolumn{3}{c}{CPU's} \\ \cmidrule(lr){2-5}\cmidrule(lr){6-7}\cmidrule(l){9-11}
--head $\log_2n$ & sort & merge & hybr. & vect. & radix & merge & cusort & par. & IPS\textsuperscript{4}o & one
--empty nothing was measured on this machine
WITH shown AS (
  SELECT n, variant, CASE WHEN r < 0.0995 THEN printf('%.3f', r) WHEN r < 9.95 THEN printf('%.2f', r) ELSE printf('%.1f', r) END AS cell
  FROM (SELECT n, CASE variant WHEN 'cub-newer' THEN 'cub-radix' ELSE variant END AS variant, max(1e-9 * n / median) AS r FROM medians
        WHERE sweep = 'sort-time' AND n & (n - 1) = 0 GROUP BY 1, 2))
SELECT CAST(log2(n) AS INTEGER) AS k,
       coalesce(max(cell) FILTER (WHERE variant = 'digits'), '') AS c0,
       coalesce(max(cell) FILTER (WHERE variant = 'merge'), '') AS c1,
       coalesce(max(cell) FILTER (WHERE variant = 'hybrid'), '') AS c2,
       coalesce(max(cell) FILTER (WHERE variant = 'vector'), '') AS c3,
       coalesce(max(cell) FILTER (WHERE variant = 'cub-radix'), '') AS c4,
       coalesce(max(cell) FILTER (WHERE variant = 'cub-merge'), '') AS c5,
       coalesce(max(cell) FILTER (WHERE variant = 'cusort'), '') AS c6,
       coalesce(max(cell) FILTER (WHERE variant = 'parallel'), '') AS c7,
       coalesce(max(cell) FILTER (WHERE variant = 'ips4o'), '') AS c8,
       coalesce(max(cell) FILTER (WHERE variant = 'serial'), '') AS c9
FROM shown GROUP BY n ORDER BY n;
