--columns lrrrrr
--head & \multicolumn{2}{c}{device memory} & \multicolumn{3}{c}{shared memory} \\ \cmidrule(lr){2-3}\cmidrule(l){4-6}
--head sort & sectors & a key & wavefronts & fewest & ratio
--empty the model has not counted here
WITH c AS (
  SELECT input, sum(value) FILTER (WHERE counter LIKE 'device-%-sectors') AS sectors,
         sum(value) FILTER (WHERE counter LIKE 'shared-%-wavefronts' AND counter NOT LIKE '%ideal%') AS wavefronts,
         sum(value) FILTER (WHERE counter LIKE 'shared-%-ideal-wavefronts') AS fewest
  FROM counts WHERE sweep = 'sort-count' AND kernel <> '' GROUP BY input)
SELECT input, CAST(sectors AS INTEGER) AS s, printf('%.2f', sectors / 4096) AS k,
       coalesce(CAST(wavefronts AS INTEGER), '') AS p, coalesce(CAST(fewest AS INTEGER), '') AS f,
       CASE WHEN fewest > 0 THEN printf('%.2f', wavefronts / fewest) ELSE '' END AS q
FROM c ORDER BY input DESC;
