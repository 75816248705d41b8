-- series, points, processor time over that of one thread of the chapter's program; medians of the samples, their range
WITH ranked AS (
  SELECT kernel, n, value, row_number() OVER (PARTITION BY kernel, n ORDER BY value) AS r, count(*) OVER (PARTITION BY kernel, n) AS c
  FROM counts WHERE sweep = 'density-peers' AND counter = 'cpu-seconds'),
t AS (SELECT kernel, n, max(value) FILTER (WHERE r = (c + 1) / 2) AS median, min(value) AS low, max(value) AS high FROM ranked GROUP BY kernel, n)
SELECT a.kernel, a.n, a.median / b.median, a.low / b.high, a.high / b.low FROM t a JOIN t b ON b.n = a.n AND b.kernel = 'serial'
WHERE a.kernel <> 'serial' ORDER BY a.kernel, a.n;
