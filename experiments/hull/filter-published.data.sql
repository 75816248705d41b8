-- series, n, y: milliseconds of the extremes (e-), of the thesis's programs on normal points (n-) and on circles (c-), and the speedup over heaphull on normal points (r-)
WITH m AS (SELECT variant, input, n, total_median AS t FROM medians WHERE sweep IN ('filter-published', 'filter-worst')
  AND variant IN ('heaphull', 'cudachain', 'concurrent', 'concurrent-gpu', 'heaphull-gpu', 'filtered'))
SELECT series, n, y FROM (
  SELECT 'e-' || replace(variant, ' ', '-') AS series, n, 1e3 * device_median AS y FROM medians WHERE sweep = 'filter-extremes'
  UNION ALL SELECT 'n-' || variant, n, 1e3 * t FROM m WHERE input = 'normal'
  UNION ALL SELECT 'c-' || variant, n, 1e3 * t FROM m WHERE input = 'circle'
  UNION ALL SELECT 'r-' || a.variant, a.n, b.t / a.t FROM m a JOIN m b ON b.n = a.n AND b.input = a.input AND b.variant = 'heaphull'
    WHERE a.input = 'normal' AND a.variant <> 'heaphull')
WHERE y IS NOT NULL ORDER BY series, n;
