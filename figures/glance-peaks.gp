# What structure costs: visits of a search on each scene over those on random points, in two orders of the points.
dat = data.'/glance-peaks.dat'
eval small
if (rows(dat) == 0) {
  eval nothing_measured
} else {
  eval ratio_y('visits over random')
  set ytics 1
  set xtics rotate by 60 right font ',7'
  plot dat index place(dat, 'bits') using 2:3:xtic(4) with points lt 2 notitle, \
       dat index place(dat, 'shells') using 2:3 with points lt 1 notitle
}
