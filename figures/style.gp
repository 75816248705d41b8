# The house look of the figures. Read before each of them, from the root of the repository:
#   gnuplot -e "data='build/results'; out='build/figures/NAME.tex'" figures/style.gp figures/NAME.gp
# The text is set by LaTeX in the fonts of the book. A data file (experiments/report makes it)
# has a block a series, "# name" above it, and a first column that is 1 in a series' last row.

if (!exists('wide')) wide = 11.3          # centimetres
if (!exists('high')) high = 6.4
set terminal cairolatex pdf input color colortext size wide cm, high cm rounded font ',9'
set output out

# Colours that keep apart for colour-blind readers, and on a grey printer (after Okabe and Ito).
blue = '#22649e'; orange = '#c8641a'; green = '#1d7f5f'; red = '#a63446'
violet = '#75599b'; grey = '#8a8a8a'; ink = '#333333'
set linetype 1 lc rgb blue   lw 3 pt 7  ps 0.32
set linetype 2 lc rgb orange lw 3 pt 5  ps 0.32
set linetype 3 lc rgb green  lw 3 pt 9  ps 0.40
set linetype 4 lc rgb red    lw 3 pt 13 ps 0.40
set linetype 5 lc rgb violet lw 3 pt 11 ps 0.40
set linetype 6 lc rgb grey   lw 3 pt 6  ps 0.32
set style line 10 lc rgb ink  lw 2 dt (6, 4)      # a bound
set style line 11 lc rgb grey lw 3 dt (1, 3)      # a prediction
set style fill transparent solid 0.22 noborder      # an interval

set border 3 lc rgb ink lw 1
set tics nomirror out scale 0.5 textcolor rgb ink
set xlabel textcolor rgb ink
set ylabel textcolor rgb ink
unset key
# A little air at the ends: gnuplot drops a label that sits on the very edge.
set autoscale xfix
set offsets graph 0.01, graph 0.015, graph 0.02, graph 0

# Axes: log2_x puts a tic $2^k$ at every other power; log10_y one at each power of ten.
log2_x = "set logscale x 2; set format x '$2^{%L}$'; set xtics 4; set mxtics 1"
log10_y = "set logscale y 10; set format y '$10^{%T}$'"

# The place of a series in a data file, -1 if it is not there; rows(file) is its number of rows.
place(file, series) = int(system(sprintf( \
  "cat '%s' 2>/dev/null | awk -v s='%s' '/^# /{if (substr($0, 3) == s) at = n + 1; n++} END{print at - 1}'", \
  file, series)))
rows(file) = int(system(sprintf("cat '%s' 2>/dev/null | grep -c '^[01]'", file)))
at_end(last, y) = last == 1 ? y : NaN

# Parts of a plot command, each empty if the series is not there; columns 2:3:4:5 are x, y, low, high.
#   curve(dat, 'kernel', 3, 'our kernel', 0.3): ribbon, line with points, and a label at the right end,
#   raised by 0.3 lines;  rule(dat, 'bound', 10, 'bound', 0): a bare line (line style 10 or 11) and its label.
#   eval draw(curve(...) . curve(...) . rule(...))
label_of(i, colour, text, up) = sprintf( \
  ", dat index %d using 2:(at_end($1, $3)):('%s') with labels left offset 0.6,%g textcolor rgb '%s' notitle", i, text, up, colour)
colour_of(k) = word(blue . ' ' . orange . ' ' . green . ' ' . red . ' ' . violet . ' ' . grey, k)
curve(file, series, k, text, up) = place(file, series) < 0 ? '' : sprintf( \
  ", dat index %d using 2:4:5 with filledcurves lt %d notitle, dat index %d using 2:3 with linespoints lt %d notitle", \
  place(file, series), k, place(file, series), k) . label_of(place(file, series), colour_of(k), text, up)
# As curve, for counts, which have no interval.
curve_bare(file, series, k, text, up) = place(file, series) < 0 ? '' : sprintf( \
  ", dat index %d using 2:3 with linespoints lt %d notitle", place(file, series), k) \
  . label_of(place(file, series), colour_of(k), text, up)
rule(file, series, k, text, up) = place(file, series) < 0 ? '' : sprintf( \
  ", dat index %d using 2:3 with lines ls %d notitle", place(file, series), k) \
  . label_of(place(file, series), ink, text, up)
draw(parts) = 'plot ' . parts[3:*]

# Where nothing was measured the figure says so:  if (rows(dat) == 0) { eval nothing_measured }
nothing_measured = "unset border; unset tics; unset xlabel; unset ylabel; " . \
  "unset logscale; set xrange [0:1]; set yrange [0:1]; " . \
  "set label 999 '\\emph{not measured on this machine}' at 0.5, 0.5 center; plot NaN notitle"
