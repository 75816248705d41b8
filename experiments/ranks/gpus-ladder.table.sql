--columns @{}llrrrr@{}
--head order & link & ms & $10^9$ keys/s & GB of keys/s & times one
WITH m AS (SELECT * FROM medians WHERE sweep = 'gpus-sort' AND input = 'uint32' AND n = 2147483648),
  one AS (SELECT device_median AS t FROM m WHERE gpus = 1), most AS (SELECT max(gpus) AS p FROM m)
SELECT name AS "order", link AS link, printf('%.1f', 1e3 * device_median) AS ms, printf('%.1f', n / device_median * 1e-9) AS keys,
  printf('%.0f', 4 * n / device_median * 1e-9) AS gbs, printf('%.2f', t / device_median) AS ratio
FROM m, one, most, (SELECT column1 AS at, column2 AS v, column3 AS name, column4 AS link FROM (VALUES
  (0, 'one', 'one GPU', ''), (1, 'exchange-nccl', 'exchange first', 'NCCL'), (2, 'exchange', 'exchange first', 'copies'),
  (3, 'stores', 'exchange first', 'remote stores'), (4, 'nccl', 'sort first', 'NCCL'), (5, 'copies', 'sort first', 'copies')))
WHERE v = variant AND (gpus = p OR variant = 'one') ORDER BY at;
