# Nearest higher points over the CPU's threads.
dat = data.'/glance-peaks.dat'
eval small
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  eval log2_every(4)
  set xlabel '$n$ (points)'
  eval ratio_y('times as fast')
  set ytics 500
  eval draw( \
    curve_bare(dat, 'serial', 1, 'one thread', 0) . \
    curve_bare(dat, 'parallel', 2, 'all threads', 0))
}
