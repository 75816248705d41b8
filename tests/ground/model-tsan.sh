#!/bin/bash
# The race detector agrees with clang's thread sanitizer: kernels of model_mutants.cu, whose verdicts that test asserts,
# run here as plain threads with real barriers. The sanitizer must find a race in each wrong kernel and none in its twin.
set -eu
source=tests/ground/model_mutants.cu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fails() { echo "model-tsan: $*" >&2; exit 1; }
compile() { "${CLANG:-clang++}" -std=c++20 -O1 -g -pthread -fsanitize=thread "$1" -o "$2"; }
echo 'int main() {}' > "$work/empty.cc"
{ compile "$work/empty.cc" "$work/empty" && "$work/empty"; } > /dev/null 2>&1 ||
  { echo 'model-tsan: left out: no clang++ with a thread sanitizer'; exit 0; }

kernels='add_neighbours sum_block total warp_exchange groups_of_lanes warp_sums'
cat > "$work/kernels.cc" <<'CPP'
#include <atomic>
#include <barrier>
#include <bit>
#include <cstring>
#include <thread>
#include <vector>
#define __global__
#define __shared__ static
struct coordinates { unsigned x; };
thread_local coordinates threadIdx, blockIdx;
// One barrier a block; for each warp one of all its lanes and one of each eight.
struct barriers {
  std::barrier<> block;
  std::vector<std::barrier<>*> warps;
  explicit barriers(int threads) : block(threads) {
    for (int i = 0; i < threads; ++i)
      warps.push_back(new std::barrier<>(i % 8 < 4 ? 8 : 32));
  }
};
thread_local barriers* mine;
void __syncthreads() { mine->block.arrive_and_wait(); }
void __syncwarp(unsigned mask = ~0u) {
  const unsigned lane = mask == ~0u ? 4 : std::countr_zero(mask);
  mine->warps[threadIdx.x / 32 * 32 + lane]->arrive_and_wait();
}
void atomicAdd(int* sum, int term) { std::atomic_ref<int>(*sum) += term; }
template <class F>
void launch(unsigned blocks, unsigned threads, F kernel) {
  std::vector<barriers*> all;
  std::vector<std::thread> running;
  for (unsigned b = 0; b < blocks; ++b) {
    all.push_back(new barriers(int(threads)));
    for (unsigned t = 0; t < threads; ++t)
      running.emplace_back([=, one = all.back()] {
        blockIdx.x = b; threadIdx.x = t; mine = one;
        kernel();
      });
  }
  for (auto& t : running) t.join();
}
int in[256], out[256];
CPP
for kernel in $kernels; do
  awk -v kernel="$kernel" '/^template <bool correct>$/ { head = $0; next }
    head != "" && index($0, "__global__ void " kernel "(") { print head; inside = 1 }
    { head = "" } inside { print } inside && /^}/ { exit }' "$source" > "$work/one"
  [ -s "$work/one" ] || fails "$source has no kernel $kernel"
  cat "$work/one" >> "$work/kernels.cc"
done
cat >> "$work/kernels.cc" <<'CPP'
template <bool correct>
int run(const char* name) {
  auto is = [=](const char* other) { return std::strcmp(name, other) == 0; };
  if (is("add_neighbours")) launch(1, 64, [] { add_neighbours<correct>(out, in); });
  else if (is("sum_block")) launch(1, 128, [] { sum_block<correct>(out, in); });
  else if (is("total")) launch(4, 1, [] { total<correct>(out, in); });
  else if (is("warp_exchange")) launch(1, 32, [] { warp_exchange<correct>(out); });
  else if (is("groups_of_lanes")) launch(1, 32, [] { groups_of_lanes<correct>(out); });
  else if (is("warp_sums")) launch(1, 64, [] { warp_sums<correct>(out); });
  else return 1;
  return 0;
}
int main(int, char** argv) {
  return std::strcmp(argv[1], "wrong") ? run<true>(argv[2]) : run<false>(argv[2]);
}
CPP
compile "$work/kernels.cc" "$work/kernels" 2> "$work/stderr" || { cat "$work/stderr" >&2; fails 'does not compile'; }
for kernel in $kernels; do
  TSAN_OPTIONS=exitcode=66 "$work/kernels" right "$kernel" > "$work/out" 2>&1 ||
    { head -20 "$work/out" >&2; fails "$kernel: a race where there is none"; }
  # The sanitizer judges the order in which the threads happened to run: a race may need more than one try.
  for try in {1..50}; do
    status=0
    TSAN_OPTIONS=exitcode=66 "$work/kernels" wrong "$kernel" > "$work/out" 2>&1 || status=$?
    [ $status = 0 ] || break
  done
  [ $status = 66 ] && grep -q 'data race' "$work/out" || fails "$kernel: the sanitizer finds no race in the wrong one"
done
