--columns @{}lrrrrrr@{}
--head points & $n$ & CudaChain & threads & GPU & kernels & ours
SELECT b.input, b.n, coalesce(max(printf('%.2f', b.total_median / a.total_median)) FILTER (WHERE a.variant = 'cudachain'), '---'),
  coalesce(max(printf('%.2f', b.total_median / a.total_median)) FILTER (WHERE a.variant = 'concurrent'), '---'),
  coalesce(max(printf('%.2f', b.total_median / a.total_median)) FILTER (WHERE a.variant = 'concurrent-gpu'), '---'),
  coalesce(max(printf('%.2f', b.total_median / a.total_median)) FILTER (WHERE a.variant = 'heaphull-gpu'), '---'),
  coalesce(max(printf('%.1f', b.total_median / a.total_median)) FILTER (WHERE a.variant = 'filtered'), '---')
FROM medians a, medians b WHERE (a.sweep = 'filter-published' OR a.sweep = 'filter-worst') AND b.sweep = a.sweep AND b.variant = 'heaphull'
  AND a.input = b.input AND a.n = b.n GROUP BY b.input, b.n ORDER BY b.input = 'normal' DESC, b.input, b.n;
