# The matrix of 1024 points by dimension: one thread (published Figure 1b), and two layouts (published Figure 7).
dat = data.'/density-dimension.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  set logscale x 2
  eval log10_y
  set xlabel 'dimensions'
  set ylabel 'milliseconds'
  set rmargin 14
  eval draw( \
    curve(dat, 'serial-matrix', 6, 'one thread', 0) . \
    curve(dat, 'aos', 2, 'AOS', 0) . \
    curve(dat, 'soa', 1, 'SOA', 0) . \
    curve(dat, 'aos-shared', 4, 'AOS, shared', 0.4) . \
    curve(dat, 'soa-shared', 3, 'SOA, shared', -0.4))
}
