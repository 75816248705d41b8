--columns lrrrrrr
--head & \multicolumn{3}{c}{$n=2^{20}$} & \multicolumn{3}{c}{$n=2^{26}$} \\ \cmidrule(lr){2-4}\cmidrule(l){5-7}
--head input & \textmu s & radix & merge & \textmu s & radix & merge
--empty nothing was measured on this machine
WITH t AS (
  SELECT input, n, 1e6 * max(median) FILTER (WHERE variant = 'split') AS us,
         max(median) FILTER (WHERE variant = 'cub-radix') / max(median) FILTER (WHERE variant = 'split') AS r,
         max(median) FILTER (WHERE variant = 'cub-merge') / max(median) FILTER (WHERE variant = 'split') AS m
  FROM medians WHERE sweep = 'sort-input' GROUP BY input, n)
SELECT a.input, printf('%.1f', a.us) AS au, printf('%.2f', a.r) AS ar, printf('%.2f', a.m) AS am,
       printf('%.0f', b.us) AS bu, printf('%.2f', b.r) AS br, printf('%.2f', b.m) AS bm
FROM t a JOIN t b ON a.input = b.input AND a.n = 1048576 AND b.n = 67108864 ORDER BY a.m DESC;
