--columns @{}l@{\hskip 5pt}r@{\hskip 5pt}r@{\hskip 5pt}r@{\hskip 5pt}r@{\hskip 5pt}r@{\hskip 5pt}r@{\hskip 5pt}r@{}
--head & \multicolumn{2}{c}{host} & \multicolumn{2}{c}{GPU} & \multicolumn{2}{c}{times as fast as} & \\ \cmidrule(lr){2-3}\cmidrule(lr){4-5}\cmidrule(lr){6-7}
--head input & one & all & device & end to end & one thread & all threads & from
--empty nothing was measured on this machine
WITH t AS (
  SELECT input,
         max(median) FILTER (WHERE variant = 'serial') AS serial,
         max(median) FILTER (WHERE variant = 'parallel') AS parallel,
         max(device_median) FILTER (WHERE variant = 'general') AS resident,
         max(total_median) FILTER (WHERE variant = 'general') AS whole
  FROM medians WHERE sweep = 'hull-time' AND n = 16777216 GROUP BY input),
s AS (
  SELECT input, base, speedup, low, high FROM speedups
  WHERE sweep = 'hull-time' AND n = 16777216 AND variant = 'general' AND base <> 'general'),
f AS (
  SELECT input, base, printf('%.*f {\scriptsize[%.*f, %.*f]}', d, speedup, d, low, d, high) AS cell
  FROM (SELECT *, 0 AS d FROM s)),
-- The first size from which the resident time is the smaller one at all sizes.
o AS (
  SELECT a.input, min(a.n) AS n
  FROM speedups a
  WHERE a.sweep = 'hull-time' AND a.variant = 'general' AND a.base = 'serial'
    AND NOT EXISTS (SELECT 1 FROM speedups b
      WHERE b.sweep = a.sweep AND b.variant = a.variant AND b.base = a.base AND b.input = a.input
        AND b.n >= a.n AND b.speedup <= 1)
  GROUP BY a.input)
SELECT t.input, printf('%.0f', 1e3 * serial), printf('%.1f', 1e3 * parallel), printf('%.3f', 1e3 * resident),
       printf('%.1f', 1e3 * whole), a.cell AS one_tex, b.cell AS all_tex,
       printf('$2^{%d}$', round(log2(o.n))) AS n_tex
FROM t LEFT JOIN f a ON a.input = t.input AND a.base = 'serial'
  LEFT JOIN f b ON b.input = t.input AND b.base = 'parallel'
  LEFT JOIN o ON o.input = t.input
ORDER BY t.input LIKE '%-double', t.resident;
