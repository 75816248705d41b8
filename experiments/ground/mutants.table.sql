--columns @{}l@{\hspace{7pt}}r*{9}{@{\hspace{5.5pt}}r}@{}
--head & & \multicolumn{9}{c}{all, one at a time} \\ \cmidrule(l){3-11}
--head change & sample & tried & host & model & GPU & race & sync & mem. & listed & left
WITH removed AS (SELECT input AS kind, max(phase = 'host' AND value) AS host, max(phase = 'model' AND value) AS model,
    max(CAST(value AS INTEGER)) FILTER (WHERE phase = 'cuda') AS cuda, max(CAST(value AS INTEGER)) FILTER (WHERE phase = 'racecheck') AS race,
    max(CAST(value AS INTEGER)) FILTER (WHERE phase = 'synccheck') AS sync, max(CAST(value AS INTEGER)) FILTER (WHERE phase = 'memcheck') AS memory,
    max(phase = 'superfluous') AS listed, CAST(max(value) AS INTEGER) AS noticed FROM counts WHERE sweep = 'removed' GROUP BY kernel, input, n, block),
  a AS (SELECT input AS kind, CAST(sum(value * (phase <> 'equivalent')) AS INTEGER) AS tried,
    CAST(sum(value * (phase NOT IN ('equivalent', 'survived'))) AS INTEGER) AS noticed FROM counts WHERE sweep = 'mutants' GROUP BY input),
  b AS (SELECT kind, count(*) AS all_tried, sum(host) AS host, sum(model) AS model, sum(cuda) AS cuda, sum(race) AS race, sum(sync) AS sync,
    sum(memory) AS memory, sum(listed) AS listed, count(*) - sum(noticed) AS survived FROM removed GROUP BY kind),
  m AS (SELECT kind, tried, noticed, all_tried, host, model, cuda, race, sync, memory, listed, survived
    FROM (SELECT kind FROM a UNION SELECT kind FROM b) LEFT JOIN a USING (kind) LEFT JOIN b USING (kind)),
  s AS (SELECT * FROM m UNION ALL SELECT 'all', sum(tried), sum(noticed), sum(all_tried), sum(host), sum(model), sum(cuda), sum(race), sum(sync),
    sum(memory), sum(listed), sum(survived) FROM m)
SELECT kind, coalesce(noticed || ' of ' || tried, ''), coalesce(all_tried, ''), coalesce(host, ''), coalesce(model, ''), coalesce(cuda, ''),
  coalesce(race, ''), coalesce(sync, ''), coalesce(memory, ''), coalesce(listed, ''), coalesce(survived, '')
FROM s ORDER BY kind = 'all', all_tried IS NOT NULL, kind;
