#pragma once
#include <algorithm>
#include <bit>
#include <ww/detail/ground/block.cuh>
#include <ww/detail/ground/arena.cuh>
#include <ww/detail/ground/key-order.cuh>
#include <ww/detail/sort/places.cuh>

namespace ww::detail::sort {
__extension__ typedef unsigned __int128 word128;
__host__ __device__ inline std::uint32_t high_product(std::uint32_t a,
                                                      std::uint32_t b) {
  return std::uint32_t((std::uint64_t(a) * b) >> 32);
}
__host__ __device__ inline int bit_length(unsigned long long x) {
#if defined(__CUDA_ARCH__)
  return 64 - __clzll(static_cast<long long>(x));
#else
  return int(std::bit_width(x));
#endif
}
template <class W> struct key_map {
  W low, span;
  std::uint32_t scale;
  std::uint16_t right, first;
  __host__ __device__ int inside(W key) const {
    const W d = key - low;
    const int shift = sizeof(W) > 4 ? right : 0;
    return int(scale ? high_product(std::uint32_t(d >> shift), scale)
                     : std::uint32_t(d) << right);
  }
  __host__ __device__ int operator()(W key) const {
    const W d = key > low ? W(key - low) : W(0);
    return inside(low + (d < span ? d : span));
  }
  __host__ __device__ static key_map over(W lo, W hi, int slots) {
    key_map m{};
    const int bits = bit_length(std::uint32_t(slots)) - 1;
    const W width = hi - lo;
    const W beyond = W(W(width >> bits) + W(width >> (2 * bits - 2))) + 2;
    m.low = lo > beyond ? W(lo - beyond) : W(0);
    m.span = (hi < W(~beyond) ? W(hi + beyond) : W(~W(0))) - m.low;
    if (m.span < W(slots)) return m;
    if (const int wide = bit_length(m.span) - 32; wide > 0)
      m.right = std::uint16_t(wide);
    const float keys = float(std::uint32_t(m.span >> m.right)) + 1.0f;
    m.scale = std::uint32_t(float(slots) * 4294963000.0f / keys);
    return m;
  }
  __host__ __device__ bool exact() const { return scale == 0; }
  __host__ __device__ bool single(int c) const {
    return exact() && (c > 0 || low == 0) &&
           (W(c) < span || low + span == W(~W(0)));
  }
};
constexpr std::uint32_t nested = 0x8000, one_value = 0x4000,
                        edge = 0x2000, bin_bits = 0x1fff;
template <class W> struct bucket_map {
  const key_map<W>* line;
  const std::uint16_t* entry;
  __device__ std::uint32_t operator()(W key) const {
    std::uint32_t e = entry[line[0](key)];
    while (e & nested) {
      const key_map<W> m = line[e - nested];
      e = entry[m.first + m(key)];
    }
    return e & bin_bits;
  }
};
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
template <class W>
__device__ inline void block_range(W& lo, W& hi, W* ends) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int warps = blockDim.x / 32;
  lo = warp_least(lo), hi = warp_largest(hi);
  __syncthreads();
  if (lane == 0) ends[warp] = lo, ends[32 + warp] = hi;
  __syncthreads();
  lo = ends[lane % warps];
  hi = ends[32 + lane % warps];
  lo = warp_least(lo), hi = warp_largest(hi);
}
template <class N>
__global__ void clear_counters(N* counter, std::int64_t n,
                               const unsigned long long* wanted) {
  wait_for_previous();
  if (wanted && *wanted == 0) return;
  for (std::int64_t i = blockIdx.x * 512ll + threadIdx.x; i < n;
       i += gridDim.x * 512ll)
    counter[i] = 0;
}
constexpr int most_in_slot = 16, slots_each = 32;
template <class W> struct block_memory {
  W* stage;
  std::uint32_t *slots, *starts, *sums;
  W* ends;
};
template <int T, int I, class W> constexpr int block_bytes() {
  return T * I * int(sizeof(W)) + T * slots_each + T * 4 + 16;
}
template <int T, int I, class W>
__device__ block_memory<W> lay_out(std::uint32_t* sums, W* ends) {
  static_assert(2 * I <= slots_each && I % 2 == 0);
  W* stage = dynamic_shared<W>();
  auto* slots = reinterpret_cast<std::uint32_t*>(stage + T * I);
  return {stage, slots, slots + T * slots_each / 4, sums, ends};
}
template <class W>
__device__ inline void insertion_sort(W* first, int n) {
  for (int i = 1; i < n; ++i) {
    const W w = first[i];
    int j = i;
    for (; j > 0 && first[j - 1] > w; --j) first[j] = first[j - 1];
    first[j] = w;
  }
}
template <int T, int I, class W>
__device__ __forceinline__ void range_of_keys(const W (&key)[I],
                                              int size, W* ends, W& lo,
                                              W& hi) {
  lo = W(~W(0)), hi = 0;
  WW_UNROLL for (int k = 0; k < I && k * T < size; ++k)
    if (k * T + int(threadIdx.x) < size) {
      lo = key[k] < lo ? key[k] : lo;
      hi = key[k] > hi ? key[k] : hi;
    }
  block_range(lo, hi, ends);
}
template <int T, int I>
__device__ inline void clear_halves(std::uint32_t* halves) {
  __syncthreads();
  for (int i = threadIdx.x; i <= T * I / 2; i += T) halves[i] = 0;
  __syncthreads();
}
__device__ inline std::uint32_t add_half(std::uint32_t* halves, int c,
                                         std::uint32_t by) {
  const int shift = c % 2 * 16;
  const auto old = atomicAdd(&halves[c / 2], by << shift);
  return old >> shift & 0xffff;
}
__device__ inline int half_at(const std::uint32_t* halves, int c) {
  return int(halves[c / 2] >> c % 2 * 16 & 0xffff);
}
template <int T, int I>
__device__ inline void scan_halves(std::uint32_t* halves,
                                   std::uint32_t* sums) {
  std::uint32_t word[I / 2], sum = 0, total;
  std::uint32_t* own = halves + threadIdx.x * (I / 2);
  WW_UNROLL for (int k = 0; k < I / 2; ++k) {
    word[k] = own[k];
    sum += (word[k] & 0xffff) + (word[k] >> 16);
  }
  std::uint32_t at = block_exclusive(sum, sums, total);
  WW_UNROLL for (int k = 0; k < I / 2; ++k) {
    const std::uint32_t next = at + (word[k] & 0xffff);
    own[k] = at | next << 16;
    at = next + (word[k] >> 16);
  }
  if (threadIdx.x == T - 1) halves[T * I / 2] = at;
  __syncthreads();
}
template <int T, int I, class W, class Store>
__device__ __forceinline__ void sort_few_values(
    W (&key)[I], W lo, int size, block_memory<W> m, Store store) {
  const int t = threadIdx.x;
  std::uint16_t rank[I];
  clear_halves<T, I>(m.slots);
  WW_UNROLL for (int k = 0; k < I && k * T < size; ++k)
    rank[k] = std::uint16_t(
        place_of(std::uint32_t(key[k] - lo), k * T + t < size,
                 [&](std::uint32_t c, std::uint32_t by) {
                   return add_half(m.slots, int(c), by);
                 }));
  __syncthreads();
  scan_halves<T, I>(m.slots, m.sums);
  WW_UNROLL for (int k = 0; k < I && k * T < size; ++k)
    if (k * T + t < size)
      m.stage[half_at(m.slots, int(key[k] - lo)) + rank[k]] = key[k];
  __syncthreads();
  for (int i = t; i < size; i += T) store(i, m.stage[i]);
}
template <int T, int I, class W> struct block_slots {
  static constexpr int words = slots_each / 4;
  W (&key)[I];
  int size;
  block_memory<W> m;
  std::uint32_t (&ranks)[(I + 3) / 4], (&count)[words];
  int t = threadIdx.x;
  uint4* own = reinterpret_cast<uint4*>(m.slots) + t * (words / 4);
  W lo = 0, hi = 0;
  key_map<W> line = {};
  std::uint32_t at = 0, sum = 0, total = 0, many = 0;
  __device__ __forceinline__ void find_interval() {
    WW_UNROLL for (int j = 0; j < words / 4; ++j) own[j] = {0, 0, 0, 0};
    range_of_keys<T>(key, size, m.ends, lo, hi);
  }
  __device__ __forceinline__ void draw_line() {
    line = key_map<W>::over(lo, hi, T * slots_each);
    const int spare = bit_length(std::uint32_t(T * slots_each)) - 1 -
                      bit_length(std::uint32_t(line.span));
    if (line.exact() && spare > 0) line.right = std::uint16_t(spare);
  }
  __device__ __forceinline__ void count_keys() {
    WW_UNROLL for (int k = 0; k < I && k * T < size; ++k)
      if (k * T + t < size) {
        const int c = line.inside(key[k]), shift = c % 4 * 8;
        const auto old = atomicAdd(&m.slots[c / 4], 1u << shift);
        ranks[k / 4] |= (old >> shift & 255) << k % 4 * 8;
      }
    __syncthreads();
  }
  __device__ __forceinline__ bool add_up_counts() {
    std::uint32_t high = 0;
    WW_UNROLL for (int j = 0; j < words / 4; ++j) {
      const uint4 x = own[j];
      count[4 * j] = x.x, count[4 * j + 1] = x.y;
      count[4 * j + 2] = x.z, count[4 * j + 3] = x.w;
    }
    WW_UNROLL for (int j = 0; j < words; ++j) {
      const std::uint32_t w = count[j], low = w & 0x7f7f7f7f;
      sum += (w & 0xff00ff) + (w >> 8 & 0xff00ff);
      high |= (low + (127 - most_in_slot) * 0x01010101) | w;
      many |= (((low + 126 * 0x01010101u) | w) & 0x80808080) >> (7 - j);
    }
    sum = (sum & 0xffff) + (sum >> 16);
    at = block_exclusive(sum, m.sums, total);
    return line.exact() ? sum > 255
                        : sum > 96 || (high & 0x80808080) != 0;
  }
  __device__ __forceinline__ void write_begins() {
    std::uint32_t run = 0;
    WW_UNROLL for (int j = 0; j < words; ++j) {
      const std::uint32_t upto = (count[j] + run) * 0x01010101;
      count[j] = upto - count[j];
      run = upto >> 24;
    }
    WW_UNROLL for (int j = 0; j < words / 4; ++j)
      own[j] = {count[4 * j], count[4 * j + 1], count[4 * j + 2],
                count[4 * j + 3]};
    m.starts[t] = at;
    __syncthreads();
  }
  __device__ const unsigned char* begins() const {
    return reinterpret_cast<const unsigned char*>(m.slots);
  }
  __device__ __forceinline__ void place_keys() {
    WW_UNROLL for (int k = 0; k < I && k * T < size; ++k)
      if (k * T + t < size) {
        const int c = line.inside(key[k]);
        m.stage[m.starts[c / slots_each] + begins()[c] +
                (ranks[k / 4] >> k % 4 * 8 & 255)] = key[k];
      }
    __syncthreads();
  }
  __device__ __forceinline__ void sort_slots() {
    for (; !line.exact() && many != 0; many &= many - 1) {
      const int bit = bit_length(many & (0 - many)) - 1;
      const int c = bit % 8 * 4 + bit / 8;
      const int own = t * slots_each + c, first = begins()[own];
      const int end = c + 1 < slots_each ? begins()[own + 1] : int(sum);
      insertion_sort(m.stage + at + first, end - first);
    }
    __syncthreads();
  }
};
template <int T, int I, class W, class Store>
__device__ __forceinline__ bool sort_block(W (&key)[I], int size,
                                           block_memory<W> m,
                                           Store store) {
  std::uint32_t ranks[(I + 3) / 4] = {}, count[slots_each / 4];
  block_slots<T, I, W> s{key, size, m, ranks, count};
  s.find_interval();
  if (s.lo == s.hi) {
    for (int i = s.t; i < size; i += T) store(i, s.lo);
    return true;
  }
  s.draw_line();
  s.count_keys();
  const bool overfull = s.add_up_counts();
  if (__syncthreads_or(overfull) || s.total != std::uint32_t(size)) {
    if (s.hi - s.lo >= W(T * I)) return false;
    sort_few_values<T, I>(key, s.lo, size, m, store);
    return true;
  }
  s.write_begins();
  s.place_keys();
  s.sort_slots();
  for (int i = s.t; i < size; i += T) store(i, m.stage[i]);
  return true;
}
template <class W>
__host__ __device__ __forceinline__ void order_two(W& a, W& b) {
  const W low = a < b ? a : b, high = a < b ? b : a;
  a = low;
  b = high;
}
template <int I, class Load, class W>
__device__ __forceinline__ void load_by_warps(W (&key)[I], int size,
                                              Load load) {
  const int t = threadIdx.x, first = t / 32 * (32 * I) + t % 32;
  WW_UNROLL for (int k = 0; k < I; ++k) {
    const int i = first + k * 32;
    key[k] = i < size ? load(i) : W(~W(0));
  }
}
template <class W> constexpr int merging_bytes(int keys) {
  return (keys + keys / 32 + 1) * int(sizeof(W));
}
template <int I, class W>
__device__ __forceinline__ void sort_in_warp(W (&key)[I],
                                             int lanes = 32) {
  const int lane = threadIdx.x % 32;
  auto keep = [](W own, W other, bool upper) {
    return (other < own) != upper ? other : own;
  };
  WW_UNROLL for (int run = 1; run < 32 * I; run *= 2) {
    if (run >= lanes * I) return;
    if (run < I) {
      WW_UNROLL for (int k = 0; k < I; ++k)
        if (!(k & run)) order_two(key[k], key[k ^ (2 * run - 1)]);
    } else {
      const bool upper = lane & (run / I);
      const int mirror = lane ^ (2 * run / I - 1);
      WW_UNROLL for (int k = 0; k < (I + 1) / 2; ++k) {
        const W a = word_of_lane(key[I - 1 - k], mirror);
        const W b = word_of_lane(key[k], mirror);
        key[k] = keep(key[k], a, upper);
        key[I - 1 - k] = keep(key[I - 1 - k], b, upper);
      }
    }
    WW_UNROLL for (int d = run / 2; d >= 1; d /= 2) {
      if (d < I) {
        WW_UNROLL for (int k = 0; k < I; ++k)
          if (!(k & d)) order_two(key[k], key[k | d]);
      } else {
        WW_UNROLL for (int k = 0; k < I; ++k) {
          const W other = word_of_lane(key[k], lane ^ (d / I));
          key[k] = keep(key[k], other, lane & (d / I));
        }
      }
    }
  }
}
__host__ __device__ constexpr int with_pads(int i) {
  return i + (i >> 5);
}
template <int I, class W>
__device__ __forceinline__ void merge_runs(const W* stage, int begin,
                                           int middle, int end, int d,
                                           W (&key)[I]) {
  auto at = [=](int i) { return stage[with_pads(i)]; };
  const int lo = first_that(
      max(0, d - (end - middle)), min(d, middle - begin),
      [=](int i) { return at(begin + i) > at(middle + d - 1 - i); });
  int i = begin + lo, j = middle + d - lo;
  W a = at(i), b = at(j);
  WW_UNROLL for (int k = 0; k < I; ++k) {
    const bool second = j < end && (i >= middle || b < a);
    key[k] = second ? b : a;
    const W next = at(second ? ++j : ++i);
    if (second) b = next;
    else a = next;
  }
}
template <int T, int I, class W>
__device__ __forceinline__ void sort_by_merging(W (&key)[I], int size,
                                                W* stage) {
  const int mine = int(threadIdx.x) * I, warp_keys = 32 * I;
  if (mine / warp_keys * warp_keys < size) sort_in_warp(key);
  if (mine == 0) stage[with_pads((size + I - 1) / I * I)] = 0;
  for (int run = warp_keys;; run *= 2) {
    if (mine < size)
      WW_UNROLL for (int k = 0; k < I; ++k)
        stage[with_pads(mine + k)] = key[k];
    __syncthreads();
    if (run >= size) return;
    if (mine < size) {
      const int begin = mine / (2 * run) * (2 * run);
      const int middle = min(begin + run, size);
      const int end = min(middle + run, size);
      merge_runs(stage, begin, middle, end, mine - begin, key);
    }
    __syncthreads();
  }
}
template <class P, class W> struct digits_of {
  static constexpr int values = 1 << P::bits,
      passes = (8 * int(sizeof(W)) + P::bits - 1) / P::bits,
      counters = passes * values;
  __device__ static int digit(W key, int p) {
    return int(key >> p * P::bits) & (values - 1);
  }
};
inline void require_keys(std::int64_t n) {
  if (n < 0) throw bad_input(format("%ld keys", n));
}
using count64 = unsigned long long;
constexpr int tile_bits = 40;
struct reserved_tiles {
  std::int64_t ranges, tiles;
};
__device__ inline reserved_tiles counted(count64 both) {
  return {std::int64_t(both >> tile_bits),
          std::int64_t(both & ((1ull << tile_bits) - 1))};
}
__device__ inline reserved_tiles reserve(count64* both,
                                         std::int64_t tiles) {
  return counted(atomicAdd(both, 1ull << tile_bits | count64(tiles)));
}
enum class keys_lie { in_input, in_output, in_spare };
constexpr int most_tasks = 11, task_words = 2 * most_tasks;
struct digit_range { std::int64_t first, size, tile; };
template <class W> struct digits_io {
  const W* in;
  W *out, *spare;
  const std::uint32_t* values_in;
  std::uint32_t *values_out, *values_spare;
  key_order<W> order;
  std::int64_t n;
  const count64* wanted = nullptr;
  count64* tasks = nullptr;
  const digit_range* ranges = nullptr;
  std::int64_t most_ranges = 0;
  keys_lie left = keys_lie::in_input;
  bool has_spare = false;
  const early_sort* early = nullptr;
  __device__ std::int64_t number() const {
    return counted(*wanted).ranges;
  }
  __device__ bool idle() const { return wanted && *wanted == 0; }
  __device__ bool whole() const {
    return !wanted || number() > most_ranges;
  }
  __device__ bool ordered() const {
    return left != keys_lie::in_input && !whole();
  }
  __device__ const W* source() const {
    if (!ordered()) return in;
    return left == keys_lie::in_spare ? spare : out;
  }
  __device__ std::int64_t tiles(int size) const {
    if (whole()) return tiles_of(n, size);
    return counted(*wanted).tiles;
  }
  __device__ digit_range range(std::int64_t r) const {
    return whole() ? digit_range{0, n, 0} : ranges[r];
  }
  __device__ std::int64_t range_at(std::int64_t tile) const {
    if (whole()) return 0;
    return first_that(std::int64_t(0), number(), [=, this](auto r) {
             return ranges[r].tile > tile;
           }) - 1;
  }
};
template <class N> struct digit_counters {
  count64 *varying, *ticket, *done;
  N *total, *cursor, *seen;
  std::uint32_t* range_of;
  __device__ void clear(std::int64_t share, std::int64_t words) const {
    const std::int64_t T = blockDim.x, stride = gridDim.x * T;
    for (auto i = share * T + threadIdx.x; i < words; i += stride)
      varying[i] = 0;
  }
};
template <class W> struct digit_pass {
  const W* from;
  W* to;
  const std::uint32_t* values_from;
  std::uint32_t* values_to;
  std::int64_t number, size, ticket, tile;
  bool works, first, last, parity;
};
template <class W> struct tile_range {
  W varying;
  std::int64_t number, first, size, ticket, tile;
  keys_lie lie;
  bool ordered;
  __device__ bool ends_in_spare(int passes) const {
    return lie != keys_lie::in_input &&
           (passes % 2 == 1) == (lie == keys_lie::in_output);
  }
};
template <class P, class W, class N>
__device__ tile_range<W> range_of_tile(const digits_io<W>& io,
                                       const digit_counters<N>& c,
                                       std::int64_t ticket,
                                       bool whole) {
  if (!P::ranged || whole)
    return {W(*c.varying), 0, 0, io.n, ticket, ticket,
            io.in == io.out ? keys_lie::in_output : keys_lie::in_input,
            false};
  const std::int64_t r = c.range_of[ticket];
  const digit_range q = io.ranges[r];
  return {W(c.varying[r]), r,       q.first, q.size, ticket,
          ticket - q.tile, io.left, io.left != keys_lie::in_input};
}
template <class P, class W>
__device__ digit_pass<W> pass_of(const digits_io<W>& io,
                                 const tile_range<W>& r, int pass) {
  using D = digits_of<P, W>;
  int before = 0, after = 0, published = 0;
  for (int p = 0; p < D::passes; ++p)
    if (p != pass && D::digit(r.varying, p) != 0) {
      before += p < pass;
      after += p > pass;
      published += p < pass && (P::stable || p > 0);
    }
  bool works = D::digit(r.varying, pass);
  const bool odd = r.ends_in_spare(before + after + works);
  if (r.lie == keys_lie::in_input && !r.varying) works = pass == 0;
  const bool first = before == 0, to_out = (after % 2 == 0) != odd;
  const W* in = r.lie == keys_lie::in_input    ? io.in
                : r.lie == keys_lie::in_output ? io.out
                                               : io.spare;
  auto* values = to_out ? io.values_out : io.values_spare;
  auto* others = to_out ? io.values_spare : io.values_out;
  const W* from = first ? in : to_out ? io.spare : io.out;
  return {from + r.first, (to_out ? io.out : io.spare) + r.first,
          first ? io.values_in : others, values, r.number, r.size,
          r.ticket, r.tile, works, first && !r.ordered,
          after == 0 && !odd, published % 2 == 0};
}
template <class P, class W> struct key_count {
  using D = digits_of<P, W>;
  static constexpr int C = P::columns > 1 ? 128 / sizeof(W) : 1,
                       T = C > 1 ? 1024 : 512,
                       bytes = 4 * C * D::counters;
  static constexpr std::int64_t U = 32 / sizeof(W),
                                step = T * U;
  std::uint32_t* count;
  W varying = 0;
  int t = threadIdx.x;
  __device__ void clear() const {
    for (int i = t; i < C * D::counters; i += T) count[i] = 0;
  }
  template <class Order>
  __device__ __forceinline__ void add_keys(
      const W* in, std::int64_t at, std::int64_t stride,
      std::int64_t end, Order ordered_key) {
    const W one = ordered_key(in[0]);
    auto add = [&](W bits) {
      const W key = ordered_key(bits);
      varying |= key ^ one;
      WW_UNROLL for (int p = 0; p < D::passes; ++p)
        atomicAdd(&count[(p * D::values + D::digit(key, p)) * C + t % C],
                  1u);
    };
    W next[U];
    auto load_next = [&] {
      if (at + step <= end)
        WW_UNROLL for (int k = 0; k < U; ++k)
          next[k] = in[at + k * T + t];
      return at + step <= end;
    };
    __syncthreads();
    for (bool more = load_next(); more;) {
      W key[U];
      WW_UNROLL for (int k = 0; k < U; ++k) key[k] = next[k];
      at += stride, more = load_next();
      WW_UNROLL for (int k = 0; k < U; ++k) add(key[k]);
    }
    for (auto i = at + t; i < end && i < at + step; i += T) add(in[i]);
  }
  template <class N>
  __device__ __forceinline__ void add_to(const digit_counters<N>& c,
                                         std::int64_t range) const {
    W all = varying;
    for (int d = 16; d > 0; d /= 2)
      all |= word_of_lane(all, t % 32 ^ d);
    if (t % 32 == 0 && all != 0)
      atomicOr(&c.varying[range], count64(all));
    __syncthreads();
    N* total = c.total + range * D::counters;
    for (int i = t; i < D::counters; i += T) {
      const int b = (i + int(blockIdx.x) * 64) % D::counters;
      std::uint32_t sum = 0;
      WW_UNROLL for (int j = 0; j < C; ++j)
        sum += count[b * C + (t + j) % C];
      if (sum > 0) atomicAdd(&total[b], N(sum));
      if (C == 1) count[b] = 0;
    }
  }
};
template <class P, class W, class N>
__global__ void __launch_bounds__(key_count<P, W>::T)
    count_digits(digits_io<W> io, digit_counters<N> c) {
  auto* count = dynamic_shared<std::uint32_t>();
  key_count<P, W> keys{count};
  keys.clear();
  const std::int64_t begin = std::int64_t(blockIdx.x) * keys.step;
  if (io.early) wait_for_previous();
  if (!io.idle())
    keys.add_keys(io.in, begin, gridDim.x * keys.step, io.n,
                  [=](W w) { return to_order(w, io.order); });
  wait_for_previous();
  if (io.idle()) return;
  keys.add_to(c, 0);
}
template <int bits>
__device__ __forceinline__ std::uint32_t lanes_alike(int digit) {
  std::uint32_t alike[bits + 1] = {}, same = ~0u;
  alike[bits] = ~0u;
  WW_UNROLL for (int b = 0; b < bits; ++b) {
#if defined(__CUDA_ARCH__)
    asm("{\n .reg .pred p;\n .reg .u32 x;\n"
        " and.b32 x, %1, %2;\n setp.ne.u32 p, x, 0;\n"
        " vote.sync.ballot.b32 %0, p, 0xffffffff;\n"
        " @!p not.b32 %0, %0;\n}"
        : "=&r"(alike[b]) : "r"(digit), "r"(1u << b));
#else
    const std::uint32_t set = __ballot_sync(~0u, digit >> b & 1);
    alike[b] = digit >> b & 1 ? set : ~set;
#endif
  }
  WW_UNROLL for (int b = 0; b < bits; b += 2)
#if defined(__CUDA_ARCH__)
    asm("lop3.b32 %0, %0, %1, %2, 0x80;"
        : "+r"(same) : "r"(alike[b]), "r"(alike[b + 1]));
#else
    same &= alike[b] & alike[b + 1];
#endif
  return same;
}
template <class N>
constexpr int number_bits = 8 * int(sizeof(N)) - 2;
template <class N>
__device__ inline N count_word(bool parity, std::int64_t n) {
  return N(parity) << (number_bits<N> + 1) | N(n);
}
template <class N>
__device__ inline N sum_word(bool parity, std::int64_t n) {
  return count_word<N>(parity, n) | N(1) << number_bits<N>;
}
template <int U, class N>
__device__ inline std::int64_t look_back(const N* seen,
                                         std::int64_t tile, int stride,
                                         bool parity) {
  constexpr int bits = number_bits<N>;
  std::int64_t sum = 0;
  for (;;) {
    N word[U];
    WW_UNROLL for (int k = 0; k < U; ++k)
      word[k] = load_relaxed(
          seen + max(tile - 1 - k, std::int64_t(0)) * stride);
    bool known = true;
    WW_UNROLL for (int k = 0; k < U; ++k) {
      known = known && (word[k] >> (bits + 1) != 0) == parity;
      if (!known) continue;
      sum += std::int64_t(word[k] & ((N(1) << bits) - 1));
      if (word[k] >> bits & 1) return sum;
      --tile;
    }
  }
}
template <int R, class N>
__device__ __forceinline__ void reserve_digits(
    const N* total, N* cursor, std::uint32_t* count,
    std::int64_t* shift, unsigned long long* sums) {
  const int t = threadIdx.x;
  unsigned long long both = 0, all;
  std::uint32_t mine = 0;
  std::int64_t taken = 0;
  if (t < R) {
    mine = count[t];
    both = count64(total[t]) << 16 | mine;
    if (mine > 0) taken = std::int64_t(atomicAdd(&cursor[t], N(mine)));
  }
  both = block_exclusive(both, sums, all);
  if (t < R) {
    count[t] = std::uint32_t(both & 0xffff);
    shift[t] = std::int64_t(both >> 16) + taken -
               std::int64_t(count[t]);
  }
}
template <class P, class W>
__global__ void __launch_bounds__(P::threads, 2)
    sort_by_lowest_digit(digits_io<W> io,
                         digit_counters<typename P::number> c) {
  using D = digits_of<P, W>;
  constexpr int T = P::threads, I = P::each, R = 1 << P::bits;
  static_assert(R <= T);
  __shared__ std::int64_t shift[R];
  __shared__ std::uint32_t count[R];
  __shared__ unsigned long long sums[32];
  W* stage = dynamic_shared<W>();
  const int t = threadIdx.x;
  if (t < R) count[t] = 0;
  wait_for_previous();
  const auto q = pass_of<P>(
      io, range_of_tile<P>(io, c, blockIdx.x, true), 0);
  if (!q.works) return;
  const std::int64_t begin = q.tile * T * I;
  const int size = int(min(io.n - begin, std::int64_t(T * I)));
  const bool full = size == T * I;
  W key[I];
  WW_UNROLL for (int k = 0; k < I; ++k)
    key[k] = to_order(full || k * T + t < size ? q.from[begin + k * T + t]
                                               : W(0),
                      io.order);
  __syncthreads();
  std::uint32_t rank[I];
  take_places<I>(
      count, full, [=](int k) { return k * T + t < size; },
      [&](int k) { return unsigned(D::digit(key[k], 0)); },
      [&](int k, std::uint32_t r) { rank[k] = r; });
  __syncthreads();
  reserve_digits<R>(c.total, c.cursor, count, shift, sums);
  __syncthreads();
  WW_UNROLL for (int k = 0; k < I; ++k)
    rank[k] += count[D::digit(key[k], 0)];
  WW_UNROLL for (int k = 0; k < I; ++k)
    if (full || k * T + t < size) stage[rank[k]] = key[k];
  __syncthreads();
  WW_UNROLL for (int k = 0; k < I; ++k) {
    const int i = k * T + t;
    if (!full && i >= size) continue;
    const W w = stage[i];
    q.to[shift[D::digit(w, 0)] + i] =
        q.last ? from_order(w, io.order) : w;
  }
}
template <class P, class W> struct digit_memory {
  W* stage;
  typename P::number* shift;
  std::uint32_t *values, *count;
};
template <class P, class W> constexpr int digit_bytes() {
  return P::threads * P::each * int(sizeof(W) + (P::pairs ? 4 : 0)) +
         int(sizeof(typename P::number) << P::bits) +
         (P::threads / 32 * 4 << P::bits);
}
template <class P, class W>
__device__ digit_memory<P, W> lay_out_digits() {
  W* stage = dynamic_shared<W>();
  auto* shift = reinterpret_cast<typename P::number*>(
      stage + P::threads * P::each);
  auto* values =
      reinterpret_cast<std::uint32_t*>(shift + (1 << P::bits));
  const int staged = P::pairs ? P::threads * P::each : 0;
  return {stage, shift, values, values + staged};
}
struct range_tasks {
  std::int64_t tiles, last_items, ticket;
  int task;
  bool whole;
};
template <class N> struct range_turns {
  const digit_counters<N>& c;
  range_tasks& g;
  template <class IO>
  __device__ void begin(const IO& io, int tile_keys, int task) const {
    if (threadIdx.x == 0)
      g = {io.tiles(tile_keys), 0, 0, task, io.whole()};
    __syncthreads();
  }
  template <class Work>
  __device__ __forceinline__ void in_turn(std::int64_t items,
                                          Work work) const {
    for (int done = 0;; ++done) {
      if (threadIdx.x == 0) {
        g.ticket = std::int64_t(atomicAdd(&c.ticket[g.task], 1ull));
        if (done == 0 && g.last_items > 0) wait_for_last();
      }
      __syncthreads();
      const std::int64_t mine = g.ticket;
      if (mine >= items) return end_task(items, done);
      work(mine);
      __syncthreads();
    }
  }
  __device__ void end_task(std::int64_t items, int done) const {
    __syncthreads();
    if (threadIdx.x > 0) return;
    __threadfence();
    if (done > 0) atomicAdd(&c.done[g.task], count64(done));
    ++g.task, g.last_items = items;
  }
  __device__ void wait_for_last() const {
    const auto* done = &c.done[g.task - 1];
    while (std::int64_t(load_relaxed(done)) < g.last_items) {}
    __threadfence();
  }
};
template <class P, class W> struct digit_tile {
  using D = digits_of<P, W>;
  using N = typename P::number;
  static constexpr int T = P::threads, I = P::each, R = 1 << P::bits;
  static_assert(R <= T);
  const digits_io<W>& io;
  const digit_counters<N>& c;
  int pass;
  digit_pass<W>& q;
  range_turns<N> all;
  unsigned long long* sums;
  const digit_memory<P, W>& m;
  W (&key)[I];
  std::uint32_t (&value)[P::pairs ? I : 1];
  int t = threadIdx.x, lane = t % 32, size = 0;
  std::uint32_t* mine = m.count + t / 32 * R;
  std::int64_t tile = 0, begin = 0, at = 0;
  bool full = false;
  std::uint32_t first = 0, total = 0;
  std::int64_t start = 0;
  __device__ __forceinline__ bool take_next(bool waits = false) {
    if (t == 0) {
      const int task = P::ranged ? all.g.task : pass;
      const auto ticket = std::int64_t(atomicAdd(&c.ticket[task], 1ull));
      digit_pass<W> own = {};
      own.ticket = -1;
      if (!P::ranged || ticket < all.g.tiles)
        own = pass_of<P>(
            io, range_of_tile<P>(io, c, ticket, all.g.whole), pass);
      if (waits) all.wait_for_last();
      q = own;
    }
    __syncthreads();
    if (P::ranged ? q.ticket < 0 : !q.works) return false;
    tile = q.tile, begin = tile * T * I;
    size = int(min(keys() - begin, std::int64_t(T * I)));
    full = size == T * I;
    return true;
  }
  __device__ std::int64_t keys() const {
    return P::ranged ? q.size : io.n;
  }
  __device__ __forceinline__ void sort() {
    load_keys();
    load_values();
    __syncthreads();
    find_starts();
    const bool alike = __syncthreads_or(has_one_digit());
    if (!alike) order_keys();
    look_back_for_starts();
    __syncthreads();
    if (alike) write_alike();
    else write();
  }
  __device__ static int digit(W key, int pass) {
  #if defined(__CUDA_ARCH__)
    if constexpr (sizeof(W) == 4 && P::bits == 8)
      return int(__byte_perm(key, 0, 0x4440 + pass));
  #endif
    return D::digit(key, pass);
  }
  __device__ __forceinline__ void clear_counts() {
    for (int i = t; i < T / 32 * R; i += T) m.count[i] = 0;
    total = 0;
  }
  __device__ __forceinline__ void load_keys() {
    at = begin + t / 32 * (32 * I) + lane;
    WW_UNROLL for (int k = 0; k < I; ++k)
      key[k] = full || at + k * 32 < keys() ? q.from[at + k * 32] : W(0);
    if (q.first)
      WW_UNROLL for (int k = 0; k < I; ++k)
        key[k] = to_order(key[k], io.order);
    if (!full)
      WW_UNROLL for (int k = 0; k < I; ++k)
        if (at + k * 32 >= keys()) key[k] = W(~W(0));
    WW_UNROLL for (int k = 0; k < I; ++k)
      atomicAdd(&mine[digit(key[k], pass)], 1u);
  }
  __device__ __forceinline__ void load_values() {
    if constexpr (P::pairs)
      WW_UNROLL for (int k = 0; k < I; ++k)
        value[k] = !full && at + k * 32 >= keys() ? 0
                   : q.values_from ? q.values_from[at + k * 32]
                                   : std::uint32_t(at + k * 32);
  }
  __device__ bool counts() const { return t < R; }
  __device__ N* seen() const {
    const std::int64_t first_tile = P::ranged ? q.ticket - tile : 0;
    return c.seen + first_tile * R + t;
  }
  __device__ N* word() const { return seen() + tile * R; }
  __device__ bool has_one_digit() const {
    return full && total == unsigned(T * I);
  }
  __device__ __forceinline__ void find_starts() {
    std::uint32_t all;
    if (counts()) {
      for (int w = 0; w < T / 32; ++w) total += m.count[w * R + t];
      if (tile > 0) store_relaxed(word(), count_word<N>(q.parity, total));
    }
    first = block_exclusive(
        total, reinterpret_cast<std::uint32_t*>(sums), all);
    if (tile == 0) {
      unsigned long long before = 0, keys;
      if (counts())
        before = c.total[q.number * D::counters + pass * R + t];
      start = std::int64_t(block_exclusive(before, sums, keys));
      if (counts())
        store_relaxed(word(), sum_word<N>(q.parity, start + total));
    }
    if (counts()) {
      std::uint32_t next = first;
      for (int w = 0; w < T / 32; ++w) {
        const std::uint32_t here = m.count[w * R + t];
        m.count[w * R + t] = next;
        next += here;
      }
    }
  }
  __device__ __forceinline__ void order_keys() {
    const std::uint32_t up_to = (2u << lane) - 1;
    const int again = __shfl_sync(~0u, pass, 0);
    WW_UNROLL for (int k = 0; k < I; ++k) {
      const int d = digit(key[k], again);
      const std::uint32_t same = lanes_alike<P::bits>(d);
      const std::uint32_t next = mine[d] + __popc(same & up_to);
      __syncwarp();
      if (same <= up_to) mine[d] = next;
      __syncwarp();
      m.stage[next - 1] = key[k];
      if constexpr (P::pairs) m.values[next - 1] = value[k];
    }
  }
  __device__ __forceinline__ void look_back_for_starts() {
    if (!counts()) return;
    if (tile > 0) {
      start = look_back<P::back>(seen(), tile, R, q.parity);
      store_relaxed(word(), sum_word<N>(q.parity, start + total));
    }
    m.shift[t] = N(start) - first;
  }
  __device__ __forceinline__ void write() {
    constexpr int G = P::at_once;
    static_assert(I % G == 0);
    N to[I];
    W* const out = q.to;
    const bool last = q.last;
    WW_UNROLL for (int k = 0; k < I; k += G) {
      W w[G];
      WW_UNROLL for (int j = 0; j < G; ++j) {
        w[j] = m.stage[(k + j) * T + t];
        to[k + j] = m.shift[digit(w[j], pass)] + N((k + j) * T + t);
        if (last) w[j] = from_order(w[j], io.order);
      }
      WW_UNROLL for (int j = 0; j < G; ++j)
        if (full || (k + j) * T + t < size) out[to[k + j]] = w[j];
    }
    if constexpr (P::pairs)
      WW_UNROLL for (int k = 0; k < I; ++k)
        if (full || k * T + t < size)
          q.values_to[to[k]] = m.values[k * T + t];
  }
  __device__ __forceinline__ void write_alike() {
    const N to = m.shift[D::digit(key[0], pass)] + N(at - begin);
    WW_UNROLL for (int k = 0; k < I; ++k) {
      q.to[to + k * 32] = q.last ? from_order(key[k], io.order) : key[k];
      if constexpr (P::pairs) q.values_to[to + k * 32] = value[k];
    }
  }
};
template <class P, class W>
__global__ void __launch_bounds__(P::threads, P::blocks)
    sort_by_digit(digits_io<W> io, digit_counters<typename P::number> c,
                  int pass) {
  __shared__ unsigned long long sums[32];
  __shared__ digit_pass<W> q;
  __shared__ range_tasks g;
  constexpr int I = P::each;
  const auto m = lay_out_digits<P, W>();
  W key[I];
  std::uint32_t value[P::pairs ? I : 1];
  digit_tile<P, W> tile{io, c, pass, q, {c, g}, sums, m, key, value};
  tile.clear_counts();
  wait_for_previous();
  if (io.idle()) return;
  if (tile.take_next()) tile.sort();
}
template <class P, class W>
__device__ void finish_tile(const digits_io<W>& io,
                            const digit_counters<typename P::number>& c,
                            std::int64_t tile, bool whole) {
  using D = digits_of<P, W>;
  constexpr int size = P::threads * P::each;
  const auto r = range_of_tile<P>(io, c, tile, whole);
  int passes = 0;
  for (int p = 0; p < D::passes; ++p)
    passes += D::digit(r.varying, p) != 0;
  const bool spare = r.ends_in_spare(passes);
  if (!spare && (passes > 0 || !r.ordered)) return;
  const W* from = (spare ? io.spare : io.out) + r.first;
  const std::int64_t end = min((r.tile + 1) * size, r.size);
  for (auto i = r.tile * size + threadIdx.x; i < end; i += blockDim.x) {
    io.out[r.first + i] = from_order(from[i], io.order);
    if constexpr (P::pairs) io.values_out[i] = io.values_spare[i];
  }
}
template <class P, class W>
__global__ void finish_whole(digits_io<W> io,
                             digit_counters<typename P::number> c) {
  wait_for_previous();
  if (!io.idle()) finish_tile<P>(io, c, blockIdx.x, true);
}
template <class P, class W>
__global__ void __launch_bounds__(512)
    count_ranges(digits_io<W> io, digit_counters<typename P::number> c,
                 std::int64_t words) {
  __shared__ range_tasks g;
  auto* count = dynamic_shared<std::uint32_t>();
  wait_for_previous();
  if (io.idle()) return;
  range_turns<typename P::number> all{c, g};
  all.begin(io, P::threads * P::each, 0);
  all.in_turn(gridDim.x, [&](auto i) { c.clear(i, words); });
  all.in_turn(gridDim.x, [&](auto i) {
    key_count<P, W>{count}.clear();
    const bool ordered = io.ordered();
    auto key = [=](W w) { return ordered ? w : to_order(w, io.order); };
    const std::int64_t size = P::threads * P::each,
                       per = tiles_of(g.tiles, int(gridDim.x));
    std::int64_t tile = i * per;
    const std::int64_t last = min(tile + per, g.tiles);
    for (auto r = io.range_at(tile); tile < last; ++r) {
      key_count<P, W> keys{count};
      const digit_range q = io.range(r);
      const auto next = min(last, q.tile + tiles_of(q.size, int(size)));
      keys.add_keys(io.source() + q.first, (tile - q.tile) * size,
                    keys.step, min((next - q.tile) * size, q.size), key);
      keys.add_to(c, r);
      for (auto k = tile + threadIdx.x; k < next; k += 512)
        c.range_of[k] = std::uint32_t(r);
      tile = next;
    }
  });
}
template <class P, class W>
__global__ void __launch_bounds__(P::threads, P::blocks)
    sort_ranges_by_digits(digits_io<W> io,
                          digit_counters<typename P::number> c) {
  constexpr int pass = 0;
  __shared__ unsigned long long sums[32];
  __shared__ digit_pass<W> q;
  __shared__ range_tasks g;
  constexpr int I = P::each;
  const auto m = lay_out_digits<P, W>();
  W key[I];
  std::uint32_t value[P::pairs ? I : 1];
  digit_tile<P, W> tile{io, c, pass, q, {c, g}, sums, m, key, value};
  tile.clear_counts();
  wait_for_previous();
  if (io.idle()) return;
  tile.all.begin(io, P::threads * P::each, 2);
  for (; tile.pass < digits_of<P, W>::passes; ++tile.pass) {
    int done = 0;
    for (; tile.take_next(done == 0); tile.clear_counts(), ++done) {
      if (q.works) tile.sort();
      __syncthreads();
    }
    tile.all.end_task(g.tiles, done);
  }
  if (io.left == keys_lie::in_input && !io.has_spare) return;
  tile.all.in_turn(g.tiles, [&](auto i) {
    finish_tile<P>(io, c, i, g.whole);
  });
}
template <bool with_values, int shape_threads, int keys_each,
          int blocks_each = 2, class number_type = std::uint32_t,
          bool with_ranges = false,
          bool all_stable = with_values || with_ranges>
