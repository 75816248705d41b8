--columns @{}l@{\hskip 9pt}r@{\hskip 5pt}r@{\hskip 5pt}r@{\hskip 9pt}r@{\hskip 5pt}r@{\hskip 5pt}r@{\hskip 9pt}r@{\hskip 5pt}r@{\hskip 5pt}r@{}
--head & \multicolumn{3}{c}{\texttt{find\char95 tile\char95 hulls}} & \multicolumn{3}{c}{\texttt{join\char95 regions}} & \multicolumn{3}{c@{}}{\texttt{write\char95 ring}} \\ \cmidrule(lr){2-4}\cmidrule(lr){5-7}\cmidrule(l){8-10}
--head & model & GPU & ratio & model & GPU & ratio & model & GPU & ratio
--empty the GPU's counters were not read on this machine
WITH names(at, counter, name) AS (VALUES
  (1, 'device-load-requests', 'load requests'), (2, 'device-load-sectors', 'sectors loaded'),
  (3, 'device-store-requests', 'store requests'), (4, 'device-store-sectors', 'sectors stored'),
  (5, 'shared-load-wavefronts', 'shared loads'), (6, 'shared-store-wavefronts', 'shared stores')),
model AS (SELECT kernel, counter, sum(value) AS m FROM counts
          WHERE sweep = 'hull-count' AND input = 'square' AND n = 65536 GROUP BY kernel, counter),
c AS (SELECT at, name, kernel, CAST(m AS INTEGER) AS m, CAST(value AS INTEGER) AS g, printf('%.2f', m / value) AS r
      FROM counts JOIN names USING (counter) LEFT JOIN model USING (kernel, counter)
      WHERE sweep = 'hull-ncu' AND input = 'square' AND n = 65536 AND value > 0)
SELECT name,
  coalesce(max(m) FILTER (WHERE kernel = 'find_tile_hulls'), ''),
  coalesce(max(g) FILTER (WHERE kernel = 'find_tile_hulls'), ''),
  coalesce(max(r) FILTER (WHERE kernel = 'find_tile_hulls'), ''),
  coalesce(max(m) FILTER (WHERE kernel = 'join_regions'), ''),
  coalesce(max(g) FILTER (WHERE kernel = 'join_regions'), ''),
  coalesce(max(r) FILTER (WHERE kernel = 'join_regions'), ''),
  coalesce(max(m) FILTER (WHERE kernel = 'write_ring'), ''),
  coalesce(max(g) FILTER (WHERE kernel = 'write_ring'), ''),
  coalesce(max(r) FILTER (WHERE kernel = 'write_ring'), '')
FROM c GROUP BY at ORDER BY at;
