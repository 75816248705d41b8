CREATE TABLE medians AS
WITH
timed(cell, clock, s) AS (
  SELECT cell, 'device', device_s FROM samples
  WHERE device_s IS NOT NULL
  UNION ALL
  SELECT cell, 'total', total_s FROM samples
  WHERE total_s IS NOT NULL),
ranked AS (
  SELECT *, row_number() OVER (mine ORDER BY s) AS rank,
         count(*) OVER mine AS samples
  FROM timed WINDOW mine AS (PARTITION BY cell, clock)),
bounded AS (
  SELECT *, max(1, CAST((samples - 1.96 * sqrt(samples)) / 2
                        AS INTEGER)) AS lower_rank
  FROM ranked),
summed AS (
  SELECT cell, clock, samples,
         avg(s) FILTER (WHERE rank IN ((samples + 1) / 2,
                                        (samples + 2) / 2)) AS median,
         max(s) FILTER (WHERE rank = lower_rank) AS low,
         max(s) FILTER (WHERE rank = samples + 1 - lower_rank) AS high
  FROM bounded GROUP BY cell, clock)
SELECT cells.*, max(samples) AS samples,
       max(median) FILTER (WHERE clock = 'device') AS device_median,
       max(low) FILTER (WHERE clock = 'device') AS device_low,
       max(high) FILTER (WHERE clock = 'device') AS device_high,
       max(median) FILTER (WHERE clock = 'total') AS total_median,
       max(low) FILTER (WHERE clock = 'total') AS total_low,
       max(high) FILTER (WHERE clock = 'total') AS total_high,
       coalesce(max(median) FILTER (WHERE clock = 'device'),
                max(median)) AS median,
       coalesce(max(low) FILTER (WHERE clock = 'device'),
                max(low)) AS low,
       coalesce(max(high) FILTER (WHERE clock = 'device'),
                max(high)) AS high
FROM summed JOIN cells USING (cell) GROUP BY cell
ORDER BY sweep, variant, input, n;

CREATE VIEW speedups AS
SELECT a.sweep, a.variant, b.variant AS base, a.input, a.n, a.dim,
       a.gpus, a.block, b.block AS base_block, a.cache,
       b.median / a.median AS speedup,
       b.low / a.high AS low, b.high / a.low AS high,
       b.total_median / a.total_median AS total_speedup,
       b.total_low / a.total_high AS total_low,
       b.total_high / a.total_low AS total_high
FROM medians a JOIN medians b
  ON a.sweep = b.sweep AND a.input = b.input AND a.n = b.n
     AND a.dim = b.dim AND a.gpus = b.gpus AND a.cache = b.cache;

CREATE TABLE copy_bound AS
SELECT variant, 2e-9 * n / median AS gbs,
       (SELECT median FROM medians
        WHERE sweep = m.sweep AND variant = m.variant
        ORDER BY n LIMIT 1) AS start
FROM medians m
WHERE sweep = 'machine-copy'
ORDER BY device_median IS NULL, n DESC, median LIMIT 1;

CREATE VIEW hardware AS
SELECT sweep, clock, clock * multiprocessors AS cycles FROM (
  SELECT sweep,
    1e6 * max(value) FILTER (WHERE key = 'clock_sm_most') AS clock,
    CAST(max(value) FILTER (WHERE key = 'gpu_multiprocessors') AS REAL)
      AS multiprocessors
  FROM environment GROUP BY sweep);
