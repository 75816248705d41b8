-- series (a scene), its number among the scenes, time over that of random points
WITH t AS (SELECT substr(input, 1, instr(input, ':') - 1) AS scene, coalesce(device_median, median) AS s FROM medians
  WHERE sweep = 'peaks-scenes' AND variant = 'tree'),
base AS (SELECT avg(s) AS random FROM t WHERE scene = 'random'),
numbered AS (SELECT scene, row_number() OVER (ORDER BY max(s)) AS k FROM t GROUP BY scene)
SELECT 'scenes' AS series, k, s / random AS ratio, scene FROM t JOIN numbered USING (scene), base WHERE random > 0 ORDER BY series, k, ratio;
