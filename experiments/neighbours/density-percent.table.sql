--columns @{}llrrr@{}
--head set & method & $d_c$ & of pairs & of $n^2$
--empty the sets were not at hand
SELECT CASE input WHEN 'birch1' THEN 'BIRCH, 5000' ELSE upper(input) END AS name, kernel, phase,
  printf('%.2f %%', max(value) FILTER (WHERE counter = 'of-pairs')) AS pairs, printf('%.2f %%', max(value) FILTER (WHERE counter = 'of-matrix')) AS matrix
FROM counts WHERE sweep = 'density-sets' AND counter LIKE 'of-%' GROUP BY input, kernel, phase ORDER BY n, kernel;
