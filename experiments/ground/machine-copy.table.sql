--columns @{}rrrrr@{}
--head & \multicolumn{2}{c}{host} & \multicolumn{2}{c}{device} \\ \cmidrule(lr){2-3}\cmidrule(l){4-5}
--head $n$ & one thread & all threads & our kernel & the runtime
--empty no copy was measured on this machine
WITH shown AS (
  SELECT n, variant,
         printf('%.*f {\scriptsize[%.*f, %.*f]}', d, 2e-9 * n / median, d, 2e-9 * n / high,
                d, 2e-9 * n / low) AS cell
  FROM (SELECT *, CASE WHEN 2e-9 * n / median < 0.095 THEN 4 WHEN 2e-9 * n / median < 0.95 THEN 3 WHEN 2e-9 * n / median < 9.95 THEN 2 WHEN 2e-9 * n / median < 99.5 THEN 1
                  ELSE 0 END AS d FROM medians)
  WHERE sweep = 'machine-copy'
    AND (CAST(round(log2(n)) AS INTEGER) % 4 = 0
         OR n = (SELECT max(n) FROM medians WHERE sweep = 'machine-copy')))
SELECT printf('$2^{%d}$', round(log2(n))) AS n_tex,
       max(cell) FILTER (WHERE variant = 'serial') AS serial_tex,
       max(cell) FILTER (WHERE variant = 'parallel') AS parallel_tex,
       max(cell) FILTER (WHERE variant = 'kernel') AS kernel_tex,
       max(cell) FILTER (WHERE variant = 'runtime') AS runtime_tex
FROM shown GROUP BY n ORDER BY n;
