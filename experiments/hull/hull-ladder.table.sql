--columns @{}l@{\hskip 5pt}r@{\hskip 5pt}r@{\hskip 5pt}r@{\hskip 5pt}r@{}
--head what changed & µs & GB/s & bound & one thread
--empty nothing was measured on this machine
WITH base AS (SELECT max(median) AS serial FROM medians WHERE sweep = 'hull-time' AND variant = 'serial'
  AND input = 'square' AND n = 16777216),
recorded(at, name, sweep, variant, block) AS (VALUES
  (4, '32 points a thread: as it is', 'hull-time', 'general', NULL),
  (5, '\quad with 8 points a thread', 'hull-shape', '8 each', 128),
  (6, '\quad with 16 points a thread', 'hull-shape', '16 each', 128),
  (7, '\quad with 64 points a thread', 'hull-shape', '64 each', 128),
  (8, '\quad with 64 threads a block', 'hull-shape', '32 each', 64),
  (9, '\quad with walks for pairs of 2 threads only', 'hull-shape', 'walk-2', 128),
  (10, '\quad with walks for all pairs of a tile', 'hull-shape', 'walk-128', 128),
  (11, '\quad with groups of $2\times2$ threads', 'hull-shape', '2x2', 128),
  (12, '\quad with groups of $32\times32$ threads', 'hull-shape', '32x32', 128)),
t AS (
  SELECT at, r.name, coalesce(m.device_median, m.median) AS seconds FROM recorded r JOIN medians m ON m.sweep = r.sweep
    AND m.variant = r.variant AND m.input = 'square' AND m.n = 16777216 AND (r.block IS NULL OR m.block = r.block))
SELECT name AS name_tex, printf('%.0f', 1e6 * seconds), printf('%.0f', 8e-9 * 16777216 / seconds),
  printf('%.0f%%', 100 * 8e-9 * 16777216 / seconds / gbs) AS bound, printf('%.0f', serial / seconds)
FROM t, base, copy_bound WHERE serial > 0 ORDER BY at;
