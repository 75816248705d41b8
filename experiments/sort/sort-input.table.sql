--columns l@{\ }rr@{\hskip 6pt}rr@{\hskip 6pt}rr@{\hskip 6pt}rr
--head & \multicolumn{2}{c}{$n=2^{14}$} & \multicolumn{2}{c}{$n=2^{20}$} & \multicolumn{2}{c}{$n=2^{24}$} & \multicolumn{2}{c}{$n=2^{26}$} \\ \cmidrule(lr){2-3}\cmidrule(lr){4-5}\cmidrule(lr){6-7}\cmidrule(l){8-9}
--head input & radix & merge & radix & merge & radix & merge & radix & merge
--empty nothing was measured on this machine
WITH t AS (
  SELECT input, n, max(median) FILTER (WHERE variant = 'cub-merge') / max(median) FILTER (WHERE variant = 'digits') AS ratio,
         printf('%.2f', max(median) FILTER (WHERE variant = 'cub-radix') / max(median) FILTER (WHERE variant = 'digits')) AS r,
         printf('%.2f', max(median) FILTER (WHERE variant = 'cub-merge') / max(median) FILTER (WHERE variant = 'digits')) AS m
  FROM medians WHERE sweep = 'sort-input' GROUP BY input, n),
  rows AS (
SELECT input, coalesce(max(r) FILTER (WHERE n = 16384), '') AS ar, coalesce(max(m) FILTER (WHERE n = 16384), '') AS am,
       coalesce(max(r) FILTER (WHERE n = 1048576), '') AS br, coalesce(max(m) FILTER (WHERE n = 1048576), '') AS bm,
       coalesce(max(r) FILTER (WHERE n = 16777216), '') AS cr, coalesce(max(m) FILTER (WHERE n = 16777216), '') AS cm,
       coalesce(max(r) FILTER (WHERE n = 67108864), '') AS dr, coalesce(max(m) FILTER (WHERE n = 67108864), '') AS dm,
       max(ratio) FILTER (WHERE n = 1048576) AS ratio
FROM t GROUP BY input ORDER BY input DESC)
SELECT group_concat(input, ', '), ar, am, br, bm, cr, cm, dr, dm FROM rows GROUP BY ar, am, br, bm, cr, cm, dr, dm ORDER BY max(ratio) DESC;
