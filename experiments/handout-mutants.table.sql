--columns @{}lrrrrr@{}
--head wrong solution & sort & peaks & density & wagener & heaphull
SELECT replace(input, '-', ' ') AS name,
  coalesce(max(printf('%.1f', value)) FILTER (WHERE kernel = 'sort'), '---') AS sort_, coalesce(max(printf('%.1f', value)) FILTER (WHERE kernel = 'peaks'), '---') AS peaks_,
  coalesce(max(printf('%.1f', value)) FILTER (WHERE kernel = 'density'), '---') AS density_, coalesce(max(printf('%.1f', value)) FILTER (WHERE kernel = 'wagener'), '---') AS wagener_,
  coalesce(max(printf('%.1f', value)) FILTER (WHERE kernel = 'heaphull'), '---') AS heaphull_
FROM counts WHERE sweep = 'handout' AND phase = 'mutant' GROUP BY input ORDER BY count(*) DESC, input;
