# Density peak clustering over the CPU's threads.
dat = data.'/glance-density.dat'
eval small
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  set logscale x 10
  set format x '$10^{%T}$'
  set xlabel '$n$ (points)'
  eval ratio_y('times as fast')
  set ytics 500
  eval draw( \
    curve(dat, 'serial-whole', 1, 'one thread', 0) . \
    curve(dat, 'parallel-whole', 2, 'all threads', 0))
}
