--columns @{}l>{\footnotesize}lr@{}
--head assignment & wrong solution & points
SELECT kernel, replace(input, '-', ' '), printf('%.1f', value) FROM counts
WHERE sweep = 'handout' AND phase = 'mutant' ORDER BY kernel, input;
