--columns rrrrrrrrrr
--head & \multicolumn{5}{c}{this book's} & \multicolumn{2}{c}{CUB's} & \multicolumn{2}{c}{CPU's} \\ \cmidrule(lr){2-6}\cmidrule(lr){7-8}\cmidrule(l){9-10}
--head $\log_2n$ & digits & bucket & merge & hybr. & vect. & radix & merge & all & one
--empty nothing was measured on this machine
WITH shown AS (
  SELECT n, variant, CASE WHEN r < 0.0995 THEN printf('%.3f', r) WHEN r < 9.95 THEN printf('%.2f', r) ELSE printf('%.1f', r) END AS cell
  FROM (SELECT n, variant, 1e-9 * n / median AS r FROM medians WHERE sweep = 'sort-time' AND n & (n - 1) = 0))
SELECT CAST(log2(n) AS INTEGER) AS k,
       coalesce(max(cell) FILTER (WHERE variant = 'digits'), '') AS g,
       coalesce(max(cell) FILTER (WHERE variant = 'bucket'), '') AS a,
       coalesce(max(cell) FILTER (WHERE variant = 'merge'), '') AS b,
       coalesce(max(cell) FILTER (WHERE variant = 'hybrid'), '') AS c,
       coalesce(max(cell) FILTER (WHERE variant = 'vector'), '') AS d,
       coalesce(max(cell) FILTER (WHERE variant = 'cub-radix'), '') AS e,
       coalesce(max(cell) FILTER (WHERE variant = 'cub-merge'), '') AS f,
       coalesce(max(cell) FILTER (WHERE variant = 'parallel'), '') AS h,
       coalesce(max(cell) FILTER (WHERE variant = 'serial'), '') AS i
FROM shown GROUP BY n ORDER BY n;
