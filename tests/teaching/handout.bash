# SPDX-FileCopyrightText: 2026 The Warp and Weave authors
# SPDX-License-Identifier: MIT
# Sourced by tests/handout-NAME.sh: what must hold of the assignment NAME. Works on the archives alone, in a folder outside the
# repository, on the model.
. "$(dirname "${BASH_SOURCE[0]}")/archives.bash" "$1"
cp -r "$d/$name" "$d/pristine"
compiled_before "$d/$name"
# What the cases count moves only if somebody wants it to. Another compiler counts otherwise, and is not asked. To record anew: said >$known.
said() { $CXX --version | head -n 1; cat "$d/pristine/$name.key"; }
known=$(dirname "${BASH_SOURCE[0]}")/keys/$name
[ "$(said | head -n 1)" != "$(head -n 1 "$known")" ] || said | diff "$known" - >&2 || bad "the key is not the one in $known (< known, > made)"
# Grades the file to work on (that Boost is looked for, handout-class.sh sees): LOST has the names of the cases without full points, a line each.
graded() {  # FOLDER
  ( cd "$1" && make -s CXX="$CXX" NVCC= boost=yes LIMIT="${LIMIT:-60}" grade >table 2>said ) || { cat "$1/said" >&2; bad "does not build or grade: $2"; return 1; }
  grep -oE '^  (LOST  |partly) .{55}' "$1/table" | sed 's/^  ...... //; s/ *$//' | sort >"$1/lost"
}
# With WW_RECORD, a file, what came out is appended to it, in the columns of the model's counts.
record() { [ -z "${WW_RECORD:-}" ] || echo "handout,$name,$1,0,0,$2,$3,$4" >>"$WW_RECORD"; }
total() { awk '$1 == "total" { print $2 }' "$1/table"; }
# The skeleton compiles, without a warning, and has no point.
graded "$d/$name" skeleton && {
  grep -i warning "$d/$name/said" >&2 && bad "the skeleton does not compile without warnings"
  core=$(awk '/^core: / { print $(NF - 2) }' "$d/$name/table" | awk '{ s += $1 } END { print s + 0 }')
  [ "$(total "$d/$name")" = 0.0 ] || bad "the skeleton has $(total "$d/$name") points"
  # Nor where a GPU alone runs it, whose part the model's programs play here; what is given slow is then left out.
  [ "$name" != sum ] || ( cd "$d/$name" && build/grade "$name.key" - - --gpu "build/model/$name" build/model/reference >table )
  [ "$(total "$d/$name")" = 0.0 ] || bad "the skeleton has $(total "$d/$name") points without the model"
  record skeleton core points "$core"; record skeleton '' points "$(total "$d/$name")"
  for e in hours difficulty; do record key '' $e "$(sed -n "s/^$e: //p" "$instructor/$name.tasks")"; done
  for part in warm-up core open; do
    record key $part tasks "$(grep -c "^task|$part|" "$d/$name/$name.key" || true)"
    record key $part points "$(awk -F'|' -v p=$part '$1 == "task" && $2 == p { s += $4 } END { print s + 0 }' "$d/$name/$name.key")"
  done
  for kind in test count time; do record key $kind cases "$(grep -c "^case|$kind|" "$d/$name/$name.key" || true)"; done
}
# The reference has all.
cp -r "$d/$name" "$d/full"
cp "$instructor/solution/$name.cuh" "$d/full/"
graded "$d/full" reference && {
  [ ! -s "$d/full/lost" ] || { cat "$d/full/table" >&2; bad "the reference loses points"; }
  record reference '' points "$(total "$d/full")"
  cp "$d/full/build/model/$name" "$d/solved"
}
# One thread that does the work of all, right in its results, has at most 30 points.
cp "$instructor/mutants/one-thread-does-all.cuh" "$d/full/$name.cuh"
graded "$d/full" "one thread" && {
  awk -v t="$(total "$d/full")" 'BEGIN { exit !(t <= 30) }' || { cat "$d/full/table" >&2; bad "one thread has $(total "$d/full") points"; }
  grep -q 'one thread does the work of many' "$d/full/table" || bad "one thread is not told why"
  ! sed -n '/^  LOST/{n;p}' "$d/full/table" | grep -E '^ *(race|out of bounds|unset|crash)|should be' >&2 || bad "what one thread computes is wrong"
  record "one thread" '' points "$(total "$d/full")"
}
# No line of a solution is in what students have: lines of the bodies that were taken away, if no other place has them.
diff <(sed 's/^ *//; s/ *{$//' "$d/pristine/$name.cuh" | sort -u) <(sed 's/^ *//; s/ *{$//' "$instructor/solution/$name.cuh" | sort -u) | sed -n 's/^> //p' |
  awk 'length($0) > 24 && !/^(template|__|\/\/|for \(int [a-z] = 0; [a-z] < [a-z0-9]+; \+\+[a-z]\)$)/' >"$d/secret"
[ -s "$d/secret" ] || bad "there is no secret line"
[ ! -e "$d/pristine/$name.pdf" ] || pdftotext -layout "$d/pristine/$name.pdf" "$d/pristine/pdf.text"
find "$d/pristine" -name '*.[oa]' | while read -r o; do strings -a "$o" >"$o.strings"; done
while IFS= read -r line; do
  if grep -rqF --exclude="$name.cu" -- "$line" "$d/pristine"; then grep -rlF -- "$line" "$d/pristine" >&2; bad "in the students' archive: $line"; fi
