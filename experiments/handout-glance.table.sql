--columns @{}lrrrrrrrr@{}
--head assignment & warm-up & core & open & tests & counts & times & wrong solutions & skeleton, reference
SELECT kernel, CAST(max(value) FILTER (WHERE input = 'key' AND phase = 'warm-up' AND counter = 'points') AS INTEGER),
  CAST(max(value) FILTER (WHERE input = 'key' AND phase = 'core' AND counter = 'points') AS INTEGER),
  CAST(max(value) FILTER (WHERE input = 'key' AND phase = 'open' AND counter = 'points') AS INTEGER),
  CAST(max(value) FILTER (WHERE input = 'key' AND phase = 'test') AS INTEGER), CAST(max(value) FILTER (WHERE input = 'key' AND phase = 'count') AS INTEGER),
  CAST(max(value) FILTER (WHERE input = 'key' AND phase = 'time') AS INTEGER), count(*) FILTER (WHERE phase = 'mutant'),
  printf('%.0f, %.0f', max(value) FILTER (WHERE input = 'skeleton' AND phase = ''), max(value) FILTER (WHERE input = 'reference')) AS both
FROM counts WHERE sweep = 'handout' GROUP BY kernel;
