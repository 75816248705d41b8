# How many times as fast all GPUs are as one: sort, hull, density.
dat = data.'/gpus-gain.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  set logscale x 10
  set format x '$10^{%T}$'
  set xlabel '$n$ (keys, points)'
  unset offsets
  set rmargin 9
  set xrange [5e4:6e9]
  eval ratio_y('times one GPU')
  eval draw( \
    curve_bare(dat, 'sort', 1, 'sort', 0) . \
    curve_bare(dat, 'hull', 2, 'hull', 0.5) . \
    curve_bare(dat, 'density', 3, 'density', -0.6) . \
    curve_bare(dat, 'all', 4, 'all', 0.4))
}
