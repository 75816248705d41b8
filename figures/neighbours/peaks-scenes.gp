# The tree's time for each of five hundred scenes over its time for random points.
high = 5.6; set terminal cairolatex pdf input color colortext size wide cm, high cm rounded font ',9'; set output out
dat = data.'/peaks-scenes.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  eval ratio_y('time over that of random points')
  stats dat using 2 nooutput
  set xrange [0.3:STATS_max + 0.7]
  set yrange [0:4]
  set xtics rotate by 50 right
  set arrow 96 from graph 0, first 3 to graph 1, first 3 nohead back ls 10
  plot dat using 2:3:xtic(4) with points lt 1 ps 0.22 notitle
}