struct digit_policy {
  using number = number_type;
  static constexpr bool pairs = with_values, ranged = with_ranges,
                        stable = all_stable;
  static constexpr int bits = 8, threads = shape_threads,
                       each = keys_each, blocks = blocks_each,
                       back = with_ranges || keys_each <= 16 ? 4 : 2,
                       columns = with_ranges || keys_each < 16 ? 1 : 32,
                       at_once = keys_each < 40 ? 1 : 4;
};
template <class P> struct one_column : P { enum { columns = 1 }; };
template <class P> constexpr int keys_a_tile = P::threads * P::each;
template <class P> std::int64_t keys_at_once() {
  return std::int64_t(keys_a_tile<P>) * P::blocks * multiprocessors();
}
template <class P, class W>
void digit_sort(void* temporary, std::size_t& bytes, digits_io<W> io,
                cudaStream_t s) {
  using D = digits_of<P, W>;
  const std::int64_t n = io.n;
  require_keys(n);
  constexpr int tile = P::threads * P::each;
  const std::int64_t tiles = tiles_of(n, tile) + io.most_ranges;
  using N = typename P::number;
  arena memory{temporary};
  if (!io.has_spare) {
    io.spare = memory.take<W>(n);
    io.values_spare = memory.take<std::uint32_t>(P::pairs ? n : 0);
  }
  const std::int64_t rows = std::max<std::int64_t>(1, io.most_ranges),
                     low = rows << P::bits,
                     numbers = rows * D::counters + low +
                               (tiles << P::bits),
                     counters = rows + D::passes +
                                tiles_of(numbers * int(sizeof(N)), 8);
  static_assert(D::passes + 3 <= most_tasks || !P::ranged);
  digit_counters<N> c{};
  c.varying = memory.take<count64>(counters);
  c.ticket = c.varying + rows;
  c.total = reinterpret_cast<N*>(c.ticket + D::passes);
  if (io.tasks) c.ticket = io.tasks, c.done = io.tasks + most_tasks;
  c.cursor = c.total + rows * D::counters;
  c.seen = c.cursor + low;
  if (P::ranged) c.range_of = memory.take<std::uint32_t>(tiles);
  if (!memory.holds(bytes) || n == 0) return;
  const std::int64_t wave = 3 * multiprocessors();
  if constexpr (P::ranged) {
    launch_next(count_ranges<P, W>, unsigned(std::min(tiles, wave)),
                512, 4 * D::counters, s, io, c, counters);
    launch_next(sort_ranges_by_digits<P, W>,
                unsigned(std::min(tiles, keys_at_once<P>() / tile)),
                P::threads, digit_bytes<P, W>(), s, io, c);
    return;
  }
  if (io.early) io.early->decide(c.varying, counters);
  else
    launch(clear_counters<count64>, unsigned(wave), 512, 0, s,
           c.varying, counters, io.wanted);
  auto count = [&]<class Q>(Q) {
    using keys = key_count<Q, W>;
    const std::int64_t most = keys::C > 1 ? wave / 3 : wave;
    launch_next(count_digits<Q, W, N>,
                unsigned(std::min(tiles_of(n, keys::step), most)),
                keys::T, keys::bytes, s, io, c);
  };
  using small = std::conditional_t<(P::columns > 1), one_column<P>, P>;
  if (key_count<P, W>::bytes > shared_per_block()) count(small{});
  else count(P{});
  if (io.early && !io.early->goes_on()) return;
  if (io.early) io.wanted = nullptr;
  using F = std::conditional_t<(P::each < 40), P,
                               digit_policy<false, 384, 32, 2, N>>;
  constexpr int first = keys_a_tile<F>;
  if constexpr (!P::stable)
    launch_next(sort_by_lowest_digit<F, W>, unsigned(tiles_of(n, first)),
                F::threads, first * int(sizeof(W)), s, io, c);
  for (int p = P::stable ? 0 : 1; p < D::passes; ++p)
    launch_next(sort_by_digit<P, W>, unsigned(tiles), P::threads,
                digit_bytes<P, W>(), s, io, c, p);
  if (io.has_spare)
    launch_next(finish_whole<P, W>, unsigned(tiles), 512, 0, s, io, c);
}
template <class W>
constexpr std::int64_t few_by_digits = 1 << (sizeof(W) == 4 ? 16 : 15);
constexpr std::int64_t many_by_buckets = 1 << 20;
template <bool pairs, class W, class number = std::uint32_t,
          bool ranged = false>
