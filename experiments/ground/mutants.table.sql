--columns @{}lrrrrrrr@{}
--head change & tried & host & model & shell & sanitizer & equivalent & survived
WITH m AS (SELECT input AS kind, phase, value FROM counts WHERE sweep = 'mutants'
  UNION ALL SELECT 'all', phase, value FROM counts WHERE sweep = 'mutants')
SELECT kind, printf('%d', sum(value)),
  printf('%d', sum(value * (phase = 'host'))), printf('%d', sum(value * (phase = 'model'))),
  printf('%d', sum(value * (phase = 'shell'))), printf('%d', sum(value * (phase = 'sanitizer'))),
  printf('%d', sum(value * (phase = 'equivalent'))), printf('%d', sum(value * (phase = 'survived')))
FROM m GROUP BY kind ORDER BY kind = 'all', kind;
