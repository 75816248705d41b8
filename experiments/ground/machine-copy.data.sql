-- series, n, bandwidth in GB/s, its interval
WITH RECURSIVE sizes(n) AS (
  SELECT min(n) FROM medians WHERE sweep = 'machine-copy'
  UNION ALL
  SELECT 2 * n FROM sizes
  WHERE 2 * n <= (SELECT max(n) FROM medians WHERE sweep = 'machine-copy'))
SELECT series, n, gbs, low, high FROM (
  SELECT variant AS series, n, 2e-9 * n / median AS gbs, 2e-9 * n / high AS low,
         2e-9 * n / low AS high
  FROM medians WHERE sweep = 'machine-copy'
  UNION ALL
  SELECT 'bound', n, gbs, NULL, NULL
  FROM copy_bound, sizes
  UNION ALL
  SELECT 'predicted', n, 2e-9 * n / (start + 2e-9 * n / gbs), NULL, NULL
  FROM copy_bound, sizes
  WHERE start IS NOT NULL)
ORDER BY series, n;
