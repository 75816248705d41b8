--columns @{}rrrrr@{}
--head points & published & tiles & tree & chosen
WITH t AS (SELECT n, variant, printf('%.1f', 1e6 * device_median) AS us FROM medians WHERE sweep = 'peaks-few')
SELECT n, max(us) FILTER (WHERE variant = 'published'), max(us) FILTER (WHERE variant = 'tiled'),
  max(us) FILTER (WHERE variant = 'tree'), max(us) FILTER (WHERE variant = 'chosen') FROM t GROUP BY n ORDER BY n;
