--columns @{}l@{\hskip 12pt}rrr@{\hskip 15pt}r@{}
--head & \multicolumn3c{square} & circle \\ \cmidrule(r{12pt}){2-4}\cmidrule{5-5} what changed & µs & GB/s & bound & µs
--empty nothing was measured on this machine
WITH rungs(at, name, sweep, variant, block) AS (VALUES
  (1, 'as it is', 'hull-shape', '32 each', 128),
  (1.5, 'no point is passed over', 'hull-shape', 'lower too', 128),
  (2, '8 points a thread', 'hull-shape', '8 each', 128),
  (3, '16 points a thread', 'hull-shape', '16 each', 128),
  (4, '64 points a thread', 'hull-shape', '64 each', 128),
  (5, '64 threads a block', 'hull-shape', '32 each', 64),
  (6, 'walks in pairs of threads only', 'hull-shape', 'walk-0', 128),
  (7, 'walks of 4 steps', 'hull-shape', 'walk-4', 128),
  (8, 'walks of 64 steps', 'hull-shape', 'walk-64', 128)),
t AS (
  SELECT at, r.name, input, m.median AS seconds FROM rungs r JOIN medians m ON m.sweep = r.sweep
    AND m.variant = r.variant AND m.input IN ('square', 'circle') AND m.n = 16777216 AND (r.block IS NULL OR m.block = r.block)),
c AS (
  SELECT at, name, input, printf('%.0f', 1e6 * seconds) AS us, printf('%.0f', 8e-9 * 16777216 / seconds) AS rate,
    printf('%.0f%%', 100 * 8e-9 * 16777216 / seconds / gbs) AS bound FROM t, copy_bound)
SELECT a.name AS name_tex, a.us, a.rate, a.bound, b.us FROM c a JOIN c b USING (at) WHERE a.input = 'square' AND b.input = 'circle' ORDER BY at;
