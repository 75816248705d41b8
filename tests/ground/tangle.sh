#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Warp and Weave authors
# SPDX-License-Identifier: MIT
# Tangling, weaving and the checks of chunks and logs: mistakes are seeded, and each must be caught.
set -eu
command -v notangle >/dev/null || { echo "tangle.sh: left out: noweb not found"; exit 0; }
d=$(mktemp -d)
trap 'rm -rf "$d"' EXIT
fail() { echo "tangle.sh: $*" >&2; exit 1; }

printf '<<a.h>>=\nint a;\n<<Say b>>\n@\n<<Say b>>=\nint b;\n@\n' >"$d/good.nw"
doc/tangle a.h "$d/a.h" "$d/good.nw" || fail "a good file was refused"
[ "$(cat "$d/a.h")" = "$(printf 'int a;\nint b;')" ] || fail "wrong text"
[ ! -w "$d/a.h" ] || [ "$(id -u)" = 0 ] || fail "a tangled file can be written"
[ "$(stat -c %a "$d/a.h")" = 444 ] || fail "a tangled file is not read-only"
before=$(stat -c %Y.%i "$d/a.h")
doc/tangle a.h "$d/a.h" "$d/good.nw"
[ "$before" = "$(stat -c %Y.%i "$d/a.h")" ] || fail "an unchanged file was written again"

# A misspelt chunk; a root that is not there; an unescaped pair of angle brackets.
printf '<<a.h>>=\nint a;\n<<Say c>>\n@\n<<Say b>>=\nint b;\n@\n' >"$d/bad1.nw"
printf '<<b.h>>=\nint b;\n@\n' >"$d/bad2.nw"
printf '<<a.h>>=\nvoid f() { k<<<1, 2>>>(3); }\n@\n' >"$d/bad3.nw"
printf '<<a.h>>=\nx ^= x << 13; x ^= x >> 7;\n@\n' >"$d/bad4.nw"
for b in bad1 bad2 bad3 bad4; do
  if doc/tangle a.h "$d/a.h" "$d/$b.nw" 2>"$d/err"; then fail "$b was accepted"; fi
  grep -q '^tangle: a.h: ' "$d/err" || fail "$b gave no message"
  grep -q 'int b;' "$d/a.h" || fail "$b changed the file"
done
[ "$(find "$d" -name 'a.h.*' | wc -l)" = 0 ] || fail "temporary files are left"

# A chunk that nothing uses is a root, and a root is a file name: here for the seeded file, and for the book.
roots() { noroots "$@" | grep -vE '^<<[A-Za-z0-9/-]+(\.[a-z0-9]+)+>>$' || true; }
[ -n "$(roots "$d/bad1.nw")" ] || fail "the misspelt chunk was not found among the roots"
[ -z "$(roots src.nw/*/*.nw)" ] || fail "chunks that nothing uses: $(roots src.nw/*/*.nw)"

# Chunks of one name in two chapters would be joined without a word.
twice() {
  for f in "$@"; do grep -h '^<<.*>>=$' "$f" | sed "s|^|$(basename "$f" .nw | sed 's/-library$//; s/-bench$//')\t|"; done | sort -u | cut -f2- | sort | uniq -d
}
[ -n "$(twice "$d/bad1.nw" "$d/bad2.nw" "$d/good.nw")" ] || fail "a chunk in two files was not found"
[ -z "$(twice src.nw/*/*.nw)" ] || fail "chunks defined in two chapters: $(twice src.nw/*/*.nw)"

