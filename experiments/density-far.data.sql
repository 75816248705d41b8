-- series, dimensions, 1e12 operations a second, three a coordinate and pair, of the densities of 32768 points
SELECT 'tiles' AS series, dim, 3e-12 * dim * n * n / median, 3e-12 * dim * n * n / high, 3e-12 * dim * n * n / low
FROM medians WHERE sweep = 'density-far' ORDER BY dim;
