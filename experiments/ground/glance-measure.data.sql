-- series, n, GB/s of a copy on the device, its interval; the bound
SELECT series, n, gbs, low, high FROM (
  SELECT variant AS series, n, 2e-9 * n / median AS gbs, 2e-9 * n / high AS low, 2e-9 * n / low AS high
  FROM medians WHERE sweep = 'machine-copy' AND variant IN ('kernel', 'parallel')
  UNION ALL
  SELECT 'bound', n, gbs, NULL, NULL FROM copy_bound, (SELECT DISTINCT n FROM medians WHERE sweep = 'machine-copy'))
ORDER BY series, n;
