--columns @{}lrrrrr@{}
--head wrong solution & sort & peaks & density & wagener & heaphull
SELECT replace(input, '-', ' ') AS name,
  coalesce(max(printf('%.1f', value)) FILTER (WHERE kernel = 'sort'), '---'), coalesce(max(printf('%.1f', value)) FILTER (WHERE kernel = 'peaks'), '---'),
  coalesce(max(printf('%.1f', value)) FILTER (WHERE kernel = 'density'), '---'), coalesce(max(printf('%.1f', value)) FILTER (WHERE kernel = 'wagener'), '---'),
  coalesce(max(printf('%.1f', value)) FILTER (WHERE kernel = 'heaphull'), '---')
FROM counts WHERE sweep = 'handout' AND phase = 'mutant' GROUP BY input ORDER BY count(*) DESC, input;
