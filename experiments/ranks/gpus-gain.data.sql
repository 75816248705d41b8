-- series, n, how many times as fast all GPUs are as one
SELECT series, n, one / more FROM (
  SELECT 'sort' AS series, n, max(device_median) FILTER (WHERE gpus = 1) AS one,
    max(device_median) FILTER (WHERE variant = 'copies' AND gpus = (SELECT max(gpus) FROM medians WHERE sweep = 'gpus-sort')) AS more
    FROM medians WHERE sweep = 'gpus-sort' AND input = 'uint32' GROUP BY n
  UNION ALL
  SELECT 'hull', n, max(device_median) FILTER (WHERE gpus = 1),
    max(device_median) FILTER (WHERE gpus = (SELECT max(gpus) FROM medians WHERE sweep = 'gpus-hull'))
    FROM medians WHERE sweep = 'gpus-hull' AND input = 'normal' GROUP BY n
  UNION ALL
  SELECT 'density', n, max(device_median) FILTER (WHERE gpus = 1),
    max(device_median) FILTER (WHERE gpus = (SELECT max(gpus) FROM medians WHERE sweep = 'gpus-density'))
    FROM medians WHERE sweep = 'gpus-density' AND variant = 'all-pairs' GROUP BY n
  UNION ALL
  SELECT 'all', e.n AS n, max(gpus) * 1.0, 1.0 FROM medians, (SELECT column1 AS n FROM (VALUES (60000), (5000000000))) AS e
    WHERE sweep = 'gpus-sort' GROUP BY e.n)
WHERE one IS NOT NULL AND more IS NOT NULL ORDER BY series, n;
