# Left: time of Wagener's upper hull against n, for one thread, the published program and its kernels. Right: kernels over one thread.
dat = data.'/wagener-time.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  set multiplot
  eval log2_x
  eval log10_y
  set xlabel '$n$ (points)'
  set lmargin at screen 0.09
  set rmargin at screen 0.50
  set xrange [3:2600]
  set title 'microseconds' textcolor rgb ink
  set yrange [0.8:2000]
  eval draw( \
    rule(dat, 'predicted-serial', 11, '', 0) . \
    rule(dat, 'predicted-kernels', 11, '', 0) . \
    rule(dat, 'predicted-whole', 11, '', 0) . \
    curve(dat, 'serial', 2, 'one thread', -0.5) . \
    curve(dat, 'kernels', 1, 'kernels', 0.5) . \
    curve(dat, 'faithful', 3, 'host to host', 0))
  set lmargin at screen 0.73
  set rmargin at screen 0.99
  eval ratio_y('')
  eval log2_every(4)
  set title 'kernels, times one thread' textcolor rgb ink
  set yrange [0:20]
  eval draw(rule(dat, 'predicted-ratio', 11, '', 0) . curve(dat, 'ratio', 1, '', 0))
  unset multiplot
}
