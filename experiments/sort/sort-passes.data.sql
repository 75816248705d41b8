-- series, keys of a list that is merged, microseconds, their interval
SELECT series, n, us, low, high FROM (
  SELECT 'vector' AS series, 4 * n AS n, 1e6 * median AS us, 1e6 * low AS low, 1e6 * high AS high
  FROM medians WHERE sweep = 'sort-passes'
  UNION ALL
  SELECT 'predicted', 4 * n, max(8.0 * 4194304 / (1e3 * gbs), 2 * n * 0.6), NULL, NULL
  FROM medians, copy_bound WHERE sweep = 'sort-passes')
ORDER BY series, n;
