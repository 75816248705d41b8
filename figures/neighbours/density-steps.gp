# One thread, step by step (published Figure 1a), and how many times as fast CUDA-DP is (published Figure 5a and 5b).
high = 5.3; set terminal cairolatex pdf input color colortext size wide cm, high cm rounded font ',9'; set output out
dat = data.'/density-steps.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  set xlabel 'points'
  set multiplot layout 1,2
  set logscale x 10
  eval log10_y
  set title 'one thread, seconds' textcolor rgb ink
  set rmargin 9
  set yrange [1e-3:1e2]
  eval draw( \
    curve(dat, 'serial-matrix', 1, 'matrix', -0.43) . \
    curve(dat, 'serial-dc', 2, '$d_c$', 1.05) . \
    curve(dat, 'serial-rho', 3, '$\\rho$', 0.46) . \
    curve(dat, 'serial-delta', 4, '$\\delta$', -1.15))
  set title 'times as fast on the GPU'
  set yrange [1:1e4]
  eval draw( \
    curve(dat, 'over-matrix', 1, 'matrix', 0.9) . \
    curve(dat, 'over-dc', 2, '$d_c$', -0.6) . \
    curve(dat, 'over-rho', 3, '$\\rho$', 0.1) . \
    curve(dat, 'over-delta', 4, '$\\delta$', 0.05) . \
    curve(dat, 'over-whole', 5, 'whole', -0.27))
  unset multiplot
}
