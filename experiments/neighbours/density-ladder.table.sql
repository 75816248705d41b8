--columns @{}lrrr@{}
--head what & 46,000 & times one thread & $10^6$
--empty nothing was measured on this machine
WITH m AS (SELECT variant, n, coalesce(device_median, median) AS seconds FROM medians
  WHERE (sweep = 'density-time' OR (sweep = 'density-steps' AND variant = 'gpu-whole')) AND n IN (46000, 1000000)),
base AS (SELECT seconds AS serial FROM m WHERE variant = 'serial-whole' AND n = 46000),
names(at, variant, name) AS (VALUES (1, 'serial-whole', 'one thread of the CPU'), (2, 'parallel-whole', 'all threads'),
  (3, 'gpu-whole', 'GPU, as published'), (4, 'all-whole', 'no matrix; $d_c$ by a window of keys'),
  (5, 'tiles-whole', 'and far tiles left out'))
SELECT name AS name_tex, printf('%.2f', 1e3 * a.seconds), printf('%.1f', serial / a.seconds), CASE WHEN b.seconds > 0 THEN printf('%.1f', 1e3 * b.seconds) ELSE '' END
FROM names JOIN m a USING (variant) LEFT JOIN m b ON b.variant = a.variant AND b.n = 1000000, base WHERE a.n = 46000 ORDER BY at;
