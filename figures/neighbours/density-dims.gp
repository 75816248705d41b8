# Whole clusterings of 65,536 points by the number of their dimensions.
high = 5.3; set terminal cairolatex pdf input color colortext size wide cm, high cm rounded font ',9'; set output out
dat = data.'/density-dims.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  set title 'milliseconds' textcolor rgb ink
  set xlabel 'dimensions'
  set logscale x 2
  set xtics (2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
  eval log10_y
  set yrange [1:2000]
  set rmargin 11
  eval draw( \
    curve(dat, 'squares', 4, 'squares', 0) . \
    curve(dat, 'products', 1, 'products', 0))
}
