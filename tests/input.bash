# SPDX-FileCopyrightText: 2026 The Warp and Weave authors
# SPDX-License-Identifier: MIT
# What the tests of the programs' input share: . tests/input.bash NAME. B is a build directory; $d is a folder for the test alone.
set -eu
tested=$1
program=$B/$tested
d=$(mktemp -d)
trap 'rm -rf "$d"' EXIT
fail() { echo "$tested-input.sh: $*" >&2; exit 1; }
# said MESSAGE: this is what $d/err says. (The model reports besides, in lines of its own.)
said() {
  [ "$(grep -v '^model:\|^  ' "$d/err")" = "$tested: $1" ] || fail "said '$(cat "$d/err")', not '$tested: $1'"
}
kept=()    # files that bad input must leave as they are
absent=()  # files that it must not make
always=()  # options of every call that is refused
# refused MESSAGE ARGUMENT...: one line, status 2, nothing printed, no file touched or made
refused() {
  local message=$1 status=0 f
  shift
  for f in "${kept[@]}"; do echo old >"$f"; done
  for f in "${absent[@]}"; do rm -f "$f"; done
  timeout 60 "$program" "${always[@]}" "$@" >"$d/said" 2>"$d/err" || status=$?
  [ $status = 2 ] || fail "status $status, not 2: $*: $(cat "$d/err")"
  [ ! -s "$d/said" ] || fail "something was printed: $*"
  said "$message"
  for f in "${kept[@]}"; do [ "$(cat "$f")" = old ] || fail "$f was touched: $*"; done
  for f in "${absent[@]}"; do [ ! -e "$f" ] || fail "$f was left: $*"; done
  [ -z "$(find "$d" -name '*.new' -o -name 'kept.*' -o -name 'new.*')" ] || fail "a temporary file was left: $*"
}
# Files are read by the same code on every back end: the model, which is slow to begin, tries every third.
case $B in */model) every=3 ;; *) every=1 ;; esac
files=0
passed_over() { (((files += 1) % every)); }
# bad MESSAGE TEXT OPTION...: the same for a file with this text; @ in the message stands for the file's name
bad() {
  local message=${1//@/$d/in}
  ! passed_over || return 0
  printf -- "$2" >"$d/in"
  shift 2
  refused "$message" "$@" "$d/in"
}
# ran ARGUMENT...: status 0, into $d/out, and the model has no findings; quiet: the program said nothing
ran() {
  timeout 60 "$program" "$@" >"$d/out" 2>"$d/err" || fail "status $?: $*: $(cat "$d/err")"
  case $B in
    */model) ! grep '^model:' "$d/err" | grep -qv '[ ,]0 findings$\|requests, lanes a request' || fail "findings: $(cat "$d/err")" ;;
  esac
}
quiet() { ! grep -v '^model:\|^  ' "$d/err" | grep -q . || fail "said: $(cat "$d/err")"; }
