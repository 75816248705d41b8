# CUB's radix sort's time over ours, a point an input; the median and the lowest twentieth by two octaves.
dat = data.'/sort-structured.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  eval log2_x
  eval ratio_y('time of CUB radix over ours')
  set xlabel '$n$ (keys)'
  set xrange [2.0**14:2.0**28]
  set rmargin 13
  set arrow 96 from graph 0, first 0.95 to graph 1, first 0.95 nohead back ls 10
  set arrow 97 from graph 0, first 0.8 to graph 1, first 0.8 nohead back ls 10
  points(series, k) = place(dat, series) < 0 ? '' : sprintf( \
    ", dat index %d using 2:3 with points lt %d ps %g notitle", place(dat, series), k, k == 3 ? 0.34 : 0.22)
  steps(series, width, text, up) = place(dat, series) < 0 ? '' : sprintf( \
    ", dat index %d using 2:3 with lines lc rgb ink lw %g notitle", place(dat, series), width) \
    . label_of(place(dat, series), ink, text, up)
  set label 1 '32 bits' at graph 1, graph 0.97 offset 0.6,0 textcolor rgb blue
  set label 2 'floats' at graph 1, graph 0.90 offset 0.6,0 textcolor rgb green
  set label 3 '64 bits' at graph 1, graph 0.83 offset 0.6,0 textcolor rgb orange
  eval draw( \
    points('uint32', 1) . points('float', 3) . points('uint64', 2) . \
    steps('median', 4, 'median', 0.4) . steps('twentieth', 2, 'one in 20', -0.4))
}
