--columns @{}r@{\hskip 7pt}r@{\hskip 5pt}r@{\hskip 7pt}r@{\hskip 5pt}r@{\hskip 7pt}r@{}
--head & \multicolumn{2}{c}{host} & \multicolumn{2}{c}{faithful, on the GPU} & general \\ \cmidrule(lr){2-3}\cmidrule(lr){4-5}\cmidrule(l){6-6}
--head $n$ & one thread & all threads & kernels & host to host & resident
--empty nothing was measured on this machine
WITH shown AS (
  SELECT n, variant, clock,
         printf('%.*f {\scriptsize[%.*f, %.*f]}', d, m, d, l, d, h) AS cell
  FROM (SELECT *, CASE WHEN m < 0.995 THEN 3 WHEN m < 9.95 THEN 2 WHEN m < 99.5 THEN 1 ELSE 0 END AS d
        FROM (SELECT n, variant, 'device' AS clock, 1e6 * device_median AS m, 1e6 * device_low AS l,
                     1e6 * device_high AS h
              FROM medians WHERE sweep = 'wagener-time' AND input = 'square'
              UNION ALL
              SELECT n, variant, 'total', 1e6 * total_median, 1e6 * total_low, 1e6 * total_high
              FROM medians WHERE sweep = 'wagener-time' AND input = 'square'))
  WHERE m IS NOT NULL)
SELECT n,
       max(cell) FILTER (WHERE variant = 'serial') AS serial_tex,
       max(cell) FILTER (WHERE variant = 'parallel') AS parallel_tex,
       max(cell) FILTER (WHERE variant = 'faithful' AND clock = 'device') AS kernels_tex,
       max(cell) FILTER (WHERE variant = 'faithful' AND clock = 'total') AS whole_tex,
       max(cell) FILTER (WHERE variant = 'general' AND clock = 'device') AS general_tex
FROM shown GROUP BY n ORDER BY n;
