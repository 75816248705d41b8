-- series, dimensions, milliseconds of the matrix of 1024 points, their interval
SELECT variant AS series, dim, 1e3 * median, 1e3 * low, 1e3 * high FROM medians
WHERE sweep = 'density-layout' ORDER BY series, dim;
