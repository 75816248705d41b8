# CUDA-DP's steps for 20,000 points by the number of threads of a block (published Figure 6), and the matrix of 1024
# points by dimension: one thread (published Figure 1b), and two layouts (published Figure 7).
high = 5.3; set terminal cairolatex pdf input color colortext size wide cm, high cm rounded font ',9'; set output out
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
  set xtics (32, 128, 512)
  set yrange [0.1:100]
  dat = threads
  eval draw( \
    curve(dat, 'gpu-matrix', 1, 'matrix', -0.6) . \
    curve(dat, 'gpu-dc', 2, '$d_c$', 0) . \
    curve(dat, 'gpu-rho', 3, '$\\rho$', -0.05) . \
    curve(dat, 'gpu-delta', 4, '$\\delta$', 0.8))
  set rmargin 13
  set xlabel 'dimensions'
  set yrange [1e-3:1e3]
  dat = layout
  eval draw( \
    curve(dat, 'serial-matrix', 6, 'one thread', 0) . \
    curve(dat, 'aos', 2, 'AOS', 0.2) . \
    curve(dat, 'soa', 1, 'SOA', -0.1) . \
    curve(dat, 'aos-shared', 4, 'AOS, shared', 0.6) . \
    curve(dat, 'soa-shared', 3, 'SOA, shared', -0.85))
  unset multiplot
}
