# Where the general program's time goes: a bar an input and size, cut into parts; each part is a difference of two
# measured times.
dat = data.'/hull-parts.dat'
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  high_of = 0.36
  set xrange [0:*]
  set yrange [-0.7:7.4]
  set border 1
  set xlabel 'time, µs'
  set ytics scale 0 ('circle' 0, 'square $2^{24}$' 1, 'circle' 2.8, 'square $2^{20}$' 3.8, 'circle' 5.6, 'square $2^{16}$' 6.6)
  set style fill solid 1 noborder
  bars(series, colour) = place(dat, series) < 0 ? '' : sprintf( \
    ", dat index %d using (($3+$4)/2):2:3:4:($2-%g):($2+%g) with boxxyerror lc rgb '%s' notitle", \
    place(dat, series), high_of, high_of, colour)
  named(series, text) = place(dat, series) < 0 ? '' : sprintf( \
    ", dat index %d using (($3+$4)/2):($2 == 1 ? 1.75 : NaN):('%s') with labels textcolor rgb ink notitle", \
    place(dat, series), text)
  eval draw(bars('1 scan', blue) . bars('2 walks', orange) . bars('3 searches', green) . bars('4 stages', red) . \
    named('1 scan', 'load, chains') . named('2 walks', 'walks') . named('3 searches', 'searches') . \
    named('4 stages', 'stages'))
}
