-- series, threads of a block, milliseconds of a step of CUDA-DP for 20,000 points, their interval
SELECT variant AS series, block, 1e3 * median, 1e3 * low, 1e3 * high FROM medians
WHERE sweep = 'density-threads' AND variant <> 'gpu-whole' ORDER BY series, block;
