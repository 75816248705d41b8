-- series, n, y: milliseconds of the thesis's programs on normal points (n-) and on circles (c-)
SELECT CASE input WHEN 'normal' THEN 'n-' ELSE 'c-' END || variant AS series, n, 1e3 * total_median AS y FROM medians
WHERE sweep IN ('filter-published', 'filter-worst') AND input IN ('normal', 'circle')
  AND variant IN ('heaphull', 'cudachain', 'concurrent', 'concurrent-gpu', 'heaphull-gpu', 'filtered') AND total_median IS NOT NULL
ORDER BY series, n;
