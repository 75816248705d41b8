# Time for the nearest higher points of random points: one thread, all threads, the kernels; dotted what was predicted.
dat = data.'/peaks-time.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  eval log2_every(4)
  eval log10_y
  set xlabel '$n$ (points)'
  set ylabel 'time, ms'
  set rmargin 13
  eval draw( \
    rule(dat, 'prediction', 11, '', 0) . \
    curve_bare(dat, 'serial', 2, 'one thread', 0.5) . \
    curve_bare(dat, 'parallel', 3, 'all threads', 0.1) . \
    curve_bare(dat, 'published', 4, 'published', -2.3) . \
    curve_bare(dat, 'tiled', 5, 'all pairs', -2.2) . \
    curve_bare(dat, 'tree', 1, 'tree', 0.4))
}
