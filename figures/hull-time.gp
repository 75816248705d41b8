# Time for the upper hood of sorted points in the square: serial, all threads, general from host to host and resident,
# and what reading the points once takes.
dat = data.'/hull-time.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  eval log2_x
  eval log10_y
  set xlabel '$n$ (points)'
  set ylabel 'time, µs'
  set yrange [1:3e6]
  set rmargin 13
  eval draw( \
    rule(dat, 'bound', 10, 'read once', 0) . \
    curve(dat, 'serial', 1, 'one thread', 0) . \
    curve(dat, 'parallel', 2, 'all threads', 0.3) . \
    curve(dat, 'resident', 3, 'general, resident', 0) . \
    curve(dat, 'general', 4, 'host to host', -0.3))
}
