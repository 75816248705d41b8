#!/bin/bash
# The program peaks: bad input of every kind, and what it prints for points of every kind. B is a build directory.
. "${0%/*}/../input.bash" peaks
good=$d/good
printf '0 0 5\n1 0 4\n0 3 4\n10 0 1\n' >"$good"

# ---- bad input: one line, status 2, nothing printed, no file touched --------------------------------------------
kept=("$d/kept") always=(--out "$d/kept")
refused 'option --top needs a value' "$good" --top
refused 'option --strict=yes takes no value' --strict=yes "$good"
for k in 0 -1 1.5 '' x 99999999999999999999; do
  refused "--top $k: a whole number from 1 to 9223372036854775807 is expected" --top "$k" "$good"
done
for c in 0 -1 1.5 '' x nan inf 0.9x; do
  refused "--ratio $c: a number above 0 and at most 1 is expected" --ratio "$c" "$good"
done
refused 'no variant is named quick; there are serial, parallel, serial-grid, parallel-grid, tree, tiled, published' --variant quick "$good"
bad "@:2: 'nan' is not a finite number" '0 0 1\nnan 1 1\n'
bad "@:1: '-inf' is not a finite number" '0 0 -inf\n'
bad "@:1: '1e39' is too large for a float" '0 1e39 0\n'
bad "@:1: '1e309' is too large for a double" '0 1e309 0\n' --double
bad '@:2: 3 numbers expected, 2 found' '0 0 0\n1 1\n'
bad '@:1: 3 numbers expected, more found' '1 2 3 4\n'
bad "@:1: 'x' is not a number" 'x y z\n'
bad '@:1: the count is 3, but 1 row follows' '3\n0 0 0\n'
bad '@:2: latitude 90.5 is not between -90 and 90' '0 90 0\n0 90.5 0\n' --sphere
bad '@:1: latitude -91 is not between -90 and 90' '0 -91 0\n' --sphere --double
bad '@:3: height -0.5 is negative, which --ratio does not take' '0 0 0\n# here\n1 1 -0.5\n' --ratio 0.9
bad '@:2: 1e-200 is lost beside the largest coordinate, 1' '1 0 0\n1e-200 0 1\n0 0 2\n' --double
bad '@:2: 1e-30 is lost beside the largest coordinate, 1e+30 (--double takes more)' '1e30 0 0\n1e-30 0 1\n0 0 2\n'
printf 'a b c\n' >"$d/in"
refused "<stdin>:1: 'a' is not a number" - <"$d/in"

