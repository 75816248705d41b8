--columns @{}llrrrr@{}
--head what & input & $n$ & one (ms) & all (ms) & times
SELECT what, input, n_tex, printf(CASE WHEN one < 10e-3 THEN '%.2f' ELSE '%.0f' END, 1e3 * one) AS one, printf(CASE WHEN more < 10e-3 THEN '%.2f' ELSE '%.0f' END, 1e3 * more) AS more, printf('%.2f', one / more) AS ratio FROM (
  SELECT 1 AS at, 'hull' AS what, CASE input WHEN 'normal-each' THEN 'normal, each GPU' ELSE input END AS input, n,
    '$10^{' || printf('%d', round(log10(n))) || '}$' AS n_tex, max(device_median) FILTER (WHERE gpus = 1) AS one,
    max(device_median) FILTER (WHERE gpus = (SELECT max(gpus) FROM medians WHERE sweep = 'gpus-hull')) AS more FROM medians WHERE sweep = 'gpus-hull' GROUP BY input, n
  UNION ALL
  SELECT 2, CASE variant WHEN 'tiles' THEN 'density' ELSE 'density, pairs' END, 'normal', n,
    '$' || CASE WHEN n = 500000 THEN '5\cdot10^5' ELSE '2\cdot10^6' END || '$', max(device_median) FILTER (WHERE gpus = 1),
    max(device_median) FILTER (WHERE gpus = (SELECT max(gpus) FROM medians WHERE sweep = 'gpus-density')) FROM medians WHERE sweep = 'gpus-density' GROUP BY variant, n
  UNION ALL
  SELECT 3, 'sort, host', 'uint32', n, '$2^{31}$', max(total_median) FILTER (WHERE gpus = 1), max(total_median) FILTER (WHERE gpus = 2)
    FROM medians WHERE sweep = 'gpus-host' AND variant = 'sort' GROUP BY n
  UNION ALL
  SELECT 4, 'transfers', 'uint32', n, '$2^{31}$', max(total_median) FILTER (WHERE gpus = 1), max(total_median) FILTER (WHERE gpus = 2)
    FROM medians WHERE sweep = 'gpus-host' AND variant = 'transfers' GROUP BY n)
WHERE one IS NOT NULL AND more IS NOT NULL AND (at > 2 OR at = 1 AND n >= 100000000 OR at = 2 AND n >= 500000) ORDER BY at, what, input, n;
