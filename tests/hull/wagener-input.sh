#!/bin/bash
# Bad input to wagener: one line on standard error, status 2, nothing on standard output, no trace. B is a build directory.
. "${0%/*}/../input.bash" wagener
good=$d/good
printf '0.1 0.5\n0.2 0.9\n0.4 0.1\n0.7 0.3\n' >"$good"

absent=("$d/trace" "$d/trace.new")
# bad MESSAGE TEXT: the same for a file with this text; @ in the message stands for the file's name
bad() { printf -- "$2" >"$d/in"; refused "${1//@/$d/in}" "$d/in" "$d/trace"; }

limit='points, where the number must be a power of two from 2 to 2048'
bad "@: 0 $limit" ''
bad "@: 0 $limit" '# nothing\n\n'
bad "@: 1 $limit" '0 0\n'
bad "@: 3 $limit" '0 0\n0.5 1\n1 0\n'
bad "@: 4096 $limit" "$(seq 0 4095 | awk '{printf "%%.9g 0\\n", $1 / 5000}' | sed 's/%%/%/g')"
bad '@:2: x = 1.5 does not lie between 0 and 1' '0 0\n1.5 1\n'
bad '@:1: x = -0.25 does not lie between 0 and 1' '-0.25 0\n0.5 1\n'
bad '@:1: x = -9.9999461e-41 does not lie between 0 and 1' '-1e-40 1\n0 0\n'
bad '@:2: x = -0 is not greater than 0, the x of the point before: the points must come in left-to-right order' '0 0\n-0 1\n'
bad '@:3: x = 0.5 is not greater than 0.5, the x of the point before: the points must come in left-to-right order' '# two\n0.5 0\n0.5 1\n'
bad '@:5: points 1, 2 and 4 lie on one line' '4\n0 0\n0.25 0.25\n0.5 0.75\n1 1\n'

# Good input, the published forms.
"$program" "$good" "$d/trace" >"$d/out"
diff - "$d/trace" <<'END' || fail "the trace is not as published"
2
2
0.100000 0.500000
0.200000 0.900000
2
0.400000 0.100000
0.700000 0.300000

0
END
diff - "$d/out" <<'END' || fail "the output is not as published"
4
0.100000 0.500000
0.200000 0.900000
0.400000 0.100000
0.700000 0.300000

# returned from match_and_merge, d1=2, d2=1, d=2
# scratch:
#   1   3   3   3 
# newhood contents
# 0.100000 0.500000
# 0.200000 0.900000
# 0.700000 0.300000
# 10.000000 0.000000
1
3
0.100000 0.500000
0.200000 0.900000
0.700000 0.300000

END
rm "$d/trace"
printf '2\n0 1\n1 0\n' | "$program" - >"$d/out" || fail "standard input was refused"
tail -n 5 "$d/out" | diff - <(printf '1\n2\n0.000000 1.000000\n1.000000 0.000000\n\n') || fail "two points"
echo "wagener-input.sh: passed"
