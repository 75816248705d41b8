--columns @{}r@{\hskip 14pt}rrrrr@{\hskip 18pt}rrrrr@{}
--head & \multicolumn{5}{c}{square, lanes} & \multicolumn{5}{c@{}}{circle, lanes} \\ \cmidrule(r{14pt}){2-6}\cmidrule{7-11}
--head rows & 2 & 4 & 8 & 16 & 32 & 2 & 4 & 8 & 16 & 32
--empty nothing was measured on this machine
WITH t AS (
  SELECT CAST(substr(variant, 1, instr(variant, 'x') - 1) AS INTEGER) AS rows,
         CAST(substr(variant, instr(variant, 'x') + 1) AS INTEGER) AS lanes, input,
         printf(CASE WHEN median = min(median) OVER (PARTITION BY input) THEN '\textbf{%.0f}' ELSE '%.0f' END,
                1e6 * median) AS cell
  FROM medians WHERE sweep = 'hull-shape' AND variant GLOB '[0-9]*x[0-9]*')
SELECT rows,
  max(cell) FILTER (WHERE input = 'square' AND lanes = 2) AS a_tex,
  max(cell) FILTER (WHERE input = 'square' AND lanes = 4) AS b_tex,
  max(cell) FILTER (WHERE input = 'square' AND lanes = 8) AS c_tex,
  max(cell) FILTER (WHERE input = 'square' AND lanes = 16) AS d_tex,
  max(cell) FILTER (WHERE input = 'square' AND lanes = 32) AS e_tex,
  max(cell) FILTER (WHERE input = 'circle' AND lanes = 2) AS f_tex,
  max(cell) FILTER (WHERE input = 'circle' AND lanes = 4) AS g_tex,
  max(cell) FILTER (WHERE input = 'circle' AND lanes = 8) AS h_tex,
  max(cell) FILTER (WHERE input = 'circle' AND lanes = 16) AS i_tex,
  max(cell) FILTER (WHERE input = 'circle' AND lanes = 32) AS j_tex
FROM t GROUP BY rows ORDER BY rows;
