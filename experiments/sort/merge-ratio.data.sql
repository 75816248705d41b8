-- series, n, speed over CUB's merge sort, its interval
SELECT a.variant AS series, a.n,
       b.median / a.median, b.low / a.high, b.high / a.low
FROM medians a JOIN medians b ON b.sweep = a.sweep AND b.n = a.n AND b.variant = 'cub-merge'
WHERE a.sweep = 'sort-time' AND a.variant IN ('merge', 'cub-radix', 'digits') AND a.n & (a.n - 1) = 0
ORDER BY series, a.n;
