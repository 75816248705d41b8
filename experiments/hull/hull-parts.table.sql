--columns @{}lrr@{\hskip 14pt}rr@{\hskip 14pt}rr@{}
--head & \multicolumn{2}{c}{$2^{24}$ points} & \multicolumn{2}{c}{$2^{16}$ points} & \multicolumn{2}{c@{}}{counted} \\ \cmidrule(r{10pt}){2-3}\cmidrule(r{10pt}){4-5}\cmidrule{6-7}
--head part & square & circle & square & circle & lanes & wavefronts
--empty nothing was measured on this machine
WITH parts(at, name, until, first, last) AS (VALUES (1, 'loading, and chains', 'tile-1', 0, 2), (2, 'joins in a tile', 'tile-128', 3, 1000),
  (4, 'stages', 'stages-12', NULL, NULL)),
t AS (
  SELECT at, n, input, 1e6 * (median - coalesce(lag(median) OVER (PARTITION BY n, input ORDER BY at), 0)) AS own, 1e6 * median AS whole
  FROM parts JOIN medians ON sweep = 'hull-parts' AND variant = until WHERE input IN ('square', 'circle') AND n IN (65536, 16777216)),
c AS (
  SELECT at, sum(value) FILTER (WHERE counter = 'shared-load-lanes') / sum(value) FILTER (WHERE counter = 'shared-load-requests') AS lanes,
    sum(value) FILTER (WHERE counter = 'shared-load-wavefronts') / sum(value) FILTER (WHERE counter = 'shared-load-ideal-wavefronts') AS ways
  FROM parts JOIN counts ON sweep = 'hull-count' AND kernel = 'find_tile_hulls' AND input = 'square' AND n = 65536
    AND CAST(phase AS INTEGER) BETWEEN first AND last
  WHERE phase <> '' GROUP BY at),
all_rows AS (SELECT at, name FROM parts UNION ALL SELECT 5, 'all'),
v AS (SELECT at, n, input, own AS us FROM t UNION ALL SELECT 5, n, input, whole FROM t WHERE at = 4)
SELECT name, printf('%.0f', max(us) FILTER (WHERE n > 65536 AND input = 'square')), printf('%.0f', max(us) FILTER (WHERE n > 65536 AND input = 'circle')),
  printf('%.1f', max(us) FILTER (WHERE n = 65536 AND input = 'square')), printf('%.1f', max(us) FILTER (WHERE n = 65536 AND input = 'circle')),
  CASE WHEN max(lanes) > 0 THEN printf('%.1f', max(lanes)) ELSE '' END, CASE WHEN max(ways) > 0 THEN printf('%.1f', max(ways)) ELSE '' END
FROM all_rows JOIN v USING (at) LEFT JOIN c USING (at) GROUP BY at ORDER BY at;
