--columns @{}llrr@{}
--head data & asked for & points & time
--empty nothing was measured on this machine
SELECT input, variant, printf('%,d', n), printf('%.3f s', median) FROM medians WHERE sweep = 'density-cutoff' ORDER BY n, variant;
