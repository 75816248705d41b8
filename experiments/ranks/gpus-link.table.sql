--columns @{}rrrrr@{}
--head bytes a GPU & NCCL (\textmu s) & GB/s & copies (\textmu s) & GB/s
SELECT '$2^{' || printf('%d', round(log2(n))) || '}$' AS n_tex,
  printf('%.0f', 1e6 * max(device_median) FILTER (WHERE variant = 'nccl')) AS a, printf('%.1f', n / max(device_median) FILTER (WHERE variant = 'nccl') * 1e-9) AS b,
  printf('%.0f', 1e6 * max(device_median) FILTER (WHERE variant = 'copies')) AS c, printf('%.1f', n / max(device_median) FILTER (WHERE variant = 'copies') * 1e-9) AS d
FROM medians WHERE sweep = 'gpus-link' AND gpus = (SELECT max(gpus) FROM medians WHERE sweep = 'gpus-link') GROUP BY n ORDER BY n;
