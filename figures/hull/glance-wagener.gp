# The published program over one thread.
dat = data.'/glance-wagener.dat'
eval small
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  eval log2_every(2)
  set xlabel '$n$ (points)'
  eval ratio_y('times as fast')
  set yrange [0:1.1]
  eval draw( \
    curve(dat, 'kernels', 1, 'kernels', 0.2) . \
    curve(dat, 'whole', 2, 'end to end', 0.1))
}
