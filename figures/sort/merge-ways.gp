# The speed of the merge sort over that of CUB's, against the runs of a pass.
high = 5.4
dat = data.'/merge-ways.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  set logscale x 2
  set xtics ('2' 2, '4' 4, '8' 8, '16' 16, '32' 32, '64' 64, '128' 128)
  eval ratio_y('speed over CUB merge sort')
  set xlabel 'runs that a pass merges at most'
  set rmargin 13
  eval draw( \
    curve(dat, 'two20', 4, '$n=2^{20}$', 0.3) . \
    curve(dat, 'two24', 3, '$n=2^{24}$', 1.5) . \
    curve(dat, 'ten8', 2, '$n=10^8$', -0.7) . \
    curve(dat, 'two28', 1, '$n=2^{28}$', -0.6))
}
