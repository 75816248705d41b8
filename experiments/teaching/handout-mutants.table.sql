--columns @{}>{\footnotesize}lr>{\footnotesize}lr@{}
--head sort & points & sort & points
WITH m AS (SELECT replace(input, '-', ' ') AS name, printf('%.1f', value) AS points, row_number() OVER (ORDER BY input) - 1 AS k
  FROM counts WHERE sweep = 'handout' AND phase = 'mutant' AND kernel = 'sort'),
h AS (SELECT (count(*) + 1) / 2 AS half FROM m)
SELECT a.name AS name_a, a.points AS points_a, coalesce(b.name, '') AS name_b, coalesce(b.points, '') AS points_b
FROM m a CROSS JOIN h LEFT JOIN m b ON b.k = a.k + h.half WHERE a.k < h.half ORDER BY a.k;
