--columns @{}lrrrrrrrrr@{}
--head dimensions & 4 & 8 & 16 & 32 & 64 & 128 & 256 & 512 & 1024
--empty nothing was measured on this machine
WITH m AS (SELECT dim, median, 100 * 3.0 * dim * n * n / median / (128 * 2 * cycles) AS share FROM medians JOIN hardware USING (sweep)
  WHERE sweep = 'density-far')
SELECT 'milliseconds', printf('%.1f', 1e3 * max(median) FILTER (WHERE dim = 4)), printf('%.1f', 1e3 * max(median) FILTER (WHERE dim = 8)),
  printf('%.1f', 1e3 * max(median) FILTER (WHERE dim = 16)), printf('%.1f', 1e3 * max(median) FILTER (WHERE dim = 32)),
  printf('%.1f', 1e3 * max(median) FILTER (WHERE dim = 64)), printf('%.1f', 1e3 * max(median) FILTER (WHERE dim = 128)),
  printf('%.1f', 1e3 * max(median) FILTER (WHERE dim = 256)), printf('%.1f', 1e3 * max(median) FILTER (WHERE dim = 512)),
  printf('%.1f', 1e3 * max(median) FILTER (WHERE dim = 1024)) FROM m
UNION ALL
SELECT 'per cent', printf('%.0f', max(share) FILTER (WHERE dim = 4)), printf('%.0f', max(share) FILTER (WHERE dim = 8)),
  printf('%.0f', max(share) FILTER (WHERE dim = 16)), printf('%.0f', max(share) FILTER (WHERE dim = 32)),
  printf('%.0f', max(share) FILTER (WHERE dim = 64)), printf('%.0f', max(share) FILTER (WHERE dim = 128)),
  printf('%.0f', max(share) FILTER (WHERE dim = 256)), printf('%.0f', max(share) FILTER (WHERE dim = 512)),
  printf('%.0f', max(share) FILTER (WHERE dim = 1024)) FROM m;
