-- series, n, how many times as fast the general program is in device time, and the interval
SELECT * FROM (
SELECT base || '-' || input AS series, n, speedup, low, high FROM speedups
WHERE sweep = 'hull-time' AND variant = 'general' AND base IN ('serial', 'parallel')
  AND input IN ('square', 'circle', 'circle-double')
-- The prediction of the chapter: 20 us, 8 us a stage of tiles of 4096 points, and for 2^24 points 0.35 to 0.7 ms, and
-- 0.2 to 0.3 s by one thread; a sixteenth of that by all.
UNION ALL
SELECT 'prediction-' || base, n,
  15.0e-3 * n / (CASE base WHEN 'serial' THEN 1 ELSE 16 END) / (20 + 8 * max(0, log2(n / 4096.0)) + 525.0 * n / 16777216), NULL, NULL
FROM speedups WHERE sweep = 'hull-time' AND variant = 'general' AND base IN ('serial', 'parallel') AND input = 'square')
ORDER BY series, n;
