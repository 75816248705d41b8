--columns @{}lrrr@{}
--head points & $n$ & single precision & double precision
SELECT input, n, CAST(max(value) FILTER (WHERE kernel = 'float') AS INTEGER), CAST(max(value) FILTER (WHERE kernel = 'double') AS INTEGER)
FROM counts WHERE sweep = 'filter-kept' AND counter = 'kept' GROUP BY input, n ORDER BY n, input;
