--columns @{}lrrrrrrrrr@{}
--head & hours & level & warm & core & open & tests & counts & wrong & scores
WITH k AS (SELECT kernel, input, phase, counter, CAST(value AS INTEGER) AS value FROM counts WHERE sweep = 'handout')
SELECT kernel, max(value) FILTER (WHERE counter = 'hours') AS hours, max(value) FILTER (WHERE counter = 'difficulty') AS level,
  max(value) FILTER (WHERE input = 'key' AND phase = 'warm-up' AND counter = 'points') AS c0, max(value) FILTER (WHERE input = 'key' AND phase = 'core' AND counter = 'points') AS c1,
  max(value) FILTER (WHERE input = 'key' AND phase = 'open' AND counter = 'points') AS c2, max(value) FILTER (WHERE phase = 'test') AS c3,
  max(value) FILTER (WHERE phase = 'count') AS c4, count(*) FILTER (WHERE phase = 'mutant') AS wrong,
  max(value) FILTER (WHERE input = 'skeleton' AND phase = '') || ', ' || max(value) FILTER (WHERE input = 'reference') AS both
FROM k GROUP BY kernel ORDER BY hours, level, kernel;
