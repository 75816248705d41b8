# Three stages of a run on 1024 points: build/drawn/wagener-stages-*.dat, to wagener-stages.tex (out).
#   gnuplot -e "drawn='build/drawn'; out='build/figures/wagener-stages.tex'" figures/style.gp figures/hull/wagener-stages.gp
if (!exists("drawn")) drawn = 'build/drawn'
if (!exists("out")) out = 'build/figures/wagener-stages.tex'
set terminal cairolatex pdf input size 11.3cm,2.9cm
set output out
set multiplot layout 1,3 margins 0.01,0.99,0.02,0.82 spacing 0.03,0.10
unset key
unset tics
unset xlabel
unset ylabel
set border 31 lw 0.5 lc rgb '#A9ADB3'
set offsets 0, 0, 0, 0
set xrange [-0.04:1.04]
set yrange [*:*]
stats drawn . '/wagener-stages-points.dat' using 2 nooutput
air = 0.08 * (STATS_max - STATS_min)
set yrange [STATS_min - air : STATS_max + air]
do for [r = 1:3] {
  d = word('32 256 1024', r) + 0
  set title sprintf(d == 1024 ? '\footnotesize the hull of all $%d$' : '\footnotesize $d=%d$', d) offset 0,-0.9
  file = sprintf('%s/wagener-stages-%d.dat', drawn, d)
  plot drawn . '/wagener-stages-points.dat' using 1:2 with points pt 7 ps 0.1 lc rgb '#A9ADB3', \
       file using 1:2 with lines lw 2.4 lc rgb '#23597C', \
       file using 1:2 with points pt 7 ps 0.2 lc rgb '#B0472A'
}
unset multiplot
set output
