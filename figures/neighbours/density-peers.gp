# Left: how many times as fast the GPU's program is as the CPU's. Right: processor times of libraries over that of the CPU's program.
high = 5.3; set terminal cairolatex pdf input color colortext size wide cm, high cm rounded font ',9'; set output out
dat = data.'/glance-density.dat'; peers = data.'/density-peers.dat'
if (rows(dat) == 0 && rows(peers) == 0) {
  eval nothing_measured
} else {
  set multiplot layout 1,2
  set logscale x 10
  set format x '$10^{%T}$'
  set xlabel '$n$ (points)'
  set rmargin 10
  if (rows(dat) > 0) {
    eval ratio_y('')
    set title 'GPU over CPU: times as fast' textcolor rgb ink
    eval draw( \
      curve(dat, 'serial-whole', 1, 'one thread', 0) . \
      curve(dat, 'parallel-whole', 4, 'all threads', 0))
  } else {
    set multiplot next
  }
  if (rows(peers) > 0) {
    dat = peers
    eval ratio_y('')
    set title 'CPU alone, one thread: time over ours' textcolor rgb ink
    eval draw( \
      curve(peers, 'pydpc', 3, 'pydpc', 0) . \
      curve(peers, 'dadapy', 2, 'DADApy', 0))
  }
  unset multiplot
}
