# Time for the upper hull of sorted points in the square: one thread, all threads, the general program from host to host
# and on the device; what reading the points once takes; and the predictions, dotted.
dat = data.'/hull-time.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  eval log2_every(4)
  eval log10_y
  set xlabel '$n$ (points)'
  set ylabel 'time, µs'
  set yrange [1:3e6]
  set rmargin 13
  eval draw( \
    rule(dat, 'bound', 10, 'read once', 0) . \
    rule(dat, 'prediction', 11, '', 0) . \
    rule(dat, 'prediction-serial', 11, '', 0) . \
    curve_bare(dat, 'serial', 2, 'one thread', 0.2) . \
    curve_bare(dat, 'parallel', 3, 'all threads', 0.3) . \
    curve_bare(dat, 'device', 1, 'general, device', 0.2) . \
    curve_bare(dat, 'general', 4, 'host to host', -0.4))
}
