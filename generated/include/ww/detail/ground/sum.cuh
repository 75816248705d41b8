#pragma once
#include <cstdint>
#include <ww/detail/ground/arena.cuh>
#include <ww/launch.cuh>

namespace ww::detail {
inline constexpr int sum_threads = 256;
__global__ void add_by_blocks(const std::uint64_t* words,
                              std::int64_t n, std::uint64_t* sums) {
  __shared__ std::uint64_t part[sum_threads];
  const int t = int(threadIdx.x);
  const std::int64_t step = std::int64_t(gridDim.x) * sum_threads;
  std::int64_t i = std::int64_t(blockIdx.x) * sum_threads + t;
  std::uint64_t mine = 0;
  for (; i < n; i += step) mine += words[i];
  part[t] = mine;
  __syncthreads();
  for (int half = sum_threads / 2; half > 0; half /= 2) {
    if (t < half) part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = part[0];
}
inline void sum(void* temporary, std::size_t& bytes,
                const std::uint64_t* words, std::int64_t n,
                std::uint64_t* result, cudaStream_t s = nullptr) {
  arena a(temporary);
  const int blocks = 8 * multiprocessors();
  std::uint64_t* sums = a.take<std::uint64_t>(blocks);
  if (!a.holds(bytes)) return;
  launch(add_by_blocks, blocks, sum_threads, 0, s, words, n, sums);
  launch(add_by_blocks, 1, sum_threads, 0, s, sums, blocks, result);
}
}
