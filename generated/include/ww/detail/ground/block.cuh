#pragma once
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <ww/launch.cuh>

namespace ww::detail {
__host__ __device__ constexpr std::int64_t tiles_of(std::int64_t n,
                                                    std::int64_t size) {
  return (n + size - 1) / size;
}
__host__ __device__ constexpr std::int64_t part_begin(
    std::int64_t total, std::int64_t i, std::int64_t parts) {
  return total / parts * i + total % parts * i / parts;
}
inline dim3 blocks_for(std::int64_t threads, int block = 256) {
  return dim3(unsigned(tiles_of(threads, block)));
}
__device__ inline std::int64_t thread_number() {
  return std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
}
template <class T, class F>
__device__ inline T warp_combined(T v, F combine) {
  for (int flip = 16; flip > 0; flip /= 2)
    v = combine(v, __shfl_xor_sync(~0u, v, flip));
  return v;
}
__device__ inline int in_order(float x) {
  int bits;
  memcpy(&bits, &x, sizeof bits);
  return bits ^ (bits >> 31 & 0x7fffffff);
}
__device__ inline float from_in_order(int bits) {
  bits ^= bits >> 31 & 0x7fffffff;
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}
template <class T> __device__ inline T warp_least(T v) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  if constexpr (std::is_same_v<T, float>)
    return from_in_order(__reduce_min_sync(~0u, in_order(v)));
  else if constexpr (sizeof(T) == 4) return __reduce_min_sync(~0u, v);
  else if constexpr (std::is_unsigned_v<T>) {
    const auto high = unsigned(v >> 32), first = warp_least(high);
    const auto low = high == first ? unsigned(v) : ~0u;
    return T(first) << 32 | warp_least(low);
  }
#endif
  return warp_combined(v, [](T a, T b) { return min(a, b); });
}
template <class T> __device__ inline T warp_largest(T v) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  if constexpr (std::is_same_v<T, float>)
    return from_in_order(__reduce_max_sync(~0u, in_order(v)));
  else if constexpr (sizeof(T) == 4) return __reduce_max_sync(~0u, v);
  else if constexpr (std::is_unsigned_v<T>) {
    const auto high = unsigned(v >> 32), last = warp_largest(high);
    const auto low = high == last ? unsigned(v) : 0u;
    return T(last) << 32 | warp_largest(low);
  }
#endif
  return warp_combined(v, [](T a, T b) { return max(a, b); });
}
template <class N> __device__ inline N warp_sum(N v) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  if constexpr (sizeof(N) == 4 && N(0.5) == 0)
    return N(__reduce_add_sync(~0u, unsigned(v)));
#endif
  return warp_combined(v, [](N a, N b) { return a + b; });
}
template <class N> __device__ inline N warp_scan(N v) {
  for (int d = 1; d < 32; d *= 2) {
    const N o = __shfl_up_sync(0xffffffffu, v, d);
    if (int(threadIdx.x % 32) >= d) v += o;
  }
  return v;
}
template <class N>
__device__ inline N block_exclusive(N v, N* sums, N& total) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int warps = blockDim.x / 32;
  const N inclusive = warp_scan(v);
  __syncthreads();
  if (lane == 31) sums[warp] = inclusive;
  __syncthreads();
  if (warp == 0)
    sums[lane] = warp_scan(lane < warps ? sums[lane] : N(0));
  __syncthreads();
  total = sums[warps - 1];
  return inclusive - v + (warp > 0 ? sums[warp - 1] : N(0));
}
template <class T, class F>
__device__ inline T block_combined(T v, T* parts, F combine) {
  v = warp_combined(v, combine);
  if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = v;
  __syncthreads();
  return warp_combined(parts[threadIdx.x % 32], combine);
}
__host__ __device__ inline std::uint64_t ordered_bits(float x) {
  std::uint32_t bits;
  x = x == 0 ? 0 : x;
  memcpy(&bits, &x, sizeof bits);
  return bits >> 31 ? ~bits : bits | 0x80000000u;
}
__host__ __device__ inline std::uint64_t ordered_bits(double x) {
  std::uint64_t bits;
  x = x == 0 ? 0 : x;
  memcpy(&bits, &x, sizeof bits);
  return bits >> 63 ? ~bits : bits | 0x8000000000000000u;
}
template <class I, class F>
__host__ __device__ inline I first_that(I low, I high, F holds) {
  while (low < high) {
    const I middle = low + (high - low) / 2;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
}
