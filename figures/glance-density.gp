# Processor times of libraries over that of one thread of the chapter's program.
dat = data.'/density-peers.dat'
eval small
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  set logscale x 10
  eval ratio_y('times as fast')
  set xlabel '$n$ (points)'
  eval draw( \
    curve(dat, 'pydpc', 3, 'as pydpc', 0) . \
    curve(dat, 'dadapy', 2, 'as DADApy', 0))
}
