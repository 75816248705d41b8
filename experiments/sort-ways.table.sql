--columns rrrrr
--head lists a pass & $2^{20}$ & $2^{24}$ & $10^8$ & $2^{28}$
--empty nothing was measured on this machine
SELECT block, printf('%.0f', 1e6 * max(median) FILTER (WHERE n = 1048576)),
       printf('%.0f', 1e6 * max(median) FILTER (WHERE n = 16777216)),
       printf('%.0f', 1e6 * max(median) FILTER (WHERE n = 100000000)),
       printf('%.0f', 1e6 * max(median) FILTER (WHERE n = 268435456))
FROM medians WHERE sweep = 'sort-ways' GROUP BY block ORDER BY block;
