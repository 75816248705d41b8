# The house look of the figures. Read before each of them, from the root of the repository:
#   gnuplot -e "data='build/results'; out='build/figures/NAME.tex'" figures/style.gp figures/ROOM/NAME.gp
# The text is set by LaTeX in the fonts of the book. A data file (experiments/report makes it)
# has a block a series, "# name" above it, and a first column that is 1 in a series' last row.

if (!exists('wide')) wide = 11.3          # centimetres
if (!exists('high')) high = 6.4
set terminal cairolatex pdf input color colortext size wide cm, high cm rounded font ',9'
set output out

# Colours that the colour-blind and a grey printer keep apart (after Okabe and Ito), each with a mark of its own. 1 is
# ours, 2 and 3 are rivals, 4 and 5 other versions; 6 to 8 are open marks for what stays in the back.
blue = '#0067a5'; orange = '#d55e00'; green = '#009e73'; purple = '#b0559b'; amber = '#d99a00'
grey = '#8a8a8a'; sky = '#4ba3d6'; ink = '#333333'
red = purple; violet = amber
set linetype 1 lc rgb blue   lw 3.4 pt 7  ps 0.34
set linetype 2 lc rgb orange lw 3 pt 5  ps 0.32
set linetype 3 lc rgb green  lw 3 pt 9  ps 0.42
set linetype 4 lc rgb purple lw 3 pt 13 ps 0.42
set linetype 5 lc rgb amber  lw 3 pt 11 ps 0.42
set linetype 6 lc rgb grey   lw 2.5 pt 6  ps 0.36
set linetype 7 lc rgb sky    lw 2.5 pt 4  ps 0.36 dt (8, 3)
set linetype 8 lc rgb ink    lw 2 pt 8  ps 0.44 dt (2, 2)
set style line 10 lc rgb ink  lw 2 dt (6, 4)      # a bound
set style line 11 lc rgb grey lw 4 dt (3, 9)      # a prediction
set style line 12 lc rgb ink  lw 1                # a ratio of one
set style fill transparent solid 0.22 noborder      # an interval

set border 3 lc rgb ink lw 1
set tics nomirror out scale 0.5 textcolor rgb ink
set xlabel textcolor rgb ink
set ylabel textcolor rgb ink
unset key
# A little air at the ends: gnuplot drops a label that sits on the very edge.
set autoscale xfix
set offsets graph 0.01, graph 0.015, graph 0.02, graph 0

# Axes.  eval log2_x: a mark $2^k$ at each even k;  eval log2_every(3): at each third k.  The marks are set one by one,
# since gnuplot counts those that it sets itself from the end of the axis. Write no "set xtics" after them.
# eval log10_y: a mark at each power of ten.  eval ratio_y('times as fast'): linear, from 0, with a line at 1.
log2_every(step) = "set logscale x 2; set mxtics 1; set xtics (" . \
  system(sprintf("for k in $(seq 0 %d 40); do printf '%%s\"$2^{%%d}$\" 2.0**%%d' \"$comma\" $k $k; comma=', '; done", step)) . ")"
log2_x = log2_every(2)
log10_y = "set logscale y 10; set format y '$10^{%T}$'"
ratio_y(text) = "unset logscale y; set format y '%g'; set yrange [0:*]; set ylabel '" . text . "'; " . \
  "set arrow 98 from graph 0, first 1 to graph 1, first 1 nohead back ls 12"

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
  ", dat index %d using 2:(at_end($1, $3)):('%s') with labels left offset 1,%g textcolor rgb '%s' notitle", i, text, up, colour)
colour_of(k) = word(blue . ' ' . orange . ' ' . green . ' ' . purple . ' ' . amber . ' ' . grey . ' ' . sky . ' ' . ink, k)
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
# A panel of which nothing was measured is left empty.
draw(parts) = strlen(parts) ? 'plot ' . parts[3:*] : 'plot NaN notitle'

# Where nothing was measured the figure says so:  if (rows(dat) == 0) { eval nothing_measured }
nothing_measured = "unset border; unset tics; unset xlabel; unset ylabel; " . \
  "unset logscale; set xrange [0:1]; set yrange [0:1]; " . \
  "set label 999 '\\emph{not measured on this machine}' at 0.5, 0.5 center; plot NaN notitle"

# A small panel of "Results at a glance":  eval small; then axes, and draw(...) as above.
small = "set terminal cairolatex pdf input color colortext size 7.1 cm, 3.6 cm rounded font ',8'; set output out; " . \
  "set rmargin 10; set offsets graph 0.01, graph 0.02, graph 0.05, graph 0"
