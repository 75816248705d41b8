-- series, points, seconds of one thread and times as fast on the GPU, step by step; their interval
SELECT series, n, y, low, high FROM (
  SELECT variant AS series, n, median AS y, low, high FROM medians WHERE sweep = 'density-steps' AND variant LIKE 'serial-%'
  UNION ALL
  SELECT 'over-' || substr(s.variant, 8), s.n, s.median / g.median, s.low / g.high, s.high / g.low
  FROM medians s JOIN medians g ON g.sweep = s.sweep AND g.n = s.n AND g.variant = 'gpu-' || substr(s.variant, 8)
  WHERE s.sweep = 'density-steps' AND s.variant LIKE 'serial-%'
  UNION ALL
  SELECT 'share', a.n, 100 * a.median / b.median, 100 * a.low / b.high, 100 * a.high / b.low
  FROM medians a JOIN medians b USING (sweep, n)
  WHERE sweep = 'density-steps' AND a.variant = 'serial-dc' AND b.variant = 'serial-whole')
ORDER BY series, n;
