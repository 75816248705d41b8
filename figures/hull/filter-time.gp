# Time for the hull of normal points on the device: the filter alone, with the hull, and sorting all; dotted what was predicted.
set terminal cairolatex pdf input color colortext size 11.3cm,4.8cm rounded font ',9'
set output out
dat = data.'/filter-time.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  set logscale x 10
  eval log10_y
  set format x '$10^{%T}$'
  set xlabel '$n$ (points)'
  set ylabel 'time, ms'
  set rmargin 13
  eval draw( \
    rule(dat, 'prediction', 11, '', 0) . \
    curve_bare(dat, 'sorted', 2, 'sorted', 0) . \
    curve_bare(dat, 'filter', 3, 'filter alone', -0.7) . \
    curve_bare(dat, 'filtered', 1, 'filtered', 0.5))
}
