-- series, runs a pass, speed over CUB's merge sort, its interval
SELECT CASE a.n WHEN 100000000 THEN 'ten8' ELSE 'two' || CAST(round(log2(a.n)) AS INTEGER) END AS series, a.ways,
       b.median / a.median, b.low / a.high, b.high / a.low
FROM medians a JOIN medians b ON b.sweep = 'sort-time' AND b.n = a.n AND b.variant = 'cub-merge'
WHERE a.sweep = 'sort-ways'
ORDER BY series, a.ways;
