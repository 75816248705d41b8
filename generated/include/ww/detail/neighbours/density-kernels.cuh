#pragma once
#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>
#include <ww/detail/neighbours/density-team.h>
#include <ww/detail/neighbours/higher-kernels.cuh>
#include <ww/detail/ground/key-order.cuh>
#include <ww/detail/ground/philox.cuh>
#include <ww/detail/ground/rounding.cuh>

namespace ww::detail::neighbours::density {
using wide = unsigned long long;
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
    throw bad_input(format("%lld clusters of %lld points",
                           static_cast<long long>(o.clusters),
                           static_cast<long long>(n)));
}
inline void require_cutoff(const density_result& r, std::int64_t n,
                           const density_options& o) {
  if (n < 2 || r.dc > 0) return;
  throw bad_input(format(
      "the cutoff distance comes out 0: at least %g per cent of the "
      "pairs coincide (--percent larger, or --dc)", o.percent));
}
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
__host__ __device__ inline double scale_for(double largest) {
  if (largest == 0) return 1;
  const auto exponent = std::int64_t(bits_of(largest) >> 52);
  const auto lowest = std::int64_t(1), highest = std::int64_t(2046);
  return of_bits(
      wide(min(highest, max(lowest, 2101 - exponent))) << 52);
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
  const std::int64_t step = std::int64_t(gridDim.x) * blockDim.x;
  for (int c = 0; c < dims; ++c) {
    wide least = ~wide(0), most = 0;
    for (std::int64_t i = thread_number(); i < count; i += step) {
      const wide key = key_of(double(points[i * stride + c]) + 0.0);
      least = min(least, key);
      most = max(most, key);
    }
    least = warp_least(least);
    most = warp_largest(most);
    if (threadIdx.x % 32 == 0 && most > 0) {
      atomicMin(&seen->least[c], least);
      atomicMax(&seen->most[c], most);
    }
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
  std::uint32_t* index = nullptr;
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
    above = min(T(bound * (1 + e) + tiny),
                largest_square<T>);
  }
  __device__ unsigned is_below(T square) const {
    return top_word(square - below) >> 31;
  }
  __device__ unsigned decides(T square) const {
    return top_word(square - below) | top_word(above - square);
  }
};
template <class T, int Dims>
__global__ void find_addresses(const T* points, std::int64_t stride,
                               std::int64_t n,
                               std::uint64_t* addresses) {
  const std::int64_t i = thread_number();
  if (i >= n) return;
  T p[Dims];
  fetch_point<T, Dims>({points, stride, Dims, n, nullptr}, i, p);
  addresses[i] = address_word<T, Dims, 1>(p, 0);
}
template <class T>
void launch_addresses(const T* points, std::int64_t stride,
                      std::int64_t n, int k, std::uint64_t* addresses,
                      cudaStream_t stream) {
  launch(k == 1   ? find_addresses<T, 1>
         : k == 2 ? find_addresses<T, 2> : find_addresses<T, 3>,
         blocks_for(n), 256, 0, stream, points, stride, n, addresses);
}
template <class T>
__global__ void place_points(const T* points, std::int64_t stride,
                             point_space<T> s) {
  const std::int64_t w = thread_number();
  if (w >= s.n * s.stride) return;
  const std::int64_t i = w / s.stride, c = w % s.stride;
  if (s.k > 3 && c == 0) s.index[i] = std::uint32_t(i);
  const std::int64_t from = s.k > 3 ? i : s.index[i];
  s.at[w] =
      c < s.k ? T(double(points[from * stride + c]) * s.scale()) : T(0);
}
template <class T>
__global__ void find_boxes(point_space<T> s) {
  const std::int64_t first = std::int64_t(blockIdx.x) * tile_points;
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
struct span {
  double near, far;
};
template <class T>
__device__ span box_span(const point_space<T>& s, std::int64_t a,
                         std::int64_t b) {
  const T* p = s.boxes + a * 2 * s.stride;
  const T* q = s.boxes + b * 2 * s.stride;
  double near = 0, far = 0;
  for (int c = 0; c < s.k; ++c) {
    const double low = p[c], high = p[s.stride + c];
    const double other_low = q[c], other_high = q[s.stride + c];
    const double gap = max(other_low - high, low - other_high);
    const double reach = max(other_high - low, high - other_low);
    if (gap > 0) near = add_square(near, gap);
    far = add_square(far, reach);
  }
  return {near * (1 - slack<float>(3)), far * (1 + slack<float>(3))};
}
template <class T>
__device__ span block_span(const point_space<T>& s, std::int64_t first,
                           std::int64_t own, std::int64_t tile) {
  span all = box_span(s, first / tile_points, tile);
  for (std::int64_t i = first + tile_points; i < first + own;
       i += tile_points) {
    const span next = box_span(s, i / tile_points, tile);
    all = {min(all.near, next.near), max(all.far, next.far)};
  }
  return all;
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
template <class T>
struct pair_operation {
  using space = point_space<T>;
  static constexpr bool once = false;
  __device__ void enter(const space&, auto&, const T*,
                        std::int64_t) const {}
  __device__ unsigned decides(T) const { return ~0u; }
  __device__ void settle(const space&, auto&, std::int64_t,
                         std::int64_t) const {}
  __device__ void leave(auto&) const {}
  __device__ void merge(auto&, int) const {}
};
template <class T, int Dims>
struct alignas((Dims == 3 ? 4 : Dims) * sizeof(T)) row_of {
  T x[Dims == 3 ? 4 : Dims];
};
constexpr int pair_threads = 128, pair_each = 4;
template <class T, int Dims, class Op>
struct near_points {
  using row = row_of<T, Dims>;
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
  __device__ __forceinline__ T square_of(int e, const row& other) const {
    T square = 0;
    for (int c = 0; c < Dims; ++c)
      square = add_square(square, mine[e].x[c] - other.x[c]);
    return square;
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
        op.take(state[e], square);
        all &= op.decides(square);
      }
      closed = closed << 1 | all >> 31;
    }
    unsigned open = ~closed << (32 - ahead);
    for (; open != 0; open &= ~(0x80000000u >> __clz(int(open)))) {
      const int here = j + __clz(int(open));
      for (int e = 0; e < each; ++e)
        if (op.decides(square_of(e, tile[here])) >> 31 == 0)
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
visit_near(point_space<T> s, Op op) {
  __shared__ row_of<T, Dims> tile[tile_points];
  __shared__ bool wanted[pair_threads];
  const int t = int(threadIdx.x), slices = int(gridDim.y);
  if (!op.prepare(s)) return;
  near_points<T, Dims, Op> mine(s, op);
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
constexpr int square_side = 128, square_threads = 256;
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
__device__ __forceinline__ void sum_squares(const point_space<T>& s,
                                            int t, std::int64_t first,
                                            std::int64_t begin,
                                            T (&sum)[8][8]) {
  T* const here = dynamic_shared<T>();
  T* const there = here + slab * slab_stride;
  slab_pair<T, slab> ahead;
  ahead.load(s, t, first, begin, 0);
  for (int c0 = 0; c0 < s.k;) {
    __syncthreads();
    ahead.store(t, here, there);
    __syncthreads();
    c0 += slab;
    if (c0 < s.k) ahead.load(s, t, first, begin, c0);
    WW_UNROLL for (int c = 0; c < slab; ++c)
      add_coordinate(here + c * slab_stride, there + c * slab_stride, t,
                     sum);
  }
}
template <class T, int slab, class Op>
__global__ void __launch_bounds__(square_threads)
visit_far(point_space<T> s, Op op) {
  const int t = int(threadIdx.x), column = t % 16, row = t / 16;
  const std::int64_t first = s.share.block(blockIdx.x) * square_side;
  if (!op.prepare(s)) return;
  typename Op::state state[8];
  for (int a = 0; a < 8; ++a)
    state[a] = op.begin(min(first + side_of(row, a), s.n - 1));
  const std::int64_t squares = tiles_of(s.n, square_side);
  for (std::int64_t q = blockIdx.y; q < squares; q += gridDim.y) {
    const std::int64_t begin = q * square_side;
    if (Op::once && begin + square_side <= first) continue;
    T sum[8][8] = {};
    sum_squares<T, slab>(s, t, first, begin, sum);
    for (int a = 0; a < 8; ++a) {
      const std::int64_t i = first + side_of(row, a);
      for (int b = 0; b < 8; ++b) {
        const std::int64_t j = begin + side_of(column, b);
        if (i >= s.n || j >= s.n || (Op::once && j <= i)) continue;
        op.take(state[a], sum[a][b]);
        if (op.decides(sum[a][b]) >> 31 == 0)
          op.settle(s, state[a], i, j);
      }
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
  return int(max(one, min(most, wanted_blocks / blocks)));
}
template <class T>
dim3 pair_grid(const point_space<T>& s) {
  return {unsigned(s.share.size(tiles_of(s.n, block_points(s.k)))),
          unsigned(pair_slices(s.n, s.k))};
}
template <class T, class Op>
void visit_many(const point_space<T>& s, Op op, cudaStream_t stream) {
  if (pair_grid(s).x == 0) return;
  auto far = [&](auto kernel, int slab) {
    launch(kernel, pair_grid(s), square_threads,
           2 * slab * slab_stride * std::int64_t(sizeof(T)), stream, s,
           op);
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
template <class T>
struct gaussian_sum : pair_operation<T> {
  const double* dc;
  double* sums;
  bool all_pairs;
  T factor = 0, limit = 0;
  struct state {
    double sum;
    T part;
    bool reached;
  };
  gaussian_sum(const double* dc, double* sums, bool all_pairs)
      : dc(dc), sums(sums), all_pairs(all_pairs) {}
  __device__ bool prepare(const point_space<T>& s) {
    const double scaled = *dc * s.scale();
    const double square = __dmul_rn(scaled, scaled);
    int bits = 26;
    while (std::int64_t(1) << (bits - 26) < s.n) ++bits;
    factor = T(max(-1.4426950408889634 / square, -0x1p126));
    limit = T(max(square * 0.6931471805599453 * bits, 0x1p-96));
    return true;
  }
  __device__ state begin(std::int64_t) const {
    return {0, 0, true};
  }
  __device__ void take(state& a, T square) const {
    a.part += power_of_two(square * factor);
  }
  __device__ void leave(state& a) const {
    if (a.reached) a.sum += double(a.part);
    a.part = 0;
  }
  __device__ int tile(const point_space<T>& s, std::int64_t first,
                      std::int64_t own, std::int64_t at) const {
    return all_pairs || block_span(s, first, own, at).near <= limit;
  }
  __device__ void enter(const point_space<T>& s, state& a, const T* x,
                        std::int64_t at) const {
    a.reached = all_pairs || point_to_box(s, x, at) <= limit;
  }
  __device__ void merge(state& a, int flip) const {
    a.sum += __shfl_xor_sync(~0u, a.sum, flip);
  }
  __device__ void end(const point_space<T>& s, const state& a,
                      std::int64_t i, int slice) const {
    if (i >= 0) sums[slice * s.n + i] = a.sum;
  }
};
template <class T>
__global__ void add_slices(point_space<T> s, const double* sums,
                           int slices, int side, double* rho) {
  const std::int64_t i = thread_number();
  if (i >= s.n || !s.share.has(i / side)) return;
  double sum = 0;
  for (int y = 0; y < slices; ++y) sum += sums[y * s.n + i];
  rho[s.index[i]] = max(sum - 1, 0.0);
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
};
template <class T>
struct near_count : counting<T> {
  using state = typename counting<T>::state;
  const double* dc;
  double* sums;
  threshold<T> edge = {};
  near_count(const double* dc, double* sums) : dc(dc), sums(sums) {}
  __device__ bool prepare(const point_space<T>& s) {
    edge.set(least_square(*dc * s.scale()), s.k);
    return true;
  }
  __device__ int tile(const point_space<T>&, std::int64_t, std::int64_t,
                      std::int64_t) const {
    return 1;
  }
  __device__ void take(state& a, T square) const {
    a.part += edge.is_below(square);
  }
  __device__ unsigned decides(T square) const {
    return edge.decides(square);
  }
  __device__ void settle(const point_space<T>& s, state& a,
                         std::int64_t i, std::int64_t j) const {
    a.part += s.square(i, j) < edge.exact;
  }
  __device__ void merge(state& a, int flip) const {
    a.count += __shfl_xor_sync(~0u, a.count, flip);
  }
  __device__ void end(const point_space<T>& s, const state& a,
                      std::int64_t i, int slice) const {
    if (i >= 0) sums[slice * s.n + i] = double(a.count);
  }
};
constexpr int near_leaf = 8, near_fan = 32, near_levels = 6;
template <class T, int Dims>
struct near_box {
  row_of<T, Dims> low, high;
};
template <class T, int Dims>
struct near_tree {
  const row_of<T, Dims>* rows;
  near_box<T, Dims>* boxes;
  std::int64_t n, begin[near_levels + 1];
  int levels;
  __host__ __device__ std::int64_t count(int level) const {
    return begin[level + 1] - begin[level];
  }
  __host__ __device__ std::int64_t points_below(
      int level, std::int64_t node) const {
    const std::int64_t all = std::int64_t(near_leaf) << (5 * level);
    return min(all, n - node * all);
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
    tree.begin[l + 1] = tree.begin[l] + nodes;
    if (nodes <= near_fan) return tree.begin[l + 1];
    nodes = tiles_of(nodes, near_fan);
  }
}
template <class T, int Dims>
__global__ void make_near_boxes(near_tree<T, Dims> tree, int level) {
  const std::int64_t i = thread_number();
  if (i >= tree.count(level)) return;
  const int each = level > 0 ? near_fan : near_leaf;
  const std::int64_t have = level > 0 ? tree.count(level - 1) : tree.n;
  const near_box<T, Dims>* const below =
      tree.boxes + (level > 0 ? tree.begin[level - 1] : 0);
  near_box<T, Dims> all;
  for (std::int64_t j = i * each; j < min((i + 1) * each, have); ++j) {
    near_box<T, Dims> b;
    if (level > 0) b = below[j];
    else b.low = b.high = tree.rows[j];
    if (j == i * each) all = b;
    for (int c = 0; c < Dims; ++c) {
      all.low.x[c] = min(all.low.x[c], b.low.x[c]);
      all.high.x[c] = max(all.high.x[c], b.high.x[c]);
    }
  }
  tree.boxes[tree.begin[level] + i] = all;
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
__device__ T beyond(const row_of<T, Dims>& a, const row_of<T, Dims>& b,
                    T rim) {
  constexpr bool fused = sizeof(T) == 4;
  T q = fused ? -rim : T(0);
  for (int c = 0; c < Dims; ++c) q = add_square(q, a.x[c] - b.x[c]);
  return fused ? q : q - rim;
}
__device__ inline unsigned sign_bit(float x) {
  std::uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits >> 31;
}
__device__ inline unsigned sign_bit(double x) {
  return unsigned(bits_of(x) >> 63);
}
constexpr int near_threads = 32, near_blocks = 32;
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
struct near_lane {
  const point_space<T>& s;
  staged_points<T, Dims>& staged;
  const std::int64_t mine;
  const row_of<T, Dims> row;
  double scaled;
  threshold<T> edge;
  T b, margin, rim = 0;
  wide count = 0, told = 0;
  __device__ near_lane(const point_space<T>& s,
                       staged_points<T, Dims>& staged, double dc,
                       std::int64_t mine, const row_of<T, Dims>& row)
      : s(s), staged(staged), mine(mine), row(row),
        scaled(dc * s.scale()) {
    edge.set(least_square(scaled), Dims);
    b = T(edge.exact);
    margin = sizeof(T) == 4 ? T((Dims + 2.01) * 0x1p-23 * edge.exact +
                                0x1.1p-118) : T(-1);
  }
  __device__ __forceinline__ void enter(bool inside) {
    rim = inside ? b : -T(INFINITY);
  }
  __device__ __forceinline__ int place(
      const near_box<T, Dims>& own, const near_box<T, Dims>& box) const {
    const int told = near_place(own, box, edge);
    return told < 3 ? told : edge.exact > 0 ? 2 : 0;
  }
  __device__ __forceinline__ void whole(int, wide points) {
    told += points;
  }
  __device__ __forceinline__ void leave(bool inside) {
    told = warp_sum(told);
    if (inside) count += told;
    told = 0;
  }
  __device__ __forceinline__ void pass(const int* leaves) {
    T least = T(INFINITY);
    unsigned near = 0;
    WW_UNROLL for (int p = 0; p < 32; ++p) {
      const T q = beyond(row, staged.row(p), rim);
      near += sign_bit(q);
      least = min(least, T(fabs(q)));
    }
    count += near;
    if (least <= margin) decide(leaves);
  }
  __device__ __forceinline__ void decide(const int* leaves) {
    for (int p = 0; p < 32; ++p) {
      const T q = beyond(row, staged.row(p), rim);
      if (!(T(fabs(q)) <= margin)) continue;
      const std::int64_t leaf = leaves[p / near_leaf];
      const std::int64_t j = leaf * near_leaf + p % near_leaf;
      count += s.square(mine, j) < edge.exact;
      count -= sign_bit(q);
    }
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
    me.enter(inside);
    const near_box<T, Dims> own = box_around(me.row, inside);
    near_walk walk(listed, tree.levels, tree.levels - 1, 0);
    while (!walk.done) {
      const int child = walk.child(), level = walk.level;
      int place = 0;
      if (child < tree.count(level)) {
        const near_box<T, Dims> box = tree.boxes[tree.begin[level] + child];
        place = me.place(own, box);
      }
      const bool taken = (unsigned(child) & (slices - 1)) == slice;
      if (place >= 2 && taken)
        me.whole(place, wide(tree.points_below(level, child)));
      const unsigned open =
          __ballot_sync(~0u, place == 1 && (level > 0 || taken));
      walk.remember(open);
      walk.go_on();
      int at = 0;
      for (; walk.has(at); at += 4) {
        const std::int64_t j = walk.point(at, tree.n);
        row_of<T, Dims> other;
        for (int c = 0; c < Dims; ++c) other.x[c] = T(INFINITY);
        if (j < tree.n) other = tree.rows[j];
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
template <class T, int Dims>
__global__ void __launch_bounds__(near_threads, near_blocks)
count_near(const __grid_constant__ near_tree<T, Dims> tree,
           point_space<T> s, const double* dc, double* sums) {
  __shared__ staged_points<T, Dims> staged;
  __shared__ int listed[2 * near_threads];
  const std::int64_t mine =
      s.share.block(blockIdx.x) * near_threads + threadIdx.x;
  near_lane<T, Dims> me(s, staged, *dc, mine,
                        tree.rows[min(mine, s.n - 1)]);
  take_past_tree(tree, listed, gridDim.y, blockIdx.y, me);
  if (mine < s.n) sums[blockIdx.y * s.n + mine] = double(me.count);
}
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
__global__ void draw_pairs(point_space<T> s, std::int64_t m,
                           double* squares) {
  const std::int64_t p = thread_number();
  if (p >= m) return;
  const two_points q = draw_pair(p, s.n);
  squares[p] = s.square(q.i, q.j);
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
  wide low, past, high, rank, least, most;
  int shift, bits;
  bool thin, list, found;
  __host__ __device__ void open(wide from, wide to) {
    low = from;
    past = to;
    for (shift = 0; (to - 1 - from) >> shift >> bits > 0;) ++shift;
  }
};
template <int = 0>
__global__ void open_window(const double* sample, std::int64_t m,
                            std::int64_t n, double percent, int bits,
                            bool twice, bool thin, rank_window* w) {
  const wide pairs = pairs_of(wide(n));
  const wide rank = wanted_rank(pairs, percent);
  const double share = double(rank) / double(pairs);
  const two_points at = bracket_ranks(m, share);
  rank_window open = {};
  open.rank = twice ? wide(n) + 2 * rank : rank;
  open.bits = bits;
  open.high = at.j > m ? infinite_key : bits_of(sample[at.j - 1]);
  open.open(at.i < 1 ? 0 : bits_of(sample[at.i - 1]),
            min(open.high, infinite_key - 1) + 1);
  open.thin = thin && double(at.j - at.i) > double(m) * share / 2;
  open.least = open.thin ? open.low : 0;
  open.most = open.thin ? open.past : infinite_key;
  *w = open;
}
template <class T>
__global__ void write_bracket(point_space<T> s, const rank_window* w,
                              double* bracket) {
  bracket[0] = rounded_root(of_bits(w->low)) / s.scale();
  bracket[1] = rounded_root(of_bits(w->high)) / s.scale();
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
  __device__ void add(State& a, wide key) const {
    if (key < w.low) ++a.part;
    if (key < w.low || key >= w.past) return;
    if (w.list) {
      bins[atomicAdd(&below_total[below_counters], wide(1))] = key;
      return;
    }
    const auto bin = unsigned((key - w.low) >> w.shift);
    if (bin != a.bin && a.run > 0) {
      atomicAdd(&bins[a.bin], wide(a.run));
      a.run = 0;
    }
    a.bin = bin;
    ++a.run;
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
  static constexpr bool once = true;
  key_bins<T> keys;
  rank_count(const rank_window* window, wide* bins, wide* below_total)
      : keys{window, bins, below_total} {}
  __device__ bool prepare(const point_space<T>& s) {
    if (keys.window->found) return false;
    keys.read(s.k);
    return true;
  }
  __device__ void take(state& a, T square) const {
    a.part += keys.edges.is_below(square);
  }
  __device__ unsigned decides(T square) const {
    return keys.edges.decides(square);
  }
  __device__ void settle(const point_space<T>& s, state& a,
                         std::int64_t i, std::int64_t j) const {
    keys.add(a, bits_of(s.square(i, j)));
  }
  __device__ void end(const point_space<T>&, const state& a,
                      std::int64_t i, int) const {
    keys.write(a, i >= 0);
  }
};
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
  __device__ __forceinline__ void enter(bool inside) {
    under = inside ? keys.edges.below : T(-1);
    over = inside ? keys.edges.above : T(-1);
  }
  __device__ __forceinline__ int place(
      const near_box<T, Dims>& own, const near_box<T, Dims>& box) const {
    const int told = near_place(own, box, keys.edges);
    if (told < 3) return told;
    return keys.w.low > 0 ? 2 : keys.w.list ? 1 : 3;
  }
  __device__ __forceinline__ void whole(int place, wide points) {
    (place == 2 ? told : none) += points;
  }
  __device__ __forceinline__ void leave(bool inside) {
    told = warp_sum(told);
    none = warp_sum(none);
    if (inside) count += told, zeros += none;
    told = none = 0;
  }
  __device__ __forceinline__ void pass(const int* leaves) {
    unsigned open = 0;
    WW_UNROLL for (int p = 0; p < 32; ++p) {
      const T q = beyond(row, staged.row(p), T(0));
      const unsigned below = sign_bit(q - under);
      part += below;
      open |= ((below | sign_bit(over - q)) ^ 1u) << p;
    }
    for (; open != 0; open &= open - 1) {
      const int p = __ffs(int(open)) - 1;
      const std::int64_t leaf = leaves[p / near_leaf];
      keys.add(*this,
               bits_of(s.square(mine, leaf * near_leaf + p % near_leaf)));
    }
    count += part;
    part = 0;
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
  wide part[bin_groups], piece[512], before;
  int group, bin;
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
    __syncthreads();
    if (t == 0) {
      group = rank > 0 ? 0 : bin_groups;
      before = 0;
      while (group < bin_groups && rank > before + part[group])
        before += part[group++];
      bin = -1;
    }
    __syncthreads();
    if (t < each && group < bin_groups) piece[t] = bins[group * each + t];
    __syncthreads();
    if (t == 0 && group < bin_groups) {
      bin = 0;
      while (rank > before + piece[bin]) before += piece[bin++];
      bin += group * each;
    }
    __syncthreads();
    return bin;
  }
};
template <class T>
__global__ void __launch_bounds__(narrow_threads)
narrow_window(rank_window* w, wide* bins, wide* below,
              const point_space<T> s, bool thin, double* dc) {
  __shared__ rank_bins found;
  if (w->found || w->thin != thin) return;
  if (w->list) {
    const int listed = int(below[below_counters]);
    __syncthreads();
    for (int a = int(threadIdx.x); a < listed; a += narrow_threads) {
      wide less = 0;
      for (int b = 0; b < listed; ++b)
        less += bins[b] < bins[a] || (bins[b] == bins[a] && b < a);
      if (less + 1 != w->rank) continue;
      *dc = rounded_root(of_bits(bins[a])) / s.scale();
      w->found = true;
    }
    return;
  }
  const int t = int(threadIdx.x), each = (1 << w->bits) / bin_groups;
  wide under = 0;
  for (int c = 0; c < below_counters; ++c) under += below[c];
  found.add_groups(bins, each);
  if (thin) {
    const double rank = double(w->rank) * double(below[sampled_points]) /
                        double(s.n);
    const double by = rank / 8 + 64, lower = rank - by - double(under);
    const int from = found.find(bins, each, lower > 0 ? wide(lower) : 0);
    const int to = found.find(
        bins, each, wide(max(rank + by - double(under), 0.0)) + 1);
    if (t == 0) {
      const wide low = w->low + (from < 0 ? 0 : wide(from) << w->shift);
      const wide past = w->low + ((wide(to) + 1) << w->shift);
      w->thin = false;
      w->open(low, to < 0 ? w->past : min(w->past, past));
    }
  } else {
    const int bin =
        found.find(bins, each, w->rank > under ? w->rank - under : 0);
    if (t == 0 && bin < 0) {
      if (w->rank <= under)
        w->open(w->least < w->low ? w->least : 0, w->low);
      else
        w->open(w->past, w->most > w->past ? w->most : infinite_key);
      w->least = 0;
      w->most = infinite_key;
    } else if (t == 0) {
      const wide low = w->low + (wide(bin) << w->shift);
      w->found = w->shift == 0;
      w->list = bins[bin] <= wide(min(most_listed, 1 << w->bits));
      if (w->list) w->rank -= under + found.before;
      w->open(low, min(w->past, low + (wide(1) << w->shift)));
      if (w->found) *dc = rounded_root(of_bits(w->low)) / s.scale();
    }
  }
  __syncthreads();
  for (int b = t; b < each * bin_groups; b += narrow_threads)
    bins[b] = 0;
  if (t < all_counters) below[t] = 0;
}
template <int = 0>
__global__ void invert_order(std::int64_t n, const std::uint32_t* order,
                             std::uint32_t* rank_of) {
  const std::int64_t r = thread_number();
  if (r < n) rank_of[order[r]] = std::uint32_t(r);
}
template <int = 0>
__global__ void place_ranks(std::int64_t n, const std::uint32_t* index,
                            const std::uint32_t* rank_of,
                            std::uint32_t* ranks) {
  const std::int64_t t = thread_number();
  if (t < n) ranks[t] = rank_of[index[t]];
}
template <class T, int Dims>
__global__ void find_least(near_tree<T, Dims> tree, int level,
                           const std::uint32_t* ranks,
                           std::uint32_t* least) {
  const std::int64_t i = thread_number();
  if (i >= tree.count(level)) return;
  const int each = level > 0 ? near_fan : near_leaf;
  const std::int64_t have = level > 0 ? tree.count(level - 1) : tree.n;
  const std::uint32_t* const below =
      level > 0 ? least + tree.begin[level - 1] : ranks;
  std::uint32_t all = nobody;
  for (std::int64_t j = i * each; j < min((i + 1) * each, have); ++j)
    all = min(all, below[j]);
  least[tree.begin[level] + i] = all;
}
template <class T, int Dims>
struct parent_search {
  row_of<T, Dims> at;
  std::uint32_t limit;
  T reach;
  candidate best;
  __device__ void offer(const row_of<T, Dims>& other,
                        std::uint32_t rank) {
    const candidate next{squared_distance(at.x, other.x, Dims), rank};
    if (rank < limit && nearer(next, best)) take(next);
  }
  __device__ void take(candidate next) {
    threshold<T> bound;
    bound.set(next.squared, Dims);
    best = next;
    reach = bound.above;
    if (next.squared == 0) limit = next.rank;
  }
  __device__ T square(const row_of<T, Dims>& other) const {
    T sum = 0;
    for (int c = 0; c < Dims; ++c)
      sum = add_square(sum, at.x[c] - other.x[c]);
    return sum;
  }
  __device__ T to_box(const near_box<T, Dims>& b) const {
    T sum = 0;
    for (int c = 0; c < Dims; ++c)
      sum = add_square(sum, max(T(0), max(b.low.x[c] - at.x[c],
                                          at.x[c] - b.high.x[c])));
    return sum;
  }
};
constexpr int steps_together = 256;
template <class T, int Dims>
__device__ __forceinline__ near_walk begin_walk(
    const near_tree<T, Dims>& tree, int* listed, int own_node) {
  near_walk walk(listed, tree.levels + 1, 0, own_node * near_fan);
  walk.todo = walk.lane == tree.levels;
  return walk;
}
template <class T, int Dims>
struct search_room {
  staged_points<T, Dims> staged;
  std::uint32_t ranks[near_threads];
  int listed[2 * near_threads];
};
template <class T, int Dims>
struct parent_group {
  const near_tree<T, Dims>& tree;
  const std::int64_t n;
  const std::uint32_t *ranks, *least;
  search_room<T, Dims>& room;
  const int lane, own_node;
  const std::int64_t first, own;
  const std::uint32_t rank;
  parent_search<T, Dims> me;
  __device__ parent_group(const near_tree<T, Dims>& tree, std::int64_t n,
                          const std::uint32_t* ranks,
                          const std::uint32_t* least, ranking order,
                          search_room<T, Dims>& room, std::int64_t mine)
      : tree(tree), n(n), ranks(ranks), least(least), room(room),
        lane(int(threadIdx.x)),
        own_node(int((mine - lane) / (near_leaf * near_fan))),
        first(mine - lane), own(min(mine, n - 1)), rank(ranks[own]),
        me{tree.rows[own], mine < n ? order.limit(rank) : 0, T(INFINITY),
           no_candidate()} {}
  __device__ __forceinline__ void look_at_itself() {
    room.staged.put(lane, me.at);
    room.ranks[lane] = first + lane < n ? rank : nobody;
    __syncwarp();
    pass();
  }
  __device__ __forceinline__ void pass() {
    T nearest = T(INFINITY), second = T(INFINITY);
    int which = -1;
    WW_UNROLL for (int p = 0; p < 32; ++p) {
      T d = me.square(room.staged.row(p));
      if (room.ranks[p] >= me.limit) d = T(INFINITY);
      second = min(second, max(nearest, d));
      if (d < nearest) which = p;
      nearest = min(nearest, d);
    }
    if (which >= 0 && nearest <= me.reach) offer(which);
    if (which >= 0 && second <= me.reach)
      for (int p = 0; p < 32; ++p)
        if (me.square(room.staged.row(p)) <= me.reach) offer(p);
  }
  __device__ __forceinline__ void offer(int p) {
    me.offer(room.staged.row(p), room.ranks[p]);
  }
  __device__ __forceinline__ bool walk_together(bool together,
                                                int budget) {
    const near_box<T, Dims> box = box_around(me.at, together);
    near_walk walk = begin_walk(tree, room.listed, own_node);
    T reach = warp_largest(together ? me.reach : T(0));
    std::uint32_t limit = warp_largest(together ? me.limit : 0);
    int steps = 0;
    for (; !walk.done && steps < budget; ++steps) {
      const int child = walk.child(), level = walk.level;
      std::uint32_t child_least = nobody;
      if (child < tree.count(level))
        child_least = least[tree.begin[level] + child];
      bool near = child_least < limit;
      if (level == 0 && child / (32 / near_leaf) == first / 32) near = false;
      if (level == 1 && child == own_node) near = false;
      if (near)
        near = gap_of(box, tree.boxes[tree.begin[level] + child]) <= reach;
      unsigned open = __ballot_sync(~0u, near);
      if (level == 0)
        leave_out(open, walk.base, child_least, together ? me.reach : T(-1));
      walk.remember(open);
      walk.go_on();
      int at = 0;
      for (; walk.has(at); at += 4, ++steps) {
        const std::int64_t j = walk.point(at, n);
        if (j < n) room.staged.put(lane, tree.rows[j]);
        room.ranks[lane] = j < n ? ranks[j] : nobody;
        __syncwarp();
        pass();
        __syncwarp();
      }
      if (at == 0) continue;
      reach = warp_largest(together ? me.reach : T(0));
      limit = warp_largest(together ? me.limit : 0);
      walk.forget(at);
    }
    return walk.done;
  }
  __device__ __forceinline__ void leave_out(unsigned& open, int base,
                                            std::uint32_t child_least,
                                            T furthest) const {
    for (unsigned bits = open; bits != 0; bits &= bits - 1) {
      const int leaf = __ffs(int(bits)) - 1;
      const bool wants = me.to_box(tree.boxes[base + leaf]) <= furthest;
      const bool before = __shfl_sync(~0u, child_least, leaf) < me.limit;
      if (!__any_sync(~0u, wants && before)) open &= ~(1u << leaf);
    }
  }
  constexpr static int few = 4, many = 8;
  __device__ __forceinline__ bool is_near(int middle, T width) const {
    T off = 0;
    for (int c = 0; c < Dims; ++c) {
      const T there = __shfl_sync(~0u, me.at.x[c], middle);
      off = max(off, T(fabs(me.at.x[c] - there)));
    }
    return me.reach <= 4 * width * width && off <= 8 * width;
  }
  __device__ __forceinline__ void search_together(bool& done,
                                                  int budget) {
    const T own_width = width_of(tree.boxes[own / near_leaf]);
    unsigned left = __ballot_sync(~0u, !done);
    for (unsigned leaves = 15; leaves != 0 && __popc(left) >= few;) {
      const T asked = leaves >> lane / near_leaf & 1 ? own_width
                                                     : T(INFINITY);
      const T width = warp_least(asked);
      const unsigned such = __ballot_sync(~0u, asked == width);
      const int leaf = (__ffs(int(such)) - 1) / near_leaf;
      leaves &= ~(1u << leaf);
      const bool near = is_near(leaf * near_leaf + near_leaf / 2, width);
      const unsigned now = left & __ballot_sync(~0u, near);
      if (__popc(now) < few) continue;
      left &= ~now;
      if (walk_together(now >> lane & 1, budget))
        done = done || (now >> lane & 1);
    }
    const bool rest = left >> lane & 1;
    if (__popc(left) >= many && walk_together(rest, budget))
      done = done || rest;
  }
};
template <class T, int Dims>
__global__ void __launch_bounds__(near_threads, near_blocks)
find_parents(const __grid_constant__ near_tree<T, Dims> tree,
             point_space<T> s, const std::uint32_t* ranks,
             const std::uint32_t* least, ranking order,
             nearest_output out, long_searches rest, int budget) {
  __shared__ search_room<T, Dims> room;
  const std::int64_t mine =
      s.share.block(blockIdx.x) * near_threads + threadIdx.x;
  parent_group<T, Dims> group(tree, s.n, ranks, least, order, room,
                              mine);
  group.look_at_itself();
  const bool waits = !order.limits && group.me.best.squared == 0;
  bool done = waits || group.me.limit == 0;
  group.search_together(done, budget);
  if (mine >= s.n) return;
  const candidate best = group.me.best;
  if (waits) out.wait_for(order, group.rank, best);
  else if (done) out.write(order, group.rank, best);
  else rest.add(out, order, mine, group.rank, best);
}
constexpr int steps_alone = 1024;
struct warp_room {
  int listed[2 * near_threads];
  double squared[(near_levels + 1) * near_threads];
  std::uint32_t least[(near_levels + 1) * near_threads];
};
template <class T, int Dims>
struct warp_search {
  const near_tree<T, Dims>& tree;
  const std::uint32_t *ranks, *least;
  warp_room& room;
  const int lane;
  const std::int64_t t;
  const row_of<T, Dims> at;
  const std::uint32_t limit;
  candidate best;
  __device__ warp_search(const near_tree<T, Dims>& tree,
                         const std::uint32_t* ranks,
                         const std::uint32_t* least, ranking order,
                         warp_room& room, std::int64_t t)
      : tree(tree), ranks(ranks), least(least), room(room),
        lane(int(threadIdx.x)), t(t), at(tree.rows[t]),
        limit(order.limit(ranks[t])), best(no_candidate()) {}
  __device__ __forceinline__ bool search(int budget) {
    const int root = tree.levels * near_threads + lane;
    room.squared[root] = 0;
    room.least[root] = 0;
    return walk_on(begin_walk(tree, room.listed,
                              int(t / (near_leaf * near_fan))), budget);
  }
  __device__ __forceinline__ void look_at_share(std::int64_t share,
                                                std::int64_t shares) {
    int level = tree.levels - 1;
    while (level > 0 && tree.count(level) < 8 * near_fan * shares)
      --level;
    for (std::int64_t base = share * near_fan; base < tree.count(level);
         base += shares * near_fan)
      walk_on(near_walk(room.listed, level + 1, level, int(base)),
              INT_MAX);
  }
  __device__ __forceinline__ bool walk_on(near_walk walk, int budget) {
    for (int steps = 0; steps < budget; ++steps) {
      walk.remember(open_children(walk));
      for (int four = 0; four < walk.pending; four += 4, ++steps)
        look_at(walk.point(four, tree.n));
      walk.pending = 0;
      if (!go_to_best(walk)) return true;
    }
    return false;
  }
  __device__ __forceinline__ unsigned open_children(
      const near_walk& walk) const {
    const int child = walk.child(), level = walk.level;
    candidate next = no_candidate();
    if (child < tree.count(level)) {
      const std::int64_t node = tree.begin[level] + child;
      next.rank = least[node];
      if (next.rank < limit)
        next.squared = square_to(tree.boxes[node]);
    }
    const int row = level * near_threads + lane;
    room.squared[row] = next.squared;
    room.least[row] = next.rank;
    return __ballot_sync(~0u, next.rank < limit && nearer(next, best));
  }
  __device__ __forceinline__ double square_to(
      const near_box<T, Dims>& b) const {
    row_of<T, Dims> c = at;
    for (int i = 0; i < Dims; ++i)
      c.x[i] = min(max(at.x[i], b.low.x[i]), b.high.x[i]);
    return squared_distance(c.x, at.x, Dims);
  }
  __device__ __forceinline__ void look_at(std::int64_t j) {
    if (j < tree.n) {
      const std::uint32_t rank = ranks[j];
      if (rank < limit) {
        const row_of<T, Dims> other = tree.rows[j];
        const candidate next{squared_distance(other.x, at.x, Dims), rank};
        if (nearer(next, best)) best = next;
      }
    }
    best = best_of_lanes(best, 16);
    __syncwarp();
  }
  __device__ __forceinline__ bool go_to_best(near_walk& walk) const {
    for (int level = 1; level < walk.top; ++level) {
      const unsigned left = __shfl_sync(~0u, walk.todo, level);
      if (left == 0) continue;
      const int row = level * near_threads + lane;
      candidate mine = no_candidate();
      if (left >> lane & 1)
        mine = {room.squared[row], room.least[row]};
      const candidate next = best_of_lanes(mine, 16);
      const bool within = nearer(next, best);
      const int bit = __ffs(int(__ballot_sync(
          ~0u, mine.squared == next.squared && mine.rank == next.rank)));
      if (lane == level)
        walk.todo = within ? walk.todo & ~(1u << (bit - 1)) : 0;
      if (!within) continue;
      walk.base = __shfl_sync(~0u, walk.node, level) + bit - 1;
      walk.base *= near_fan;
      walk.level = level - 1;
      return true;
    }
    return false;
  }
};
template <int = 0>
__global__ void ask_the_awaited(std::int64_t n, nearest_output out) {
  const std::int64_t i = thread_number();
  if (i >= n) return;
  const std::int64_t q = -2 - out.higher[i];
  if (q >= 0)
    out.higher[i] = out.squared[q] == 0 ? out.higher[q] : q;
}
template <class T, int Dims>
__global__ void __launch_bounds__(near_threads, near_blocks)
search_on(const __grid_constant__ near_tree<T, Dims> tree,
          const std::uint32_t* ranks, const std::uint32_t* least,
          ranking order, nearest_output out, long_searches from,
          long_searches rest, candidate* found, int budget) {
  __shared__ warp_room room;
  const std::int64_t searches = *from.size;
  const std::int64_t shares =
      searches > 0 && !rest.list ? shares_of(searches, gridDim.x) : 1;
  for (std::int64_t task = blockIdx.x; task < searches * shares;
       task += gridDim.x) {
    const std::int64_t t = from.list[task / shares];
    warp_search<T, Dims> me(tree, ranks, least, order, room, t);
    me.best = from.best_so_far(out, order, ranks[t]);
    __syncwarp();
    bool done = true;
    if (shares == 1) done = me.search(budget);
    else me.look_at_share(task % shares, shares);
    if (threadIdx.x > 0) continue;
    if (!done) rest.add(out, order, t, ranks[t], me.best);
    else if (shares > 1) found[task] = me.best;
    else out.write(order, ranks[t], me.best);
  }
}
template <class T>
__global__ void find_farthest(const T* points, point_space<T> s,
                              const std::uint32_t* order, wide* most) {
  const std::int64_t step = std::int64_t(gridDim.x) * blockDim.x;
  const T* const top = points + std::int64_t(order[0]) * s.k;
  const double scale = s.scale();
  auto scaled = [&](T x) { return double(T(double(x) * scale)); };
  wide far = 0;
  for (std::int64_t i = thread_number(); i < s.n; i += step) {
    double sum = 0;
    for (int c = 0; c < s.k; ++c) {
      const double d = rounded_difference(scaled(top[c]),
                                          scaled(points[i * s.k + c]));
      sum = rounded_sum(sum, rounded_product(d, d));
    }
    far = max(far, bits_of(sum));
  }
  far = warp_largest(far);
  if (threadIdx.x % 32 == 0) atomicMax(most, far);
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
  __shared__ double best[256];
  __shared__ std::int64_t where[256];
  const int t = int(threadIdx.x);
  best[t] = 0;
  where[t] = 1;
  for (std::int64_t k = t + 1; k * k <= n && k < n && gamma[k] > 0;
       k += 256) {
    const double factor = gamma[k - 1] / gamma[k];
    if (factor > best[t]) {
      best[t] = factor;
      where[t] = k;
    }
  }
  __syncthreads();
  if (t > 0) return;
  double factor = 0;
  std::int64_t chosen = 1;
  for (int u = 0; u < 256; ++u)
    if (best[u] > factor || (best[u] == factor && where[u] < chosen)) {
      factor = best[u];
      chosen = where[u];
    }
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
template <int = 0>
__global__ void jump(std::int64_t n, const std::uint32_t* up,
                     std::uint32_t* next) {
  const std::int64_t i = thread_number();
  if (i < n) next[i] = up[up[i]];
}
template <int = 0>
__global__ void write_labels(std::int64_t n, const std::uint32_t* up,
                             const std::uint32_t* number,
                             density_arrays out) {
  const std::int64_t i = thread_number();
  if (i < n) out.cluster[i] = number[up[i]];
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
  border_search(density_arrays out, wide* border,
                const std::uint32_t* index)
      : out(out), border(border), index(index) {}
  __device__ state begin(std::int64_t) const { return {0}; }
  __device__ bool prepare(const point_space<T>& s) {
    const double d = *out.dc * s.scale();
    edge.set(least_square(of_bits(bits_of(d) + 1)), s.k);
    return true;
  }
  __device__ int tile(const point_space<T>& s, std::int64_t first,
                      std::int64_t own, std::int64_t at) const {
    return s.k > 3 || block_span(s, first, own, at).near < edge.exact;
  }
  __device__ void take(state&, T) const {}
  __device__ unsigned decides(T square) const {
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
template <int = 0>
__global__ void set_dc(double* to, double value) { *to = value; }
template <int = 0>
__global__ void clear_counts(wide* bins, std::int64_t count,
                             wide* below) {
  const std::int64_t i = thread_number();
  if (i < count) bins[i] = 0;
  if (i < all_counters) below[i] = 0;
}
template <int = 0>
__global__ void set_none(density_arrays out) {
  *out.clusters = 0;
  if (out.gap) *out.gap = 0;
}
inline dim3 small_grid_of(std::int64_t n) {
  return dim3(min(1024u, blocks_for(n).x));
}
template <class T>
struct space_room {
  point_space<T> s;
  std::uint64_t* addresses;
  char* memory;
  std::size_t bytes = 0;
  space_room(arena& a, std::int64_t n, int k) {
    s.n = n;
    s.k = k;
    s.stride = k == 3 ? 4 : k;
    s.at = a.take<T>(n * s.stride);
    s.index = a.take<std::uint32_t>(n);
    s.boxes = a.take<T>(k > 3 ? 0 : 2 * s.stride * s.tiles());
    s.seen = a.take<frame>(1);
    addresses = a.take<std::uint64_t>(k > 3 ? 0 : n);
    if (k <= 3) sort_addresses(nullptr, nullptr);
    memory = a.take<char>(std::int64_t(bytes));
  }
  void sort_addresses(void* temporary, cudaStream_t stream) {
    sort_pairs<std::uint64_t>(temporary, bytes, addresses, nullptr,
                              nullptr, s.index, s.n, order::ascending,
                              stream);
  }
  void fill(const T* points, std::int64_t stride, cudaStream_t stream) {
    const int dims = frame_dims(s.k);
    const std::int64_t rows = s.k > 3 ? s.n * s.k : s.n;
    launch(clear_frame<>, 1, 3, 0, stream, s.seen);
    launch(find_frame<T>, small_grid_of(rows), 256, 0, stream, points,
           rows, s.k > 3 ? 1 : stride, dims, s.seen);
    if (s.k <= 3) {
      launch_addresses(points, stride, s.n, s.k, addresses, stream);
      sort_addresses(memory, stream);
    }
    launch(place_points<T>, blocks_for(s.n * s.stride), 256, 0, stream,
           points, stride, s);
    if (s.k <= 3)
      launch(find_boxes<T>, unsigned(s.tiles()), 32, 0, stream, s);
  }
};
template <class T> unsigned near_blocks_of(const point_space<T>& s) {
  return unsigned(s.share.size(tiles_of(s.n, near_threads)));
}
template <class T>
struct near_room {
  point_space<T> s;
  T* boxes;
  std::uint32_t *least, *ranks, *sizes;
  candidate* found;
  int warps = near_blocks * multiprocessors();
  int together = steps_together, alone = steps_alone;
  near_room(arena& a, const point_space<T>& s) : s(s) {
    near_tree<T, 1> any;
    const std::int64_t n = s.k <= 3 ? s.n : 0;
    const std::int64_t nodes = n > 0 ? lay_out(any, n) : 0;
    boxes = a.take<T>(nodes * 2 * s.stride);
    least = a.take<std::uint32_t>(nodes);
    ranks = a.take<std::uint32_t>(n);
    sizes = a.take<std::uint32_t>(2);
    found = a.take<candidate>(n > 0 ? warps : 0);
  }
  int slices() const {
    int power = 1;
    while (power < 32 && power * 2 <= pair_slices(s.n, s.k) &&
           power * 2 * s.n <= 8192 * 32)
      power *= 2;
    return power;
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
  template <int Dims>
  void build(const near_tree<T, Dims>& tree, cudaStream_t stream) const {
    for (int level = 0; level < tree.levels; ++level)
      launch(make_near_boxes<T, Dims>, blocks_for(tree.count(level)), 256,
             0, stream, tree, level);
  }
  void build(cudaStream_t stream) const {
    if (s.k <= 3) in_few([&](const auto& t) { build(t, stream); });
  }
  template <int Dims>
  void count(const near_tree<T, Dims>& tree, const double* dc,
             double* sums, cudaStream_t stream) const {
    const dim3 grid(near_blocks_of(s), unsigned(slices()));
    if (grid.x == 0) return;
    launch(count_near<T, Dims>, grid, near_threads, 0, stream, tree, s,
           dc, sums);
  }
  int count(const double* dc, double* sums, cudaStream_t stream) const {
    in_few([&](const auto& t) { count(t, dc, sums, stream); });
    return slices();
  }
  template <int Dims>
  void count(const near_tree<T, Dims>& tree, const key_bins<T>& keys,
             std::int64_t every, cudaStream_t stream) const {
    const std::int64_t groups = near_blocks_of(s) / every;
    const auto blocks = std::min<std::int64_t>(
        groups * slices(), near_blocks / 2 * multiprocessors());
    if (groups > 0)
      launch(count_window<T, Dims>, unsigned(blocks), near_threads, 0,
             stream, tree, s, keys, groups, every, slices());
  }
  void count(const key_bins<T>& keys, std::int64_t every,
             cudaStream_t stream) const {
    in_few([&](const auto& t) { count(t, keys, every, stream); });
  }
  template <int Dims>
  void search(const near_tree<T, Dims>& tree, const ranking& order,
              std::uint32_t* lists, nearest_output out,
              cudaStream_t stream) const {
    for (int level = 0; level < tree.levels; ++level)
      launch(find_least<T, Dims>, blocks_for(tree.count(level)), 256, 0,
             stream, tree, level, ranks, least);
    const long_searches first{lists, sizes};
    const long_searches second{lists + s.n, sizes + 1};
    launch(clear_lists<>, 1, 2, 0, stream, sizes);
    if (const unsigned grid = near_blocks_of(s))
      launch(find_parents<T, Dims>, grid, near_threads, 0, stream, tree,
             s, ranks, least, order, out, first, together);
    launch(search_on<T, Dims>, warps, near_threads, 0, stream, tree, ranks,
           least, order, out, first, second, found, alone);
    launch(search_on<T, Dims>, warps, near_threads, 0, stream, tree, ranks,
           least, order, out, second, long_searches{}, found, INT_MAX);
    launch(join_shares<>, warps / 8, 256, 0, stream, ranks, order, out,
           second, found, std::int64_t(warps));
    launch(ask_the_awaited<>, blocks_for(s.n), 256, 0, stream, s.n, out);
  }
  void find(const ranking& order, std::uint32_t* words,
            nearest_output out, cudaStream_t stream) const {
    launch(invert_order<>, blocks_for(s.n), 256, 0, stream, s.n,
           order.order, words);
    launch(place_ranks<>, blocks_for(s.n), 256, 0, stream, s.n, s.index,
           words, ranks);
    in_few([&](const auto& t) { search(t, order, words, out, stream); });
  }
};
template <class T>
__global__ void scale_squares(point_space<T> s, double* squared) {
  const std::int64_t i = thread_number();
  if (i < s.n) squared[i] = squared[i] / s.scale() / s.scale();
}
template <class T, class V>
void search_near(void* temporary, std::size_t& bytes,
                 points_with_heights<T, V> in, std::int64_t* higher,
                 double* squared, higher_options o, cudaStream_t s,
                 int together = steps_together,
                 int alone = steps_alone) {
  const std::int64_t n = in.n;
  arena a(temporary);
  ranker<T, V> ranks(a, in, o);
  space_room<T> room(a, n, in.k);
  near_room<T> near(a, room.s);
  near.together = together;
  near.alone = alone;
  auto* words = a.take<std::uint32_t>(2 * n);
  ranks.take_room(a);
  if (!a.holds(bytes) || n == 0) return;
  ranks.rank(s);
  room.fill(in.points, in.stride, s);
  near.build(s);
  near.find(ranks.found, words, {higher, squared}, s);
  launch(scale_squares<T>, blocks_for(n), 256, 0, s, room.s, squared);
}
struct rank_room {
  std::int64_t n, m, sampled = 1024;
  int bits;
  double *sample, *sorted;
  rank_window* window;
  wide *bins, *below;
  char* memory;
  std::size_t bytes = 0;
  rank_room(arena& a, std::int64_t n) : n(n) {
    m = 1 << 10;
    while (m < (1 << 18) && m < n / 64 * n) m *= 2;
    bits = n < 8192 ? 11 : n < 262144 ? 14 : 17;
    sample = a.take<double>(m);
    sorted = a.take<double>(m);
    window = a.take<rank_window>(1);
    bins = a.take<wide>(std::int64_t(1) << bits);
    below = a.take<wide>(all_counters);
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
    launch(draw_pairs<T>, blocks_for(m), 256, 0, stream, s, m, sample);
    sort_sample(memory, stream);
    launch(open_window<>, 1, 1, 0, stream, sorted, m, n, percent, bits,
           s.k <= 3, goes_thin(s), window);
  }
  template <class T>
  void find_bracket(const point_space<T>& s, double percent,
                    double* bracket, cudaStream_t stream) {
    launch(set_dc<>, 1, 1, 0, stream, bracket, 0.0);
    launch(set_dc<>, 1, 1, 0, stream, bracket + 1, 0.0);
    if (n < 2) return;
    draw(s, percent, stream);
    launch(write_bracket<T>, 1, 1, 0, stream, s, window, bracket);
  }
  template <class T>
  std::int64_t sparseness(const point_space<T>& s) const {
    return s.share.size(tiles_of(n, near_threads)) / sampled;
  }
  template <class T> bool goes_thin(const point_space<T>& s) const {
    return s.k <= 3 && n / s.share.ranks >= 8 * sampled * near_threads;
  }
  template <class T>
  void find(const near_room<T>& near, double percent, double* dc,
            density_team& team, cudaStream_t stream) {
    launch(set_dc<>, 1, 1, 0, stream, dc, 0.0);
    if (n < 2) return;
    draw(near.s, percent, stream);
    launch(clear_counts<>, blocks_for(1 << bits), 256, 0, stream, bins,
           std::int64_t(1) << bits, below);
    if (goes_thin(near.s))
      pass(near, sparseness(near.s), dc, team, stream);
    for (int k = 0; k < 2 + (62 + bits) / bits; ++k)
      pass(near, 1, dc, team, stream);
  }
  template <class T>
  void pass(const near_room<T>& near, std::int64_t every, double* dc,
            density_team& team, cudaStream_t stream) {
    const bool thin = every > 1;
    if (!team.wants(window, thin, stream)) return;
    const key_bins<T> keys{window, bins, below};
    if (near.s.k > 3)
      visit_many(near.s, rank_count<T>(window, bins, below), stream);
    else near.count(keys, every, stream);
    team.join(window, bins, bits, below, stream);
    launch(narrow_window<T>, 1, narrow_threads, 0, stream, window, bins,
           below, near.s, thin, dc);
  }
};
template <class T>
void find_density(const point_space<T>& s, const near_room<T>& near,
                  const double* dc, const density_options& o,
                  double* sums, double* rho, cudaStream_t stream) {
  const bool all = o.all_pairs || s.k > 3;
  int slices = pair_slices(s.n, s.k), side = int(block_points(s.k));
  if (o.kernel == density_kernel::gaussian)
    visit_pairs(s, gaussian_sum<T>{dc, sums, all}, stream);
  else if (all) visit_pairs(s, near_count<T>{dc, sums}, stream);
  else slices = near.count(dc, sums, stream), side = near_threads;
  launch(add_slices<T>, blocks_for(s.n), 256, 0, stream, s, sums,
         slices, side, rho);
}
template <class T>
struct label_room {
  point_space<T> s;
  near_room<T> near;
  const T* given;
  points_with_heights<T, double> in;
  density_arrays out;
  double *gamma, *sorted;
  std::uint32_t *order_of_rho, *ranked, *number, *up, *next;
  wide *most, *border;
  std::size_t bytes = 0, more = 0, third = 0;
  char* memory;
  label_room(arena& a, const T* points, const point_space<T>& s,
             const near_room<T>& near, const density_arrays& out)
      : s(s), near(near), given(points),
        in{s.at, s.k, s.k, out.rho, 1, s.n}, out(out) {
    gamma = a.take<double>(s.n);
    sorted = a.take<double>(s.n);
    for (auto* p : {&order_of_rho, &ranked, &number, &up, &next})
      *p = a.take<std::uint32_t>(s.n);
    most = a.take<wide>(all_counters);
    border = a.take<wide>(s.n);
    sort_heights(nullptr, bytes, nullptr);
    sort_gamma(nullptr, more, nullptr);
    if (s.k > 3)
      nearest_higher(nullptr, third, in, out.parent, out.delta);
    bytes = more = third = std::max({bytes, more, third});
    memory = a.take<char>(std::int64_t(bytes));
  }
  void sort_heights(void* t, std::size_t& b, cudaStream_t stream) {
    sort_pairs<double>(t, b, out.rho, sorted, nullptr, order_of_rho,
                       in.n, order::descending, stream);
  }
  void sort_gamma(void* t, std::size_t& b, cudaStream_t stream) {
    sort_pairs<double>(t, b, gamma, sorted, nullptr, ranked, in.n,
                       order::descending, stream);
  }
  void clear(const density_options& o, cudaStream_t stream) {
    launch(set_dc<>, 1, 1, 0, stream, out.dc, o.dc);
    launch(set_none<>, 1, 1, 0, stream, out);
  }
  void find(const density_options& o, density_team& team,
            cudaStream_t stream) {
    const dim3 grid = blocks_for(s.n);
    sort_heights(memory, bytes, stream);
    find_parents_together(team, stream);
    launch(clear_counts<>, grid, 256, 0, stream, border, s.n, most);
    launch(find_farthest<T>, small_grid_of(s.n), 256, 0, stream, given, s,
           order_of_rho, most);
    launch(take_roots<T>, grid, 256, 0, stream, s, order_of_rho, most,
           out.delta);
    launch(find_gamma<>, grid, 256, 0, stream, s.n, order_of_rho, sorted,
           out.delta, gamma);
    sort_gamma(memory, more, stream);
    launch(choose_clusters<>, 1, 256, 0, stream, s.n, sorted, o.clusters,
           out);
    launch(begin_ways<>, grid, 256, 0, stream, s.n, out, up);
    launch(mark_centres<>, grid, 256, 0, stream, order_of_rho, ranked, out,
           number, up);
    for (std::int64_t way = 1; way < in.n; way *= 2) {
      launch(jump<>, grid, 256, 0, stream, in.n, up, next);
      std::swap(up, next);
    }
    launch(write_labels<>, grid, 256, 0, stream, in.n, up, number, out);
  }
  void find_parents_together(density_team& team, cudaStream_t stream) {
    team.clear(out.parent, s.n, stream);
    team.clear(out.delta, s.n, stream);
    if (s.k <= 3)
      near.find({order_of_rho}, reinterpret_cast<std::uint32_t*>(gamma),
                {out.parent, out.delta}, stream);
    else
      nearest_higher(memory, third, in, out.parent, out.delta,
                     {false, 1, s.share}, stream);
    team.add(out.parent, s.n, stream);
    team.add(out.delta, s.n, stream);
  }
  void find_halo(density_team& team, cudaStream_t stream) {
    visit_pairs(s, border_search<T>{out, border, s.index}, stream);
    team.largest(border, s.n, stream);
    launch(mark_halo<>, blocks_for(in.n), 256, 0, stream, in.n, border,
           out);
  }
};
}
