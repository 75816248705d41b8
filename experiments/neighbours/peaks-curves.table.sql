--columns @{}lrrrr@{\hskip 14pt}rr@{}
--head & Morton & \multicolumn{3}{c}{Hilbert} & \multicolumn{2}{c@{}}{of shells} \\ \cmidrule(r){2-2}\cmidrule(r{14pt}){3-5}\cmidrule{6-7}
--head scene & linear & linear & bits & shells & longest & long
--empty nothing was counted
WITH c AS (SELECT substr(input, 1, instr(input, ':') - 1) AS scene, kernel, counter, value FROM counts WHERE sweep = 'peaks-visits')
SELECT scene,
  printf('%.0f', max(value) FILTER (WHERE kernel = 'morton' AND counter = 'visits')),
  printf('%.0f', max(value) FILTER (WHERE kernel = 'linear' AND counter = 'visits')),
  printf('%.0f', max(value) FILTER (WHERE kernel = 'bits' AND counter = 'visits')),
  printf('%.0f', max(value) FILTER (WHERE kernel = 'shells' AND counter = 'visits')),
  printf('%d', max(value) FILTER (WHERE kernel = 'shells' AND counter = 'most-visits')),
  printf('%d', max(value) FILTER (WHERE kernel = 'shells' AND counter = 'long-searches'))
FROM c GROUP BY scene
ORDER BY max(value) FILTER (WHERE kernel = 'shells' AND counter = 'visits');
