# How many times as fast the general program is as one thread (left) and as all threads (right); the predictions, dotted.
dat = data.'/hull-gain.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  eval log2_every(6)
  set xlabel '$n$ (points)'
  unset offsets
  set multiplot layout 1,2
  set xrange [64:7e7]
  set rmargin 8
  set title 'over one thread' textcolor rgb ink
  eval ratio_y('times as fast')
  set logscale y 10
  set yrange [0.1:2000]
  eval draw( \
    rule(dat, 'prediction-serial', 11, '', 0) . \
    curve_bare(dat, 'serial-square', 1, 'square', 0.95) . \
    curve_bare(dat, 'serial-circle', 3, 'circle', 0) . \
    curve_bare(dat, 'serial-circle-double', 5, 'double', -0.65))
  set title 'over all threads'
  unset ylabel
  eval draw( \
    rule(dat, 'prediction-parallel', 11, '', 0) . \
    curve_bare(dat, 'parallel-square', 1, 'square', 0.95) . \
    curve_bare(dat, 'parallel-circle', 3, 'circle', 0) . \
    curve_bare(dat, 'parallel-circle-double', 5, 'double', -0.65))
  unset multiplot
}
