--columns @{}l@{\hskip 9pt}r@{\hskip 6pt}r@{\hskip 6pt}r@{\hskip 6pt}r@{\hskip 12pt}r@{\hskip 6pt}r@{}
--head & \multicolumn4c{square} & \multicolumn2{c@{}}{circle} \\ \cmidrule(r{10pt}){2-5}\cmidrule{6-7} what changed & µs & GB/s & bound & one thread & µs & one thread
--empty nothing was measured on this machine
WITH rungs(at, name, sweep, variant, block) AS (VALUES
  (1, 'as it is', 'hull-time', 'general', NULL),
  (2, '8 points a thread', 'hull-shape', '8 each', 128),
  (3, '16 points a thread', 'hull-shape', '16 each', 128),
  (4, '64 points a thread', 'hull-shape', '64 each', 128),
  (5, '64 threads a block', 'hull-shape', '32 each', 64),
  (6, 'no walk in a tile', 'hull-shape', 'walk-0', 128),
  (7, 'walks of 4 steps', 'hull-shape', 'walk-4', 128),
  (8, 'walks of 64 steps', 'hull-shape', 'walk-64', 128)),
t AS (
  SELECT at, r.name, input, coalesce(m.device_median, m.median) AS seconds FROM rungs r JOIN medians m ON m.sweep = r.sweep
    AND m.variant = r.variant AND m.input IN ('square', 'circle') AND m.n = 16777216 AND (r.block IS NULL OR m.block = r.block)),
c AS (
  SELECT at, t.name, t.input, printf('%.0f', 1e6 * seconds) AS us, printf('%.0f', 8e-9 * 16777216 / seconds) AS rate,
    printf('%.0f%%', 100 * 8e-9 * 16777216 / seconds / gbs) AS bound, printf('%.0f', s.median / seconds) AS times
  FROM t, copy_bound JOIN medians s ON s.sweep = 'hull-time' AND s.variant = 'serial' AND s.input = t.input AND s.n = 16777216)
SELECT a.name AS name_tex, a.us, a.rate, a.bound, a.times, b.us, b.times
FROM c a JOIN c b USING (at) WHERE a.input = 'square' AND b.input = 'circle' ORDER BY at;
