# Bandwidth of a copy against its size, with intervals, the bound and Hockney's prediction.
dat = data.'/machine-copy.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  eval log2_x
  set logscale y 10
  set format y '$10^{%T}$'
  set xlabel '$n$ (bytes)'
  set ylabel 'read and written, GB/s'
  set rmargin 13
  eval draw( \
    rule(dat, 'bound', 10, 'bound', 1.2) . \
    rule(dat, 'predicted', 11, '', 0) . \
    curve(dat, 'serial', 1, 'one thread', 0) . \
    curve(dat, 'parallel', 2, 'all threads', -1.1) . \
    curve(dat, 'kernel', 3, 'our kernel', 0) . \
    curve(dat, 'runtime', 4, 'the runtime', -1.1))
}
