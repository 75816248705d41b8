--columns lrrrrrr
--head & \multicolumn{2}{c}{bytes a key} & \multicolumn{4}{c}{per cent of the peak} \\ \cmidrule(lr){2-3}\cmidrule(l){4-7}
--head kernel & read & written & instructions & L1 & L2 & memory
--empty the GPU's counters were not read on this machine
WITH names(at, kernel, input, what) AS (VALUES (1, 'count_digits', 'bits', ''), (2, 'sort_by_lowest_digit', 'bits', ''),
  (3, 'sort_by_digit', 'bits', ''), (4, 'sort_by_digit', 'pairs', ', pairs')),
c AS (SELECT kernel, input, n, counter, value FROM counts WHERE sweep = 'sort-ncu' AND n = 67108864),
launches AS (SELECT kernel, input, value AS launches FROM c WHERE counter = 'launches')
SELECT replace(kernel, '_', '\char95 ') || what AS kernel_tex,
       printf('%.1f', max(value / n / launches) FILTER (WHERE counter = 'device-read-bytes')) AS r,
       printf('%.1f', max(value / n / launches) FILTER (WHERE counter = 'device-written-bytes')) AS w,
       printf('%.0f', max(value) FILTER (WHERE counter = 'issue-percent')) AS i,
       printf('%.0f', max(value) FILTER (WHERE counter = 'wavefronts-percent')) AS s,
       printf('%.0f', max(value) FILTER (WHERE counter = 'cache-percent')) AS l,
       printf('%.0f', max(value) FILTER (WHERE counter = 'memory-percent')) AS m
FROM names JOIN c USING (kernel, input) JOIN launches USING (kernel, input) GROUP BY at HAVING i IS NOT NULL ORDER BY at;
