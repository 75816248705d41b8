--columns l@{\hskip 9pt}r@{\hskip 9pt}r@{\hskip 9pt}r@{\hskip 9pt}r@{\hskip 9pt}r
--head version & threads & time & Mkeys/s & \% bound & ratio
--empty nothing was measured on this machine
WITH v(at, name, threads, s) AS (
  SELECT 1, 'CPU, all threads', '', median FROM medians WHERE sweep = 'sort-time' AND variant = 'parallel' AND n = 4194304
  UNION ALL
  SELECT 2, 'vector merge sort', '1', sum(median) FROM medians WHERE sweep = 'sort-passes' HAVING count(*) > 0
  UNION ALL
  SELECT 10 + buckets, 'hybrid, ' || buckets || ' buckets', buckets, median FROM medians WHERE sweep = 'sort-buckets' AND buckets IN (16, 64, 256, 512, 1024)
  UNION ALL
  SELECT 2001, 'Chapter~\ref{ch:merge}', 'all', median FROM medians WHERE sweep = 'sort-time' AND variant = 'merge' AND n = 4194304
  UNION ALL
  SELECT 2002, 'Chapter~\ref{ch:sort}', 'all', median FROM medians WHERE sweep = 'sort-time' AND variant = 'digits' AND n = 4194304
  UNION ALL
  SELECT 2003, 'CUB''s merge sort', 'all', median FROM medians WHERE sweep = 'sort-time' AND variant = 'cub-merge' AND n = 4194304),
library(s) AS (SELECT median FROM medians WHERE sweep = 'sort-time' AND variant = 'cub-merge' AND n = 4194304)
SELECT name AS name_tex, threads,
       CASE WHEN v.s >= 1e-3 THEN printf('%.1f~ms', 1e3 * v.s) ELSE printf('%.0f~\textmu s', 1e6 * v.s) END AS s_tex,
       printf('%.0f', 4.194304 / v.s) AS rate,
       (SELECT printf(CASE WHEN v.s > 8e-7 * 4194304 / gbs THEN '%.2f' ELSE '%.1f' END, 100 * 8e-9 * 4194304 / gbs / v.s) FROM copy_bound) AS bound,
       CASE WHEN library.s / v.s < 0.0995 THEN printf('%.4f', library.s / v.s) ELSE printf('%.2f', library.s / v.s) END AS ratio
FROM v LEFT JOIN library ORDER BY at;
