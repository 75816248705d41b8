--columns @{}lrrrrrrrr@{}
--head assignment & warm-up & core & open & tests & counts & times & wrong & scores
SELECT kernel, CAST(max(value) FILTER (WHERE input = 'key' AND phase = 'warm-up' AND counter = 'points') AS INTEGER) AS c0,
  CAST(max(value) FILTER (WHERE input = 'key' AND phase = 'core' AND counter = 'points') AS INTEGER) AS c1,
  CAST(max(value) FILTER (WHERE input = 'key' AND phase = 'open' AND counter = 'points') AS INTEGER) AS c2,
  CAST(max(value) FILTER (WHERE input = 'key' AND phase = 'test') AS INTEGER) AS c3, CAST(max(value) FILTER (WHERE input = 'key' AND phase = 'count') AS INTEGER) AS c4,
  CAST(max(value) FILTER (WHERE input = 'key' AND phase = 'time') AS INTEGER) AS c5, count(*) FILTER (WHERE phase = 'mutant') AS wrong,
  printf('%.0f, %.0f', max(value) FILTER (WHERE input = 'skeleton' AND phase = ''), max(value) FILTER (WHERE input = 'reference')) AS both
FROM counts WHERE sweep = 'handout' GROUP BY kernel;
