# The passes of the vector merge sort, as shares of the time of all.
dat = data.'/glance-sort2008.dat'
eval small
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  eval log2_every(4)
  set xlabel 'keys of each run that the pass merges'
  set format y '%g\,\%%'
  set ylabel 'of the time'
  set yrange [0:*]
  eval draw(curve_bare(dat, 'vector', 1, 'last pass', 0))
}
