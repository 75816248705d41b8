--columns @{}lrrrrrr@{}
--head & \multicolumn{6}{c@{}}{$N$, threads of a block} \\ \cmidrule{2-7}
--head $M$, blocks & 32 & 64 & 128 & 256 & 512 & 1024
WITH c AS (SELECT variant, block, CAST(substr(variant, 3) AS INTEGER) AS m, printf('%.0f', 1e6 * coalesce(device_median, median)) AS t
  FROM medians WHERE sweep = 'peaks-shape' AND n = 65536)
SELECT m, max(t) FILTER (WHERE block = 32), max(t) FILTER (WHERE block = 64), max(t) FILTER (WHERE block = 128),
  max(t) FILTER (WHERE block = 256), max(t) FILTER (WHERE block = 512), max(t) FILTER (WHERE block = 1024)
FROM c GROUP BY m ORDER BY m DESC;
