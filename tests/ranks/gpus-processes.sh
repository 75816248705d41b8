#!/bin/bash
# SPDX-FileCopyrightText: 2026 The Warp and Weave authors
# SPDX-License-Identifier: MIT
# Several processes, as MPI starts them, without a GPU: what the programs need of NCCL and MPI are stand-ins that speak by named
# pipes. The result is that of one process, each reads its part of the file, and a process that fails ends the others.
set -eu
b=$PWD/${BUILD:-build}/host
[ -e "$b/obj/vsort.o" ] || { echo "gpus-processes.sh: left out: the host back end is not built"; exit 0; }
d=$(mktemp -d)
trap 'rm -rf "$d"' EXIT
fail() { echo "gpus-processes.sh: $*" >&2; exit 1; }

cat >"$d/mpi.h" <<'END'
#include <unistd.h>
#include <fstream>
#include <string>
enum { MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, MPI_INFO_NULL, MPI_CHAR };
using MPI_Comm = int;
inline const char* said(const char* name) { return std::getenv(name); }
inline void MPI_Init(void*, void*) {}
inline void MPI_Comm_rank(MPI_Comm, int* r) { *r = std::atoi(said("OMPI_COMM_WORLD_RANK")); }
inline void MPI_Comm_size(MPI_Comm, int* n) { *n = std::atoi(said("OMPI_COMM_WORLD_SIZE")); }
inline void MPI_Comm_split_type(MPI_Comm, int, int, int, MPI_Comm* c) { *c = 0; }
inline void MPI_Bcast(void*, int, int, int, MPI_Comm) {}
inline void MPI_Abort(MPI_Comm, int status) { std::_Exit(status); }
inline void MPI_Finalize() {  // tells how many bytes this process has read from files, and waits for the others
  std::ifstream io("/proc/self/io");
  std::string name;
  long bytes = 0;
  io >> name >> bytes;
  const std::string read = std::string(said("PIPES")) + "/read.";
  std::ofstream(read + said("OMPI_COMM_WORLD_RANK")) << bytes - carried;
  for (int r = 0; r < std::atoi(said("OMPI_COMM_WORLD_SIZE")); ++r)
    for (int i = 0; access((read + std::to_string(r)).c_str(), F_OK) != 0; ++i)
      if (usleep(10000) != 0 || i > 2000) std::_Exit(4);
}
END
cat >"$d/nccl.h" <<'END'
#include <fcntl.h>
#include <unistd.h>
#include <cstring>
#include <string>
#include <thread>
#include <vector>
#define cudaSuccess 0
#define cudaErrorNotReady 1
#define cudaStreamQuery(s) (static_cast<void>(s), 0)
#define cudaGetLastError() void()
inline void check(int) {}
enum ncclResult_t { ncclSuccess };
enum { ncclChar };
struct ncclUniqueId { char text[128]; };
struct wires { std::vector<int> to, from; };
using ncclComm_t = wires*;
struct transfer { bool sends; int peer; char* at; std::size_t bytes; ncclComm_t by; };
inline std::vector<transfer> queued;
inline long carried = 0;
inline const char* ncclGetErrorString(ncclResult_t) { return ""; }
inline ncclResult_t ncclGetUniqueId(ncclUniqueId* id) { std::memset(id, 0, sizeof *id); return ncclSuccess; }
inline ncclResult_t ncclCommInitRank(ncclComm_t* c, int ranks, ncclUniqueId, int rank) {
  *c = new wires;
  auto pipe = [](int a, int b) {
    return open((std::string(std::getenv("PIPES")) + "/pipe." + std::to_string(a) + "." + std::to_string(b)).c_str(), O_RDWR);
  };
  for (int r = 0; r < ranks; ++r) (*c)->to.push_back(pipe(rank, r)), (*c)->from.push_back(pipe(r, rank));
  return ncclSuccess;
}
inline void ncclCommDestroy(ncclComm_t c) { delete c; }
inline void ncclCommAbort(ncclComm_t c) { delete c; }
inline ncclResult_t ncclGroupStart() { queued.clear(); return ncclSuccess; }
inline ncclResult_t ncclSend(const void* at, std::size_t n, int, int peer, ncclComm_t c, cudaStream_t) {
  queued.push_back({true, peer, static_cast<char*>(const_cast<void*>(at)), n, c});
  return ncclSuccess;
}
inline ncclResult_t ncclRecv(void* at, std::size_t n, int, int peer, ncclComm_t c, cudaStream_t) {
  queued.push_back({false, peer, static_cast<char*>(at), n, c});
  return ncclSuccess;
}
inline void carry(const transfer& t) {
  for (std::size_t done = 0; done < t.bytes;) {
    const auto n = t.sends ? write(t.by->to[t.peer], t.at + done, t.bytes - done) : read(t.by->from[t.peer], t.at + done, t.bytes - done);
    if (n <= 0) std::_Exit(3);
    done += std::size_t(n);
    if (!t.sends) carried += n;
  }
}
inline ncclResult_t ncclGroupEnd() {  // a thread for each rank that something goes to
  std::vector<std::thread> senders;
  for (std::size_t r = 0; !queued.empty() && r < queued[0].by->to.size(); ++r)
    senders.emplace_back([r] {
      for (const transfer& t : queued)
        if (t.sends && t.peer == int(r)) carry(t);
    });
  for (const transfer& t : queued)
    if (!t.sends) carry(t);
  for (auto& s : senders) s.join();
  return ncclSuccess;
}
END
${CXX:-g++} -std=c++20 -O1 -fopenmp -DWW_BACKEND_HOST -DWW_NCCL -DWW_MPI ${THRUST-} -I "$d" -I generated/include -x c++ -c generated/lib/ranks/nccl.cpp \
  -o "$d/nccl.o" || fail "NCCL's file does not compile"
