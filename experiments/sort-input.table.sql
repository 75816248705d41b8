--columns lr@{\hskip 9pt}r@{\hskip 9pt}rr@{\hskip 9pt}rr@{\hskip 9pt}r@{\hskip 9pt}r
--head & \multicolumn{3}{c}{$n=2^{20}$} & \multicolumn{2}{c}{$n=2^{24}$} & \multicolumn{3}{c}{$n=2^{26}$} \\ \cmidrule(lr){2-4}\cmidrule(lr){5-6}\cmidrule(l){7-9}
--head input & \textmu s & radix & merge & radix & merge & \textmu s & radix & merge
--empty nothing was measured on this machine
WITH t AS (
  SELECT input, n, 1e6 * max(median) FILTER (WHERE variant = 'bucket') AS us,
         max(median) FILTER (WHERE variant = 'cub-radix') / max(median) FILTER (WHERE variant = 'bucket') AS r,
         max(median) FILTER (WHERE variant = 'cub-merge') / max(median) FILTER (WHERE variant = 'bucket') AS m
  FROM medians WHERE sweep = 'sort-input' GROUP BY input, n)
SELECT a.input, printf('%.0f', a.us) AS au, printf('%.2f', a.r) AS ar, printf('%.2f', a.m) AS am,
       printf('%.2f', c.r) AS cr, printf('%.2f', c.m) AS cm,
       printf('%.0f', b.us) AS bu, printf('%.2f', b.r) AS br, printf('%.2f', b.m) AS bm
FROM t a JOIN t b ON a.input = b.input AND a.n = 1048576 AND b.n = 67108864 JOIN t c ON c.input = a.input AND c.n = 16777216
ORDER BY a.m DESC;
