--columns @{}lrrrr@{}
--head & \multicolumn{2}{c}{square} & \multicolumn{2}{c@{}}{parabola} \\ \cmidrule(lr){2-3}\cmidrule(l){4-5}
--head to the end of & until then & this step & until then & this step
--empty nothing was measured on this machine
WITH t AS (
  SELECT CAST(substr(variant, 6) AS INTEGER) AS step, input, 1e6 * median AS us,
         1e6 * (median - lag(median) OVER (PARTITION BY input ORDER BY variant)) AS own
  FROM medians WHERE sweep = 'wagener-steps' AND n = 2048)
SELECT CASE step WHEN 0 THEN 'launch, clear scratch' ELSE 'step ' || step END,
  max(printf('%.1f', us)) FILTER (WHERE input = 'square'),
  coalesce(max(printf('%.1f', own)) FILTER (WHERE input = 'square' AND own IS NOT NULL), ''),
  max(printf('%.1f', us)) FILTER (WHERE input = 'parabola'),
  coalesce(max(printf('%.1f', own)) FILTER (WHERE input = 'parabola' AND own IS NOT NULL), '')
FROM t GROUP BY step ORDER BY step;
