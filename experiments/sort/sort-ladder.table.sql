--columns @{}l@{\hskip 9pt}rrr@{\hskip 12pt}rrr@{}
--head & \multicolumn{3}{c}{$n=2^{24}$} & \multicolumn{3}{c}{$n=2^{28}$} \\ \cmidrule(lr){2-4}\cmidrule(l){5-7}
--head version & \textmu s & \% & ratio & ms & \% & ratio
--empty nothing was measured on this machine
WITH names(at, name, sweep, variant, input, bytes) AS (VALUES
  (1, '32 bits: all stable, tiles of 6144', 'sort-ladder', 'stable', 'uint32', 36),
  (2, 'the first in any order', 'sort-ladder', 'free', 'uint32', 36),
  (3, 'words of 32 bits to look back at', 'sort-ladder', 'short words', 'uint32', 36),
  (4, 'tiles of 12{,}800', 'sort-ladder', '40 keys', 'uint32', 36),
  (5, 'four keys read before they are written', 'sort-ladder', 'four at once', 'uint32', 36),
  (6, 'counters for each lane: \emph{the sort} of $2^{28}$', 'sort-ladder', 'columns', 'uint32', 36),
  (7, '64 bits: eight digits', 'sort-ladder', 'digits', 'uint64', 136),
  (8, 'buckets: \emph{the sort}', 'sort-types', 'digits', 'uint64', 64)),
v AS (SELECT at, name, input, n, bytes, median AS s FROM names JOIN medians USING (sweep, variant, input) WHERE n IN (16777216, 268435456)),
library AS (SELECT input, n, median AS c FROM medians WHERE sweep = 'sort-types' AND variant = 'cub-radix')
SELECT name AS name_tex,
       max(printf('%.0f', 1e6 * s)) FILTER (WHERE n = 16777216) AS a,
       max(printf('%.0f', 100e-9 * bytes * n / gbs / s)) FILTER (WHERE n = 16777216) AS b,
       max(printf('%.2f', c / s)) FILTER (WHERE n = 16777216) AS d,
       max(printf('%.2f', 1e3 * s)) FILTER (WHERE n = 268435456) AS e,
       max(printf('%.0f', 100e-9 * bytes * n / gbs / s)) FILTER (WHERE n = 268435456) AS f,
       max(printf('%.2f', c / s)) FILTER (WHERE n = 268435456) AS g
FROM v JOIN library USING (input, n), copy_bound GROUP BY at ORDER BY at;