# ---- good input -------------------------------------------------------------------------------------------------
peaks() { ran "$@"; quiet; }
all='serial parallel serial-grid parallel-grid tree tiled published'
turn=0
# gives LINES TEXT OPTION...: every variant prints these lines (on the model one in turn)
gives() {
  local lines=$1 ways=($all)
  printf -- "$2" >"$d/in"
  shift 2
  case $B in */model) ways=("${ways[4 + (turn++) % 3]}") ;; esac
  for way in "${ways[@]}"; do
    peaks "$@" --variant $way "$d/in"
    [ "$(<"$d/out")" = "$(printf -- "$lines")" ] || fail "$* --variant $way: gave $(<"$d/out"), not $(printf -- "$lines")"
  done
}
gives '' ''
gives '' '0\n' --strict
gives '0 1 2 3 inf -1' '1 2 3\n'
gives '0 1 2 3 inf -1' '1 2 3\n' --sphere --top 7
gives '0 0 0 5 inf -1\n3 10 0 1 9 1\n2 0 3 4 3 0\n1 1 0 4 1 0' '0 0 5\n1 0 4\n0 3 4\n10 0 1\n'
gives '0 0 0 5 inf -1\n3 10 0 1 9 1' '0 0 5\n1 0 4\n0 3 4\n10 0 1\n' --top 2
gives '0 0 0 5 inf -1\n3 10 0 1 9 1' '0 0 5\n1 0 4\n0 3 4\n10 0 1\n' --top=2 --double
# Squares of such distances are no doubles.
gives '0 0 0 3 inf -1\n2 3e-200 0 1 2e-200 1\n1 1e-200 0 2 1e-200 0' '0 0 3\n1e-200 0 2\n3e-200 0 1\n' --double
gives '0 0 0 3 inf -1\n2 -1e+308 0 1 1e+308 0\n1 5e+307 0 2 5e+307 0' '0 0 3\n5e307 0 2\n-1e308 0 1\n' --double
# Equal heights, equal points, both zeros.
gives '0 0 0 1 inf -1\n1 2 0 1 2 0\n2 2 0 1 0 1' '0 0 1\n2 0 1\n2 0 1\n'
gives '0 0 0 1 inf -1\n1 2 0 1 inf -1\n2 2 0 1 inf -1' '0 0 1\n2 0 1\n2 0 1\n' --strict
gives '0 0 0 -0 inf -1\n1 3 4 0 5 0' '0 0 -0\n3 4 0\n'
# Of equal distances the first of the order: the higher one, then the first.
gives '3 0 1 9 inf -1\n1 -1 0 3 1.4142135623730951 3\n2 1 0 3 1.4142135623730951 3\n0 0 0 2 1 3' '0 0 2\n-1 0 3\n1 0 3\n0 1 9\n' --top 4
# Multiplied by 0.9: 10 does not exceed 9, and 10.5 does.
gives '0 0 0 10 inf -1\n1 1 0 9 inf -1' '0 0 10\n1 0 9\n' --ratio 0.9
gives '0 0 0 10.5 inf -1\n1 1 0 9 1 0' '0 0 10.5\n1 0 9\n' --ratio 0.9
gives '0 0 0 0 inf -1\n1 1 0 0 inf -1' '0 0 0\n1 0 0\n' --ratio 0.5
# The sphere: twins at the antimeridian and at the pole are in one place; a quarter of the globe.
gives '0 180 10 2 inf -1\n1 -180 10 1 0 0' '180 10 2\n-180 10 1\n' --sphere
gives '0 20 90 2 inf -1\n1 -70 90 1 0 0' '20 90 2\n-70 90 1\n' --sphere --double
gives '0 0 0 2 inf -1\n1 90 0 1 10007.557221017962 0' '0 0 2\n90 0 1\n' --sphere
# Precision: what floats take for one point, doubles do not.
gives '0 1 0 2 inf -1\n1 1 0 1 0 0' '1 0 2\n1.00000001 0 1\n'
gives '0 1 0 2 inf -1\n1 1.00000001 0 1 9.99999993922529e-09 0' '1 0 2\n1.00000001 0 1\n' --double
# Into a file: nothing printed; both forms.
peaks --out "$d/rows" "$good"
[ ! -s "$d/out" ] || fail "printed beside --out"
[ "$(cut -d' ' -f1 "$d/rows" | tr '\n' ' ')" = '0 3 2 1 ' ] || fail "--out: $(cat "$d/rows")"
peaks --out "$d/rows.npy" "$good"
[ "$(head -c 6 "$d/rows.npy" | tail -c 5)" = NUMPY ] || fail "--out .npy"
[ "$(grep -ac "'shape': (4, 6)" "$d/rows.npy")" = 1 ] || fail "--out .npy: no shape (4, 6)"
# Many points: all variants alike, shuffling changes indices only.
"$B"/points clustered 900 --seed 4 2>/dev/null | awk '{print $1, $2, (NR * 7919) % 900}' >"$d/points"
peaks "$d/points" && cp "$d/out" "$d/expected"
case $B in */model) all='tree tiled' ;; esac
for way in $all; do
  peaks --variant $way "$d/points"
  cmp -s "$d/out" "$d/expected" || fail "$way differs"
done
# The relief of the Earth: the Himalaya, the Andes 16,154 km from it. (The model would take minutes.)
case $B in
  */model) ;;
  *)
    experiments/neighbours/relief >"$d/relief"
    peaks --sphere --top 3 "$d/relief"
    [ "$(<"$d/out")" = "$(printf '384675 85.166664 28.833334 6228.8125 inf -1\n203853 -68.833336 -27.166666 5095.5625 16153.831814850068 418115\n24975 65.166664 -82.166664 4115 6916.074758167013 183330')" ] ||
      fail "the relief: $(<"$d/out")" ;;
esac
tac "$d/points" >"$d/turned"
peaks "$d/turned"
cmp -s <(cut -d' ' -f2-5 "$d/out" | sort) <(cut -d' ' -f2-5 "$d/expected" | sort) || fail "turned around, other distances"
echo "peaks-input.sh: passed"
