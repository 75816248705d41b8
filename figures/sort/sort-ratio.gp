# The faster CUB's time over ours: keys and pairs of 32 and 64 bits.
high = 7.2
dat = data.'/sort-ratio.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  eval log2_x
  eval ratio_y('time of CUB radix over ours')
  set yrange [0:5]
  set xlabel '$n$'
  set rmargin 14
  eval draw( \
    curve(dat, 'words', 1, '32 bits', 0.4) . \
    curve(dat, 'words-pairs', 5, '32, pairs', 0.45) . \
    curve(dat, 'wide', 2, '64 bits', 0) . \
    curve(dat, 'wide-pairs', 3, '64, pairs', -0.75))
}
