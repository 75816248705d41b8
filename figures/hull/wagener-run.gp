# A run on 1024 points: build/drawn/wagener-run-*.dat, to wagener-run.tex (out).
#   gnuplot -e "drawn='build/drawn'; out='build/figures/wagener-run.tex'" figures/style.gp figures/hull/wagener-run.gp
if (!exists("drawn")) drawn = 'build/drawn'
if (!exists("out")) out = 'build/figures/wagener-run.tex'
set terminal cairolatex pdf input size 11.3cm,5.2cm
set output out
unset key
unset tics
unset xlabel
unset ylabel
unset border
set offsets 0, 0, 0, 0
set margins 0.5, 0.5, 0.3, 0.3
set xrange [-0.015:1.015]
set yrange [*:*]
plot drawn . '/wagener-run-points.dat' using 1:2 with points pt 7 ps 0.14 lc rgb '#666B73', \
     drawn . '/wagener-run-hood.dat' using 1:2 with lines lw 3 lc rgb '#23597C', \
     drawn . '/wagener-run-hood.dat' using 1:2 with points pt 7 ps 0.26 lc rgb '#B0472A'
set output
