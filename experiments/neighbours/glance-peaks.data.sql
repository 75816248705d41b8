-- series (the better of two programs of the CPU, on one thread and on all), n, how many times as fast the tree is
WITH t AS (SELECT variant, n, coalesce(device_median, median) AS s FROM medians WHERE sweep = 'peaks-time' AND n & (n - 1) = 0)
SELECT replace(c.variant, '-grid', '') AS series, c.n, min(c.s) / g.s AS speedup FROM t c JOIN t g USING (n)
WHERE g.variant = 'tree' AND c.variant IN ('serial', 'serial-grid', 'parallel', 'parallel-grid') GROUP BY series, n ORDER BY series, n;
