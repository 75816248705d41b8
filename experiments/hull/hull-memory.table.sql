--columns @{}lrrr@{\hskip 12pt}rrr@{\hskip 12pt}rr@{}
--head & \multicolumn{3}{c}{device} & \multicolumn{3}{c}{shared, loads} & \multicolumn{2}{c@{}}{shared, stores} \\ \cmidrule(r{10pt}){2-4}\cmidrule(r{10pt}){5-7}\cmidrule{8-9}
--head part & req. & lanes & sectors & req. & lanes & ways & req. & ways
--empty the model has not counted here
-- A tile's phases: load, scan, three for each of the seven joins (tangents, two for the move), write.
WITH c AS (
  SELECT CASE
      WHEN kernel = 'join_regions' THEN 8
      WHEN kernel = 'write_ring' THEN 9
      WHEN p = 0 THEN 1 WHEN p = 1 THEN 2 WHEN p = 23 THEN 7
      WHEN (p - 2) % 3 = 0 THEN CASE WHEN p <= 8 THEN 3 ELSE 5 END
      ELSE CASE WHEN p <= 10 THEN 4 ELSE 6 END END AS part, counter, value
  FROM (SELECT *, CAST(phase AS INTEGER) AS p FROM counts
        WHERE sweep = 'hull-count' AND input = 'square' AND n = 65536 AND kernel <> '')),
w AS (
  SELECT part,
    sum(value) FILTER (WHERE counter IN ('device-load-requests', 'device-store-requests')) AS dr,
    sum(value) FILTER (WHERE counter IN ('device-load-lanes', 'device-store-lanes')) AS dl,
    sum(value) FILTER (WHERE counter IN ('device-load-sectors', 'device-store-sectors')) AS ds,
    sum(value) FILTER (WHERE counter = 'shared-load-requests') AS lr,
    sum(value) FILTER (WHERE counter = 'shared-load-lanes') AS ll,
    sum(value) FILTER (WHERE counter = 'shared-load-wavefronts') AS lp,
    sum(value) FILTER (WHERE counter = 'shared-load-ideal-wavefronts') AS li,
    sum(value) FILTER (WHERE counter = 'shared-store-requests') AS sr,
    sum(value) FILTER (WHERE counter = 'shared-store-wavefronts') AS sp,
    sum(value) FILTER (WHERE counter = 'shared-store-ideal-wavefronts') AS si
  FROM c GROUP BY part),
names(part, name) AS (VALUES (1, 'load'), (2, 'chains'), (3, 'walk'), (4, 'move'), (5, 'search'), (6, 'move'),
  (7, 'write'), (8, 'stages'), (9, 'ring'))
SELECT name, coalesce(CAST(dr AS INTEGER), ''), CASE WHEN dr > 0 THEN printf('%.1f', dl / dr) ELSE '' END,
  CASE WHEN dr > 0 THEN printf('%.1f', ds / dr) ELSE '' END,
  coalesce(CAST(lr AS INTEGER), ''), CASE WHEN lr > 0 THEN printf('%.1f', ll / lr) ELSE '' END,
  CASE WHEN li > 0 THEN printf('%.2f', lp / li) ELSE '' END,
  coalesce(CAST(sr AS INTEGER), ''), CASE WHEN si > 0 THEN printf('%.2f', sp / si) ELSE '' END
FROM w JOIN names USING (part) ORDER BY part;
