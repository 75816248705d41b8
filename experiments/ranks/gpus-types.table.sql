--columns @{}lrrrrrr@{}
--head keys & $n$ & one (ms) & copies (ms) & times & NCCL (ms) & times
WITH m AS (SELECT input, n, max(device_median) FILTER (WHERE gpus = 1) AS one, min(device_median) FILTER (WHERE gpus > 1 AND variant = 'copies') AS copies,
  min(device_median) FILTER (WHERE gpus > 1 AND variant = 'nccl') AS nccl
  FROM medians WHERE sweep = 'gpus-sort' AND (gpus = 1 OR gpus = (SELECT max(gpus) FROM medians WHERE sweep = 'gpus-sort')) GROUP BY input, n)
SELECT CASE input WHEN 'pairs' THEN 'uint32, a value' ELSE input END AS keys, '$2^{' || printf('%d', round(log2(n))) || '}$' AS n_tex,
  printf('%.2f', 1e3 * one) AS one, printf('%.2f', 1e3 * copies) AS copies, printf('%.2f', one / copies) AS ratio,
  CASE WHEN nccl IS NULL THEN '' ELSE printf('%.2f', 1e3 * nccl) END AS nccl, CASE WHEN nccl IS NULL THEN '' ELSE printf('%.2f', one / nccl) END AS nccl_ratio
FROM m WHERE one IS NOT NULL AND copies IS NOT NULL AND (n >= 1073741824 OR n IN (268435456, 16777216, 1048576)) ORDER BY input, n;
