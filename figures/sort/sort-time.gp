# Keys a second against n: ours, the library's, the published ones and the CPU's.
dat = data.'/sort-time.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  eval log2_x
  eval log10_y
  set xlabel '$n$ (keys)'
  set ylabel 'billions of keys a second'
  set yrange [0.0005:200]
  set rmargin 13
  eval draw( \
    rule(dat, 'floor', 10, 'bound', 1.2) . \
    curve(dat, 'bucket', 1, 'bucket', 0.9) . \
    curve(dat, 'cub-radix', 2, 'CUB radix', 0.2) . \
    curve(dat, 'cub-merge', 3, 'CUB merge', -0.85) . \
    curve(dat, 'merge', 5, 'merge', -0.35) . \
    curve(dat, 'hybrid', 4, 'hybrid', 0) . \
    curve(dat, 'vector', 7, 'vector', -0.5) . \
    curve(dat, 'parallel', 6, 'all threads', 0) . \
    curve(dat, 'serial', 8, 'one thread', 0.4))
}
