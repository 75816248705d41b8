--columns @{}rlrrr@{}
--head $n$ & program & seconds & other parents & times ours
--empty the programs were not compared here
WITH ranked AS (
  SELECT kernel, n, value, row_number() OVER (PARTITION BY kernel, n ORDER BY value) AS r, count(*) OVER (PARTITION BY kernel, n) AS c
  FROM counts WHERE sweep = 'density-peers' AND counter = 'cpu-seconds'),
t AS (SELECT kernel, n, value FROM ranked WHERE r = (c + 1) / 2)
SELECT t.n, CASE t.kernel WHEN 'serial' THEN 'ours, one thread' WHEN 'dadapy' THEN 'DADApy' ELSE t.kernel END, printf('%.3f', t.value),
  CASE WHEN t.kernel = 'serial' THEN '' ELSE (SELECT CAST(value AS INTEGER) FROM counts d WHERE d.sweep = 'density-peers' AND d.kernel = t.kernel
    AND d.n = t.n AND d.counter = 'parents-differ') END AS differ,
  CASE WHEN t.kernel = 'serial' THEN '' ELSE printf('%.1f', t.value / (SELECT value FROM t s WHERE s.kernel = 'serial' AND s.n = t.n)) END AS ratio
FROM t WHERE n IN (SELECT min(n) FROM t UNION SELECT max(n) FROM t UNION SELECT 4000)
ORDER BY t.n, CASE t.kernel WHEN 'serial' THEN 0 WHEN 'pydpc' THEN 1 ELSE 2 END;
