#pragma once
#include <algorithm>
#include <ww/sort2008.cuh>
#include <ww/detail/ground/arena.cuh>
#include <ww/detail/sort/sort-kernels.cuh>

namespace ww::detail::sort {
using key32 = std::uint32_t;
template <class K> __host__ __device__ inline K low_key(K a, K b) {
  return a > b ? b : a;
}
template <class K> __host__ __device__ inline K high_key(K a, K b) {
  return b > a ? b : a;
}
template <class K> __host__ __device__ inline K split_high(K b, K a) {
  return b >= a ? b : a;
}
template <class V> __host__ __device__ inline V sort_elements(V r) {
  r = {low_key(r.x, r.y), high_key(r.x, r.y), low_key(r.z, r.w),
       high_key(r.z, r.w)};
  r = {low_key(r.x, r.z), low_key(r.y, r.w), high_key(r.x, r.z),
       high_key(r.y, r.w)};
  return {r.x, low_key(r.y, r.z), high_key(r.y, r.z), r.w};
}
template <class V>
__host__ __device__ inline void split_vectors(V& a, V& b) {
  const V low = {low_key(b.w, a.x), low_key(b.z, a.y),
                 low_key(b.y, a.z), low_key(b.x, a.w)};
  const V high = {split_high(b.x, a.w), split_high(b.y, a.z),
                  split_high(b.z, a.y), split_high(b.w, a.x)};
  a = sort_elements(low);
  b = sort_elements(high);
}
template <class V>
__device__ inline void merge_runs(const V* in, V* out, std::int64_t i,
                                  std::int64_t middle,
                                  std::int64_t end) {
  std::int64_t j = middle, k = i;
  V a = in[i++], b = in[j++];
  split_vectors(a, b);
  while (i < middle || j < end) {
    out[k++] = a;
    a = b;
    const bool first = j == end || (i < middle && !(in[j].x < in[i].x));
    b = first ? in[i++] : in[j++];
    split_vectors(a, b);
  }
  out[k] = a;
  out[k + 1] = b;
}
template <class V>
__global__ void sort_vectors(V* v, std::int64_t vectors) {
  const std::int64_t i = thread_number();
  if (i < vectors) v[i] = sort_elements(v[i]);
}
template <class V>
__global__ void merge_pass(const V* in, V* out, std::int64_t vectors,
                           std::int64_t run) {
  const std::int64_t t = thread_number();
  const std::int64_t first = t * 2 * run;
  if (first >= vectors) return;
  const std::int64_t middle = min(first + run, vectors);
  const std::int64_t end = min(first + 2 * run, vectors);
  if (middle < end) merge_runs(in, out, first, middle, end);
  else
    for (std::int64_t i = first; i < end; ++i) out[i] = in[i];
}
template <int = 0>
__global__ void load_vectors(const key32* in, key32* v, std::int64_t n,
                             std::int64_t padded,
                             key_order<key32> order) {
  const std::int64_t i = thread_number();
  if (i < padded) v[i] = i < n ? to_order(in[i], order) : ~0u;
}
template <int = 0>
__global__ void store_vectors(const key32* v, key32* out,
                              std::int64_t n, key_order<key32> order) {
  const std::int64_t i = thread_number();
  if (i < n) out[i] = from_order(v[i], order);
}
template <class V>
V* run_passes(V* one, V* other, std::int64_t vectors, cudaStream_t s,
              std::int64_t upto = INT64_MAX) {
  launch(sort_vectors<V>, blocks_for(vectors, 128), 128, 0, s, one,
         vectors);
  for (std::int64_t run = 1; run < vectors && run < upto; run *= 2) {
    const std::int64_t pairs = tiles_of(vectors, 2 * run);
    launch(merge_pass<V>, blocks_for(pairs, 128), 128, 0, s, one, other,
           vectors, run);
    std::swap(one, other);
  }
  return one;
}
inline void vector_sort(void* temporary, std::size_t& bytes,
                        keys_io<key32> io, std::int64_t n,
                        cudaStream_t s) {
  require_keys(n);
  const std::int64_t vectors = tiles_of(n, 4);
  arena a{temporary};
  auto* one = a.take<uint4>(vectors);
  auto* other = a.take<uint4>(vectors);
  if (!a.holds(bytes) || n == 0) return;
  launch(load_vectors<>, blocks_for(4 * vectors, 256), 256, 0, s, io.in,
         reinterpret_cast<key32*>(one), n, 4 * vectors, io.order);
  const uint4* sorted = run_passes(one, other, vectors, s);
  launch(store_vectors<>, blocks_for(n, 256), 256, 0, s,
         reinterpret_cast<const key32*>(sorted), io.out, n, io.order);
}
constexpr int hybrid_bins = 8192;
struct hybrid_state {
  key32 lo, hi;
  count64 in_bin[hybrid_bins];
  int bucket_of[hybrid_bins];
  count64 largest;
};
template <int = 0>
__global__ void clear_hybrid(hybrid_state* h, count64* in_bucket,
                             int buckets) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i == 0) h->lo = ~0u, h->hi = 0;
  if (i < hybrid_bins) h->in_bin[i] = 0;
  if (i < buckets) in_bucket[i] = 0;
}
template <int = 0>
__global__ void find_range(const key32* in, std::int64_t n,
                           key_order<key32> order, hybrid_state* h) {
  key32 lo = ~0u, hi = 0;
  std::int64_t i = thread_number();
  for (; i < n; i += std::int64_t(gridDim.x) * blockDim.x) {
    const key32 w = to_order(in[i], order);
    lo = min(lo, w);
    hi = max(hi, w);
  }
  atomicMin(&h->lo, lo);
  atomicMax(&h->hi, hi);
}
template <int = 0>
__global__ void count_hybrid(const key32* in, std::int64_t n,
                             key_order<key32> order, hybrid_state* h) {
  __shared__ unsigned bins[hybrid_bins];
  for (int b = threadIdx.x; b < hybrid_bins; b += blockDim.x)
    bins[b] = 0;
  __syncthreads();
  const auto map = key_map<key32>::over(h->lo, h->hi, hybrid_bins);
  std::int64_t i = thread_number();
  for (; i < n; i += std::int64_t(gridDim.x) * blockDim.x)
    atomicAdd(&bins[map(to_order(in[i], order))], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < hybrid_bins; b += blockDim.x)
    if (bins[b] > 0) atomicAdd(&h->in_bin[b], count64(bins[b]));
}
template <int = 0>
__global__ void refine_hybrid(hybrid_state* h, std::int64_t n,
                              int buckets) {
  count64 before = 0;
  for (int b = 0; b < hybrid_bins; ++b) {
    h->bucket_of[b] = int(before * buckets / n);
    before += h->in_bin[b];
  }
}
template <int = 0>
__global__ void slot_hybrid(const key32* in, std::int64_t n,
                            key_order<key32> order,
                            const hybrid_state* h, count64* in_bucket,
                            count64* slot) {
  const auto map = key_map<key32>::over(h->lo, h->hi, hybrid_bins);
  const std::int64_t i = thread_number();
  if (i >= n) return;
  const int bucket = h->bucket_of[map(to_order(in[i], order))];
  slot[i] = atomicAdd(&in_bucket[bucket], 1ull) * hybrid_bins + bucket;
}
template <int = 0>
__global__ void offset_hybrid(hybrid_state* h, int buckets,
                              const count64* in_bucket,
                              count64* begin) {
  count64 at = 0, largest = 0;
  for (int b = 0; b < buckets; ++b) {
    begin[b] = at;
    at += (in_bucket[b] + 3) / 4 * 4;
    largest = in_bucket[b] > largest ? in_bucket[b] : largest;
  }
  begin[buckets] = at;
  h->largest = largest;
}
template <int = 0>
__global__ void move_hybrid(const key32* in, std::int64_t n,
                            key_order<key32> order,
                            const count64* begin, const count64* slot,
                            key32* v) {
  const std::int64_t i = thread_number();
  if (i >= n) return;
  const count64 bucket = slot[i] % hybrid_bins;
  v[begin[bucket] + slot[i] / hybrid_bins] = to_order(in[i], order);
}
template <int = 0>
__global__ void merge_buckets(const uint4* in, uint4* out,
                              const count64* begin, std::int64_t run) {
  const std::int64_t start = std::int64_t(begin[blockIdx.y]) / 4;
  const std::int64_t stop = std::int64_t(begin[blockIdx.y + 1]) / 4;
  const std::int64_t t = thread_number();
  const std::int64_t first = start + t * 2 * run;
  if (first >= stop) return;
  const std::int64_t middle = min(first + run, stop);
  const std::int64_t end = min(first + 2 * run, stop);
  if (middle < end) merge_runs(in, out, first, middle, end);
  else
    for (std::int64_t i = first; i < end; ++i) out[i] = in[i];
}
template <int = 0>
__global__ void unpack_buckets(const key32* v, const count64* begin,
                               const count64* in_bucket, key32* out,
                               key_order<key32> order) {
  __shared__ count64 before;
  if (threadIdx.x == 0) {
    before = 0;
    for (unsigned b = 0; b < blockIdx.x; ++b) before += in_bucket[b];
  }
  __syncthreads();
  const count64 size = in_bucket[blockIdx.x], from = begin[blockIdx.x];
  for (count64 i = threadIdx.x; i < size; i += blockDim.x)
    out[before + i] = from_order(v[from + i], order);
}
inline void hybrid_sort(void* temporary, std::size_t& bytes,
                        keys_io<key32> io, std::int64_t n,
                        cudaStream_t s, int buckets = 1024) {
  require_keys(n);
  const auto [in, out, order, wanted] = io;
  const std::int64_t most = tiles_of(n, 4) + buckets;
  arena a{temporary};
  auto* one = a.take<uint4>(most);
  auto* other = a.take<uint4>(most);
  auto* slot = a.take<count64>(n);
  auto* h = a.take<hybrid_state>(1);
  auto* in_bucket = a.take<count64>(buckets);
  auto* begin = a.take<count64>(buckets + 1);
  if (!a.holds(bytes) || n == 0) return;
  auto* keys = reinterpret_cast<key32*>(one);
  const dim3 each = blocks_for(n, 256);
  const dim3 some(std::min(each.x, 4u * unsigned(multiprocessors())));
  launch(clear_hybrid<>, blocks_for(hybrid_bins, 256), 256, 0, s, h,
         in_bucket, buckets);
  launch(find_range<>, some, 256, 0, s, in, n, order, h);
  launch(count_hybrid<>, some, 256, 0, s, in, n, order, h);
  launch(refine_hybrid<>, 1, 1, 0, s, h, n, buckets);
  launch(slot_hybrid<>, each, 256, 0, s, in, n, order, h, in_bucket,
         slot);
  launch(offset_hybrid<>, 1, 1, 0, s, h, buckets, in_bucket, begin);
  launch(load_vectors<>, blocks_for(4 * most, 256), 256, 0, s, in, keys,
         0, 4 * most, order);
  launch(move_hybrid<>, each, 256, 0, s, in, n, order, begin, slot, keys);
  count64 largest = 0;
  device_array<count64>::copy(&largest, &h->largest, 1, s);
  launch(sort_vectors<uint4>, blocks_for(most, 128), 128, 0, s, one,
         most);
  const std::int64_t longest = tiles_of(std::int64_t(largest), 4);
  for (std::int64_t run = 1; run < longest; run *= 2) {
    const std::int64_t pairs = tiles_of(longest, 2 * run);
    const dim3 grid(blocks_for(pairs, 32).x, unsigned(buckets));
    launch(merge_buckets<>, grid, 32, 0, s, one, other, begin, run);
    std::swap(one, other);
  }
  launch(unpack_buckets<>, unsigned(buckets), 256, 0, s,
         reinterpret_cast<const key32*>(one), begin, in_bucket, out,
         order);
}
}
