--columns @{}rrrrr@{}
--head & \multicolumn{2}{c}{a thread an element} & \multicolumn{2}{c@{}}{shared memory} \\ \cmidrule(lr){2-3}\cmidrule(l){4-5}
--head $k$ & AOS & SOA & AOS & SOA
--empty the model has not counted here
WITH c AS (
  SELECT CAST(input AS INTEGER) AS k, substr(input, instr(input, '-') + 1) AS layout, sum(value) / 65536 AS sectors
  FROM counts WHERE sweep = 'density-count' AND input LIKE '%-%' AND counter = 'device-load-sectors'
  AND kernel LIKE '%matrix%' GROUP BY input)
SELECT k, printf('%.2f', max(sectors) FILTER (WHERE layout = 'aos')),
  printf('%.2f', max(sectors) FILTER (WHERE layout = 'soa')),
  printf('%.2f', max(sectors) FILTER (WHERE layout = 'aos-shared')),
  printf('%.2f', max(sectors) FILTER (WHERE layout = 'soa-shared'))
FROM c GROUP BY k ORDER BY k;
