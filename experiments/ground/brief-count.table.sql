--columns @{}lrrrr@{}
--head & requests & lanes each & sectors each & ways
--empty the model has not counted here
WITH names(at, name, first, last, kind) AS (VALUES (1, 'read the words', 0, 0, 'device-load'),
  (2, 'store the sum of each thread', 0, 0, 'shared-store'), (3, 'halve: load', 1, 8, 'shared-load'),
  (4, 'halve: store', 1, 8, 'shared-store'), (5, 'load the sum of each block', 9, 9, 'shared-load'),
  (6, 'store it', 9, 9, 'device-store')),
c AS (
  SELECT at, name, sum(value) FILTER (WHERE counter = kind || '-requests') AS requests,
    sum(value) FILTER (WHERE counter = kind || '-lanes') AS lanes, sum(value) FILTER (WHERE counter = kind || '-sectors') AS sectors,
    sum(value) FILTER (WHERE counter = kind || '-wavefronts') AS wavefronts,
    sum(value) FILTER (WHERE counter = kind || '-ideal-wavefronts') AS ideal
  FROM counts JOIN names ON CAST(phase AS INTEGER) BETWEEN first AND last
  WHERE sweep = 'machine-count' AND phase <> '' GROUP BY at)
SELECT name, CAST(requests AS INTEGER), printf('%.1f', lanes / requests), CASE WHEN sectors THEN printf('%.1f', sectors / requests) ELSE '' END AS s,
  CASE WHEN ideal THEN printf('%.2f', wavefronts / ideal) ELSE '' END AS w
FROM c WHERE requests > 0 ORDER BY at;
