--columns @{}lrrr@{}
--head what & 46,000 points & times one thread & $10^6$ points
--empty nothing was measured on this machine
WITH m AS (SELECT variant, n, coalesce(device_median, median) AS seconds FROM medians
  WHERE (sweep = 'density-time' OR (sweep = 'density-steps' AND variant = 'gpu-whole')) AND n IN (46000, 1000000)),
base AS (SELECT seconds AS serial FROM m WHERE variant = 'serial-whole' AND n = 46000),
names(at, variant, name) AS (VALUES (1, 'serial-whole', 'CPU: all pairs for $d_c$ and $\rho$, one thread'), (2, 'parallel-whole', 'the same, all threads'),
  (3, 'gpu-whole', 'GPU: the published kernels, a matrix'), (4, 'all-whole', 'no matrix; $d_c$ by a window of keys'),
  (5, 'tiles-whole', 'and far tiles left out of $\rho$'))
SELECT name AS name_tex, printf('%.2f', 1e3 * a.seconds), printf('%.1f', serial / a.seconds), coalesce(printf('%.1f', 1e3 * b.seconds), '')
FROM names JOIN m a USING (variant) LEFT JOIN m b ON b.variant = a.variant AND b.n = 1000000, base WHERE a.n = 46000 ORDER BY at;
