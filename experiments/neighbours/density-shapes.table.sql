--columns @{}lrrrrrr@{}
--head shape of & points & dims & products & squares & PECANN & exact
--empty nothing was measured on this machine
WITH s(place, name, n, dim, approximate, exact) AS (VALUES (1, 'no set', 100000, 16, '', ''), (2, 'no set', 100000, 64, '', ''),
  (3, 'MNIST', 70000, 784, '0.87', '32.8'), (4, 'birds', 84635, 1024, '0.86', '66'), (5, 'reddit', 420464, 1024, '14.9', '2,888'),
  (6, 'arxiv', 732723, 1024, '11.65', '9,953'), (7, 'ImageNet', 1281167, 1024, '101.6', '31,980'), (8, 'Gaussians', 1000000, 128, '6.5–9.3', ''))
SELECT name, printf('%,d', s.n) AS points, s.dim AS dims, printf(CASE WHEN p.median >= 1 AND p.median < 10 THEN '%.2f' ELSE '%.3g' END, p.median) AS products, CASE WHEN q.median IS NULL THEN '' ELSE printf(CASE WHEN q.median >= 1 THEN '%.2f' ELSE '%.3g' END, q.median) END AS squares, approximate, exact
FROM s JOIN medians p ON p.n = s.n AND p.dim = s.dim AND p.variant = 'products' AND p.sweep = 'density-shapes'
LEFT JOIN medians q ON q.n = s.n AND q.dim = s.dim AND q.variant = 'squares' AND q.sweep = 'density-shapes' ORDER BY place;
