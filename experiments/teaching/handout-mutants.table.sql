--columns @{}>{\footnotesize}lr>{\footnotesize}lr@{}
--head sum & points & sort & points
SELECT coalesce(max(name) FILTER (WHERE kernel = 'sum'), '') AS name_a, coalesce(max(points) FILTER (WHERE kernel = 'sum'), '') AS points_a,
  coalesce(max(name) FILTER (WHERE kernel = 'sort'), '') AS name_b, coalesce(max(points) FILTER (WHERE kernel = 'sort'), '') AS points_b
FROM (SELECT kernel, replace(input, '-', ' ') AS name, printf('%.1f', value) AS points, row_number() OVER (PARTITION BY kernel ORDER BY input) AS k
  FROM counts WHERE sweep = 'handout' AND phase = 'mutant' AND kernel IN ('sum', 'sort')) GROUP BY k ORDER BY k;
