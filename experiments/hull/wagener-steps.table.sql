--columns @{}lr@{\hskip 14pt}rrr@{\hskip 14pt}r@{}
--head & & \multicolumn{3}{c}{loads} & stores \\ \cmidrule(lr){3-5}\cmidrule(l){6-6}
--head step & µs & requests & lanes & sectors & requests
--empty nothing was measured on this machine
WITH t AS (
  SELECT CAST(substr(variant, 6) AS INTEGER) AS step,
         1e6 * (median - coalesce(lag(median) OVER (ORDER BY variant), 0)) AS own
  FROM medians WHERE sweep = 'wagener-steps' AND n = 2048 AND input = 'square'),
c AS (
  SELECT min(CAST(phase AS INTEGER), 6) AS step,
    sum(value) FILTER (WHERE counter = 'device-load-requests') AS lr,
    sum(value) FILTER (WHERE counter = 'device-load-lanes') AS ll,
    sum(value) FILTER (WHERE counter = 'device-load-sectors') AS ls,
    sum(value) FILTER (WHERE counter = 'device-store-requests') AS sr
  FROM counts WHERE sweep = 'wagener-count' AND input = 'square' AND n = 2048 AND phase <> '' GROUP BY 1),
steps(step, name) AS (VALUES (0, 'launch, clear scratch'), (1, '1: bracket, from samples'), (2, '2: tangents of samples'),
  (3, '3: the last sample'), (4, '4: bracket, from vertices'), (5, '5: the common tangent'), (6, '6: copy and move')),
all_rows AS (
  SELECT step, name, own, lr, ll, ls, sr FROM steps LEFT JOIN t USING (step) LEFT JOIN c USING (step)
  UNION ALL
  SELECT 7, 'all', (SELECT sum(own) FROM t), sum(lr), sum(ll), sum(ls), sum(sr) FROM c)
SELECT name, coalesce(printf('%.1f', own), ''), coalesce(CAST(lr AS INTEGER), ''),
  CASE WHEN lr > 0 THEN printf('%.1f', ll / lr) ELSE '' END,
  CASE WHEN lr > 0 THEN printf('%.1f', ls / lr) ELSE '' END, coalesce(CAST(sr AS INTEGER), '')
FROM all_rows WHERE EXISTS (SELECT 1 FROM t) OR EXISTS (SELECT 1 FROM c) ORDER BY step;
