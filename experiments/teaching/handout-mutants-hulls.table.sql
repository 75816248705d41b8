--columns @{}>{\footnotesize}lr>{\footnotesize}lr@{}
--head wagener & points & heaphull & points
SELECT coalesce(max(name) FILTER (WHERE kernel = 'wagener'), '') AS name_a, coalesce(max(points) FILTER (WHERE kernel = 'wagener'), '') AS points_a,
  coalesce(max(name) FILTER (WHERE kernel = 'heaphull'), '') AS name_b, coalesce(max(points) FILTER (WHERE kernel = 'heaphull'), '') AS points_b
FROM (SELECT kernel, replace(input, '-', ' ') AS name, printf('%.1f', value) AS points, row_number() OVER (PARTITION BY kernel ORDER BY input) AS k
  FROM counts WHERE sweep = 'handout' AND phase = 'mutant' AND kernel IN ('wagener', 'heaphull')) GROUP BY k ORDER BY k;
