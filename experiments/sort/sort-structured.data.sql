-- series, n, the faster CUB's time over ours: each input by its kind; then, by two octaves, the median and the
-- ratio that one in twenty does not reach
WITH r AS (
  SELECT n, min(speedup) AS speedup, CAST(log2(n) AS INTEGER) / 2 * 2 AS octave,
         CASE WHEN input LIKE '% pairs:%' THEN 'pairs' WHEN input LIKE '% uint64:%' OR input LIKE '% double:%' THEN 'wide' ELSE 'words' END AS type
  FROM speedups WHERE sweep = 'sort-structured' AND variant = 'digits' AND base IN ('cub-radix', 'cub-newer') GROUP BY input, n),
ranked AS (
  SELECT octave, speedup, row_number() OVER (PARTITION BY octave ORDER BY speedup) AS k, count(*) OVER (PARTITION BY octave) AS c FROM r),
lines AS (
  SELECT 'median' AS series, octave, avg(speedup) AS y FROM ranked WHERE k IN ((c + 1) / 2, (c + 2) / 2) GROUP BY octave
  UNION ALL
  SELECT 'twentieth', octave, max(speedup) FROM ranked WHERE k = (c + 19) / 20 GROUP BY octave)
SELECT series, n, y FROM (
  SELECT type AS series, n, speedup AS y FROM r
  UNION ALL
  SELECT series, (1 << octave) * 1.02, y FROM lines
  UNION ALL
  SELECT series, (1 << octave) * 3.92, y FROM lines)
ORDER BY series, n;
