# Filtering before the hull over sorting all points.
dat = data.'/glance-filter.dat'
eval small
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  set logscale x 10
  set format x '$10^{%T}$'
  set xlabel '$n$ (points)'
  eval ratio_y('times as fast')
  set ytics 20
  eval draw( \
    curve(dat, 'normal', 1, 'normal', 0) . \
    curve(dat, 'disk', 3, 'disk', 0) . \
    curve(dat, 'circle', 4, 'circle', 0.5))
}