using many_digits =
    digit_policy<pairs, pairs ? 384 : 320,
                 sizeof(W) == 4 ? pairs ? 26 : 40 : pairs ? 18 : 24,
                 sizeof(W) == 4 && !pairs ? 3 : 2, number, ranged>;
template <class W>
using some_pairs = digit_policy<true, 384, sizeof(W) == 4 ? 16 : 14>;
template <bool pairs, class W>
void sort_by_digits(void* temporary, std::size_t& bytes,
                    const digits_io<W>& io, cudaStream_t s) {
  auto sort = [&](auto policy) {
    digit_sort<decltype(policy)>(temporary, bytes, io, s);
  };
  [&] {
    if constexpr (sizeof(W) == 8)
      if (io.n <= 1 << 17) return sort(digit_policy<pairs, 512, 4>{});
    if (io.n <= 1 << 20) return sort(digit_policy<pairs, 512, 8>{});
    if constexpr (sizeof(W) == 4 && !pairs) {
      if (io.n <= 1 << 22) return sort(digit_policy<false, 512, 16>{});
      if (io.n <= 3 << 23)
        return sort(digit_policy<false, 384, 28, 3>{});
    }
    if constexpr (pairs)
      if (io.n <= keys_at_once<some_pairs<W>>())
        return sort(some_pairs<W>{});
    if (io.n < 1 << 30) return sort(many_digits<pairs, W>{});
    sort(many_digits<pairs, W, unsigned long long>{});
  }();
  for (const auto limit : {1l << 17, 1l << 20, 1l << 22, 3l << 23,
                           keys_at_once<some_pairs<W>>()})
    if (!temporary && io.n > limit) {
      digits_io<W> fewer = io;
      fewer.n = limit;
      std::size_t for_fewer = 0;
      sort_by_digits<pairs>(nullptr, for_fewer, fewer, s);
      bytes = std::max(bytes, for_fewer);
    }
}
template <class W, class number = std::uint32_t>
using left_digits = many_digits<false, W, number, true>;
template <class W, class number = std::uint32_t>
using fewer_left =
    digit_policy<false, 512, sizeof(W) == 4 ? 16 : 8, 2, number, true>;