for p in vsort hull density; do ${CXX:-g++} -fopenmp "$b/obj/$p.o" "$d/nccl.o" "$b/libww.a" -lboost_context -o "$d/$p"; done

# start COUNT PROGRAM ARGUMENT...: as mpirun does; when one fails, the others are ended. % in an argument is the rank; own_0 and
# own_1 are what only that process is asked.
start() {
  local n=$1 program=$2 r q one status=0
  shift 2
  rm -f "$d"/pipe.* "$d"/read.* "$d"/said.* "$d"/err.*
  for ((r = 0; r < n; ++r)); do for ((q = 0; q < n; ++q)); do mkfifo "$d/pipe.$r.$q"; done; done
  for ((r = 0; r < n; ++r)); do
    (
      trap - EXIT
      export PIPES=$d OMPI_COMM_WORLD_SIZE=$n OMPI_COMM_WORLD_RANK=$r OMP_NUM_THREADS=1
      own=own_$r
      exec timeout 60 "$d/$program" --gpus "$n" ${!own-} "${@//%/$r}" >"$d/said.$r" 2>"$d/err.$r"
    ) &
  done
  for ((r = 0; r < n; ++r)); do
    one=0
    wait -n || one=$?
    [ $one = 0 ] || [ $status != 0 ] || { status=$one; kill $(jobs -p) 2>/dev/null || true; }
  done
  return $status
}
head -c 3000000 "$b/vsort" >"$d/keys"
header="{'descr': '<u4', 'fortran_order': False, 'shape': (750000,), }"
{ printf '\x93NUMPY\x01\x00'; printf "\\x$(printf %02x $((${#header} + 1)))\\x00%s\n" "$header"; cat "$d/keys"; } >"$d/keys.npy"
head -c 20 "$d/keys" >"$d/five"
: >"$d/none"
same() { # COUNT ARGUMENT...: what several processes write is what one writes
  local n=$1 want
  shift
  want=$d/want.$(tr ./ , <<<"$*")
  rm -f "$d/out"
  [ -e "$want" ] || "$b/vsort" "${@/--memory=1/--gpus=1}" "$want" || fail "one process: $*"
  start "$n" vsort "$@" "$d/out" || fail "$n processes, status $?: $*: $(cat "$d"/err.*)"
  cmp "$want" "$d/out" || fail "$n processes: another result: $*"
}
for n in 2 3; do
  for in in none five keys keys.npy; do
    same $n --type=uint32 "$d/$in"
    if [ $in != none ] && [ $in != five ]; then
      for ((r = 0; r < n; ++r)); do
        [ "$(cat "$d/read.$r")" -lt $((3000000 / n + 300000)) ] || fail "$in: process $r of $n has read $(cat "$d/read.$r") bytes"
      done
    fi
    same $n --type=uint32 --argsort --descending "$d/$in"
    [ $in = none ] || [ $in = five ] || [ "$(cat "$d/read.1")" -lt $((3000000 / n + 300000)) ] || fail "--argsort: process 1 has read $(cat "$d/read.1") bytes"
  done
  same $n --type=uint32 --memory=1 "$d/keys"
  same $n --type=uint32 --memory=1 --argsort "$d/keys"
