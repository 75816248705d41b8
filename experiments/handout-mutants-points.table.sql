--columns @{}>{\footnotesize}lr>{\footnotesize}lr@{}
--head peaks & points & density & points
WITH m AS (SELECT kernel, replace(input, '-', ' ') AS name, printf('%.1f', value) AS points,
    row_number() OVER (PARTITION BY kernel ORDER BY input) AS k
  FROM counts WHERE sweep = 'handout' AND phase = 'mutant')
SELECT coalesce(a.name, '') AS name_a, coalesce(a.points, '') AS points_a, coalesce(b.name, '') AS name_b, coalesce(b.points, '') AS points_b
FROM (SELECT DISTINCT k FROM m WHERE kernel IN ('peaks', 'density')) r
  LEFT JOIN m a ON a.k = r.k AND a.kernel = 'peaks' LEFT JOIN m b ON b.k = r.k AND b.kernel = 'density' ORDER BY r.k;
