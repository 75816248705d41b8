-- series, n, how many times as fast all GPUs are as one, its interval
SELECT series, n, a.device_median / b.device_median, a.device_low / b.device_high, a.device_high / b.device_low FROM
  (SELECT column1 AS series, column2 AS sweep, column3 AS input, column4 AS v FROM (VALUES ('sort', 'gpus-sort', 'uint32', 'copies'), ('hull', 'gpus-hull', 'normal', 'filtered'), ('density', 'gpus-density', 'normal', 'all-pairs')))
  JOIN medians b USING (sweep, input) JOIN medians a USING (sweep, input, n)
WHERE a.gpus = 1 AND b.gpus > 1 AND b.variant = v AND (a.variant = v OR a.variant = 'one') AND b.gpus = (SELECT max(gpus) FROM medians m WHERE m.sweep = b.sweep) ORDER BY series, n;
