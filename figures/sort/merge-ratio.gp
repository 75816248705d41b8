# The speed of the sorts over that of CUB's merge sort.
dat = data.'/merge-ratio.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  eval log2_x
  eval ratio_y('speed over CUB merge sort')
  set xlabel '$n$ (keys)'
  set rmargin 13
  eval draw( \
    curve(dat, 'merge', 1, 'this chapter', 0) . \
    curve(dat, 'digits', 6, 'Chapter 1', 0) . \
    curve(dat, 'cub-radix', 2, 'CUB radix', 0))
}
