--columns @{}lrrr@{}
--head what & ms & $10^9$ pairs/s & times one thread
WITH base AS (SELECT min(median) AS serial FROM medians WHERE sweep = 'peaks-time' AND variant IN ('serial', 'serial-grid') AND n = 262144),
names(at, variant, name) AS (VALUES (1, 'serial', '$k$-d tree, one thread'), (2, 'serial-grid', 'grid, one thread'),
  (3, 'parallel', '$k$-d tree, all threads'), (4, 'parallel-grid', 'grid, all threads'), (5, 'published', 'the published kernel'),
  (6, 'tiled', 'all pairs in tiles'), (7, 'tree', 'tree along Hilbert''s curve'))
SELECT name AS name_tex, printf('%.3f', 1e3 * coalesce(device_median, median)),
  CASE WHEN m.variant IN ('published', 'tiled') THEN printf('%.0f', 1e-9 * 262144.0 * 262144 / 2 / device_median) ELSE '' END,
  printf('%.1f', serial / coalesce(device_median, median))
FROM names JOIN medians m USING (variant), base WHERE m.sweep = 'peaks-time' AND m.n = 262144 AND serial > 0 ORDER BY at;
