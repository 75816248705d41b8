#pragma once
#include <algorithm>
#include <climits>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <ww/detail/ground/block.cuh>
#include <ww/detail/ground/arena.cuh>
#include <ww/detail/ground/key-order.cuh>
#include <ww/detail/ground/rounding.cuh>
#include <ww/higher.cuh>
#include <ww/sort.cuh>

namespace ww::detail::neighbours {
template <class T, class V>
void require_searchable(const points_with_heights<T, V>& in,
                        const higher_options& o) {
  const std::int64_t most = std::int64_t(1) << 31;
  if (in.n < 0 || in.n > most)
    throw bad_input(format("%lld points, where at most %lld are "
                           "possible", static_cast<long long>(in.n),
                           static_cast<long long>(most)));
  if (in.k < 1 || in.k > 4096)
    throw bad_input(format("%d coordinates, where 1 to 4096 are "
                           "possible", in.k));
  if (!(o.ratio > 0 && o.ratio <= 1))
    throw bad_input(format("a ratio of %g, which is not above 0 and "
                           "at most 1", o.ratio));
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
struct candidate {
  double squared;
  std::uint32_t rank;
};
__host__ __device__ inline bool nearer(candidate a, candidate b) {
  return a.squared < b.squared ||
         (a.squared == b.squared && a.rank < b.rank);
}
inline constexpr std::uint32_t nobody = 0xffffffffu;
__host__ __device__ inline candidate no_candidate() {
  return {double(INFINITY), nobody};
}
__host__ __device__ inline candidate best_of(const candidate* found,
                                             std::int64_t count,
                                             std::int64_t stride) {
  candidate best = found[0];
  for (std::int64_t i = 1; i < count; ++i)
    if (nearer(found[i * stride], best)) best = found[i * stride];
  return best;
}
__host__ __device__ inline bool is_strict(const higher_options& o) {
  return o.strict || o.ratio < 1;
}
template <class V>
__host__ __device__ bool exceeds(V a, V b, double ratio) {
  return rounded_product(ratio, double(a)) > double(b);
}
template <class V>
__global__ void copy_heights(const V* values, std::int64_t stride,
                             std::int64_t n, V* out) {
  const std::int64_t i = thread_number();
  if (i < n) out[i] = values[i * stride] + V(0);
}
template <class V>
__global__ void find_limits(const V* sorted, std::int64_t n,
                            double ratio, std::uint32_t* limits) {
  const std::int64_t r = thread_number();
  if (r >= n) return;
  limits[r] = std::uint32_t(first_that<std::int64_t>(
      0, r, [&](std::int64_t p) {
        return !exceeds(sorted[p], sorted[r], ratio);
      }));
}
struct ranking {
  std::uint32_t* order = nullptr;
  std::uint32_t* limits = nullptr;
  block_share share = {};
  __host__ __device__ std::uint32_t limit(std::int64_t r) const {
    return limits ? limits[r] : std::uint32_t(r);
  }
};
template <class T, class V>
class ranker {
 public:
  ranker(arena& a, const points_with_heights<T, V>& in,
         const higher_options& o)
      : in(in), o(o) {
    found.order = a.take<std::uint32_t>(in.n);
    if (is_strict(o)) found.limits = a.take<std::uint32_t>(in.n);
  }
  void take_room(arena& a) {
    heights = a.take<V>(in.n);
    sorted = a.take<V>(in.n);
    sort_pairs<V>(nullptr, to_sort, nullptr, nullptr, nullptr, nullptr,
                  in.n, order::descending);
    memory = a.take<char>(std::int64_t(to_sort));
  }
  void rank(cudaStream_t s) {
    if (in.n == 0) return;
    launch(copy_heights<V>, blocks_for(in.n), dim3(256), 0, s, in.values,
           in.value_stride, in.n, heights);
    sort_pairs<V>(memory, to_sort, heights, sorted, nullptr, found.order,
                  in.n, order::descending, s);
    if (is_strict(o))
      launch(find_limits<V>, blocks_for(in.n), dim3(256), 0, s,
             static_cast<const V*>(sorted), in.n, o.ratio, found.limits);
  }
  ranking found;

 private:
  points_with_heights<T, V> in;
  higher_options o;
  V *heights = nullptr, *sorted = nullptr;
  char* memory = nullptr;
  std::size_t to_sort = 0;
};
inline constexpr int tile_side = 64, tile_depth = 16;
inline constexpr int plane_threads = 128, plane_each = 8,
                     plane_tile = 512, plane_group = 32,
                     plane_side = plane_threads * plane_each;
__device__ inline int lane_of_warp() { return int(threadIdx.x) % 32; }
__device__ inline candidate best_of_lanes(candidate best, int most) {
  for (int flip = most; flip > 0; flip /= 2) {
    const candidate other{__shfl_xor_sync(~0u, best.squared, flip),
                          __shfl_xor_sync(~0u, best.rank, flip)};
    if (nearer(other, best)) best = other;
  }
  return best;
}
struct nearest_output {
  std::int64_t* higher;
  double* squared;
  __host__ __device__ void write(const ranking& ranks,
                                 std::uint32_t rank,
                                 candidate best) const {
    const std::uint32_t i = ranks.order[rank];
    higher[i] = best.rank == nobody
                    ? -1 : std::int64_t(ranks.order[best.rank]);
    squared[i] = best.squared;
  }
  __host__ __device__ void wait_for(const ranking& ranks,
                                    std::uint32_t rank,
                                    candidate best) const {
    const std::uint32_t i = ranks.order[rank];
    higher[i] = -2 - std::int64_t(ranks.order[best.rank]);
    squared[i] = best.squared;
  }
};
template <class T>
struct points_in_order {
  const T* points;
  std::int64_t stride;
  int k;
  std::int64_t n;
  const std::uint32_t* order;
  const std::uint32_t* ranks = nullptr;
  __device__ const T* row(std::int64_t t) const {
    const std::int64_t r = ranks ? ranks[t] : t;
    return points + (order ? order[r] : r) * stride;
  }
};
template <class T>
__global__ void gather_rows(points_in_order<T> in, T* rows) {
  const std::int64_t t = thread_number();
  if (t >= in.n) return;
  const T* from = in.row(t);
  for (int c = 0; c < in.k; ++c) rows[t * in.k + c] = from[c];
}
template <class T, bool Neighbours = false>
__global__ void published_peaks(const T* points, int k, std::int64_t n,
                                ranking ranks, nearest_output out) {
  candidate* const minArray = dynamic_shared<candidate>();
  const int thread = int(threadIdx.x), threads = int(blockDim.x);
  for (std::int64_t i = blockIdx.x; i < n; i += gridDim.x) {
    candidate best = no_candidate();
    for (std::int64_t q = thread; q < ranks.limit(i); q += threads) {
      const candidate next{
          squared_distance(points + q * k, points + i * k, k),
          std::uint32_t(q)};
      if (nearer(next, best)) best = next;
    }
    minArray[thread] = best;
    __syncthreads();
    for (int half = threads / 2; half > 0; half /= 2) {
      const int step = Neighbours ? threads / 2 / half : 1;
      const int mine = Neighbours ? 2 * step * thread : thread;
      const int other = mine + (Neighbours ? step : half);
      if (thread < half && nearer(minArray[other], minArray[mine]))
        minArray[mine] = minArray[other];
      __syncthreads();
    }
    if (thread == 0) out.write(ranks, std::uint32_t(i), minArray[0]);
  }
}
template <class T, class V>
void nearest_higher_published(void* temporary, std::size_t& bytes,
                              points_with_heights<T, V> in,
                              std::int64_t* higher, double* squared,
                              std::uint32_t* by_distance,
                              higher_options o, std::int64_t blocks,
                              int threads, cudaStream_t s) {
  require_searchable(in, o);
  arena a(temporary);
  ranker<T, V> ranks(a, in, o);
  auto* sorted = a.take<T>(in.n * in.k);
  std::size_t to_sort = 0;
  argsort<double>(nullptr, to_sort, nullptr, nullptr, in.n,
                  order::descending);
  auto* memory = a.take<char>(std::int64_t(to_sort));
  ranks.take_room(a);
  if (!a.holds(bytes) || in.n == 0) return;
  ranks.rank(s);
  launch(gather_rows<T>, blocks_for(in.n), dim3(256), 0, s,
         points_in_order<T>{in.points, in.stride, in.k, in.n,
                            ranks.found.order}, sorted);
  launch(published_peaks<T>, dim3(unsigned(blocks)),
         dim3(unsigned(threads)),
         std::int64_t(sizeof(candidate)) * threads, s,
         static_cast<const T*>(sorted), in.k, in.n, ranks.found,
         nearest_output{higher, squared});
  if (by_distance)
    argsort<double>(memory, to_sort, squared, by_distance, in.n,
                    order::descending, s);
}
template <class T>
__global__ void __launch_bounds__(256)
find_in_tiles(const T* points, std::int64_t stride, int k,
              std::int64_t n, ranking ranks, int parts,
              candidate* found) {
  __shared__ T asking[tile_depth][tile_side + 1];
  __shared__ T answering[tile_depth][tile_side + 1];
  const std::int64_t first =
      ((n - 1) / tile_side - ranks.share.block(blockIdx.x)) * tile_side;
  const int x = int(threadIdx.x), y = int(threadIdx.y);
  const std::int64_t last = min(first + tile_side, n) - 1;
  const std::int64_t tiles =
      tiles_of(ranks.limit(last), tile_side);
  const std::int64_t begin = tiles * blockIdx.y / parts;
  const std::int64_t end = tiles * (blockIdx.y + 1) / parts;
  std::uint32_t limit[4];
  candidate best[4];
  for (int a = 0; a < 4; ++a) {
    const std::int64_t r = first + y + 16 * a;
    limit[a] = r < n ? ranks.limit(r) : 0;
    best[a] = no_candidate();
  }
  for (std::int64_t t = begin; t < end; ++t) {
    double sum[4][4] = {};
    for (int from = 0; from < k; from += tile_depth) {
      const int depth = min(tile_depth, k - from);
      for (int i = x + 16 * y; i < tile_side * depth; i += 256) {
        const int row = i / depth, c = i % depth;
        const std::int64_t q = first + row, p = t * tile_side + row;
        asking[c][row] =
            q < n ? points[ranks.order[q] * stride + from + c] : T(0);
        answering[c][row] =
            p < n ? points[ranks.order[p] * stride + from + c] : T(0);
      }
      __syncthreads();
      for (int c = 0; c < depth; ++c) {
        double p[4], q[4];
        for (int a = 0; a < 4; ++a) {
          q[a] = double(asking[c][y + 16 * a]);
          p[a] = double(answering[c][x + 16 * a]);
        }
        for (int a = 0; a < 4; ++a)
          for (int b = 0; b < 4; ++b) {
            const double d = rounded_difference(p[b], q[a]);
            sum[a][b] = rounded_sum(sum[a][b], rounded_product(d, d));
          }
      }
      __syncthreads();
    }
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b) {
        const auto p = std::uint32_t(t * tile_side + x + 16 * b);
        if (p < limit[a] && nearer({sum[a][b], p}, best[a]))
          best[a] = {sum[a][b], p};
      }
  }
  for (int a = 0; a < 4; ++a) {
    best[a] = best_of_lanes(best[a], 8);
    const std::int64_t r = first + y + 16 * a;
    if (x == 0 && r < n) found[blockIdx.y * n + r] = best[a];
  }
}
__host__ __device__ inline float certain_bound(double q) {
  const double b = q * (1 + 0x1p-20) + 0x1p-120;
  return b < 0x1p127 ? float(b) : float(INFINITY);
}
template <class T>
__device__ __forceinline__ void load_plane_tile(
    const T* points, std::int64_t stride, std::int64_t n,
    const ranking& ranks, std::int64_t t, float2* tile) {
  for (int i = int(threadIdx.x); i < plane_tile; i += plane_threads) {
    const std::int64_t p = t * plane_tile + i;
    const float none = float(INFINITY);
    tile[i] = make_float2(none, none);
    if (p < n) {
      const T* from = points + ranks.order[p] * stride;
      tile[i] = make_float2(float(from[0]), float(from[1]));
    }
  }
}
template <class T>
__global__ void __launch_bounds__(plane_threads)
find_in_plane(const T* points, std::int64_t stride, std::int64_t n,
              ranking ranks, int parts, candidate* found) {
  __shared__ float2 tile[plane_tile];
  const std::int64_t first =
      ((n - 1) / plane_side - ranks.share.block(blockIdx.x)) *
          plane_side + threadIdx.x;
  const std::int64_t last =
      min(first - threadIdx.x + plane_side, n) - 1;
  const std::int64_t tiles =
      tiles_of(ranks.limit(last), plane_tile);
  const std::int64_t begin = tiles * blockIdx.y / parts;
  const std::int64_t end = tiles * (blockIdx.y + 1) / parts;
  float2 at[plane_each];
  float bound[plane_each];
  candidate best[plane_each];
  for (int a = 0; a < plane_each; ++a) {
    const std::int64_t r = min(first + a * plane_threads, n - 1);
    const T* p = points + ranks.order[r] * stride;
    at[a] = make_float2(float(p[0]), float(p[1]));
    best[a] = no_candidate();
    bound[a] = float(INFINITY);
  }
  for (std::int64_t t = begin; t < end; ++t) {
    load_plane_tile(points, stride, n, ranks, t, tile);
    __syncthreads();
    for (int g = 0; g < plane_tile; g += plane_group) {
      float least[plane_each];
      for (int a = 0; a < plane_each; ++a) least[a] = float(INFINITY);
      for (int i = g; i < g + plane_group; ++i) {
        const float2 p = tile[i];
        for (int a = 0; a < plane_each; ++a) {
          const float x = p.x - at[a].x, y = p.y - at[a].y;
          least[a] = min(least[a], __fmaf_rn(x, x, y * y));
        }
      }
      for (int a = 0; a < plane_each; ++a) {
        if (least[a] > bound[a]) continue;
        const std::int64_t r = min(first + a * plane_threads, n - 1);
        const std::int64_t from = t * plane_tile + g;
        const std::int64_t to =
            min(from + plane_group, std::int64_t(ranks.limit(r)));
        for (std::int64_t q = from; q < to; ++q) {
          const float2 p = tile[g + q - from];
          const float there[2] = {p.x, p.y}, here[2] = {at[a].x, at[a].y};
          const candidate next{squared_distance(there, here, 2),
                               std::uint32_t(q)};
          if (nearer(next, best[a])) best[a] = next;
        }
        bound[a] = certain_bound(best[a].squared);
      }
    }
    __syncthreads();
  }
  for (int a = 0; a < plane_each; ++a) {
    const std::int64_t r = first + a * plane_threads;
    if (r < n) found[blockIdx.y * n + r] = best[a];
  }
}
template <class Index>
__global__ void write_higher(const candidate* found, int parts,
                             std::int64_t n, ranking ranks, int side,
                             Index* higher, double* squared) {
  const std::int64_t r = thread_number();
  if (r < n && ranks.share.has((n - 1) / side - r / side))
    nearest_output{higher, squared}.write(ranks, std::uint32_t(r),
                                          best_of(found + r, parts, n));
}
template <class T, int K>
constexpr int address_words =
    K == 3 ? 2 : (K * 8 * int(sizeof(T)) + 63) / 64;
template <class T, int K, int Words = address_words<T, K>>
struct address_format {
  static constexpr int words = Words;
  static constexpr int exponent = sizeof(T) == 4 ? 8 : 11;
  static constexpr int fraction = 8 * int(sizeof(T)) - 1 - exponent;
  static constexpr int each = (64 * words - exponent - K) / K;
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
template <class T, int K, int Words = address_words<T, K>>
__host__ __device__ auto step_of(T coordinate, int shell) {
  using F = address_format<T, K, Words>;
  const int bias = (1 << (F::exponent - 1)) - 1;
  const double scaled =
      ldexp(double(coordinate), F::each - 2 - (shell - bias));
  const std::int64_t half = std::int64_t(1) << (F::each - 1);
  return typename F::integer(std::int64_t(floor(scaled)) + half);
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
  W turn = 0;
  for (int b = Bits - 1; b > 0; --b)
    if (x[K - 1] >> b & 1) turn ^= (W(1) << b) - 1;
  for (int c = 0; c < K; ++c) x[c] ^= turn;
}
template <class T, int K, int Words = address_words<T, K>>
__host__ __device__ std::uint64_t address_word(const T* p, int word) {
  using F = address_format<T, K, Words>;
  const int largest = largest_of<T, K>(p);
  const int side = p[largest] < 0 ? K + largest : largest;
  const int shell = shell_of<T, K>(p[largest]);
  typename F::integer x[K];
  for (int c = 0; c < K; ++c) x[c] = step_of<T, K, Words>(p[c], shell);
  follow_curve<F::each>(x);
  std::uint64_t high = 0;
  std::uint64_t low = std::uint64_t(side) << F::exponent | shell;
  for (int b = F::each - 1; b >= 0; --b)
    for (int c = 0; c < K; ++c) {
      high = 2 * high + (low >> 63);
      low = 2 * low + (x[c] >> b & 1);
    }
  return word + 1 == F::words ? low : high;
}
template <class W, int K>
__host__ __device__ std::uint64_t interleaved(const W (&x)[K],
                                              int bits) {
  std::uint64_t index = 0;
  for (int b = bits - 1; b >= 0; --b)
    for (int c = 0; c < K; ++c) index = 2 * index + (x[c] >> b & 1);
  return index;
}
template <class T, int K>
__device__ void fetch_point(points_in_order<T> in, std::int64_t t,
                            T* p) {
  const T* from = in.row(t);
  for (int c = 0; c < K; ++c) p[c] = from[c] + T(0);
}
template <class T, int K>
__global__ void make_address_keys(points_in_order<T> in, int word,
                                std::uint64_t* keys) {
  const std::int64_t t = thread_number();
  if (t >= in.n) return;
  T p[K];
  fetch_point<T, K>(in, t, p);
  keys[t] = address_word<T, K>(p, word);
}
template <class T>
__global__ void make_smaller_keys(points_in_order<T> in, T* keys) {
  const std::int64_t t = thread_number();
  if (t >= in.n) return;
  T p[2];
  fetch_point<T, 2>(in, t, p);
  keys[t] = p[1 - largest_of<T, 2>(p)];
}
template <class T, int K>
struct curve_sort {
  static constexpr int words = address_format<T, K>::words;
  static constexpr int passes = words + (K == 2);
  std::uint64_t* keys;
  std::uint32_t* other;
  char* memory;
  std::size_t bytes = 0, more = 0;
  curve_sort(arena& a, std::int64_t n) {
    sort_pairs<std::uint64_t>(nullptr, bytes, nullptr, nullptr, nullptr,
                              nullptr, n);
    if (K == 2)
      sort_pairs<T>(nullptr, more, nullptr, nullptr, nullptr, nullptr, n);
    bytes = std::max(bytes, more);
    keys = a.take<std::uint64_t>(n);
    other = passes > 1 ? a.take<std::uint32_t>(n) : nullptr;
    memory = a.take<char>(std::int64_t(bytes));
  }
  void run(points_in_order<T> in, std::uint32_t* along, cudaStream_t s) {
    const auto n = in.n;
    const dim3 blocks = blocks_for(n), threads(256);
    auto to = [&](int left) { return left % 2 ? other : along; };
    if constexpr (K == 2) {
      auto* smaller = reinterpret_cast<T*>(keys);
      launch(make_smaller_keys<T>, blocks, threads, 0, s, in, smaller);
      sort_pairs<T>(memory, bytes, smaller, nullptr, nullptr, to(words),
                    n, order::ascending, s);
      in.ranks = to(words);
    }
    for (int word = words - 1; word >= 0; --word) {
      launch(make_address_keys<T, K>, blocks, threads, 0, s, in, word,
             keys);
      sort_pairs<std::uint64_t>(memory, bytes, keys, nullptr, in.ranks,
                                to(word), n, order::ascending, s);
      in.ranks = to(word);
    }
  }
};
template <class T, int K>
struct alignas(K == 1 ? 2 * sizeof(T) : 16) box {
  T low[K], high[K];
  __host__ __device__ T width(int c) const { return high[c] - low[c]; }
};
inline constexpr int leaf_size = 8, fan_out = 4, most_levels = 16;
template <class T, int K>
struct box_tree {
  const T* points;
  const std::uint32_t* ranks;
  box<T, K>* boxes;
  std::uint32_t* least;
  std::int64_t n;
  int levels = 0;
  std::int64_t begin[most_levels + 1] = {0};
  const std::uint32_t* cells = nullptr;
  const std::uint32_t* starts = nullptr;
  __host__ __device__ std::int64_t leaf_of(std::int64_t t) const {
    return cells ? cells[t] : t / leaf_size;
  }
  __host__ __device__ std::int64_t leaf_begin(std::int64_t leaf) const {
    return starts ? starts[leaf] : min(leaf * leaf_size, n);
  }
  __host__ __device__ std::int64_t count(int level) const {
    return begin[level + 1] - begin[level];
  }
};
template <class T, int K>
std::int64_t lay_out_levels(box_tree<T, K>& tree, std::int64_t nodes) {
  tree.levels = 0;
  for (;;) {
    const int l = tree.levels++;
    tree.begin[l + 1] = tree.begin[l] + nodes;
    if (nodes <= 1) return tree.begin[l + 1];
    nodes = tiles_of(nodes, fan_out);
  }
}
template <class T, int K>
struct node {
  box<T, K> around;
  std::uint32_t least = nobody;
  __host__ __device__ node() {
    for (int c = 0; c < K; ++c) {
      around.low[c] = T(INFINITY);
      around.high[c] = -T(INFINITY);
    }
  }
  __host__ __device__ void join(const T* low, const T* high,
                                std::uint32_t rank) {
    for (int c = 0; c < K; ++c) {
      around.low[c] = min(around.low[c], low[c]);
      around.high[c] = max(around.high[c], high[c]);
    }
    least = min(least, rank);
  }
};
template <class T, int K>
__host__ __device__ void make_node(const box_tree<T, K>& tree,
                                   int level, std::int64_t i) {
  node<T, K> made;
  if (level == 0) {
    const std::int64_t to = tree.leaf_begin(i + 1);
    for (std::int64_t t = tree.leaf_begin(i); t < to; ++t) {
      const T* p = tree.points + t * K;
      made.join(p, p, tree.ranks[t]);
    }
  } else {
    const std::int64_t from = tree.begin[level - 1] + i * fan_out;
    const std::int64_t to = min(from + fan_out, tree.begin[level]);
    for (std::int64_t j = from; j < to; ++j) {
      const box<T, K> b = tree.boxes[j];
      made.join(b.low, b.high, tree.least[j]);
    }
  }
  tree.boxes[tree.begin[level] + i] = made.around;
  tree.least[tree.begin[level] + i] = made.least;
}
template <class T, int K>
__global__ void make_level(box_tree<T, K> tree, int level) {
  const std::int64_t i = thread_number();
  if (i < tree.count(level)) make_node(tree, level, i);
}
template <class T, int K>
void make_levels(const box_tree<T, K>& tree, cudaStream_t s) {
  for (int level = 0; level < tree.levels; ++level)
    launch(make_level<T, K>, blocks_for(tree.count(level)), 256, 0, s,
           tree, level);
}
template <class T, int K>
struct seeker {
  T at[K];
  std::uint32_t limit;
  candidate best;
  int visits = 0;
  __host__ __device__ seeker(const box_tree<T, K>& tree,
                             const ranking& ranks, std::int64_t t)
      : limit(ranks.limit(tree.ranks[t])), best(no_candidate()) {
    for (int c = 0; c < K; ++c) at[c] = tree.points[t * K + c];
  }
  __host__ __device__ bool may_improve(const box_tree<T, K>& tree,
                                       std::int64_t node) {
    ++visits;
    const std::uint32_t least = tree.least[node];
    if (least >= limit) return false;
    const box<T, K> b = tree.boxes[node];
    T c[K];
    for (int i = 0; i < K; ++i)
      c[i] = min(max(at[i], b.low[i]), b.high[i]);
    return nearer({squared_distance(c, at, K), least}, best);
  }
  __host__ __device__ void look_at_leaf(const box_tree<T, K>& tree,
                                        std::int64_t leaf) {
    const std::int64_t to = tree.leaf_begin(leaf + 1);
    for (std::int64_t t = tree.leaf_begin(leaf); t < to; ++t) {
      const std::uint32_t r = tree.ranks[t];
      if (r >= limit) continue;
      const candidate next{
          squared_distance(tree.points + t * K, at, K), r};
      if (nearer(next, best)) best = next;
    }
  }
  __host__ __device__ void look_below(const box_tree<T, K>& tree,
                                      int top, std::int64_t node,
                                      int budget) {
    int level = top;
    std::int64_t i = node;
    while (visits < budget) {
      if (may_improve(tree, tree.begin[level] + i)) {
        if (level > 0) {
          --level;
          i *= fan_out;
          continue;
        }
        look_at_leaf(tree, i);
      }
      while (level < top && ((i + 1) % fan_out == 0 ||
                             i + 1 == tree.count(level))) {
        ++level;
        i /= fan_out;
      }
      if (level == top) return;
      ++i;
    }
  }
  __host__ __device__ void look_from(const box_tree<T, K>& tree,
                                     std::int64_t own, int budget) {
    if (limit == 0) return;
    look_at_leaf(tree, own);
    for (int level = 0; level + 1 < tree.levels; ++level) {
      const std::int64_t from = own / fan_out * fan_out;
      const std::int64_t to = min(from + fan_out, tree.count(level));
      for (std::int64_t i = from; i < to && visits < budget; ++i)
        if (i != own) look_below(tree, level, i, budget);
      own /= fan_out;
    }
  }
};
inline constexpr int visits_of_a_thread = 256;
struct long_searches {
  std::uint32_t* list;
  std::uint32_t* size;
  __device__ void add(const nearest_output& out, const ranking& ranks,
                      std::int64_t t, std::uint32_t rank,
                      candidate best) const {
    list[atomicAdd(size, 1u)] = std::uint32_t(t);
    const std::uint32_t i = ranks.order[rank];
    out.higher[i] = best.rank;
    out.squared[i] = best.squared;
  }
  __device__ candidate best_so_far(const nearest_output& out,
                                   const ranking& ranks,
                                   std::uint32_t rank) const {
    const std::uint32_t i = ranks.order[rank];
    return {out.squared[i], std::uint32_t(out.higher[i])};
  }
};
template <class T, int K>
__global__ void __launch_bounds__(256)
find_along_curve(box_tree<T, K> tree, ranking ranks, int budget,
                 nearest_output out, long_searches rest) {
  const std::int64_t t = thread_number();
  if (t >= tree.n) return;
  seeker<T, K> me(tree, ranks, t);
  me.look_from(tree, tree.leaf_of(t), budget);
  if (me.visits < budget) out.write(ranks, tree.ranks[t], me.best);
  else rest.add(out, ranks, t, tree.ranks[t], me.best);
}
__host__ __device__ inline std::int64_t shares_of(std::int64_t searches,
                                                  std::int64_t warps) {
  return searches >= warps ? 1 : warps / searches;
}
template <class T, int K>
__device__ int level_to_share(const box_tree<T, K>& tree,
                              std::int64_t shares) {
  int level = tree.levels - 1;
  while (level > 0 && tree.count(level) < 2048 * shares) --level;
  return level;
}
template <class T, int K>
__global__ void __launch_bounds__(256)
find_by_warps(box_tree<T, K> tree, ranking ranks, nearest_output out,
              long_searches rest, candidate* found) {
  const std::int64_t warps = gridDim.x * (blockDim.x / 32);
  const std::int64_t searches = *rest.size;
  if (searches == 0) return;
  const std::int64_t shares = shares_of(searches, warps);
  const int level = level_to_share(tree, shares);
  for (std::int64_t task = thread_number() / 32;
       task < searches * shares; task += warps) {
    const std::int64_t t = rest.list[task / shares];
    seeker<T, K> me(tree, ranks, t);
    me.best = rest.best_so_far(out, ranks, tree.ranks[t]);
    const std::int64_t nodes = tree.count(level);
    for (std::int64_t from = task % shares * 32; from < nodes;
         from += shares * 32) {
      if (from + lane_of_warp() < nodes)
        me.look_below(tree, level, from + lane_of_warp(), INT_MAX);
      me.visits = 0;
      me.best = best_of_lanes(me.best, 16);
    }
    __syncwarp();
    if (lane_of_warp() > 0) continue;
    if (shares == 1) out.write(ranks, tree.ranks[t], me.best);
    else found[task] = me.best;
  }
}
template <int = 0>
__global__ void join_shares(const std::uint32_t* along, ranking ranks,
                            nearest_output out, long_searches rest,
                            const candidate* found,
                            std::int64_t warps) {
  const std::int64_t searches = *rest.size;
  const int lane = lane_of_warp();
  for (std::int64_t q = thread_number() / 32; q < searches;
       q += gridDim.x * blockDim.x / 32) {
    const std::int64_t shares = shares_of(searches, warps);
    if (shares == 1) return;
    candidate best = no_candidate();
    if (lane < shares)
      best = best_of(found + q * shares + lane,
                     (shares - lane + 31) / 32, 32);
    best = best_of_lanes(best, 16);
    if (lane == 0) out.write(ranks, along[rest.list[q]], best);
  }
}
template <int = 0>
__global__ void clear_lists(std::uint32_t* sizes) {
  sizes[threadIdx.x] = 0;
}
template <class T, int K>
struct tree_search {
  box_tree<T, K> tree;
  long_searches rest{};
  candidate* found = nullptr;
  int blocks = 4 * multiprocessors();
  void take(arena& a, std::int64_t nodes) {
    tree.boxes = a.take<box<T, K>>(nodes);
    tree.least = a.take<std::uint32_t>(nodes);
    rest = {a.take<std::uint32_t>(tree.n), a.take<std::uint32_t>(1)};
    found = a.take<candidate>(blocks * 8);
  }
  void run(const ranking& ranks, nearest_output out, int budget,
           cudaStream_t s) const {
    const auto n = tree.n;
    const auto warps = std::int64_t(blocks) * 8;
    launch(clear_lists<>, 1, 1, 0, s, rest.size);
    launch(find_along_curve<T, K>, blocks_for(n), dim3(256), 0, s, tree,
           ranks, budget, out, rest);
    launch(find_by_warps<T, K>, dim3(unsigned(blocks)), dim3(256), 0, s,
           tree, ranks, out, rest, found);
    launch(join_shares<>, unsigned(blocks), 256, 0, s, tree.ranks,
           ranks, out, rest, found, warps);
  }
};
template <class T, int K, class V>
void search_tree(void* temporary, std::size_t& bytes,
                 points_with_heights<T, V> in, std::int64_t* higher,
                 double* squared, higher_options o, cudaStream_t s,
                 int budget = visits_of_a_thread, int parts = 4) {
  const std::int64_t n = in.n;
  tree_search<T, K> search;
  search.tree.n = n;
  arena a(temporary);
  ranker<T, V> ranks(a, in, o);
  auto* along = a.take<std::uint32_t>(n);
  auto* placed = a.take<T>(n * K);
  search.take(a, lay_out_levels(search.tree, tiles_of(n, leaf_size)));
  arena shared = a;
  ranks.take_room(a);
  curve_sort<T, K> curve(shared, n);
  if (shared.used() > a.used()) a = shared;
  if (!a.holds(bytes) || n == 0) return;
  ranks.rank(s);
  if (parts < 2) return;
  curve.run({in.points, in.stride, K, n, ranks.found.order}, along, s);
  if (parts < 3) return;
  launch(gather_rows<T>, blocks_for(n), dim3(256), 0, s,
         points_in_order<T>{in.points, in.stride, K, n,
                            ranks.found.order, along}, placed);
  search.tree.points = placed;
  search.tree.ranks = along;
  make_levels(search.tree, s);
  if (parts < 4) return;
  search.run(ranks.found, {higher, squared}, budget, s);
}
template <class T, int K>
__host__ __device__ std::uint32_t cell_of(const T* p, box<T, K> frame,
                                          int bits) {
  const double cells = double(1u << bits);
  double widest = 0;
  for (int c = 0; c < K; ++c)
    widest = max(widest, double(frame.high[c]) - double(frame.low[c]));
  std::uint32_t x[K];
  for (int c = 0; c < K; ++c) {
    const double part = (double(p[c]) - double(frame.low[c])) / widest;
    x[c] = part > 0 ? std::uint32_t(min(part * cells, cells - 1)) : 0;
  }
  return std::uint32_t(interleaved(x, bits));
}
template <int K>
int grid_bits(std::int64_t n) {
  int bits = 1;
  while (bits < 30 / K && (std::int64_t(2) << K * (bits + 1)) <= n)
    ++bits;
  return bits;
}
template <class T, int K>
__global__ void make_cell_keys(box_tree<T, K> frame, int bits,
                               std::uint32_t* keys) {
  const std::int64_t r = thread_number();
  if (r >= frame.n) return;
  const box<T, K> whole = frame.boxes[frame.begin[frame.levels] - 1];
  keys[r] = cell_of<T, K>(frame.points + r * K, whole, bits);
}
template <class Cell>
__global__ void find_cells(const Cell* keys, std::int64_t n,
                           std::int64_t cells, Cell* starts) {
  const std::int64_t c = thread_number();
  if (c > cells) return;
  starts[c] = Cell(first_that<std::int64_t>(
      0, n, [&](std::int64_t i) { return keys[i] >= c; }));
}
template <class T, int K, class V>
void search_grid(void* temporary, std::size_t& bytes,
                 points_with_heights<T, V> in, std::int64_t* higher,
                 double* squared, higher_options o, cudaStream_t s) {
  const std::int64_t n = in.n;
  const int bits = grid_bits<K>(n);
  const std::int64_t cells = std::int64_t(1) << K * bits;
  tree_search<T, K> search;
  box_tree<T, K>& tree = search.tree;
  box_tree<T, K> frame;
  frame.n = tree.n = n;
  arena a(temporary);
  ranker<T, V> ranks(a, in, o);
  auto* rows = a.take<T>(n * K);
  auto* placed = a.take<T>(n * K);
  auto* along = a.take<std::uint32_t>(n);
  auto* sorted = a.take<std::uint32_t>(n);
  auto* starts = a.take<std::uint32_t>(cells + 1);
  search.take(a, std::max(
      lay_out_levels(frame, tiles_of(n, leaf_size)),
      lay_out_levels(tree, cells)));
  auto* keys = a.take<std::uint32_t>(n);
  std::size_t to_sort = 0;
  sort_pairs<std::uint32_t>(nullptr, to_sort, nullptr, keys, nullptr,
                            nullptr, n);
  auto* memory = a.take<char>(std::int64_t(to_sort));
  ranks.take_room(a);
  if (!a.holds(bytes) || n == 0) return;
  ranks.rank(s);
  const dim3 blocks = blocks_for(n), threads(256);
  launch(gather_rows<T>, blocks, threads, 0, s,
         points_in_order<T>{in.points, in.stride, K, n,
                            ranks.found.order}, rows);
  frame.points = rows;
  frame.ranks = ranks.found.order;
  frame.boxes = tree.boxes;
  frame.least = tree.least;
  make_levels(frame, s);
  launch(make_cell_keys<T, K>, blocks, threads, 0, s, frame, bits, keys);
  sort_pairs<std::uint32_t>(memory, to_sort, keys, sorted, nullptr, along,
                            n, order::ascending, s);
  launch(gather_rows<T>, blocks, threads, 0, s,
         points_in_order<T>{rows, K, K, n, nullptr, along}, placed);
  launch(find_cells<std::uint32_t>, blocks_for(cells + 1), threads, 0, s,
         static_cast<const std::uint32_t*>(sorted), n, cells, starts);
  tree.points = placed;
  tree.ranks = along;
  tree.cells = sorted;
  tree.starts = starts;
  make_levels(tree, s);
  search.run(ranks.found, {higher, squared}, visits_of_a_thread, s);
}
template <class T, class V>
void nearest_higher_grid(void* temporary, std::size_t& bytes,
                         points_with_heights<T, V> in,
                         std::int64_t* higher, double* squared,
                         higher_options o, cudaStream_t s) {
  require_searchable(in, o);
  (in.k == 2 ? search_grid<T, 2, V> : search_grid<T, 3, V>)(
      temporary, bytes, in, higher, squared, o, s);
}
}
