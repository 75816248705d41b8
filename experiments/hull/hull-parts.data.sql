-- part (a series), bar (0 at the bottom), where the part begins and ends in microseconds. The sweep's
-- times are of the program stopped after each part, so a part is a difference.
WITH t AS (
  SELECT n, input,
    max(1e6 * median) FILTER (WHERE variant = 'tile-1') AS scan,
    max(1e6 * median) FILTER (WHERE variant = 'tile-8') AS walks,
    max(1e6 * median) FILTER (WHERE variant = 'tile-128') AS searches,
    max(1e6 * median) FILTER (WHERE variant = 'stages-12') AS stages,
    (n = 65536) * 5.6 + (n = 1048576) * 2.8 + (input = 'square') AS bar
  FROM medians WHERE sweep = 'hull-parts' GROUP BY n, input)
SELECT series, bar, start, stop FROM (
  SELECT '1 scan' AS series, bar, 0 AS start, scan AS stop FROM t
  UNION ALL SELECT '2 walks', bar, scan, walks FROM t
  UNION ALL SELECT '3 searches', bar, walks, searches FROM t
  UNION ALL SELECT '4 stages', bar, searches, stages FROM t)
WHERE stop IS NOT NULL
ORDER BY series, bar;
