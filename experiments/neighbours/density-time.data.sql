-- series, points, seconds of density peaks, their interval; and the exponentials' bound
SELECT series, n, y, low, high FROM (
  SELECT variant AS series, n, median AS y, low, high FROM medians WHERE sweep = 'density-time'
  UNION ALL
  SELECT 'bound', n, n * 1.0 * n / (16 * cycles), NULL, NULL FROM medians JOIN hardware USING (sweep) WHERE sweep = 'density-time' AND variant = 'all-whole')
ORDER BY series, n;
