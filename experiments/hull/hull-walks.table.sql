--columns @{}lrrrrrrr@{}
--head widest pair & 2 & 4 & 8 & 16 & 32 & 64 & 128
--empty nothing was measured on this machine
WITH t AS (
  SELECT CAST(substr(variant, 6) AS INTEGER) AS walked, input, printf('%.0f', 1e6 * median) AS cell
  FROM medians WHERE sweep = 'hull-shape' AND variant LIKE 'walk-%')
SELECT input,
  max(cell) FILTER (WHERE walked = 2), max(cell) FILTER (WHERE walked = 4),
  max(cell) FILTER (WHERE walked = 8), max(cell) FILTER (WHERE walked = 16),
  max(cell) FILTER (WHERE walked = 32), max(cell) FILTER (WHERE walked = 64),
  max(cell) FILTER (WHERE walked = 128)
FROM t GROUP BY input ORDER BY input DESC;
