--columns lrrrrrr
--head & \multicolumn{4}{c}{$n=2^{24}$} & \multicolumn{2}{c}{$n=2^{28}$} \\ \cmidrule(lr){2-5}\cmidrule(l){6-7}
--head version & \textmu s & Gkeys/s & \% of bound & ratio & ms & ratio
--empty nothing was measured on this machine
WITH names(at, name, sweep, variant, block) AS (VALUES
  (1, 'published hybrid', 'sort-time', 'hybrid', 0),
  (2, '256 threads, 12 keys', 'sort-block', '12 keys', 256), (3, '256 threads, 16 keys', 'sort-block', '16 keys', 256),
  (4, '512 threads, 8 keys', 'sort-block', '8 keys', 512), (5, '512 threads, 12 keys', 'sort-block', '12 keys', 512),
  (6, '512 threads, 16 keys', 'sort-block', '16 keys', 512), (7, '1024 threads, 6 keys', 'sort-block', '6 keys', 1024),
  (8, '\emph{384 threads, 16 keys}', 'sort-time', 'bucket', 0),
  (9, 'merge', 'sort-time', 'merge', 0),
  (10, 'CUB merge', 'sort-time', 'cub-merge', 0), (11, 'CUB radix', 'sort-time', 'cub-radix', 0)),
v AS (SELECT at, name, n, median AS s FROM names JOIN medians USING (sweep, variant, block) WHERE n IN (16777216, 268435456)),
library(n, c) AS (SELECT n, median FROM medians WHERE sweep = 'sort-time' AND variant = 'cub-radix')
SELECT name AS name_tex,
       coalesce(max(printf('%.0f', 1e6 * s)) FILTER (WHERE n = 16777216), '') AS a,
       coalesce(max(printf('%.1f', 1e-9 * n / s)) FILTER (WHERE n = 16777216), '') AS b,
       coalesce(max(printf('%.0f', 100 * 32e-9 * n / gbs / s)) FILTER (WHERE n = 16777216), '') AS d,
       coalesce(max(printf('%.2f', c / s)) FILTER (WHERE n = 16777216), '') AS e,
       coalesce(max(printf('%.2f', 1e3 * s)) FILTER (WHERE n = 268435456), '') AS f,
       coalesce(max(printf('%.2f', c / s)) FILTER (WHERE n = 268435456), '') AS g
FROM v JOIN library USING (n), copy_bound GROUP BY at ORDER BY at;