template <class W, class number = std::uint32_t>
using some_left = digit_policy<false, 384, 16, 2, number, true>;
template <template <class, class> class P, class W>
void sort_ranges(void* temporary, std::size_t& bytes,
                 const digits_io<W>& io, cudaStream_t s) {
  if (io.n < 1 << 30)
    digit_sort<P<W, std::uint32_t>>(temporary, bytes, io, s);
  else digit_sort<P<W, count64>>(temporary, bytes, io, s);
}
template <class W> struct parent_bucket {
  std::int64_t first, size, tile, lines;
  int bins, entries;
};
struct small_bucket {
  std::int64_t first;
  int size, buffer;
};
struct sort_control {
  count64 reserved, smalls, overfull, oversized, tasks[task_words];
  __device__ bool gives_up(std::int64_t most_left) const {
    return counted(oversized).ranges > most_left;
  }
  __device__ void give_up(std::int64_t most_left) {
    oversized = count64(most_left + 1) << tile_bits;
  }
};
constexpr int most_buckets = 1024, move_threads = 512;
constexpr int samples = 4096, later_samples = 2048, most_lines = 896,
              most_nested = 3, most_deep = samples / 512;
template <class W> struct sort_level {
  parent_bucket<W>* parents;
  key_map<W>* line;
  std::uint16_t* entry;
  unsigned long long *in_bin, *cursor;
  int level, slots, sampled, most, group, tile, room, left_keys;
  bool careful;
  std::int64_t target, most_left;
  digit_range* left;
  __host__ __device__ int entries() const { return slots + sampled; }
};
template <class W>
__device__ inline int parents_of(const sort_control* c,
                                 const sort_level<W>& v) {
  return v.level == 0 ? 1 : int(counted(c->reserved).ranges);
}
template <class W>
__device__ inline int parent_of(const sort_control* c,
                                const sort_level<W>& v,
                                std::int64_t tile, int* found) {
  if (v.level == 0) return 0;
  const auto reserved = counted(c->reserved);
  const int count = int(reserved.ranges);
  if (tile >= reserved.tiles) return -1;
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
template <class N>
__device__ inline N place_of_sample(int s, N n, int samples) {
  const auto part = std::uint64_t(n / samples);
  return N(s) * n / samples + N(mixed(s + 1) * part >> 32);
}
template <class W> struct key_span {
  W lo, hi;
  __device__ static key_span none() { return {W(~W(0)), W(0)}; }
};
template <class W>
__device__ inline void widen(key_span<W>& s, key_span<W> by) {
  atomicMin(&s.lo, by.lo);
  atomicMax(&s.hi, by.hi);
}
template <class W>
__device__ inline void note_key(key_span<W>* spans, int which, W key,
                                bool valid) {
  const std::uint32_t all = 0xffffffffu;
  const int lead = __shfl_sync(all, which, 0);
  if (__all_sync(all, !valid || which == lead)) {
    auto s = valid ? key_span<W>{key, key} : key_span<W>::none();
    s.lo = warp_least(s.lo), s.hi = warp_largest(s.hi);
    if (threadIdx.x % 32 == 0 && s.lo <= s.hi) widen(spans[lead], s);
  } else if (valid) {
    widen(spans[which], key_span<W>{key, key});
  }
}
constexpr std::uint32_t open_left = 0x8000, open_right = 0x4000;
template <class W> struct sample_memory {
  key_map<W>* line;
  key_span<W>* spans;
  std::uint32_t *count, *sums;
  std::uint16_t *entry, *bin, *base;
};
template <class W> int sample_bytes(int entries) {
  return most_lines *
             int(sizeof(key_map<W>) + sizeof(key_span<W>) + 4) +
         entries * 6;
}
template <class W>
__device__ sample_memory<W> lay_out_sample(int entries,
                                           std::uint32_t* sums) {
  auto* line = dynamic_shared<key_map<W>>();
  auto* spans = reinterpret_cast<key_span<W>*>(line + most_lines);
  auto* count = reinterpret_cast<std::uint32_t*>(spans + most_lines);
  auto* entry = reinterpret_cast<std::uint16_t*>(count + entries);
  return {line, spans, count, sums, entry, entry + entries,
          entry + entries + most_lines};
}
template <int Q, class W> struct map_drawing {
  const sample_memory<W>& m;
  const sort_level<W>& v;
  int p;
  W (&key)[Q];
  int (&slot)[Q];
  W lo = 0, hi = 0;
  int t = threadIdx.x, begin = 0, end = v.slots, line = 0, lines = 1,
      bins = v.slots, depth = 0, deep = 0, mine = 0, last = 0,
      at_first = 0;
  std::uint32_t most = 0, run = 0, total = 0, pairs = 0;
  bool full = false;
  template <class IO>
  __device__ __forceinline__ void draw_sample(const IO& io, const W* from,
                                              std::int64_t n, W* ends) {
    const std::int64_t first = v.level == 0 ? 0 : v.parents[p].first;
    const std::int64_t size = v.level == 0 ? n : v.parents[p].size;
    WW_UNROLL for (int k = 0; k < Q; ++k) {
      const int s = k * 1024 + t;
      const std::int64_t i = size < 1024 * Q
                                 ? s % size
                                 : place_of_sample(s, size, 1024 * Q);
      key[k] = v.level == 0 ? io.load(i) : from[first + i];
    }
    for (int b = t; b < v.entries(); b += 1024)
      v.in_bin[std::int64_t(p) * v.entries() + b] = 0;
    range_of_keys<1024>(key, 1024 * Q, ends, lo, hi);
  }
  __device__ __forceinline__ void begin_lines() {
    if (t == 0)
      m.line[0] = key_map<W>::over(lo, hi, v.slots), m.bin[0] = 0;
    for (int e = t; e < (v.careful ? 2 : 1) * v.slots; e += 1024)
      m.count[e] = 0;
    __syncthreads();
    WW_UNROLL for (int k = 0; k < Q; ++k) {
      const std::uint32_t before =
          atomicAdd(&m.count[slot[k] = m.line[0](key[k])], 1u);
      pairs += before;
      full = full || int(before) >= v.most;
    }
  }
  __device__ __forceinline__ std::uint32_t count_met() {
    const auto fine = key_map<W>::over(lo, hi, 32 * v.slots);
    std::uint32_t met = 0;
    WW_UNROLL for (int k = 0; k < Q; ++k) {
      const int i = fine(key[k]);
      const std::uint32_t bit = 1u << i % 32;
      met += (atomicOr(&m.count[v.slots + i / 32], bit) & bit) != 0;
    }
    return met;
  }
  __device__ __forceinline__ bool is_unfit(count64* by_warp) {
    W varying = 0;
    WW_UNROLL for (int k = 0; k < Q; ++k) varying |= key[k] ^ lo;
    std::uint32_t said = full ? 1u << sizeof(W) : 0;
    WW_UNROLL for (int d = 0; d < int(sizeof(W)); ++d)
      said |= (varying >> 8 * d & 255) != 0 ? 1u << d : 0;
    const std::uint32_t counts =
        v.careful ? count_met() << 16 | pairs : 0;
    const count64 all = block_combined(
        count64(said) << 32 | counts, by_warp, [](count64 a, count64 b) {
          return (a | b) >> 32 << 32 | std::uint32_t(a + b);
        });
    const auto digits = __popc(std::uint32_t(all >> 32) &
                               ((1u << sizeof(W)) - 1));
    const std::uint32_t met = all >> 16 & 0xffff, both = all & 0xffff;
    return digits < int(sizeof(W)) * (v.careful ? 3 : 2) / 4 ||
           (v.careful &&
            (all >> (32 + sizeof(W)) != 0 || met > both / 16 + 64));
  }
  __device__ __forceinline__ void draw_lines() {
    if (!__syncthreads_or(full)) {
      for (int c = t; c < end; c += 1024)
        m.entry[c] =
            std::uint16_t(c | (m.line[0].single(c) ? one_value : 0));
      return;
    }
    for (;; ++depth) {
      __syncthreads();
      find_full_slots();
      number_bins();
      if (total == 0) break;
      draw_nested_lines();
    }
  }
  __device__ std::uint32_t asks(int c, int l) const {
    return depth < most_nested && m.count[c] > most && !m.line[l].exact()
               ? m.count[c] / 3 : 0u;
  }
  __device__ __forceinline__ void find_full_slots() {
    const int per = (end - begin + 1023) / 1024;
    mine = min(begin + t * per, end);
    last = min(mine + per, end);
    most = depth > 0 ? 12 : v.most;
    at_first = first_that(line + 1, lines, [l = m.line, c = mine](int i) {
                 return l[i].first > c;
               }) - 1;
    std::uint32_t sum = 0;
    for (int c = mine, at = at_first; c < last; ++c) {
      at = line_at(at, c);
      if (const auto s = asks(c, at)) sum += 1u << 16 | s;
    }
    run = block_exclusive(sum, m.sums, total);
    if (lines + int(total >> 16) > most_lines) run = total = 0;
  }
  __device__ int line_at(int at, int c) const {
    while (at + 1 < lines && m.line[at + 1].first <= c) ++at;
    return at;
  }
  __device__ __forceinline__ void number_bins() {
    const bool room = total > 0;
    std::uint32_t passed = run;
    for (int c = mine, at = at_first; c < last; ++c) {
      at = line_at(at, c);
      if (m.line[at].first == c) m.base[at] = std::uint16_t(passed);
      if (room) if (const auto s = asks(c, at)) passed += 1u << 16 | s;
    }
    __syncthreads();
    for (int c = mine, at = at_first; c < last; ++c) {
      at = line_at(at, c);
      const auto s = room ? asks(c, at) : 0u;
      const int bin = int(m.bin[at] & bin_bits) + c - m.line[at].first +
                      (most_nested - depth) *
                          int(std::uint16_t(run - m.base[at]));
      if (s) write_nested(c, at, bin);
      else write_bin(c, at, bin);
      if (s) run += 1u << 16 | s;
    }
  }
  __device__ int past(int at) const {
    return at + 1 < lines ? m.line[at + 1].first : end;
  }
  __device__ void write_nested(int c, int at, int bin) {
    const int id = lines + int(run >> 16);
    const bool left = c == m.line[at].first || !asks(c - 1, at),
               right = c + 1 == past(at) || !asks(c + 1, at);
    m.line[id].first = std::uint16_t(end + (run & 0xffff));
    m.bin[id] = std::uint16_t(bin | (left ? open_left : 0) |
                              (right ? open_right : 0));
    m.spans[id] = key_span<W>::none();
    m.entry[c] = std::uint16_t(nested | id);
  }
  __device__ void write_bin(int c, int at, int bin) {
    const int first = m.line[at].first;
    const auto own = m.bin[at];
    const int outer = m.line[at].exact() ? int(m.line[at].span)
                                         : past(at) - first - 1;
    const bool begins = (c == first + 1 && (own & open_left)) ||
                        (c - first == outer && (own & open_right));
    m.entry[c] = std::uint16_t(
        bin | (begins ? edge : 0) |
        (m.line[at].single(c - first) ? one_value : 0));
  }
  __device__ __forceinline__ void draw_nested_lines() {
    const int added = int(total >> 16), more = int(total & 0xffff);
    if (depth == 0) bins += most_nested * more;
    for (int e = t; e < more; e += 1024) m.count[end + e] = 0;
    __syncthreads();
    WW_UNROLL for (int k = 0; k < Q; ++k) {
      const int e = slot[k] < 0 ? 0 : m.entry[slot[k]];
      slot[k] = e & int(nested) ? e - int(nested) : -1;
      note_key(m.spans, slot[k], key[k], slot[k] >= 0);
      if (depth == 2) deep += __syncthreads_count(slot[k] >= 0);
    }
    if (const int i = lines + t; t < added) {
      const int first = m.line[i].first,
                past = t + 1 < added ? m.line[i + 1].first : end + more;
      m.base[i] = std::uint16_t(past - first);
    }
    __syncthreads();
    if (const int i = lines + t; t < added) {
      const auto first = m.line[i].first;
      const auto s = m.spans[i];
      m.line[i] = key_map<W>::over(s.lo, s.hi, m.base[i]);
      m.line[i].first = first;
    }
    __syncthreads();
    WW_UNROLL for (int k = 0; k < Q; ++k)
      if (slot[k] >= 0) {
        slot[k] = m.line[slot[k]].first + m.line[slot[k]](key[k]);
        atomicAdd(&m.count[slot[k]], 1u);
      }
    line = lines;
    lines += added;
    begin = end;
    end += more;
  }
  __device__ __forceinline__ void write_down() const {
    __syncthreads();
    for (int e = t; e < (end + 7) / 8 * 8; e += 1024)
      v.entry[std::int64_t(p) * v.entries() + e] =
          e < end ? m.entry[e] : std::uint16_t(0);
    for (int e = t; e < lines; e += 1024)
      v.line[std::int64_t(p) * most_lines + e] = m.line[e];
    if (t == 0) {
      v.parents[p].bins = bins;
      v.parents[p].entries = end;
      v.parents[p].lines = lines;
    }
  }
};
template <int Q, class W, class IO>
__global__ void __launch_bounds__(1024)
    sample_parents(IO io, const W* from, std::int64_t n,
                   sort_control* c, sort_level<W> v) {
  __shared__ W ends[64];
  __shared__ std::uint32_t sums[32];
  __shared__ count64 by_warp[32];
  wait_for_previous();
  if (v.level == 0 && threadIdx.x == 0)
    *c = {}, v.parents[0] = {0, n, 0, 0, 0, 0};
  const auto m = lay_out_sample<W>(v.entries(), sums);
  const int parts = parents_of(c, v);
  for (int p = blockIdx.x; p < parts; p += gridDim.x) {
    W key[Q];
    int slot[Q];
    map_drawing<Q, W> map{m, v, p, key, slot};
    map.draw_sample(io, from, n, ends);
    map.begin_lines();
    bool by_digits = v.level == 0 && map.is_unfit(by_warp);
    if (!by_digits) {
      map.draw_lines();
      map.write_down();
      by_digits = v.level == 0 && map.deep > most_deep;
    }
    if (by_digits && threadIdx.x == 0) c->give_up(v.most_left);
  }
}
__device__ inline int spread(int b) { return b ^ (b >> 5 & 31); }
template <class W>
__device__ inline void load_map(const sort_level<W>& v, int p,
                                int entries, int lines,
                                std::uint16_t* entry,
                                key_map<W>* line) {
  const auto* e = reinterpret_cast<const uint4*>(
      v.entry + std::int64_t(p) * v.entries());
  for (int i = threadIdx.x; i < (entries + 7) / 8; i += blockDim.x)
    reinterpret_cast<uint4*>(entry)[i] = e[i];
  for (int i = threadIdx.x; i < lines; i += blockDim.x)
    line[i] = v.line[std::int64_t(p) * most_lines + i];
}
template <class W, class IO>
__global__ void __launch_bounds__(512, 3)
    count_bins(IO io, const W* from, sort_control* c, sort_level<W> v) {
  auto* line = dynamic_shared<key_map<W>>();
  auto* bins = reinterpret_cast<std::uint32_t*>(line + most_lines);
  auto* entry = reinterpret_cast<std::uint16_t*>(bins + v.entries());
  __shared__ int found;
  const int t = threadIdx.x;
  for (int b = t; b < v.entries(); b += 512) bins[b] = 0;
  wait_for_previous();
  if (c->gives_up(v.most_left)) return;
  const std::int64_t tile = std::int64_t(blockIdx.x) * v.group;
  const int p = parent_of(c, v, tile, &found);
  if (p < 0) return;
  const parent_bucket<W> q = v.parents[p];
  if (q.size == 0) return;
  const bool flat = q.lines == 1;
  load_map(v, p, flat ? 0 : q.entries, q.lines, entry, line);
  __syncthreads();
  constexpr int U = sizeof(W) > 8 ? 4 : 8, step_keys = 512 * U;
  std::int64_t begin = (tile - q.tile) * v.tile, step = step_keys;
  std::int64_t end = min(begin + std::int64_t(v.group) * v.tile, q.size);
  if (v.level == 0) {
    begin = std::int64_t(blockIdx.x) * step_keys;
    step = std::int64_t(gridDim.x) * step_keys;
    end = q.size;
  }
  auto load = [&](std::int64_t i) {
    return v.level == 0 ? io.load(i) : from[q.first + i];
  };
  const auto root = line[0];
  const bucket_map<W> map{line, entry};
  std::int64_t at = begin;
  for (; at + step_keys <= end; at += step) {
    W key[U];
    const std::int64_t mine = at + t / 32 * (32 * U) + t % 32;
    WW_UNROLL for (int k = 0; k < U; ++k) key[k] = load(mine + k * 32);
    if (flat) {
      WW_UNROLL for (int k = 0; k < U; ++k)
        atomicAdd(&bins[spread(root(key[k]))], 1u);
    } else {
      WW_UNROLL for (int k = 0; k < U; ++k)
        atomicAdd(&bins[spread(int(map(key[k])))], 1u);
    }
  }
  for (auto i = at + t; i < end && i < at + step_keys; i += 512) {
    const W key = load(i);
    atomicAdd(&bins[spread(flat ? root(key) : int(map(key)))], 1u);
  }
  __syncthreads();
  for (int i = t; i < q.bins; i += 512) {
    const int b = (i + int(blockIdx.x) * 64) % q.bins;
    const std::uint32_t count = bins[spread(b)];
    if (count > 0)
      atomicAdd(&v.in_bin[std::int64_t(p) * v.entries() + b],
                count64(count));
  }
}
template <int per> struct plan_memory {
  unsigned long long sums[32], base;
  std::int64_t start[most_buckets + 1];
  int first_bin[most_buckets + 1];
  std::uint32_t number[32];
  std::uint16_t bucket_of[per * 1024];
  std::uint32_t single[per * 32 + 1], edges[per * 32 + 1];
  std::uint32_t clustered[most_buckets / 32];
};
template <int per, class W> struct bucket_plan {
  plan_memory<per>& m;
  const sort_level<W>& v;
  const parent_bucket<W>& q;
  int p;
  std::uint32_t (&entry)[4];
  unsigned long long (&count)[per];
  int t = threadIdx.x;
  uint4* entries = nullptr;
  unsigned long long before = 0, previous = 0;
  unsigned begins = 0, inside = 0;
  std::uint32_t buckets = 0, my_first = 0;
  __device__ __forceinline__ void load_entries() {
    entries = reinterpret_cast<uint4*>(
        v.entry + std::int64_t(p) * v.entries());
    const uint4 x = loads() ? entries[t] : uint4{0, 0, 0, 0};
    entry[0] = x.x, entry[1] = x.y, entry[2] = x.z, entry[3] = x.w;
  }
  __device__ bool loads() const { return t * 8 < q.entries; }
  __device__ std::uint32_t entry_at(int k) const {
    return entry[k / 2] >> k % 2 * 16 & 0xffff;
  }
  __device__ const unsigned long long* in_bin() const {
    return v.in_bin + std::int64_t(p) * v.entries();
  }
  __device__ __forceinline__ void add_up_bins() {
    unsigned long long sum = 0, total;
    WW_UNROLL for (int k = 0; k < per; ++k) {
      count[k] = t * per + k < q.bins ? in_bin()[t * per + k] : 0;
      sum += count[k];
    }
    if (t > 0 && t * per - 1 < q.bins) previous = in_bin()[t * per - 1];
    if (t <= per * 32) m.single[t] = m.edges[t] = 0;
    before = block_exclusive(sum, m.sums, total);
  }
  __device__ __forceinline__ void read_marks() {
    WW_UNROLL for (int k = 0; k < 8; ++k) {
      const std::uint32_t x = entry_at(k);
      const std::uint32_t b = x & bin_bits, bit = 1u << b % 32;
      if (x & nested) continue;
      if (x & one_value) atomicOr(&m.single[b / 32], bit);
      if (x & edge) atomicOr(&m.edges[b / 32], bit);
    }
    __syncthreads();
  }
  __device__ __forceinline__ void find_begins() {
    bool heed = v.target < v.room;
    for (std::int64_t target = v.target;;) {
      mark_begins(target, heed);
      my_first = block_exclusive(std::uint32_t(__popc(begins)), m.number,
                                 buckets);
      const std::int64_t beyond = std::int64_t(buckets) - 8;
      if (buckets <= most_buckets &&
          (!heed || beyond * target <= 4 * q.size))
        break;
      if (heed) heed = false;
      else target *= 2;
    }
  }
  __device__ __forceinline__ void mark_begins(std::int64_t target,
                                              bool heed) {
    const int down = int(q.size >> 31) ? 32 - __clz(int(q.size >> 31)) : 0;
    const auto inverse = std::uint32_t(
        4294967040.0f / float(std::uint32_t(target >> down) + 1));
    auto window = [=](unsigned long long x) {
      return high_product(std::uint32_t(x >> down), inverse);
    };
    const count64 most = target < v.room ? v.room - target - 1 : target;
    const count64 fewer = heed ? min(most, v.room / 8ull) : most;
    auto limit = [=](bool one_value) { return one_value ? fewer : most; };
    const unsigned single = my_bits(m.single);
    inside = v.target < v.room ? my_bits(m.edges) : 0;
    begins = (t == 0) | (heed ? inside : 0);
    auto last = window(before - previous);
    bool alone =
        t > 0 && previous > limit(has_bit(m.single, t * per - 1));
    unsigned long long at = before;
    WW_UNROLL for (int k = 0; k < per; ++k) {
      const auto now = window(at);
      const bool full = count[k] > limit(single >> k & 1);
      begins |= unsigned(now != last || full || alone) << k;
      at += count[k];
      last = now, alone = full;
    }
  }
  __device__ static bool has_bit(const std::uint32_t* bits, int i) {
    return (bits[i / 32] >> i % 32) & 1;
  }
  __device__ unsigned my_bits(const std::uint32_t* bits) const {
    const int i = t * per;
    const auto two = bits[i / 32] | count64(bits[i / 32 + 1]) << 32;
    return unsigned(two >> i % 32) & ((1u << per) - 1);
  }
  __device__ __forceinline__ void number_buckets() {
    unsigned long long place = before;
    int bucket = int(my_first) - 1;
    if (t < most_buckets / 32) m.clustered[t] = 0;
    __syncthreads();
    WW_UNROLL for (int k = 0; k < per; ++k) {
      if ((begins >> k) & 1) {
        m.start[++bucket] = std::int64_t(place);
        m.first_bin[bucket] = t * per + k;
      } else if ((inside >> k) & 1) {
        atomicOr(&m.clustered[bucket / 32], 1u << bucket % 32);
      }
      m.bucket_of[t * per + k] = std::uint16_t(bucket);
      place += count[k];
    }
    if (t == 0) m.start[buckets] = q.size;
    __syncthreads();
  }
  __device__ __forceinline__ void write_entries() {
    WW_UNROLL for (int k = 0; k < 8; ++k) {
      const std::uint32_t x = entry_at(k);
      if (!(x & nested))
        entry[k / 2] ^= (x ^ m.bucket_of[x & bin_bits]) << k % 2 * 16;
    }
    if (loads()) entries[t] = {entry[0], entry[1], entry[2], entry[3]};
  }
  __device__ __forceinline__ void send_buckets(
      sort_control* c, const sort_level<W>& next, small_bucket* smalls,
      small_bucket* overfull) {
    const bool mine = t < int(buckets);
    const std::int64_t size = mine ? m.start[t + 1] - m.start[t] : 0;
    const std::int64_t first = mine ? q.first + m.start[t] : 0;
    const bool equal = size > v.room && has_equal_keys(size);
    if (mine) v.cursor[std::int64_t(p) * most_buckets + t] = first;
    std::int64_t pieces = 0;
    if (has_bit(m.clustered, t) && size <= v.room)
      overfull[atomicAdd(&c->overfull, 1ull)] = {first, int(size),
                                                 v.level};
    else if (size <= v.room || equal)
      pieces = equal ? tiles_of(size, v.room) : size > 0;
    else if (next.parents)
      make_parent(c, next, first, size);
    else
      leave(c, first, size);
    list_pieces(c, smalls, first, size, pieces);
  }
  __device__ bool has_equal_keys(std::int64_t size) const {
    const int b = m.first_bin[t];
    return has_bit(m.single, b) && std::int64_t(in_bin()[b]) == size;
  }
  __device__ void make_parent(sort_control* c, const sort_level<W>& next,
                              std::int64_t first,
                              std::int64_t size) const {
    const std::int64_t groups =
        tiles_of(tiles_of(size, next.tile), next.group);
    const auto at =
        reserve(&c->reserved, groups * next.group);
    parent_bucket<W>& r = next.parents[at.ranges];
    r.first = first;
    r.size = size;
    r.tile = at.tiles;
  }
  __device__ void leave(sort_control* c, std::int64_t first,
                        std::int64_t size) const {
    const auto at = reserve(&c->oversized, tiles_of(size, v.left_keys));
    if (at.ranges < v.most_left)
      v.left[at.ranges] = {first, size, at.tiles};
  }
  __device__ __forceinline__ void list_pieces(
      sort_control* c, small_bucket* smalls, std::int64_t first,
      std::int64_t size, std::int64_t pieces) {
    std::uint32_t all;
    const auto where =
        block_exclusive(std::uint32_t(pieces), m.number, all);
    if (t == 0) m.base = atomicAdd(&c->smalls, count64(all));
    __syncthreads();
    if (pieces == 1) smalls[m.base + where] = {first, int(size), v.level};
    const std::uint32_t lanes = 0xffffffffu;
    auto several = __ballot_sync(lanes, pieces > 1);
    for (; several != 0; several &= several - 1) {
      const int lane = bit_length(several & (0 - several)) - 1;
      const auto from = __shfl_sync(lanes, first, lane);
      const auto end = from + __shfl_sync(lanes, size, lane);
      const auto at = m.base + __shfl_sync(lanes, where, lane);
      for (std::int64_t k = t % 32; from + k * v.room < end; k += 32) {
        const std::int64_t begin = from + k * v.room;
        const auto rest = min(end - begin, std::int64_t(v.room));
        smalls[at + k] = {begin, int(rest), v.level};
      }
    }
  }
};
template <int per, class W>
__global__ void __launch_bounds__(1024)
    plan_buckets(sort_control* c, sort_level<W> v, sort_level<W> next,
                 small_bucket* smalls, small_bucket* overfull) {
  __shared__ plan_memory<per> m;
  wait_for_previous();
  if (v.level == 0 && c->gives_up(v.most_left)) return;
  const int parts = parents_of(c, v);
  for (int p = blockIdx.x; p < parts; p += gridDim.x) {
    const parent_bucket<W> q = v.parents[p];
    if (q.size == 0) return;
    std::uint32_t entry[4];
    unsigned long long count[per];
    bucket_plan<per, W> plan{m, v, q, p, entry, count};
    plan.load_entries();
    plan.add_up_bins();
    plan.read_marks();
    plan.find_begins();
    plan.number_buckets();
    plan.write_entries();
    plan.send_buckets(c, next, smalls, overfull);
  }
}
template <class W> struct move_memory {
  key_map<W>* line;
  W* stage;
  std::int64_t* shift;
  std::uint32_t* counts;
  std::uint16_t *entry, *bucket;
  std::uint32_t* sums;
};
template <class W> int move_bytes(int tile, int entries) {
  return most_lines * int(sizeof(key_map<W>)) +
         tile * int(sizeof(W) + 2) + most_buckets * 12 + entries * 2;
}
template <class W>
__device__ move_memory<W> lay_out_move(int tile, int entries,
                                       std::uint32_t* sums) {
  auto* line = dynamic_shared<key_map<W>>();
  W* stage = reinterpret_cast<W*>(line + most_lines);
  auto* shift = reinterpret_cast<std::int64_t*>(stage + tile);
  auto* counts = reinterpret_cast<std::uint32_t*>(shift + most_buckets);
  auto* entry = reinterpret_cast<std::uint16_t*>(counts + most_buckets);
  return {line, stage, shift, counts, entry, entry + entries, sums};
}
template <int I, class W>
__device__ __forceinline__ void find_buckets(
    const W (&key)[I], bool flat, const move_memory<W>& m,
    std::uint32_t (&bucket)[I]) {
  if (flat) {
    const auto root = m.line[0];
    WW_UNROLL for (int k = 0; k < I; ++k)
      bucket[k] = unsigned(spread(m.entry[root(key[k])]));
  } else {
    const bucket_map<W> map{m.line, m.entry};
    WW_UNROLL for (int k = 0; k < I; ++k)
      bucket[k] = unsigned(spread(int(map(key[k]))));
  }
}
template <bool full, int I, class W, class IO>
__device__ __forceinline__ void move_tile(
    const IO& io, const W* from, W* to, const sort_level<W>& v,
    const parent_bucket<W>& q, int p, std::int64_t begin, int size,
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
  load_map(v, p, q.entries, q.lines, m.entry, m.line);
  __syncthreads();
  std::uint32_t rank[I];
  find_buckets(key, q.lines == 1, m, rank);
  take_places<I>(
      m.counts, full, in, [&](int k) { return rank[k]; },
      [&](int k, std::uint32_t r) { rank[k] = rank[k] << 16 | r; });
  __syncthreads();
  constexpr int per = most_buckets / T;
  unsigned long long* cursor = v.cursor + std::int64_t(p) * most_buckets;
  std::uint32_t sum = 0, total;
  WW_UNROLL for (int k = 0; k < per; ++k)
    sum += m.counts[spread(t * per + k)];
  std::uint32_t at = block_exclusive(sum, m.sums, total);
  std::int64_t shift[per];
  WW_UNROLL for (int k = 0; k < per; ++k) {
    const int b = t * per + k;
    const std::uint32_t count = m.counts[spread(b)];
    m.counts[spread(b)] = at;
    shift[k] = 0;
    if (count > 0)
      shift[k] = std::int64_t(atomicAdd(&cursor[b], count64(count))) - at;
    at += count;
  }
  __syncthreads();
  WW_UNROLL for (int k = 0; k < I; ++k)
    if (in(k)) {
      const int i = int(m.counts[rank[k] >> 16] + (rank[k] & 0xffff));
      m.stage[i] = key[k];
      m.bucket[i] = std::uint16_t(rank[k] >> 16);
    }
  WW_UNROLL for (int k = 0; k < per; ++k)
    m.shift[spread(t * per + k)] = shift[k];
  __syncthreads();
  WW_UNROLL for (int k = 0; k < I; ++k)
    if (const int i = k * T + t; in(k))
      to[m.shift[m.bucket[i]] + i] = m.stage[i];
}
template <int I, class W, class IO>
__global__ void __launch_bounds__(move_threads, 2)
    move_keys(IO io, const W* from, W* to, sort_control* c,
              sort_level<W> v) {
  constexpr int size = I * move_threads;
  __shared__ int found;
  __shared__ std::uint32_t sums[32];
  const auto m = lay_out_move<W>(size, v.entries(), sums);
  wait_for_previous();
  if (c->gives_up(v.most_left)) return;
  const int p = parent_of(c, v, std::int64_t(blockIdx.x), &found);
  if (p < 0) return;
  const parent_bucket<W> q = v.parents[p];
  const std::int64_t begin = (blockIdx.x - q.tile) * size;
  const std::int64_t rest = q.size - begin;
  if (rest >= size)
    move_tile<true, I>(io, from, to, v, q, p, begin, size, m);
  else if (rest > 0)
    move_tile<false, I>(io, from, to, v, q, p, begin, int(rest), m);
}
template <int T, int I, class W, class IO>
__global__ void __launch_bounds__(T, (sizeof(W) == 4 ? 1152 : 1024) / T)
    sort_small_buckets(IO io, const W* one, const W* other,
                       sort_control* c, const small_bucket* smalls,
                       small_bucket* overfull, std::int64_t most_left) {
  __shared__ std::uint32_t sums[32];
  __shared__ W ends[64];
  const auto m = lay_out<T, I, W>(sums, ends);
  wait_for_previous();
  if (c->gives_up(most_left)) return;
  const auto parts = c->smalls;
  for (auto s = blockIdx.x + 0ull; s < parts; s += gridDim.x) {
    const small_bucket q = smalls[s];
    const W* from = (q.buffer ? other : one) + q.first;
    W key[I];
    WW_UNROLL for (int k = 0; k < I; ++k) {
      const int i = k * T + int(threadIdx.x);
      key[k] = i < q.size ? from[i] : W(0);
    }
    const bool sorted = sort_block<T, I>(
        key, q.size, m, [&](int i, W w) { io.store(q.first + i, w); });
    if (!sorted && threadIdx.x == 0)
      overfull[atomicAdd(&c->overfull, 1ull)] = q;
  }
}
template <int T, int I, class W, class IO>
__global__ void __launch_bounds__(T, 1024 / T)
    merge_overfull(IO io, const W* one, const W* other,
                   const sort_control* c, const small_bucket* overfull,
                   std::int64_t most_left, int least) {
  W* stage = dynamic_shared<W>();
  wait_for_previous();
  if (c->gives_up(most_left)) return;
  const auto parts = c->overfull;
  for (auto p = blockIdx.x + 0ull; p < parts; p += gridDim.x) {
    const small_bucket q = overfull[p];
    if (q.size <= least || q.size > T * I) continue;
    const W* from = (q.buffer ? other : one) + q.first;
    W key[I];
    load_by_warps(key, q.size, [&](int i) { return from[i]; });
    sort_by_merging<T>(key, q.size, stage);
    for (int i = threadIdx.x; i < q.size; i += T)
      io.store(q.first + i, stage[with_pads(i)]);
    __syncthreads();
  }
}
template <int T, int I, class IO> struct key_share {
  using W = typename IO::word;
  const IO& io;
  int n;
  W* stage;
  unsigned long long* sums;
  int& kept;
  W (&key)[I];
  int t = threadIdx.x, base = 0;
  W least = 0, most = 0, lo = 0, hi = 0;
  unsigned below = 0, same = 0;
  __device__ void put_out(std::int64_t first, int size) const {
    for (int i = t; i < size; i += T)
      io.store(first + i, stage[with_pads(i)]);
  }
  __device__ __forceinline__ void sort_all() {
    load_by_warps(key, n, [&](int i) { return io.load(i); });
    sort_by_merging<T>(key, n, stage);
    put_out(0, n);
  }
  __device__ __forceinline__ bool find() {
    const int g = gridDim.x, b = blockIdx.x;
    constexpr int S = 2 * T;
    load_by_warps(key, S, [&](int s) {
      return io.load(place_of_sample(s, unsigned(n), S));
    });
    sort_by_merging<T>(key, S, stage);
    const bool bounded = b + 1 < g;
    least = b > 0 ? stage[with_pads(S * b / g)] : W(0);
    const W bound = bounded ? stage[with_pads(S * (b + 1) / g)] : W(0);
    if (bounded && least == bound) return false;
    hi = most = W(bound - 1);
    lo = W(least + 1);
    return true;
  }
  __device__ __forceinline__ void read_keys() {
    if (t == 0) kept = 0;
    __syncthreads();
    below = same = 0;
    const W width = W(hi - lo + 1);
    auto look = [&](W w) {
      below += w < least;
      same += w == least;
      if (W(w - lo) >= width) return;
      const int at = atomicAdd(&kept, 1);
      if (at < T * I) stage[at] = w;
    };
    int i = t;
    for (; i + 7 * T < n; i += 8 * T) {
      W w[8];
      WW_UNROLL for (int k = 0; k < 8; ++k) w[k] = io.load(i + k * T);
      WW_UNROLL for (int k = 0; k < 8; ++k) look(w[k]);
    }
    for (; i < n; i += T) look(io.load(i));
    __syncthreads();
  }
  __device__ __forceinline__ void put_out_least() {
    unsigned long long both;
    block_exclusive(count64(below) << 32 | same, sums, both);
    base = int(both >> 32);
    const int equal = int(both & 0xffffffffu);
    for (int k = t; k < equal; k += T) io.store(base + k, least);
    base += equal;
  }
  __device__ __forceinline__ void put_out_kept(int size) {
    if (size > T * I) {
      for (int k = t; k < size; k += T) io.store(base + k, lo);
    } else {
      load_by_warps(key, size, [&](int i) { return stage[i]; });
      __syncthreads();
      sort_by_merging<T>(key, size, stage);
      put_out(base, size);
    }
    base += size;
  }
};
template <int T, int I, class W, class IO>
__global__ void __launch_bounds__(T) sort_at_once(IO io, int n) {
  wait_for_previous();
  if (io.idle()) return;
  __shared__ unsigned long long sums[32];
  __shared__ int kept;
  W key[I];
  key_share<T, I, IO> share{io,   n,    dynamic_shared<W>(),
                            sums, kept, key};
  if (gridDim.x == 1) {
    share.sort_all();
    return;
  }
  if (!share.find()) return;
  for (bool first = true;; first = false) {
    share.read_keys();
    if (first) share.put_out_least();
    const int size = kept;
    __syncthreads();
    if (size > T * I && share.lo < share.hi) {
      share.hi = share.lo + (share.hi - share.lo) / 2;
      continue;
    }
    share.put_out_kept(size);
    if (share.hi == share.most) return;
    share.lo = share.hi + 1;
    share.hi = share.most;
  }
}
template <class W>
constexpr std::int64_t few_keys = (1 << 21) / (sizeof(W) * sizeof(W));
template <class IO>
void sort_few(IO io, int n, cudaStream_t s) {
  using W = typename IO::word;
  constexpr int T = 512, each = sizeof(W) > 8 ? 2 : 4;
  const int most = std::max(multiprocessors(), 16);
  if (n <= (sizeof(W) > 4 ? 1 << 10 : 1 << 11))
    launch_next(sort_at_once<T, 2 * each, W, IO>, 1u, T,
                merging_bytes<W>(T * 2 * each), s, io, n);
  else if (n <= 1 << 12)
    launch_next(sort_at_once<256, 2, W, IO>,
                unsigned(std::min(n / 32, most)), 256,
                merging_bytes<W>(512), s, io, n);
  else
    launch_next(sort_at_once<T, each, W, IO>,
                unsigned(std::min(n / 64, most)), T,
                merging_bytes<W>(T * each), s, io, n);
}
template <class W>
struct keys_io {
  using word = W;
  const W* in;
  W* out;
  key_order<W> order;
  const count64* wanted = nullptr;
  __device__ bool idle() const { return wanted && *wanted == 0; }
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
template <class W> struct bucket_policy {
  static constexpr int threads = 384, large_threads = 512, each = 16,
                       merged_each = 128 / int(sizeof(W));
  static constexpr int first_slots = 4096, later_slots = 2048;
  static constexpr int tile = move_threads * (64 / int(sizeof(W)));
  static constexpr std::int64_t one_level = 1 << 22, many = 1 << 24;
  static constexpr int keys_a_range = 1 << 15;
};
template <class P, class W> struct bucket_levels {
  using IO = keys_io<W>;
  static constexpr int T = P::threads, I = P::each,
                       large = P::large_threads,
                       moved_each = P::tile / move_threads;
  IO io;
  std::int64_t n;
  cudaStream_t s;
  bool two = n > P::one_level;
  bool larger = n > P::one_level * 3 / 8;
  int count = two ? 2 : 1, tile = P::tile * count / 2;
  int room = (larger ? large : T) * I;
  int target = larger ? room * 7 / 10 : room * 2 / 3;
  std::int64_t most_left = n / P::keys_a_range / (n < 1 << 30 ? 1 : 2);
  digit_range* left = nullptr;
  std::int64_t blocks = tiles_of(n, tile), parents = 0, wanted = 0;
  W* one = nullptr;
  sort_control* c = nullptr;
  small_bucket *smalls = nullptr, *overfull = nullptr;
  sort_level<W> v[3] = {};
  bool fewer() const { return n <= keys_at_once<some_left<W>>(); }
  void choose_buckets() {
    std::int64_t first = 1;
    while (two && first < 512 && 2 * first * first < n / target &&
           first < n >> 19)
      first *= 2;
    parents = 2 * first + 2;
    wanted = two ? n / first : target;
    while (!two && wanted > 512 && n / wanted < 256) wanted /= 2;
  }
  void lay_out_shared(arena& memory) {
    c = memory.take<sort_control>(1);
    left = memory.take<digit_range>(most_left);
  }
  void lay_out(arena& memory) {
    choose_buckets();
    const std::int64_t most = 6 * (n / target) + 12 * parents + 4096;
    smalls = memory.take<small_bucket>(most);
    overfull = memory.take<small_bucket>(most);
    for (int l = 0; l < count; ++l) lay_out_level(memory, l);
  }
  void lay_out_level(arena& memory, int l) {
    const std::int64_t p = l == 0 ? 1 : parents;
    v[l].level = l;
    v[l].slots = l == 0 ? P::first_slots : P::later_slots;
    v[l].sampled = l == 0 ? samples : later_samples;
    v[l].most = l == 0 ? 16 : 8;
    v[l].careful = l == 0 && n < P::many;
    v[l].group = l == 0 ? 1 : int(std::clamp<std::int64_t>(
        blocks / (4 * multiprocessors()), 1, 8));
    v[l].tile = tile;
    v[l].room = room;
    v[l].left_keys = fewer() ? keys_a_tile<some_left<W>>
                             : keys_a_tile<left_digits<W>>;
    v[l].target = l == 0 ? wanted : target;
    v[l].most_left = most_left;
    v[l].left = left;
    v[l].parents = memory.take<parent_bucket<W>>(p);
    v[l].line = memory.take<key_map<W>>(p * most_lines);
    v[l].entry = memory.take<std::uint16_t>(p * v[l].entries());
    v[l].in_bin = memory.take<unsigned long long>(p * v[l].entries());
    v[l].cursor = memory.take<unsigned long long>(p * most_buckets);
  }
  void run(int l) {
    const W* from = l == 0 ? nullptr : one;
    const int entries = v[l].entries(), g = v[l].group;
    const std::int64_t p = l == 0 ? 1 : parents;
    const std::int64_t tiles = l == 0 ? blocks : blocks + p * g;
    const std::int64_t counting =
        l == 0 ? std::min<std::int64_t>(tiles_of(n, 4096),
                                        3 * multiprocessors())
               : tiles_of(tiles, g);
    if (l == 0)
      launch(sample_parents<samples / 1024, W, IO>, 1u, 1024,
             sample_bytes<W>(entries), s, io, from, n, c, v[l]);
    else
      launch_next(sample_parents<later_samples / 1024, W, IO>,
                  unsigned(p), 1024, sample_bytes<W>(entries), s, io,
                  from, n, c, v[l]);
    launch_next(count_bins<W, IO>, unsigned(counting), 512,
                most_lines * int(sizeof(key_map<W>)) + entries * 6, s, io,
                from, c, v[l]);
    launch_next(
        l == 0 ? plan_buckets<(P::first_slots + samples) / 1024, W>
               : plan_buckets<(P::later_slots + later_samples) / 1024, W>,
        unsigned(p), 1024, 0, s, c, v[l], v[l + 1], smalls, overfull);
    launch_next(count == 1 ? move_keys<moved_each / 2, W, IO>
                           : move_keys<moved_each, W, IO>,
                unsigned(tiles), move_threads,
                move_bytes<W>(tile, entries), s, io, from,
                l == 0 ? one : io.out, c, v[l]);
  }
  void sort_buckets() {
    const auto grid = unsigned(2 * (n / v[count - 1].target) + 1);
    if (larger) sort_smalls<large>(grid), merge<large>(128);
    else sort_smalls<T>(grid), merge<T>(128);
    merge<128>(0);
  }
  template <int threads> void merge(int least) {
    constexpr int each = P::merged_each;
    launch_next(merge_overfull<threads, each, W, IO>,
                unsigned(1024 / threads * multiprocessors()), threads,
                merging_bytes<W>(threads * each), s, io, one, io.out, c,
                overfull, most_left, least * each);
  }
  template <int threads> void sort_smalls(unsigned grid) {
    launch_next(sort_small_buckets<threads, I, W, IO>, grid, threads,
                block_bytes<threads, I, W>(), s, io, one, io.out, c,
                smalls, overfull, most_left);
  }
};
template <class P, class W>
void bucket_sort(void* temporary, std::size_t& bytes, digits_io<W> io,
                 cudaStream_t s) {
  arena memory{temporary};
  if (!io.has_spare) io.spare = memory.take<W>(io.n);
  bucket_levels<P, W> levels{{io.in, io.out, io.order}, io.n, s};
  levels.one = io.spare;
  levels.lay_out_shared(memory);
  if (levels.c) io.wanted = &levels.c->oversized;
  if (levels.c) io.tasks = levels.c->tasks;
  io.ranges = levels.left, io.most_ranges = levels.most_left;
  io.left = levels.two ? keys_lie::in_output : keys_lie::in_spare;
  io.has_spare = true;
  std::size_t inner = 0;
  sort_ranges<some_left>(nullptr, inner, io, s);
  arena own{nullptr};
  levels.lay_out(own);
  char* rest = memory.take<char>(
      std::int64_t(std::max(inner, own.used())));
  arena place{rest};
  levels.lay_out(place);
  if (!memory.holds(bytes)) return;
  for (int l = 0; l < levels.count; ++l) levels.run(l);
  levels.sort_buckets();
  if (levels.fewer()) sort_ranges<some_left>(rest, inner, io, s);
  else sort_ranges<left_digits>(rest, inner, io, s);
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
  __device__ bool idle() const { return false; }
  __device__ word load(std::int64_t i) const {
    const word key = to_order(in[i], order), place = std::uint32_t(i);
    if constexpr (sizeof(W) == 4) return key << 32 | place;
    else
      return key << 64 | place << 32 |
             (values_in ? values_in[i] : place);
  }
  __device__ void store(std::int64_t i, word w) const {
    std::uint32_t value = std::uint32_t(w);
    if (sizeof(W) == 4 && values_in) value = values_in[value];
    if (out) out[i] = from_order(W(w >> 8 * sizeof(W)), order);
    values_out[i] = value;
  }
};
template <class W>
constexpr int segment_each = sizeof(W) == 4 ? 16 : 8;
constexpr std::int64_t many_by_digits = 1 << 19;
template <class W> __host__ __device__ constexpr int longest(int c) {
  return segment_each<W> * (c > 0 ? 16 << 2 * c : 32);
}
template <class W> struct segment_lists {
  const W* in;
  W* out;
  const std::int64_t* offsets;
  std::int64_t n, segments;
  int tile;
  key_order<W> order;
  const unsigned long long* number;
  std::int64_t* listed = nullptr;
  digit_range* longs = nullptr;
  unsigned long long* count = nullptr;
  __host__ __device__ std::int64_t most(int c) const {
    return n / longest<W>(c - 1);
  }
};
template <class W>
__device__ void list_segment(const segment_lists<W>& v, std::int64_t s,
                             std::int64_t begin, std::int64_t keys) {
  int c = 1;
  while (c < 4 && keys > longest<W>(c)) ++c;
  if (c < 4) {
    const auto i = std::int64_t(atomicAdd(&v.count[c - 1], 1ull));
    v.listed[v.most(c) + i] = s;
  } else {
    const auto at = reserve(&v.count[3], tiles_of(keys, v.tile));
    v.longs[at.ranges] = {begin, keys, at.tiles};
  }
}
template <int I, class W>
__device__ __forceinline__ void load_tiny_segments(
    const segment_lists<W>& v, std::int64_t at, int all, W* stage) {
  const int lane = threadIdx.x % 32;
  W key[I];
  WW_UNROLL for (int k = 0; k < I; ++k)
    if (k * 32 + lane < all) key[k] = v.in[at + k * 32 + lane];
  WW_UNROLL for (int k = 0; k < I; ++k)
    if (k * 32 + lane < all)
      stage[with_pads(k * 32 + lane)] = to_order(key[k], v.order);
  __syncwarp();
}
template <int T, int I, class W>
__global__ void __launch_bounds__(T, 1024 / T)
    sort_short_segments(segment_lists<W> v, int per) {
  const int t = threadIdx.x, lane = t % 32;
  W* stage = dynamic_shared<W>() + t / 32 * with_pads(32 * I);
  wait_for_previous();
  const std::int64_t first =
      (std::int64_t(blockIdx.x) * (T / 32) + t / 32) * per;
  const std::int64_t end = min(
      first + per, v.number ? std::int64_t(*v.number) : v.segments);
  if (first >= end) return;
  const std::int64_t s = min(first + lane, end);
  const std::int64_t begin = v.offsets[s];
  std::int64_t keys = v.offsets[min(s + 1, end)] - begin;
  if (__ballot_sync(~0u, keys > I) == 0) {
    const std::int64_t at = __shfl_sync(~0u, begin, 0);
    const int before = int(begin - at);
    const int all = __shfl_sync(~0u, before + int(keys), 31);
    load_tiny_segments<I>(v, at, all, stage);
    W key[I];
    WW_UNROLL for (int k = 0; k < I; ++k)
      key[k] = k < keys ? stage[with_pads(before + k)] : W(~W(0));
    sort_in_warp(key, 1);
    WW_UNROLL for (int k = 0; k < I; ++k)
      if (k < keys) stage[with_pads(before + k)] = key[k];
    __syncwarp();
    for (int i = lane; i < all; i += 32)
      v.out[at + i] = from_order(stage[with_pads(i)], v.order);
    return;
  }
  if (keys > longest<W>(0)) list_segment(v, s, begin, keys), keys = 0;
  std::uint32_t order[1] = {std::uint32_t(keys) << 5 |
                            std::uint32_t(lane)};
  sort_in_warp(order);
  for (int last = 31; last >= 0;) {
    const std::uint32_t largest = __shfl_sync(~0u, order[0], last) >> 5;
    if (largest == 0) break;
    const int c = bit_length((largest - 1) / I), lanes = 1 << c;
    const int mine = last - (lane >> c), l = lane & (lanes - 1);
    const std::uint32_t own = __shfl_sync(~0u, order[0], mine & 31);
    const std::int64_t at = __shfl_sync(~0u, begin, int(own & 31));
    const int size = mine < 0 ? 0 : int(own >> 5);
    last -= 32 >> c;
    W key[I];
    WW_UNROLL for (int k = 0; k < I; ++k)
      key[k] = l + k * lanes < size ? v.in[at + l + k * lanes] : W(0);
    WW_UNROLL for (int k = 0; k < I; ++k)
      key[k] = l + k * lanes < size ? to_order(key[k], v.order) : W(~W(0));
    sort_in_warp(key, lanes);
    WW_UNROLL for (int k = 0; k < I; ++k)
      stage[with_pads(lane * I + k)] = key[k];
    __syncwarp();
    const int from = (lane - l) * I + l;
    WW_UNROLL for (int k = 0; k < I; ++k)
      if (l + k * lanes < size)
        v.out[at + l + k * lanes] =
            from_order(stage[with_pads(from + k * lanes)], v.order);
    __syncwarp();
  }
}
template <int T, int I, class W>
__global__ void __launch_bounds__(T, 1024 / T)
    merge_segments(segment_lists<W> v, const std::int64_t* list,
                   const unsigned long long* count) {
  W* stage = dynamic_shared<W>();
  wait_for_previous();
  const auto segments = std::int64_t(*count);
  for (std::int64_t i = blockIdx.x; i < segments; i += gridDim.x) {
    const std::int64_t at = v.offsets[list[i]];
    const int keys = int(v.offsets[list[i] + 1] - at);
    W key[I];
    load_by_warps(key, keys, [&](int k) {
      return to_order(v.in[at + k], v.order);
    });
    sort_by_merging<T>(key, keys, stage);
    for (int k = threadIdx.x; k < keys; k += T)
      v.out[at + k] = from_order(stage[with_pads(k)], v.order);
    __syncthreads();
  }
}
template <int c, int I, class W>
void sort_list(const segment_lists<W>& v, cudaStream_t s) {
  constexpr int T = longest<W>(c) / I;
  const std::int64_t grid =
      std::min<std::int64_t>(v.most(c), 1024 / T * multiprocessors());
  if (grid > 0)
    launch_next(merge_segments<T, I, W>, unsigned(grid), T,
                merging_bytes<W>(T * I), s, v, v.listed + v.most(c),
                v.count + c - 1);
}
template <class W>
void sort_by_size(const segment_lists<W>& v, cudaStream_t s) {
  constexpr int T = 128, I = segment_each<W>;
  const auto per = int(std::clamp<std::int64_t>(
      v.segments / (v.n / (4 * longest<W>(0)) + 1), 1, 32));
  launch(clear_counters<count64>, 1, 512, 0, s, v.count,
         4 + task_words, nullptr);
  launch_next(sort_short_segments<T, I, W>,
              blocks_for(tiles_of(v.segments, per) * 32, T), T,
              T / 32 * with_pads(32 * I) * int(sizeof(W)), s, v, per);
  if (v.n < 16 * 1024ll * multiprocessors()) {
    sort_list<3, I>(v, s);
    sort_list<2, I / 2>(v, s);
    sort_list<1, I / 2>(v, s);
  } else {
    sort_list<3, 2 * I>(v, s);
    sort_list<2, 2 * I>(v, s);
    sort_list<1, I>(v, s);
  }
}
}
