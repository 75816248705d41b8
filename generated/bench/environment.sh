#!/bin/sh
set -u
LC_ALL=C
export LC_ALL
smi() {
  out=$(nvidia-smi --query-gpu="$1" --format=csv,noheader \
    2>/dev/null) || out=
  printf '%s\n' "$out" | head -n 1
}

cpu() {
  name=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null |
    head -n 1)
  [ -n "$name" ] || name=$(lscpu 2>/dev/null |
    sed -n 's/^Model name: *//p' |
    head -n 1)
  echo "${name:-$(uname -m)}"
}
commit() {
  if [ -n "${WW_COMMIT-}" ]; then echo "$WW_COMMIT"; return; fi
  id=$(git describe --always 2>/dev/null) || { echo unknown; return; }
  git diff --quiet HEAD -- . ':!experiments/results' 2>/dev/null ||
    id=$id-dirty
  echo "$id"
}

ram() {
  sed -n 's/^MemTotal: *\([0-9]*\) kB/\1/p' /proc/meminfo 2>/dev/null |
    awk '{ printf "%.0f GiB\n", $1 / 1048576 }'
}
machine() {
  if [ -n "${MACHINE-}" ]; then echo "$MACHINE"; return; fi
  name=$(smi name)
  gpus=$(nvidia-smi -L 2>/dev/null | grep -c '^GPU' || true)
  many=; [ "$gpus" -lt 2 ] || many=-x$gpus
  echo "${name:-$(cpu)}$many" | tr '[:upper:]' '[:lower:]' |
    sed -e 's/(r)//g' -e 's/(tm)//g' -e 's/ @.*//' -e 's/ cpu//' \
      -e 's/ processor//' -e 's/[^a-z0-9][^a-z0-9]*/-/g' \
      -e 's/^-//' -e 's/-$//'
}
bandwidth() {
  [ -r "$1/machine-copy.csv" ] || return 0
  awk -F, 'NR > 1 && NF == 11 {
    s = $10 != "" ? $10 : $11
    on = $10 != ""
    if (on > device) { device = on; largest = 0 }
    if (on < device || $4 < largest || s <= 0) next
    if ($4 > largest) { largest = $4; best = s }
    if (s < best) best = s
  } END { if (largest) printf "%.0f\n", 2 * largest / best }' \
    "$1/machine-copy.csv"
}
fact() {
  line=$(printf '%s\n' "$given" | grep "^$1=" | head -n 1)
  printf '%s\n' "${line:-$1=$2}"
}

facts() {
  echo "date=$(date -u +%Y-%m-%dT%H:%M:%SZ)"
  fact commit "$(commit)"
  fact machine "$(machine)"
  gpu=$(smi name)
  fact gpu "${gpu:-none}"
  fact gpu_memory "$(smi memory.total)"
  fact driver "$(smi driver_version)"
  fact cuda "$(nvcc --version 2>/dev/null |
    sed -n 's/.*release \([0-9.]*\).*/\1/p')"
  fact clock_sm "$(smi clocks.sm)"
  fact clock_sm_most "$(smi clocks.max.sm)"
  fact clock_memory "$(smi clocks.mem)"
  fact cpu "$(cpu)"
  fact cores "$(nproc 2>/dev/null)"
  fact memory "$(ram)"
  fact system "$(uname -s) $(uname -r | sed 's/-.*//')"
  fact compiler "$(c++ --version 2>/dev/null | head -n 1)"
  fact flags ''
  echo "copy_bandwidth=$(bandwidth "$(dirname "$file")")"
  printf '%s\n' "$given"
}
record() {
  file=$1
  shift
  given=$(printf '%s\n' "$@")
  new=$(facts | awk -F= '$1 != "" && !seen[$1]++')
  if [ ! -e "$file" ]; then
    printf '%s\n' "$new" > "$file.new" && mv "$file.new" "$file" && exit 0
    exit 2
  fi
  for key in commit gpu cpu; do
    was=$(sed -n "s/^$key=//p" "$file")
    is=$(printf '%s\n' "$new" | sed -n "s/^$key=//p")
    [ "$was" = "$is" ] && continue
    echo "$file was recorded with $key $was, and this is $is:" \
      "FRESH=1 measures the sweep again, MACHINE=NAME records beside it"
    exit 2
  done
}
case ${1-} in
  (--machine) machine ;;
  (--bandwidth) bandwidth "$2" ;;
  (--* | '') echo 'usage: environment.sh FILE [KEY=VALUE]... |' \
    '--machine | --bandwidth DIR' >&2; exit 2 ;;
  (*) record "$@" ;;
esac
