--columns @{}lrrrr@{}
--head data & $n$ & bisection & sampling & exact
--empty nothing was measured on this machine
SELECT input, printf(CASE WHEN n < 10000 THEN '%d' ELSE '%,d' END, n), printf('%.2f', 1e3 * max(median) FILTER (WHERE variant = 'bisection')),
  printf('%.2f', 1e3 * max(median) FILTER (WHERE variant = 'sampling')),
  printf('%.2f', 1e3 * max(median) FILTER (WHERE variant = 'exact'))
FROM medians WHERE sweep = 'density-dc' GROUP BY input, n ORDER BY n;
