--columns lrrrrrr
--head & \multicolumn{3}{c}{loads} & \multicolumn{3}{c}{stores} \\ \cmidrule(lr){2-4}\cmidrule(l){5-7}
--head phase & requests & lanes & sectors & requests & lanes & sectors
--empty the model has not counted here
WITH c AS (
  SELECT CAST(phase AS INTEGER) AS phase, counter, value FROM counts
  WHERE sweep = 'wagener-count' AND input = 'square' AND n = 2048 AND phase <> ''),
wide AS (
  SELECT phase,
    max(value) FILTER (WHERE counter = 'device-load-requests') AS lr,
    max(value) FILTER (WHERE counter = 'device-load-lanes') AS ll,
    max(value) FILTER (WHERE counter = 'device-load-sectors') AS ls,
    max(value) FILTER (WHERE counter = 'device-store-requests') AS sr,
    max(value) FILTER (WHERE counter = 'device-store-lanes') AS sl,
    max(value) FILTER (WHERE counter = 'device-store-sectors') AS ss
  FROM c GROUP BY phase)
SELECT CASE phase WHEN 0 THEN 'set scratch' WHEN 6 THEN 'step 6, copy' WHEN 7 THEN 'step 6, move'
         ELSE 'step ' || phase END AS name,
       coalesce(CAST(lr AS INTEGER), '') AS lr, CASE WHEN lr > 0 THEN printf('%.1f', ll / lr) ELSE '' END AS ll,
       CASE WHEN lr > 0 THEN printf('%.1f', ls / lr) ELSE '' END AS ls,
       CAST(sr AS INTEGER) AS sr, printf('%.1f', sl / sr) AS sl, printf('%.1f', ss / sr) AS ss
FROM wide ORDER BY phase;
