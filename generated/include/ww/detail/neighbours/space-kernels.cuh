#pragma once
#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <ww/detail/ground/arena.cuh>
#include <ww/detail/ground/block.cuh>
#include <ww/detail/ground/key-order.cuh>
#include <ww/detail/ground/rounding.cuh>
#include <ww/higher.cuh>
#include <ww/sort.cuh>

namespace ww::detail::neighbours {
using wide = unsigned long long;
template <class... P, class... A>
void launch_for(void (*kernel)(P...), std::int64_t n, cudaStream_t s,
                A&&... arguments) {
  launch(kernel, blocks_for(n), 256, 0, s,
         std::forward<A>(arguments)...);
}
template <class T>
__host__ __device__ double squared_distance(const T* a, const T* b,
                                            int k) {
  double sum = 0;
  for (int c = 0; c < k; ++c) {
    const double d = rounded_difference(double(a[c]), double(b[c]));
    sum = rounded_sum(sum, rounded_product(d, d));
  }
  return sum;
}
template <class T>
struct points_in_order {
  const T* points;
  std::int64_t stride;
  int k;
  std::int64_t n;
  const std::uint32_t* order = nullptr;
  __device__ const T* row(std::int64_t t) const {
    return points + (order ? order[t] : t) * stride;
  }
};
__host__ __device__ inline wide bits_of(double x) {
  wide bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
__host__ __device__ inline double of_bits(wide bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}
__host__ __device__ inline double power_of(int exponent) {
  return of_bits(wide(exponent + 1023) << 52);
}
__host__ __device__ inline double scale_for(double largest) {
  if (largest == 0) return 1;
  const int exponent = int(bits_of(largest) >> 52);
  return power_of(min(1023, max(-1022, 1078 - exponent)));
}
template <class T, int K>
struct address_format {
  static constexpr int exponent = sizeof(T) == 4 ? 8 : 11;
  static constexpr int fraction = 8 * int(sizeof(T)) - 1 - exponent;
  static constexpr int each = (64 - exponent - K) / K;
  using integer = std::conditional_t<(each <= 32), std::uint32_t,
                                     std::uint64_t>;
};
template <class T, int K>
__host__ __device__ int largest_of(const T* p) {
  int largest = 0;
  for (int c = 1; c < K; ++c)
    if (max(p[c], -p[c]) > max(p[largest], -p[largest])) largest = c;
  return largest;
}
template <class T, int K>
__host__ __device__ int shell_of(T largest) {
  using W = ordered_key<T>;
  using F = address_format<T, K>;
  const T size = max(largest, -largest);
  W raw;
  memcpy(&raw, &size, sizeof raw);
  return max(int(raw >> F::fraction), 1);
}
template <class T, int K>
__host__ __device__ double in_slots(T coordinate, int shell) {
  using F = address_format<T, K>;
  const int bias = (1 << (F::exponent - 1)) - 1;
  const int power = F::each - 2 - (shell - bias), half = power / 2;
  return double(coordinate) * power_of(half) * power_of(power - half);
}
template <class T, int K>
__host__ __device__ auto slot_of(T coordinate, int shell) {
  using F = address_format<T, K>;
  const std::int64_t half = std::int64_t(1) << (F::each - 1);
  return typename F::integer(
      std::int64_t(floor(in_slots<T, K>(coordinate, shell))) + half);
}
template <int Bits, class W, int K>
__host__ __device__ void follow_curve(W (&x)[K]) {
  for (int b = Bits - 1; b > 0; --b) {
    const W bit = W(1) << b, below = bit - 1;
    for (int c = 0; c < K; ++c) {
      const W swap = x[c] & bit ? W(0) : W((x[0] ^ x[c]) & below);
      x[0] ^= x[c] & bit ? below : swap;
      x[c] ^= swap;
    }
  }
  for (int c = 1; c < K; ++c) x[c] ^= x[c - 1];
  W turn = x[K - 1] >> 1;
  for (int s = 1; s < 8 * int(sizeof(W)); s *= 2) turn ^= turn >> s;
  for (int c = 0; c < K; ++c) x[c] ^= turn;
}
template <int K>
__host__ __device__ constexpr std::uint64_t pieces(int bits) {
  std::uint64_t mask = 0;
  for (int i = 0; i < 64; ++i)
    if (i % (K * bits) < bits) mask |= std::uint64_t(1) << i;
  return mask;
}
template <int K, class W>
__host__ __device__ std::uint64_t interleaved(const W (&x)[K]) {
  if constexpr (K == 1) return x[0];
  constexpr std::uint64_t mask[] = {pieces<K>(16), pieces<K>(8),
                                    pieces<K>(4), pieces<K>(2),
                                    pieces<K>(1)};
  std::uint64_t index = 0;
  for (int c = 0; c < K; ++c) {
    std::uint64_t piece = x[c];
    for (int m = 0, bits = 16; m < 5; ++m, bits /= 2)
      piece = (piece | piece << (K - 1) * bits) & mask[m];
    index |= piece << (K - 1 - c);
  }
  return index;
}
template <class T, int K>
__host__ __device__ std::uint64_t address_of(const T* p) {
  using F = address_format<T, K>;
  const int largest = largest_of<T, K>(p);
  const int side = p[largest] < 0 ? K + largest : largest;
  const int shell = shell_of<T, K>(p[largest]);
  typename F::integer x[K];
  for (int c = 0; c < K; ++c) x[c] = slot_of<T, K>(p[c], shell);
  follow_curve<F::each>(x);
  return (std::uint64_t(side) << F::exponent | shell) << K * F::each |
         interleaved(x);
}
template <class T, int K>
__host__ __device__ std::uint64_t second_key(const T* p) {
  const int shell = shell_of<T, K>(p[largest_of<T, K>(p)]);
  constexpr int bits = K == 3 ? 21 : 30;
  std::uint32_t x[K];
  for (int c = 0; c < K; ++c) {
    const double slots = in_slots<T, K>(p[c], shell);
    const float rest = float(slots - floor(slots));
    memcpy(&x[c], &rest, sizeof rest);
    x[c] = min(x[c], 0x3fffffffu) >> (30 - bits);
  }
  follow_curve<bits>(x);
  return interleaved(x);
}
template <class T, int K>
__device__ void fetch_point(points_in_order<T> in, std::int64_t t,
                            T* p) {
  const T* from = in.row(t);
  for (int c = 0; c < K; ++c) p[c] = from[c] + T(0);
}
constexpr int crowd_stride = 8, crowd = 16;
__device__ inline wide mixed(wide x) {
  return x * 0x9e3779b97f4a7c15u;
}
struct cell_counts {
  std::uint32_t* counts;
  wide* crowds;
  int bits;
  __device__ std::uint32_t& of(wide address) const {
    return counts[mixed(address) >> (64 - bits)];
  }
};
template <class T, int K>
__global__ void count_cells(points_in_order<T> in, cell_counts cells) {
  const std::int64_t s = thread_number();
  const std::int64_t t = s * crowd_stride +
                         std::int64_t(mixed(wide(s)) >> 61);
  if (t >= in.n) return;
  T p[K];
  fetch_point<T, K>(in, t, p);
  if (atomicAdd(&cells.of(address_of<T, K>(p)), 1u) + 1 == crowd)
    atomicMax(cells.crowds, ~wide(0));
}
template <int = 0> __global__ void clear_cells(cell_counts cells) {
  const std::int64_t i = thread_number();
  if (i >> cells.bits == 0) cells.counts[i] = 0;
  if (i == 0) *cells.crowds = 0;
}
template <class T, int K>
__global__ void make_address_keys(points_in_order<T> in,
                                  std::uint64_t* keys) {
  const std::int64_t t = thread_number();
  if (t >= in.n) return;
  T p[K];
  fetch_point<T, K>(in, t, p);
  keys[t] = address_of<T, K>(p);
}
template <class T, int K>
__global__ void make_second_keys(points_in_order<T> in,
                                 cell_counts cells,
                                 std::uint64_t* keys,
                                 std::uint32_t* order) {
  const std::int64_t t = thread_number();
  if (t >= in.n) return;
  if (*cells.crowds == 0) {
    order[t] = std::uint32_t(t);
    return;
  }
  T p[K];
  fetch_point<T, K>(in, t, p);
  const bool crowded = cells.of(address_of<T, K>(p)) >= crowd;
  keys[t] = crowded ? second_key<T, K>(p) : 0;
}
template <class T>
struct curve_sort {
  std::int64_t n;
  cell_counts cells{nullptr, nullptr, 10};
  std::uint64_t* keys;
  std::uint32_t* other = nullptr;
  char* memory;
  std::size_t bytes = 0;
  curve_sort(arena& a, std::int64_t n, int k) : n(n) {
    const bool twice = k > 1 && n > 1 << 15;
    std::size_t need = 0;
    while ((std::int64_t(crowd_stride) << cells.bits) < n)
      ++cells.bits;
    if (twice) {
      cells.counts = a.take<std::uint32_t>(1 << cells.bits);
      cells.crowds = a.take<wide>(1);
      other = a.take<std::uint32_t>(n);
      sort_first_pairs(nullptr, nullptr, need, keys, nullptr, other, n,
                       nullptr);
    }
    keys = a.take<std::uint64_t>(n);
    sort(nullptr, {}, nullptr, nullptr);
    bytes = std::max(bytes, need);
    memory = a.take<char>(n > 0 ? std::int64_t(bytes) : 0);
  }
  void sort(void* temporary, points_in_order<T> in, std::uint32_t* to,
            cudaStream_t s) {
    sort_pairs<std::uint64_t>(temporary, bytes, keys, nullptr, in.order,
                              to, n, order::ascending, s);
  }
  template <int K>
  void run(points_in_order<T> in, std::uint32_t* along, cudaStream_t s) {
    if (other) {
      launch_for(clear_cells<>, 1 << cells.bits, s, cells);
      launch_for(count_cells<T, K>, tiles_of(n, crowd_stride), s, in,
                 cells);
      launch_for(make_second_keys<T, K>, n, s, in, cells, keys, other);
      sort_first_pairs(cells.crowds, memory, bytes, keys, nullptr, other,
                       n, s);
      in.order = other;
    }
    launch_for(make_address_keys<T, K>, n, s, in, keys);
    sort(memory, in, along, s);
  }
};
__device__ inline float add_square(float sum, float d) {
  return __fmaf_rn(d, d, sum);
}
__device__ inline double add_square(double sum, double d) {
  return __dadd_rn(sum, __dmul_rn(d, d));
}
template <class T> __host__ __device__ double slack(int k) {
  return sizeof(T) == 4 ? double(k + 4) * 0x1p-22 : 0;
}
struct frame {
  wide least[3], most[3];
};
__host__ __device__ inline int frame_dims(int k) {
  return k <= 3 ? k : 1;
}
__device__ inline wide key_of(double x) {
  return to_order(bits_of(x), order_of<double>(order::ascending));
}
__device__ inline double from_key(wide key) {
  return of_bits(from_order(key, order_of<double>(order::ascending)));
}
template <int = 0>
__global__ void clear_frame(frame* seen) {
  seen->least[threadIdx.x] = ~wide(0);
  seen->most[threadIdx.x] = 0;
}
template <class T>
__global__ void find_frame(const T* points, std::int64_t count,
                           std::int64_t stride, int dims, frame* seen) {
  const std::int64_t threads = std::int64_t(gridDim.x) * blockDim.x;
  wide least[3] = {~wide(0), ~wide(0), ~wide(0)}, most[3] = {};
  for (std::int64_t i = thread_number(); i < count; i += threads)
    WW_UNROLL for (int c = 0; c < 3; ++c) {
      if (c >= dims) break;
      const wide key = key_of(double(points[i * stride + c]) + 0.0);
      least[c] = min(least[c], key);
      most[c] = max(most[c], key);
    }
  for (int c = 0; c < dims; ++c) {
    const wide low = warp_least(least[c]), high = warp_largest(most[c]);
    if (threadIdx.x % 32 > 0 || high == 0) continue;
    atomicMin(&seen->least[c], low);
    atomicMax(&seen->most[c], high);
  }
}
__device__ inline double scale_of(const frame& seen, int k) {
  double largest = 0;
  for (int c = 0; c < frame_dims(k); ++c)
    largest = max(largest, max(fabs(from_key(seen.least[c])),
                               fabs(from_key(seen.most[c]))));
  return scale_for(largest);
}
constexpr int tile_points = 256;
template <class T>
struct point_space {
  T *at = nullptr, *boxes = nullptr;
  std::uint32_t *index = nullptr, *count = nullptr;
  struct frame* seen = nullptr;
  std::int64_t n = 0;
  int k = 0, stride = 0;
  block_share share = {};
  __host__ __device__ std::int64_t tiles() const {
    return tiles_of(n, tile_points);
  }
  __device__ double square(std::int64_t i, std::int64_t j) const {
    return squared_distance(at + i * stride, at + j * stride, k);
  }
  __device__ double scale() const { return scale_of(*seen, k); }
  __device__ point_space counted() const {
    point_space s = *this;
    if (count) s.n = *count;
    return s;
  }
};
__device__ inline unsigned top_word(float x) {
  return unsigned(__float_as_int(x));
}
__device__ inline unsigned top_word(double x) {
  return unsigned(bits_of(x) >> 32);
}
template <class T>
constexpr T largest_square = std::numeric_limits<T>::max();
template <class T>
struct threshold {
  double exact = 0;
  T below = 0, above = 0;
  __host__ __device__ void set(double bound, int k) {
    const double e = slack<T>(k), tiny = e > 0 ? 0x1p-118 : 0;
    exact = bound;
    below = T(bound * (1 - e) - tiny);
    above = min(T(bound * (1 + e) + tiny), largest_square<T>);
  }
  __device__ unsigned is_below(T square) const {
    return top_word(square - below) >> 31;
  }
  __device__ unsigned decides(T square) const {
    return top_word(square - below) | top_word(above - square);
  }
};
__device__ inline std::uint32_t shuffled(std::uint32_t i, int half) {
  const std::uint32_t mask = (1u << half) - 1;
  std::uint32_t upper = i >> half, lower = i & mask;
  for (std::uint32_t round = 1; round < 5; ++round) {
    std::uint32_t f = lower + round * 0x9e3779b9u;
    f = (f ^ f >> 16) * 0x7feb352du;
    f = (f ^ f >> 15) * 0x846ca68bu;
    const std::uint32_t next = upper ^ ((f ^ f >> 16) & mask);
    upper = lower;
    lower = next;
  }
  return upper << half | lower;
}
template <class T> __global__ void shuffle_points(point_space<T> s) {
  const std::int64_t i = thread_number();
  if (i >= s.n) return;
  int half = 0;
  while (std::int64_t(1) << 2 * half < s.n) ++half;
  std::uint32_t to = std::uint32_t(i);
  do to = shuffled(to, half);
  while (to >= s.n);
  s.index[i] = to;
}
template <class T>
__global__ void place_points(const T* points, std::int64_t stride,
                             point_space<T> s) {
  const std::int64_t w = thread_number();
  if (w >= s.n * s.stride) return;
  const std::int64_t from = s.index[w / s.stride], c = w % s.stride;
  s.at[w] =
      c < s.k ? T(double(points[from * stride + c]) * s.scale()) : T(0);
}
template <class T, int Dims>
struct alignas((Dims == 3 ? 4 : Dims) * sizeof(T)) row_of {
  T x[Dims == 3 ? 4 : Dims];
};
template <class V> __device__ __forceinline__ V whole(const V* from) {
#if defined(__CUDA_ARCH__)
  constexpr int size = sizeof(V) < 16 ? sizeof(V) : 16;
  using half = std::conditional_t<size == 8, uint2, unsigned>;
  using word = std::conditional_t<size == 16, uint4, half>;
  union {
    word words[sizeof(V) / size];
    V value;
  };
  for (unsigned i = 0; i < sizeof(V) / size; ++i)
    words[i] = reinterpret_cast<const word*>(from)[i];
  return value;
#else
  return *from;
#endif
}
constexpr int leaf_bits = 3, fan_bits = 5, near_levels = 6;
constexpr int near_leaf = 1 << leaf_bits, near_fan = 1 << fan_bits;
constexpr int near_threads = 32, near_blocks = 32;
template <class T, int Dims>
struct alignas(sizeof(T) * Dims < 8    ? 8
               : sizeof(T) * Dims > 16 ? 32
                                       : 16) near_box {
  row_of<T, Dims> low, high;
};
template <class T, int Dims>
struct near_tree {
  const row_of<T, Dims>* rows;
  near_box<T, Dims>* boxes;
  std::int64_t n;
  int begin[near_levels + 1], levels;
  __device__ near_box<T, Dims> box(int node) const {
    return whole(boxes + node);
  }
  __device__ row_of<T, Dims> row(std::int64_t j) const {
    return whole(rows + j);
  }
  __host__ __device__ int count(int level) const {
    return begin[level + 1] - begin[level];
  }
  __host__ __device__ std::int64_t children(int level) const {
    return level > 0 ? count(level - 1) : n;
  }
  __host__ __device__ std::int64_t first_below(
      int level, std::int64_t node) const {
    return min(n, node * (std::int64_t(near_leaf) << (5 * level)));
  }
};
template <class T, int Dims>
std::int64_t lay_out(near_tree<T, Dims>& tree, std::int64_t n) {
  tree.n = n;
  tree.levels = 0;
  tree.begin[0] = 0;
  std::int64_t nodes = tiles_of(n, near_leaf);
  for (;;) {
    const int l = tree.levels++;
    tree.begin[l + 1] = tree.begin[l] + int(nodes);
    if (nodes <= near_fan) return tree.begin[l + 1];
    nodes = tiles_of(nodes, near_fan);
  }
}
template <class T, int Dims>
__global__ void make_near_boxes(
    const __grid_constant__ near_tree<T, Dims> tree, int level) {
  const std::int64_t i = thread_number();
  const int bits = level > 0 ? fan_bits : leaf_bits;
  const std::int64_t have = tree.children(level);
  const std::int64_t j = min(i, have - 1);
  near_box<T, Dims> box;
  if (level > 0) box = tree.box(tree.begin[level - 1] + int(j));
  else box.low = box.high = tree.row(j);
  for (int flip = 1; flip >> bits == 0; flip *= 2)
    for (int c = 0; c < Dims; ++c) {
      T& low = box.low.x[c];
      T& high = box.high.x[c];
      low = min(low, __shfl_xor_sync(~0u, low, flip));
      high = max(high, __shfl_xor_sync(~0u, high, flip));
    }
  if (i < have && i == i >> bits << bits)
    tree.boxes[tree.begin[level] + (i >> bits)] = box;
}
template <class T, int Dims>
__host__ __device__ int near_place(const near_box<T, Dims>& own,
                                   const near_box<T, Dims>& other,
                                   const threshold<T>& edge) {
  T near = 0, far = 0, reach = 0;
  for (int c = 0; c < Dims; ++c) {
    const T up = other.high.x[c] - own.low.x[c];
    const T down = own.high.x[c] - other.low.x[c];
    const T gap = max(T(0), max(-up, -down));
    near = add_square(near, gap);
    far = add_square(far, max(up, down));
    reach = max(reach, max(up, down));
  }
  if (far < edge.below) return 2;
  return near > edge.above ? 0 : reach == 0 ? 3 : 1;
}
template <class T, int Dims>
__device__ T gap_of(const near_box<T, Dims>& a,
                    const near_box<T, Dims>& b) {
  T sum = 0;
  for (int c = 0; c < Dims; ++c)
    sum = add_square(sum, max(T(0), max(b.low.x[c] - a.high.x[c],
                                        a.low.x[c] - b.high.x[c])));
  return sum;
}
template <class T, int Dims>
struct staged_points {
  alignas(16) T x[Dims][near_threads];
  __device__ void put(int at, const row_of<T, Dims>& row) {
    for (int c = 0; c < Dims; ++c) x[c][at] = row.x[c];
  }
  __device__ row_of<T, Dims> row(int at) const {
    row_of<T, Dims> row{};
    for (int c = 0; c < Dims; ++c) row.x[c] = x[c][at];
    return row;
  }
};
__device__ inline std::int64_t listed_point(const int* leaves, int p) {
  return std::int64_t(leaves[p / near_leaf]) * near_leaf +
         p % near_leaf;
}
struct near_walk {
  int *list, lane, top, level, base, node = 0, pending = 0;
  unsigned todo = 0;
  bool done = false;
  __device__ near_walk(int* listed, int top, int level, int base)
      : list(listed), lane(int(threadIdx.x)), top(top), level(level),
        base(base) {}
  __device__ int child() const { return base + lane; }
  __device__ bool has(int at) const {
    return pending - at >= (done ? 1 : 4);
  }
  __device__ __forceinline__ void remember(unsigned open) {
    if (level > 0 && lane == level) {
      todo = open;
      node = base;
    }
    if (level > 0) return;
    const unsigned before = open & ((1u << lane) - 1);
    if (open >> lane & 1) list[pending + __popc(before)] = child();
    pending += __popc(open);
    __syncwarp();
  }
  __device__ __forceinline__ void go_on() {
    unsigned left = 0;
    for (level = 1; level < top; ++level)
      if ((left = __shfl_sync(~0u, todo, level)) != 0) break;
    done = left == 0;
    if (lane == level) todo &= todo - 1;
    base = __shfl_sync(~0u, node, level % 32) + __ffs(int(left)) - 1;
    base *= near_fan;
    --level;
  }
  __device__ __forceinline__ void forget(int at) {
    if (at == 0) return;
    pending -= at;
    if (lane < pending) list[lane] = list[at + lane];
    __syncwarp();
  }
  __device__ __forceinline__ std::int64_t point(int at,
                                                std::int64_t n) const {
    const int leaf = at + lane / near_leaf;
    if (leaf >= pending) return n;
    return std::int64_t(list[leaf]) * near_leaf + lane % near_leaf;
  }
};
template <class T, int Dims>
__device__ __forceinline__ T width_of(const near_box<T, Dims>& leaf) {
  T width = 0;
  for (int c = 0; c < Dims; ++c)
    width = max(width, leaf.high.x[c] - leaf.low.x[c]);
  return width;
}
template <class T, int Dims>
__device__ __forceinline__ near_box<T, Dims> box_around(
    const row_of<T, Dims>& row, bool inside) {
  near_box<T, Dims> box;
  for (int c = 0; c < Dims; ++c) {
    box.low.x[c] = warp_least(inside ? row.x[c] : T(INFINITY));
    box.high.x[c] = warp_largest(inside ? row.x[c] : -T(INFINITY));
  }
  return box;
}
template <class T, int Dims, class Lane>
__device__ __forceinline__ unsigned part_starts(
    const Lane& me, const near_box<T, Dims>& leaf) {
  T jump = 0;
  for (int c = 0; c < Dims; ++c) {
    const T last = __shfl_up_sync(~0u, me.row.x[c], 1);
    jump = max(jump, T(fabs(me.row.x[c] - last)));
  }
  const T far = 4 * (T(me.scaled) + warp_least(width_of(leaf)));
  return __ballot_sync(~0u, threadIdx.x % 32 == 0 || jump > far);
}
template <class T, int Dims, class Lane>
__device__ __forceinline__ void take_past_tree(
    const near_tree<T, Dims>& tree, int* listed, unsigned slices,
    unsigned slice, Lane& me) {
  const int lane = int(threadIdx.x);
  unsigned parts =
      part_starts(me, tree.boxes[min(me.mine, tree.n - 1) / near_leaf]);
  while (parts != 0) {
    const int from = __ffs(int(parts)) - 1;
    parts &= parts - 1;
    const int to = parts != 0 ? __ffs(int(parts)) - 1 : 32;
    const bool inside = lane >= from && lane < to && me.mine < tree.n;
    const near_box<T, Dims> own = box_around(me.row, inside);
    const T width = width_of(own);
    me.enter(inside, width == 0);
    near_walk walk(listed, tree.levels, tree.levels - 1, 0);
    while (!walk.done) {
      const int child = walk.child(), level = walk.level;
      int place = 0;
      bool narrow = false;
      if (child < tree.count(level)) {
        const near_box<T, Dims> box = tree.box(tree.begin[level] + child);
        place = me.place(own, box);
        narrow = level > 0 ? 4 * width_of(box) <= width : width_of(box) == 0;
      }
      const int dealt = tree.n >> 13 >= std::int64_t(slices) ? 1 : 0;
      auto is_ours = [=](int node) {
        return level < dealt || (unsigned(node) & (slices - 1)) == slice;
      };
      const bool taken = is_ours(child);
      if (place >= 2 && taken)
        me.whole(place, tree.first_below(level, child),
                 tree.first_below(level, child + 1));
      const bool goes_on = place == 1 && (level > dealt || taken);
      unsigned open = __ballot_sync(~0u, goes_on);
      unsigned small = __ballot_sync(~0u, goes_on && narrow);
      for (; small != 0; small &= small - 1) {
        const int node = walk.base + __ffs(int(small)) - 1;
        const bool ours = is_ours(node);
        if (me.ask(tree.box(tree.begin[level] + node),
                   tree.first_below(level, node),
                   tree.first_below(level, node + ours), inside))
          open &= ~(small & -small);
      }
      walk.remember(open);
      walk.go_on();
      int at = 0;
      for (; walk.has(at); at += 4) {
        const std::int64_t j = walk.point(at, tree.n);
        row_of<T, Dims> other;
        for (int c = 0; c < Dims; ++c) other.x[c] = T(INFINITY);
        if (j < tree.n) other = tree.row(j);
        me.staged.put(lane, other);
        __syncwarp();
        me.pass(walk.list + at);
        __syncwarp();
      }
      walk.forget(at);
    }
    me.leave(inside);
  }
}
inline dim3 small_grid_of(std::int64_t n) {
  return dim3(min(1024u, blocks_for(n).x));
}
template <class N>
__global__ void set_to(N* to, std::int64_t count, N value) {
  const std::int64_t i = thread_number();
  if (i < count) to[i] = value;
}
template <class T>
struct space_room {
  point_space<T> s;
  arena later;
  curve_sort<T> curve;
  space_room(arena& a, std::int64_t n, int k)
      : s(space_of(a, n, k)), later(a), curve(a, k > 3 ? 0 : n, k) {}
  static point_space<T> space_of(arena& a, std::int64_t n, int k) {
    point_space<T> s;
    s.n = n;
    s.k = k;
    s.stride = k < 3 ? k : (k + 3) / 4 * 4;
    s.at = a.take<T>(n * s.stride);
    s.index = a.take<std::uint32_t>(n);
    s.seen = a.take<frame>(1);
    return s;
  }
  void fill(const T* points, std::int64_t stride, cudaStream_t stream) {
    const int dims = frame_dims(s.k);
    const std::int64_t rows = s.k > 3 ? s.n * s.k : s.n;
    launch(clear_frame<>, 1, 3, 0, stream, s.seen);
    launch(find_frame<T>, small_grid_of(tiles_of(rows, 16)), 256, 0,
           stream, points, rows, s.k > 3 ? 1 : stride, dims, s.seen);
    const points_in_order<T> in{points, stride, s.k, s.n};
    if (s.k == 1) curve.template run<1>(in, s.index, stream);
    if (s.k == 2) curve.template run<2>(in, s.index, stream);
    if (s.k == 3) curve.template run<3>(in, s.index, stream);
    if (s.k > 3)
      launch_for(shuffle_points<T>, s.n, stream, s);
    launch_for(place_points<T>, s.n * s.stride, stream, points, stride,
               s);
  }
};
template <class T>
struct near_room {
  point_space<T> s;
  T* boxes;
  near_room(arena& a, const point_space<T>& s) : s(s) {
    near_tree<T, 1> any;
    const std::int64_t nodes = lay_out(any, s.k <= 3 ? s.n : 0);
    boxes = a.take<T>(nodes * 2 * s.stride);
  }
  unsigned groups() const {
    return unsigned(s.share.size(tiles_of(s.n, near_threads)));
  }
  template <class Use> void in_few(Use use) const {
    if (s.k == 1) use(tree<1>());
    else if (s.k == 2) use(tree<2>());
    else use(tree<3>());
  }
  template <int Dims> near_tree<T, Dims> tree() const {
    near_tree<T, Dims> tree;
    lay_out(tree, s.n);
    tree.rows = reinterpret_cast<const row_of<T, Dims>*>(s.at);
    tree.boxes = reinterpret_cast<near_box<T, Dims>*>(boxes);
    return tree;
  }
  void build(cudaStream_t stream) const {
    if (s.k > 3) return;
    in_few([&]<int Dims>(const near_tree<T, Dims>& tree) {
      for (int level = 0; level < tree.levels; ++level)
        launch_for(make_near_boxes<T, Dims>, tree.children(level), stream,
                   tree, level);
    });
  }
};
}
