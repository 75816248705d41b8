--columns @{}l@{\ }r@{\ }r@{\ }r@{\ }r@{\ }r@{\ }r@{\ }r@{}
--head points & $n$ & CGAL & qhull & VQhull & all & octagon & ours
SELECT input, n, CAST(max(value) FILTER (WHERE kernel = 'cgal') AS INTEGER), CAST(max(value) FILTER (WHERE kernel = 'qhull') AS INTEGER),
  CAST(max(value) FILTER (WHERE kernel = 'vqhull') AS INTEGER), CAST(max(value) FILTER (WHERE kernel = 'vqhull-parallel') AS INTEGER),
  CAST(max(value) FILTER (WHERE kernel = 'octagon-parallel') AS INTEGER), CAST(max(value) FILTER (WHERE kernel = 'filtered') AS INTEGER)
FROM counts WHERE sweep = 'filter-others' AND counter = 'vertices' GROUP BY input, n ORDER BY input, n;
