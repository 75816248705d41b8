#pragma once
#include <algorithm>
#include <climits>
#include <cmath>
#include <cstring>
#include <ww/detail/arena.cuh>
#include <ww/detail/key-order.cuh>
#include <ww/detail/rounding.cuh>
#include <ww/higher.cuh>
#include <ww/sort.cuh>

namespace ww::detail {
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
inline constexpr std::uint32_t nobody = 0xffffffffu;
struct candidate {
  double squared;
  std::uint32_t rank;
};
__host__ __device__ inline candidate no_candidate() {
  return {double(INFINITY), nobody};
}
__host__ __device__ inline bool nearer(candidate a, candidate b) {
  return a.squared < b.squared ||
         (a.squared == b.squared && a.rank < b.rank);
}
__host__ __device__ inline bool is_strict(const higher_options& o) {
  return o.strict || o.ratio < 1;
}
template <class V>
__host__ __device__ bool exceeds(V a, V b, double ratio) {
  return rounded_product(ratio, double(a)) > double(b);
}
__device__ inline std::int64_t thread_number() {
  return std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
}
inline dim3 blocks_of(std::int64_t threads) {
  return dim3(unsigned((threads + 255) / 256));
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
  std::int64_t yes = 0, no = r;
  while (yes < no) {
    const std::int64_t middle = (yes + no) / 2;
    if (exceeds(sorted[middle], sorted[r], ratio)) yes = middle + 1;
    else no = middle;
  }
  limits[r] = std::uint32_t(yes);
}
struct ranking {
  std::uint32_t* order = nullptr;
  std::uint32_t* limits = nullptr;
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
    launch(copy_heights<V>, blocks_of(in.n), dim3(256), 0, s, in.values,
           in.value_stride, in.n, heights);
    sort_pairs<V>(memory, to_sort, heights, sorted, nullptr, found.order,
                  in.n, order::descending, s);
    if (is_strict(o))
      launch(find_limits<V>, blocks_of(in.n), dim3(256), 0, s,
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
};
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
template <class T>
__global__ void place_rows(const T* points, std::int64_t stride, int k,
                           std::int64_t n, const std::uint32_t* order,
                           T* rows) {
  const std::int64_t r = thread_number();
  if (r >= n) return;
  for (int c = 0; c < k; ++c)
    rows[r * k + c] = points[order[r] * stride + c];
}
template <class T, class V>
void nearest_higher_published(void* temporary, std::size_t& bytes,
                              points_with_heights<T, V> in,
                              std::int64_t* higher, double* squared,
                              higher_options o, std::int64_t blocks,
                              int threads, cudaStream_t s) {
  require_searchable(in, o);
  arena a(temporary);
  ranker<T, V> ranks(a, in, o);
  auto* sorted = a.take<T>(in.n * in.k);
  ranks.take_room(a);
  if (!a.holds(bytes) || in.n == 0) return;
  ranks.rank(s);
  launch(place_rows<T>, blocks_of(in.n), dim3(256), 0, s, in.points,
         in.stride, in.k, in.n, ranks.found.order, sorted);
  launch(published_peaks<T>, dim3(unsigned(blocks)),
         dim3(unsigned(threads)),
         std::int64_t(sizeof(candidate)) * threads, s,
         static_cast<const T*>(sorted), in.k, in.n, ranks.found,
         nearest_output{higher, squared});
}
template <class T>
__global__ void __launch_bounds__(256)
find_in_tiles(const T* points, std::int64_t stride, int k,
              std::int64_t n, ranking ranks, int parts,
              candidate* found) {
  __shared__ T asking[tile_depth][tile_side + 1];
  __shared__ T answering[tile_depth][tile_side + 1];
  const std::int64_t first =
      std::int64_t(gridDim.x - 1 - blockIdx.x) * tile_side;
  const int x = int(threadIdx.x), y = int(threadIdx.y);
  const std::int64_t last = min(first + tile_side, n) - 1;
  const std::int64_t tiles =
      (std::int64_t(ranks.limit(last)) + tile_side - 1) / tile_side;
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
__host__ __device__ inline float certain_bound(double s) {
  const double b = s * (1 + 0x1p-20) + 0x1p-120;
  return b < 0x1p127 ? float(b) : float(INFINITY);
}
inline constexpr int plane_threads = 128, plane_each = 8,
                     plane_tile = 512, plane_group = 32,
                     plane_side = plane_threads * plane_each;
template <class T>
__global__ void __launch_bounds__(plane_threads)
find_in_plane(const T* points, std::int64_t stride, std::int64_t n,
              ranking ranks, int parts, candidate* found) {
  __shared__ float2 tile[plane_tile];
  const std::int64_t first =
      std::int64_t(gridDim.x - 1 - blockIdx.x) * plane_side +
      threadIdx.x;
  const std::int64_t last =
      min(first - threadIdx.x + plane_side, n) - 1;
  const std::int64_t tiles =
      (std::int64_t(ranks.limit(last)) + plane_tile - 1) / plane_tile;
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
    for (int i = int(threadIdx.x); i < plane_tile; i += plane_threads) {
      const std::int64_t p = t * plane_tile + i;
      const float none = float(INFINITY);
      tile[i] = make_float2(none, none);
      if (p < n) {
        const T* from = points + ranks.order[p] * stride;
        tile[i] = make_float2(float(from[0]), float(from[1]));
      }
    }
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
                             std::int64_t n, ranking ranks,
                             Index* higher, double* squared) {
  const std::int64_t r = thread_number();
  if (r >= n) return;
  candidate best = found[r];
  for (int part = 1; part < parts; ++part) {
    const candidate next = found[part * n + r];
    if (nearer(next, best)) best = next;
  }
  const std::uint32_t i = ranks.order[r];
  higher[i] = best.rank == nobody
                  ? Index(-1) : Index(ranks.order[best.rank]);
  squared[i] = best.squared;
}
template <class W, int K>
__host__ __device__ void follow_curve(W (&x)[K]) {
  constexpr int bits = 8 * sizeof(W);
  for (int b = bits - 1; b > 0; --b) {
    const W bit = W(1) << b, below = bit - 1;
    for (int c = 0; c < K; ++c) {
      const W swap = x[c] & bit ? W(0) : W((x[0] ^ x[c]) & below);
      x[0] ^= x[c] & bit ? below : swap;
      x[c] ^= swap;
    }
  }
  for (int c = 1; c < K; ++c) x[c] ^= x[c - 1];
  W turn = 0;
  for (int b = bits - 1; b > 0; --b)
    if (x[K - 1] >> b & 1) turn ^= (W(1) << b) - 1;
  for (int c = 0; c < K; ++c) x[c] ^= turn;
}
template <class T, int K>
__host__ __device__ std::uint64_t curve_word(const T* p, int word) {
  using W = ordered_key<T>;
  constexpr int bits = 8 * sizeof(W);
  const auto map = order_of<T>(order::ascending);
  W x[K];
  for (int c = 0; c < K; ++c) {
    const T coordinate = p[c] + T(0);
    W raw;
    memcpy(&raw, &coordinate, sizeof raw);
    x[c] = to_order(raw, map);
  }
  follow_curve<W, K>(x);
  std::uint64_t index = 0;
  for (int b = 0; b < bits; ++b)
    for (int c = 0; c < K; ++c)
      if ((b * K + c) / 64 == word) {
        const W bit = x[c] >> (bits - 1 - b) & 1;
        index = 2 * index + bit;
      }
  return index;
}
template <class T, int K>
inline constexpr int curve_words = (K * 8 * int(sizeof(T)) + 63) / 64;
template <class T, int K>
__global__ void make_curve_keys(const T* points, std::int64_t stride,
                                std::int64_t n,
                                const std::uint32_t* order,
                                const std::uint32_t* ranks, int word,
                                std::uint64_t* keys) {
  const std::int64_t t = thread_number();
  if (t >= n) return;
  const std::uint32_t r = ranks ? ranks[t] : std::uint32_t(t);
  T p[K];
  for (int c = 0; c < K; ++c) p[c] = points[order[r] * stride + c];
  keys[t] = curve_word<T, K>(p, word);
}
template <class T, int K>
__global__ void place_points(const T* points, std::int64_t stride,
                             std::int64_t n, const std::uint32_t* order,
                             const std::uint32_t* ranks, T* placed) {
  const std::int64_t t = thread_number();
  if (t >= n) return;
  for (int c = 0; c < K; ++c)
    placed[t * K + c] = points[order[ranks[t]] * stride + c];
}
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
  std::uint32_t* firsts;
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
    nodes = (nodes + fan_out - 1) / fan_out;
  }
}
template <class T, int K>
struct node {
  box<T, K> around;
  std::uint32_t first = nobody;
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
    first = min(first, rank);
  }
};
template <class T, int K>
__host__ __device__ void make_node(const box_tree<T, K>& tree,
                                   int level, std::int64_t i) {
  node<T, K> made;
  if (level == 0) {
    const std::int64_t to = tree.leaf_begin(i + 1);
    for (std::int64_t t = tree.leaf_begin(i); t < to; ++t)
      made.join(tree.points + t * K, tree.points + t * K,
                tree.ranks[t]);
  } else {
    const std::int64_t from = tree.begin[level - 1] + i * fan_out;
    const std::int64_t to = min(from + fan_out, tree.begin[level]);
    for (std::int64_t j = from; j < to; ++j) {
      const box<T, K> b = tree.boxes[j];
      made.join(b.low, b.high, tree.firsts[j]);
    }
  }
  tree.boxes[tree.begin[level] + i] = made.around;
  tree.firsts[tree.begin[level] + i] = made.first;
}
template <class T, int K>
__global__ void make_level(box_tree<T, K> tree, int level) {
  const std::int64_t i = thread_number();
  if (i < tree.count(level)) make_node(tree, level, i);
}
template <class T, int K>
struct seeker {
  T at[K];
  std::uint32_t limit;
  candidate best;
  int visits = 0;
  __host__ __device__ bool may_improve(const box_tree<T, K>& tree,
                              std::int64_t node) {
    ++visits;
    const std::uint32_t first = tree.firsts[node];
    if (first >= limit) return false;
    const box<T, K> b = tree.boxes[node];
    T c[K];
    for (int i = 0; i < K; ++i)
      c[i] = min(max(at[i], b.low[i]), b.high[i]);
    return nearer({squared_distance(c, at, K), first}, best);
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
};
template <class T, int K>
__global__ void __launch_bounds__(256)
find_along_curve(box_tree<T, K> tree, ranking ranks, int budget,
                 nearest_output out, long_searches rest) {
  const std::int64_t t = thread_number();
  if (t >= tree.n) return;
  seeker<T, K> s;
  for (int c = 0; c < K; ++c) s.at[c] = tree.points[t * K + c];
  s.limit = ranks.limit(tree.ranks[t]);
  s.best = no_candidate();
  s.look_from(tree, tree.leaf_of(t), budget);
  if (s.visits < budget) out.write(ranks, tree.ranks[t], s.best);
  else rest.add(out, ranks, t, tree.ranks[t], s.best);
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
__device__ inline int lane_of_warp() { return int(threadIdx.x) % 32; }
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
    seeker<T, K> s;
    for (int c = 0; c < K; ++c) s.at[c] = tree.points[t * K + c];
    s.limit = ranks.limit(tree.ranks[t]);
    s.best = no_candidate();
    const std::uint32_t i = ranks.order[tree.ranks[t]];
    s.best = {out.squared[i], std::uint32_t(out.higher[i])};
    const std::int64_t nodes = tree.count(level);
    for (std::int64_t from = task % shares * 32; from < nodes;
         from += shares * 32) {
      if (from + lane_of_warp() < nodes)
        s.look_below(tree, level, from + lane_of_warp(), INT_MAX);
      s.visits = 0;
      s.best = best_of_lanes(s.best, 16);
    }
    __syncwarp();
    if (lane_of_warp() > 0) continue;
    if (shares == 1) out.write(ranks, tree.ranks[t], s.best);
    else found[task] = s.best;
  }
}
template <class T, int K>
__global__ void join_shares(box_tree<T, K> tree, ranking ranks,
                            nearest_output out, long_searches rest,
                            const candidate* found,
                            std::int64_t warps) {
  const std::int64_t searches = *rest.size, q = thread_number();
  if (q >= searches) return;
  const std::int64_t shares = shares_of(searches, warps);
  if (shares == 1) return;
  candidate best = found[q * shares];
  for (std::int64_t i = 1; i < shares; ++i)
    if (nearer(found[q * shares + i], best))
      best = found[q * shares + i];
  out.write(ranks, tree.ranks[rest.list[q]], best);
}
template <class Count>
__global__ void clear_list(Count* size) { *size = 0; }
template <class T, int K>
void make_levels(const box_tree<T, K>& tree, cudaStream_t s) {
  for (int level = 0; level < tree.levels; ++level)
    launch(make_level<T, K>, blocks_of(tree.count(level)), dim3(256), 0,
           s, tree, level);
}
inline constexpr int visits_of_a_thread = 256;
template <class T, int K, class V>
void search_tree(void* temporary, std::size_t& bytes,
                 points_with_heights<T, V> in, std::int64_t* higher,
                 double* squared, higher_options o, cudaStream_t s,
                 int budget = visits_of_a_thread) {
  const std::int64_t n = in.n;
  const int blocks = 4 * multiprocessors();
  box_tree<T, K> tree;
  tree.n = n;
  const std::int64_t nodes =
      lay_out_levels(tree, (n + leaf_size - 1) / leaf_size);
  arena a(temporary);
  ranker<T, V> ranks(a, in, o);
  auto* along = a.take<std::uint32_t>(n);
  auto* placed = a.take<T>(n * K);
  tree.boxes = a.take<box<T, K>>(nodes);
  tree.firsts = a.take<std::uint32_t>(nodes);
  const long_searches rest{a.take<std::uint32_t>(n),
                           a.take<std::uint32_t>(1)};
  auto* found = a.take<candidate>(blocks * 8);
  std::size_t to_sort = 0;
  sort_pairs<std::uint64_t>(nullptr, to_sort, nullptr, nullptr, nullptr,
                            nullptr, n);
  arena shared = a;
  ranks.take_room(a);
  auto* keys = shared.take<std::uint64_t>(n);
  auto* other = curve_words<T, K> > 1 ? shared.take<std::uint32_t>(n)
                                      : nullptr;
  auto* memory = shared.take<char>(std::int64_t(to_sort));
  if (shared.used() > a.used()) a = shared;
  if (!a.holds(bytes) || n == 0) return;
  ranks.rank(s);
  const std::uint32_t* from = nullptr;
  for (int word = curve_words<T, K> - 1; word >= 0; --word) {
    auto* to = word % 2 == 0 ? along : other;
    launch(make_curve_keys<T, K>, blocks_of(n), dim3(256), 0, s,
           in.points, in.stride, n, ranks.found.order, from, word, keys);
    sort_pairs<std::uint64_t>(memory, to_sort, keys, nullptr, from, to, n,
                              order::ascending, s);
    from = to;
  }
  launch(place_points<T, K>, blocks_of(n), dim3(256), 0, s, in.points,
         in.stride, n, ranks.found.order, along, placed);
  tree.points = placed;
  tree.ranks = along;
  launch(clear_list<std::uint32_t>, dim3(1), dim3(1), 0, s, rest.size);
  make_levels(tree, s);
  const nearest_output out{higher, squared};
  launch(find_along_curve<T, K>, blocks_of(n), dim3(256), 0, s, tree,
         ranks.found, budget, out, rest);
  launch(find_by_warps<T, K>, dim3(unsigned(blocks)), dim3(256), 0, s,
         tree, ranks.found, out, rest, found);
  launch(join_shares<T, K>, blocks_of(blocks * 8), dim3(256), 0, s, tree,
         ranks.found, out, rest, static_cast<const candidate*>(found),
         std::int64_t(blocks) * 8);
}
template <class T, int K>
__host__ __device__ std::uint32_t cell_of(const T* p, box<T, K> frame,
                                          int bits) {
  const double cells = double(1u << bits);
  double widest = 0;
  for (int c = 0; c < K; ++c)
    widest = max(widest, double(frame.high[c]) - double(frame.low[c]));
  std::uint32_t x[K], index = 0;
  for (int c = 0; c < K; ++c) {
    const double share = (double(p[c]) - double(frame.low[c])) / widest;
    x[c] = share > 0 ? std::uint32_t(min(share * cells, cells - 1)) : 0;
  }
  for (int b = bits - 1; b >= 0; --b)
    for (int c = 0; c < K; ++c) index = 2 * index + (x[c] >> b & 1);
  return index;
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
template <class T>
__global__ void place_again(const T* points, int k, std::int64_t n,
                            const std::uint32_t* from, T* to) {
  const std::int64_t t = thread_number();
  if (t >= n) return;
  for (int c = 0; c < k; ++c) to[t * k + c] = points[from[t] * k + c];
}
template <class Cell>
__global__ void find_cells(const Cell* keys, std::int64_t n,
                           std::int64_t cells, Cell* starts) {
  const std::int64_t c = thread_number();
  if (c > cells) return;
  std::int64_t from = 0, to = n;
  while (from < to) {
    const std::int64_t middle = (from + to) / 2;
    if (keys[middle] < c) from = middle + 1;
    else to = middle;
  }
  starts[c] = Cell(from);
}
template <class T, int K, class V>
void search_grid(void* temporary, std::size_t& bytes,
                 points_with_heights<T, V> in, std::int64_t* higher,
                 double* squared, higher_options o, cudaStream_t s) {
  const std::int64_t n = in.n;
  const int bits = grid_bits<K>(n), blocks = 4 * multiprocessors();
  const std::int64_t cells = std::int64_t(1) << K * bits;
  box_tree<T, K> frame, tree;
  const std::int64_t nodes =
      std::max(lay_out_levels(frame, (n + leaf_size - 1) / leaf_size),
               lay_out_levels(tree, cells));
  frame.n = tree.n = n;
  arena a(temporary);
  ranker<T, V> ranks(a, in, o);
  auto* rows = a.take<T>(n * K);
  auto* placed = a.take<T>(n * K);
  auto* along = a.take<std::uint32_t>(n);
  auto* sorted = a.take<std::uint32_t>(n);
  auto* starts = a.take<std::uint32_t>(cells + 1);
  tree.boxes = frame.boxes = a.take<box<T, K>>(nodes);
  tree.firsts = frame.firsts = a.take<std::uint32_t>(nodes);
  const long_searches rest{a.take<std::uint32_t>(n),
                           a.take<std::uint32_t>(1)};
  auto* found = a.take<candidate>(blocks * 8);
  auto* keys = a.take<std::uint32_t>(n);
  std::size_t to_sort = 0;
  sort_pairs<std::uint32_t>(nullptr, to_sort, nullptr, keys, nullptr,
                            nullptr, n);
  auto* memory = a.take<char>(std::int64_t(to_sort));
  ranks.take_room(a);
  const int budget = visits_of_a_thread;
  if (!a.holds(bytes) || n == 0) return;
  ranks.rank(s);
  const auto at_once = dim3(256);
  launch(place_rows<T>, blocks_of(n), at_once, 0, s, in.points, in.stride,
         K, n, ranks.found.order, rows);
  frame.points = rows;
  frame.ranks = ranks.found.order;
  make_levels(frame, s);
  launch(make_cell_keys<T, K>, blocks_of(n), at_once, 0, s, frame, bits,
         keys);
  sort_pairs<std::uint32_t>(memory, to_sort, keys, sorted, nullptr, along,
                            n, order::ascending, s);
  launch(place_again<T>, blocks_of(n), at_once, 0, s,
         static_cast<const T*>(rows), K, n, along, placed);
  launch(find_cells<std::uint32_t>, blocks_of(cells + 1), at_once, 0, s,
         static_cast<const std::uint32_t*>(sorted), n, cells, starts);
  tree.points = placed;
  tree.ranks = along;
  tree.cells = sorted;
  tree.starts = starts;
  launch(clear_list<std::uint32_t>, dim3(1), dim3(1), 0, s, rest.size);
  make_levels(tree, s);
  const nearest_output out{higher, squared};
  launch(find_along_curve<T, K>, blocks_of(n), dim3(256), 0, s, tree,
         ranks.found, budget, out, rest);
  launch(find_by_warps<T, K>, dim3(unsigned(blocks)), dim3(256), 0, s,
         tree, ranks.found, out, rest, found);
  launch(join_shares<T, K>, blocks_of(blocks * 8), dim3(256), 0, s, tree,
         ranks.found, out, rest, static_cast<const candidate*>(found),
         std::int64_t(blocks) * 8);
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
