#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Warp and Weave authors
# SPDX-License-Identifier: MIT
# doc/mpi, asked of wrappers that answer as Open MPI's and MPICH's do, and of broken ones. The library they lead to is a
# stand-in of one function, with a name of its own: MPI itself may be here.
set -eu
d=$(mktemp -d)
trap 'rm -rf "$d"' EXIT
fail() { echo "mpi.sh: $*" >&2; exit 1; }
mkdir -p "$d/include" "$d/lib" "$d/bin"
echo 'extern "C" int MPI_Initialized(int*);' >"$d/include/mpi.h"
echo 'extern "C" int MPI_Initialized(int* f) { return *f = 0; }' >"$d/mpi.cpp"
g++ -shared -fPIC "$d/mpi.cpp" -o "$d/lib/libmpi_here.so"

wrapper() { printf '#!/bin/bash\n%s\n' "$1" >"$d/bin/mpicxx"; chmod +x "$d/bin/mpicxx"; }
open_mpi="[ \$# = 1 ] || { echo 'one question' >&2; exit 1; }
case \$1 in --showme:compile) echo -I$d/include ;; --showme:link) echo -pthread -L$d/lib -Wl,-rpath -Wl,$d/lib -Wl,--enable-new-dtags -lmpi_here ;; *) exit 1 ;; esac"
mpich="case \$1 in -compile-info) echo g++ -Wformat -I$d/include ;; -link-info) echo g++ -Wl,-rpath,$d/lib -I$d/include -L$d/lib -lmpi_here ;; *) exit 1 ;; esac"

for compiler in g++ ${NVCC:+"$NVCC"}; do
  ask() { PATH=$d/bin:$PATH doc/mpi "$compiler" "$@"; }
  for kind in open_mpi mpich; do
    wrapper "${!kind}"
    answer=$(ask)
    case $answer in *"-I$d/include"*"-L$d/lib"*-lmpi*) ;; *) fail "$kind, $compiler: $answer" ;; esac
    case $answer in *g++* | *-pthread* | *-Wformat*) fail "$kind, $compiler: too much: $answer" ;; esac
  done
  # The last answer is kept for the same wrapper, and asked again of another.
  ask "$d/cache" >/dev/null
  [ "$(ask "$d/cache")" = "$answer" ] || fail "$compiler: the kept answer is another"
  wrapper "${open_mpi/--showme:link) echo/--showme:link) true}"
  case $(ask "$d/cache") in "left out: a program with MPI does not link ("*MPI_Initialized*) ;; *) fail "$compiler: no flags to link: $(ask)" ;; esac
  case $(ask) in *[\"\'\`\$]*) fail "$compiler: the reason has quotes: $(ask)" ;; esac
  wrapper "${open_mpi//-Wl,/-W,}"
  case $(ask) in "left out: a program with MPI does not start ("*libmpi*) ;; *) fail "$compiler: no library to load: $(ask)" ;; esac
  wrapper 'exit 1'
  case $(ask) in "left out: "*"does not say"*) ;; *) fail "$compiler: a broken wrapper: $(ask)" ;; esac
done
mkdir "$d/tools"
for tool in bash; do ln -s "$(command -v $tool)" "$d/tools"; done
case $(PATH=$d/tools doc/mpi g++) in "left out: MPI not found") ;; *) fail "no wrapper at all" ;; esac
echo "mpi.sh: wrappers as of Open MPI and MPICH are understood, four broken ones are left out"
