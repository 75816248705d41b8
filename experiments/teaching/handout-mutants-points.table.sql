--columns @{}>{\footnotesize}lr>{\footnotesize}lr@{}
--head peaks & points & density & points
SELECT coalesce(max(name) FILTER (WHERE kernel = 'peaks'), '') AS name_a, coalesce(max(points) FILTER (WHERE kernel = 'peaks'), '') AS points_a,
  coalesce(max(name) FILTER (WHERE kernel = 'density'), '') AS name_b, coalesce(max(points) FILTER (WHERE kernel = 'density'), '') AS points_b
FROM (SELECT kernel, replace(replace(input, '-', ' '), 'single precision', 'floats') AS name, printf('%.1f', value) AS points, row_number() OVER (PARTITION BY kernel ORDER BY input) AS k
  FROM counts WHERE sweep = 'handout' AND phase = 'mutant' AND kernel IN ('peaks', 'density')) GROUP BY k ORDER BY k;
