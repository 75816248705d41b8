# Steps (left) and work a point (right) of the published kernel and of the general ones, as the model counts them.
dat = data.'/hull-steps.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  eval log2_every(4)
  set xlabel '$n$ (points)'
  set multiplot layout 1,2
  set title 'steps' textcolor rgb ink
  set xrange [50:90000]
  unset offsets
  set yrange [0:130]
  set rmargin 9
  eval draw( \
    rule(dat, 'steps-bound', 11, '', 0) . \
    curve_bare(dat, 'steps-square', 1, 'square', -0.2) . \
    curve_bare(dat, 'steps-circle', 3, 'circle', 0.2) . \
    curve_bare(dat, 'steps-faithful', 2, 'published', 0))
  set title 'work a point'
  set yrange [0:62]
  eval draw( \
    rule(dat, 'work-bound', 11, '', 0) . \
    curve_bare(dat, 'work-square', 1, 'square', 0.9) . \
    curve_bare(dat, 'work-circle', 3, '', 0) . \
    curve_bare(dat, 'work-faithful', 2, 'published', 0))
  unset multiplot
}
