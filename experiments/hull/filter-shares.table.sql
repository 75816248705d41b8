--columns @{}lrrrrr@{}
--head points & $n$ & heaphull & CudaChain & ConcurrentHull & ours
SELECT input, n, printf('%.3f', 100 - 100 * max(value) FILTER (WHERE kernel = 'heaphull') / n),
  printf('%.3f', 100 - 100 * max(value) FILTER (WHERE kernel = 'cudachain') / n),
  printf('%.3f', 100 - 100 * max(value) FILTER (WHERE kernel = 'concurrent-gpu') / n),
  printf('%.3f', 100 - 100 * max(value) FILTER (WHERE kernel = 'filtered') / n)
FROM counts WHERE sweep = 'filter-shares' GROUP BY input, n ORDER BY input = 'normal' DESC, input, n;
