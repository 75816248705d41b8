# Operations a second of the densities in many dimensions, three a coordinate.
dat = data.'/density-far.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  set logscale x 2
  set xlabel 'dimensions'
  set ylabel '$10^{12}$ operations a second'
  set yrange [0:*]
  set rmargin 9
  eval draw(curve(dat, 'tiles', 1, 'tiles', 0))
}
