# Decision graphs (above) and clusterings (below) of sets shaped as R15 and D31, with both published cutoff distances.
if (!exists("drawn")) drawn = 'build/drawn'
set terminal cairolatex pdf input color colortext size 11.3cm,7.2cm font ',8'
set output out
unset key
unset colorbox
set border 3 lw 0.7 lc rgb '#555555'
set palette defined (0 '#0067a5', 1 '#d55e00', 2 '#009e73', 3 '#b0559b', 4 '#d99a00', 5 '#4ba3d6', 6 '#333333')
set cbrange [0:6]
set multiplot layout 2,4 margins 0.05,0.99,0.07,0.93 spacing 0.05,0.13
array titles[4] = ['R15, $d_c=0.347$', 'R15, $d_c=0.393$', 'D31, $d_c=1.151$', 'D31, $d_c=1.073$']
array files[4] = ['r15-bisection', 'r15-sampling', 'd31-bisection', 'd31-sampling']
do for [i=1:4] {
  set title '\footnotesize '.titles[i] offset 0,-0.8
  set autoscale
  set yrange [0:*]
  set xrange [0:*]
  set offsets graph 0, graph 0.08, graph 0.06, graph 0
  if (i < 3) { set xtics (10, 20) scale 0.4 offset 0,0.5; set ytics (5) scale 0.4 offset 0.7,0 } \
  else { set xtics (30, 60) scale 0.4 offset 0,0.5; set ytics (10, 20) scale 0.4 offset 0.7,0 }
  f = sprintf('%s/density-%s.dat', drawn, files[i])
  plot f using 3:($6 == 0 ? $4 : NaN) with points pt 7 ps 0.12 lc rgb '#8a8a8a', \
    f using 3:($6 == 1 ? $4 : NaN):(int($5 * 3) % 7) with points pt 7 ps 0.3 lc palette
}
unset title
unset tics
set offsets graph 0.03, graph 0.03, graph 0.03, graph 0.03
set border 31 lw 0.5 lc rgb '#A9ADB3'
do for [i=1:4] {
  set autoscale
  f = sprintf('%s/density-%s.dat', drawn, files[i])
  plot f using 1:2:(int($5 * 3) % 7) with points pt 7 ps 0.1 lc palette, \
    f using ($6 == 1 ? $1 : NaN):2 with points pt 2 ps 0.35 lc rgb 'black'
}
unset multiplot
set output