done <"$d/secret"
for o in "$d"/pristine/reference/*.a; do
  readelf -S "$o" 2>/dev/null | grep -qE '\.debug_|\.nv_debug' && bad "$o has debug information"
  strings -a "$o" | grep -qE '\.entry|ld\.global|\.visible' && bad "$o has readable PTX"
  # What the model's reference defines has no name but the one that is called, and shared variables.
  if [[ $o != *cuda* ]] && nm -C "$o" | awk 'NF > 1 && $1 != "U"' | grep -vE ' T ww_assignment\(int, char\*\*\)$| [bBdD] work\(\)::shared[0-9]+$| r \.L[A-Z]*[a-z]*[0-9]+$' >&2; then bad "$o has names"; fi
  [[ $o == *cuda* ]] || [ "$(objdump -h "$o" | grep -c ' \.text')" = 1 ] || bad "$o has a section for each function"
  if command -v cuobjdump >/dev/null && [[ $o == *cuda* ]]; then [ -z "$(cuobjdump -lptx "$o" 2>/dev/null | grep PTX)" ] || bad "$o has PTX"; fi
done
# Each wrong solution compiles, loses just what it should, and is told why. Those that lose different cases are graded as one, by their
# lines together, unless one is said to hide what another loses; one by one where points are recorded, and where together they do not lose what
# they should.
of_mutant() { awk -v m="$1" -v what="$2" '/^mutant / { here = $2 == m } here && $1 == what { sub(/^[a-z]+ /, ""); print }' "$instructor/$name.mutants"; }
wrong() {  # COMPLAIN MUTANT...: what is in $d/full loses what these should
  local complain=$1 m; shift
  graded "$d/full" "$*" || return 1
  for m in "$@"; do of_mutant "$m" loses; done | sort >"$d/want"
  cmp -s "$d/want" "$d/full/lost" || { [ -z "$complain" ] || { diff "$d/want" "$d/full/lost" >&2 || true; bad "$* does not lose what it should (< wanted, > lost)"; }; return 1; }
  for m in "$@"; do
    sed -nE '/^  (LOST|partly) /{s/^  ...... (.{55}).*/\1/; s/ *$//; h; n; s/^ */: /; H; x; s/\n//; p}' "$d/full/table" | grep -F -f <(of_mutant "$m" loses | sed 's/$/:/') >"$d/told" || true
    grep -qF -- "$(of_mutant "$m" says)" "$d/told" || { cat "$d/told" >&2; bad "$m is not told: $(of_mutant "$m" says)"; }
  done
}
batches=0
for m in $(sed -n 's/^mutant //p' "$instructor/$name.mutants"); do
  { of_mutant "$m" loses; of_mutant "$m" apart; echo "$m"; } >"$d/want"
  for ((k = 0; k < batches; k++)); do
    [ -z "${WW_RECORD:-}" ] && ! grep -qxF -f "$d/want" "$d/loses$k" && diff3 -m "$d/batch$k.cuh" "$instructor/solution/$name.cuh" "$instructor/mutants/$m.cuh" >"$d/both" && break
  done
  [ $k != $batches ] || { batches=$((batches + 1)); cp "$instructor/mutants/$m.cuh" "$d/both"; : >"$d/loses$k"; batch[k]=; }
  mv "$d/both" "$d/batch$k.cuh"; cat "$d/want" >>"$d/loses$k"; batch[k]+=" $m"
done
for ((k = 0; k < batches; k++)); do
  cp "$d/batch$k.cuh" "$d/full/$name.cuh"
  ms=(${batch[k]})
  if [ ${#ms[@]} != 1 ]; then wrong "" "${ms[@]}" && continue; fi
  for m in "${ms[@]}"; do
    cp "$instructor/mutants/$m.cuh" "$d/full/$name.cuh"
    wrong yes "$m" && record "$m" mutant points "$(total "$d/full")"
  done
done
[ "$(grep -c '^mutant ' "$instructor/$name.mutants")" -ge 8 ] || bad "there are fewer than eight wrong solutions"
# attacks IN RUN: tests/teaching/attacks that are on this assignment, on its skeleton. Each line's first word says what it is. IN is a function that kernels
# call, RUN a line of one that the host calls.
attack() {  # with what, first, top, in, run, last, free, points and says of one attack
  { printf '%s' "$first"; awk -v top="$top" -v in_="$in" -v run="$run" -v at_in="$1" -v at_run="$2" 'index($0, at_run) { printf "%s", run } { print } /^namespace ww::detail::/ { printf "%s", top } index($0, at_in "(") && /\{$/ { printf "%s", in_ }' "$d/pristine/$name.cuh"; printf '%s' "$last"; } >"$d/$name/$name.cuh"
  tried=$((tried + 1)) got=0
  rm -f "$d/$name/grade.json"
  cp "${free:-$d/pristine/lib/look}" "$d/$name/lib/look"
  ( cd "$d/$name" && : >table && lib/look "$name" 2>said && make -s CXX="$CXX" NVCC= boost=yes LIMIT=2 grade >table 2>said ) && got=$(total "$d/$name")
  [ "${got%.0}" = "$points" ] || bad "$what: it has $got points, and should have $points"
  grep -qF -- "$says" "$d/$name/said" "$d/$name/table" || { tail -n 3 "$d/$name/said" >&2; bad "$what: it is not told: $says"; }
}
# awk reads \ in a variable as an escape.
add() { printf -v "$1" '%s%s\n' "${!1}" "$2"; }
attacks() {
  local key rest on what first top in run last free points says
  tried=0
  while read -r key rest; do
    case $key in
      attack) what=$rest on=sum first= top= in= run= last= free= ;;
      on) on=$rest ;;
      free) free=$(type -P true) ;;
      first | last) add "$key" "$rest" ;;
      top | in | run) add "$key" "${rest//\\/\\\\}" ;;
      points) points=${rest%% *} says=${rest#* }; [ "$on" != "$name" ] || attack "$@" ;;
    esac
  done <"$(dirname "${BASH_SOURCE[0]}")/attacks"
}
