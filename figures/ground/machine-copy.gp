# Bandwidth of a copy against its size, with intervals, the bound and Hockney's prediction.
dat = data.'/machine-copy.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  eval log2_x
  eval log10_y
  set yrange [0.0005:20000]
  set xlabel '$n$ (bytes)'
  set ylabel 'read and written, GB/s'
  set rmargin 14
  eval draw( \
    rule(dat, 'bound', 10, 'bound', 1.15) . \
    rule(dat, 'predicted', 11, '', 0) . \
    curve(dat, 'serial', 6, 'one thread', -0.4) . \
    curve(dat, 'parallel', 2, 'all threads', 0.3) . \
    curve(dat, 'kernel', 1, 'our kernel', 0) . \
    curve(dat, 'runtime', 4, 'the runtime', -1.15))
}
