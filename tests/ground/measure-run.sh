#!/bin/bash
# Recording: the environment, resuming, refusing to mix, the short form, the driver.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fails() { echo "measure-run: $*" >&2; exit 1; }
has() { grep -qF -- "$2" "$1" || { cat "$1" >&2; fails "$1 lacks: $2"; }; }
unset MACHINE ONLY QUICK FRESH RESULTS_ROOT GENERATED
export WW_COMMIT=first
script=generated/bench/environment.sh

# --- environment.sh
sh $script "$work/a.env" 'gpu=Made Up_1' 'extra=it is' > "$work/said"
[ ! -s "$work/said" ] || fails 'a new environment is written in silence'
for line in 'commit=first' 'gpu=Made Up_1' 'extra=it is' 'cpu=' 'date=2'; do has "$work/a.env" "$line"; done
[ -z "$(cut -d= -f1 "$work/a.env" | sort | uniq -d)" ] || fails 'a fact is there twice'
! grep -qiE "$(hostname 2>/dev/null || echo no-host-name)|/home/|/root" "$work/a.env" || fails 'it names a host or a person'
sh $script "$work/a.env" 'gpu=Made Up_1' > "$work/said" || fails 'the same environment agrees'
status=0; WW_COMMIT=second sh $script "$work/a.env" 'gpu=Made Up_1' > "$work/said" || status=$?
[ $status = 2 ] || fails "another commit gives status $status"
has "$work/said" 'commit first, and this is second: FRESH=1'
[ "$(wc -l < "$work/said")" = 1 ] || fails 'not one line'
status=0; sh $script "$work/a.env" 'gpu=Other' > "$work/said" || status=$?
[ $status = 2 ] || fails "another GPU gives status $status"
[ "$(MACHINE=mine sh $script --machine)" = mine ] || fails 'MACHINE names the machine'
sh $script --machine | grep -qxE '[a-z0-9-]+' || fails 'a machine is named by plain letters'
(cd "$work" && unset WW_COMMIT && PATH=/usr/bin:/bin GIT_DIR=/nowhere sh "$OLDPWD/$script" "$work/b.env") ||
  fails 'it works without git'
has "$work/b.env" commit=unknown

# --- a benchmark program
bench=$(find "${BUILD:-build}/host/bench" -maxdepth 1 -name machine -perm -u+x 2> /dev/null || true)
if [ -z "$bench" ]; then
  echo "measure-run: left out: bench/machine on the host back end (not built here)"
  exit 0
fi
refused() {
  local text=$1 status=0
  shift
  "$@" > "$work/stdout" 2> "$work/stderr" || status=$?
  [ $status = 2 ] || { cat "$work/stderr" >&2; fails "status $status, not 2: $*"; }
  [ "$(grep -vc 'left out' "$work/stderr")" = 1 ] || { cat "$work/stderr" >&2; fails "not one line: $*"; }
  has "$work/stderr" "$text"
}
refused 'bench/machine: unknown option --foo (see --help)' "$bench" --foo
refused 'no sweep named nothing' "$bench" --only nothing --results "$work/r"
refused 'needs a value' "$bench" --only
refused 'unexpected argument x' "$bench" x
[ ! -e "$work/r" ] || fails 'a refused run made a directory'
"$bench" --help | has /dev/stdin 'usage: bench/machine'
"$bench" --list --quick --results "$work/r" > "$work/list"
has "$work/list" "machine-launch	"
[ ! -e "$work/r" ] || fails 'a list makes a directory'

sweep() { "$bench" --quick --only machine-launch --results "$work/r" 2> "$work/log"; }
csv=$work/r/machine-launch.csv
sweep || fails 'the sweep runs'
cells=$(grep -c ',0,,[0-9.e-]*$' "$csv") || fails 'no whole cell'
has "$work/log" "cell $cells of $cells"
has "$work/log" 'left 0:'
cp "$csv" "$work/before"
sweep
cmp -s "$csv" "$work/before" || fails 'a complete sweep was measured again'
! grep -q dropped "$work/log" || fails 'of a complete sweep nothing is dropped'
# Of the last cell one sample is left, and then a line is torn.
head -n $(($(grep -n ',0,,[0-9.e-]*$' "$work/before" | tail -n 2 | head -n 1 | cut -d: -f1) + 1)) "$work/before" > "$csv"
sweep
has "$work/log" ': 1 lines of an unfinished cell dropped'
head -c -7 "$work/before" > "$csv"
sweep
has "$work/log" 'lines of an unfinished cell dropped'
[ "$(grep -c ',0,,[0-9.e-]*$' "$csv")" = "$cells" ] || fails 'the torn cell was not measured again'
[ "$(sort "$csv" | uniq -d | grep -c ',0,,')" = 0 ] || fails 'a cell is there twice'
refused 'is missing beside' sh -c "mv $work/r/machine-launch.env $work/kept; $bench --quick --only machine-launch --results $work/r"
mv "$work/kept" "$work/r/machine-launch.env"
WW_COMMIT=second refused 'commit first, and this is second' "$bench" --quick --only machine-launch --results "$work/r"
refused 'generated/none: not found' "$bench" --environment generated/none --results "$work/r2"

# --- the driver
mkdir -p "$work/build/host/bench"
ln "$bench" "$work/build/host/bench/" 2> /dev/null || cp "$bench" "$work/build/host/bench/"
export BUILD=$work/build RESULTS_ROOT=$work/all MACHINE=toy QUICK=1 ONLY=machine-launch
experiments/run > "$work/out" 2> "$work/log" || { cat "$work/log"; fails 'experiments/run'; }
has "$work/log" 'experiments: on toy-quick (host back end): 1 sweeps'
has "$work/log" 'left out, for want of a GPU'
has "$work/log" "left out: the model's counters"
[ -s "$work/all/toy-quick/machine-launch.csv" ] || fails 'nothing recorded'
experiments/run 2> "$work/log"
has "$work/log" '0 cells to measure'
WW_COMMIT=second FRESH=1 experiments/run 2> "$work/log" || fails 'FRESH=1 measures again'
has "$work/all/toy-quick/machine-launch.env" commit=second
[ "$(grep -c '^seconds=' "$work/all/toy-quick/machine-launch.env")" = 1 ] || fails 'the time of the sweep'
status=0; ONLY=nothing experiments/run 2> "$work/log" || status=$?
[ $status = 2 ] || fails "an unknown sweep gives status $status"
has "$work/log" 'no sweep named nothing; there are: machine-copy machine-count machine-launch machine-sum points-count'
status=0; MACHINE=../x experiments/run 2> "$work/log" || status=$?
[ $status = 2 ] || fails 'a machine is a plain name'
