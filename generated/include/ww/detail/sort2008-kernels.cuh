#pragma once
#include <ww/detail/sort-kernels.cuh>

namespace ww::detail {
__host__ __device__ inline float lower(float a, float b) {
  return a > b ? b : a;
}
__host__ __device__ inline float higher(float a, float b) {
  return b > a ? b : a;
}
__host__ __device__ inline float upper(float b, float a) {
  return b >= a ? b : a;
}
__host__ __device__ inline std::uint32_t lower(std::uint32_t a,
                                               std::uint32_t b) {
  return a < b ? a : b;
}
__host__ __device__ inline std::uint32_t higher(std::uint32_t a,
                                                std::uint32_t b) {
  return a < b ? b : a;
}
__host__ __device__ inline std::uint32_t upper(std::uint32_t b,
                                               std::uint32_t a) {
  return higher(b, a);
}
template <class V> __host__ __device__ inline V sort_elements(V r) {
  r = {lower(r.x, r.y), higher(r.x, r.y), lower(r.z, r.w), higher(r.z, r.w)};
  r = {lower(r.x, r.z), lower(r.y, r.w), higher(r.x, r.z), higher(r.y, r.w)};
  return {r.x, lower(r.y, r.z), higher(r.y, r.z), r.w};
}
template <class V>
__host__ __device__ inline void split_vectors(V& a, V& b) {
  const V low = {lower(b.w, a.x), lower(b.z, a.y), lower(b.y, a.z),
                 lower(b.x, a.w)};
  const V high = {upper(b.x, a.w), upper(b.y, a.z), upper(b.z, a.y),
                  upper(b.w, a.x)};
  a = sort_elements(low);
  b = sort_elements(high);
}
template <class V>
__device__ inline void merge_lists(const V* in, V* out, std::int64_t i,
                                   std::int64_t middle, std::int64_t end) {
  std::int64_t j = middle, k = i;
  V a = in[i++], b = in[j++];
  for (;; ++k) {
    split_vectors(a, b);
    out[k] = a;
    a = b;
    if (i == middle && j == end) break;
    const bool first =
        j == end || (i < middle && !(in[j].x < in[i].x));
    b = first ? in[i++] : in[j++];
  }
  out[k + 1] = a;
}
template <class V>
__global__ void sort_vectors(V* v, std::int64_t vectors) {
  const std::int64_t i =
      std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < vectors) v[i] = sort_elements(v[i]);
}
template <class V>
__global__ void merge_pass(const V* in, V* out, std::int64_t vectors,
                           std::int64_t run) {
  const std::int64_t t =
      std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const std::int64_t first = t * 2 * run;
  if (first >= vectors) return;
  const std::int64_t middle = min(first + run, vectors);
  const std::int64_t end = min(first + 2 * run, vectors);
  if (middle < end) merge_lists(in, out, first, middle, end);
  else
    for (std::int64_t i = first; i < end; ++i) out[i] = in[i];
}
template <int = 0>
__global__ void load_vectors(const std::uint32_t* in, std::uint32_t* v,
                             std::int64_t n, std::int64_t padded,
                             key_order<std::uint32_t> order) {
  const std::int64_t i =
      std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < padded) v[i] = i < n ? to_order(in[i], order) : ~0u;
}
template <int = 0>
__global__ void store_vectors(const std::uint32_t* v, std::uint32_t* out,
                              std::int64_t n,
                              key_order<std::uint32_t> order) {
  const std::int64_t i =
      std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) out[i] = from_order(v[i], order);
}
template <class V, class After>
V* run_passes(V* one, V* other, std::int64_t vectors, cudaStream_t s,
              After after) {
  launch(sort_vectors<V>, blocks_for(vectors, 128), 128, 0, s, one, vectors);
  after(0);
  for (std::int64_t run = 1; run < vectors; run *= 2) {
    const std::int64_t pairs = (vectors + 2 * run - 1) / (2 * run);
    launch(merge_pass<V>, blocks_for(pairs, 128), 128, 0, s,
           static_cast<const V*>(one), other, vectors, run);
    std::swap(one, other);
    after(run);
  }
  return one;
}
inline std::int64_t vector_sort(const std::uint32_t* in, std::uint32_t* out,
                                std::int64_t n,
                                key_order<std::uint32_t> order,
                                void* temporary, cudaStream_t s) {
  const std::int64_t vectors = (n + 3) / 4, padded = 4 * vectors;
  if (!temporary || n == 0) return 32 * vectors + 16;
  auto* one = static_cast<std::uint32_t*>(temporary);
  launch(load_vectors<>, blocks_for(padded, 256), 256, 0, s, in, one, n, padded,
         order);
  auto* v = reinterpret_cast<uint4*>(one);
  v = run_passes(v, v + vectors, vectors, s, [](std::int64_t) {});
  launch(store_vectors<>, blocks_for(n, 256), 256, 0, s,
         reinterpret_cast<const std::uint32_t*>(v), out, n, order);
  return 0;
}
constexpr int hybrid_bins = 8192;
struct hybrid_state {
  std::uint32_t lo, hi;
  unsigned long long in_bin[hybrid_bins];
  int bucket_of[hybrid_bins];
  unsigned long long largest;
};
template <int = 0>
__global__ void clear_hybrid(hybrid_state* h, unsigned long long* in_bucket,
                             int buckets) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i == 0) h->lo = ~0u, h->hi = 0;
  if (i < hybrid_bins) h->in_bin[i] = 0;
  if (i < buckets) in_bucket[i] = 0;
}
template <int = 0>
__global__ void find_range(const std::uint32_t* in, std::int64_t n,
                           key_order<std::uint32_t> order, hybrid_state* h) {
  std::uint32_t lo = ~0u, hi = 0;
  std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  for (; i < n; i += std::int64_t(gridDim.x) * blockDim.x) {
    const std::uint32_t w = to_order(in[i], order);
    lo = min(lo, w);
    hi = max(hi, w);
  }
  atomicMin(&h->lo, lo);
  atomicMax(&h->hi, hi);
}
template <int = 0>
__global__ void count_hybrid(const std::uint32_t* in, std::int64_t n,
                             key_order<std::uint32_t> order,
                             hybrid_state* h) {
  __shared__ unsigned bins[hybrid_bins];
  for (int b = threadIdx.x; b < hybrid_bins; b += blockDim.x) bins[b] = 0;
  __syncthreads();
  const auto line = key_line<std::uint32_t>::over(h->lo, h->hi, hybrid_bins);
  std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  for (; i < n; i += std::int64_t(gridDim.x) * blockDim.x)
    atomicAdd(&bins[line(to_order(in[i], order))], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < hybrid_bins; b += blockDim.x)
    if (bins[b] > 0)
      atomicAdd(&h->in_bin[b], static_cast<unsigned long long>(bins[b]));
}
template <int = 0>
__global__ void refine_hybrid(hybrid_state* h, std::int64_t n, int buckets) {
  unsigned long long before = 0;
  for (int b = 0; b < hybrid_bins; ++b) {
    h->bucket_of[b] = int(before * buckets / n);
    before += h->in_bin[b];
  }
}
template <int = 0>
__global__ void place_hybrid(const std::uint32_t* in, std::int64_t n,
                             key_order<std::uint32_t> order,
                             const hybrid_state* h,
                             unsigned long long* in_bucket,
                             unsigned long long* place) {
  const auto line = key_line<std::uint32_t>::over(h->lo, h->hi, hybrid_bins);
  const std::int64_t i =
      std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int bucket = h->bucket_of[line(to_order(in[i], order))];
  const auto slot = atomicAdd(&in_bucket[bucket], 1ull);
  place[i] = slot * hybrid_bins + bucket;
}
template <int = 0>
__global__ void offset_hybrid(hybrid_state* h, int buckets,
                              const unsigned long long* in_bucket,
                              unsigned long long* begin) {
  unsigned long long at = 0, largest = 0;
  for (int b = 0; b < buckets; ++b) {
    begin[b] = at;
    at += (in_bucket[b] + 3) / 4 * 4;
    largest = in_bucket[b] > largest ? in_bucket[b] : largest;
  }
  begin[buckets] = at;
  h->largest = largest;
}
template <int = 0>
__global__ void fill_hybrid(std::uint32_t* v, std::int64_t padded) {
  const std::int64_t i =
      std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < padded) v[i] = ~0u;
}
template <int = 0>
__global__ void move_hybrid(const std::uint32_t* in, std::int64_t n,
                            key_order<std::uint32_t> order,
                            const unsigned long long* begin,
                            const unsigned long long* place,
                            std::uint32_t* v) {
  const std::int64_t i =
      std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const auto bucket = place[i] % hybrid_bins, slot = place[i] / hybrid_bins;
  v[begin[bucket] + slot] = to_order(in[i], order);
}
template <int = 0>
__global__ void merge_buckets(const uint4* in, uint4* out,
                              const unsigned long long* begin,
                              std::int64_t run) {
  const std::int64_t start = std::int64_t(begin[blockIdx.y]) / 4;
  const std::int64_t end = std::int64_t(begin[blockIdx.y + 1]) / 4;
  const std::int64_t t =
      std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const std::int64_t first = start + t * 2 * run;
  if (first >= end) return;
  const std::int64_t middle = min(first + run, end);
  const std::int64_t last = min(first + 2 * run, end);
  if (middle < last) merge_lists(in, out, first, middle, last);
  else
    for (std::int64_t i = first; i < last; ++i) out[i] = in[i];
}
template <int = 0>
__global__ void unpack_buckets(const std::uint32_t* v,
                               const unsigned long long* begin,
                               const unsigned long long* in_bucket,
                               std::uint32_t* out,
                               key_order<std::uint32_t> order) {
  __shared__ unsigned long long before;
  if (threadIdx.x == 0) {
    before = 0;
    for (unsigned b = 0; b < blockIdx.x; ++b) before += in_bucket[b];
  }
  __syncthreads();
  for (unsigned long long i = threadIdx.x; i < in_bucket[blockIdx.x];
       i += blockDim.x)
    out[before + i] = from_order(v[begin[blockIdx.x] + i], order);
}
inline std::int64_t hybrid_sort(const std::uint32_t* in, std::uint32_t* out,
                                std::int64_t n,
                                key_order<std::uint32_t> order,
                                void* temporary, cudaStream_t s,
                                int buckets = 1024) {
  arena memory{temporary};
  const std::int64_t most = (n + 3) / 4 + buckets;
  auto* one = memory.take<uint4>(most);
  auto* other = memory.take<uint4>(most);
  auto* place = memory.take<unsigned long long>(n);
  auto* h = memory.take<hybrid_state>(1);
  auto* in_bucket = memory.take<unsigned long long>(buckets);
  auto* begin = memory.take<unsigned long long>(buckets + 1);
  if (!temporary || n == 0) return std::int64_t(memory.used());
  auto* words = reinterpret_cast<std::uint32_t*>(one);
  const dim3 each = blocks_for(n, 256);
  const dim3 some(unsigned(std::min<std::int64_t>(each.x, 528)));
  launch(clear_hybrid<>, blocks_for(hybrid_bins, 256), 256, 0, s, h, in_bucket,
         buckets);
  launch(find_range<>, some, 256, 0, s, in, n, order, h);
  launch(count_hybrid<>, some, 256, 0, s, in, n, order, h);
  launch(refine_hybrid<>, 1, 1, 0, s, h, n, buckets);
  launch(place_hybrid<>, each, 256, 0, s, in, n, order, h, in_bucket, place);
  launch(offset_hybrid<>, 1, 1, 0, s, h, buckets, in_bucket, begin);
  launch(fill_hybrid<>, blocks_for(4 * most, 256), 256, 0, s, words, 4 * most);
  launch(move_hybrid<>, each, 256, 0, s, in, n, order, begin, place, words);
  unsigned long long largest = 0;
  device_array<unsigned long long>::copy(&largest, &h->largest, 1, s);
  launch(sort_vectors<uint4>, blocks_for(most, 128), 128, 0, s, one, most);
  const std::int64_t longest = std::int64_t(largest + 3) / 4;
  for (std::int64_t run = 1; run < longest; run *= 2) {
    const std::int64_t pairs = (longest + 2 * run - 1) / (2 * run);
    launch(merge_buckets<>, dim3(blocks_for(pairs, 32).x, unsigned(buckets)),
           32, 0, s, static_cast<const uint4*>(one), other, begin, run);
    std::swap(one, other);
  }
  launch(unpack_buckets<>, unsigned(buckets), 256, 0, s,
         reinterpret_cast<const std::uint32_t*>(one), begin, in_bucket, out,
         order);
  return 0;
}
}
