--columns @{}lrrrr@{}
--head pairs & loads & ideal & stores & ideal
--empty nothing was counted
WITH c AS (SELECT input, counter, sum(value) AS value FROM counts WHERE sweep = 'peaks-count' AND n = 1024
  AND kernel = 'published_peaks' AND counter LIKE 'shared-%wavefronts' GROUP BY input, counter)
SELECT CASE input WHEN 'published' THEN 'halves: $j$ and $j+\textit{half}$' ELSE 'neighbours: $2j$ and $2j+1$' END AS pairs_tex,
  printf('%d', max(value) FILTER (WHERE counter = 'shared-load-wavefronts')),
  printf('%d', max(value) FILTER (WHERE counter = 'shared-load-ideal-wavefronts')),
  printf('%d', max(value) FILTER (WHERE counter = 'shared-store-wavefronts')),
  printf('%d', max(value) FILTER (WHERE counter = 'shared-store-ideal-wavefronts'))
FROM c GROUP BY input ORDER BY input;
