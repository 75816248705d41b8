# The hull of sorted points over the CPU's threads.
dat = data.'/glance-hull.dat'
eval small
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  eval log2_every(4)
  set xlabel '$n$ (points)'
  eval ratio_y('times as fast')
  set ytics 400
  eval draw( \
    curve(dat, 'serial', 1, 'one thread', 0) . \
    curve(dat, 'parallel', 2, 'all threads', 0))
}
