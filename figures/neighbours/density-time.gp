# Density peaks against the number of points, and how many times as fast the tiles are.
dat = data.'/density-time.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  set xlabel 'points'
  set logscale x 10
  set format x '$10^{%T}$'
  set multiplot layout 1,2
  eval log10_y
  set title 'seconds' textcolor rgb ink
  set yrange [1e-4:*]
  set rmargin 9
  eval draw( \
    rule(dat, 'bound', 10, 'bound', -1.3) . \
    curve(dat, 'tiles-whole', 1, 'tiles', -0.2) . \
    curve(dat, 'all-whole', 4, 'all pairs', 0.8) . \
    curve(dat, 'serial-whole', 2, 'one thread', 0.6) . \
    curve(dat, 'parallel-whole', 3, 'all threads', 0.75))
  set autoscale
  set yrange [10:*]
  eval log10_y
  set title 'times as fast as'
  eval draw( \
    curve(dat, 'over-serial-whole', 2, 'one thread', 0) . \
    curve(dat, 'over-parallel-whole', 3, 'all threads', 0))
  unset multiplot
}
