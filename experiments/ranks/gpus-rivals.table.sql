--columns @{}rrrrrr@{}
--head & \multicolumn{2}{c}{$2^{31}$ keys, host to host (ms)} & \multicolumn{3}{c@{}}{exchange (GB/s out of a GPU)}\\ GPUs & RMG Sort & ours & NCCL's test & NCCL & copies
--empty nothing was measured on this machine
SELECT gpus, printf('%.0f', 1e3 * max(total_median) FILTER (WHERE variant = 'rmg')),
  coalesce((SELECT printf('%.0f', 1e3 * total_median) FROM medians h WHERE h.sweep = 'gpus-host' AND h.variant = 'sort' AND h.gpus = r.gpus), ''),
  CASE WHEN gpus > 1 THEN printf('%.0f', max(1e-9 * n * (gpus - 1) / gpus / device_median) FILTER (WHERE input = 'alltoall')) ELSE '' END,
  coalesce((SELECT printf('%.0f', 1e-9 * n / device_median) FROM medians l WHERE l.sweep = 'gpus-link' AND l.variant = 'nccl' AND l.gpus = r.gpus AND l.n = 1073741824), ''),
  coalesce((SELECT printf('%.0f', 1e-9 * n / device_median) FROM medians l WHERE l.sweep = 'gpus-link' AND l.variant = 'copies' AND l.gpus = r.gpus AND l.n = 1073741824), '')
FROM medians r WHERE sweep = 'gpus-rivals' GROUP BY gpus ORDER BY gpus;
