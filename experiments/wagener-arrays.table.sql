--columns @{}lr@{\hskip 6pt}r@{\hskip 6pt}rr@{\hskip 6pt}r@{\hskip 6pt}rr@{\hskip 6pt}r@{\hskip 6pt}r@{}
--head & \multicolumn{3}{c}{\texttt{hood}} & \multicolumn{3}{c}{\texttt{scratch}} & \multicolumn{3}{c@{}}{\texttt{newhood}} \\ \cmidrule(lr){2-4}\cmidrule(lr){5-7}\cmidrule(l){8-10}
--head step & req. & sectors & ratio & req. & sectors & ratio & req. & sectors & ratio
--empty the model has not counted here
-- The bench gives all arrays of hoods one name: the kernel loads from hood only, and stores to newhood only.
WITH c AS (
  SELECT CAST(phase AS INTEGER) AS phase,
         CASE WHEN counter LIKE 'scratch-%' THEN 's' WHEN counter LIKE 'hoods-load-%' THEN 'h' ELSE 'n' END AS array,
         replace(replace(replace(counter, 'scratch-', ''), 'hoods-', ''), '-', ' ') AS what, value
  FROM counts
  WHERE sweep = 'wagener-count' AND input = 'square' AND n = 2048
        AND (counter LIKE 'hoods-%' OR counter LIKE 'scratch-%')),
both AS (SELECT * FROM c UNION ALL SELECT 99, array, what, value FROM c),
sums AS (
  SELECT phase, array,
         sum(value) FILTER (WHERE what LIKE '% requests') AS requests,
         sum(value) FILTER (WHERE what LIKE '% sectors') AS sectors,
         sum(value) FILTER (WHERE what LIKE '% bytes') AS bytes
  FROM both GROUP BY phase, array),
cells AS (
  SELECT phase, array, CAST(requests AS INTEGER) AS requests, printf('%.1f', sectors / requests) AS sectors,
         printf('%.1f', 32 * sectors / bytes) AS ratio
  FROM sums)
SELECT CASE phase WHEN 0 THEN 'clear' WHEN 6 THEN '6, copy' WHEN 7 THEN '6, move' WHEN 99 THEN 'all' ELSE phase END AS step,
  coalesce(max(requests) FILTER (WHERE array = 'h'), ''), coalesce(max(sectors) FILTER (WHERE array = 'h'), ''),
  coalesce(max(ratio) FILTER (WHERE array = 'h'), ''),
  coalesce(max(requests) FILTER (WHERE array = 's'), ''), coalesce(max(sectors) FILTER (WHERE array = 's'), ''),
  coalesce(max(ratio) FILTER (WHERE array = 's'), ''),
  coalesce(max(requests) FILTER (WHERE array = 'n'), ''), coalesce(max(sectors) FILTER (WHERE array = 'n'), ''),
  coalesce(max(ratio) FILTER (WHERE array = 'n'), '')
FROM cells GROUP BY phase ORDER BY phase;
