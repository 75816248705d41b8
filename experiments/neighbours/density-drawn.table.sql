--columns @{}lrrrrrrrr@{}
--head dimensions & 9 & 17 & 64 & 65 & 100 & 128 & 256 & 784
--empty nothing was measured on this machine
WITH s(kind, name) AS (VALUES (0, 'corners and a cube'), (1, 'heaps'), (2, 'codewords, bits flipped'), (3, 'lattices'),
  (4, 'counts'), (5, 'near a subspace'), (6, 'long tails'), (7, 'many lengths')),
r AS (SELECT CAST(substr(a.input, 12) AS INT) % 8 AS kind, dim, printf('%.2f', a.median / b.median) AS ratio
  FROM medians a JOIN medians b USING (sweep, input, dim) WHERE sweep = 'density-drawn' AND a.variant = 'products' AND b.variant = 'squares')
SELECT name, max(ratio) FILTER (WHERE dim = 9), max(ratio) FILTER (WHERE dim = 17), max(ratio) FILTER (WHERE dim = 64), max(ratio) FILTER (WHERE dim = 65),
  max(ratio) FILTER (WHERE dim = 100), max(ratio) FILTER (WHERE dim = 128), max(ratio) FILTER (WHERE dim = 256), max(ratio) FILTER (WHERE dim = 784)
FROM s JOIN r USING (kind) GROUP BY kind ORDER BY kind;
