-- series (a set of a million points), percentage, milliseconds for the cutoff distance
SELECT input AS series, CAST(substr(variant, 4) AS REAL) AS p, 1e3 * device_median AS ms
FROM medians WHERE sweep = 'density-share' AND variant LIKE 'dc-%' ORDER BY series, p;
