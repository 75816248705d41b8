--columns @{}l@{\hskip 9pt}rrr@{\hskip 9pt}rr@{}
--head & \multicolumn{3}{c}{loads} & \multicolumn{2}{c@{}}{stores} \\ \cmidrule(lr){2-4}\cmidrule(l){5-6}
--head step & requests & lanes & sectors & requests & sectors
--empty nothing was measured on this machine
WITH c AS (
  SELECT min(CAST(phase AS INTEGER), 6) AS step,
    sum(value) FILTER (WHERE counter = 'device-load-requests') AS lr,
    sum(value) FILTER (WHERE counter = 'device-load-lanes') AS ll,
    sum(value) FILTER (WHERE counter = 'device-load-sectors') AS ls,
    sum(value) FILTER (WHERE counter = 'device-store-requests') AS sr,
    sum(value) FILTER (WHERE counter = 'device-store-sectors') AS ss
  FROM counts WHERE sweep = 'wagener-count' AND input = 'square' AND n = 2048 AND phase <> '' GROUP BY 1),
g AS (
  SELECT max(value) FILTER (WHERE counter = 'device-load-requests') AS lr, NULL AS ll,
    max(value) FILTER (WHERE counter = 'device-load-sectors') AS ls,
    max(value) FILTER (WHERE counter = 'device-store-requests') AS sr,
    max(value) FILTER (WHERE counter = 'device-store-sectors') AS ss
  FROM counts WHERE sweep = 'wagener-ncu' AND input = 'square' AND n = 2048 AND kernel = 'match_and_merge'),
steps(step, name) AS (VALUES (0, 'clear scratch'), (1, '1: bracket, from samples'), (2, '2: tangents of samples'),
  (3, '3: the last sample'), (4, '4: bracket, from vertices'), (5, '5: the common tangent'), (6, '6: copy and move')),
all_rows AS (
  SELECT step, name, lr, ll, ls, sr, ss FROM steps LEFT JOIN c USING (step)
  UNION ALL
  SELECT 7, 'all', sum(lr), sum(ll), sum(ls), sum(sr), sum(ss) FROM c
  UNION ALL
  SELECT 8, 'all, GPU''s counters', lr, ll, ls, sr, ss FROM g WHERE lr > 0)
SELECT name, coalesce(CAST(lr AS INTEGER), ''),
  CASE WHEN ll > 0 THEN printf('%.1f', ll / lr) ELSE '' END,
  CASE WHEN lr > 0 THEN printf('%.1f', ls / lr) ELSE '' END, coalesce(CAST(sr AS INTEGER), ''),
  CASE WHEN sr > 0 THEN printf('%.1f', ss / sr) ELSE '' END
FROM all_rows WHERE EXISTS (SELECT 1 FROM c) ORDER BY step;
