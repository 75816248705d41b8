-- series, n, the library's time over the bucket sort's, its interval
SELECT b.variant AS series, a.n, b.median / a.median, b.low / a.high, b.high / a.low
FROM medians a JOIN medians b ON b.sweep = a.sweep AND b.n = a.n AND b.variant IN ('cub-radix', 'cub-merge', 'cusort')
WHERE a.sweep = 'sort-time' AND a.variant = 'bucket' AND a.n & (a.n - 1) = 0
ORDER BY series, a.n;