done
# Points: .npy, of which each reads its part, and text, which each reads whole.
"$b/points" disk 60001 >"$d/points"
"$b/points" --output "$d/points.npy" disk 60001
for n in 2 3; do
  for in in points points.npy none; do
    for side in both upper; do
      "$b/hull" --side $side "$d/$in" >"$d/want"
      start $n hull --side $side "$d/$in" || fail "hull, $n processes, status $?: $(cat "$d"/err.*)"
      cmp "$d/want" "$d/said.0" || fail "hull of $in: $n processes find another"
      [ ! -s "$d/said.1" ] || fail "hull: the second process prints something"
      [ $in != points.npy ] || [ "$(cat "$d/read.1")" -lt $((8 * 60001 / n + 200000)) ] || fail "hull: process 1 of $n has read $(cat "$d/read.1") bytes"
    done
  done
done
head -n 300 "$d/points" >"$d/few"
"$b/density" --gpus 1 "$d/few" >"$d/want"
start 2 density "$d/few" || fail "density, status $?: $(cat "$d"/err.*)"
cmp "$d/want" "$d/said.0" || fail "density: two processes find other clusters"
# One process cannot read its file: the others do not wait for it.
cp "$d/five" "$d/five.0"
for n in 2 3; do
  status=0
  start $n vsort "$d/five.%" "$d/new" || status=$?
  [ $status = 2 ] || fail "one file is missing: status $status"
  cat "$d"/err.? | grep -qx "vsort: $d/five.[12]: cannot be opened (No such file or directory)" || fail "one file is missing: $(cat "$d"/err.*)"
  [ ! -e "$d/new" ] || fail "one file is missing: there is a result"
done
# What the processes are asked, or have read, is not the same: one line, and no result.
refused() {  # LINE PROGRAM ARGUMENT...
  local line=$1 status=0
  shift
  start 2 "$@" || status=$?
  [ $status = 2 ] && cat "$d"/err.? | grep -qF "$line" && [ ! -e "$d/new" ] && [ ! -s "$d/said.0" ] || fail "$* (${own_0-} | ${own_1-}): status $status: $(cat "$d"/err.*)"
}
head -c 40 "$d/keys" >"$d/five.1"
head -n 600 "$d/points" >"$d/few.1"
cp "$d/few" "$d/few.0"
refused 'has 5 rows in one process, 10 in another' vsort --type=uint32 "$d/five.%" "$d/new"
refused 'has 300 rows in one process, 600 in another' hull "$d/few.%"
refused 'has 300 rows in one process, 600 in another' density "$d/few.%"
for own_1 in --argsort --descending --type=uint32; do refused 'different options or types' vsort "$d/keys" "$d/new"; done
for own_1 in --double --side=upper --keep-collinear; do refused 'different options or types' hull "$d/points.npy"; done
own_1=
for p in "vsort - $d/new" 'hull -' 'density -'; do refused ': <stdin>: several processes need a regular file' $p <"$d/five"; done
mkfifo "$d/fifo"
refused "/fifo: several processes need a regular file" vsort "$d/fifo" "$d/new"
head -c 19 "$d/five" >"$d/cut"
status=0
start 2 vsort --type=uint32 "$d/cut" "$d/new" || status=$?
[ $status = 2 ] && cat "$d"/err.? | grep -qxF "vsort: $d/cut: 19 bytes are no whole number of uint32 keys" && [ ! -e "$d/new" ] || fail "a cut file: status $status: $(cat "$d"/err.*)"
echo "gpus-processes.sh: two and three processes: one's result, a part of the file for each, and an error that ends all"
