-- series, keys of each list, per cent of all passes' time
SELECT 'vector' AS series, 4 * n, 100 * median / (SELECT sum(median) FROM medians WHERE sweep = 'sort-passes'), NULL, NULL
FROM medians WHERE sweep = 'sort-passes'
ORDER BY n;
