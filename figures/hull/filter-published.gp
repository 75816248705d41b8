# The thesis's experiments: the eight extremes (its Figure 2), the hull of normal points (3), times as fast as heaphull (4, 5), the circle (6).
set terminal cairolatex pdf input color colortext size 11.3cm,9.6cm rounded font ',8'
set output out
dat = data.'/filter-published.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  set logscale x 10
  set format x '$10^{%T}$'
  unset offsets
  set multiplot layout 2,2
  set rmargin 11
  set xrange [8e3:2.5e8]
  eval log10_y
  set ytics 100
  set mytics 1
  set title 'extremes, ms' textcolor rgb ink
  eval draw( \
    curve_bare(dat, 'e-one-thread', 2, 'one thread', 0.4) . \
    curve_bare(dat, 'e-reduction', 3, 'reduction', 0.1) . \
    curve_bare(dat, 'e-halving', 4, 'halving', -0.9) . \
    curve_bare(dat, 'e-kernels', 1, 'GPU', 0))
  set title 'hull of normal points, ms'
  eval draw( \
    curve_bare(dat, 'n-heaphull', 2, 'heaphull', 0.4) . \
    curve_bare(dat, 'n-cudachain', 3, '', 0) . \
    curve_bare(dat, 'n-concurrent', 4, 'Conc., CPU', 0.6) . \
    curve_bare(dat, 'n-concurrent-gpu', 5, '', 0) . \
    curve_bare(dat, 'n-heaphull-gpu', 6, 'kernels', -0.2) . \
    curve_bare(dat, 'n-filtered', 1, 'ours', -1.0))
  set title 'hull of a circle, ms'
  set xlabel '$n$ (points)'
  eval draw( \
    curve_bare(dat, 'c-heaphull', 2, 'heaphull, kernels', 0.6) . \
    curve_bare(dat, 'c-cudachain', 3, 'rivals', -0.5) . \
    curve_bare(dat, 'c-concurrent', 4, '', 0) . \
    curve_bare(dat, 'c-concurrent-gpu', 5, '', 0) . \
    curve_bare(dat, 'c-heaphull-gpu', 6, '', 0) . \
    curve_bare(dat, 'c-filtered', 1, 'ours', 0))
  set title 'times as fast as heaphull, normal'
  eval ratio_y('')
  set ytics autofreq
  unset ylabel
  eval draw( \
    curve_bare(dat, 'r-cudachain', 3, 'CudaChain', 0.05) . \
    curve_bare(dat, 'r-concurrent', 4, 'Conc., CPU', -0.4) . \
    curve_bare(dat, 'r-concurrent-gpu', 5, 'Conc., GPU', -1.5) . \
    curve_bare(dat, 'r-heaphull-gpu', 6, 'kernels', -0.2) . \
    curve_bare(dat, 'r-filtered', 1, 'ours', 1.0))
  unset multiplot
}
