--columns lrrrr
--head & \multicolumn{2}{c}{keys} & \multicolumn{2}{c}{with values} \\ \cmidrule(lr){2-3}\cmidrule(l){4-5}
--head type & bucket & radix & bucket & radix
--empty nothing was measured on this machine
WITH t AS (SELECT variant, input, printf('%.0f', 1e6 * median) AS us FROM medians WHERE sweep = 'sort-types')
SELECT input, coalesce(max(us) FILTER (WHERE variant = 'bucket'), '') AS a,
       coalesce(max(us) FILTER (WHERE variant = 'cub-radix'), '') AS b,
       coalesce(max(us) FILTER (WHERE variant = 'bucket-pairs'), '') AS c,
       coalesce(max(us) FILTER (WHERE variant = 'cub-radix-pairs'), '') AS d
FROM t GROUP BY input ORDER BY input;
