# SPDX-FileCopyrightText: 2026 The Warp and Weave authors
# SPDX-License-Identifier: MIT
# Sourced by the tests of assignments: unpacks both archives of the assignment NAME into a folder outside the repository, d.
set -eu
export LC_ALL=C
CXX=${CXX:-g++}
unset MAKEFLAGS MFLAGS MAKELEVEL
name=$1
d=$(mktemp -d)
trap 'rm -rf "$d"' EXIT
failed=0
bad() { echo "$(basename "$0" .sh): $*" >&2; failed=1; }
tar xzf "build/handout/$name.tar.gz" -C "$d"
tar xzf "build/handout/$name-instructor.tar.gz" -C "$d"
instructor=$d/$name-instructor
# What is the same in all assignments is taken as it was compiled for the first; handout-class.sh compiles an archive whole.
compiled_before() {  # FOLDER
  mkdir -p "$1/build/model"
  for l in cases $(sed -n 's/^LIBRARY := //p' "$1/Makefile"); do cp build/handout/lib/"$l.o" "$1/build/model/"; done
  cp -r build/handout/lib/{first,grade} "$1/build/"
}
