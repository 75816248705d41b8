# The passes of the vector merge sort, and the model line of the prediction.
dat = data.'/sort-passes.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  eval log2_x
  eval log10_y
  set xlabel 'keys of each run that the pass merges'
  set ylabel 'time of the pass, µs'
  set yrange [5:1000000]
  set rmargin 11
  eval draw( \
    rule(dat, 'predicted', 11, 'predicted', 0.5) . \
    curve(dat, 'vector', 1, 'measured', -0.3))
}
