# The bandwidth of a copy.
dat = data.'/glance-measure.dat'
eval small
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  eval log2_every(4)
  set xlabel '$n$ (bytes)'
  set ylabel 'GB/s'
  set format y '%g'
  set yrange [0:*]
  set ytics 1000
  eval draw( \
    rule(dat, 'bound', 10, '', 0) . \
    curve(dat, 'parallel', 2, 'CPU', 0.6) . \
    curve(dat, 'kernel', 1, 'GPU', 0))
}
