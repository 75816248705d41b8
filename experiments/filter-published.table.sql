--columns @{}lrrrrrrr@{}
--head points & $n$ & heaphull & CudaChain & threads & GPU & kernels & ours
SELECT input, n, printf('%.2f', 1e3 * max(total_median) FILTER (WHERE variant = 'heaphull')),
  printf('%.2f', 1e3 * max(total_median) FILTER (WHERE variant = 'cudachain')),
  printf('%.2f', 1e3 * max(total_median) FILTER (WHERE variant = 'concurrent')),
  printf('%.2f', 1e3 * max(total_median) FILTER (WHERE variant = 'concurrent-gpu')),
  printf('%.2f', 1e3 * max(total_median) FILTER (WHERE variant = 'heaphull-gpu')),
  printf('%.2f', 1e3 * max(total_median) FILTER (WHERE variant = 'filtered'))
FROM medians WHERE (sweep = 'filter-published' OR sweep = 'filter-worst') GROUP BY input, n ORDER BY input = 'normal' DESC, input, n;
