#pragma once
#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>
#include <ww/density.cuh>
#include <ww/detail/neighbours/higher-kernels.cuh>
#include <ww/detail/ground/philox.cuh>
#include <ww/detail/ground/rounding.cuh>

namespace ww::detail::neighbours::density {
__host__ __device__ inline bool is_weight(double w) {
  return w > 0 && w <= 1.7976931348623157e308;
}
__host__ __device__ inline int weight_shift(wide largest,
                                            std::int64_t n) {
  int bits = 0;
  while ((std::int64_t(1) << bits) < n) ++bits;
  return largest > 0 ? 61 - bits - ilogb(of_bits(largest)) : 0;
}
__host__ __device__ inline wide whole_weight(double w, int shift) {
  return is_weight(w) ? wide(rint(ldexp(w, shift))) : 0;
}
template <class F>
__device__ void find_largest(std::int64_t n, wide* bits, F number) {
  const std::int64_t step = std::int64_t(gridDim.x) * blockDim.x;
  double most = 0;
  for (std::int64_t i = thread_number(); i < n; i += step)
    most = max(most, number(i));
  const wide all = warp_largest(bits_of(most));
  if (threadIdx.x % 32 == 0) atomicMax(bits, all);
}
struct weight_sums {
  const double* given = nullptr;
  wide *largest = nullptr, *tiles = nullptr, *before = nullptr;
  std::int64_t n = 0;
  __device__ wide of(std::int64_t first, std::int64_t past) const {
    return before ? before[past] - before[first] : wide(past - first);
  }
  __device__ int shift() const { return weight_shift(*largest, n); }
  __device__ double density(auto sum) const {
    if (before) return ldexp(double(sum), -shift());
    return max(double(sum) - 1, 0.0);
  }
};
template <int = 0>
__global__ void find_largest_weight(weight_sums w) {
  find_largest(w.n, w.largest, [&](std::int64_t i) {
    return is_weight(w.given[i]) ? w.given[i] : 0;
  });
}
template <int = 0>
__global__ void add_weights(weight_sums w, const std::uint32_t* index,
                            bool tiles_only) {
  __shared__ wide sums[32];
  const std::int64_t i = thread_number();
  const wide own =
      i < w.n ? whole_weight(w.given[index[i]], w.shift()) : 0;
  wide all;
  const wide before = block_exclusive(own, sums, all);
  wide& tile = w.tiles[blockIdx.x];
  if (tiles_only && threadIdx.x == 0) tile = all;
  if (!tiles_only && i <= w.n) w.before[i] = tile + before;
}
template <class N>
__global__ void add_up_tiles(N* tiles, std::int64_t count, N* total) {
  __shared__ N sums[32];
  N before = 0, all;
  for (std::int64_t b = 0; b < count; b += blockDim.x) {
    const std::int64_t tile = b + threadIdx.x;
    const N own = tile < count ? tiles[tile] : 0;
    const N here = before + block_exclusive(own, sums, all);
    if (tile < count) tiles[tile] = here;
    before += all;
  }
  if (threadIdx.x == 0) *total = before;
}
struct measured_pair {
  std::uint32_t i, j;
  double about;
};
inline void require_clusterable(std::int64_t n, int k,
                                const density_options& o) {
  require_searchable<float, double>(
      {nullptr, k, k, nullptr, 1, n}, higher_options());
  if (!(o.percent > 0 && o.percent <= 100))
    throw bad_input(format("%g per cent, where more than 0 and at most "
                           "100 are possible", o.percent));
  if (!(o.dc >= 0 && o.dc <= 1.7976931348623157e308))
    throw bad_input(format("a cutoff distance of %g, which is not "
                           "above 0", o.dc));
  if (o.clusters < 0 || o.clusters > n)
    throw bad_input(format("%ld clusters of %ld points", o.clusters,
                           n));
}
inline void require_cutoff(const density_result& r, std::int64_t n,
                           const density_options& o) {
  if (n < 2 || r.dc > 0) return;
  throw bad_input(format(
      "the cutoff distance comes out 0: at least %g per cent of the "
      "pairs coincide (%s--dc)", o.percent,
      o.percent < 100 ? "--percent larger, or " : ""));
}
inline void require_weights(const double* weights, std::int64_t n) {
  double sum = 0;
  for (std::int64_t i = 0; weights && i < n; sum += weights[i++])
    if (!(weights[i] == 0 || is_weight(weights[i])))
      throw bad_input(format("the weight of point %ld is %g, where a "
                             "finite number of at least 0 is expected",
                             i, weights[i]));
  if (!(sum <= 0x1p1023))
    throw bad_input("the weights add up to more than 2^1023");
}
__host__ __device__ inline float polynomial_power(float x) {
  x = x < -125.0f ? -125.0f : x;
  const float shifted = x + 12582912.0f;
  const float m = shifted - 12582912.0f, f = x - m;
  float p = 1.5403530e-4f;
  p = p * f + 1.3333558e-3f;
  p = p * f + 9.6181291e-3f;
  p = p * f + 5.5504109e-2f;
  p = p * f + 0.24022651f;
  p = p * f + 0.69314718f;
  p = p * f + 1.0f;
  const std::int32_t bits = (std::int32_t(m) + 127) * (1 << 23);
  float scale;
  memcpy(&scale, &bits, sizeof scale);
  return p * scale;
}
__host__ __device__ inline double polynomial_power(double x) {
  x = x < -1020.0 ? -1020.0 : x;
  const double shifted = x + 6755399441055744.0;
  const double f = x - (shifted - 6755399441055744.0);
  double p = 1.3691488853904128e-12;
  p = p * f + 2.5678435993488206e-11;
  p = p * f + 4.4455382718708116e-10;
  p = p * f + 7.0549116208011230e-09;
  p = p * f + 1.0178086009239699e-07;
  p = p * f + 1.3215486790144309e-06;
  p = p * f + 1.5252733804059841e-05;
  p = p * f + 1.5403530393381608e-04;
  p = p * f + 1.3333558146428443e-03;
  p = p * f + 9.6181291076284770e-03;
  p = p * f + 5.5504108664821580e-02;
  p = p * f + 2.4022650695910072e-01;
  p = p * f + 6.9314718055994530e-01;
  p = p * f + 1.0;
  return p * of_bits((bits_of(shifted) << 52) + (1023ull << 52));
}
__device__ inline double power_of_two(double x) {
  return polynomial_power(x);
}
__device__ inline float power_of_two(float x) {
#if defined(__CUDA_ARCH__)
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
#else
  return polynomial_power(x);
#endif
}
template <class T>
__global__ void find_boxes(point_space<T> given) {
  const point_space<T> s = given.counted();
  const std::int64_t first = std::int64_t(blockIdx.x) * tile_points;
  if (first >= s.n) return;
  const std::int64_t end = min(first + tile_points, s.n);
  T* const box = s.boxes + 2 * s.stride * std::int64_t(blockIdx.x);
  for (int c = 0; c < s.k; ++c) {
    T least = s.at[first * s.stride + c], most = least;
    for (std::int64_t i = first + threadIdx.x; i < end; i += 32) {
      least = min(least, s.at[i * s.stride + c]);
      most = max(most, s.at[i * s.stride + c]);
    }
    least = warp_least(least);
    most = warp_largest(most);
    if (threadIdx.x == 0) box[c] = least;
    if (threadIdx.x == 0) box[s.stride + c] = most;
  }
}
template <class T> void take_tiles(arena& a, point_space<T>& s) {
  s.boxes = a.take<T>(s.k > 3 ? 0 : 2 * s.stride * s.tiles());
}
template <class T>
void find_tiles(const point_space<T>& s, cudaStream_t stream) {
  if (s.k <= 3)
    launch(find_boxes<T>, unsigned(s.tiles()), 32, 0, stream, s);
}
template <class T>
__device__ double block_gap(const point_space<T>& s, std::int64_t first,
                            std::int64_t own, std::int64_t tile) {
  const T* q = s.boxes + tile * 2 * s.stride;
  double least = INFINITY;
  for (std::int64_t i = first; i < first + own; i += tile_points) {
    const T* p = s.boxes + i / tile_points * 2 * s.stride;
    double near = 0;
    for (int c = 0; c < s.k; ++c) {
      const double low = p[c], high = p[s.stride + c];
      const double gap = max(double(q[c]) - high,
                             low - double(q[s.stride + c]));
      if (gap > 0) near = add_square(near, gap);
    }
    least = min(least, near);
  }
  return least * (1 - slack<float>(3));
}
template <class T>
__device__ T point_to_box(const point_space<T>& s, const T* x,
                          std::int64_t tile) {
  const T* box = s.boxes + tile * 2 * s.stride;
  T near = 0;
  for (int c = 0; c < s.k; ++c)
    near = add_square(near, max(T(0), max(box[c] - x[c],
                                          x[c] - box[s.stride + c])));
  return near;
}
constexpr int square_side = 128, square_threads = 256;
template <class T>
struct pair_operation {
  using space = point_space<T>;
  template <int Dims> using row = row_of<T, Dims>;
  static constexpr bool once = false, opens = true, apart = false,
                        both = false;
  __device__ int every() const { return 1; }
  __device__ int weight(const auto&) const { return 1; }
  __device__ int weight_of(std::int64_t) const { return 1; }
  __device__ void enter(const space&, auto&, const T*,
                        std::int64_t) const {}
  __device__ unsigned decides(const auto&, T) const { return ~0u; }
  __device__ void widen(const auto&) const {}
  __device__ void settle(const space&, auto&, std::int64_t,
                         std::int64_t) const {}
  __device__ void leave(auto&) const {}
  __device__ void merge(auto&, int) const {}
};
constexpr int least_product_k = 9, product_slab = 64, judged = 2048;
constexpr int square_slab = 2 * square_side * product_slab;
inline std::int64_t least_product_n(int k) {
  if (k < least_product_k)
    return std::numeric_limits<std::int64_t>::max();
  const double work = WW_CUDA ? 0x1p33 : 0x1p21;
  return std::int64_t(std::ceil(std::sqrt(work / k)));
}
__host__ __device__ inline std::int64_t whole_squares(std::int64_t n) {
  return (n + square_side - 1) / square_side * square_side;
}
struct fixed_frame {
  wide reach, loss, low, norm, open, decides;
};
__device__ inline double loss_of_sum(double about, int k) {
  return about * ((k + 8) * 0x1p-51);
}
__host__ __device__ inline int slab_place(int row, int piece) {
  return (row / 8 * (product_slab / 16) + piece) * 128 + row % 8 * 16;
}
__host__ __device__ inline std::int64_t part_place(std::int64_t i,
                                                   int part, int c,
                                                   int width) {
  const std::int64_t slab =
      i / square_side * (width / product_slab) + c / product_slab;
  return slab * square_slab + part * (square_slab / 2) +
         slab_place(int(i % square_side), c % product_slab / 16) +
         c % 16;
}
struct product_edges {
  double unit, far, slack;
  __device__ double below(double bound) const {
    const double b = rounded_root(bound) / unit - far;
    const double edge = (b * b - slack) * unit * unit;
    return b > 0 ? edge - fabs(edge) * 0x1p-20 : -INFINITY;
  }
  __device__ double above(double bound) const {
    const double b = rounded_root(bound) / unit + far;
    return (b * b + slack) * unit * unit * (1 + 0x1p-20);
  }
  __device__ double reach(double square) const {
    const double c = max(square, 0.0) / (unit * unit);
    const double b = sqrt(c * (1 + 0x1p-20) + slack) + far;
    return above(b * b * unit * unit * (1 + 0x1p-20));
  }
  template <class T>
  __device__ void widen(threshold<T>& edge, double from,
                        double to) const {
    edge.below = T(below(from));
    edge.above = min(T(above(to)), largest_square<T>);
  }
};
template <class T>
struct fixed_points {
  std::int8_t* parts = nullptr;
  float* norms = nullptr;
  double* centre = nullptr;
  fixed_frame* seen = nullptr;
  int k = 0, width = 0;
  __device__ double unit() const {
    return seen->reach > 0 ? of_bits(seen->reach) / 32639 : 1;
  }
  __device__ product_edges edges() const {
    const double u = unit(), lost = sqrt(of_bits(seen->loss));
    const double rounded = sqrt(double(width)) * (0x1p-20 + 32 / u);
    return {u, 2 * (lost * (1 + 0x1p-10) + rounded),
            2 * double(seen->low) + double(seen->norm) * 0x1p-19 +
                4096};
  }
  __device__ bool decide() const { return seen && seen->decides; }
  __device__ bool few(unsigned open, unsigned newly) const {
    const unsigned low = 4096 / unsigned(k);
    return newly * max(64u, low) <= judged &&
           open * max(8u, low) <= judged;
  }
};
constexpr int pair_threads = 128, pair_each = 4;
template <class T, int Dims, class Op>
struct near_points {
  using row = typename Op::template row<Dims>;
  static constexpr int each = pair_each, width = pair_threads * each;
  const point_space<T> s;
  const Op op;
  const row* const rows;
  const int t;
  const std::int64_t first, own;
  typename Op::state state[each];
  row mine[each];
  __device__ near_points(const point_space<T>& s, const Op& op)
      : s(s), op(op), rows(reinterpret_cast<const row*>(s.at)),
        t(int(threadIdx.x)), first(s.share.block(blockIdx.x) * width),
        own(min(std::int64_t(width), s.n - first)) {
    for (int e = 0; e < each; ++e) {
      mine[e] = rows[min(point(e), s.n - 1)];
      state[e] = op.begin(min(point(e), s.n - 1));
    }
  }
  __device__ std::int64_t point(int e) const {
    return first + t + e * pair_threads;
  }
  __device__ __forceinline__ T square_of(int e, const row& other) const {
    T square = 0;
    for (int c = 0; c < Dims; ++c)
      square = add_square(square, mine[e].x[c] - other.x[c]);
    return square;
  }
  __device__ __forceinline__ void visit(std::int64_t at, row* tile) {
    const std::int64_t begin = at * tile_points;
    const int count = int(min(std::int64_t(tile_points), s.n - begin));
    __syncthreads();
    for (int j = t; j < count; j += pair_threads)
      tile[j] = rows[begin + j];
    __syncthreads();
    for (int e = 0; e < each; ++e) {
      const row own = mine[e];
      op.enter(s, state[e], own.x, at);
    }
    if (count < tile_points)
      for (int j = 0; j < count; j += 32)
        take<true>(tile, begin, j, min(32, count - j));
    else
      for (int j = 0; j < count; j += 32) take<false>(tile, begin, j, 32);
    for (int e = 0; e < each; ++e) op.leave(state[e]);
  }
  template <bool Careful>
  __device__ __forceinline__ void take(const row* tile,
                                       std::int64_t begin, int j,
                                       int ahead) {
    unsigned closed = 0;
    WW_UNROLL for (int u = 0; u < (Careful ? ahead : 32); ++u) {
      unsigned all = ~0u;
      WW_UNROLL for (int e = 0; e < each; ++e) {
        const T square = square_of(e, tile[j + u]);
        op.take(state[e], square, op.weight(tile[j + u]));
        all &= op.decides(state[e], square);
      }
      closed = closed << 1 | all >> 31;
    }
    unsigned open = ~closed << (32 - ahead);
    for (; open != 0; open &= ~(0x80000000u >> __clz(int(open)))) {
      const int here = j + __clz(int(open));
      for (int e = 0; e < each; ++e)
        if (op.decides(state[e], square_of(e, tile[here])) >> 31 == 0)
          op.settle(s, state[e], min(point(e), s.n - 1), begin + here);
    }
  }
  __device__ __forceinline__ void end() {
    for (int e = 0; e < each; ++e)
      op.end(s, state[e], point(e) < s.n ? point(e) : -1,
             int(blockIdx.y));
  }
};
template <class T, int Dims, class Op>
__global__ void __launch_bounds__(pair_threads)
visit_near(point_space<T> given, Op op) {
  __shared__ typename Op::template row<Dims> tile[tile_points];
  __shared__ bool wanted[pair_threads];
  const int t = int(threadIdx.x), slices = int(gridDim.y);
  const point_space<T> s = given.counted();
  if (!op.prepare(s)) return;
  near_points<T, Dims, Op> mine(s, op);
  if (mine.own <= 0) return;
  for (std::int64_t base = blockIdx.y; base < s.tiles();
       base += std::int64_t(pair_threads) * slices) {
    __syncthreads();
    const std::int64_t asked = base + std::int64_t(t) * slices;
    wanted[t] = asked < s.tiles() &&
                op.tile(s, mine.first, mine.own, asked);
    __syncthreads();
    for (int u = 0; u < pair_threads; ++u)
      if (wanted[u]) mine.visit(base + std::int64_t(u) * slices, tile);
  }
  mine.end();
}
constexpr int slab_stride = square_side + 4;
__host__ __device__ inline int side_of(int group, int a) {
  return 4 * group + a % 4 + 64 * (a / 4);
}
template <class T, int slab>
struct slab_pair {
  static constexpr int share = slab * square_side / square_threads;
  T x[2][share];
  __device__ __forceinline__ void load(const point_space<T>& s, int t,
                                       std::int64_t first,
                                       std::int64_t begin, int c0) {
    WW_UNROLL for (int u = 0; u < share; ++u) {
      const int w = t + u * square_threads, c = w % slab, p = w / slab;
      const std::int64_t i = min(first + p, s.n - 1);
      const std::int64_t j = min(begin + p, s.n - 1);
      const bool inside = c0 + c < s.k;
      x[0][u] = inside ? s.at[i * s.stride + c0 + c] : T(0);
      x[1][u] = inside ? s.at[j * s.stride + c0 + c] : T(0);
    }
  }
  __device__ __forceinline__ void store(int t, T* here,
                                        T* there) const {
    WW_UNROLL for (int u = 0; u < share; ++u) {
      const int w = t + u * square_threads, c = w % slab, p = w / slab;
      here[c * slab_stride + p] = x[0][u];
      there[c * slab_stride + p] = x[1][u];
    }
  }
};
template <class T>
struct alignas(16) four_of {
  T x[4];
};
template <class T>
__device__ __forceinline__ void add_coordinate(const T* here,
                                               const T* there, int t,
                                               T (&sum)[8][8]) {
  using four = four_of<T>;
  const int column = t % 16, row = t / 16;
  const four* const a4 = reinterpret_cast<const four*>(here);
  const four* const b4 = reinterpret_cast<const four*>(there);
  const four a[2] = {a4[row], a4[row + 16]};
  const four b[2] = {b4[column], b4[column + 16]};
  WW_UNROLL for (int m = 0; m < 8; ++m)
    WW_UNROLL for (int r = 0; r < 8; ++r)
      sum[m][r] = add_square(sum[m][r],
                             a[m / 4].x[m % 4] - b[r / 4].x[r % 4]);
}
template <class T, int slab>
__device__ __forceinline__ void sum_squares(
    const point_space<T>& s, int t, std::int64_t first,
    std::int64_t begin, std::int64_t next, slab_pair<T, slab>& ahead,
    T (&sum)[8][8]) {
  T* const here = dynamic_shared<T>();
  T* const there = here + slab * slab_stride;
  for (int c0 = 0; c0 < s.k;) {
    __syncthreads();
    ahead.store(t, here, there);
    __syncthreads();
    c0 += slab;
    const bool more = c0 < s.k;
    ahead.load(s, t, first, more ? begin : next, more ? c0 : 0);
    WW_UNROLL for (int c = 0; c < slab; ++c) {
      if (slab == 8 && c >= 4 && c >= s.k) break;
      add_coordinate(here + c * slab_stride, there + c * slab_stride, t,
                     sum);
    }
  }
}
template <class T, int slab, class Op>
__global__ void __launch_bounds__(square_threads)
visit_far(point_space<T> s, Op op, fixed_points<T> instead) {
  const int t = int(threadIdx.x), column = t % 16, row = t / 16;
  const std::int64_t block = s.share.block(blockIdx.x);
  const std::int64_t first = block * square_side, every = op.every();
  if (instead.decide() || !op.prepare(s)) return;
  typename Op::state state[8];
  for (int a = 0; a < 8; ++a)
    state[a] = op.begin(min(first + side_of(row, a), s.n - 1));
  const std::int64_t squares = tiles_of(s.n, square_side);
  slab_pair<T, slab> ahead;
  std::int64_t q = every * blockIdx.y + (Op::once ? block : 0);
  ahead.load(s, t, first, q * square_side, 0);
  for (; q < squares; q += every * gridDim.y) {
    const std::int64_t begin = q * square_side;
    const std::int64_t next = begin + every * gridDim.y * square_side;
    T sum[8][8] = {};
    sum_squares(s, t, first, begin, next, ahead, sum);
    const bool whole = max(first, begin) + square_side <= s.n &&
                       (!Op::once || q > block);
    WW_UNROLL for (int a = 0; a < 8; ++a) {
      const std::int64_t i = first + side_of(row, a);
      unsigned there = whole ? 0xff : 0;
      if (!whole)
        for (int b = 0; b < 8; ++b) {
          const std::int64_t j = begin + side_of(column, b);
          if (i < s.n && j < s.n && (!Op::once || j > i)) there |= 1u << b;
        }
      unsigned closed = 0;
      WW_UNROLL for (int b = 0; b < 8; ++b) {
        unsigned decided = ~0u;
        if (there >> b & 1) {
          const T square = sum[a][b];
          op.take(state[a], square, op.weight_of(begin + side_of(column, b)));
          decided = op.decides(state[a], square);
        }
        closed = closed << 1 | decided >> 31;
      }
      for (unsigned open = ~closed & 0xff; open != 0; open &= open - 1)
        op.settle(s, state[a], i,
                  begin + side_of(column, 8 - __ffs(int(open))));
      op.leave(state[a]);
    }
  }
  for (int a = 0; a < 8; ++a) {
    for (int flip = 8; flip > 0; flip /= 2) op.merge(state[a], flip);
    const std::int64_t i = first + side_of(row, a);
    const bool mine = i < s.n && (column == 0 || Op::once);
    op.end(s, state[a], mine ? i : -1, int(blockIdx.y));
  }
}
constexpr std::int64_t wanted_blocks = 12288;
inline std::int64_t block_points(int k) {
  return k > 3 ? square_side : pair_threads * pair_each;
}
inline int pair_slices(std::int64_t n, int k) {
  const std::int64_t one = 1;
  const std::int64_t blocks = max(one, tiles_of(n, block_points(k)));
  const std::int64_t most =
      tiles_of(n, k > 3 ? square_side : tile_points);
  const std::int64_t shared = k < least_product_k ? 1 : k / 128;
  const auto slices =
      int(max(one, min(most, max(shared, wanted_blocks / blocks))));
  return k < least_product_k ? slices : max(2, slices / 2 * 2);
}
inline int first_look(std::int64_t n) {
  const std::int64_t squares = tiles_of(n, square_side);
  const auto most = std::clamp<std::int64_t>(squares / 64, 8, 32);
  return int(std::clamp<std::int64_t>(squares / 8, 1, most));
}
inline double share_of_look(std::int64_t n, int every) {
  const std::int64_t last = (n - 1) / square_side;
  const double side = square_side;
  const double rest = double(n) - side * double(last);
  double pairs = double(last) * side * (side - 1) + rest * (rest - 1);
  for (std::int64_t d = every; d <= last; d += every)
    pairs += 2 * side * (double(last - d) * side + rest);
  return pairs / (double(n) * double(n - 1));
}
template <class T>
dim3 pair_grid(const point_space<T>& s) {
  return {unsigned(s.share.size(tiles_of(s.n, block_points(s.k)))),
          unsigned(pair_slices(s.n, s.k))};
}
template <class T, class Op>
void visit_many(const point_space<T>& s, Op op, cudaStream_t stream,
                fixed_points<T> instead = {}) {
  if (pair_grid(s).x == 0) return;
  auto far = [&](auto kernel, int slab) {
    launch(kernel, pair_grid(s), square_threads,
           2 * slab * slab_stride * std::int64_t(sizeof(T)), stream, s,
           op, instead);
  };
  if (s.k <= 8) far(visit_far<T, 8, Op>, 8);
  else far(visit_far<T, 16, Op>, 16);
}
template <class T, class Op>
void visit_pairs(const point_space<T>& s, Op op, cudaStream_t stream) {
  if (s.k > 3) return visit_many(s, op, stream);
  if (pair_grid(s).x == 0) return;
  launch(s.k == 1   ? visit_near<T, 1, Op>
         : s.k == 2 ? visit_near<T, 2, Op> : visit_near<T, 3, Op>,
         pair_grid(s), pair_threads, 0, stream, s, op);
}
template <class T, int Dims>
struct alignas((Dims == 1 ? 2 : 4) * sizeof(T)) weighted_row {
  T x[Dims == 1 ? 1 : 3], weight;
};
__device__ inline float add_weighted(float sum, float w, float term) {
  return __fmaf_rn(w, term, sum);
}
__device__ inline double add_weighted(double sum, double w,
                                      double term) {
  return __dadd_rn(sum, __dmul_rn(w, term));
}
template <class T, bool Weighted = false>
struct gaussian_sum : pair_operation<T> {
  const double* dc;
  double* sums;
  std::int64_t n;
  bool all_pairs;
  weight_sums weights = {};
  T factor = 0, limit = 0;
  struct state {
    double sum;
    T part;
    bool reached;
  };
  __device__ bool prepare(const point_space<T>& s) {
    const double scaled = *dc * s.scale();
    const double square = __dmul_rn(scaled, scaled);
    int bits = 26;
    while (std::int64_t(1) << (bits - 26) < n) ++bits;
    factor = T(max(-1.4426950408889634 / square, -0x1p126));
    limit = T(max(square * 0.6931471805599453 * bits, 0x1p-96));
    return true;
  }
  __device__ state begin(std::int64_t) const {
    return {0, 0, true};
  }
  template <int Dims> using row = weighted_row<T, Dims>;
  __device__ T weight(const auto& other) const { return other.weight; }
  __device__ T weight_of(std::int64_t j) const {
    return Weighted ? T(weights.of(j, j + 1)) : T(1);
  }
  __device__ void merge(state& a, int flip) const {
    a.sum += __shfl_xor_sync(~0u, a.sum, flip);
  }
  __device__ void end(const point_space<T>& s, const state& a,
                      std::int64_t i, int slice) const {
    if (i >= 0) sums[slice * s.n + i] = a.sum;
  }
  __device__ void take(state& a, T square, T weight) const {
    a.part = add_weighted(a.part, weight, power_of_two(square * factor));
  }
  __device__ void leave(state& a) const {
    if (a.reached) a.sum += double(a.part);
    a.part = 0;
  }
  __device__ int tile(const point_space<T>& s, std::int64_t first,
                      std::int64_t own, std::int64_t at) const {
    return all_pairs || block_gap(s, first, own, at) <= limit;
  }
  __device__ void enter(const point_space<T>& s, state& a, const T* x,
                        std::int64_t at) const {
    a.reached = all_pairs || point_to_box(s, x, at) <= limit;
  }
};
template <class T, class Sum>
__global__ void add_slices(point_space<T> s, const std::uint32_t* run,
                           const Sum* sums, int slices, int side,
                           weight_sums weights, double* rho) {
  const std::int64_t i = thread_number(), rows = s.counted().n;
  if (i >= s.n) return;
  const std::int64_t r = run ? run[i] : i;
  if (!s.share.has(r / side)) return;
  Sum sum = 0;
  for (int y = 0; y < slices; ++y) sum += sums[y * rows + r];
  rho[s.index[i]] = weights.density(sum);
}
template <class T>
__device__ bool begins_run(const point_space<T>& s, std::int64_t i) {
  bool differs = i == 0;
  for (int c = 0; c < s.k && i > 0; ++c)
    differs |= s.at[i * s.stride + c] != s.at[(i - 1) * s.stride + c];
  return differs;
}
struct run_list {
  std::uint32_t *run, *first, *before;
};
template <class T>
__global__ void number_runs(point_space<T> s, run_list runs,
                            bool count_only) {
  __shared__ std::uint32_t sums[32];
  const std::int64_t i = thread_number();
  const bool begins = i < s.n && begins_run(s, i);
  std::uint32_t all;
  const std::uint32_t one = begins;
  const std::uint32_t r = block_exclusive(one, sums, all);
  std::uint32_t& before = runs.before[blockIdx.x];
  if (count_only && threadIdx.x == 0) before = all;
  if (count_only || i >= s.n) return;
  runs.run[i] = before + r + begins - 1;
  if (begins) runs.first[before + r] = std::uint32_t(i);
}
template <class T>
__global__ void place_rows(point_space<T> s, run_list runs,
                           weight_sums weights, point_space<T> merged) {
  const std::int64_t r = thread_number(), rows = *merged.count;
  if (r >= rows) return;
  const std::int64_t i = runs.first[r];
  const std::int64_t end = r + 1 < rows ? runs.first[r + 1] : s.n;
  T* const row = merged.at + r * merged.stride;
  for (int c = 0; c + 1 < merged.stride; ++c)
    row[c] = c < s.k ? s.at[i * s.stride + c] : T(0);
  row[merged.stride - 1] = T(weights.of(i, end));
}
__host__ __device__ inline double least_square(double d) {
  double b = rounded_product(d, d);
  for (int tries = 0; tries < 4 && b > 0 && rounded_root(b) >= d;
       ++tries)
    b = of_bits(bits_of(b) - 1);
  for (int tries = 0; tries < 8 && rounded_root(b) < d; ++tries)
    b = of_bits(bits_of(b) + 1);
  return b;
}
template <class T>
struct counting : pair_operation<T> {
  struct state {
    wide count;
    unsigned part, bin, run;
  };
  __device__ state begin(std::int64_t) const { return {0, 0, 0, 0}; }
  __device__ void leave(state& a) const {
    a.count += a.part;
    a.part = 0;
  }
  __device__ void merge(state& a, int flip) const {
    a.count += __shfl_xor_sync(~0u, a.count, flip);
  }
};
template <class T, bool Weighted = false>
struct near_count : counting<T> {
  using state = typename counting<T>::state;
  const double* dc;
  wide* sums;
  weight_sums weights;
  threshold<T> edge = {};
  __device__ bool prepare(const point_space<T>& s) {
    edge.set(least_square(*dc * s.scale()), s.k);
    return true;
  }
  __device__ wide weight_of(std::int64_t j) const {
    return Weighted ? weights.of(j, j + 1) : 1;
  }
  __device__ void take(state& a, T square, wide weight) const {
    if (!Weighted) a.part += edge.is_below(square);
    else if (edge.is_below(square)) a.count += weight;
  }
  __device__ unsigned decides(const state&, T square) const {
    return edge.decides(square);
  }
  __device__ void settle(const point_space<T>& s, state& a,
                         std::int64_t i, std::int64_t j) const {
    if (s.square(i, j) < edge.exact) a.count += weight_of(j);
  }
  __device__ void widen(const product_edges& e) {
    e.widen(edge, edge.exact, edge.exact);
  }
  __device__ void settle_about(const point_space<T>& s, state& a,
                               std::int64_t i, std::int64_t j,
                               double about) const {
    const double loss = loss_of_sum(about, s.k);
    if (about + loss < edge.exact) a.count += weight_of(j);
    else if (about - loss < edge.exact) settle(s, a, i, j);
  }
  __device__ void end(const point_space<T>& s, const state& a,
                      std::int64_t i, int slice) const {
    if (i >= 0) sums[slice * s.n + i] = a.count;
  }
};
template <class T, int Dims>
__device__ T beyond(const row_of<T, Dims>& a, const row_of<T, Dims>& b,
                    T rim) {
  constexpr bool fused = sizeof(T) == 4;
  T q = fused ? -rim : T(0);
  for (int c = 0; c < Dims; ++c) q = add_square(q, a.x[c] - b.x[c]);
  return fused ? q : q - rim;
}
template <class T, int Dims>
struct near_lane {
  const point_space<T>& s;
  staged_points<T, Dims>& staged;
  const weight_sums& weights;
  const std::int64_t mine;
  const row_of<T, Dims> row;
  double scaled;
  threshold<T> edge;
  T b, margin, rim = 0;
  wide count = 0, told = 0;
  bool single = false;
  __device__ near_lane(const point_space<T>& s,
                       staged_points<T, Dims>& staged,
                       const weight_sums& weights, double dc,
                       std::int64_t mine, const row_of<T, Dims>& row)
      : s(s), staged(staged), weights(weights), mine(mine), row(row),
        scaled(dc * s.scale()) {
    edge.set(least_square(scaled), Dims);
    b = T(edge.exact);
    margin = sizeof(T) == 4 ? T((Dims + 2.01) * 0x1p-23 * edge.exact +
                                0x1.1p-118) : T(-1);
  }
  __device__ __forceinline__ void enter(bool inside, bool one) {
    rim = inside ? b : -T(INFINITY);
    single = one;
  }
  __device__ __forceinline__ int place(
      const near_box<T, Dims>& own, const near_box<T, Dims>& box) const {
    const int told = near_place(own, box, edge);
    return told < 3 ? told : edge.exact > 0 ? 2 : 0;
  }
  __device__ __forceinline__ void whole(int, std::int64_t first,
                                        std::int64_t past) {
    told += weights.of(first, past);
  }
  __device__ __forceinline__ void leave(bool inside) {
    told = warp_sum(told);
    if (inside) count += told;
    told = 0;
  }
  __device__ bool ask(const near_box<T, Dims>& box, std::int64_t first,
                      std::int64_t past, bool inside) {
    int told = place({row, row}, box);
    if (told == 1 && inside && width_of(box) == 0)
      told = s.square(mine, first) < edge.exact ? 2 : 0;
    if (__any_sync(~0u, inside && told == 1)) return false;
    if (inside && told == 2) count += weights.of(first, past);
    return true;
  }
  __device__ __forceinline__ void pass(const int* leaves) {
    if (single || weights.before) return pass_slowly(leaves);
    T least = T(INFINITY);
    unsigned near = 0;
    WW_UNROLL for (int p = 0; p < 32; ++p) {
      const T q = beyond(row, staged.row(p), rim);
      near += top_word(q) >> 31;
      least = min(least, T(fabs(q)));
    }
    count += near;
    if (least <= margin) decide(leaves);
  }
  __device__ __forceinline__ void decide(const int* leaves) {
    for (int p = 0; p < 32; ++p) {
      const T q = beyond(row, staged.row(p), rim);
      if (!(T(fabs(q)) <= margin)) continue;
      count += s.square(mine, listed_point(leaves, p)) < edge.exact;
      count -= top_word(q) >> 31;
    }
  }
  __device__ bool is_near(const row_of<T, Dims>& own, std::int64_t i,
                          int p, std::int64_t j, T edge_of) const {
    const T q = beyond(own, staged.row(p), edge_of);
    if (T(fabs(q)) <= margin) return s.square(i, j) < edge.exact;
    return top_word(q) >> 31;
  }
  __device__ void pass_slowly(const int* leaves) {
    const int lane = int(threadIdx.x);
    const bool has = staged.x[0][lane] < T(INFINITY);
    const std::int64_t j = has ? listed_point(leaves, lane) : 0;
    const wide own = has ? weights.of(j, j + 1) : 0;
    if (single) {
      const unsigned part = __ballot_sync(~0u, rim > -T(INFINITY));
      const int first = __ffs(int(part)) - 1;
      row_of<T, Dims> all{};
      for (int c = 0; c < Dims; ++c)
        all.x[c] = __shfl_sync(~0u, row.x[c], first);
      const std::int64_t i = __shfl_sync(~0u, mine, first);
      const wide sum =
          warp_sum(is_near(all, i, lane, j, b) ? own : wide(0));
      if (rim > -T(INFINITY)) count += sum;
      return;
    }
    for (int p = 0; p < 32; ++p) {
      const wide weight = __shfl_sync(~0u, own, p);
      if (weight > 0 &&
          is_near(row, mine, p, listed_point(leaves, p), rim))
        count += weight;
    }
  }
};
template <class T, int Dims>
__global__ void __launch_bounds__(near_threads, near_blocks)
count_near(const __grid_constant__ near_tree<T, Dims> tree,
           point_space<T> s, weight_sums weights, const double* dc,
           wide* sums) {
  __shared__ staged_points<T, Dims> staged;
  __shared__ int listed[2 * near_threads];
  const std::int64_t mine =
      s.share.block(blockIdx.x) * near_threads + threadIdx.x;
  near_lane<T, Dims> me(s, staged, weights, *dc, mine,
                        tree.rows[min(mine, s.n - 1)]);
  take_past_tree(tree, listed, gridDim.y, blockIdx.y, me);
  if (mine < s.n) sums[blockIdx.y * s.n + mine] = me.count;
}
struct open_list {
  static constexpr int most = 64;
  std::uint32_t* other;
  std::uint8_t* row;
  std::int64_t first;
  int count = 0;
  __device__ void put(unsigned asking, std::int64_t i,
                      std::int64_t j) const {
    const unsigned before = (1u << int(threadIdx.x) % 32) - 1;
    const int at = count + __popc(asking & before);
    row[at] = std::uint8_t(i - first);
    other[at] = std::uint32_t(j);
  }
};
template <class T>
struct open_pairs {
  std::int64_t i[4], j[4];
  double about[4];
  __device__ void add_squares(const point_space<T>& s) {
    using four = four_of<T>;
    for (double& sum : about) sum = 0;
    for (int d = int(threadIdx.x) % 32 * 4; d < s.stride; d += 256)
      WW_UNROLL for (int v = 0; v < 8; ++v) {
        const int u = v % 4, far = d + v / 4 * 128;
        const int c = min(far, s.stride - 4);
        const auto& a =
            *reinterpret_cast<const four*>(s.at + i[u] * s.stride + c);
        const auto& b =
            *reinterpret_cast<const four*>(s.at + j[u] * s.stride + c);
        WW_UNROLL for (int e = 0; e < 4; ++e) {
          const double off = double(a.x[e]) - double(b.x[e]);
          about[u] = __fma_rn(far == c ? off : 0, off, about[u]);
        }
      }
    for (double& sum : about) sum = warp_sum(sum);
  }
};
struct two_points {
  std::int64_t i, j;
};
__host__ __device__ inline two_points draw_pair(std::int64_t p,
                                                std::int64_t n) {
  const two_numbers u = random_source{1, p, 0x64c}.uniform(0);
  const auto i = min(std::int64_t(u.u * double(n)), n - 1);
  const auto j = min(std::int64_t(u.v * double(n - 1)), n - 2);
  return {i, j < i ? j : j + 1};
}
template <class T>
__global__ void draw_pairs(point_space<T> s, double* squares) {
  const std::int64_t p = thread_number();
  const two_points q = draw_pair(p, s.n);
  squares[p] = s.square(q.i, q.j);
}
template <class T>
__device__ open_pairs<T> drawn_pairs(const point_space<T>& s,
                                     std::int64_t p) {
  open_pairs<T> now;
  for (int u = 0; u < 4; ++u) {
    const two_points at = draw_pair(p + u, s.n);
    now.i[u] = min(at.i, at.j);
    now.j[u] = max(at.i, at.j);
  }
  now.add_squares(s);
  return now;
}
template <class T>
__global__ void draw_far_pairs(point_space<T> s, double* squares) {
  const std::int64_t p = thread_number() / 32 * 4;
  const open_pairs<T> now = drawn_pairs(s, p);
  if (threadIdx.x % 32 == 0)
    for (int u = 0; u < 4; ++u) squares[p + u] = now.about[u];
}
__host__ __device__ inline wide pairs_of(wide n) {
  return n % 2 ? (n - 1) / 2 * n : n / 2 * (n - 1);
}
__host__ __device__ inline wide wanted_rank(wide pairs,
                                            double percent) {
  const double rank = percent * double(pairs) / 100 + 0.5;
  return max(wide(1), min(pairs, wide(rank)));
}
__host__ __device__ inline two_points bracket_ranks(std::int64_t m,
                                                    double q) {
  const double L = 14.51, mean = double(m) * q;
  const double t = L / 3 + rounded_root(L * L / 9 +
                                        2 * L * mean * (1 - q));
  return {std::int64_t(floor(mean - t)),
          std::int64_t(ceil(mean + t)) + 1};
}
constexpr int below_counters = 64, sampled_points = 64,
              next_group = 65, all_counters = 66;
constexpr int most_listed = 1 << 14;
constexpr wide infinite_key = 0x7ffull << 52;
struct rank_window {
  wide low, past, rank, least, most;
  measured_pair* pairs;
  wide *pairs_kept, room;
  int shift, bits;
  bool thin, list, found, kept;
  __host__ __device__ void open(wide from, wide to) {
    low = from;
    past = to;
    for (shift = 0; (to - 1 - from) >> shift >> bits > 0;) ++shift;
  }
};
template <class T>
__device__ wide last_key(const point_space<T>& s) {
  double sum = 0;
  for (int c = 0; c < frame_dims(s.k); ++c) {
    const double side = from_key(s.seen->most[c]) * s.scale() -
                        from_key(s.seen->least[c]) * s.scale();
    sum = add_square(sum, side);
  }
  return bits_of(sum * (s.k > 3 ? s.k : 1) * (1 + 0x1p-20));
}
template <class T>
__global__ void open_window(const point_space<T> s,
                            const double* sample, std::int64_t m,
                            double percent, int bits, bool thin,
                            measured_pair* kept, wide* count, wide room,
                            rank_window* w) {
  const wide n = wide(s.n), pairs = pairs_of(n);
  const wide rank = wanted_rank(pairs, percent);
  const double share = double(rank) / double(pairs);
  const two_points at = bracket_ranks(m, share);
  const bool twice = s.k <= 3;
  rank_window open = {};
  open.rank = twice ? n + 2 * rank : rank;
  open.bits = bits;
  open.pairs = kept;
  open.pairs_kept = count;
  open.room = room;
  if (room > 0) *count = 0;
  open.open(at.i < 1 ? 0 : bits_of(sample[at.i - 1]),
            1 + (at.j > m ? last_key(s) : bits_of(sample[at.j - 1])));
  open.thin = thin && (!twice || double(at.j - at.i) >
                                     double(m) * share / 2);
  open.least = open.thin ? open.low : 0;
  open.most = open.thin ? open.past : infinite_key;
  *w = open;
}
template <class T>
struct key_bins {
  const rank_window* window;
  wide *bins, *below_total;
  rank_window w = {};
  threshold<T> edges = {};
  __device__ void read(int k) {
    w = *window;
    threshold<T> from, to;
    from.set(of_bits(w.low), k);
    to.set(of_bits(w.past), k);
    edges.below = from.below;
    edges.above = to.above;
  }
  template <class State>
  __device__ void add(State& a, wide key, wide times = 1) const {
    if (key < w.low) a.part += unsigned(times);
    if (key < w.low || key >= w.past) return;
    if (w.list) {
      wide at = atomicAdd(&below_total[below_counters], times);
      for (const wide end = at + times; at < end; ++at) bins[at] = key;
      return;
    }
    const auto bin = unsigned((key - w.low) >> w.shift);
    if (a.run > 0 && (bin != a.bin || (a.run + times) >> 32 > 0)) {
      atomicAdd(&bins[a.bin], wide(a.run));
      a.run = 0;
    }
    a.bin = bin;
    a.run += unsigned(times);
  }
  __device__ bool same_place(wide low, wide high) const {
    if (high < w.low || low >= w.past) return true;
    return !w.list && low >= w.low && high < w.past &&
           (low - w.low) >> w.shift == (high - w.low) >> w.shift;
  }
  __device__ wide place_of(const point_space<T>& s, std::int64_t i,
                           std::int64_t j, double about) const {
    const double loss = loss_of_sum(about, s.k);
    const wide low = bits_of(about - loss);
    const bool same = same_place(low, bits_of(about + loss));
    return same ? low : bits_of(s.square(i, j));
  }
  __device__ void keep(wide key, std::int64_t i, std::int64_t j,
                       double about) const {
    if (w.room == 0 || w.thin || w.list || key < w.low || key >= w.past)
      return;
    const wide at = atomicAdd(w.pairs_kept, wide(1));
    if (at < w.room)
      w.pairs[at] = {std::uint32_t(i), std::uint32_t(j), about};
  }
  template <class State>
  __device__ void write(const State& a, bool mine) const {
    if (mine && a.run > 0) atomicAdd(&bins[a.bin], wide(a.run));
    const wide count = warp_sum(mine ? a.count : wide(0));
    if (threadIdx.x % 32 == 0 && count > 0)
      atomicAdd(&below_total[blockIdx.x % below_counters], count);
  }
};
template <class T>
struct rank_count : counting<T> {
  using state = typename counting<T>::state;
  static constexpr bool once = true, apart = true;
  key_bins<T> keys;
  int one_in;
  __device__ int every() const { return one_in; }
  __device__ void merge(state&, int) const {}
  __device__ bool prepare(const point_space<T>& s) {
    const rank_window& w = *keys.window;
    if (w.found || w.kept || w.thin != (one_in > 1)) return false;
    keys.read(s.k);
    return true;
  }
  __device__ void widen(const product_edges& e) {
    e.widen(keys.edges, of_bits(keys.w.low), of_bits(keys.w.past));
  }
  __device__ void settle_about(const point_space<T>& s, state& a,
                               std::int64_t i, std::int64_t j,
                               double about) const {
    const wide key = keys.place_of(s, i, j, about);
    keys.add(a, key);
    keys.keep(key, i, j, about);
  }
  __device__ void take(state& a, T square, int) const {
    a.part += keys.edges.is_below(square);
  }
  __device__ unsigned decides(const state&, T square) const {
    return keys.edges.decides(square);
  }
  __device__ void settle(const point_space<T>& s, state& a,
                         std::int64_t i, std::int64_t j) const {
    const double square = s.square(i, j);
    keys.add(a, bits_of(square));
    keys.keep(bits_of(square), i, j, square);
  }
  __device__ void end(const point_space<T>&, const state& a,
                      std::int64_t i, int) const {
    keys.write(a, i >= 0);
  }
};
template <class T>
__global__ void count_kept(point_space<T> s, key_bins<T> keys) {
  if (keys.window->found || !keys.window->kept) return;
  keys.w = *keys.window;
  typename counting<T>::state a{0, 0, 0, 0};
  const std::int64_t step = std::int64_t(gridDim.x) * blockDim.x;
  const auto kept = std::int64_t(*keys.w.pairs_kept);
  for (std::int64_t p = thread_number(); p < kept; p += step) {
    const measured_pair& one = keys.w.pairs[p];
    const wide key = keys.place_of(s, one.i, one.j, one.about);
    if (key >= keys.w.low) keys.add(a, key);
  }
  keys.write(a, true);
}
template <class T, int Dims>
struct window_lane {
  const point_space<T>& s;
  staged_points<T, Dims>& staged;
  key_bins<T> keys;
  double scaled;
  std::int64_t mine = 0;
  row_of<T, Dims> row = {};
  T under = -1, over = -1;
  wide count = 0, told = 0, zeros = 0, none = 0;
  unsigned part = 0, bin = 0, run = 0;
  bool single = false;
  __device__ __forceinline__ void enter(bool inside, bool one) {
    under = inside ? keys.edges.below : T(-1);
    over = inside ? keys.edges.above : T(-1);
    single = one;
  }
  __device__ __forceinline__ int place(
      const near_box<T, Dims>& own, const near_box<T, Dims>& box) const {
    const int told = near_place(own, box, keys.edges);
    if (told < 3) return told;
    return keys.w.low > 0 ? 2 : keys.w.list ? 1 : 3;
  }
  __device__ __forceinline__ void whole(int place, std::int64_t first,
                                        std::int64_t past) {
    (place == 2 ? told : none) += wide(past - first);
  }
  __device__ __forceinline__ void leave(bool inside) {
    told = warp_sum(told);
    none = warp_sum(none);
    if (inside) count += told, zeros += none;
    told = none = 0;
  }
  __device__ bool ask(const near_box<T, Dims>& box, std::int64_t first,
                      std::int64_t past, bool inside) {
    const auto points = wide(past - first);
    const int told = inside ? place({row, row}, box) : 0;
    const bool single = width_of(box) == 0;
    if (!single && __any_sync(~0u, told == 1)) return false;
    if (told > 1) (told == 2 ? count : zeros) += points;
    if (told == 1 && points > 0)
      keys.add(*this, bits_of(s.square(mine, first)), points);
    count += part;
    part = 0;
    return true;
  }
  __device__ __forceinline__ void pass(const int* leaves) {
    if (single) return pass_one(leaves);
    unsigned open = 0;
    WW_UNROLL for (int p = 0; p < 32; ++p) {
      const T q = beyond(row, staged.row(p), T(0));
      const unsigned below = top_word(q - under) >> 31;
      part += below;
      open |= ((below | top_word(over - q) >> 31) ^ 1u) << p;
    }
    add_open(open, leaves);
    count += part;
    part = 0;
  }
  __device__ void add_pair(std::int64_t i, int p, const int* leaves,
                           wide times = 1) {
    keys.add(*this, bits_of(s.square(i, listed_point(leaves, p))), times);
  }
  __device__ __forceinline__ void add_open(unsigned open,
                                           const int* leaves) {
    const int lane = int(threadIdx.x);
    unsigned lanes = __ballot_sync(~0u, open != 0);
    if (lanes == 0) return;
    if (__popc(lanes) < warp_largest(__popc(open))) {
      for (; lanes != 0; lanes &= lanes - 1) {
        const int from = __ffs(int(lanes)) - 1;
        const std::int64_t i = __shfl_sync(~0u, mine, from);
        const unsigned theirs = __shfl_sync(~0u, open, from);
        if (theirs >> lane & 1) add_pair(i, lane, leaves);
      }
    } else {
      for (; open != 0; open &= open - 1)
        add_pair(mine, __ffs(int(open)) - 1, leaves);
    }
  }
  __device__ void pass_one(const int* leaves) {
    const int lane = int(threadIdx.x);
    const unsigned part = __ballot_sync(~0u, over > -1);
    const int first = __ffs(int(part)) - 1;
    row_of<T, Dims> all{};
    for (int c = 0; c < Dims; ++c)
      all.x[c] = __shfl_sync(~0u, row.x[c], first);
    const std::int64_t i = __shfl_sync(~0u, mine, first);
    const T q = beyond(all, staged.row(lane), T(0));
    const wide times = __popc(part);
    if (keys.edges.is_below(q)) {
      count += times;
    } else if (keys.edges.decides(q) >> 31 == 0) {
      add_pair(i, lane, leaves, times);
      count += this->part;
      this->part = 0;
    }
  }
};
template <class T, int Dims>
__global__ void __launch_bounds__(near_threads, near_blocks / 2)
count_window(const __grid_constant__ near_tree<T, Dims> tree,
             point_space<T> s, key_bins<T> keys, std::int64_t groups,
             std::int64_t every, int slices) {
  __shared__ staged_points<T, Dims> staged;
  __shared__ int listed[2 * near_threads];
  if (keys.window->found || keys.window->thin != (every > 1)) return;
  keys.read(Dims);
  if (keys.w.rank / wide(s.n) >= wide(s.n) / 64)
    while (slices < 8 && s.n >> 16 >= slices) slices *= 2;
  const double reach = rounded_root(of_bits(keys.w.past));
  window_lane<T, Dims> me{s, staged, keys, reach};
  for (;;) {
    wide ticket = 0;
    if (threadIdx.x == 0)
      ticket = atomicAdd(&keys.below_total[next_group], wide(1));
    ticket = __shfl_sync(~0u, ticket, 0);
    const auto group = std::int64_t(ticket) / slices;
    const auto slice = std::int64_t(ticket) % slices;
    if (group >= groups) break;
    const std::int64_t first =
        s.share.block(group * every + every / 2) * near_threads;
    me.mine = first + threadIdx.x;
    me.row = tree.rows[min(me.mine, s.n - 1)];
    if (every > 1 && slice == 0 && threadIdx.x == 0)
      atomicAdd(&keys.below_total[sampled_points],
                wide(min(s.n - first, std::int64_t(near_threads))));
    take_past_tree(tree, listed, unsigned(slices), unsigned(slice), me);
  }
  me.zeros = warp_sum(me.zeros);
  if (threadIdx.x == 0 && me.zeros > 0)
    atomicAdd(&keys.bins[0], me.zeros);
  keys.write(me, true);
}
constexpr int narrow_threads = 1024, bin_groups = 256;
struct rank_bins {
  wide part[bin_groups], piece[64], before;
  int bin;
  __device__ void add_groups(const wide* bins, int each) {
    const int t = int(threadIdx.x);
    for (int g = t / 32; g < bin_groups; g += narrow_threads / 32) {
      wide sum = 0;
      for (int b = t % 32; b < each; b += 32) sum += bins[g * each + b];
      sum = warp_sum(sum);
      if (t % 32 == 0) part[g] = sum;
    }
  }
  __device__ int find(const wide* bins, int each, wide rank) {
    const int t = int(threadIdx.x);
    wide all;
    __syncthreads();
    wide own = t < bin_groups ? part[t] : 0;
    wide first = block_exclusive(own, piece, all);
    if (first < rank && rank <= first + own) bin = t, before = first;
    __syncthreads();
    if (rank == 0 || rank > all) return -1;
    const int at = bin * each + t;
    const wide base = before;
    own = t < each ? bins[at] : 0;
    first = base + block_exclusive(own, piece, all);
    if (first < rank && rank <= first + own) bin = at, before = first;
    __syncthreads();
    return bin;
  }
};
template <int = 0>
__device__ wide find_listed(rank_bins& found, const rank_window& w,
                            const wide* keys, unsigned listed,
                            wide copies) {
  constexpr int each = most_listed / narrow_threads;
  const int t = int(threadIdx.x);
  wide key[each], low = w.low, past = w.past, under = 0, upto = listed;
  WW_UNROLL for (int k = 0; k < each; ++k) {
    const unsigned a = k * narrow_threads + t;
    key[k] = a < listed ? keys[a] : ~wide(0);
  }
  if (t == 0) found.before = 0;
  if (t < 64) found.piece[t] = 0;
  __syncthreads();
  for (int r = 0; upto - under > copies && past - low > 1; ++r) {
    const wide middle = low + (past - low) / 2;
    unsigned less = 0;
    WW_UNROLL for (int k = 0; k < each; ++k) less += key[k] < middle;
    less = warp_sum(less);
    if (t % 32 == 0 && less > 0)
      atomicAdd(&found.piece[r], wide(less));
    __syncthreads();
    const wide total = found.piece[r];
    if (total < w.rank) low = middle, under = total;
    else past = middle, upto = total;
  }
  WW_UNROLL for (int k = 0; k < each; ++k)
    if (key[k] >= low && key[k] < past)
      atomicMax(&found.before, key[k]);
  __syncthreads();
  return found.before;
}
template <int = 0>
__device__ void narrow_to_sample(rank_bins& found, rank_window* w,
                                 const wide* bins, int each,
                                 double under, std::int64_t n,
                                 double share, bool exact) {
  const double rank = double(w->rank) * share;
  const double q = double(w->rank) / double(pairs_of(wide(n)));
  const double by =
      64 + (exact ? 6 * rounded_root(rank * max(0.0, 1 - q))
                  : rank / 8);
  const double lower = rank - by - under;
  const int from = found.find(bins, each, lower > 0 ? wide(lower) : 0);
  const int to =
      found.find(bins, each, wide(max(rank + by - under, 0.0)) + 1);
  if (threadIdx.x > 0) return;
  const wide low = w->low + (from < 0 ? 0 : wide(from) << w->shift);
  const wide past = w->low + ((wide(to) + 1) << w->shift);
  w->thin = false;
  w->open(low, to < 0 ? w->past : min(w->past, past));
}
template <int = 0>
__device__ void narrow_to_bin(rank_bins& found, rank_window* w,
                              const wide* bins, int each, wide under) {
  const int bin =
      found.find(bins, each, w->rank > under ? w->rank - under : 0);
  if (threadIdx.x > 0) return;
  wide all = 0;
  if (w->room > 0) for (const wide part : found.part) all += part;
  const bool keeps = w->room > 0 && bin >= 0 && all <= w->room;
  if (w->room > 0 && !w->kept && !keeps) *w->pairs_kept = 0;
  if (bin < 0) {
    if (w->rank <= under)
      w->open(w->least < w->low ? w->least : 0, w->low);
    else
      w->open(w->past, w->most > w->past ? w->most : infinite_key);
    w->least = 0;
    w->most = infinite_key;
    return;
  }
  const wide low = w->low + (wide(bin) << w->shift);
  w->found = w->shift == 0;
  w->list = bins[bin] <= wide(min(most_listed, 1 << w->bits));
  w->kept = w->kept || keeps;
  if (w->list || w->kept) w->rank -= under + found.before;
  w->open(low, min(w->past, low + (wide(1) << w->shift)));
}
template <class T>
__global__ void __launch_bounds__(narrow_threads)
narrow_window(rank_window* w, wide* bins, wide* below,
              const point_space<T> s, bool thin, double share,
              double* dc) {
  __shared__ rank_bins found;
  if (w->found || w->thin != thin) return;
  const int t = int(threadIdx.x), each = (1 << w->bits) / bin_groups;
  if (w->list) {
    const wide key = find_listed(found, *w, bins,
                                 unsigned(below[below_counters]),
                                 s.k <= 3 ? 2 : 1);
    if (t == 0) w->low = key, w->found = true;
  } else {
    wide under = 0;
    for (int c = 0; c < below_counters; ++c) under += below[c];
    found.add_groups(bins, each);
    if (thin) {
      const double groups = double(below[sampled_points]) / double(s.n);
      narrow_to_sample(found, w, bins, each, double(under), s.n,
                       share > 0 ? share : groups, share > 0);
    } else {
      narrow_to_bin(found, w, bins, each, under);
    }
    __syncthreads();
    for (int b = t; b < each * bin_groups; b += narrow_threads) bins[b] = 0;
    if (t < all_counters) below[t] = 0;
  }
  if (t == 0 && w->found)
    *dc = rounded_root(of_bits(w->low)) / s.scale();
}
template <class T>
__global__ void find_centre(point_space<T> s, fixed_points<T> f) {
  const std::int64_t c = thread_number();
  if (c == 0) *f.seen = {};
  if (c >= s.k) return;
  double sum = 0;
  for (int p = 0; p < 32; ++p)
    sum += double(s.at[(s.n - 1) * p / 31 * s.stride + c]);
  f.centre[c] = sum / 32;
}
template <class T>
__global__ void find_reach(point_space<T> s, fixed_points<T> f) {
  find_largest(s.n * s.k, &f.seen->reach, [&](std::int64_t w) {
    const std::int64_t i = w / s.k, c = w % s.k;
    return fabs(double(s.at[i * s.stride + c]) - f.centre[c]);
  });
}
template <class T>
__global__ void write_parts(point_space<T> s, fixed_points<T> f) {
  const std::int64_t i = thread_number() / 32;
  if (i >= whole_squares(s.n)) return;
  const double unit = f.unit();
  wide norm = 0, low = 0;
  double loss = 0;
  for (int c = int(threadIdx.x) % 32; c < f.width; c += 32) {
    const double x =
        i < s.n && c < s.k
            ? (double(s.at[i * s.stride + c]) - f.centre[c]) / unit
            : 0;
    const int q = max(-32639, min(32639, int(rint(x))));
    const int h = (q + 128) >> 8, l = q - 256 * h;
    f.parts[part_place(i, 0, c, f.width)] = std::int8_t(h);
    f.parts[part_place(i, 1, c, f.width)] = std::int8_t(l);
    norm += wide(q * q);
    low += wide(l * l);
    loss += (x - q) * (x - q);
  }
  norm = warp_sum(norm);
  low = warp_sum(low);
  loss = warp_sum(loss);
  if (threadIdx.x % 32 > 0) return;
  f.norms[i] = float(norm);
  atomicMax(&f.seen->norm, norm);
  atomicMax(&f.seen->low, low);
  atomicMax(&f.seen->loss, bits_of(loss));
}
template <int half>
__device__ __forceinline__ void halve_columns(unsigned (&column)[32]) {
  const bool upper = (threadIdx.x & half) != 0;
  WW_UNROLL for (int v = 0; v < half; ++v) {
    const unsigned away = upper ? column[v] : column[v + half];
    column[v] = (upper ? column[v + half] : column[v]) +
                __shfl_xor_sync(~0u, away, half);
  }
}
__device__ __forceinline__ void add_columns(unsigned (&column)[32],
                                            wide* sums,
                                            std::int64_t begin,
                                            std::int64_t n) {
  halve_columns<16>(column);
  halve_columns<8>(column);
  halve_columns<4>(column);
  WW_UNROLL for (int v = 0; v < 4; ++v) {
    const int at = v + (int(threadIdx.x) & 28);
    const std::int64_t j =
        begin + at / 2 * 8 + threadIdx.x % 4 * 2 + at % 2;
    if (j < n && column[v] > 0) atomicAdd(&sums[j], wide(column[v]));
  }
}
struct product_pairs {
  int high[64], mid[64];
  static __device__ int row(int r) {
    return int(threadIdx.x) / 32 * 16 + int(threadIdx.x) % 32 / 4 +
           r % 4 / 2 * 8;
  }
  static __device__ int column(int r) {
    return r / 4 * 8 + int(threadIdx.x) % 4 * 2 + r % 2;
  }
};
struct alignas(16) sixteen {
  std::int8_t x[16];
};
struct slab_order {
  const std::int8_t* parts;
  std::int64_t own, ahead, past, step, every;
  int slabs, slab = 0;
  __device__ const std::int8_t* side(int other) const {
    const std::int64_t square =
        other > 0 ? min(ahead + (other - 1) * every, past - 1) : own;
    return parts + (square * slabs + slab) * square_slab;
  }
  __device__ void advance() {
    if (++slab < slabs) return;
    slab = 0;
    ahead += step;
  }
};
#define WW_BLOCKS_IN_PAIRS
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
#undef WW_BLOCKS_IN_PAIRS
#define WW_BLOCKS_IN_PAIRS __cluster_dims__(2, 1, 1)
struct product_walk : slab_order {
  static constexpr int stages = 6, readers = square_threads / 32;
  static constexpr bool in_pairs = true;
  struct gates {
    std::uint64_t full[stages];
    unsigned read[stages], left[stages], due;
  };
  int stage = 0;
  unsigned turn = 0, squares = 0;
  unsigned shared = place_of(dynamic_shared<sixteen>());
  static __device__ unsigned place_of(const void* here) {
    return unsigned(__cvta_generic_to_shared(here));
  }
  static __device__ gates& gate() {
    __shared__ gates g;
    return g;
  }
  static __device__ unsigned in_block(const void* here, unsigned block) {
    unsigned there;
    asm("mapa.shared::cluster.u32 %0, %1, %2;"
        : "=r"(there)
        : "r"(place_of(here)), "r"(block));
    return there;
  }
  static __device__ unsigned count(unsigned at) {
    unsigned before;
    asm volatile(
        "atom.relaxed.cluster.shared::cluster.add.u32 %0, [%1], 1;"
        : "=r"(before)
        : "r"(at)
        : "memory");
    return before;
  }
  static __device__ void meet() {
    __syncwarp();
    asm volatile(
        "barrier.cluster.arrive.release.aligned;\n"
        "barrier.cluster.wait.acquire.aligned;" ::: "memory");
  }
  __device__ product_walk(const slab_order& o) : slab_order(o) {
    const bool first = threadIdx.x == 0, even = blockIdx.x % 2 == 0;
    for (int u = 0; u < stages && first; ++u) {
      gate().read[u] = gate().left[u] = gate().due = 0;
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(
                       place_of(&gate().full[u]))
                   : "memory");
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    meet();
    for (int u = 0; u < stages; ++u) {
      if (first) load_columns(u);
      if (first && even) load_rows(u);
      advance();
    }
    __syncwarp();
  }
  __device__ ~product_walk() { meet(); }
  __device__ void load_columns(int to) const {
    if (ahead >= past) return;
    const unsigned full = place_of(&gate().full[to]);
    asm volatile(
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(
            full),
        "r"(2 * square_slab)
        : "memory");
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::"
        "bytes [%0], [%1], %2, [%3];" ::"r"(
            shared + unsigned((2 * to + 1) * square_slab)),
        "l"(side(1 + int(blockIdx.x % 2))), "r"(square_slab), "r"(full)
        : "memory");
  }
  __device__ void load_rows(int to) const {
    if (ahead >= past) return;
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::"
        "bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(
            shared + unsigned(2 * to * square_slab)),
        "l"(side(0)), "r"(square_slab), "r"(place_of(&gate().full[to])),
        "h"(std::uint16_t(3))
        : "memory");
  }
  __device__ void wait() const {
    asm volatile(
        "{\n.reg .pred there;\nagain:\n"
        "mbarrier.try_wait.parity.shared::cta.b64 there, [%0], %1;\n"
        "@!there bra again;\n}" ::"r"(place_of(&gate().full[stage])),
        "r"(turn)
        : "memory");
  }
  __device__ void leave(int from) {
    if (threadIdx.x % 32 == 0 &&
        atomicAdd(&gate().read[from], 1u) % readers == readers - 1) {
      load_columns(from);
      if (count(in_block(&gate().left[from], 0)) % 2 == 1)
        load_rows(from);
    }
    __syncwarp();
    advance();
  }
  static __device__ std::uint64_t told(unsigned at) {
    return (at & 0x3ffff) >> 4 | std::uint64_t(128 >> 4) << 16 |
           std::uint64_t(product_slab * 8 >> 4) << 32;
  }
  #define WW_8(x, i) "+r"(x[i]), "+r"(x[i + 1]), "+r"(x[i + 2]), \
    "+r"(x[i + 3]), "+r"(x[i + 4]), "+r"(x[i + 5]), "+r"(x[i + 6]), \
    "+r"(x[i + 7])
  static __device__ __forceinline__ void add(int (&x)[64], unsigned a,
                                             unsigned b, int more) {
    asm volatile(
        "{\n.reg .pred more;\nsetp.ne.b32 more, %66, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n128k32.s32.s8.s8 {"
        "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,"
        "%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31,%32,"
        "%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,"
        "%48,%49,%50,%51,%52,%53,%54,%55,%56,%57,%58,%59,%60,%61,%62,"
        "%63}, %64, %65, more;\n}"
        : WW_8(x, 0), WW_8(x, 8), WW_8(x, 16), WW_8(x, 24), WW_8(x, 32),
          WW_8(x, 40), WW_8(x, 48), WW_8(x, 56)
        : "l"(told(a)), "l"(told(b)), "r"(more));
  }
  #undef WW_8
  __device__ __forceinline__ void next(product_pairs& sums) {
    const unsigned group = threadIdx.x / 128 * (product_slab * 64);
    constexpr unsigned low = square_slab / 2;
    int before = 0;
    for (int c = 0; c < slabs; ++c) {
      wait();
      const unsigned b = shared + unsigned((2 * stage + 1) * square_slab);
      const unsigned a = b - square_slab + group;
      asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
      WW_UNROLL for (unsigned half = 0; half < 512; half += 256) {
        const int more = c > 0 || half > 0;
        add(sums.high, a + half, b + half, more);
        add(sums.mid, a + half, b + half + low, more);
        add(sums.mid, a + half + low, b + half, 1);
      }
      asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
      if (c > 0) {
        asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
        leave(before);
      }
      before = stage;
      stage = stage + 1 < stages ? stage + 1 : 0;
      turn ^= stage == 0;
    }
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    leave(before);
    ++squares;
  }
  __device__ bool agree(bool many) {
    const unsigned due = *static_cast<volatile unsigned*>(&gate().due);
    if (many && due <= squares && threadIdx.x % 32 == 0)
      for (unsigned block = 0; block < 2; ++block)
        asm volatile(
            "red.relaxed.cluster.shared::cluster.max.u32 [%0], %1;" ::"r"(
                in_block(&gate().due, block)),
            "r"(squares + 1)
            : "memory");
    int all;
    asm volatile(
        "{\n.reg .pred mine, one;\nsetp.ne.b32 mine, %1, 0;\n"
        "barrier.cta.red.or.pred one, %2, 128, mine;\n"
        "selp.b32 %0, 1, 0, one;\n}"
        : "=r"(all)
        : "r"(int(due == squares)), "r"(1 + threadIdx.x / 128)
        : "memory");
    return all != 0;
  }
};
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
struct product_walk : slab_order {
  static constexpr int stages = 3;
  static constexpr bool in_pairs = false;
  int stage = 0;
  unsigned shared = unsigned(
      __cvta_generic_to_shared(dynamic_shared<sixteen>()));
  __device__ product_walk(const slab_order& o) : slab_order(o) {
    for (int u = 0; u < stages - 1; ++u) load(u);
  }
  static __device__ bool agree(bool any) {
    return __syncthreads_or(any);
  }
  __device__ void load(int to) {
    const unsigned at = shared + unsigned(to * 2 * square_slab);
    constexpr int a_thread = square_slab / 16 / square_threads;
    if (ahead < past)
      WW_UNROLL for (int v = 0; v < 2 * a_thread; ++v) {
        const int other = v / a_thread;
        const int byte =
            (v % a_thread * square_threads + int(threadIdx.x)) * 16;
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                         at + unsigned(other * square_slab + byte)),
                     "l"(side(other) + byte)
                     : "memory");
      }
    asm volatile("cp.async.commit_group;" ::: "memory");
    advance();
  }
  __device__ __forceinline__ void next(product_pairs& sums) {
    sums = {};
    for (int c = 0; c < slabs; ++c) {
      asm volatile("cp.async.wait_group %0;" ::"n"(stages - 2)
                   : "memory");
      __syncthreads();
      load((stage + stages - 1) % stages);
      const unsigned at = shared + unsigned(stage * 2 * square_slab);
      WW_UNROLL for (int half = 0; half < 2; ++half)
        multiply(at, half, sums);
      stage = (stage + 1) % stages;
    }
  }
  static __device__ __forceinline__ void read(unsigned at, int part,
                                              int row, int piece,
                                              unsigned (&x)[4]) {
    asm volatile(
        "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
        : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
        : "r"(at + unsigned(part * (square_slab / 2) +
                            slab_place(row, piece)))
        : "memory");
  }
  static __device__ __forceinline__ void add(int* sum,
                                             const unsigned (&a)[4],
                                             unsigned b, unsigned c) {
    asm volatile(
        "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
        "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b), "r"(c));
  }
  static __device__ __forceinline__ void multiply(unsigned at, int half,
                                                  product_pairs& sums) {
    const int lane = int(threadIdx.x) % 32, warp = int(threadIdx.x) / 32;
    unsigned a[2][4], b[2][4];
    for (int part = 0; part < 2; ++part)
      read(at, part, warp * 16 + lane % 16, half * 2 + lane / 16,
           a[part]);
    WW_UNROLL for (int q = 0; q < 8; ++q) {
      const int column = q * 16 + lane % 8 + lane / 16 * 8;
      for (int part = 0; part < 2; ++part)
        read(at + square_slab, part, column, half * 2 + lane / 8 % 2,
             b[part]);
      for (int e = 0; e < 2; ++e) {
        const int r = q * 8 + e * 4;
        add(sums.high + r, a[0], b[0][2 * e], b[0][2 * e + 1]);
        add(sums.mid + r, a[0], b[1][2 * e], b[1][2 * e + 1]);
        add(sums.mid + r, a[1], b[0][2 * e], b[0][2 * e + 1]);
      }
    }
  }
};
#else
struct product_walk : slab_order {
  static constexpr bool in_pairs = false;
  static __device__ bool agree(bool any) {
    return __syncthreads_or(any);
  }
  __device__ sixteen piece(std::int64_t i, int part, int c) const {
    return *reinterpret_cast<const sixteen*>(
        parts + part_place(i, part, c, slabs * product_slab));
  }
  static __device__ int dot(const sixteen& a, const sixteen& b) {
    int sum = 0;
    for (int c = 0; c < 16; ++c) sum += a.x[c] * b.x[c];
    return sum;
  }
  __device__ void next(product_pairs& sums) {
    sums = {};
    for (int c = 0; c < slabs * product_slab; c += 16) {
      sixteen a[2][2], b[2][2];
      auto read = [&](sixteen (&to)[2], std::int64_t i) {
        for (int part = 0; part < 2; ++part) to[part] = piece(i, part, c);
      };
      for (int p = 0; p < 2; ++p)
        read(a[p], own * square_side + product_pairs::row(2 * p));
      for (int r = 0; r < 64; r += 4) {
        for (int p = 0; p < 2; ++p)
          read(b[p], ahead * square_side + product_pairs::column(r + p));
        for (int e = 0; e < 4; ++e) {
          const auto &x = a[e / 2], &y = b[e % 2];
          sums.high[r + e] += dot(x[0], y[0]);
          sums.mid[r + e] += dot(x[0], y[1]) + dot(x[1], y[0]);
        }
      }
    }
    ahead += step;
  }
};
#endif
template <class T, class Op, class State>
__device__ void settle_open(const point_space<T>& s, const Op& op,
                            open_list& list, State (&state)[2]) {
  const int lane = int(threadIdx.x) % 32;
  double sums[2] = {0, 0};
  __syncwarp();
  for (int e = 0; e < list.count; e += 4) {
    open_pairs<T> now;
    WW_UNROLL for (int u = 0; u < 4; ++u) {
      const int at = min(e + u, list.count - 1);
      now.i[u] = list.first + list.row[at];
      now.j[u] = list.other[at];
    }
    now.add_squares(s);
    double& sum = e < 32 ? sums[0] : sums[1];
    WW_UNROLL for (int u = 0; u < 4; ++u)
      if (lane == (e + u) % 32) sum = now.about[u];
  }
  for (int e = 0;; ++e) {
    for (; e < list.count; ++e)
      if (list.row[e] % 8 * 4 + e % 4 == lane) break;
    if (!__any_sync(~0u, e < list.count)) break;
    const double early = __shfl_sync(~0u, sums[0], e % 32);
    const double late = __shfl_sync(~0u, sums[1], e % 32);
    if (e >= list.count) continue;
    op.settle_about(s, state[list.row[e] / 8],
                    list.first + list.row[e], list.other[e],
                    e < 32 ? early : late);
  }
  __syncwarp();
  list.count = 0;
}
template <class T, class Op, class State>
__device__ __forceinline__ void list_open(
    const point_space<T>& s, const Op& op, open_list& list,
    State (&state)[2], unsigned (&open)[2], std::int64_t first,
    std::int64_t begin) {
  for (;;) {
    const bool has = (open[0] | open[1]) != 0;
    const unsigned asking = __ballot_sync(~0u, has);
    if (asking == 0) break;
    if (has) {
      unsigned& half = open[0] != 0 ? open[0] : open[1];
      const int r = __ffs(int(half)) - 1 + (open[0] != 0 ? 0 : 32);
      half &= half - 1;
      list.put(asking, first + product_pairs::row(r),
               begin + product_pairs::column(r));
    }
    list.count += __popc(asking);
    if (list.count > list.most - 32) settle_open(s, op, list, state);
  }
}
template <class T, class Op, class State>
__device__ __forceinline__ void end_products(
    const point_space<T>& s, const Op& op, State (&state)[2],
    std::int64_t first, int slice) {
  for (int p = 0; p < 2; ++p) {
    op.leave(state[p]);
    for (int flip = 2; flip > 0; flip /= 2) op.merge(state[p], flip);
    const std::int64_t i = first + product_pairs::row(2 * p);
    const bool mine = i < s.n && (threadIdx.x % 4 == 0 || Op::apart);
    op.end(s, state[p], mine ? i : -1, slice);
  }
}
template <class T, class Op>
__global__ void __launch_bounds__(square_threads) WW_BLOCKS_IN_PAIRS
visit_products(point_space<T> s, fixed_points<T> f, Op op, int slices) {
  if (!f.decide() || !op.prepare(s)) return;
  op.widen(f.edges());
  const int slice = int(blockIdx.x) % slices;
  const std::int64_t block = s.share.block(int(blockIdx.x) / slices);
  const std::int64_t first = block * square_side;
  const std::int64_t past = tiles_of(s.n, square_side);
  const std::int64_t every = op.every(), step = every * slices;
  const int twin = product_walk::in_pairs ? slice % 2 : 0;
  std::int64_t lead = every * (slice - twin) + (Op::once ? block : 0);
  product_walk walk{{f.parts, block, lead, past, step, every,
                     f.width / product_slab}};
  const T factor = T(f.unit() * f.unit());
  auto point = [&](int r) { return first + product_pairs::row(r); };
  typename Op::state state[2];
  for (int p = 0; p < 2; ++p)
    state[p] = op.begin(min(point(2 * p), s.n - 1));
  constexpr int lists = Op::opens ? square_threads / 32 : 1;
  __shared__ std::uint32_t others[lists][open_list::most];
  __shared__ std::uint8_t rows[lists][open_list::most];
  const int own = Op::opens ? int(threadIdx.x) / 32 : 0;
  open_list list{others[own], rows[own], first + own * 16};
  for (; lead < past; lead += step) {
    const std::int64_t q = lead + twin * every;
    product_pairs sums;
    walk.next(sums);
    const std::int64_t begin = q * square_side;
    unsigned open[2] = {0, 0}, column[32] = {};
    auto hand = [&](auto whole) {
      WW_UNROLL for (int r = 0; r < 64; ++r) {
        const std::int64_t i = point(r);
        const std::int64_t j = begin + product_pairs::column(r);
        if (!whole.value && (i >= s.n || j >= s.n || (Op::once && j <= i)))
          continue;
        const float most = __fmaf_rn(-131072, float(sums.high[r]),
                                     f.norms[i] + f.norms[j]);
        const T square = T(__fmaf_rn(-512, float(sums.mid[r]), most)) * factor;
        auto& mine = state[r % 4 / 2];
        if constexpr (Op::both)
          column[r / 4 * 2 + r % 2] += op.take(mine, square, 1);
        else op.take(mine, square, op.weight_of(j));
        open[r / 32] |= (op.decides(mine, square) >> 31 ^ 1) << r % 32;
      }
    };
    const std::int64_t last = max(q, block);
    if ((last + 1) * square_side <= s.n && (!Op::once || q > block))
      hand(std::true_type());
    else hand(std::false_type());
    if constexpr (Op::opens) {
      list_open(s, op, list, state, open, first, begin);
      if (walk.agree(list.count > list.most / 4))
        settle_open(s, op, list, state);
    }
    if constexpr (Op::both) add_columns(column, op.sums, begin, s.n);
    for (int p = 0; p < 2; ++p) op.leave(state[p]);
  }
  if constexpr (Op::opens) settle_open(s, op, list, state);
  end_products(s, op, state, first, slice);
}
template <class T, class Op>
__global__ void __launch_bounds__(1024)
judge_products(point_space<T> s, fixed_points<T> f, Op op) {
  __shared__ unsigned sums[32];
  unsigned open = 0, all;
  if (!op.prepare(s)) return;
  if constexpr (!Op::opens) {
    if (threadIdx.x == 0) f.seen->decides = op.serves(s, f.edges());
    return;
  }
  Op wide_op = op;
  wide_op.widen(f.edges());
  const int warp = int(threadIdx.x) / 32;
  for (int p = 4 * warp; p < judged; p += int(blockDim.x) / 8) {
    const open_pairs<T> now = drawn_pairs(s, p);
    for (int u = 0; u < 4; ++u) {
      auto sure = [&](const Op& by) {
        return by.decides(by.begin(now.i[u]), T(now.about[u])) >> 31;
      };
      const unsigned doubt = sure(wide_op) ^ 1;
      open += doubt + ((sure(op) & doubt) << 16);
    }
  }
  open = threadIdx.x % 32 == 0 ? open : 0;
  block_exclusive(open, sums, all);
  if (threadIdx.x > 0) return;
  f.seen->open = all & 0xffff;
  f.seen->decides = f.few(all & 0xffff, all >> 16);
}
template <class T>
struct pair_room : near_room<T> {
  fixed_points<T> fixed;
  pair_room(arena& a, const point_space<T>& s, bool products = true)
      : near_room<T>(a, s) {
    if (!products || s.n < least_product_n(s.k)) return;
    fixed.k = s.k;
    fixed.width = int(tiles_of(s.k, product_slab)) * product_slab;
    const std::int64_t rows = whole_squares(s.n);
    fixed.parts = a.take<std::int8_t>(2 * rows * fixed.width);
    fixed.norms = a.take<float>(rows);
    fixed.centre = a.take<double>(s.k);
    fixed.seen = a.take<fixed_frame>(1);
  }
  void write(cudaStream_t stream) const {
    if (fixed.width > 0)
      launch_for(write_parts<T>, 32 * whole_squares(this->s.n), stream,
                 this->s, fixed);
  }
  void build(cudaStream_t stream) const {
    near_room<T>::build(stream);
    const auto& s = this->s;
    if (fixed.width == 0) return;
    launch_for(find_centre<T>, s.k, stream, s, fixed);
    launch(find_reach<T>, small_grid_of(tiles_of(s.n * s.k, 16)), 256,
           0, stream, s, fixed);
    write(stream);
  }
};
inline std::int64_t product_bytes() {
#if WW_CUDA
  const int lists = 3072,
            fit = (shared_per_block() - lists) / (2 * square_slab);
  return fit < 3 ? 0 : std::min(fit, 6) * 2 * square_slab;
#else
  return 0;
#endif
}
template <class T, class Op>
void visit_if_sure(const pair_room<T>& near, Op op,
                   cudaStream_t stream) {
  const auto& s = near.s;
  if (near.fixed.width == 0) return;
  launch(judge_products<T, Op>, 1, 1024, 0, stream, s, near.fixed, op);
  const dim3 grid = pair_grid(s);
  if (grid.x > 0)
    launch(visit_products<T, Op>, grid.x * grid.y, square_threads,
           product_bytes(), stream, s, near.fixed, op, int(grid.y));
}
template <class T, class Op>
void visit_by_products(const pair_room<T>& near, Op op,
                       cudaStream_t stream) {
  visit_if_sure(near, op, stream);
  visit_many(near.s, op, stream, near.fixed);
}
template <class T>
struct product_terms : counting<T> {
  using state = typename counting<T>::state;
  static constexpr bool once = true, opens = false, both = true;
  const double* dc;
  wide* sums;
  float factor = 0;
  __device__ bool prepare(const point_space<T>& s) {
    const double scaled = *dc * s.scale();
    factor = float(max(-1.4426950408889634 / (scaled * scaled),
                       -0x1p126));
    return true;
  }
  __device__ unsigned take(state& a, T square, int) const {
    const auto term =
        unsigned(power_of_two(__fmaf_rn(float(square), factor, 26)));
    a.part += term;
    return term;
  }
  __device__ void end(const point_space<T>&, const state& a,
                      std::int64_t i, int) const {
    if (i >= 0 && a.count > 0) atomicAdd(&sums[i], a.count);
  }
  __device__ bool serves(const point_space<T>& s,
                         const product_edges& e) const {
    const double kappa = *dc * s.scale() / e.unit;
    const double by = e.far / kappa;
    int bits = 0;
    while (std::int64_t(1) << bits < s.n) ++bits;
    const double most = rounded_root(bits * 0.6931471805599453);
    return 2 * by * most + by * by + e.slack / (kappa * kappa) <=
           0x1p-9;
  }
};
template <class T>
__global__ void write_terms(point_space<T> s, fixed_points<T> f,
                            const wide* sums, double* rho) {
  const std::int64_t i = thread_number();
  if (i < s.n && f.decide() && s.share.has(i / square_side))
    rho[s.index[i]] = double(sums[i]) * 0x1p-26;
}
template <class T>
struct least_search : pair_operation<T> {
  static constexpr bool once = true, opens = false;
  wide* nearest;
  int one_in;
  struct state {
    T least;
  };
  __device__ int every() const { return one_in; }
  __device__ bool prepare(const point_space<T>&) const { return true; }
  __device__ bool serves(const point_space<T>&,
                         const product_edges&) const {
    return true;
  }
  __device__ state begin(std::int64_t) const { return {T(INFINITY)}; }
  __device__ void take(state& a, T square, int) const {
    a.least = min(a.least, square);
  }
  __device__ void merge(state& a, int flip) const {
    a.least = min(a.least, __shfl_xor_sync(~0u, a.least, flip));
  }
  __device__ void end(const point_space<T>&, const state& a,
                      std::int64_t i, int) const {
    if (i >= 0 && a.least < T(INFINITY))
      atomicMax(&nearest[i],
                infinite_key - bits_of(max(double(a.least), 0.0)));
  }
};
template <class T>
struct parent_search : pair_operation<T> {
  static constexpr bool once = true, apart = true;
  const wide* nearest;
  candidate* found;
  product_edges edges = {};
  struct state {
    T edge;
    candidate best;
  };
  __device__ bool prepare(const point_space<T>&) const { return true; }
  __device__ void widen(const product_edges& e) { edges = e; }
  __device__ void take(state&, T, int) const {}
  __device__ unsigned decides(const state& a, T square) const {
    return square <= a.edge ? 0 : ~0u;
  }
  __device__ void end(const point_space<T>& s, const state& a,
                      std::int64_t i, int slice) const {
    const int part = slice * 4 + int(threadIdx.x) % 4;
    if (i >= 0) found[part * s.n + s.n - 1 - i] = a.best;
  }
  __device__ candidate best_of_row(const point_space<T>& s,
                                   std::int64_t i, int parts) const {
    state a{0, no_candidate()};
    for (int p = 0; p < 4 * parts; ++p) {
      const candidate next = found[p * s.n + s.n - 1 - i];
      if (next.rank != nobody)
        settle_about(s, a, i, s.n - 1 - next.rank, next.squared);
    }
    if (a.best.rank != nobody)
      a.best.squared = s.square(i, s.n - 1 - a.best.rank);
    return a.best;
  }
  __device__ state begin(std::int64_t i) const {
    T edge = edges.unit > 0 ? largest_square<T> : T(-1);
    if (edges.unit > 0 && nearest[i] > 0)
      edge = min(edge, T(edges.reach(of_bits(infinite_key -
                                             nearest[i]))));
    return {edge, no_candidate()};
  }
  __device__ void settle_about(const point_space<T>& s, state& a,
                               std::int64_t i, std::int64_t j,
                               double about) const {
    const double loss = loss_of_sum(about, s.k);
    const auto rank = [&](std::int64_t r) { return s.n - 1 - r; };
    candidate next{about, std::uint32_t(rank(j))};
    if (a.best.rank != nobody) {
      const double best = a.best.squared;
      const double known = loss_of_sum(best, s.k);
      if (about - loss > best + known) return;
      if (about + loss >= best - known) {
        next.squared = s.square(i, j);
        a.best.squared = s.square(i, rank(a.best.rank));
        if (!nearer(next, a.best)) return;
      }
    }
    a.best = next;
  }
};
template <int = 0>
__global__ void turn_order(std::int64_t n, const std::uint32_t* order,
                           std::uint32_t* index, std::uint32_t* row) {
  const std::int64_t r = thread_number();
  if (r >= n) return;
  row[r] = std::uint32_t(n - 1 - r);
  index[n - 1 - r] = order[r];
}
template <class T>
__global__ void write_parents(point_space<T> s, fixed_points<T> f,
                              ranking ranks, parent_search<T> op,
                              int parts, nearest_output out) {
  const std::int64_t r = thread_number(), last = s.n - 1;
  if (r >= s.n) return;
  const std::int64_t block = f.decide()
                                 ? (last - r) / square_side
                                 : last / tile_side - r / tile_side;
  if (s.share.has(block))
    out.write(ranks, std::uint32_t(r),
              f.decide() ? op.best_of_row(s, last - r, parts)
                         : best_of(op.found + r, parts, s.n));
}
template <class T>
__global__ void find_farthest(const T* points, point_space<T> s,
                              const std::uint32_t* order, wide* most) {
  const T* const top = points + std::int64_t(order[0]) * s.k;
  const double scale = s.scale();
  auto scaled = [&](T x) { return double(T(double(x) * scale)); };
  find_largest(s.n, most, [&](std::int64_t i) {
    const T* const x = points + i * s.k;
    double sum = 0;
    for (int c = 0; c < s.k; ++c)
      sum = add_square(sum, scaled(top[c]) - scaled(x[c]));
    return sum;
  });
}
template <class T>
__global__ void take_roots(point_space<T> s, const std::uint32_t* order,
                           const wide* most, double* delta) {
  const std::int64_t i = thread_number();
  if (i >= s.n) return;
  const double square = i == order[0] ? of_bits(*most) : delta[i];
  delta[i] = rounded_root(square) / s.scale();
}
template <int = 0>
__global__ void find_gamma(std::int64_t n, const std::uint32_t* order,
                           const double* rho, const double* delta,
                           double* gamma) {
  const std::int64_t p = thread_number();
  if (p < n) gamma[p] = __dmul_rn(rho[p], delta[order[p]]);
}
template <int = 0>
__global__ void choose_clusters(std::int64_t n, const double* gamma,
                                std::int64_t given,
                                density_arrays out) {
  double best = 0;
  std::int64_t where = 1;
  for (std::int64_t k = threadIdx.x + 1;
       k * k <= n && k < n && gamma[k] > 0; k += 32)
    if (const double f = gamma[k - 1] / gamma[k]; f > best)
      best = f, where = k;
  double factor = warp_largest(best);
  auto chosen =
      std::int64_t(warp_least(wide(best == factor ? where : n)));
  if (threadIdx.x > 0) return;
  if (given > 0) {
    chosen = given;
    factor = given < n && gamma[given] > 0
                 ? gamma[given - 1] / gamma[given] : 0;
  }
  *out.clusters = chosen;
  if (out.gap) *out.gap = factor;
}
template <int = 0>
__global__ void begin_ways(std::int64_t n, density_arrays out,
                           std::uint32_t* up) {
  const std::int64_t i = thread_number();
  if (i < n) up[i] = std::uint32_t(out.parent[i]);
}
template <int = 0>
__global__ void mark_centres(const std::uint32_t* order,
                             const std::uint32_t* ranked,
                             density_arrays out, std::uint32_t* number,
                             std::uint32_t* up) {
  const std::int64_t p = thread_number();
  if (p >= *out.clusters) return;
  const std::uint32_t i = order[ranked[p]];
  number[i] = std::uint32_t(p + 1);
  up[i] = i;
}
template <class T>
struct border_search : pair_operation<T> {
  density_arrays out;
  wide* border;
  const std::uint32_t* index;
  threshold<T> edge = {};
  struct state {
    double best;
  };
  __device__ state begin(std::int64_t) const { return {0}; }
  __device__ bool prepare(const point_space<T>& s) {
    const double d = *out.dc * s.scale();
    edge.set(least_square(of_bits(bits_of(d) + 1)), s.k);
    return true;
  }
  __device__ int tile(const point_space<T>& s, std::int64_t first,
                      std::int64_t own, std::int64_t at) const {
    return s.k > 3 || block_gap(s, first, own, at) < edge.exact;
  }
  __device__ void take(state&, T, int) const {}
  __device__ unsigned decides(const state&, T square) const {
    return top_word(edge.above - square);
  }
  __device__ void settle(const point_space<T>& s, state& a,
                         std::int64_t i, std::int64_t j) const {
    const std::uint32_t here = index[i], there = index[j];
    if (out.cluster[here] != out.cluster[there] &&
        s.square(i, j) < edge.exact)
      a.best = max(a.best, __dmul_rn(__dadd_rn(out.rho[here],
                                               out.rho[there]), 0.5));
  }
  __device__ void merge(state& a, int flip) const {
    a.best = max(a.best, __shfl_xor_sync(~0u, a.best, flip));
  }
  __device__ void end(const point_space<T>&, const state& a,
                      std::int64_t i, int) const {
    if (i >= 0 && a.best > 0)
      atomicMax(&border[out.cluster[index[i]] - 1], bits_of(a.best));
  }
};
template <int = 0>
__global__ void mark_halo(std::int64_t n, const wide* border,
                          density_arrays out) {
  const std::int64_t i = thread_number();
  if (i < n)
    out.halo[i] = bits_of(out.rho[i]) < border[out.cluster[i] - 1];
}
template <class T> int tree_slices(const point_space<T>& s) {
  int power = 1;
  while (power < 32 && power * 2 <= pair_slices(s.n, s.k) &&
         power * 2 * s.n <= 8192 * 32)
    power *= 2;
  return power;
}
template <class T>
int count_by_tree(const near_room<T>& near, const weight_sums& weights,
                  const double* dc, wide* sums, cudaStream_t stream) {
  const dim3 grid(near.groups(), unsigned(tree_slices(near.s)));
  if (grid.x > 0)
    near.in_few([&]<int Dims>(const near_tree<T, Dims>& tree) {
      launch(count_near<T, Dims>, grid, near_threads, 0, stream, tree,
             near.s, weights, dc, sums);
    });
  return int(grid.y);
}
template <class T>
void count_by_tree(const near_room<T>& near, const key_bins<T>& keys,
                   std::int64_t every, cudaStream_t stream) {
  const std::int64_t groups = near.groups() / every;
  const int slices = tree_slices(near.s);
  const auto blocks = std::min<std::int64_t>(
      groups * slices, near_blocks / 2 * multiprocessors());
  if (groups > 0)
    near.in_few([&]<int Dims>(const near_tree<T, Dims>& tree) {
      launch(count_window<T, Dims>, unsigned(blocks), near_threads, 0,
             stream, tree, near.s, keys, groups, every, slices);
    });
}
struct density_team {
  block_share share = {};
  virtual ~density_team() = default;
  virtual void clear(void*, std::int64_t, cudaStream_t) {}
  virtual void add(void*, std::int64_t, cudaStream_t) {}
  virtual void largest(wide*, std::int64_t, cudaStream_t) {}
  virtual bool wants(const rank_window*, bool, cudaStream_t) {
    return true;
  }
  virtual void join(const rank_window*, wide*, int, wide*,
                    cudaStream_t) {}
};
template <class T>
void find_peaks(void* temporary, std::size_t& bytes, const T* points,
                std::int64_t n, int k, const density_options& o,
                const density_arrays& out, density_team& team,
                cudaStream_t stream);
