#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Warp and Weave authors
# SPDX-License-Identifier: MIT
# What doc/check-numbers finds. Numbers that once disagreed in the paper, or were not true, are planted in a copy of the sources, and each is
# found; in the sources themselves nothing is. Three that once did are nothing a program sees: two descriptions of one algorithm that differ, a
# column whose name is another variant's, and two rows that differ in more than what the sentence says.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "numbers: $*" >&2; exit 1; }
said=$(doc/check-numbers) || fail "the sources have findings: $said"

mkdir -p "$work/tree/doc" "$work/tree/experiments" "$work/results"
cp -r src.nw figures paper.tex "$work/tree"
ln -s "$PWD/generated" "$work/tree/generated"
cp -r doc/*.tex doc/*.bib doc/bib doc/handout doc/numbers.allowed "$work/tree/doc"
for f in experiments/*; do if [ "$f" = experiments/results ]; then ln -s "$PWD/$f" "$work/tree/$f"; else cp -r "$f" "$work/tree/experiments"; fi; done
planted=0
# sentence KIND WORD SENTENCE: at the end of a chapter, in a paragraph of its own; the finding has the WORD
sentence() { printf '\n%s\n' "$3" >> "$work/tree/src.nw/sort/merge.nw"; expect "$1" "$2"; }
expect() { printf '%s\t%s\n' "$1" "$2" >> "$work/expected"; planted=$((planted + 1)); }

# Numbers that nobody computed
sentence typed 1.33        'The sort is 1.33 times as fast as the library.'
sentence typed 64          'It sorts 64 billion keys a second.'
sentence typed 1.41        'Half of five hundred inputs are sorted at least 1.41 times as fast.'
sentence typed 1.25        'Above $2^{24}$ keys the ratio is 1.25.'
sentence typed 1.08        'The lowest ratio over the merge sort is 1.08, for equal keys.'
sentence typed 0.93        'For zipf it loses, 0.93 against 0.81.'
sentence typed 0.60        'Pairs gain less: the ratio is 0.60.'
sentence typed 'more than thirty times' 'The last pass takes more than thirty times as long.'
sentence typed 1.22        'The worst of all has 1.22.'
sentence typed '34 per cent' 'That is 34 per cent of the bound.'
sentence typed 'twice as long' 'Each late pass takes twice as long as the one before.'
sentence typed '18 times'  'The hybrid is 18 times slower.'
sentence typed '3.6 times' 'Merging many runs at once is worth 3.6 times.'
sentence typed 'factor of 5' 'To leave tiles out is a factor of 5.'
sentence typed '357 times' 'It is 357 times as fast as all threads.'
sentence typed 2.16        'The whole takes 2.16\,ms, all pairs looked at.'
sentence typed '6 per cent' 'To leave tiles out gains 6 per cent.'
sentence typed 3.65        'An empty kernel costs \SI{3.65}{\micro\second}.'
sentence typed 1.94        'Ten launches cost 1.94~microseconds each.'
sentence typed 7.41        'Half of the bandwidth is reached at 7.41~MiB.'
sentence typed 58.7        'At commit 1234567 it was 58.7~ms.'
sentence typed 'about twelve instructions' 'Beside it a point costs about twelve instructions.'
sentence typed 1.98        'The chip runs at 1.98\,GHz.'
sentence typed '4.9 ns'    'One thread needs 4.9~ns a point.'
# What was predicted may be typed, but not as another number
sentence typed '0.77'      'Less time was predicted, 0.77~ms.'
# What the paper says of itself, and of all
sentence most gain         'One figure for each chapter with a gain.'
sentence most 'last did'   'Every measured number is what that code last did.'
sentence most 'nobody types' 'Here nobody types a measured number.'
sentence most mixes        'No table mixes machines, and each is measured once.'
sentence most everywhere   'These counts are the same everywhere.'
sentence most 'never'      'It is never slower than the library.'
sentence most merge-gain-28 'The library is at least \val{merge-gain-28} times slower.'
# What goes stale
sentence words 'the next chapter'  'This is Lemma 3.1 of the next chapter.'
sentence words 'next two chapters' 'More is in the next two chapters.'
sentence words 'was recorded'      'It was slower when this table was recorded.'
sentence words H100                'The first three rows are of an H100.'
sentence words 'cannot be measured again' 'These times cannot be measured again.'
# Predictions, by one rule
sentence verdict 'borne out'       'The prediction is borne out, with half of the time.'
sentence verdict refuted           'The prediction was refuted by a better result.'
sentence verdict 'lower end of'    'This is at the lower end of the prediction.'
# The length of what is cited
sentence pages 'three pages'       'Their paper~\cite{rodriguez2014} is three pages long.'
# A number of another run than the table that its sentence names
sentence other gpus-rmg-time       'Table~\ref{tab:sort-time} has it, \val{gpus-rmg-time}.'
# Rounded across, and two rows that are one
echo 'planted-low | %.0f | SELECT min(25.9)' >> "$work/tree/experiments/sort/merge.numbers"
sentence rounded 25.9              'It is at least \val{planted-low} times.'
printf '%s\n' 'digits & 1.25 & 3.50 & 7.75 \\' 'buckets & 1.25 & 3.50 & 7.75 \\' > "$work/results/planted.tex"
expect same '1.25 3.50 7.75'
# One query, two names; one that nothing uses; a number of the machine
grep -m 1 '^sort-efficiency-28 ' -A 1 experiments/sort/sort.numbers | sed 's/^sort-efficiency-28 | %.0f/planted-twice | %.1f/' >> "$work/tree/experiments/sort/sort.numbers"
expect twice 'sort-efficiency-28, planted-twice'
expect twice 'nothing uses planted-twice'
echo 'planted-peak | %.2f | SELECT 132 * 1.98e9 * max(median) FROM medians' >> "$work/tree/experiments/sort/sort.numbers"
expect constant '132, which'
expect constant '1.98e9, which'
# A box with a number of another sweep, that its chapter does not have; a chapter without a box
sed -i 's/{\\val{sort-words-28}}/{\\val{peaks-million}}/; s/{ch:sort2008}/{ch:nowhere}/' "$work/tree/doc/glance.tex"
expect box 'peaks-million is not of its figure'
expect box 'peaks-million is not in its chapter'
expect box 'no box'
# A figure whose caption does not name the rival that it shows, and one that leaves the winner out
sed -i "s/'cub-merge'/'cusort'/" "$work/tree/experiments/sort/merge-ratio.data.sql"
sed -i '/^rival/d' "$work/tree/doc/numbers.allowed"
sed -i 's/{tab:merge-ladder}{sort-ways,sort-time}/{tab:merge-ladder}{sort-ways}/' "$work/tree/src.nw/sort/merge.nw"
expect other 'merge-ladder has samples of'
# A gain in a chapter's opening that nothing in it shows
sed -i 's/^\\chapter{Merging.*/&\n\nIt takes \\val{peaks-million}.\n/' "$work/tree/src.nw/sort/merge.nw"
expect shown 'the chapter shows no'
expect rival 'merge-ratio shows cusort'
expect rival 'sort-structured leaves out cusort'

python3 -c 'import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute("CREATE TABLE t(x)")' "$work/results/results.db"
found=$(doc/check-numbers --root "$work/tree" --results "$work/results") && fail "nothing was found"
missed=0
while IFS=$'\t' read -r kind words; do
  grep -F -- " $kind: " <<< "$found" | grep -qF -- "$words" || { echo "numbers: not found: $kind: $words" >&2; missed=$((missed + 1)); }
done < "$work/expected"
[ $missed = 0 ] || fail "$missed of $planted were not found"
echo "numbers: $planted planted, all found"
