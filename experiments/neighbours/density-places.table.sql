--columns @{}lrrrr@{}
--head & \multicolumn2c{cutoff} & \multicolumn2c{Gaussian}\\points & 0.0056 & 0.05 & 0.0056 & 0.05
--empty nothing was measured on this machine
SELECT CASE input WHEN 'uniform' THEN 'uniform' WHEN 'heap5' THEN 'a half in one place' WHEN 'heap9' THEN 'nine tenths in one place'
    WHEN 'heap10' THEN 'all in one place' WHEN 'places' THEN 'in 10,000 places'
    WHEN 'heap5-narrow' THEN 'a half in a heap' ELSE 'nine tenths in a heap' END AS points,
  max(printf('%.2f', 1e3 * median)) FILTER (WHERE variant = 'cutoff-0.0056'),
  max(printf('%.2f', 1e3 * median)) FILTER (WHERE variant = 'cutoff-0.05'),
  max(printf('%.2f', 1e3 * median)) FILTER (WHERE variant = 'gaussian-0.0056'),
  max(printf('%.2f', 1e3 * median)) FILTER (WHERE variant = 'gaussian-0.05')
FROM medians WHERE sweep = 'density-places' GROUP BY input
ORDER BY instr('uniform heap5 heap9 heap10 places heap5-narrow heap9-narrow ', input || ' ');
