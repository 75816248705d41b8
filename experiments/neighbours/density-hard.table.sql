--columns @{}lrrrrrr@{}
--head & \multicolumn{3}{c}{128 dimensions} & \multicolumn{3}{c@{}}{784 dimensions}\\ & squares & products & ratio & squares & products & ratio
--empty nothing was measured on this machine
WITH s(place, input, name) AS (VALUES (1, 'mixture', '32 wide clusters'), (2, 'dim', '16 narrow clusters'), (3, 'many-columns', 'thirty scales'),
  (4, 'many-copies', 'each point eight times'), (5, 'many-far', 'one point far away'), (6, 'many-corners', 'corners of a simplex')),
m AS (SELECT input, dim, max(1e3 * median) FILTER (WHERE variant = 'squares') AS squares, max(1e3 * median) FILTER (WHERE variant = 'products') AS products
  FROM medians WHERE sweep = 'density-hard' GROUP BY input, dim)
SELECT name, printf('%.1f', a.squares), printf('%.1f', a.products), printf('%.2f', a.products / a.squares),
  printf('%.0f', b.squares), printf('%.0f', b.products), printf('%.2f', b.products / b.squares)
FROM s JOIN m a ON a.input = s.input AND a.dim = 128 JOIN m b ON b.input = s.input AND b.dim = 784 ORDER BY place;
