--columns @{}l@{\hskip 12pt}rr@{\hskip 14pt}rr@{\hskip 14pt}rr@{}
--head & \multicolumn{2}{c}{Morton} & \multicolumn{2}{c}{Hilbert} & \multicolumn{2}{c@{}}{Hilbert, bits} \\ \cmidrule(r{14pt}){2-3}\cmidrule(r{14pt}){4-5}\cmidrule{6-7}
--head scene & linear & bits & linear & bits & longest & long
--empty nothing was counted
WITH c AS (SELECT input, kernel, counter, value FROM counts WHERE sweep = 'peaks-visits' AND n = 65536)
SELECT input,
  printf('%.0f', max(value) FILTER (WHERE kernel = 'morton-linear' AND counter = 'visits')),
  printf('%.0f', max(value) FILTER (WHERE kernel = 'morton-bits' AND counter = 'visits')),
  printf('%.0f', max(value) FILTER (WHERE kernel = 'hilbert-linear' AND counter = 'visits')),
  printf('%.0f', max(value) FILTER (WHERE kernel = 'hilbert-bits' AND counter = 'visits')),
  printf('%d', max(value) FILTER (WHERE kernel = 'hilbert-bits' AND counter = 'most-visits')),
  printf('%d', max(value) FILTER (WHERE kernel = 'hilbert-bits' AND counter = 'long-searches'))
FROM c GROUP BY input
ORDER BY max(value) FILTER (WHERE kernel = 'hilbert-bits' AND counter = 'visits');
