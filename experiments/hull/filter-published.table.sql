--columns @{}l@{\ }r@{\ }r@{\ }r@{\ }r@{\ }r@{\ }r@{\ }r@{}
--head points & $n$ & heaphull & CudaChain & threads & GPU & kernels & ours
SELECT input, n, coalesce(max(printf('%.2f', 1e3 * total_median)) FILTER (WHERE variant = 'heaphull'), '---'),
  coalesce(max(printf('%.2f', 1e3 * total_median)) FILTER (WHERE variant = 'cudachain'), '---'),
  coalesce(max(printf('%.2f', 1e3 * total_median)) FILTER (WHERE variant = 'concurrent'), '---'),
  coalesce(max(printf('%.2f', 1e3 * total_median)) FILTER (WHERE variant = 'concurrent-gpu'), '---'),
  coalesce(max(printf('%.2f', 1e3 * total_median)) FILTER (WHERE variant = 'heaphull-gpu'), '---'),
  coalesce(max(printf('%.2f', 1e3 * total_median)) FILTER (WHERE variant = 'filtered'), '---')
FROM medians WHERE (sweep = 'filter-published' OR sweep = 'filter-worst') GROUP BY input, n ORDER BY input = 'normal' DESC, input, n;
