# The thesis's experiments: the hull of normal points (its Figure 3) and of a circle (6).
set terminal cairolatex pdf input color colortext size 11.3cm,7.4cm rounded font ',9'
set output out
dat = data.'/filter-published.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  set logscale x 10
  set format x '$10^{%T}$'
  set xlabel '$n$ (points)'
  unset offsets
  set multiplot layout 1,2
  set rmargin 11
  set xrange [8e3:2.5e8]
  eval log10_y
  set ytics 100
  set mytics 1
  set title 'hull of normal points, ms' textcolor rgb ink
  eval draw( \
    curve_bare(dat, 'n-heaphull', 2, 'heaphull', 0.4) . \
    curve_bare(dat, 'n-cudachain', 3, '', 0) . \
    curve_bare(dat, 'n-concurrent', 4, 'Conc., CPU', 1.0) . \
    curve_bare(dat, 'n-concurrent-gpu', 5, '', 0) . \
    curve_bare(dat, 'n-heaphull-gpu', 6, 'kernels', -0.3) . \
    curve_bare(dat, 'n-filtered', 1, 'ours', -1.0))
  set title 'hull of a circle, ms'
  eval draw( \
    curve_bare(dat, 'c-heaphull', 2, 'heaphull', 1.0) . \
    curve_bare(dat, 'c-cudachain', 3, 'CudaChain', -0.5) . \
    curve_bare(dat, 'c-concurrent', 4, '', 0) . \
    curve_bare(dat, 'c-concurrent-gpu', 5, '', 0) . \
    curve_bare(dat, 'c-heaphull-gpu', 6, 'kernels', -0.1) . \
    curve_bare(dat, 'c-filtered', 1, 'ours', 0))
  unset multiplot
}
