# The relief of the Earth, the fifty most isolated maxima, and their ways to higher ground.
if (!exists("drawn")) drawn = 'build/drawn'
if (!exists("out")) out = 'build/figures/peaks-relief.tex'
set terminal cairolatex pdf input size 11.3cm,5.65cm
set output out
set lmargin 0
set rmargin 0
set tmargin 0
set bmargin 0
unset key
unset tics
unset xlabel
unset ylabel
unset colorbox
unset grid
set border 31 lw 0.5 lc rgb '#A9ADB3'
set xrange [-180:180]
set yrange [-90:90]
set cbrange [-7000:6500]
set palette defined (-7000 '#C9D8E4', -3500 '#DCE7EF', -1 '#EEF4F8', 0 '#E9E2D3', 1500 '#CDBD9C', 3500 '#A98F68', 6500 '#7A5F3F')
plot drawn.'/relief-map.dat' matrix using ($1-179.8333):($2-89.8333):3 with image, \
     drawn.'/relief-ways.dat' with lines lw 1.6 lc rgb '#9C2F3B', \
     drawn.'/relief-peaks.dat' using 1:2 with points pt 7 ps 0.32 lc rgb '#333333', \
     drawn.'/relief-peaks.dat' every ::0::9 using 1:2:(sprintf('{\\fboxsep=0.8pt\\colorbox{white}{\\bfseries %d}}', $3)) with labels left font ',7' offset 0.5,0.5
set output
