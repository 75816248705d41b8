# The multiway merge sort over the library's two.
dat = data.'/glance-merge.dat'
eval small
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  eval log2_every(4)
  set xlabel '$n$ (keys)'
  eval ratio_y('times as fast')
  eval draw( \
    curve(dat, 'cub-radix', 6, 'radix sort', 0) . \
    curve(dat, 'cub-merge', 1, 'merge sort', 0))
}
