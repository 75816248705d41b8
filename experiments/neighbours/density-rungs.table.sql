--columns @{}lrr@{}
--head what & ms & per cent of the peak
--empty nothing was measured on this machine
WITH s(place, variant, name, pairs) AS (VALUES (1, 'squares', 'squares in [[float]]', 0), (2, 'library', 'products only, by cuBLAS', 36 * 16384.0 * 16384.0),
  (3, 'warp', 'a warp multiplies $16\times8$ pairs', 0.5 * 131072.0 * 131072.0), (4, 'warpgroup', 'four warps $64\times128$, blocks in pairs', 0.5 * 131072.0 * 131072.0))
SELECT replace(replace(name, '[[', '\texttt{'), ']]', '}') AS name_tex, printf('%.1f', 1e3 * median), CASE WHEN pairs > 0 THEN printf('%.0f', 100 * 6 * 1024 * pairs / median / 1979e12) ELSE '' END
FROM s JOIN medians USING (variant) WHERE sweep = 'density-rungs' ORDER BY place;
