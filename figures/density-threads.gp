# CUDA-DP's steps for 20,000 points by the number of threads of a block (published Figure 6).
dat = data.'/density-threads.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  set logscale x 2
  eval log10_y
  set xlabel 'threads of a block'
  set ylabel 'milliseconds'
  set rmargin 9
  eval draw( \
    curve(dat, 'gpu-matrix', 1, 'matrix', 0) . \
    curve(dat, 'gpu-dc', 2, '$d_c$', 0) . \
    curve(dat, 'gpu-rho', 3, '$\rho$', 0.3) . \
    curve(dat, 'gpu-delta', 4, '$\delta$', -0.3))
}
