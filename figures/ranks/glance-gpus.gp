# All GPUs of the machine over one of them.
dat = data.'/glance-gpus.dat'
eval small
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  set logscale x 10
  set format x '$10^{%T}$'
  set xlabel '$n$ (keys, points)'
  eval ratio_y('times one GPU')
  eval draw( \
    curve(dat, 'sort', 1, 'sort', -0.3) . \
    curve(dat, 'hull', 2, 'hull', 0.5) . \
    curve(dat, 'density', 3, 'density', 0.4))
}
