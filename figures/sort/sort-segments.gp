# The better CUB's time over ours, for segments of a mean size, by three laws.
dat = data.'/sort-segments.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  eval log2_x
  eval log10_y
  set yrange [0.5:60]
  set xlabel 'mean size of a segment (keys)'
  set ylabel 'time of CUB over ours'
  set rmargin 13
  thin(series, colour) = place(dat, series) < 0 ? '' : sprintf( \
    ", dat index %d using 2:3 with lines lc rgb %s lw 2 dt (6,4) notitle", place(dat, series), colour)
  eval draw( \
    curve(dat, 'large-alike', 1, 'alike', 0) . \
    curve(dat, 'large-uniform', 2, 'uniform', 0) . \
    curve(dat, 'large-Pareto', 3, 'Pareto', 0) . \
    thin('small-alike', 'blue') . thin('small-uniform', 'orange') . thin('small-Pareto', 'green'))
}
