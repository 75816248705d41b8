--columns @{}lrrrrrrr@{}
--head dimensions & 16 & 32 & 64 & 128 & 256 & 512 & 1024
--empty nothing was measured on this machine
WITH m AS (SELECT variant, dim, 1e3 * median AS ms FROM medians WHERE sweep = 'density-many'),
r AS (SELECT 1 AS place, 'squares' AS name, dim, printf('%.2f', ms) AS text FROM m WHERE variant = 'squares'
  UNION ALL SELECT 2, 'products', dim, printf('%.2f', ms) FROM m WHERE variant = 'products'
  UNION ALL SELECT 3, 'times as fast', a.dim, printf('%.1f', a.ms / b.ms) FROM m a JOIN m b USING (dim) WHERE a.variant = 'squares' AND b.variant = 'products')
SELECT name, max(text) FILTER (WHERE dim = 16) AS d16, max(text) FILTER (WHERE dim = 32) AS d32, max(text) FILTER (WHERE dim = 64) AS d64,
  max(text) FILTER (WHERE dim = 128) AS d128, max(text) FILTER (WHERE dim = 256) AS d256, max(text) FILTER (WHERE dim = 512) AS d512,
  max(text) FILTER (WHERE dim = 1024) AS d1024 FROM r GROUP BY place ORDER BY place;
