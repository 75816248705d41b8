--columns @{}lrrrrr@{}
--head & & \multicolumn{2}{c}{Gaussian} & \multicolumn{2}{c@{}}{cutoff} \\ \cmidrule(lr){3-4}\cmidrule(l){5-6}
--head points & $n$ & skipped & looked at & looked at & whole
--empty the model has not counted here
SELECT CASE input WHEN 'birch-0.5' THEN 'BIRCH1''s shape, P = 0.5' WHEN 'birch-0.1' THEN 'BIRCH1''s shape, P = 0.1'
    WHEN 'uniform-1.5' THEN 'uniform, 1.5 % neighbours' ELSE 'uniform, 0.1 % neighbours' END AS points, n,
  printf('%.1f %%', 100 * max(value) FILTER (WHERE kernel = 'gaussian' AND counter = 'skipped')) AS skipped,
  printf('%.1f %%', 100 * max(value) FILTER (WHERE kernel = 'gaussian' AND counter = 'looked-at')) AS gauss,
  printf('%.2f %%', 100 * max(value) FILTER (WHERE kernel = 'cutoff' AND counter = 'looked-at')) AS cutoff,
  printf('%.2f %%', 100 * max(value) FILTER (WHERE kernel = 'cutoff' AND counter = 'whole')) AS whole
FROM counts WHERE sweep = 'density-visits' GROUP BY input, n ORDER BY input, n;
