--columns lrrr
--head & the model & the GPU & model/GPU
--empty the GPU's counters were not read on this machine
WITH names(at, counter, name) AS (VALUES
  (1, 'device-load-requests', 'load requests'), (2, 'device-load-sectors', 'sectors loaded'),
  (3, 'device-store-requests', 'store requests'), (4, 'device-store-sectors', 'sectors stored')),
gpu AS (SELECT counter, value FROM counts WHERE sweep = 'wagener-ncu' AND input = 'square' AND n = 2048 AND kernel = 'match_and_merge'),
model AS (SELECT counter, sum(value) AS value FROM counts
          WHERE sweep = 'wagener-count' AND input = 'square' AND n = 2048 GROUP BY counter)
SELECT name, CAST(model.value AS INTEGER) AS model, CAST(gpu.value AS INTEGER) AS gpu,
       printf('%.2f', model.value / gpu.value) AS ratio
FROM names JOIN gpu USING (counter) JOIN model USING (counter) ORDER BY at;
