# Time of Wagener's hull against n: the serial scan, all threads, the published program and its kernels alone.
dat = data.'/wagener-time.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  eval log2_x
  eval log10_y
  set xlabel '$n$ (points)'
  set ylabel 'time, µs'
  set yrange [1:10000]
  set rmargin 13
  eval draw( \
    rule(dat, 'predicted-serial', 11, '', 0) . \
    rule(dat, 'predicted-kernels', 11, '', 0) . \
    rule(dat, 'predicted-whole', 11, '', 0) . \
    curve(dat, 'serial', 1, 'one thread', -1.0) . \
    curve(dat, 'parallel', 2, 'all threads', 1.2) . \
    curve(dat, 'kernels', 3, 'kernels alone', 0.3) . \
    curve(dat, 'faithful', 4, 'host to host', 0))
}
