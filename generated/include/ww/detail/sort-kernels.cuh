#pragma once
#include <algorithm>
#include <utility>
#include <ww/detail/arena.cuh>
#include <ww/detail/key-order.cuh>
#if defined(__CUDA_ARCH__)
#define WW_UNROLL _Pragma("unroll")
#else
#define WW_UNROLL
#endif

namespace ww::detail {
inline dim3 blocks_for(std::int64_t threads, int block) {
  return dim3(unsigned((threads + block - 1) / block));
}
__extension__ typedef unsigned __int128 word128;
__host__ __device__ inline std::uint32_t high_product(std::uint32_t a,
                                                      std::uint32_t b) {
  return std::uint32_t((std::uint64_t(a) * b) >> 32);
}
template <class W> struct key_map {
  W low, high, base;
  int right;
  std::uint32_t scale, unused[sizeof(W) == 4 ? 1 : 2];
  __host__ __device__ int inside(W key) const {
    const W distance = key - base;
    const int shift = sizeof(W) > 4 ? right : 0;
    return int(high_product(std::uint32_t(distance >> shift), scale));
  }
  __host__ __device__ int operator()(W key) const {
    const W k = key < low ? low : key;
    return inside(k > high ? high : k);
  }
  __host__ __device__ static key_map over(W lo, W hi, int bins) {
    key_map m{
        lo > 0 ? lo - 1 : lo, hi < W(~W(0)) ? hi + 1 : hi, 0, 0, ~0u, {}};
    const W span = m.high - m.low;
    m.base = m.low;
    if (span < W(bins)) {
      m.base = m.low - 1;
    } else {
      if constexpr (sizeof(W) > 4)
        for (int by = 4 * sizeof(W); by > 0; by /= 2)
          if (span >> (m.right + by - 1) >> 32) m.right += by;
      const float words = float(std::uint32_t(span >> m.right)) + 1.0f;
      m.scale = std::uint32_t(float(bins) * 4294963000.0f / words);
    }
    return m;
  }
  __host__ __device__ bool exact() const { return scale == ~0u; }
  __host__ __device__ bool pure(int b) const {
    return exact() && (b > 0 || low == 0) &&
           (W(b) < high - low || high == W(~W(0)));
  }
};
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
template <class W> __device__ inline W word_of_lane(W w, int lane) {
  const unsigned all = 0xffffffffu;
  if constexpr (sizeof(W) > 8) {
    const auto high = static_cast<unsigned long long>(w >> 64);
    const auto low = static_cast<unsigned long long>(w);
    return W(__shfl_sync(all, high, lane)) << 64 |
           __shfl_sync(all, low, lane);
  } else {
    return __shfl_sync(all, w, lane);
  }
}
template <class W> __device__ inline void warp_range(W& lo, W& hi) {
  for (int d = 16; d > 0; d /= 2) {
    const W a = word_of_lane(lo, int(threadIdx.x % 32) ^ d);
    const W b = word_of_lane(hi, int(threadIdx.x % 32) ^ d);
    lo = a < lo ? a : lo;
    hi = b > hi ? b : hi;
  }
}
template <class W>
__device__ inline void block_range(W& lo, W& hi, W* ends) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int warps = blockDim.x / 32;
  warp_range(lo, hi);
  __syncthreads();
  if (lane == 0) ends[warp] = lo, ends[32 + warp] = hi;
  __syncthreads();
  lo = ends[lane % warps];
  hi = ends[32 + lane % warps];
  warp_range(lo, hi);
}
template <class W> struct block_memory {
  W* stage;
  std::uint32_t* counts;
  std::uint32_t* sums;
  W* ends;
};
template <int T, int I, class W>
constexpr int block_bytes() {
  return T * I * int(sizeof(W)) + (T * I + T + 4) * 4;
}
template <class W>
__device__ block_memory<W> lay_out(int keys, std::uint32_t* sums,
                                   W* ends) {
  W* stage = dynamic_shared<W>();
  return {stage, reinterpret_cast<std::uint32_t*>(stage + keys), sums,
          ends};
}
namespace paths {
template <class W>
__host__ __device__ __forceinline__ void order_two(W& a, W& b) {
  const W low = a < b ? a : b, high = a < b ? b : a;
  a = low;
  b = high;
}
template <int n> struct network {
  int a[8 * n] = {}, b[8 * n] = {}, size = 0;
  constexpr network() {
    for (int p = 1; p < n; p *= 2)
      for (int k = p; k >= 1; k /= 2)
        for (int j = k % p; j + k < n; j += 2 * k)
          for (int i = j; i < j + k && i + k < n; ++i)
            if (i / (2 * p) == (i + k) / (2 * p)) {
              a[size] = i;
              b[size++] = i + k;
            }
  }
};
template <int n> inline constexpr network<n> odd_even{};
template <int n, class W, int... k>
__host__ __device__ __forceinline__ void run_network(
    W (&r)[n], std::integer_sequence<int, k...>) {
  (order_two(r[std::integral_constant<int, odd_even<n>.a[k]>::value],
             r[std::integral_constant<int, odd_even<n>.b[k]>::value]),
   ...);
}
template <int n, class W>
__host__ __device__ __forceinline__ void sort_registers(W (&r)[n]) {
  run_network(r, std::make_integer_sequence<int, odd_even<n>.size>{});
}
template <int n, class W>
__host__ __device__ __forceinline__ void sort_bitonic(W (&r)[n],
                                                      int from = n /
                                                                 2) {
  static_assert((n & (n - 1)) == 0);
  WW_UNROLL for (int d = n / 2; d >= 1; d /= 2)
      WW_UNROLL for (int i = 0; i < n; ++i) if (d <= from && !(i & d))
          order_two(r[i], r[i | d]);
}
template <class W> struct padded {
  W* words;
  int from;
  __device__ W& operator[](int i) const {
    return words[from + i + (from + i) / 32];
  }
  __device__ padded operator+(int i) const { return {words, from + i}; }
};
template <int w, class W>
__device__ __forceinline__ void merge_lowest(padded<W> a, int an,
                                             padded<W> b, int bn,
                                             W (&r)[w]) {
  WW_UNROLL for (int k = 0; k < w; ++k) {
    const W x = k < an ? a[k] : W(~W(0));
    const W y = w - 1 - k < bn ? b[w - 1 - k] : W(~W(0));
    r[k] = x < y ? x : y;
  }
  sort_bitonic(r);
}
template <class W>
__device__ inline int merge_path(padded<W> a, int an, padded<W> b,
                                 int bn, int d) {
  int lo = d > bn ? d - bn : 0, hi = d < an ? d : an;
  while (lo < hi) {
    const int middle = (lo + hi) / 2;
    if (a[middle] <= b[d - 1 - middle]) lo = middle + 1;
    else hi = middle;
  }
  return lo;
}
template <int T, int I, class W>
[[gnu::noinline]] __device__ void merge_sort_block(W* stage, int size) {
  const int mine = int(threadIdx.x) * I;
  for (int i = size + threadIdx.x; i < T * I; i += T)
    stage[i] = W(~W(0));
  __syncthreads();
  const padded<W> all{stage, 0};
  W r[I];
  WW_UNROLL for (int k = 0; k < I; ++k) r[k] = stage[mine + k];
  sort_registers(r);
  for (int run = I; run < T * I; run *= 2) {
    __syncthreads();
    WW_UNROLL for (int k = 0; k < I; ++k) all[mine + k] = r[k];
    __syncthreads();
    const int base = mine / (2 * run) * (2 * run), d = mine - base;
    const auto a = all + base, b = a + run;
    const int i = merge_path(a, run, b, run, d), j = d - i;
    merge_lowest(a + i, run - i, b + j, run - j, r);
  }
  __syncthreads();
  WW_UNROLL for (int k = 0; k < I; ++k) stage[mine + k] = r[k];
  __syncthreads();
}
template <class W>
__device__ inline W least_of_bin(const key_map<W>& map, int bin) {
  W lo = 0, hi = W(~W(0));
  while (lo < hi) {
    const W middle = lo + (hi - lo) / 2;
    if (map(middle) >= bin) hi = middle;
    else lo = middle + 1;
  }
  return lo;
}
}
constexpr std::uint32_t overflow_limit = 96;
template <int T, int I, class W, class Store>
__device__ __forceinline__ bool sort_block(W (&key)[I], int size,
                                           block_memory<W> m,
                                           Store store) {
  constexpr int bins = I | 1;
  const int t = threadIdx.x;
  W lo = W(~W(0)), hi = 0;
  WW_UNROLL for (int k = 0; k < I; ++k)
    if (k * T + t < size) {
      lo = key[k] < lo ? key[k] : lo;
      hi = key[k] > hi ? key[k] : hi;
    }
  for (int b = t; b <= T * bins; b += T) m.counts[b] = 0;
  block_range(lo, hi, m.ends);
  if (lo == hi) {
    WW_UNROLL for (int k = 0; k < I; ++k)
      if (k * T + t < size) store(k * T + t, key[k]);
    return true;
  }
  const auto map = key_map<W>::over(lo, hi, T * bins);
  WW_UNROLL for (int k = 0; k < I && k * T < size;
                 ++k) if (k * T + t < size)
      atomicAdd(&m.counts[map.inside(key[k]) + 1], 1u);
  __syncthreads();
  std::uint32_t most = 0, sum = 0, total;
  std::uint32_t* mine = m.counts + t * bins;
  WW_UNROLL for (int k = 1; k <= bins; ++k) {
    sum += mine[k];
    most = mine[k] > most ? mine[k] : most;
  }
  std::uint32_t at = block_exclusive(sum, m.sums, total);
  WW_UNROLL for (int k = 1; k <= bins; ++k) {
    const std::uint32_t count = mine[k];
    mine[k] = at;
    at += count;
  }
  const bool overfull =
      __syncthreads_or(!map.exact() && most > overflow_limit);
  WW_UNROLL for (int k = 0; k < I && k * T < size; ++k)
    if (k * T + t < size)
      m.stage[atomicAdd(&m.counts[map.inside(key[k]) + 1], 1u)] = key[k];
  __syncthreads();
  if (overfull) {
    bool differs = false;
    for (int i = t; i < size; i += T) {
      const W w = m.stage[i];
      const int b = map.inside(w), first = int(m.counts[b]);
      if (int(m.counts[b + 1]) - first > int(overflow_limit))
        differs |= w != m.stage[first];
    }
    if (__syncthreads_or(differs)) return false;
  }
  for (int k = 0; k < I; ++k) {
    const int i = k * T + t;
    if (i >= size) break;
    const W w = m.stage[i];
    int index = i;
    if (!map.exact()) {
      const int b = map.inside(w);
      const int first = int(m.counts[b]), end = int(m.counts[b + 1]);
      const bool alike = end - first == 1 ||
                         end - first > int(overflow_limit);
      if (!alike) index = first;
      for (int j = first; j < end && !alike; ++j) {
        const W other = m.stage[j];
        index += other < w || (other == w && j < i);
      }
    }
    store(index, w);
  }
  return true;
}
template <class W> struct parent_bucket {
  std::int64_t first, size, tile, unused;
  key_map<W> map;
};
struct small_bucket {
  std::int64_t first;
  int size, buffer;
};
template <class W> struct oversized_bucket {
  std::conditional_t<(sizeof(W) > 8), W, unsigned long long> word;
  std::int64_t first, size, buffer;
  unsigned long long differs;
};
enum class found_order : unsigned {
  none,
  ascending,
  descending,
  nearly
};
struct sort_control {
  unsigned long long reserved[2];
  unsigned long long smalls, overfull, oversized;
  unsigned unsorted, unreversed, gave_up;
  found_order shortcut, direction;
};
constexpr int tile_bits = 40;
template <class W> struct sort_level {
  parent_bucket<W>* parents;
  unsigned long long *in_bin, *cursor;
  std::uint16_t* bucket_of;
  int level, bins, group, tile, room;
  std::int64_t target;
};
template <class W>
__device__ inline int parent_of(const sort_control* c,
                                const sort_level<W>& v,
                                std::int64_t tile, int* found) {
  if (v.level == 0) return 0;
  const auto reserved = c->reserved[v.level];
  const int count = int(reserved >> tile_bits);
  if (tile >= std::int64_t(reserved & ((1ull << tile_bits) - 1)))
    return -1;
  if (count == 1) return 0;
  for (int p = threadIdx.x; p < count; p += blockDim.x)
    if (v.parents[p].tile <= tile &&
        (p + 1 == count || v.parents[p + 1].tile > tile))
      *found = p;
  __syncthreads();
  return *found;
}
__device__ inline std::uint32_t mixed(std::uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}
__device__ inline std::uint32_t take_place(std::uint32_t* counts,
                                           std::uint32_t bucket,
                                           bool valid) {
  const std::uint32_t all = 0xffffffffu, lane = threadIdx.x % 32;
  const std::uint32_t lead = __shfl_sync(all, bucket, 0);
  const std::uint32_t same =
      __ballot_sync(all, valid && bucket == lead);
  std::uint32_t place = 0;
  if (__popc(same) >= 6) {
    if (lane == 0)
      place = atomicAdd(&counts[lead], unsigned(__popc(same)));
    place = __shfl_sync(all, place, 0) +
            unsigned(__popc(same & ((1u << lane) - 1)));
    if (valid && bucket != lead) place = atomicAdd(&counts[bucket], 1u);
  } else if (valid) {
    place = atomicAdd(&counts[bucket], 1u);
  }
  return place;
}
__device__ inline void add_key(std::uint32_t* counts,
                               std::uint32_t bucket, bool valid) {
  const std::uint32_t all = 0xffffffffu, lane = threadIdx.x % 32;
  const std::uint32_t lead = __shfl_sync(all, bucket, 0);
  const std::uint32_t same =
      __ballot_sync(all, valid && bucket == lead);
  if (lane == 0 && same != 0)
    atomicAdd(&counts[lead], unsigned(__popc(same)));
  if (valid && bucket != lead) atomicAdd(&counts[bucket], 1u);
}
constexpr int most_outliers = 1024;
template <class W>
constexpr int tile_keys = sizeof(W) > 8 ? 2048 : 4096;
template <class W> struct splitter_list {
  std::int64_t count;
  W *splitter, *outlier;
  std::uint32_t *kept, *outliers;
  std::int64_t* start;
  __device__ std::int64_t ranked(std::int64_t r,
                                 found_order direction) const {
    return direction == found_order::descending ? count - 1 - r : r;
  }
  __device__ W splitter_of(std::int64_t r, found_order direction) const {
    return splitter[ranked(r, direction)];
  }
  __device__ bool put_outlier(W w, found_order direction) const {
    std::int64_t lo = 0, hi = count;
    while (lo < hi) {
      const std::int64_t middle = (lo + hi) / 2;
      if (splitter_of(middle, direction) <= w) lo = middle + 1;
      else hi = middle;
    }
    const std::uint32_t slot = atomicAdd(&outliers[lo], 1u);
    if (slot < most_outliers) outlier[lo * most_outliers + slot] = w;
    return slot < most_outliers;
  }
};
template <class W, class IO>
__device__ void find_splitters(const IO& io, std::int64_t n,
                               const splitter_list<W>& list) {
  const int lane = threadIdx.x % 32, warps = blockDim.x / 32;
  std::int64_t b =
      std::int64_t(blockIdx.x - 1) * warps + threadIdx.x / 32;
  for (; b <= list.count; b += (gridDim.x - 1) * warps) {
    if (lane == 0) list.kept[b] = list.outliers[b] = 0;
    if (b == list.count) break;
    const std::int64_t begin = b * tile_keys<W>;
    const std::int64_t size =
        min(n - begin, std::int64_t(tile_keys<W>));
    const std::int64_t middle = begin + size / 2 - (size > 32 ? 16 : 0);
    const W w = io.load(min(middle + lane, n - 1));
    int below = 0;
    for (int l = 0; l < 32; ++l) {
      const W other = word_of_lane(w, l);
      below += other < w || (other == w && l < lane);
    }
    if (below == 16) list.splitter[b] = w;
  }
}
constexpr unsigned most_waiting = 96;
template <class W, class IO>
[[gnu::noinline]] __device__ bool count_nearly_ordered(
    IO io, std::uint32_t* bins, W* all_waiting, sort_control* c,
    const parent_bucket<W>& q, std::int64_t begin, std::int64_t step,
    splitter_list<W> list, found_order direction) {
  constexpr int U = tile_keys<W> / 512;
  const unsigned all = 0xffffffffu;
  const int t = threadIdx.x, lane = t % 32;
  const key_map<W> map = q.map;
  W* buffer = all_waiting + t / 32 * most_waiting;
  bool disorder = false, gave_up = false;
  unsigned waiting = 0;
  for (std::int64_t at = begin; at < q.size; at += step) {
    const int size = int(min(q.size - at, std::int64_t(tile_keys<W>)));
    const auto r = list.ranked(at / tile_keys<W>, direction);
    const W middle = list.splitter_of(r, direction);
    const W before = r > 0 ? list.splitter_of(r - 1, direction) : W(0);
    const W last = r + 1 < list.count
                       ? list.splitter_of(r + 1, direction) - 1
                       : W(~W(0));
    W key[U];
    const int mine = t / 32 * (32 * U) + lane;
    const std::int64_t edge = at + mine - lane + 32 * U;
    const W beyond = disorder ? W(0) : io.load(min(edge, q.size - 1));
    WW_UNROLL for (int k = 0; k < U; ++k) {
      key[k] = io.load(at + min(mine + k * 32, size - 1));
    }
    if (!disorder) {
      bool falls = false, rises = false;
      WW_UNROLL for (int k = 0; k < U; ++k) {
        const W later = word_of_lane(k + 1 < U ? key[k + 1] : beyond, 0);
        W next = word_of_lane(key[k], lane + 1);
        if (lane == 31) next = later;
        falls |= key[k] > next;
        rises |= key[k] < next;
      }
      disorder = __any_sync(
          all, direction == found_order::ascending ? falls : rises);
    }
    const int bin = map(before);
    const bool few_bins = !gave_up && map(last) - bin < 4;
    int both = 0;
    unsigned in_bins = 0;
    WW_UNROLL for (int k = 0; k < U; ++k) {
      const W w = key[k];
      const bool in = mine + k * 32 < size;
      const bool ordered = w >= before && w <= last;
      if (in && ordered) {
        both += w < middle ? 0x10001 : 1;
        in_bins += 1u << 8 * ((map(w) - bin) & 3);
      }
      if (!few_bins) add_key(bins, std::uint32_t(map(w)), in);
      const unsigned votes = __ballot_sync(all, in && !ordered);
      if (votes != 0) {
        if ((votes >> lane) & 1) {
          const unsigned slot = waiting + __popc(votes & ((1u << lane) - 1));
          if (slot < most_waiting) buffer[slot] = w;
          if (few_bins) atomicAdd(&bins[map(w)], 1u);
        }
        waiting += __popc(votes);
      }
    }
    if (!gave_up) {
      unsigned even = in_bins & 0xff00ff, odd = in_bins >> 8 & 0xff00ff;
      for (int d = 16; d > 0; d /= 2) {
        both += __shfl_xor_sync(all, both, d);
        even += __shfl_xor_sync(all, even, d);
        odd += __shfl_xor_sync(all, odd, d);
      }
      const int lower = both >> 16, upper = (both & 0xffff) - lower;
      if (lane == 0 && lower > 0) atomicAdd(&list.kept[r], unsigned(lower));
      if (lane == 0 && upper > 0)
        atomicAdd(&list.kept[r + 1], unsigned(upper));
      const unsigned found =
          ((lane & 1 ? odd : even) >> (lane & 2) * 8) & 0xffff;
      if (few_bins && lane < 4 && found > 0)
        atomicAdd(&bins[bin + lane], found);
      bool room =
          before <= middle && middle <= last && waiting <= most_waiting;
      __syncwarp();
      for (; room && waiting >= 32; waiting -= 32)
        room = __all_sync(
            all, list.put_outlier(buffer[waiting - 32 + lane], direction));
      __syncwarp();
      gave_up = !room;
      if (gave_up && lane == 0) atomicOr(&c->gave_up, 1u);
    }
  }
  __syncwarp();
  if (!gave_up && unsigned(lane) < waiting &&
      !list.put_outlier(buffer[lane], direction))
    atomicOr(&c->gave_up, 1u);
  return disorder;
}
template <class W>
__device__ bool plan_intervals(const splitter_list<W>& list, int room,
                               unsigned long long* sums) {
  const std::int64_t intervals = list.count + 1;
  const std::int64_t per = (intervals + blockDim.x - 1) / blockDim.x;
  const auto first = min(threadIdx.x * per, intervals);
  const auto last = min(first + per, intervals);
  unsigned long long sum = 0, total;
  bool fits = true;
  for (auto j = first; j < last; ++j) {
    const std::uint32_t keys = list.kept[j] + list.outliers[j];
    sum += keys;
    fits = fits && keys <= std::uint32_t(room);
  }
  unsigned long long at = block_exclusive(sum, sums, total);
  for (auto j = first; j < last; ++j) {
    list.start[j] = std::int64_t(at);
    at += list.kept[j] + list.outliers[j];
  }
  return __syncthreads_and(fits);
}
template <int T, int I, class W, class IO>
__device__ __forceinline__ small_bucket
gather_interval(const IO& io, std::int64_t n, std::int64_t j,
                found_order direction, const splitter_list<W>& list,
                block_memory<W> m, int* gathered, W (&key)[I]) {
  const int kept = int(list.kept[j]),
            size = kept + int(list.outliers[j]);
  const small_bucket q{list.start[j], size, 1};
  if (threadIdx.x == 0) *gathered = 0;
  __syncthreads();
  {
    constexpr int per = tile_keys<W> / T;
    const bool has_first = j > 0, has_last = j < list.count;
    const W from = has_first ? list.splitter_of(j - 1, direction) : W(0);
    const W to = has_last ? list.splitter_of(j, direction) : W(~W(0));
    W w[2 * per];
    unsigned mine = 0;
    WW_UNROLL for (int k = 0; k < 2 * per; ++k) {
      const auto r = list.ranked(j - 1 + k / per, direction);
      const std::int64_t i = r * tile_keys<W> + k % per * T + threadIdx.x;
      const bool in = (k < per ? has_first : has_last) && i < n;
      w[k] = in ? io.load(i) : W(0);
      mine |= unsigned(in) << k;
    }
    int count = 0;
    WW_UNROLL for (int k = 0; k < 2 * per; ++k) {
      if (w[k] < from || (has_last && w[k] >= to)) mine &= ~(1u << k);
      count += __popc(__ballot_sync(0xffffffffu, (mine >> k) & 1));
    }
    const int lane = threadIdx.x % 32;
    int at = lane == 0 ? atomicAdd(gathered, count) : 0;
    at = __shfl_sync(0xffffffffu, at, 0);
    WW_UNROLL for (int k = 0; k < 2 * per; ++k) {
      const unsigned votes = __ballot_sync(0xffffffffu, (mine >> k) & 1);
      if ((mine >> k) & 1)
        m.stage[at + __popc(votes & ((1u << lane) - 1))] = w[k];
      at += __popc(votes);
    }
  }
  for (int i = kept + threadIdx.x; i < size; i += T)
    m.stage[i] = list.outlier[j * most_outliers + i - kept];
  __syncthreads();
  WW_UNROLL for (int k = 0; k < I; ++k) {
    const int i = k * T + int(threadIdx.x);
    key[k] = i < size ? m.stage[i] : W(0);
  }
  return q;
}
template <class W, class IO>
__global__ void __launch_bounds__(1024)
    sample_ranges(IO io, const W* from, std::int64_t n, sort_control* c,
                  sort_level<W> v, splitter_list<W> list) {
  __shared__ W ends[64];
  __shared__ int steps[2];
  wait_for_previous();
  if (v.level == 0 && blockIdx.x > 0) {
    find_splitters(io, n, list);
    return;
  }
  if (v.level == 0 && threadIdx.x == 0) {
    const auto tiles =
        static_cast<unsigned long long>((n + v.tile - 1) / v.tile);
    c->reserved[0] = 1ull << tile_bits | tiles;
    c->reserved[1] = c->smalls = c->overfull = c->oversized = 0;
    c->unsorted = c->unreversed = c->gave_up = 0;
    c->shortcut = found_order::none;
  }
  const int parts =
      v.level == 0 ? 1 : int(c->reserved[v.level] >> tile_bits);
  for (int p = blockIdx.x; p < parts; p += gridDim.x) {
    const std::int64_t first = v.level == 0 ? 0 : v.parents[p].first;
    const std::int64_t size = v.level == 0 ? n : v.parents[p].size;
    W lo = W(~W(0)), hi = 0;
    int falls = 0, rises = 0;
    for (int b = threadIdx.x; b < v.bins; b += blockDim.x)
      v.in_bin[std::int64_t(p) * v.bins + b] = 0;
    const std::int64_t part = size / (4 * blockDim.x);
    for (unsigned k = 0; k < 4; ++k) {
      const unsigned s = k * blockDim.x + threadIdx.x;
      const std::int64_t i =
          part > 0 ? s * part + mixed(s + 1) % part : s % size;
      const W w = v.level == 0 ? io.load(i) : from[first + i];
      lo = w < lo ? w : lo;
      hi = w > hi ? w : hi;
      const W next = word_of_lane(w, int(threadIdx.x % 32) + 1);
      const bool inner = threadIdx.x % 32 < 31;
      falls += __popc(__ballot_sync(0xffffffffu, inner && w > next));
      rises += __popc(__ballot_sync(0xffffffffu, inner && w < next));
    }
    if (v.level == 0) {
      if (threadIdx.x < 2) steps[threadIdx.x] = 0;
      __syncthreads();
      if (threadIdx.x % 32 == 0) {
        atomicAdd(&steps[0], falls);
        atomicAdd(&steps[1], rises);
      }
      __syncthreads();
      const int few = int(4 * blockDim.x / 8);
      if (threadIdx.x == 0)
        c->direction = steps[0] < few   ? found_order::ascending
                       : steps[1] < few ? found_order::descending
                                        : found_order::none;
    }
    block_range(lo, hi, ends);
    if (threadIdx.x == 0) {
      if (v.level == 0) v.parents[p].first = v.parents[p].tile = 0;
      v.parents[p].unused = 0;
      v.parents[p].size = size;
      v.parents[p].map = key_map<W>::over(lo, hi, v.bins);
    }
  }
}
template <class W, class IO>
__global__ void __launch_bounds__(512, 2)
    count_bins(IO io, const W* from, sort_control* c, sort_level<W> v,
               splitter_list<W> list) {
  std::uint32_t* bins = dynamic_shared<std::uint32_t>();
  __shared__ int found;
  __shared__ W waiting[16 * most_waiting];
  const int t = threadIdx.x;
  for (int b = t; b < v.bins; b += blockDim.x) bins[b] = 0;
  wait_for_previous();
  bool falls = false, rises = false;
  const auto direction =
      v.level == 0 ? c->direction : found_order::none;
  const std::int64_t tile = std::int64_t(blockIdx.x) * v.group;
  const int p = parent_of(c, v, tile, &found);
  if (p < 0) return;
  const parent_bucket<W> q = v.parents[p];
  std::int64_t begin = (tile - q.tile) * v.tile, step = tile_keys<W>;
  std::int64_t end = min(begin + std::int64_t(v.group) * v.tile, q.size);
  if (v.level == 0) {
    begin = std::int64_t(blockIdx.x) * tile_keys<W>;
    step = std::int64_t(gridDim.x) * tile_keys<W>;
    end = q.size;
  }
  __syncthreads();
  if (direction == found_order::none) {
    constexpr int U = tile_keys<W> / 512;
    for (std::int64_t at = begin; at < end; at += step) {
      W key[U];
      const std::int64_t mine = at + t / 32 * (32 * U) + t % 32;
      WW_UNROLL for (int k = 0; k < U; ++k) {
        const std::int64_t i = mine + k * 32;
        key[k] = 0;
        if (i < end) key[k] = v.level == 0 ? io.load(i) : from[q.first + i];
      }
      if (v.level == 0 && !(falls && rises)) {
        const std::int64_t edge = mine - t % 32 + 32 * U;
        const W beyond = io.load(min(edge, q.size - 1));
        WW_UNROLL for (int k = 0; k < U; ++k) {
          const W later = word_of_lane(k + 1 < U ? key[k + 1] : beyond, 0);
          W next = word_of_lane(key[k], t % 32 + 1);
          if (t % 32 == 31) next = later;
          const bool in = mine + k * 32 + 1 < q.size;
          falls |= in && key[k] > next;
          rises |= in && key[k] < next;
        }
        falls = __any_sync(0xffffffffu, falls);
        rises = __any_sync(0xffffffffu, rises);
      }
      WW_UNROLL for (int k = 0; k < U; ++k)
        if (mine + k * 32 < end) atomicAdd(&bins[q.map(key[k])], 1u);
    }
  } else {
    const bool disorder = count_nearly_ordered(
        io, bins, waiting, c, q, begin, step, list, direction);
    falls = direction != found_order::ascending || disorder;
    rises = direction == found_order::ascending || disorder;
  }
  falls = __syncthreads_or(falls);
  rises = __syncthreads_or(rises);
  for (int i = t; i < v.bins; i += blockDim.x) {
    const int b = (i + int(blockIdx.x) * 64) % v.bins;
    if (bins[b] > 0)
      atomicAdd(&v.in_bin[std::int64_t(p) * v.bins + b],
                static_cast<unsigned long long>(bins[b]));
  }
  if (v.level == 0 && t == 0) {
    if (falls) atomicOr(&c->unsorted, 1u);
    if (rises) atomicOr(&c->unreversed, 1u);
  }
}
constexpr int most_buckets = 1024, move_threads = 512;
template <class W> struct move_memory {
  W* stage;
  std::int64_t* shift;
  std::uint32_t* counts;
  std::uint16_t* bucket_of;
  std::uint32_t* sums;
};
template <int per, class W>
__global__ void __launch_bounds__(1024)
    plan_buckets(sort_control* c, sort_level<W> v, sort_level<W> next,
                 small_bucket* smalls, oversized_bucket<W>* oversized,
                 splitter_list<W> list) {
  __shared__ unsigned long long sums[32], base;
  __shared__ std::int64_t start[most_buckets + 1];
  __shared__ int first_bin[most_buckets + 1];
  const int t = threadIdx.x;
  wait_for_previous();
  const int parts =
      v.level == 0 ? 1 : int(c->reserved[v.level] >> tile_bits);
  for (int p = blockIdx.x; p < parts; p += gridDim.x) {
    const parent_bucket<W> q = v.parents[p];
    const unsigned long long* in_bin = v.in_bin + std::int64_t(p) * v.bins;
    unsigned long long count[per], sum = 0, total;
    WW_UNROLL for (int k = 0; k < per; ++k)
      sum += count[k] = in_bin[t * per + k];
    const unsigned long long before = block_exclusive(sum, sums, total);
    const unsigned long long last_one = t > 0 ? in_bin[t * per - 1] : 0;
    if (v.level == 0) {
      auto found = !c->unsorted     ? found_order::ascending
                   : !c->unreversed ? found_order::descending
                                    : found_order::none;
      if (found == found_order::none && c->direction != found_order::none &&
          !c->gave_up && plan_intervals(list, v.room, sums))
        found = found_order::nearly;
      if (found != found_order::none) {
        if (t == 0) c->shortcut = found;
        return;
      }
    }
    unsigned long long buckets, my_first;
    unsigned begins;
    for (std::int64_t target = v.target;; target *= 2) {
      const auto full = static_cast<unsigned long long>(
          target < v.room ? v.room - target - 1 : target);
      const int down =
          int(q.size >> 31) ? 32 - __clz(int(q.size >> 31)) : 0;
      const auto inverse = std::uint32_t(
          4294967040.0f / float(std::uint32_t(target >> down) + 1));
      auto window = [=](unsigned long long x) {
        return high_product(std::uint32_t(x >> down), inverse);
      };
      begins = t == 0;
      unsigned long long at = before, previous = last_one;
      WW_UNROLL for (int k = 0; k < per; ++k) {
        const bool begin = window(at) != window(at - previous) ||
                           count[k] > full || previous > full;
        begins |= unsigned(begin) << k;
        at += count[k];
        previous = count[k];
      }
      my_first = block_exclusive(
          static_cast<unsigned long long>(__popc(begins)), sums, buckets);
      if (buckets <= most_buckets) break;
    }
    unsigned long long place = before;
    int bucket = int(my_first) - 1;
    __syncthreads();
    WW_UNROLL for (int k = 0; k < per; ++k) {
      const int b = t * per + k;
      if ((begins >> k) & 1) {
        start[++bucket] = std::int64_t(place);
        first_bin[bucket] = b;
      }
      v.bucket_of[std::int64_t(p) * v.bins + b] = std::uint16_t(bucket);
      place += count[k];
    }
    if (t == 0) start[buckets] = q.size, first_bin[buckets] = v.bins;
    __syncthreads();
    const bool mine = t < int(buckets);
    const std::int64_t size = mine ? start[t + 1] - start[t] : 0;
    const std::int64_t first = mine ? q.first + start[t] : 0;
    const bool pure = mine && first_bin[t + 1] == first_bin[t] + 1 &&
                      q.map.pure(first_bin[t]);
    if (mine) v.cursor[std::int64_t(p) * most_buckets + t] = first;
    std::int64_t pieces = 0;
    if (size <= v.room || pure) pieces = (size + v.room - 1) / v.room;
    else if (next.parents) {
      const std::int64_t whole = (size + next.tile - 1) / next.tile;
      const auto tiles = static_cast<unsigned long long>(
          (whole + next.group - 1) / next.group * next.group);
      const auto old =
          atomicAdd(&c->reserved[next.level], 1ull << tile_bits | tiles);
      parent_bucket<W>& r = next.parents[old >> tile_bits];
      r.first = first;
      r.size = size;
      r.tile = std::int64_t(old & ((1ull << tile_bits) - 1));
    } else
      oversized[atomicAdd(&c->oversized, 1ull)] = {0, first, size, v.level,
                                                   0};
    unsigned long long all;
    const auto where =
        block_exclusive(static_cast<unsigned long long>(pieces), sums, all);
    if (t == 0) base = atomicAdd(&c->smalls, all);
    __syncthreads();
    for (std::int64_t k = 0; k < pieces; ++k) {
      const std::int64_t rest = size - k * v.room;
      smalls[base + where + k] = {
          first + k * v.room, int(rest < v.room ? rest : v.room), v.level};
    }
    __syncthreads();
  }
}
template <bool full, int I, class W, class IO>
__device__ __forceinline__ void move_tile(
    const IO& io, const W* from, W* to, std::int64_t n,
    const sort_level<W>& v, const parent_bucket<W>& q, int p,
    std::int64_t begin, int size, found_order shortcut,
    move_memory<W> m) {
  constexpr int T = move_threads;
  const int t = threadIdx.x;
  auto in = [=](int k) { return full || k * T + t < size; };
  W key[I];
  WW_UNROLL for (int k = 0; k < I; ++k) {
    const std::int64_t i = begin + k * T + t;
    key[k] = 0;
    if (in(k)) key[k] = v.level == 0 ? io.load(i) : from[q.first + i];
  }
  WW_UNROLL for (int b = 0; b < most_buckets / T; ++b)
      m.counts[b * T + t] = 0;
  if (shortcut == found_order::none && t < v.bins / 8)
    reinterpret_cast<uint4*>(m.bucket_of)[t] =
        reinterpret_cast<const uint4*>(v.bucket_of +
                                       std::int64_t(p) * v.bins)[t];
  __syncthreads();
  if (shortcut != found_order::none) {
    WW_UNROLL for (int k = 0; k < I; ++k) {
      const std::int64_t i = begin + k * T + t;
      if (in(k))
        io.store(shortcut == found_order::ascending ? i : n - 1 - i,
                 key[k]);
    }
    return;
  }
  std::uint32_t rank[I];
  WW_UNROLL for (int k = 0; k < I; ++k) {
    const std::uint32_t bucket = m.bucket_of[q.map(key[k])];
    rank[k] = bucket << 16 | take_place(m.counts, bucket, in(k));
  }
  __syncthreads();
  constexpr int per = (most_buckets + T - 1) / T;
  unsigned long long* cursor = v.cursor + std::int64_t(p) * most_buckets;
  std::uint32_t sum = 0, total;
  WW_UNROLL for (int k = 0; k < per; ++k) sum += m.counts[t * per + k];
  std::uint32_t at = block_exclusive(sum, m.sums, total);
  WW_UNROLL for (int k = 0; k < per; ++k) {
    const int b = t * per + k;
    const std::uint32_t count = m.counts[b];
    m.counts[b] = at;
    if (count > 0)
      m.shift[b] =
          std::int64_t(atomicAdd(
              &cursor[b], static_cast<unsigned long long>(count))) -
          at;
    at += count;
  }
  __syncthreads();
  WW_UNROLL for (int k = 0; k < I; ++k) if (in(k))
      m.stage[m.counts[rank[k] >> 16] + (rank[k] & 0xffff)] = key[k];
  __syncthreads();
  WW_UNROLL for (int k = 0; k < I; ++k)
    if (in(k)) {
      const W w = m.stage[k * T + t];
      to[m.shift[m.bucket_of[q.map(w)]] + k * T + t] = w;
    }
}
template <int I, class W, class IO>
__global__ void __launch_bounds__(move_threads, 2)
    move_keys(IO io, const W* from, W* to, std::int64_t n,
              sort_control* c, sort_level<W> v) {
  constexpr int size = I * move_threads;
  __shared__ int found;
  __shared__ std::uint32_t sums[32];
  W* stage = dynamic_shared<W>();
  auto* shift = reinterpret_cast<std::int64_t*>(stage + size);
  auto* counts = reinterpret_cast<std::uint32_t*>(shift + most_buckets);
  auto* table = reinterpret_cast<std::uint16_t*>(counts + most_buckets);
  const move_memory<W> m{stage, shift, counts, table, sums};
  wait_for_previous();
  const std::int64_t tile = blockIdx.x;
  const found_order shortcut =
      v.level == 0 ? c->shortcut : found_order::none;
  const int p = parent_of(c, v, tile, &found);
  if (p < 0 || shortcut == found_order::nearly) return;
  const parent_bucket<W> q = v.parents[p];
  const std::int64_t begin = (tile - q.tile) * size;
  if (begin >= q.size) return;
  const std::int64_t rest = q.size - begin;
  if (rest >= size)
    move_tile<true, I>(io, from, to, n, v, q, p, begin, size, shortcut,
                       m);
  else
    move_tile<false, I>(io, from, to, n, v, q, p, begin, int(rest),
                        shortcut, m);
}
template <class W>
[[gnu::noinline]] __device__ void check_oversized(
    const W* one, const W* other, const sort_control* c,
    oversized_bucket<W>* oversized) {
  const std::int64_t count = std::int64_t(c->oversized);
  const std::int64_t shares = gridDim.x > count ? gridDim.x / count : 1;
  const std::int64_t share = blockIdx.x % shares;
  for (std::int64_t p = blockIdx.x / shares; p < count;
       p += gridDim.x / shares) {
    oversized_bucket<W>& q = oversized[p];
    const W* from = (q.buffer ? other : one) + q.first;
    const W word = from[0];
    bool differs = false;
    for (std::int64_t i = share * blockDim.x + threadIdx.x;
         i < q.size && !differs; i += shares * blockDim.x)
      differs = from[i] != word;
    if (differs) atomicOr(&q.differs, 1ull);
    if (share == 0 && threadIdx.x == 0) q.word = word;
  }
}
template <int T, int I, class W, class IO>
__global__ void __launch_bounds__(T, (sizeof(W) == 4 ? 1536 : 1024) / T)
    sort_small_buckets(IO io, const W* one, W* other, std::int64_t n,
                       sort_control* c, const small_bucket* smalls,
                       small_bucket* overfull,
                       oversized_bucket<W>* oversized,
                       splitter_list<W> list) {
  __shared__ std::uint32_t sums[32];
  __shared__ W ends[64];
  __shared__ int gathered;
  const auto m = lay_out(T * I, sums, ends);
  wait_for_previous();
  const bool nearly = c->shortcut == found_order::nearly,
             any_oversized = c->oversized > 0;
  const auto parts = nearly ? list.count + 1ull : c->smalls;
  if (any_oversized) check_oversized<W>(one, other, c, oversized);
  for (auto s = blockIdx.x + 0ull; s < parts; s += gridDim.x) {
    W key[I];
    small_bucket q;
    if (nearly) {
      q = gather_interval<T, I>(io, n, std::int64_t(s), c->direction, list,
                                m, &gathered, key);
    } else {
      q = smalls[s];
      const W* from = (q.buffer ? other : one) + q.first;
      WW_UNROLL for (int k = 0; k < I; ++k) {
        const int i = k * T + int(threadIdx.x);
        key[k] = i < q.size ? from[i] : W(0);
      }
    }
    const bool sorted = sort_block<T, I>(
        key, q.size, m, [&](int i, W w) { io.store(q.first + i, w); });
    if (!sorted) {
      if (nearly) {
        WW_UNROLL for (int k = 0; k < I; ++k) {
          const int i = k * T + int(threadIdx.x);
          if (i < q.size) other[q.first + i] = key[k];
        }
      }
      if (threadIdx.x == 0) overfull[atomicAdd(&c->overfull, 1ull)] = q;
    }
    __syncthreads();
  }
}
template <class W> struct key_range { W lo, hi; };
template <int T, class W, class Load>
__device__ void count_range(Load load, std::int64_t n, key_range<W> r,
                            const key_map<W>& map, block_memory<W> m,
                            int bins) {
  for (int b = threadIdx.x; b < bins; b += T) m.counts[b] = 0;
  __syncthreads();
  for (std::int64_t i = threadIdx.x; i < n; i += T) {
    const W w = load(i);
    if (w >= r.lo && w <= r.hi) atomicAdd(&m.counts[map(w)], 1u);
  }
  __syncthreads();
}
template <int T, class W, class Load, class Wanted>
__device__ int gather(Load load, std::int64_t n, Wanted wanted,
                      block_memory<W> m, int* ints) {
  constexpr int U = 8;
  auto keep = [=](W w) {
    if (wanted(w)) m.stage[atomicAdd(&ints[0], 1)] = w;
  };
  __syncthreads();
  if (threadIdx.x == 0) ints[0] = 0;
  __syncthreads();
  std::int64_t i = threadIdx.x;
  for (; i + (U - 1) * T < n; i += U * T) {
    W w[U];
    WW_UNROLL for (int k = 0; k < U; ++k) w[k] = load(i + k * T);
    WW_UNROLL for (int k = 0; k < U; ++k) keep(w[k]);
  }
  for (; i < n; i += T) keep(load(i));
  __syncthreads();
  return ints[0];
}
template <int T, int I, class W, class Store>
__device__ void sort_stage(int size, block_memory<W> m, Store store) {
  W key[I];
  WW_UNROLL for (int k = 0; k < I; ++k) {
    const int i = k * T + int(threadIdx.x);
    key[k] = i < size ? m.stage[i] : W(0);
  }
  __syncthreads();
  if (!sort_block<T, I>(key, size, m, store)) {
    WW_UNROLL for (int k = 0; k < I; ++k) {
      const int i = k * T + int(threadIdx.x);
      if (i < size) m.stage[i] = key[k];
    }
    paths::merge_sort_block<T, I>(m.stage, size);
    for (int i = threadIdx.x; i < size; i += T) store(i, m.stage[i]);
  }
  __syncthreads();
}
template <int T, int I, class W, class Load, class Store>
__device__ void sort_any_number(Load load, std::int64_t n,
                                key_range<W> whole, block_memory<W> m,
                                int* ints, Store store) {
  key_range<W> r = whole;
  std::int64_t done = 0;
  for (;;) {
    W lo = W(~W(0)), hi = 0, end = r.hi;
    std::uint32_t found = 0, total;
    for (std::int64_t i = threadIdx.x; i < n; i += T) {
      const W w = load(i);
      if (w < r.lo || w > r.hi) continue;
      lo = w < lo ? w : lo;
      hi = w > hi ? w : hi;
      ++found;
    }
    block_exclusive(found, m.sums, total);
    block_range(lo, hi, m.ends);
    if (total > 0 && lo == hi) {
      for (std::int64_t i = threadIdx.x; i < total; i += T)
        store(done + i, lo);
      done += total;
    } else if (total > 0) {
      const auto map = key_map<W>::over(lo, hi, T * I);
      count_range<T>(load, n, r, map, m, T * I);
      int bin, keys;
      std::uint32_t mine[I], sum = 0, all;
      WW_UNROLL for (int k = 0; k < I; ++k)
        sum += mine[k] = m.counts[threadIdx.x * I + k];
      std::uint32_t at = block_exclusive(sum, m.sums, all);
      if (threadIdx.x == 0) ints[1] = T * I, ints[2] = int(all);
      __syncthreads();
      WW_UNROLL for (int k = 0; k < I; ++k) {
        if (at <= std::uint32_t(T * I) && at + mine[k] > std::uint32_t(T * I))
          ints[1] = int(threadIdx.x) * I + k, ints[2] = int(at);
        at += mine[k];
      }
      __syncthreads();
      bin = ints[1];
      keys = ints[2];
      __syncthreads();
      if (keys == 0) {
        if (bin + 1 < T * I) r.hi = W(paths::least_of_bin(map, bin + 1) - 1);
        continue;
      }
      if (bin < T * I) end = W(paths::least_of_bin(map, bin) - 1);
      const W first = r.lo, width = W((end < r.hi ? end : r.hi) - first);
      const int size = gather<T>(
          load, n, [=](W w) { return W(w - first) <= width; }, m, ints);
      const std::int64_t base = done;
      sort_stage<T, I>(size, m, [&](int i, W w) { store(base + i, w); });
      done += size;
    }
    if (end < r.hi) r.lo = end + 1;
    else if (r.hi < whole.hi) r = {W(r.hi + 1), whole.hi};
    else return;
  }
}
template <int T, int I, class W, class IO>
__global__ void __launch_bounds__(T)
    sort_oversized(IO io, W* one, W* other, const sort_control* c,
                   const oversized_bucket<W>* oversized,
                   const small_bucket* overfull) {
  __shared__ std::uint32_t sums[32];
  __shared__ W ends[64];
  __shared__ int ints[4];
  const auto m = lay_out(T * I, sums, ends);
  wait_for_previous();
  const std::int64_t parts = std::int64_t(c->oversized);
  for (std::int64_t p = 0; p < parts; ++p) {
    const oversized_bucket<W> q = oversized[p];
    W* from = (q.buffer ? other : one) + q.first;
    W* to = (q.buffer ? one : other) + q.first;
    if (!q.differs) {
      for (std::int64_t i = std::int64_t(blockIdx.x) * T + threadIdx.x;
           i < q.size; i += std::int64_t(gridDim.x) * T)
        io.store(q.first + i, W(q.word));
    } else if (p % gridDim.x == blockIdx.x) {
      sort_any_number<T, I>([=](std::int64_t i) { return from[i]; }, q.size,
                      key_range<W>{0, W(~W(0))}, m, ints,
                      [=](std::int64_t i, W w) { to[i] = w; });
      __syncthreads();
      for (std::int64_t i = threadIdx.x; i < q.size; i += T)
        io.store(q.first + i, to[i]);
    }
  }
  for (auto s = blockIdx.x + 0ull; s < c->overfull; s += gridDim.x) {
    const small_bucket q = overfull[s];
    const W* from = (q.buffer ? other : one) + q.first;
    for (int i = threadIdx.x; i < q.size; i += T) m.stage[i] = from[i];
    __syncthreads();
    paths::merge_sort_block<T, I>(m.stage, q.size);
    for (int i = threadIdx.x; i < q.size; i += T)
      io.store(q.first + i, m.stage[i]);
    __syncthreads();
  }
}
template <int T, int I, class W, class IO>
__global__ void __launch_bounds__(T) sort_at_once(IO io, int n) {
  __shared__ std::uint32_t sums[32];
  __shared__ W ends[64];
  __shared__ int ints[8];
  const auto m = lay_out(T * I, sums, ends);
  constexpr int bins = 4 * T;
  const int t = threadIdx.x;
  W lo = W(~W(0)), hi = 0;
  bool fall = false, rise = false;
  const int part = n / (2 * T);
  for (int k = 0; k < 2; ++k) {
    const int s = k * T + t;
    const W w = io.load(
        part > 0 ? s * part + int(mixed(s + 1) % part) : s % n);
    lo = w < lo ? w : lo;
    hi = w > hi ? w : hi;
    const W next = word_of_lane(w, int(threadIdx.x % 32) + 1);
    fall |= t % 32 < 31 && w > next;
    rise |= t % 32 < 31 && w < next;
  }
  const bool falls = __syncthreads_or(fall);
  const bool maybe = !__syncthreads_or(rise) || !falls;
  block_range(lo, hi, ends);
  if (maybe) {
    fall = rise = false;
    for (int at = 0; at < n - 1; at += 4 * T) {
      W key[4], next[4];
      WW_UNROLL for (int k = 0; k < 4; ++k) {
        const int i = min(at + k * T + t, n - 2);
        key[k] = io.load(i);
        next[k] = io.load(i + 1);
      }
      WW_UNROLL for (int k = 0; k < 4; ++k) {
        fall |= key[k] > next[k];
        rise |= key[k] < next[k];
      }
    }
    const bool unsorted = __syncthreads_or(fall);
    if (!unsorted || !__syncthreads_or(rise)) {
      for (int k = blockIdx.x * T + t; k < n; k += gridDim.x * T)
        io.store(unsorted ? n - 1 - k : k, io.load(k));
      return;
    }
  }
  const auto map = key_map<W>::over(lo, hi, bins);
  constexpr int U = 8;
  for (int b = t; b < bins; b += T) m.counts[b] = 0;
  __syncthreads();
  int i = t;
  for (; i + (U - 1) * T < n; i += U * T) {
    W key[U];
    WW_UNROLL for (int k = 0; k < U; ++k) key[k] = io.load(i + k * T);
    WW_UNROLL for (int k = 0; k < U; ++k)
      atomicAdd(&m.counts[map(key[k])], 1u);
  }
  for (; i < n; i += T) atomicAdd(&m.counts[map(io.load(i))], 1u);
  __syncthreads();
  std::uint32_t count[4], sum = 0, total;
  WW_UNROLL for (int k = 0; k < 4; ++k) sum += count[k] =
      m.counts[t * 4 + k];
  std::uint32_t at = block_exclusive(sum, sums, total);
  if (t < 2) ints[4 + t] = bins, ints[6 + t] = n;
  __syncthreads();
  std::uint32_t before = t > 0 ? at - m.counts[t * 4 - 1] : 0;
  WW_UNROLL for (int k = 0; k < 4; ++k) {
    for (int end = 0; end < 2; ++end) {
      const auto place =
          std::uint32_t(std::int64_t(n) * (blockIdx.x + end) / gridDim.x);
      if (at >= place && (t + k == 0 || before < place))
        ints[4 + end] = t * 4 + k, ints[6 + end] = int(at);
    }
    before = at;
    at += count[k];
  }
  __syncthreads();
  const int base = ints[6], size = ints[7] - base;
  const int first_bin = ints[4], end_bin = ints[5];
  if (size == 0) return;
  auto mine = [=](W w) {
    return unsigned(map(w) - first_bin) < unsigned(end_bin - first_bin);
  };
  auto store = [&](std::int64_t i, W w) { io.store(base + i, w); };
  auto load = [&](std::int64_t i) { return io.load(i); };
  if (size <= T * I) {
    gather<T>(load, n, mine, m, ints);
    sort_stage<T, I>(size, m, store);
  } else {
    const key_range<W> share{
        first_bin > 0 ? paths::least_of_bin(map, first_bin) : W(0),
        end_bin < bins ? W(paths::least_of_bin(map, end_bin) - 1)
                       : W(~W(0))};
    sort_any_number<T, I>(load, n, share, m, ints, store);
  }
}
template <class W> constexpr int last_each = sizeof(W) > 8 ? 4 : 8;
template <class W>
constexpr std::int64_t few_keys = (1 << 18) / sizeof(W);
template <class IO>
void sort_few(IO io, int n, cudaStream_t s) {
  using W = typename IO::word;
  const unsigned blocks =
      unsigned(std::clamp(n / 128, 1, std::max(multiprocessors(), 16)));
  constexpr int each = last_each<W>;
  launch(sort_at_once<1024, each, W, IO>, blocks, 1024,
         block_bytes<1024, each, W>(), s, io, n);
}
template <class W> struct bucket_policy {
  static constexpr bool wide = sizeof(W) > 8;
  static constexpr int threads = 512, each = wide ? 6 : 12;
  static constexpr int spare_each = wide ? 8 : 16;
  static constexpr int first_bins = 4096, later_bins = 2048;
  static constexpr int tile = move_threads * (64 / int(sizeof(W)));
  static constexpr std::int64_t one_level = 1 << (wide ? 21 : 22);
};
template <class Policy = void, class IO>
void bucket_sort(void* temporary, std::size_t& bytes, IO io,
                 typename IO::word* other, std::int64_t n,
                 cudaStream_t s) {
  using W = typename IO::word;
  using P = std::conditional_t<std::is_void_v<Policy>, bucket_policy<W>,
                               Policy>;
  if (n < 0)
    throw bad_input(format("%lld keys", static_cast<long long>(n)));
  if (n <= few_keys<W>) {
    if (arena{temporary}.holds(bytes) && n > 0) sort_few(io, int(n), s);
    return;
  }
  constexpr int T = P::threads, I = P::each, target = T * I * 2 / 3;
  constexpr int tile = P::tile;
  const bool two = n > P::one_level;
  const bool spare = !two && n > P::one_level / 4;
  const int levels = two || spare ? 2 : 1;
  const int room = spare ? 512 * P::spare_each : T * I;
  const std::int64_t blocks = (n + tile - 1) / tile;
  std::int64_t first = 1;
  while (two && first < 512 && 2 * first * first < n / target) first *= 2;
  const std::int64_t parents = two ? 2 * first + 2 : n / room + 2;
  std::int64_t wanted = two ? n / first : target;
  while (!two && wanted > 512 && n / wanted < 256) wanted /= 2;
  arena memory{temporary};
  const std::int64_t most = 3 * (n / target) + 4096;
  W* one = memory.take<W>(n);
  auto* c = memory.take<sort_control>(1);
  auto* smalls = memory.take<small_bucket>(most);
  auto* overfull = memory.take<small_bucket>(most);
  auto* oversized = memory.take<oversized_bucket<W>>(n / room + 16);
  sort_level<W> v[3] = {};
  for (int l = 0; l < levels; ++l) {
    const std::int64_t p = l == 0 ? 1 : parents;
    v[l].level = l;
    v[l].bins = l == 0 ? P::first_bins : P::later_bins;
    v[l].group = l == 0 ? 1 : 8;
    v[l].tile = tile;
    v[l].room = room;
    v[l].target = l == 0 ? wanted : target;
    v[l].parents = memory.take<parent_bucket<W>>(p);
    v[l].in_bin = memory.take<unsigned long long>(p * v[l].bins);
    v[l].cursor = memory.take<unsigned long long>(p * most_buckets);
    v[l].bucket_of = memory.take<std::uint16_t>(p * v[l].bins);
  }
  splitter_list<W> list{};
  list.count = (n + tile_keys<W> - 1) / tile_keys<W>;
  list.outlier = one;
  list.splitter = memory.take<W>(list.count);
  list.kept = memory.take<std::uint32_t>(list.count + 1);
  list.outliers = memory.take<std::uint32_t>(list.count + 1);
  list.start = memory.take<std::int64_t>(list.count + 1);
  if (!memory.holds(bytes)) return;
  const W* one_in = one;
  for (int l = 0; l < levels; ++l) {
    const W* from = l == 0 ? nullptr : one_in;
    W* to = l == 0 ? one : other;
    const std::int64_t p = l == 0 ? 1 : parents, g = v[l].group;
    const std::int64_t tiles = l == 0 ? blocks : blocks + p * g;
    const std::int64_t counting =
        l == 0 ? std::min<std::int64_t>(list.count, 2 * multiprocessors())
               : (tiles + g - 1) / g;
    if (l == 0)
      launch(sample_ranges<W, IO>,
             unsigned(std::min<std::int64_t>(list.count / 32 + 2,
                                             2 * multiprocessors())),
             1024, 0, s, io, from, n, c, v[l], list);
    else
      launch_next(sample_ranges<W, IO>, unsigned(p), 256, 0, s, io, from, n,
                  c, v[l], list);
    launch_next(count_bins<W, IO>, unsigned(counting), 512, v[l].bins * 4,
                s, io, from, c, v[l], list);
    launch_next(l == 0 ? plan_buckets<P::first_bins / 1024, W>
                       : plan_buckets<P::later_bins / 1024, W>,
                unsigned(p), 1024, 0, s, c, v[l], v[l + 1], smalls,
                oversized, list);
    launch_next(move_keys<tile / move_threads, W, IO>, unsigned(tiles),
                move_threads,
                tile* std::int64_t(sizeof(W)) + most_buckets * 12 +
                    v[l].bins * 2,
                s, io, from, to, n, c, v[l]);
  }
  const auto grid = unsigned(n / v[levels - 1].target + 1);
  const small_bucket* parts_in = smalls;
  if (spare)
    launch_next(sort_small_buckets<512, P::spare_each, W, IO>, grid, 512,
                block_bytes<512, P::spare_each, W>(), s, io, one_in,
                other, n, c, parts_in, overfull, oversized, list);
  else
    launch_next(sort_small_buckets<T, I, W, IO>, grid, T,
                block_bytes<T, I, W>(), s, io, one_in, other, n, c,
                parts_in, overfull, oversized, list);
  launch_next(sort_oversized<1024, last_each<W>, W, IO>,
              unsigned(multiprocessors()), 1024,
              block_bytes<1024, last_each<W>, W>(), s, io, one, other, c,
              oversized, overfull);
}
template <class W>
struct keys_io {
  using word = W;
  const W* in;
  W* out;
  key_order<W> order;
  __device__ W load(std::int64_t i) const {
    return to_order(in[i], order);
  }
  __device__ void store(std::int64_t i, W w) const {
    out[i] = from_order(w, order);
  }
};
template <class K>
auto keys_of(const K* in, K* out, order o) {
  using W = ordered_key<K>;
  return keys_io<W>{reinterpret_cast<const W*>(in),
                    reinterpret_cast<W*>(out), order_of<K>(o)};
}
template <class W>
using twice =
    std::conditional_t<sizeof(W) == 4, unsigned long long, word128>;
