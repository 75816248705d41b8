# shellcheck shell=bash disable=SC2034
# What report and check-claims share; sourced, not run.

# fail MESSAGE: one line, status 2
fail() {
  echo "$(basename "$0"): $*" >&2
  exit 2
}

# Escape a text for LaTeX (an awk function).
tex_function='function tex(s) {
  if (s == "---") return s
  gsub(/\\/, "\001", s)
  gsub(/[{}$&#%_]/, "\\\\&", s)
  gsub(/--/, "-{}-", s)
  gsub(/~/, "\\textasciitilde{}", s)
  gsub(/\^/, "\\textasciicircum{}", s)
  gsub(/</, "\\textless{}", s)
  gsub(/>/, "\\textgreater{}", s)
  gsub(/\|/, "\\textbar{}", s)
  gsub(/\001/, "\\textbackslash{}", s)
  return s
}'

# Read a line of fields (awk functions): trim, and how a number v is printed by a format (SQL).
parse_function='function trim(s) { gsub(/^[ \t]+|[ \t]+$/, "", s); return s }
'
shown_function='function three(x) { return "printf(\047%.*f\047, CASE WHEN " x " < 9.995 THEN 2 WHEN " x " < 99.95 THEN 1 ELSE 0 END, " x ")" }
function shown_sql(form,   side, places) {
  if (form == "time") return "CASE WHEN v >= 1 THEN " three("v") " || \047~s\047 WHEN v >= 1e-3 THEN " three("v*1e3") \
    " || \047~ms\047 WHEN v >= 1e-6 THEN " three("v*1e6") " || \047~µs\047 ELSE " three("v*1e9") " || \047~ns\047 END"
  if (form == "bytes") return "CASE WHEN v >= 1073741824 THEN " three("v/1073741824.0") " || \047~GiB\047 WHEN v >= 1048576 THEN " \
    three("v/1048576.0") " || \047~MiB\047 WHEN v >= 1024 THEN " three("v/1024.0") " || \047~KiB\047 ELSE printf(\047%d~bytes\047, v) END"
  if (form == "power") return "printf(\047$2^{%d}$\047, round(log2(v)))"
  # "%.2f down" and "%.2f up" round to that side: what is said to be at least, or at most, so much.
  if (match(form, / (down|up)$/)) {
    side = substr(form, RSTART + 1) == "down" ? "floor" : "ceil"; form = substr(form, 1, RSTART - 1)
    places = form; sub(/^.*[.]/, "", places); sub(/[^0-9].*$/, "", places)
    return "CASE WHEN v IS NOT NULL THEN printf(\047" form "\047, " side "(v * 1e" places " + " (side == "floor" ? "" : "-") "1e-9) / 1e" places ") END" }
  return "CASE WHEN v IS NOT NULL THEN printf(\047" form "\047, v) END" }
'

# Join lines that end in a backslash, drop comments and empty lines; each line that is left
# is preceded by the number of its first line and a tab.
joined_lines() {
  awk '
    text == "" { first = FNR }
    /\\$/ { text = text substr($0, 1, length($0) - 1) " "; next }
    { text = text $0 }
    text !~ /^[ \t]*(#|$)/ { print first "\t" text }
    { text = "" }
    END { if (text !~ /^[ \t]*(#|$)/) print first "\t" text }' "$1"
}

# load RESULTS MODEL DATABASE: fill a new database with samples, counts and environments,
# and make the views of summary.sql.
load() {
  local results=$1 model=$2 database=$3 scratch=$3.parts
  # What sweeps vary beside n, as their headers have it, and likewise what is counted. A column that a file lacks is 0.
  local varied=dim,block,gpus,ways,buckets,width,tile,steps,memory,size differs=dim,block,sample
  local names="(${varied//,/|})"
  local samples="sweep,variant,input,n,$names,$names,cache,batch,sample,device_s,total_s"
  local counts="sweep,kernel,input,n,(${differs//,/|}),phase,counter,value"
  rm -rf "$database" "$scratch"
  mkdir -p "$scratch"
  # What needs several GPUs was recorded on machines with several of the same, RESULTS-x2, RESULTS-x4, ..., each sweep on that with the most; or
  # else, where no RESULTS are asked for, on one with other GPUs. Short forms do not count.
  local elsewhere=() several=() machines dir file
  machines() { find "$(dirname "$results")" -maxdepth 1 -name "$1-x*" | awk '/-x[0-9]+$/' | sort -rV; }
  machines=$(machines "$(basename "$results")")
  [ -n "$machines${RESULTS:-}" ] || machines=$(machines '*' | head -n 1)
  for dir in $machines; do
    for file in "$dir"/gpus-*.csv; do [ ! -e "$file" ] ||
      case " ${several[*]##*/} " in *" $(basename "$file" .csv) "*) ;; *) several+=("${file%.csv}") ;; esac; done
  done
  # A sweep that the best machine recorded here lacks is another's, where no RESULTS are asked for; each table says under it which machine it is of.
  [ -n "${RESULTS:-}" ] || [ ! "${results%/*}" -ef "$(dirname "${BASH_SOURCE[0]}")/results" ] || for dir in "${results%/*}"/*; do
    case $dir in "$results" | */model* | *-x[0-9]* | *-quick) continue ;; esac
    for file in "$dir"/*.csv; do [ -e "$results/${file##*/}" ] || [ ! -e "$file" ] ||
      case " ${elsewhere[*]##*/} " in *" $(basename "$file" .csv) "*) ;; *) elsewhere+=("${file%.csv}") ;; esac; done
  done
  { rows_of "$results" 11 "$samples" $varied
    for file in "${elsewhere[@]}" "${several[@]}"; do rows_of "${file%/*}" 11 "$samples" $varied "${file##*/}"; done; } > "$scratch/samples"
  { rows_of "$model" 8 "$counts" $differs
    rows_of "$results/counters" 8 "$counts" $differs; } > "$scratch/counts"
  { environments "$results" ''
    for file in "${elsewhere[@]}" "${several[@]}"; do environments "${file%/*}" '' "${file##*/}"; done
    environments "$results/counters" ''; environments "$model" model/; } \
    > "$scratch/environment.sql"
  {
    cat <<SQL
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE raw_samples(cell, sweep, variant, input, n, $varied, cache, batch, sample, device_s, total_s);
CREATE TABLE cells(cell TEXT PRIMARY KEY, sweep TEXT, variant TEXT, input TEXT, n INTEGER, ${varied//,/ INTEGER, } INTEGER, cache TEXT);
CREATE TABLE samples(cell TEXT, batch INTEGER, sample INTEGER, device_s REAL, total_s REAL);
CREATE TABLE counts(sweep TEXT, kernel TEXT, input TEXT, n INTEGER, ${differs//,/ INTEGER, } INTEGER,
  phase TEXT, counter TEXT, value REAL);
CREATE TABLE environment(sweep TEXT, key TEXT, value TEXT);
.import --csv '$scratch/samples' raw_samples
.import --csv '$scratch/counts' counts
BEGIN;
.read '$scratch/environment.sql'
INSERT INTO cells SELECT cell, sweep, variant, input, n, $varied, cache FROM raw_samples WHERE sample = '0';
INSERT INTO samples SELECT cell, batch, sample, nullif(device_s, ''), nullif(total_s, '') FROM raw_samples JOIN cells USING (cell);
DROP TABLE raw_samples;
SQL
    cat "${GENERATED:-generated}/bench/summary.sql"
    echo 'COMMIT;'
  } | sqlite3 -bail "$database" > /dev/null || fail "the results could not be loaded"
  rm -rf "$scratch"
  machines=$(sqlite3 "$database" "SELECT count(DISTINCT value) FROM environment
    WHERE key = 'gpu' AND sweep NOT LIKE 'model/%' AND sweep NOT LIKE 'gpus-%'
    AND sweep NOT IN (''$(printf ", '%s'" "${elsewhere[@]##*/}"))")
  [ "$machines" -le 1 ] || fail "$results holds results of $machines different GPUs"
}

# rows_of DIRECTORY FIELDS HEADER VARIED [NAMES]: the rows of all its CSV files, each checked, with the columns VARIED in the
# place of those that its header, a pattern, has of them, a sample with its cell's key first; a torn last line is left out
rows_of() {
  local file
  for file in "$1"/${5:-*}.csv; do
    [ -s "$file" ] || continue
    if [ -n "$(tail -c 1 "$file")" ]; then sed '$d' "$file"; else cat "$file"; fi |
      awk -F, -v fields="$2" -v header="^$3\$" -v varied="$4" -v file="$file" -v number='^-?[0-9.]+(e[-+]?[0-9]+)?$' '
        FNR == 1 && ($0 !~ header || $5 == $6) { wrong = "not the columns that were expected"; exit }
        FNR == 1 { last = fields == 11 ? 6 : 5; for (i = 5; i <= last; i++) at[$i] = i; names = split(varied, name, ","); next }
        NF != fields { wrong = "not a row of " fields " fields"; exit }
        /"/ { wrong = "a quote"; exit }
        fields == 11 && ($10 $11 == "" || ($10 != "" && $10 !~ number) || ($11 != "" && $11 !~ number)) {
          wrong = "a time that is no number"; exit }
        fields == 8 && $8 !~ number { wrong = "a value that is no number"; exit }
        { key = $0; sub(fields == 11 ? ",[^,]*,[^,]*$" : ",[^,]*$", "", key)
          if (seen[key]++) { wrong = "a row that is there twice"; exit } }
        { row = $1 "," $2 "," $3 "," $4
          if (fields == 11) row = "\"" row "," $5 "," $6 "," $7 "\"," row
          for (i = 1; i <= names; i++) row = row "," (name[i] in at ? $at[name[i]] : 0)
          for (i = last + 1; i <= fields; i++) row = row "," $i
          print row }
        END { if (wrong != "") {
          print "'"$(basename "$0")"': " file ":" FNR ": " wrong > "/dev/stderr"; exit 2 } }'
  done
}

# environments DIRECTORY PREFIX [NAMES]: the environment files as SQL
environments() {
  local file
  for file in "$1"/${3:-*}.env; do
    [ -s "$file" ] || continue
    awk -v sweep="$2$(basename "$file" .env)" -v q="'" '
      { gsub(q, q q)
        at = index($0, "=")
        if (at) printf "INSERT INTO environment VALUES(%s, %s, %s);\n", q sweep q,
          q substr($0, 1, at - 1) q, q substr($0, at + 1) q }' "$file"
  done
}
