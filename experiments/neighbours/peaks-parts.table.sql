--columns @{}rrrrr@{}
--head points & order of heights & curve & boxes & search
WITH t AS (SELECT n, max(coalesce(device_median, median)) FILTER (WHERE variant = 'rank') AS a,
  max(coalesce(device_median, median)) FILTER (WHERE variant = 'curve') AS b, max(coalesce(device_median, median)) FILTER (WHERE variant = 'boxes') AS c,
  max(coalesce(device_median, median)) FILTER (WHERE variant = 'search') AS d FROM medians WHERE sweep = 'peaks-parts' GROUP BY n)
SELECT n, printf('%.2f', 1e3 * a), printf('%.2f', 1e3 * (b - a)), printf('%.2f', 1e3 * (c - b)), printf('%.2f', 1e3 * (d - c))
FROM t WHERE d IS NOT NULL ORDER BY n;
