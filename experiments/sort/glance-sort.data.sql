-- series, n, how many times as fast the sort is as the faster of two releases of CUB's radix sort, its interval
SELECT CASE input WHEN 'uint32' THEN 'words' ELSE 'wide' END AS series, n, min(speedup), min(low), min(high) FROM speedups
WHERE sweep = 'sort-types' AND variant = 'digits' AND base IN ('cub-radix', 'cub-newer') AND input IN ('uint32', 'uint64')
GROUP BY series, n ORDER BY series, n;
