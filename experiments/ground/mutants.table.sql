--columns @{}lrrrrrrrr@{}
--head & \multicolumn{3}{c}{a sample} & \multicolumn{5}{c}{all, one at a time} \\ \cmidrule(lr){2-4}\cmidrule(l){5-9}
--head change & tried & noticed & survived & tried & host & model & listed & survived
WITH removed AS (SELECT input AS kind, max(phase = 'host' AND value) AS host, max(phase = 'model' AND value) AS model,
    max(phase = 'superfluous') AS listed FROM counts WHERE sweep = 'removed' GROUP BY kernel, input, n, block),
  a AS (SELECT input AS kind, sum(value * (phase <> 'equivalent')) AS tried,
    sum(value * (phase = 'survived')) AS survived FROM counts WHERE sweep = 'mutants' GROUP BY input),
  b AS (SELECT kind, count(*) AS tried, sum(host) AS host, sum(model) AS model, sum(listed) AS listed,
    sum(NOT (host OR model OR listed)) AS survived FROM removed GROUP BY kind),
  kinds AS (SELECT kind FROM a UNION SELECT kind FROM b),
  m AS (SELECT kind, a.tried, a.tried - a.survived AS noticed, a.survived, b.tried AS all_tried,
    b.host, b.model, b.listed AS all_listed, b.survived AS all_survived FROM kinds LEFT JOIN a USING (kind) LEFT JOIN b USING (kind)),
  s AS (SELECT * FROM m UNION ALL SELECT 'all', sum(tried), sum(noticed), sum(survived), sum(all_tried),
    sum(host), sum(model), sum(all_listed), sum(all_survived) FROM m)
SELECT kind, coalesce(CAST(tried AS INTEGER), ''), coalesce(CAST(noticed AS INTEGER), ''), coalesce(CAST(survived AS INTEGER), ''), coalesce(CAST(all_tried AS INTEGER), ''),
  coalesce(CAST(host AS INTEGER), ''), coalesce(CAST(model AS INTEGER), ''), coalesce(CAST(all_listed AS INTEGER), ''), coalesce(CAST(all_survived AS INTEGER), '')
FROM s ORDER BY kind = 'all', all_tried IS NOT NULL, kind;
