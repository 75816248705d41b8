# CUDA-DP's steps for 20,000 points by the number of threads of a block (published Figure 6), and the matrix of 1024
# points by dimension: one thread (published Figure 1b), and two layouts (published Figure 7).
threads = data.'/density-threads.dat'; layout = data.'/density-layout.dat'
if (rows(threads) == 0 || rows(layout) == 0) {
  eval nothing_measured
} else {
  set multiplot layout 1,2
  set logscale x 2
  eval log10_y
  set rmargin 7
  set title 'milliseconds' textcolor rgb ink
  set xlabel 'threads of a block'
  eval draw( \
    curve(threads, 'gpu-matrix', 1, 'matrix', 0) . \
    curve(threads, 'gpu-dc', 2, '$d_c$', 0) . \
    curve(threads, 'gpu-rho', 3, '$\rho$', 0.3) . \
    curve(threads, 'gpu-delta', 4, '$\delta$', -0.3))
  set rmargin 13
  set xtics 4
  set xlabel 'dimensions'
  eval draw( \
    curve(layout, 'serial-matrix', 6, 'one thread', 0) . \
    curve(layout, 'aos', 2, 'AOS', 0) . \
    curve(layout, 'soa', 1, 'SOA', 0) . \
    curve(layout, 'aos-shared', 4, 'AOS, shared', 0.4) . \
    curve(layout, 'soa-shared', 3, 'SOA, shared', -0.4))
  unset multiplot
}
