#!/bin/bash
# vsort: good files of both forms, and bad ones: one line on standard error, status 2, no output. B is a build directory.
. "${0%/*}/../input.bash" vsort
bytes() { printf "$1"; }
shown() { od -An -v -tx4 "$1" | tr -s ' \n' ' ' | sed 's/^ //; s/ $//'; }

absent=("$d/out" "$d/out.npy")
npy() { # DICTIONARY: a header of version 1.0
  printf '\x93NUMPY\x01\x00'
  printf "\\x$(printf %02x $((${#1} + 1)))\\x00%s\n" "$1"
}

# 2, -1, +0, -0, 1 and NaN as floats
bytes '\0\0\0\x40\0\0\x80\xbf\0\0\0\0\0\0\0\x80\0\0\x80\x3f\0\0\xc0\x7f' >"$d/in"
for variant in serial parallel digits merge vector hybrid; do
  "$program" --variant $variant "$d/in" "$d/out"
  [ "$(shown "$d/out")" = 'bf800000 80000000 00000000 3f800000 40000000 7fc00000' ] || fail "$variant: $(shown "$d/out")"
done
"$program" --descending --type float "$d/in" "$d/out"
[ "$(shown "$d/out")" = '7fc00000 40000000 3f800000 00000000 80000000 bf800000' ] || fail "descending: $(shown "$d/out")"
for variant in parallel digits; do
  "$program" --argsort --variant $variant "$d/in" "$d/out"
  [ "$(shown "$d/out")" = '00000001 00000003 00000002 00000004 00000000 00000005' ] || fail "argsort by $variant: $(shown "$d/out")"
done
"$program" --type int32 "$d/in" "$d/out"
[ "$(shown "$d/out")" = '80000000 bf800000 00000000 3f800000 40000000 7fc00000' ] || fail "int32: $(shown "$d/out")"
"$program" --type uint64 "$d/in" "$d/out"
[ "$(shown "$d/out")" = '3f800000 7fc00000 00000000 80000000 40000000 bf800000' ] || fail "uint64: $(shown "$d/out")"
: >"$d/empty"
"$program" "$d/empty" "$d/out"
[ -e "$d/out" ] && [ ! -s "$d/out" ] || fail "no keys"

# NumPy's form, there and back
{ npy "{'descr': '<f4', 'fortran_order': False, 'shape': (6,), }"; cat "$d/in"; } >"$d/in.npy"
"$program" "$d/in.npy" "$d/out.npy"
[ $(($(stat -c %s "$d/out.npy") % 64)) = 24 ] || fail "the .npy header is not aligned"
"$program" "$d/out.npy" "$d/out"
[ "$(shown "$d/out")" = 'bf800000 80000000 00000000 3f800000 40000000 7fc00000' ] || fail ".npy: $(shown "$d/out")"
"$program" --argsort "$d/in.npy" "$d/out.npy"
grep -qa "'descr': '<u4'" "$d/out.npy" || fail "the indices' type"

refused "$d/in.npy: has elements of type float, not double" --type double "$d/in.npy" "$d/out"
{ npy "{'descr': '<f4', 'fortran_order': False, 'shape': (7,), }"; cat "$d/in"; } >"$d/bad.npy"
refused "$d/bad.npy: has 24 bytes of data, but its shape asks for 7 rows of 4 bytes" "$d/bad.npy" "$d/out"
{ npy "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }"; cat "$d/in"; } >"$d/bad.npy"
refused "$d/bad.npy: has shape (3, 2), not (n,)" "$d/bad.npy" "$d/out"
{ npy "{'descr': '<c8', 'fortran_order': False, 'shape': (3,), }"; cat "$d/in"; } >"$d/bad.npy"
refused "$d/bad.npy: has elements of type '<c8', which is none of ours" "$d/bad.npy" "$d/out"
cp "$d/in" "$d/bad.npy"
refused "$d/bad.npy: is not a .npy file" "$d/bad.npy" "$d/out"
head -c 7 "$d/in" >"$d/cut"
refused "$d/cut: 7 bytes are no whole number of float keys" "$d/cut" "$d/out"
head -c 20 "$d/in" >"$d/cut"
refused "$d/cut: 20 bytes are no whole number of int64 keys" --type int64 "$d/cut" "$d/out"
# Several GPUs, or as many threads
case $B in
*/cuda) ;;
*)
  "$program" --gpus 3 "$d/in" "$d/out"
  [ "$(shown "$d/out")" = 'bf800000 80000000 00000000 3f800000 40000000 7fc00000' ] || fail "--gpus: $(shown "$d/out")"
  "$program" --gpus 2 --argsort --descending "$d/in" "$d/out"
  [ "$(shown "$d/out")" = '00000005 00000000 00000004 00000002 00000003 00000001' ] || fail "--gpus --argsort: $(shown "$d/out")"
  # in parts of a mebibyte, with and without ranks: two or three on the model, which is slow, else a dozen
  case $B in */model) bytes=600000 ;; *) bytes=3000000 ;; esac
  head -c 3000001 "$B/vsort" | head -c $bytes >"$d/many"
  "$program" --type uint64 --variant serial "$d/many" "$d/want"
  for how in '--gpus 2' '--gpus 1' '--variant digits'; do
    "$program" --type uint64 $how --memory 1 "$d/many" "$d/out"
    cmp "$d/want" "$d/out" || fail "$how --memory 1: another order"
  done
  refused '--memory 0: a whole number from 1 to 1073741824 is expected' --gpus 2 --memory 0 "$d/in" "$d/out"
  refused '--memory is for --gpus and for digits, not for merge' --variant merge --memory 1 "$d/in" "$d/out"
  refused 'this program was built without NCCL; --link copies needs none' --gpus 2 --link nccl "$d/in" "$d/out"
  ;;