struct rank_room {
  std::int64_t n, m, sampled = 1024;
  int bits;
  double *sample, *sorted;
  rank_window* window;
  wide *bins, *below, *count, room = 0;
  measured_pair* kept;
  char* memory;
  std::size_t bytes = 0;
  rank_room(arena& a, std::int64_t n, int k, double percent) : n(n) {
    const double q = percent / 100, spread = std::sqrt(q * (1 - q));
    const double most = std::min((k > 3 ? 16.0 : 4.0) * double(n), 0x1p24);
    m = 1 << 10;
    while (m < 1 << 14 && m < n / 64 * n) m *= 2;
    while (double(m) < most && double(m) * std::sqrt(double(m)) <
                                   double(n) * double(n) * spread / 2)
      m *= 2;
    bits = n < 8192 ? 11 : n < 262144 ? 14 : 17;
    sample = a.take<double>(m);
    sorted = a.take<double>(m);
    window = a.take<rank_window>(1);
    bins = a.take<wide>((1 << bits) + all_counters);
    below = bins + (1 << bits);
    const double sampled_one_in = first_look(n);
    if (k > 3)
      room = wide(double(n) *
                  (2 + 14 * std::sqrt(sampled_one_in / 2) * spread));
    kept = a.take<measured_pair>(std::int64_t(room));
    count = a.take<wide>(1);
    sort_sample(nullptr, nullptr);
    memory = a.take<char>(std::int64_t(bytes));
  }
  void sort_sample(void* temporary, cudaStream_t stream) {
    sort_keys<double>(temporary, bytes, sample, sorted, m,
                      order::ascending, stream);
  }
  template <class T>
  void draw(const point_space<T>& s, double percent,
            cudaStream_t stream) {
    if (s.k > 3)
      launch_for(draw_far_pairs<T>, 8 * m, stream, s, sample);
    else launch_for(draw_pairs<T>, m, stream, s, sample);
    sort_sample(memory, stream);
    launch(open_window<T>, 1, 1, 0, stream, s, sorted, m, percent, bits,
           sparseness(s) > 1, kept, count, room, window);
  }
  template <class T>
  std::int64_t sparseness(const point_space<T>& s) const {
    if (s.k > 3) return first_look(n);
    const auto every = n / s.share.ranks / near_threads / sampled;
    return every < 8 ? 1 : every;
  }
  template <class T>
  void find(const pair_room<T>& near, double percent, double* dc,
            density_team& team, cudaStream_t stream) {
    launch(set_to<double>, 1, 1, 0, stream, dc, 1, 0.0);
    if (n < 2) return;
    draw(near.s, percent, stream);
    const std::int64_t counters = (1 << bits) + all_counters;
    launch_for(set_to<wide>, counters, stream, bins, counters, wide(0));
    const std::int64_t thin = sparseness(near.s);
    if (thin > 1) pass(near, thin, dc, team, stream);
    for (int k = 0; k < 2 + (62 + bits) / bits; ++k)
      pass(near, 1, dc, team, stream);
  }
  template <class T>
  void pass(const pair_room<T>& near, std::int64_t every, double* dc,
            density_team& team, cudaStream_t stream) {
    const bool thin = every > 1;
    if (!team.wants(window, thin, stream)) return;
    const key_bins<T> keys{window, bins, below};
    if (near.s.k > 3) {
      if (room > 0)
        launch(count_kept<T>, small_grid_of(std::int64_t(room)), 256, 0,
               stream, near.s, keys);
      visit_by_products(near, rank_count<T>{{}, keys, int(every)},
                        stream);
    } else count_by_tree(near, keys, every, stream);
    team.join(window, bins, bits, below, stream);
    const double share = near.s.k > 3 ? share_of_look(n, int(every)) : 0;
    launch(narrow_window<T>, 1, narrow_threads, 0, stream, window, bins,
           below, near.s, thin, share, dc);
  }
};
template <class T> struct density_room {
  point_space<T> s, merged;
  bool gaussian, all_pairs;
  double* sums;
  wide* terms = nullptr;
  run_list runs = {};
  weight_sums weights = {};
  density_room(arena& a, const pair_room<T>& near,
               const density_options& o)
      : s(near.s), merged(s),
        gaussian(o.kernel == density_kernel::gaussian),
        all_pairs(o.all_pairs || s.k > 3),
        sums(a.take<double>(s.n * pair_slices(s.n, s.k))) {
    if (o.weights)
      weights = {o.weights, a.take<wide>(1),
                 a.take<wide>(tiles_of(s.n + 1, tile_points) + 1),
                 a.take<wide>(s.n + 1), s.n};
    if (gaussian && near.fixed.width > 0 && sizeof(T) == 4 &&
        !o.weights)
      terms = a.take<wide>(s.n);
    if (!gaussian || s.k > 3) return;
    merged.stride = s.k == 1 ? 2 : 4;
    merged.at = a.take<T>(s.n * merged.stride);
    take_tiles(a, merged);
    runs = {a.take<std::uint32_t>(s.n), a.take<std::uint32_t>(s.n),
            a.take<std::uint32_t>(s.tiles())};
    merged.count = a.take<std::uint32_t>(1);
  }
  void weigh(cudaStream_t stream) const {
    const std::int64_t tiles = tiles_of(s.n + 1, tile_points);
    auto add = [&](bool tiles_only) {
      launch(add_weights<>, unsigned(tiles), tile_points, 0, stream,
             weights, s.index, tiles_only);
    };
    launch(set_to<wide>, 1, 1, 0, stream, weights.largest, 1, wide(0));
    launch(find_largest_weight<>, small_grid_of(s.n), 256, 0, stream,
           weights);
    add(true);
    launch(add_up_tiles<wide>, 1, 1024, 0, stream, weights.tiles, tiles,
           weights.tiles + tiles);
    add(false);
  }
  void merge(cudaStream_t stream) const {
    const auto tiles = unsigned(s.tiles());
    launch(number_runs<T>, tiles, tile_points, 0, stream, s, runs, true);
    launch(add_up_tiles<std::uint32_t>, 1, 1024, 0, stream, runs.before,
           s.tiles(), merged.count);
    launch(number_runs<T>, tiles, tile_points, 0, stream, s, runs, false);
    launch_for(place_rows<T>, s.n, stream, s, runs, weights, merged);
    find_tiles(merged, stream);
  }
  template <bool Weighted>
  void visit(const pair_room<T>& near, const double* dc,
             cudaStream_t stream) const {
    if (gaussian) {
      const gaussian_sum<T, Weighted> sum{{}, dc, sums, s.n, all_pairs,
                                          weights};
      if constexpr (sizeof(T) == 4 && !Weighted) if (terms) {
        launch_for(set_to<wide>, s.n, stream, terms, s.n, wide(0));
        visit_if_sure(near, product_terms<T>{{}, dc, terms}, stream);
        return visit_many(s, sum, stream, near.fixed);
      }
      visit_pairs(merged, sum, stream);
    } else
      visit_by_products(
          near, near_count<T, Weighted>{{}, dc, counts(), weights},
          stream);
  }
  wide* counts() const { return reinterpret_cast<wide*>(sums); }
  void find(const pair_room<T>& near, const double* dc, double* rho,
            density_team& team, cudaStream_t stream) const {
    int slices = pair_slices(s.n, s.k), side = int(block_points(s.k));
    if (weights.given) weigh(stream);
    if (runs.run) merge(stream);
    if (!gaussian && s.k <= 3) {
      slices = count_by_tree(near, weights, dc, counts(), stream);
      side = near_threads;
    } else if (s.k > 3 && weights.given) visit<true>(near, dc, stream);
    else visit<false>(near, dc, stream);
    auto add = [&]<class Sum>(const Sum* from) {
      launch_for(add_slices<T, Sum>, s.n, stream, merged, runs.run, from,
                 slices, side, weights, rho);
    };
    if (gaussian) add(sums);
    else add(counts());
    if (!terms) return;
    team.add(terms, s.n, stream);
    launch_for(write_terms<T>, s.n, stream, s, near.fixed, terms, rho);
  }
};
template <class T>
struct label_room {
  point_space<T> s;
  pair_room<T> near;
  double* sorted;
  std::uint32_t* order_of_rho;
  arena searching;
  higher_room<T> above;
  const T* given;
  density_arrays out;
  double* gamma;
  std::uint32_t *ranked, *number, *up, *next;
  wide *most, *border;
  std::size_t bytes = 0;
  char* memory;
  candidate* found;
  label_room(arena& a, const T* points, const point_space<T>& s,
             const pair_room<T>& near, const density_arrays& out)
      : s(s), near(near), sorted(a.take<double>(s.n)),
        order_of_rho(a.take<std::uint32_t>(s.n)), searching(a),
        above(searching, near), given(points), out(out) {
    gamma = a.take<double>(s.n);
    for (auto* p : {&ranked, &number, &up, &next})
      *p = a.take<std::uint32_t>(s.n);
    border = a.take<wide>(s.n + 1);
    most = border + s.n;
    sort(nullptr, gamma, ranked, nullptr);
    memory = a.take<char>(std::int64_t(bytes));
    found = a.take<candidate>(
        s.k > 3 ? s.n * pair_slices(s.n, s.k) *
                      (near.fixed.width > 0 ? 4 : 1) : 0);
    a.cover(searching);
  }
  void sort(void* temporary, const double* keys, std::uint32_t* to,
            cudaStream_t stream) {
    sort_pairs<double>(temporary, bytes, keys, sorted, nullptr, to, s.n,
                       order::descending, stream);
  }
  void clear(const density_options& o, cudaStream_t stream) {
    launch(set_to<double>, 1, 1, 0, stream, out.dc, 1, o.dc);
    launch(set_to<std::int64_t>, 1, 1, 0, stream, out.clusters, 1, 0);
    if (out.gap)
      launch(set_to<double>, 1, 1, 0, stream, out.gap, 1, 0.0);
  }
  void find(const density_options& o, density_team& team,
            cudaStream_t stream) {
    sort(memory, out.rho, order_of_rho, stream);
    find_parents_together(team, stream);
    launch_for(set_to<wide>, s.n + 1, stream, border, s.n + 1, wide(0));
    launch(find_farthest<T>, small_grid_of(s.n), 256, 0, stream, given, s,
           order_of_rho, most);
    launch_for(take_roots<T>, s.n, stream, s, order_of_rho, most,
               out.delta);
    launch_for(find_gamma<>, s.n, stream, s.n, order_of_rho, sorted,
               out.delta, gamma);
    sort(memory, gamma, ranked, stream);
    launch(choose_clusters<>, 1, 32, 0, stream, s.n, sorted, o.clusters,
           out);
    launch_for(begin_ways<>, s.n, stream, s.n, out, up);
    launch_for(mark_centres<>, s.n, stream, order_of_rho, ranked, out,
               number, up);
    for (std::int64_t way = 1; way < s.n; way *= 2) {
      launch_for(gather<std::uint32_t>, s.n, stream, s.n, up, up, next);
      std::swap(up, next);
    }
    launch_for(gather<std::int64_t>, s.n, stream, s.n, up, number,
               out.cluster);
  }
  void find_parents_together(density_team& team, cudaStream_t stream) {
    team.clear(out.parent, s.n, stream);
    team.clear(out.delta, s.n, stream);
    if (s.k <= 3)
      above.find({order_of_rho}, true, {out.parent, out.delta}, stream);
    else find_far_parents(team, stream);
    team.add(out.parent, s.n, stream);
    team.add(out.delta, s.n, stream);
  }
  void find_far_parents(density_team& team, cudaStream_t stream) {
    const int parts = pair_slices(s.n, s.k);
    launch_for(turn_order<>, s.n, stream, s.n, order_of_rho, s.index,
               next);
    launch_for(place_points<T>, s.n * s.stride, stream, given,
               std::int64_t(s.k), s);
    near.write(stream);
    launch_for(set_to<wide>, s.n, stream, border, s.n, wide(0));
    visit_if_sure(near, least_search<T>{{}, border, first_look(s.n)},
                  stream);
    team.largest(border, s.n, stream);
    const parent_search<T> parents{{}, border, found};
    visit_if_sure(near, parents, stream);
    ranking rows{next, nullptr, s.share, nullptr};
    if (near.fixed.seen) rows.done = &near.fixed.seen->decides;
    const dim3 grid(unsigned(s.share.size(tiles_of(s.n, tile_side))),
                    unsigned(parts));
    if (grid.x > 0)
      launch(find_in_tiles<T>, grid, dim3(16, 16), 0, stream, s.at,
             std::int64_t(s.stride), s.k, s.n, rows, parts, found);
    launch_for(write_parents<T>, s.n, stream, s, near.fixed,
               ranking{order_of_rho}, parents, parts,
               nearest_output{out.parent, out.delta});
  }
  void find_halo(density_team& team, cudaStream_t stream) {
    visit_pairs(s, border_search<T>{{}, out, border, s.index}, stream);
    team.largest(border, s.n, stream);
    launch_for(mark_halo<>, s.n, stream, s.n, border, out);
  }
};
}
