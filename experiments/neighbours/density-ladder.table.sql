--columns @{}lrrr@{}
--head what & 46,000: ms & times one thread & $10^6$: ms
--empty nothing was measured on this machine
WITH m AS (SELECT sweep || ' ' || variant AS variant, n, coalesce(device_median, median) AS seconds FROM medians
  WHERE sweep IN ('density-time', 'density-steps', 'density-sparse') AND n IN (46000, 1000000) AND sweep || variant <> 'density-stepsserial-whole'
  UNION ALL SELECT 'density-steps serial-whole', 46000, sum(median) FROM medians
  WHERE sweep = 'density-steps' AND n = 46000 AND variant IN ('serial-matrix', 'serial-dc', 'serial-rho', 'serial-delta')),
base AS (SELECT seconds AS serial FROM m WHERE variant = 'density-time serial-whole' AND n = 46000),
names(at, variant, name) AS (VALUES (1, 'density-steps serial-whole', 'published steps, one thread'),
  (2, 'density-time serial-whole', 'our program for the CPU, one thread'), (3, 'density-time parallel-whole', 'the same, all threads'),
  (4, 'density-steps gpu-whole', 'CUDA-DP, as published'), (5, 'density-time all-whole', 'no matrix; $d_c$ by a window of keys'),
  (6, 'density-time tiles-whole', 'and far tiles left out'), (7, 'density-sparse whole-0.5', 'the same, $P=0.5$'))
SELECT name AS name_tex, CASE WHEN a.seconds > 0 THEN printf(CASE WHEN a.seconds < 0.1 THEN '%.2f' ELSE '%.0f' END, 1e3 * a.seconds) ELSE '' END,
  CASE WHEN a.seconds > 0 THEN printf('%.' || (CASE WHEN serial < a.seconds THEN 2 ELSE 1 END) || 'f', serial / a.seconds) ELSE '' END,
  CASE WHEN b.seconds > 0 THEN printf('%.1f', 1e3 * b.seconds) ELSE '' END
FROM names LEFT JOIN m a ON a.variant = names.variant AND a.n = 46000 LEFT JOIN m b ON b.variant = names.variant AND b.n = 1000000, base
WHERE a.seconds > 0 OR b.seconds > 0 ORDER BY at;
