# The faster CUB's time over ours, a point an input; the median and the lowest twentieth by two octaves.
dat = data.'/sort-structured.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  eval log2_x
  eval ratio_y('time of CUB radix over ours')
  set xlabel '$n$ (keys)'
  set xrange [2.0**10:2.0**28]
  set yrange [0:5]
  set rmargin 13
  set arrow 96 from graph 0, first 0.9 to graph 1, first 0.9 nohead back ls 10
  points(series, k) = place(dat, series) < 0 ? '' : sprintf( \
    ", dat index %d using 2:3 with points lt %d ps %g notitle", place(dat, series), k, k == 3 ? 0.34 : 0.22)
  steps(series, width, text, up) = place(dat, series) < 0 ? '' : sprintf( \
    ", dat index %d using 2:3 with lines lc rgb ink lw %g notitle", place(dat, series), width) \
    . label_of(place(dat, series), ink, text, up)
  set label 1 '32 bits' at graph 1, graph 0.97 offset 0.6,0 textcolor rgb blue
  set label 2 'pairs' at graph 1, graph 0.90 offset 0.6,0 textcolor rgb green
  set label 3 '64 bits' at graph 1, graph 0.83 offset 0.6,0 textcolor rgb orange
  eval draw( \
    points('words', 1) . points('pairs', 3) . points('wide', 2) . \
    steps('median', 4, 'median', 0.4) . steps('twentieth', 2, 'one in 20', -0.4))
}
