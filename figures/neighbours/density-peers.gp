# Processor times of libraries over that of one thread of the chapter's program.
high = 5.0; set terminal cairolatex pdf input color colortext size wide cm, high cm rounded font ',9'; set output out
dat = data.'/density-peers.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  set logscale x 10
  eval ratio_y('time over this program')
  set xlabel '$n$ (points)'
  set rmargin 10
  eval draw( \
    curve(dat, 'pydpc', 3, 'pydpc', 0) . \
    curve(dat, 'dadapy', 2, 'DADApy', 0))
}
