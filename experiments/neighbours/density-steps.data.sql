-- series, points, seconds of one thread and times as fast on the GPU, step by step; their interval
-- (One thread's whole is the sum of its steps.)
WITH m AS (
  SELECT variant, n, median, low, high FROM medians WHERE sweep = 'density-steps' AND variant <> 'serial-whole'
  UNION ALL
  SELECT 'serial-whole', n, sum(median), sum(low), sum(high) FROM medians WHERE sweep = 'density-steps' AND variant IN ('serial-matrix', 'serial-dc', 'serial-rho', 'serial-delta') GROUP BY n)
SELECT series, n, y, low, high FROM (
  SELECT variant AS series, n, median AS y, low, high FROM m WHERE variant LIKE 'serial-%'
  UNION ALL
  SELECT 'over-' || substr(s.variant, 8), s.n, s.median / g.median, s.low / g.high, s.high / g.low
  FROM m s JOIN m g ON g.n = s.n AND g.variant = 'gpu-' || substr(s.variant, 8)
  WHERE s.variant LIKE 'serial-%'
  UNION ALL
  SELECT 'share', a.n, 100 * a.median / b.median, 100 * a.low / b.high, 100 * a.high / b.low
  FROM m a JOIN m b USING (n)
  WHERE a.variant = 'serial-dc' AND b.variant = 'serial-whole')
ORDER BY series, n;
