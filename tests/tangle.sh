#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Warp and Weave authors
# SPDX-License-Identifier: MIT
# Tangling installs nothing broken: mistakes are seeded, and each must be caught.
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
roots() { noroots "$@" | grep -vE '^<<[A-Za-z0-9-]+(\.[a-z0-9]+)+>>$' || true; }
[ -n "$(roots "$d/bad1.nw")" ] || fail "the misspelt chunk was not found among the roots"
[ -z "$(roots src.nw/*.nw)" ] || fail "chunks that nothing uses: $(roots src.nw/*.nw)"

# Chunks of one name in two chapters would be joined without a word.
twice() { for f in "$@"; do grep -ho '^<<.*>>=$' "$f" | sort -u; done | sort | uniq -d; }
[ -n "$(twice "$d/bad1.nw" "$d/bad2.nw" "$d/good.nw")" ] || fail "a chunk in two files was not found"
[ -z "$(twice src.nw/*.nw)" ] || fail "chunks defined in two chapters: $(twice src.nw/*.nw)"

# What stands in generated/ is what src.nw says; a seeded change is seen.
for r in $(noroots src.nw/*.nw | tr -d '<>'); do
  doc/tangle "$r" "$d/g/$r" $(make -s print-nw)
done
diff -r "$d/g" generated >&2 || fail "generated/ is stale: run make tangle and commit it"
chmod u+w "$d/g/errors.h" && echo >>"$d/g/errors.h"
if diff -rq "$d/g" generated >/dev/null; then fail "a stale file was not seen"; fi

# With line marks, a compiler's complaint points into the source.
printf '<<a.cpp>>=\n<<Say b>>\n@\n\nprose\n<<Say b>>=\nint b = nonsense;\n@\n' >"$d/lines.nw"
doc/tangle a.cpp "$d/a.cpp" -L'#line %L "%F"%N' "$d/lines.nw"
g++ -fsyntax-only "$d/a.cpp" 2>"$d/err" && fail "nonsense compiled"
grep -q "lines.nw:7:" "$d/err" || fail "the complaint does not point into the source"
echo "tangle.sh: passed"