esac
refused '--gpus 0: a whole number from 1 to 64 is expected' --gpus 0 "$d/in" "$d/out"
refused '--gpus two: a whole number from 1 to 64 is expected' --gpus two "$d/in" "$d/out"
refused '--gpus has one variant, and --variant serial is another' --gpus 1 --variant serial "$d/in" "$d/out"
refused 'no type is named half; there are float, double, int32, uint32, int64, uint64' --type half "$d/in" "$d/out"
refused 'a type has no name; there are float, double, int32, uint32, int64, uint64' --type= "$d/in" "$d/out"
refused 'option --type needs a value' "$d/in" "$d/out" --type
refused 'no variant is named quick; there are serial, parallel, digits, merge, vector, hybrid' --variant quick "$d/in" "$d/out"
refused 'no variant is named vector; there are serial, parallel, digits, merge' --type double --variant vector "$d/in" "$d/out"
refused '--argsort is done by parallel and digits, not by merge' --argsort --variant merge "$d/in" "$d/out"
refused 'option --argsort=yes takes no value' --argsort=yes "$d/in" "$d/out"

# what a damaged header can hold: each is refused, with one of these messages
damaged() { # MESSAGE DICTIONARY
  { npy "$2"; cat "$d/in"; } >"$d/bad.npy"
  refused "$d/bad.npy: $1" "$d/bad.npy" "$d/out"
}
h="'fortran_order': False, 'shape': (6,)"
damaged 'the .npy header is damaged' "{'descr': '<i4', 'descr': '<f4', $h}"
damaged 'the .npy header is damaged' "{'x': \"'descr': '<i4'\", 'descr': '<f4', $h}"
damaged 'the .npy header is damaged' "{'descr': '<f4', $h, 'shape': (3,)}"
damaged 'the .npy header is damaged' "{'descr': '<f4', 'shape': (6,)}"
damaged 'the .npy header is damaged' "{'descr': '<f4', 'fortran_order': Falsehood, 'shape': (6,)}"
damaged 'the .npy header is damaged' "{'descr': '<f4', 'fortran_order': False, 'shape': (6)}"
damaged 'the .npy header is damaged' "{'descr': '<f4', 'fortran_order': False, 'shape': (-6,)}"
damaged 'the .npy header is damaged' "{'descr': '<f4', 'fortran_order': False, 'shape': (18446744073709551622,)}"
damaged 'the .npy header is damaged' "{'descr': '<f4', $h"
damaged 'the .npy header is damaged' "{'descr': '<f4', $h} and more"
damaged 'has 24 bytes of data, but its shape asks for 4611686018427387910 rows of 4 bytes' \
  "{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387910,)}"

# other spellings, names and places
sorted='bf800000 80000000 00000000 3f800000 40000000 7fc00000'
{ npy "{ \"shape\" : (6 ,) , 'descr':'<f4','fortran_order':False }"; cat "$d/in"; } >"$d/in.npy"
"$program" "$d/in.npy" - >"$d/out"
[ "$(shown "$d/out")" = "$sorted" ] || fail "another spelling of the header: $(shown "$d/out")"
cp "$d/in" "$d/-in"
absolute=$(realpath "$program")
(cd "$d" && "$absolute" --variant=merge --type=float -- -in -) >"$d/out"
[ "$(shown "$d/out")" = "$sorted" ] || fail "a name that begins with a minus sign: $(shown "$d/out")"
"$program" - "$d/out" <"$d/in"
[ "$(shown "$d/out")" = "$sorted" ] || fail "standard input: $(shown "$d/out")"
{ echo before; "$program" "$d/in" /dev/stdout; echo after; } >"$d/log"
[ "$(head -c 7 "$d/log") $(tail -c 6 "$d/log") $(stat -c %s "$d/log")" = "before after 37" ] || fail "the file behind standard output was replaced"
echo "vsort-input.sh: passed"
