-- series, points, seconds of density peaks, their interval; and how many times as fast the tiles are
SELECT series, n, y, low, high FROM (
  SELECT variant AS series, n, median AS y, low, high FROM medians WHERE sweep = 'density-time'
  UNION ALL
  SELECT 'over-' || c.variant, c.n, c.median / g.median, c.low / g.high, c.high / g.low
  FROM medians c JOIN medians g USING (sweep, n)
  WHERE sweep = 'density-time' AND g.variant = 'tiles-whole' AND c.variant IN ('serial-whole', 'parallel-whole')
  UNION ALL
  SELECT 'bound', n, n * 1.0 * n / (16 * cycles), NULL, NULL FROM medians JOIN hardware USING (sweep) WHERE sweep = 'density-time' AND variant = 'all-rho')
ORDER BY series, n;
