# Time for the cutoff distance of a million points over its percentage.
dat = data.'/density-share.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  set xlabel '$P$'
  set logscale x 10
  set format x '$10^{%T}$'
  eval log10_y
  set ylabel 'milliseconds'
  set rmargin 13
  eval draw( \
    curve_bare(dat, 'uniform', 1, 'uniform', -0.4) . \
    curve_bare(dat, 'scales', 2, 'ten scales', 0.4))
}