template <class W>
struct pairs_io {
  using word = twice<W>;
  const W* in;
  W* out;
  const std::uint32_t* values_in;
  std::uint32_t* values_out;
  key_order<W> order;
  __device__ word load(std::int64_t i) const {
    const word key = to_order(in[i], order), place = std::uint32_t(i);
    if constexpr (sizeof(W) == 4) return key << 32 | place;
    else
      return key << 64 | place << 32 | (values_in ? values_in[i] : place);
  }
  __device__ void store(std::int64_t i, word w) const {
    std::uint32_t value = std::uint32_t(w);
    if (sizeof(W) == 4 && values_in) value = values_in[value];
    if (out) out[i] = from_order(W(w >> 8 * sizeof(W)), order);
    values_out[i] = value;
  }
};
template <class W>
struct segments_io {
  using word = twice<W>;
  const W* in;
  W* out;
  const std::int64_t* offsets;
  std::int64_t segments;
  key_order<W> order;
  __device__ std::uint32_t segment_of(std::int64_t i) const {
    std::int64_t lo = 0, hi = segments;
    while (hi - lo > 1) {
      const std::int64_t middle = (lo + hi) / 2;
      if (offsets[middle] <= i) lo = middle;
      else hi = middle;
    }
    return std::uint32_t(lo);
  }
  __device__ word load(std::int64_t i) const {
    return word(segment_of(i)) << 8 * sizeof(W) |
           to_order(in[i], order);
  }
  __device__ void store(std::int64_t i, word w) const {
    out[i] = from_order(W(w), order);
  }
};
}
