# The sort over the library's, keys of 32 and 64 bits.
dat = data.'/glance-sort.dat'
eval small
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  eval log2_every(4)
  set xlabel '$n$ (keys)'
  eval ratio_y('times as fast')
  set ytics 0,1
  eval draw( \
    curve(dat, 'words', 1, '32 bits', -0.3) . \
    curve(dat, 'wide', 2, '64 bits', 0.1))
}
