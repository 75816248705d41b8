--columns @{}lrrrrrr@{}
--head & \multicolumn{3}{c}{128 dimensions} & \multicolumn{3}{c@{}}{784 dimensions}\\ & counts & parents & sums & counts & parents & sums
--empty the model has not counted this
WITH s(place, input, name) AS (VALUES (1, 'mixture', '32 wide clusters'), (2, 'dim', '16 narrow clusters'), (3, 'many-columns', 'thirty scales'),
  (4, 'many-copies', 'each point eight times'), (5, 'many-far', 'one point far away'), (6, 'many-corners', 'corners of a simplex')),
m AS (SELECT input, kernel, CASE WHEN value < 0 THEN '--' WHEN kernel = 'Gaussians' THEN 'yes' ELSE printf('%.1f', value) END AS told
  FROM counts WHERE sweep = 'density-open'),
w AS (SELECT input, max(told) FILTER (WHERE kernel = 'counts') AS counts, max(told) FILTER (WHERE kernel = 'parents') AS parents,
  max(told) FILTER (WHERE kernel = 'Gaussians') AS gaussians FROM m GROUP BY input)
SELECT name, a.counts, a.parents, a.gaussians, b.counts, b.parents, b.gaussians
FROM s JOIN w a ON a.input = s.input || '-128' JOIN w b ON b.input = s.input || '-784' ORDER BY place;
