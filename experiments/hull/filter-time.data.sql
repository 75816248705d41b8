-- series, n, milliseconds on the device for normal points in single precision; the prediction is that of the chapter's text
SELECT series, n, ms FROM (
  SELECT variant AS series, n, 1e3 * device_median AS ms FROM medians
  WHERE sweep = 'filter-time' AND input = 'normal' AND variant IN ('filtered', 'sorted', 'filter') AND device_median IS NOT NULL
  UNION ALL
  SELECT 'prediction', n, 0.15 + 2e-9 * n FROM medians WHERE sweep = 'filter-time' AND input = 'normal' AND variant = 'filtered')
ORDER BY series, n;
