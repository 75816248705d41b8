--columns @{}l*{3}{@{\hskip 9pt}r@{\hskip 5pt}r@{\hskip 5pt}r}@{}
--head & \multicolumn{3}{c}{$n=2^{20}$} & \multicolumn{3}{c}{$n=2^{24}$} & \multicolumn{3}{c}{$n=2^{28}$} \\ \cmidrule(lr){2-4}\cmidrule(lr){5-7}\cmidrule(l){8-10}
--head what & ours & CUB & cusort & ours & CUB & cusort & ours & CUB & cusort
--empty nothing was measured on this machine
WITH kinds(at, name, input, suffix) AS (VALUES (1, 'keys of 32 bits', 'uint32', ''), (2, 'with values', 'uint32', '-pairs'),
  (3, 'keys of 64 bits', 'uint64', ''), (4, 'with values', 'uint64', '-pairs')),
t AS (SELECT at, name, n, replace(variant, '-pairs', '') AS who, memory FROM medians JOIN kinds USING (input)
  WHERE sweep = 'sort-types' AND (suffix = '-pairs') = (variant LIKE '%-pairs'))
SELECT name,
       max(memory) FILTER (WHERE n = 1048576 AND who = 'digits') AS m00,
       max(memory) FILTER (WHERE n = 1048576 AND who = 'cub-radix') AS m01,
       max(memory) FILTER (WHERE n = 1048576 AND who = 'cusort') AS m02,
       max(memory) FILTER (WHERE n = 16777216 AND who = 'digits') AS m10,
       max(memory) FILTER (WHERE n = 16777216 AND who = 'cub-radix') AS m11,
       max(memory) FILTER (WHERE n = 16777216 AND who = 'cusort') AS m12,
       max(memory) FILTER (WHERE n = 268435456 AND who = 'digits') AS m20,
       max(memory) FILTER (WHERE n = 268435456 AND who = 'cub-radix') AS m21,
       max(memory) FILTER (WHERE n = 268435456 AND who = 'cusort') AS m22
FROM t GROUP BY at ORDER BY at;
