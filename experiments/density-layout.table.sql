--columns @{}rrrrr@{}
--head & \multicolumn{2}{c}{a thread an element} & \multicolumn{2}{c@{}}{shared memory} \\ \cmidrule(lr){2-3}\cmidrule(l){4-5}
--head $k$ & AOS & SOA & AOS & SOA \\
--empty the model has not counted here
WITH c AS (
  SELECT dim, variant, sum(value) FILTER (WHERE counter = 'device-load-sectors') AS sectors,
         sum(value) FILTER (WHERE counter = 'device-load-requests') AS requests
  FROM counts WHERE sweep = 'density-count' AND input = 'dim' AND kernel LIKE 'matrix%' GROUP BY dim, variant)
SELECT dim, printf('%.2f', max(sectors / 65536) FILTER (WHERE variant = 'aos')),
  printf('%.2f', max(sectors / 65536) FILTER (WHERE variant = 'soa')),
  printf('%.2f', max(sectors / 65536) FILTER (WHERE variant = 'aos-shared')),
  printf('%.2f', max(sectors / 65536) FILTER (WHERE variant = 'soa-shared'))
FROM c GROUP BY dim ORDER BY dim;
