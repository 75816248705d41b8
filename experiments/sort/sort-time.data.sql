-- series, n, billions of keys a second, their interval
SELECT series, n, rate, low, high FROM (
  SELECT variant AS series, n, 1e-9 * n / median AS rate, 1e-9 * n / high AS low, 1e-9 * n / low AS high
  FROM medians WHERE sweep = 'sort-time' AND n & (n - 1) = 0
  UNION ALL
  SELECT 'floor', n, gbs / 32, NULL, NULL FROM copy_bound, (SELECT DISTINCT n FROM medians WHERE sweep = 'sort-time'
    AND variant = 'bucket' AND n & (n - 1) = 0))
ORDER BY series, n;
