# The library's times over the bucket sort's.
dat = data.'/sort-ratio.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  eval log2_x
  eval ratio_y('time over that of the bucket sort')
  set xlabel '$n$ (keys)'
  set rmargin 13
  eval draw( \
    curve(dat, 'cub-merge', 3, 'CUB merge', 0) . \
    curve(dat, 'cub-radix', 2, 'CUB radix', 0) . \
    curve(dat, 'cusort', 4, 'libcusort', -0.6))
}
