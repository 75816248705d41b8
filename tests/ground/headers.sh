#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Warp and Weave authors
# SPDX-License-Identifier: MIT
# Each public header compiles alone, with the first compiler that is here: what it includes is the same for all. Every pair
# compiles together in both orders: all of them forwards and backwards, with g++ and clang++ on the host back end, and with
# nvcc. A program that knows only -I generated/include and -lww links and runs; so does one that asks pkg-config, and one
# that uses an installed copy.
set -eu
include=$PWD/generated/include
build=$PWD/${BUILD:-build}
d=$(mktemp -d)
trap 'rm -rf "$d"' EXIT
fail() { echo "headers.sh: $*" >&2; exit 1; }

headers=$(cd "$include" && ls ww/*.h ww/*.cuh)
for h in $headers; do echo "#include <$h>" >"$d/alone-$(basename "$h" | tr . -).cu"; done
for h in $headers; do echo "#include <$h>"; done >"$d/forwards.cu"
# The first of these stands alone there, and the last one backwards.
set -- $headers; rm "$d/alone-$(basename "$1" | tr . -).cu" "$d/alone-$(basename "${!#}" | tr . -).cu"
{ tac "$d/forwards.cu"; echo 'int main() {}'; } >"$d/backwards.cu"
printf '#include <ww/errors.h>\nint errors = 1; struct { int x } y;\n' >"$d/wrong.cu"

# On a CPU: any compiler that is here. The toolkit's headers are not needed, and do no harm.
checked=
for cxx in g++ clang++; do
  command -v $cxx >/dev/null || continue
  compile="$cxx -std=c++20 -Wall -Wextra -Werror -fsyntax-only -I $include -x c++"
  if $compile "$d/wrong.cu" 2>/dev/null; then fail "$cxx: a wrong file compiled"; fi
  files=("$d"/*wards.cu)
  [ -n "$checked" ] || files+=("$d"/alone-*.cu)
  printf '%s\n' "${files[@]}" | xargs -P "$(nproc)" -n 2 $compile >"$d/said" 2>&1 ||
    { cat "$d/said" >&2; fail "$cxx: headers do not compile"; }
  checked="$checked $cxx"
done
if [ -n "${NVCC-}" ]; then
  { ls "$d"/*wards.cu | xargs -P "$(nproc)" -I{} "$NVCC" -std=c++20 -ptx -I "$include" {} -o {}.ptx; } >"$d/said" 2>&1 ||
    { cat "$d/said" >&2; fail "nvcc: headers do not compile"; }
  checked="$checked nvcc"
fi

# The rooms' own headers, all together in both orders; these take Thrust, from where THRUST says.
(cd "$include" && ls ww/*.h ww/*.cuh ww/detail/*/*.h ww/detail/*/*.cuh) | sed 's/.*/#include <&>/' >"$d/rooms.cu"
tac "$d/rooms.cu" >"$d/smoor.cu"
for f in rooms smoor; do
  g++ -std=c++20 -fopenmp -DWW_BACKEND_HOST -I "$include" ${THRUST-} -x c++ -fsyntax-only "$d/$f.cu" >"$d/said" 2>&1 ||
    { cat "$d/said" >&2; fail "the rooms' headers do not compile together"; }
done

# The example, against the library as it was built and as it is installed.
expected='1 1 2 3 | 3: 0 2 3'
runs() { [ "$("$1" 2>&1)" = "$expected" ] || fail "$2: the example prints '$("$1" 2>&1)', not '$expected'"; }
example=tests/ground/library/example.cu
if [ -e "$build/host/libww.so" ]; then
  for cxx in g++ clang++; do
    command -v $cxx >/dev/null || continue
    $cxx -std=c++20 -I "$include" -x c++ $example -x none -L "$build/host" -lww -o "$d/example"
    runs "$d/example" $cxx
  done
  if command -v pkg-config >/dev/null; then
    g++ -std=c++20 -x c++ $example -x none $(PKG_CONFIG_PATH=$build/host pkg-config --cflags --libs ww) -o "$d/found"
    runs "$d/found" pkg-config
  fi
  # A prefix and a checkout whose names need quoting, and a root that a packager names.
  mkdir -p "$d/a check out/build/host"
  cp -r Makefile doc generated tests "$d/a check out"
  ln "$build"/host/libww.{a,so} "$d/a check out/build/host" 2>/dev/null || cp "$build"/host/libww.{a,so} "$d/a check out/build/host"
  made="make -s -C $d/a\\ check\\ out -o build/host/libww.so backends=host"
  eval "$made lib" >"$d/said"
  for root in '' "$d/the root"; do
    eval "$made install" PREFIX="'$d/my usr'" DESTDIR="'$root'" >"$d/said"
    [ -e "$root$d/my usr/lib/pkgconfig/ww.pc" ] || fail "make install PREFIX='$d/my usr' DESTDIR='$root': no ww.pc"
    [ -n "$root" ] || mv "$d/my usr" "$d/first usr"
  done
  [ ! -e "$d/my usr" ] && mv "$root$d/my usr" "$d/my usr" || fail "make install passes over DESTDIR"
  diff -r "$d/first usr" "$d/my usr" >&2 || fail "make install DESTDIR='$root' installs something else"
  g++ -std=c++20 -I "$d/my usr/include" -x c++ $example -x none -L "$d/my usr/lib" -lww -o "$d/installed"
  runs "$d/installed" 'installed copy'
  if command -v pkg-config >/dev/null; then
    for pc in "$d/my usr/lib/pkgconfig" "$d/a check out/build/host"; do
      eval "g++ -std=c++20 -x c++ $example -x none $(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs ww) -o $d/found"
      runs "$d/found" "pkg-config with $pc"
    done
  fi
fi
if [ -n "${NVCC-}" ] && [ -e "$build/cuda/libww.so" ]; then
  "$NVCC" -std=c++20 -I "$include" $example -L "$build/cuda" -lww -o "$d/device"
  [ "$("$d/device" 2>&1)" = 'no device' ] || runs "$d/device" nvcc
fi
echo "headers.sh: passed:$checked"
