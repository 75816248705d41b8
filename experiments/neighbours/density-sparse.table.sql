--columns @{}lrrr@{}
--head per cent & $d_c$ & densities & whole
--empty nothing was measured on this machine
SELECT substr(variant, instr(variant, '-') + 1) AS p,
  printf('%.1f', 1e3 * max(median) FILTER (WHERE variant LIKE 'dc-%')),
  printf('%.1f', 1e3 * max(median) FILTER (WHERE variant LIKE 'rho-%')),
  printf('%.1f', 1e3 * max(median) FILTER (WHERE variant LIKE 'whole-%'))
FROM medians WHERE sweep = 'density-sparse' GROUP BY p ORDER BY CAST(p AS REAL) DESC;
