--columns @{}lrrrr@{}
--head keys & $n$ & one (ms) & all (ms) & times
SELECT CASE input WHEN 'pairs' THEN 'uint32, a value' ELSE input END AS keys, '$2^{' || printf('%d', round(log2(n))) || '}$' AS n_tex,
  printf('%.1f', 1e3 * max(device_median) FILTER (WHERE gpus = 1)) AS one, printf('%.1f', 1e3 * min(device_median) FILTER (WHERE variant = 'copies')) AS more,
  printf('%.2f', max(device_median) FILTER (WHERE gpus = 1) / min(device_median) FILTER (WHERE variant = 'copies')) AS ratio
FROM medians WHERE sweep = 'gpus-sort' AND (n >= 1073741824 OR n = 268435456 OR n = 16777216) GROUP BY input, n ORDER BY input, n;
