# Density peaks against the number of points; the cutoff distance of a million points over its percentage.
high = 5.3; set terminal cairolatex pdf input color colortext size wide cm, high cm rounded font ',9'; set output out
dat = data.'/density-time.dat'; share = data.'/density-share.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  set xlabel 'points'
  set logscale x 10
  set format x '$10^{%T}$'
  set multiplot layout 1,2
  eval log10_y
  set title 'whole, seconds' textcolor rgb ink
  set yrange [1e-4:10]
  set rmargin 9
  eval draw( \
    rule(dat, 'bound', 10, 'bound', -0.7) . \
    curve(dat, 'tiles-whole', 1, 'tiles', -1.8) . \
    curve(dat, 'all-whole', 4, 'all pairs', 0.4) . \
    curve(dat, 'serial-whole', 2, 'one thread', 0.9) . \
    curve(dat, 'parallel-whole', 3, 'all threads', 0.5))
  set autoscale
  if (rows(share) > 0) {
    eval log10_y
    set title '$d_c$, milliseconds'
    set xlabel '$P$'
    set xtics 100
    dat = share
    eval draw( \
      curve_bare(dat, 'uniform', 1, 'uniform', -0.2) . \
      curve_bare(dat, 'scales', 2, 'ten scales', 0.2))
  }
  unset multiplot
}
