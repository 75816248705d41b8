# The eight data sets as small multiples: build/drawn/gallery-NAME.dat, to points-gallery.tex (out).
#   gnuplot -e "drawn='build/drawn'; out='build/figures/points-gallery.tex'" figures/style.gp figures/ground/points-gallery.gp
if (!exists("drawn")) drawn = 'build/drawn'
if (!exists("out")) out = 'build/figures/points-gallery.tex'
set terminal cairolatex pdf input size 11.3cm,6.3cm
set output out
names = 'square disk normal circle parabola kuzmin grid clustered'
set multiplot layout 2,4 margins 0.01,0.99,0.01,0.91 spacing 0.03,0.12
unset key
unset tics
unset xlabel
unset ylabel
unset grid
set border 31 lw 0.5 lc rgb '#A9ADB3'
set style line 90 pt 7 ps 0.12 lc rgb '#23597C'
do for [name in names] {
  set size ratio (name eq 'parabola' ? -1 : 1)
  set size square
  set title sprintf('\footnotesize %s', name) offset 0,-0.9
  set autoscale
  if (name eq 'square' || name eq 'clustered') { set xrange [-0.05:1.05]; set yrange [-0.05:1.05] }
  if (name eq 'disk' || name eq 'circle') { set xrange [-1.1:1.1]; set yrange [-1.1:1.1] }
  if (name eq 'normal') { set xrange [-4:4]; set yrange [-4:4] }
  if (name eq 'parabola') { set xrange [-1.1:1.1]; set yrange [-0.6:1.6] }
  if (name eq 'kuzmin') { set xrange [-12:12]; set yrange [-12:12] }
  if (name eq 'grid') { set xrange [-1.5:25.5]; set yrange [-1.5:25.5] }
  plot sprintf('%s/gallery-%s.dat', drawn, name) using 1:2 with points ls 90
}
unset multiplot
set output
