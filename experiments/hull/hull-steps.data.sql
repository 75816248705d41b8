-- series, n, and the number of steps, or work a point
WITH c AS (
  SELECT sweep, input, n, counter, value FROM counts WHERE counter IN ('steps', 'work') AND kernel = '')
SELECT series, n, value FROM (
  SELECT 'steps-' || input AS series, n, value FROM c WHERE sweep = 'hull-count' AND counter = 'steps'
  UNION ALL
  SELECT 'work-' || input, n, value / n FROM c WHERE sweep = 'hull-count' AND counter = 'work'
  UNION ALL
  SELECT 'steps-faithful', n, value FROM c
  WHERE sweep = 'wagener-count' AND counter = 'steps' AND input = 'square' AND n >= 64
  UNION ALL
  SELECT 'work-faithful', n, value / n FROM c
  WHERE sweep = 'wagener-count' AND counter = 'work' AND input = 'square' AND n >= 64
  UNION ALL
  SELECT 'steps-bound', n, 8 * (log2(n) - 1) FROM c
  WHERE sweep = 'hull-count' AND counter = 'steps' AND input = 'square'
  UNION ALL
  SELECT 'work-bound', n, 4 * (log2(n) - 1) FROM c
  WHERE sweep = 'hull-count' AND counter = 'work' AND input = 'square')
ORDER BY series, n;
