--columns lrrr
--head & \multicolumn{3}{c}{threads} \\ \cmidrule(l){2-4}
--head keys a thread & 256 & 512 & 1024
--empty nothing was measured on this machine
WITH t AS (
  SELECT CAST(variant AS INTEGER) AS keys, block,
         printf(CASE WHEN median = min(median) OVER () THEN '\textbf{%.0f}' ELSE '%.0f' END, 1e6 * median) AS cell
  FROM medians WHERE sweep = 'sort-block')
SELECT keys, coalesce(max(cell) FILTER (WHERE block = 256), '') AS a_tex,
       coalesce(max(cell) FILTER (WHERE block = 512), '') AS b_tex,
       coalesce(max(cell) FILTER (WHERE block = 1024), '') AS c_tex
FROM t GROUP BY keys ORDER BY keys;
