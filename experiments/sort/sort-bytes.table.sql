--columns lrrrrr
--head & \multicolumn{3}{c}{bytes a key} & \multicolumn{2}{c}{shared memory} \\ \cmidrule(lr){2-4}\cmidrule(l){5-6}
--head kernel & predicted & read & written & loads & stores
--empty the GPU's counters were not read on this machine
WITH names(at, kernel, predicted) AS (VALUES (1, 'count_bins', '4 + 4'), (2, 'move_keys', '8 + 8'), (3, 'sort_small_buckets', '8')),
c AS (SELECT kernel, counter, value / n AS v FROM counts WHERE sweep = 'sort-ncu' AND n = 16777216)
SELECT replace(kernel, '_', '\char95 ') AS kernel_tex, predicted,
       printf('%.1f', max(v) FILTER (WHERE counter = 'device-read-bytes')) AS r,
       printf('%.1f', max(v) FILTER (WHERE counter = 'device-written-bytes')) AS w,
       printf('%.1f', 32 * max(v) FILTER (WHERE counter = 'shared-load-wavefronts')) AS l,
       printf('%.1f', 32 * max(v) FILTER (WHERE counter = 'shared-store-wavefronts')) AS s
FROM names JOIN c USING (kernel) GROUP BY at ORDER BY at;
