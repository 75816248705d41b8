-- series, mean size of a segment, the better CUB's time over ours
SELECT CASE WHEN a.n > 1048576 THEN 'large-' ELSE 'small-' END || a.input AS series, a.size, min(b.median) / a.median, NULL, NULL
FROM medians a JOIN medians b USING (sweep, input, n, size)
WHERE a.sweep = 'sort-segments' AND a.variant = 'digits' AND b.variant LIKE 'cub-segmented-%' AND a.input <> 'one long'
GROUP BY a.input, a.n, a.size ORDER BY series, a.size;
