--columns lrrrrrr
--head & \multicolumn{4}{c}{$n=2^{24}$} & \multicolumn{2}{c}{$n=2^{28}$} \\ \cmidrule(lr){2-5}\cmidrule(l){6-7}
--head version & \textmu s & Gkeys/s & \% bound & ratio & ms & ratio
--empty nothing was measured on this machine
WITH names(at, name, sweep, variant, varied) AS (VALUES
  (1, '2 ways', 'sort-ways', 'merge', 2), (2, '4 ways', 'sort-ways', 'merge', 4), (3, '8 ways', 'sort-ways', 'merge', 8),
  (4, '16 ways', 'sort-ways', 'merge', 16), (5, '32 ways', 'sort-ways', 'merge', 32), (6, '128 ways', 'sort-ways', 'merge', 128),
  (7, '8 keys a thread', 'sort-ways', '8 keys', 0), (8, '32 keys a thread', 'sort-ways', '32 keys', 0),
  (9, 'tiles of 4096', 'sort-ways', 'tiles of 4096', 0), (10, 'tiles of 16{,}384', 'sort-ways', 'tiles of 16384', 0),
  (11, '\emph{the rule}', 'sort-time', 'merge', 0),
  (12, 'CUB''s merge sort', 'sort-time', 'cub-merge', 0), (13, 'CUB''s radix sort', 'sort-time', 'cub-radix', 0),
  (14, '\emph{sort\char95 keys}', 'sort-time', 'digits', 0)),
v AS (SELECT at, name, n, median AS s FROM names JOIN medians USING (sweep, variant) WHERE varied = ways AND n IN (16777216, 268435456)),
library(n, c) AS (SELECT n, median FROM medians WHERE sweep = 'sort-time' AND variant = 'cub-merge')
SELECT name AS name_tex,
       coalesce(max(printf('%.0f', 1e6 * s)) FILTER (WHERE n = 16777216), '') AS a,
       coalesce(max(printf('%.1f', 1e-9 * n / s)) FILTER (WHERE n = 16777216), '') AS b,
       coalesce(max(printf('%.1f', 100 * 8e-9 * n / gbs / s)) FILTER (WHERE n = 16777216), '') AS d,
       coalesce(max(printf('%.2f', c / s)) FILTER (WHERE n = 16777216), '') AS e,
       coalesce(max(printf('%.2f', 1e3 * s)) FILTER (WHERE n = 268435456), '') AS f,
       coalesce(max(printf('%.2f', c / s)) FILTER (WHERE n = 268435456), '') AS g
FROM v JOIN library USING (n), copy_bound GROUP BY at ORDER BY at;
