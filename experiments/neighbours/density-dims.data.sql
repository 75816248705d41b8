-- series, dimensions, milliseconds of a whole clustering of 65,536 points, their interval
SELECT variant AS series, dim, 1e3 * median, 1e3 * low, 1e3 * high FROM medians
WHERE sweep = 'density-dims' ORDER BY series, dim;
