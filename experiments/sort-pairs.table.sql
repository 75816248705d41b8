--columns rrrrrrr
--head & \multicolumn{3}{c}{keys of 32 bits} & \multicolumn{3}{c}{keys of 64 bits} \\ \cmidrule(lr){2-4}\cmidrule(l){5-7}
--head pairs & bucket & radix & ratio & bucket & radix & ratio
--empty nothing was measured on this machine
WITH t AS (
  SELECT n, 1e6 * max(median) FILTER (WHERE input = 'uint32' AND variant = 'bucket-pairs') AS a,
         1e6 * max(median) FILTER (WHERE input = 'uint32' AND variant = 'cub-radix-pairs') AS b,
         1e6 * max(median) FILTER (WHERE input = 'uint64' AND variant = 'bucket-pairs') AS c,
         1e6 * max(median) FILTER (WHERE input = 'uint64' AND variant = 'cub-radix-pairs') AS d
  FROM medians WHERE sweep = 'sort-pairs' GROUP BY n)
SELECT n, printf('%.1f', a), printf('%.1f', b), printf('%.2f', b / a),
       printf('%.1f', c), printf('%.1f', d), printf('%.2f', d / c) FROM t ORDER BY n;
