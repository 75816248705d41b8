--columns @{}r@{\hskip 14pt}rrrr@{\hskip 18pt}rrrr@{}
--head points & \multicolumn{4}{c}{square, threads} & \multicolumn{4}{c@{}}{circle, threads} \\ \cmidrule(r{14pt}){2-5}\cmidrule{6-9}
--head a thread & 64 & 128 & 256 & 512 & 64 & 128 & 256 & 512
--empty nothing was measured on this machine
WITH t AS (
  SELECT CAST(variant AS INTEGER) AS points, block, input,
         printf(CASE WHEN median = min(median) OVER (PARTITION BY input) THEN '\textbf{%.0f}' ELSE '%.0f' END,
                1e6 * median) AS cell
  FROM medians WHERE sweep = 'hull-shape' AND variant LIKE '% each')
SELECT points,
  coalesce(max(cell) FILTER (WHERE input = 'square' AND block = 64), '') AS a_tex,
  coalesce(max(cell) FILTER (WHERE input = 'square' AND block = 128), '') AS b_tex,
  coalesce(max(cell) FILTER (WHERE input = 'square' AND block = 256), '') AS c_tex,
  coalesce(max(cell) FILTER (WHERE input = 'square' AND block = 512), '') AS d_tex,
  coalesce(max(cell) FILTER (WHERE input = 'circle' AND block = 64), '') AS e_tex,
  coalesce(max(cell) FILTER (WHERE input = 'circle' AND block = 128), '') AS f_tex,
  coalesce(max(cell) FILTER (WHERE input = 'circle' AND block = 256), '') AS g_tex,
  coalesce(max(cell) FILTER (WHERE input = 'circle' AND block = 512), '') AS h_tex
FROM t GROUP BY points ORDER BY points;
