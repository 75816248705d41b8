-- series, n, how many times as fast the general program is in device time, and the interval
SELECT base || '-' || input AS series, n, speedup, low, high FROM speedups
WHERE sweep = 'hull-time' AND variant = 'general' AND base IN ('serial', 'parallel')
  AND input IN ('square', 'circle', 'circle-double')
ORDER BY series, n;
