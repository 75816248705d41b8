--columns @{}lrr@{\hskip 8pt}rr@{\hskip 8pt}rr@{\hskip 8pt}rr@{}
--head & \multicolumn{2}{c}{square, $10^8$} & \multicolumn{2}{c}{circle, $10^8$} & \multicolumn{2}{c}{square, $2^{24}$} & \multicolumn{2}{c@{}}{circle, $2^{24}$} \\ \cmidrule(r{8pt}){2-3}\cmidrule(r{8pt}){4-5}\cmidrule(r{8pt}){6-7}\cmidrule{8-9} sets & ms & one hull & ms & one hull & ms & threads & ms & threads
--empty nothing was measured on this machine
WITH laws(at, law, name) AS (VALUES (1, '3', 'of 3 points'), (2, '100', 'of 100'), (3, '1000', 'of 1000'), (4, '4096', 'of 4096'), (5, '4097', 'of 4097'),
  (6, 'pareto', 'by Pareto''s law'), (7, 'half', 'of 3, one of half'), (8, 'one', 'one set')),
t AS (SELECT variant, input, n, coalesce(device_median, total_median) AS s FROM medians WHERE sweep = 'hull-sets')
SELECT name, printf('%.1f', 1e3 * a.s), printf('%.2f', a.s / a1.s), printf('%.1f', 1e3 * c.s), printf('%.2f', c.s / c1.s),
       printf('%.2f', 1e3 * b.s), printf('%.0f', p.s / b.s), printf('%.2f', 1e3 * d.s), printf('%.0f', q.s / d.s)
FROM laws JOIN t a ON a.variant = 'together' AND a.input = 'square-' || law AND a.n = 100000000
  JOIN t a1 ON a1.variant = 'as-one' AND a1.input = 'square-one' AND a1.n = a.n
  JOIN t c ON c.variant = 'together' AND c.input = 'circle-' || law AND c.n = a.n
  JOIN t c1 ON c1.variant = 'as-one' AND c1.input = 'circle-one' AND c1.n = a.n
  JOIN t b ON b.variant = 'together' AND b.input = a.input AND b.n = 16777216
  JOIN t p ON p.variant = 'parallel' AND p.input = a.input AND p.n = b.n
  LEFT JOIN t d ON d.variant = 'together' AND d.input = c.input AND d.n = b.n
  LEFT JOIN t q ON q.variant = 'parallel' AND q.input = d.input AND q.n = d.n
ORDER BY at;
