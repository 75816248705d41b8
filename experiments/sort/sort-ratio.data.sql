-- series, n, the faster CUB's time over ours
SELECT CASE input WHEN 'uint32' THEN 'words' ELSE 'wide' END || CASE WHEN variant LIKE '%-pairs' THEN '-pairs' ELSE '' END AS series, n,
       min(speedup), min(low), min(high)
FROM speedups WHERE sweep = 'sort-types' AND (variant = 'digits' AND base IN ('cub-radix', 'cub-newer')
  OR variant = 'digits-pairs' AND base IN ('cub-radix-pairs', 'cub-newer-pairs'))
GROUP BY series, n ORDER BY series, n;
