# Left: how many times as fast filtering is as sorting all, single precision. Right: the time of normal points: sorting, the filter alone, with
# the hull; dotted what was predicted.
set terminal cairolatex pdf input color colortext size 11.3cm,5.4cm rounded font ',9'
set output out
dat = data.'/filter-gain.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  set logscale x 10
  set format x '$10^{%T}$'
  set xlabel '$n$ (points)'
  unset offsets
  set multiplot layout 1,2
  set rmargin 7
  set xrange [8e3:1.3e9]
  set title 'single precision' textcolor rgb ink
  eval ratio_y('times as fast')
  set logscale y 10
  set yrange [0.5:100]
  eval draw( \
    curve_bare(dat, 'normal', 1, 'normal', 0) . \
    curve_bare(dat, 'square', 2, 'square', 0.15) . \
    curve_bare(dat, 'disk', 3, 'disk', -0.85) . \
    curve_bare(dat, 'circle', 4, 'circle', 0))
  unset arrow 98
  dat = data.'/filter-time.dat'
  set title 'normal points, ms'
  unset ylabel
  set yrange [*:*]
  eval log10_y
  eval draw( \
    rule(dat, 'prediction', 11, '', 0) . \
    curve_bare(dat, 'sorted', 2, 'sorted', 0) . \
    curve_bare(dat, 'filter', 3, 'alone', -0.5) . \
    curve_bare(dat, 'filtered', 1, 'filtered', 0.5))
  unset multiplot
}