# What stands in generated/ is what src.nw says; a seeded change is seen.
nw=$(make -s print-nw)
for r in $(noroots src.nw/*/*.nw | tr -d '<>'); do doc/tangle "$r" "$d/g/$r" $nw; done
diff -r "$d/g" generated >&2 || fail "generated/ is stale: run make tangle and commit it"
chmod u+w "$d/g/include/ww/errors.h" && echo >>"$d/g/include/ww/errors.h"
if diff -rq "$d/g" generated >/dev/null; then fail "a stale file was not seen"; fi

# A line of generated/ is found in its chunk, and that line of the source leads back; answers for an editor lead there, too.
if command -v python3 >/dev/null; then
  doc/where --check || fail "doc/where: lines of generated/ are not where it says"
  line=$(grep -nm1 'sort_words(void' generated/lib/sort/sort.cpp | cut -d: -f1)
  at=$(doc/where "generated/lib/sort/sort.cpp:$line") || fail "doc/where: nothing"
  sed -n "$(echo "$at" | cut -d: -f2)p" "${at%%:*}" | grep -q 'sort_words(void' || fail "doc/where: $at is another line"
  doc/where "${at%%: *}" | grep -q "^generated/lib/sort/sort.cpp:$line: " || fail "doc/where: no way back from $at"
  if doc/where generated/lib/sort/sort.cpp:100000 2>/dev/null; then fail "doc/where: a line that is not there was found"; fi
fi

# With line marks, a compiler's complaint points into the source.
printf '<<a.cpp>>=\n<<Say b>>\n@\n\nprose\n<<Say b>>=\nint b = nonsense;\n@\n' >"$d/lines.nw"
doc/tangle a.cpp "$d/a.cpp" -L'#line %L "%F"%N' "$d/lines.nw"
g++ -fsyntax-only "$d/a.cpp" 2>"$d/err" && fail "nonsense compiled"
grep -q "lines.nw:7:" "$d/err" || fail "the complaint does not point into the source"

# Two depths. In the paper a chunk that is left out is named with its file; a chunk that is nowhere is an error at both.
mkdir "$d/w" "$d/wrong"
printf 'a\n<<include/ww/a.h>>=\n<<Say b>>\n@\nb\n%%<book>\n<<Say b>>=\nint only_book;\n@\n%%</book>\n%%<paper>\nonly paper\n%%</paper>\n' >"$d/w/w.nw"
for depth in paper web; do doc/weave -d $depth -o "$d/w/$depth.tex" "$d/w/w.nw" || fail "$depth: not woven"; done
grep -q 'only_book' "$d/w/web.tex" && ! grep -q 'only paper' "$d/w/web.tex" || fail "the web is not whole, or has what is the paper's"
grep -q 'only paper' "$d/w/paper.tex" && grep -qF 'Say b\wwin{a.h}' "$d/w/paper.tex" || fail "the paper does not say where a chunk is"
! grep -q 'notdef' "$d/w/paper.tex" || fail "the paper has a broken link"
printf 'a\n%%<book>\n%%<paper>\n' >"$d/wrong/1.nw"
printf 'a\n%%<book>\n' >"$d/wrong/2.nw"
printf 'a\n%%</book>\n' >"$d/wrong/3.nw"
printf 'a\n<<a.h>>=\nint a;\n%%<book>\n@\n%%</book>\n' >"$d/wrong/4.nw"
printf 'a\n<<a.h>>=\n<<Nowhere>>\n@\n' >"$d/wrong/5.nw"
for n in 1 2 3 4 5; do
  if doc/weave -d paper -o "$d/wrong.tex" "$d/wrong/$n.nw" 2>"$d/err"; then fail "weave: wrong file $n was accepted"; fi
  grep -q '^weave: ' "$d/err" && [ ! -e "$d/wrong.tex" ] || fail "weave: wrong file $n gave no message, or a result"
done

# Chunks: what is right passes, and each fault is found.
cat >"$d/right.nw" <<'NW'
<<a.h>>=
char c = '('; // a comment (
const char* s = "[" R"({)"; int n = 1'000'000; /* ) */
if (n @<< 3 > (n @>> 2)) { <<Do it (or not>> }
@ and so on
NW
doc/check-chunks "$d/right.nw" >"$d/err" || { cat "$d/err" >&2; fail "a right chunk was refused"; }
{ printf '<<a.h>>=\nif (x) {\n@\n<<b.h>>=\n(]\n@\n<<c.h>>=\n'; yes x | head -n 31; printf '@\n<<d.h>>=\n%073d\n@\n' 0; } >"$d/faults.nw"
if doc/check-chunks "$d/faults.nw" >"$d/err"; then fail "faulty chunks were accepted"; fi
grep -q ':1: brackets' "$d/err" && grep -q ':4: brackets' "$d/err" && grep -q '31 lines' "$d/err" && grep -q '73 columns' "$d/err" &&
  grep -q ' 4 findings' "$d/err" || { cat "$d/err" >&2; fail "not every fault of a chunk was found"; }

printf '<<Say a>>=\n<<Say b>>\n@\n%%<book>\n<<Say b>>=\nint b;\n@\n%%</book>\n' >"$d/hidden.nw"
doc/check-chunks "$d/hidden.nw" >/dev/null || fail "a chunk that is named and not printed was refused where it may be"
if doc/check-chunks -p "$d/" "$d/hidden.nw" >"$d/err"; then fail "a chunk that is named and not printed was accepted"; fi
grep -q ':2: named and not printed: Say b' "$d/err" || fail "a chunk that is named and not printed was not told"

export STRICT=1
# A log: undefined references, wide lines of code, white pages.
{ for n in 1 2 3 4 5 6 7 8 9 10 11 12 13; do echo "wwpage $n white 0.5"; done; echo 'wwpage 13 begins'; } >"$d/white.log"
if doc/check-log "$d/white.log" >"$d/err"; then fail "white pages were accepted"; fi
grep -q '^check-log: 11 pages' "$d/err" || fail "the white pages were not counted"
echo 'wwcode overfull: 9.0pt at line 7' >"$d/code.log"
printf 'LaTeX Warning: Reference `x'"'"' on page 1 undefined on input line 1.\n' >"$d/reference.log"
for l in code reference; do if doc/check-log "$d/$l.log" >"$d/err"; then fail "check-log: $l was accepted"; fi; done
echo "tangle.sh: passed"
