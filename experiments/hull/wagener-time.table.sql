--columns @{}r@{\hskip 9pt}r@{\hskip 9pt}r@{\hskip 7pt}r@{\hskip 12pt}r@{\hskip 9pt}r@{}
--head & & \multicolumn{2}{c}{as published, on the GPU} & \multicolumn{2}{c@{}}{times one thread} \\ \cmidrule(lr){3-4}\cmidrule(l){5-6}
--head $n$ & one thread & kernels & host to host & kernels & host to host
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
  WHERE m IS NOT NULL),
ratio AS (
  SELECT n, printf('%.1f', 1 / speedup) AS kernels, printf('%.0f', 1 / total_speedup) AS whole
  FROM speedups WHERE sweep = 'wagener-time' AND input = 'square' AND variant = 'faithful' AND base = 'serial')
SELECT n,
       max(cell) FILTER (WHERE variant = 'serial') AS serial_tex,
       coalesce(max(cell) FILTER (WHERE variant = 'faithful' AND clock = 'device'), '') AS kernels_tex,
       coalesce(max(cell) FILTER (WHERE variant = 'faithful' AND clock = 'total'), '') AS whole_tex,
       coalesce(max(kernels), ''), coalesce(max(whole), '')
FROM shown LEFT JOIN ratio USING (n) GROUP BY n ORDER BY n;
