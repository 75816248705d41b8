--columns @{}>{\footnotesize}lr>{\footnotesize}lr@{}
--head wagener & points & heaphull & points
WITH m AS (SELECT kernel, replace(input, '-', ' ') AS name, printf('%.1f', value) AS points,
    row_number() OVER (PARTITION BY kernel ORDER BY input) AS k
  FROM counts WHERE sweep = 'handout' AND phase = 'mutant')
SELECT coalesce(a.name, '') AS name_a, coalesce(a.points, '') AS points_a, coalesce(b.name, '') AS name_b, coalesce(b.points, '') AS points_b
FROM (SELECT DISTINCT k FROM m WHERE kernel IN ('wagener', 'heaphull')) r
  LEFT JOIN m a ON a.k = r.k AND a.kernel = 'wagener' LEFT JOIN m b ON b.k = r.k AND b.kernel = 'heaphull' ORDER BY r.k;
