#include <omp.h>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <ww/detail/ground/bulk.cuh>
#include <thrust/fill.h>
#include <ww/detail/ground/host-call.cuh>
#include <ww/detail/hull/directions.cuh>
#include <ww/detail/hull/hull-kernels.cuh>
#include <ww/sort.cuh>
namespace ww {
namespace detail::hull {
namespace {
__device__ inline std::int64_t set_of(const std::int64_t* offsets,
                                      std::int64_t sets,
                                      std::int64_t low,
                                      std::int64_t place) {
  std::int64_t width = 1;
  while (low + width < sets && offsets[low + width] <= place) {
    low += width;
    width *= 2;
  }
  return first_that(low, min(low + width, sets) - 1,
                    [&](std::int64_t k) {
                      return offsets[k + 1] > place;
                    });
}
template <class P>
constexpr int sets_tile =
    tile_memory<set_point<P>, hull_policy<set_point<P>>>::size;
template <class P, class Point>
__global__ void give_sets(Point point_at, std::int64_t n,
                          const std::int64_t* offsets,
                          std::int64_t sets, const std::int64_t* sizes,
                          const unsigned long long* open,
                          set_point<P>* sorted, point_index* rings) {
  const std::int64_t base = std::int64_t(blockIdx.x) * sets_tile<P>;
  const std::int64_t end = min(base + sets_tile<P>, n);
  std::int64_t first = 0;
  int any = 0;
  if (*open != 0) {
    first = set_of(offsets, sets, 0, base);
    const std::int64_t last = set_of(offsets, sets, first, end - 1);
    for (auto k = first + threadIdx.x; k <= last; k += blockDim.x)
      any |= sizes[k] < 0;
  }
  if (!__syncthreads_or(any)) {
    if (threadIdx.x == 0) sorted[base] = {0, 0, no_set};
    if (threadIdx.x == 1 && end - 1 > base)
      sorted[end - 1] = {0, 0, no_set};
    return;
  }
  std::int64_t set = first;
  for (std::int64_t i = base + threadIdx.x; i < end; i += blockDim.x) {
    set = set_of(offsets, sets, set, i);
    P p = {0, 0};
    if (sizes[set] < 0) p = point_at(i), rings[i] = ~0u;
    sorted[i] = {p.x, p.y, std::uint32_t(set)};
  }
}
struct set_sides {
  int sides;
  std::int64_t sets;
  const std::int64_t* offsets;
  const unsigned long long* open;
  point_index* vertices[2];
  point_index* starts[2];
  __device__ std::int64_t size(int side, std::int64_t set) const {
    return std::int64_t(starts[side][2 * set + 1]) -
           starts[side][2 * set];
  }
  __device__ std::int64_t added(std::int64_t set) const {
    if (sides == 1 || size(1, set) <= 2) return 0;
    const auto second = [&](int side) {
      return vertices[side][starts[side][2 * set] + 1];
    };
    return second(0) == second(1) ? 0 : size(1, set) - 2;
  }
};
__global__ void find_starts(set_sides v, const std::int64_t* counts,
                            std::int64_t* sizes) {
  const std::int64_t set = thread_number();
  if (*v.open == 0 || set >= v.sets) return;
  v.starts[0][2 * set] = no_set;
  if (sizes[set] >= 0) return;
  for (int side = 0; side < v.sides; ++side)
    for (int end = 0; end < 2; ++end)
      v.starts[side][2 * set + end] = first_that(
          point_index(0), point_index(counts[side]),
          [&](point_index k) {
            return v.vertices[side][k] >= v.offsets[set + end];
          });
  sizes[set] = v.size(0, set) + v.added(set);
}
template <class P>
__device__ std::uint32_t hash_of(P p, std::int64_t n) {
  const std::uint64_t x = ordered_bits(p.x), y = ordered_bits(p.y);
  std::uint64_t h = (x ^ y << 32 ^ y >> 32) * 0x9e3779b97f4a7c15u;
  h = (h ^ h >> 29) * 0xbf58476d1ce4e5b9u;
  return std::uint32_t((h >> 32) * std::uint64_t(n) >> 32);
}
template <class P>
__global__ void mark_vertices(const set_point<P>* sorted,
                              std::int64_t n, set_sides v,
                              const std::int64_t* counts,
                              std::uint32_t* marks) {
  if (*v.open == 0) return;
  for (int side = 0; side < v.sides; ++side)
    for (auto k = thread_number(); k < counts[side];
         k += std::int64_t(gridDim.x) * blockDim.x) {
      const auto h = hash_of(sorted[v.vertices[side][k]].alone(), n);
      atomicOr(marks + h / 32, 1u << h % 32);
    }
}
template <class P>
__global__ void name_vertices(const P* points, std::int64_t n,
                              const set_point<P>* sorted, set_sides v,
                              const std::uint32_t* marks,
                              point_index* rings) {
  if (*v.open == 0) return;
  for (auto i = thread_number(); i < n;
       i += std::int64_t(gridDim.x) * blockDim.x) {
    if (sorted[i - i % sets_tile<P>].set == no_set) continue;
    const P p = points[i];
    const auto h = hash_of(p, n);
    const std::int64_t set = sorted[i].set;
    if ((marks[h / 32] >> h % 32 & 1) == 0 ||
        v.starts[0][2 * set] == no_set)
      continue;
    auto place = [&](int side) -> std::int64_t {
      const auto* list = v.vertices[side] + v.starts[side][2 * set];
      const auto end = v.size(side, set);
      const auto k = first_that(std::int64_t(0), end, [&](auto k) {
        return !precedes(sorted[list[k]].alone(), p);
      });
      return k < end && same(sorted[list[k]].alone(), p) ? k : -1;
    };
    std::int64_t k = place(0);
    const std::int64_t more = v.added(set);
    if (k < 0 && more > 0) {
      const std::int64_t u = place(1);
      if (u >= 1 && u <= more) k = v.size(0, set) + more - u;
    }
    if (k >= 0) atomicMin(rings + v.offsets[set] + k, point_index(i));
  }
}
constexpr std::int64_t short_set = 4096;
constexpr int window = 1024, short_threads = 128, most_kept = 128;
constexpr int places = window + most_kept + 1;
template <class P>
struct window_memory {
  P point[places];
  unsigned short index[places], vertex[2][places];
  std::int64_t first, last;
};
template <class P>
struct window_stack {
  window_memory<P>& w;
  int side, first;
  __device__ void set(int k, point_index i) const {
    w.vertex[side][first + k] = (unsigned short)i;
  }
  __device__ point_index get(int k) const {
    return w.vertex[side][first + k];
  }
};
__device__ inline void leave_open(std::int64_t* sizes, std::int64_t set,
                                  unsigned long long* open) {
  sizes[set] = -1;
  atomicOr(open, ~0ull);
}
template <class P>
__device__ void read_points(const P* set, int size, int from,
                            P (&p)[4]) {
  WW_UNROLL for (int r = 0; r < 4; ++r)
    p[r] = set[min(from + r * 32 + int(threadIdx.x % 32), size - 1)];
}
template <class P>
__device__ void find_corners(const P* set, int size, P (&corner)[8]) {
  using T = decltype(P::x);
  const int lane = int(threadIdx.x % 32);
  T far[8];
  int at[8];
  WW_UNROLL for (int d = 0; d < 8; ++d)
    far[d] = -infinite<T>, at[d] = 0;
  for (int from = 0; from < size; from += 128) {
    P p[4];
    read_points(set, size, from, p);
    WW_UNROLL for (int r = 0; r < 4 && from + r * 32 < size; ++r)
      WW_UNROLL for (int d = 0; d < 8; ++d)
        if (const T a = reach(d, p[r]); a > far[d])
          far[d] = a, at[d] = min(from + r * 32 + lane, size - 1);
  }
  WW_UNROLL for (int d = 0; d < 8; ++d) {
    const unsigned best =
        __ballot_sync(~0u, far[d] == warp_largest(far[d]));
    corner[d] = set[__shfl_sync(~0u, at[d], __ffs(int(best)) - 1)];
  }
}
template <class P>
struct eight_lines {
  using T = decltype(P::x);
  static constexpr T tiny = std::numeric_limits<T>::min();
  static constexpr T slack = 32 * spacing<T>;
  P origin, way[8];
  T least[8];
  __device__ explicit eight_lines(const P (&corner)[8])
      : origin(corner[0]) {
    T most = 0;
    WW_UNROLL for (int d = 0; d < 8; ++d) {
      const P a = from_origin(corner[d]);
      const P b = from_origin(corner[(d + 1) % 8]);
      most = max(most, max(std::fabs(a.x), std::fabs(a.y)));
      way[d] = {b.x - a.x, b.y - a.y};
      least[d] = way[d].x * a.y - way[d].y * a.x;
    }
    WW_UNROLL for (int d = 0; d < 8; ++d)
      least[d] = same(corner[d], corner[(d + 1) % 8])
                     ? -infinite<T>
                     : least[d] + (slack * most * most + tiny);
    if (same(corner[0], corner[4])) least[0] = infinite<T>;
  }
  __device__ P from_origin(P p) const {
    return {p.x - origin.x, p.y - origin.y};
  }
  __device__ bool surround(P p) const {
    const P q = from_origin(p);
    bool left = true;
    WW_UNROLL for (int d = 0; d < 8; ++d)
      left &= way[d].x * q.y - way[d].y * q.x > least[d];
    return left;
  }
};
template <class P>
__device__ int keep_outer(window_memory<P>& w, const P* set, int size,
                          int place) {
  const int lane = threadIdx.x % 32;
  P corner[8], p[4];
  find_corners(set, size, corner);
  const eight_lines<P> lines(corner);
  int kept = 0;
  for (int from = 0; from < size; from += 128) {
    read_points(set, size, from, p);
    WW_UNROLL for (int r = 0; r < 4; ++r) {
      const int i = from + r * 32 + lane;
      if (i - lane >= size) break;
      const bool keep = i < size && !lines.surround(p[r]);
      const unsigned votes = __ballot_sync(~0u, keep);
      const int at = kept + __popc(votes & ((1u << lane) - 1));
      kept += __popc(votes);
      if (!keep || at >= most_kept) continue;
      w.point[place + 1 + at] = p[r];
      w.index[place + 1 + at] = (unsigned short)i;
    }
  }
  __syncwarp();
  return kept;
}
template <int lanes, class P>
__device__ void put_in_order(window_memory<P>& w, int place, int size) {
  const int lane = threadIdx.x % lanes;
  P mine[4];
  unsigned short index[4];
  int rank[4] = {1, 1, 1, 1};
  WW_UNROLL for (int r = 0; r < 4; ++r)
    if (const int i = lane + r * lanes; i < size) {
      mine[r] = w.point[place + 1 + i];
      index[r] = w.index[place + 1 + i];
    }
  for (int j = 0; j < size; ++j) {
    const P q = w.point[place + 1 + j];
    WW_UNROLL for (int r = 0; r < 4 && r * lanes < size; ++r)
      rank[r] += (q.x < mine[r].x) |
                 ((q.x == mine[r].x) &
                  ((q.y < mine[r].y) |
                   ((q.y == mine[r].y) & (j < lane + r * lanes))));
  }
  __syncwarp();
  WW_UNROLL for (int r = 0; r < 4; ++r)
    if (lane + r * lanes < size) {
      w.point[place + rank[r]] = mine[r];
      w.index[place + rank[r]] = index[r];
    }
  if (lane == 0 && size > 0) w.index[place] = (unsigned short)size;
  __syncwarp();
}
template <class P>
__device__ void sort_places(window_memory<P>& w, int place, int size) {
  P* const point = w.point + place + 1;
  unsigned short* const index = w.index + place + 1;
  for (int width = 2; width / 2 < size; width *= 2)
    for (int d = width / 2; d > 0; d /= 2) {
      for (int p = threadIdx.x % 32; p < most_kept / 2; p += 32) {
        const int a = 2 * p - (p & (d - 1));
        const int b = d == width / 2 ? a ^ (width - 1) : a + d;
        if (b >= size) continue;
        const P u = point[a], v = point[b];
        const unsigned short i = index[a], j = index[b];
        if (precedes(u, v) || (same(u, v) && i < j)) continue;
        point[a] = v, point[b] = u;
        index[a] = j, index[b] = i;
      }
      __syncwarp();
    }
  if (threadIdx.x % 32 == 0) w.index[place] = (unsigned short)size;
}
template <int lanes, class P, class Place>
__device__ void take_points(window_memory<P>& w, const P* points,
                            const std::int64_t* offsets,
                            std::int64_t set, int size,
                            Place place_of) {
  const int place = size > 0 ? place_of(set) : 0;
  for (int i = threadIdx.x % lanes; i < size; i += lanes) {
    w.point[place + 1 + i] = points[offsets[set] + i];
    w.index[place + 1 + i] = (unsigned short)i;
  }
  __syncwarp();
  put_in_order<lanes>(w, place, size);
}
template <int lanes, class P, class Place>
__device__ void take_small(window_memory<P>& w, const P* points,
                           const std::int64_t* offsets,
                           std::int64_t first, std::int64_t last,
                           int above, Place place_of) {
  for (std::int64_t k = first; k < last; k += short_threads / lanes) {
    const std::int64_t set = k + threadIdx.x / lanes;
    const std::int64_t size =
        set < last ? offsets[set + 1] - offsets[set] : 0;
    const int all = size > above && size <= 4 * lanes ? int(size) : 0;
    if (__any_sync(~0u, all))
      take_points<lanes>(w, points, offsets, set, all, place_of);
  }
}
template <class P>
__global__ void
__launch_bounds__(short_threads, sizeof(P) == 8 ? 8 : 5)
find_short_hulls(const P* points, chain_rule rule, int sides,
                 const std::int64_t* offsets, std::int64_t sets,
                 point_index* rings, std::int64_t* sizes,
                 unsigned long long* open) {
  window_memory<P>& w = *dynamic_shared<window_memory<P>>();
  const int t = int(threadIdx.x);
  if (t < 64) {
    const auto from = (std::int64_t(blockIdx.x) + t / 32) * window;
    const auto votes = [](bool yes) {
      return __popc(__ballot_sync(~0u, yes));
    };
    const auto k =
        last_yes(sets + 1, 5, t % 32, votes, [&](std::int64_t k) {
          return offsets[k - 1] + k - 1 < from;
        });
    if (t % 32 == 0) (t == 0 ? w.first : w.last) = k;
  }
  __syncthreads();
  const std::int64_t first = w.first, last = w.last;
  const std::int64_t base =
      first < last ? offsets[first] + first : std::int64_t(0);
  auto place_of = [&](std::int64_t k) {
    return int(offsets[k] + k - base);
  };
  auto size_of = [&](std::int64_t k) {
    return k < last ? offsets[k + 1] - offsets[k] : std::int64_t(0);
  };
  bool rest = false;
  for (std::int64_t k = first; k < last; k += short_threads) {
    const std::int64_t set = k + t, size = size_of(set);
    if (set < last) w.index[place_of(set)] = 0;
    rest |= size > 4 && size <= short_set;
    if (size > short_set) leave_open(sizes, set, open);
    const int all = size <= 4 ? int(size) : 0;
    take_points<1>(w, points, offsets, set, all, place_of);
  }
  if (__syncthreads_or(rest)) {
    take_small<2>(w, points, offsets, first, last, 4, place_of);
    take_small<8>(w, points, offsets, first, last, 8, place_of);
    for (std::int64_t set = first + t / 32; set < last;
         set += short_threads / 32) {
      const std::int64_t size = size_of(set);
      if (size <= 32 || size > short_set) continue;
      const int place = place_of(set);
      const P* const from = points + offsets[set];
      const int kept = keep_outer(w, from, int(size), place);
      if (t % 32 == 0 && kept > most_kept) leave_open(sizes, set, open);
      if (kept <= 32) put_in_order<32>(w, place, kept);
      else if (kept <= most_kept) sort_places(w, place, kept);
    }
  }
  __syncthreads();
  const int side = t / 32 % 2;
  const chain_rule mine{side == 0 ? rule.side : -rule.side,
                        rule.keep_collinear};
  for (auto k = first + t / 64 * 32 + t % 32; k < last;
       k += short_threads / 2) {
    if (side >= sides) continue;
    const int place = place_of(k), begin = place + 1;
    w.vertex[side][place] = (unsigned short)monotone_chain(
        mine, begin, begin, begin + int(w.index[place]),
        [&](int i) { return w.point[i]; },
        window_stack<P>{w, side, begin});
  }
  __syncthreads();
  for (auto k = first + t / 8; k < last; k += short_threads / 8) {
    const int place = place_of(k), lower = w.vertex[0][place];
    if (lower == 0 && size_of(k) > 0) continue;
    const int upper = sides == 2 ? w.vertex[1][place] : 0;
    const bool added = upper > 2 &&
                       w.vertex[0][place + 2] != w.vertex[1][place + 2];
    const int all = lower + (added ? upper - 2 : 0);
    for (int j = t % 8; j < all; j += 8) {
      const int v = j < lower ? w.vertex[0][place + 1 + j]
                              : w.vertex[1][place + all - j + 1];
      rings[offsets[k] + j] = point_index(offsets[k]) + w.index[v];
    }
    if (t % 8 == 0) sizes[k] = all;
  }
}
struct point_of_a_key {
  const float2* keys;
  __device__ float2 operator()(std::int64_t i) const {
    return point_of_key()(keys[i]);
  }
};
struct point_of_a_rank {
  const double2* points;
  const point_index *order, *rank;
  __device__ double2 operator()(std::int64_t i) const {
    return points[order[rank[i]]];
  }
};
template <class P>
struct hulls_call {
  const P* points;
  std::int64_t n;
  const std::int64_t* offsets;
  std::int64_t sets;
  point_index* rings;
  std::int64_t* sizes;
  unsigned long long* open;
  set_point<P>* sorted;
  hull_options options;
  cudaStream_t stream;
};
template <class P>
void find_short(const hulls_call<P>& c) {
  const bool both = c.options.side == hull_side::both;
  const chain_rule rule{c.options.side == hull_side::upper ? 1 : -1,
                        c.options.keep_collinear};
  thrust::fill(bulk(c.stream), c.open, c.open + 1, 0ull);
  launch(find_short_hulls<P>,
         dim3(unsigned(tiles_of(c.n + c.sets, window))),
         dim3(short_threads),
         sizeof(window_memory<P>), c.stream, c.points, rule,
         both ? 2 : 1, c.offsets, c.sets, c.rings, c.sizes, c.open);
}
template <class P, class Point>
void give_sets_to(const hulls_call<P>& c, Point at) {
  const std::int64_t* const sizes = c.sizes;
  const unsigned long long* const open = c.open;
  launch(give_sets<P, Point>,
         dim3(unsigned(tiles_of(c.n, sets_tile<P>))), dim3(128), 0,
         c.stream, at, c.n, c.offsets, c.sets, sizes, open, c.sorted,
         c.rings);
}
template <class Key>
__global__ void write_keys(Key key_at, std::int64_t n,
                           const unsigned long long* open,
                           std::uint64_t* keys) {
  if (*open == 0) return;
  for (auto i = thread_number(); i < n;
       i += std::int64_t(gridDim.x) * blockDim.x)
    keys[i] = key_at(i);
}
inline dim3 strided(std::int64_t n) {
  return dim3(unsigned(std::min<std::int64_t>(tiles_of(n, 256), 4096)));
}
template <class P>
struct key_of_a_point {
  const P* points;
  __device__ std::uint64_t operator()(std::int64_t i) const {
    return key_of_point()(points[i]);
  }
};
void sort_sets(void* temporary, std::size_t& bytes,
               const hulls_call<float2>& c) {
  const std::int64_t n = c.n;
  arena a(temporary);
  auto* keys = a.take<std::uint64_t>(n);
  auto* in_order = a.take<std::uint64_t>(n);
  std::size_t need = 0;
  auto sort = [&](void* rest) {
    sort_segments_if<std::uint64_t>(
        c.sizes, rest, need, keys, in_order, n, c.offsets, c.sets,
        ww::order::ascending, c.stream);
  };
  sort(nullptr);
  void* const rest = a.take<char>(std::int64_t(need));
  if (!a.holds(bytes) || n == 0) return;
  const unsigned long long* const open = c.open;
  launch(write_keys<key_of_a_point<float2>>, strided(n), dim3(256), 0,
         c.stream, key_of_a_point<float2>{c.points}, n, open, keys);
  sort(rest);
  give_sets_to(
      c, point_of_a_key{reinterpret_cast<const float2*>(in_order)});
}
struct key_of_the_x {
  const double2* points;
  const point_index* by_y;
  __device__ std::uint64_t operator()(std::int64_t i) const {
    return ordered_bits(points[by_y[i]].x);
  }
};
__global__ void write_ranks(const point_index* order, std::int64_t n,
                            const unsigned long long* open,
                            point_index* rank) {
  if (*open == 0) return;
  for (auto i = thread_number(); i < n;
       i += std::int64_t(gridDim.x) * blockDim.x)
    rank[order[i]] = point_index(i);
}
void sort_sets(void* temporary, std::size_t& bytes,
               const hulls_call<double2>& c) {
  const std::int64_t n = c.n;
  const cudaStream_t s = c.stream;
  arena a(temporary);
  auto* keys = a.take<std::uint64_t>(n);
  auto* by_y = a.take<point_index>(n);
  auto* order = a.take<point_index>(n);
  auto* rank = a.take<point_index>(n);
  std::size_t one = 0, many = 0;
  const unsigned long long* const open = c.open;
  auto sort_all = [&](void* rest, const point_index* in,
                      point_index* out) {
    sort_pairs_if(open, rest, one, keys, in, out, n, s);
  };
  auto sort_each = [&](void* rest) {
    sort_segments_if<point_index>(c.sizes, rest, many, rank, by_y, n,
                                  c.offsets, c.sets,
                                  ww::order::ascending, s);
  };
  sort_all(nullptr, nullptr, by_y);
  sort_each(nullptr);
  void* const rest = a.take<char>(std::int64_t(std::max(one, many)));
  if (!a.holds(bytes) || n == 0) return;
  launch(write_keys<key_of_a_point<double2>>, strided(n), dim3(256), 0,
         s, key_of_a_point<double2>{c.points}, n, open, keys);
  sort_all(rest, nullptr, by_y);
  launch(write_keys<key_of_the_x>, strided(n), dim3(256), 0, s,
         key_of_the_x{c.points, by_y}, n, open, keys);
  sort_all(rest, by_y, order);
  const point_index* const in_order = order;
  launch(write_ranks, strided(n), dim3(256), 0, s, in_order, n, open,
         rank);
  sort_each(rest);
  give_sets_to(c, point_of_a_rank{c.points, order, by_y});
}
inline void require_sets(std::int64_t n, std::int64_t sets) {
  require_countable(n);
  if (sets < 0 || sets > std::int64_t(1) << 31 || (sets == 0 && n > 0))
    throw bad_input(format("%lld sets for %lld points",
                           static_cast<long long>(sets),
                           static_cast<long long>(n)));
}
}
}
using namespace detail;
using namespace detail::hull;
template <class P>
void convex_hulls(void* temporary, std::size_t& bytes, const P* points,
                  std::int64_t n, const std::int64_t* offsets,
                  std::int64_t sets, point_index* rings,
                  std::int64_t* sizes, hull_options o, cudaStream_t s) {
  require_sets(n, sets);
  arena a(temporary);
  auto* sorted = a.take<set_point<P>>(n);
  auto* open = a.take<unsigned long long>(1);
  arena sorts = a, finds = a;
  set_sides v{o.side == hull_side::both ? 2 : 1, sets, offsets, open,
              {}, {}};
  auto* counts = finds.take<std::int64_t>(2);
  for (int k = 0; k < v.sides; ++k) {
    v.vertices[k] = finds.take<point_index>(n);
    v.starts[k] = finds.take<point_index>(2 * sets);
  }
  auto* marks = finds.take<std::uint32_t>(n / 32 + 1);
  std::size_t to_sort = 0, to_find = 0;
  const hulls_call<P> call{points, n,    offsets, sets, rings,
                           sizes,  open, sorted,  o,    s};
  sort_sets(nullptr, to_sort, call);
  auto find = [&](void* memory, hull_side side, int k) {
    find_hull<set_point<P>>(memory, to_find, sorted, n, nullptr,
                            v.vertices[k], counts + k,
                            {side, o.keep_collinear}, s);
  };
  find(nullptr, hull_side::upper, 0);
  void* const to_sort_in = sorts.take<char>(std::int64_t(to_sort));
  void* const to_find_in = finds.take<char>(std::int64_t(to_find));
  a.cover(sorts), a.cover(finds);
  if (!a.holds(bytes) || sets == 0) return;
  find_short(call);
  sort_sets(to_sort_in, to_sort, call);
  if (n == 0) return;
  if (v.sides == 1) find(to_find_in, o.side, 0);
  else {
    find(to_find_in, hull_side::lower, 0);
    find(to_find_in, hull_side::upper, 1);
  }
  const std::int64_t* const found = counts;
  const set_point<P>* const given = sorted;
  launch(find_starts, blocks_for(sets), dim3(256), 0, s, v, found,
         sizes);
  thrust::fill(bulk(s), marks, marks + n / 32 + 1, 0u);
  launch(mark_vertices<P>, strided(n), dim3(256), 0, s, given, n, v,
         found, marks);
  const std::uint32_t* const marked = marks;
  launch(name_vertices<P>, strided(n), dim3(256), 0, s, points, n,
         given, v, marked, rings);
}
namespace {
void require_offsets(std::int64_t n,
                     const std::vector<std::int64_t>& offsets) {
  require_countable(n);
  for (std::size_t k = 1; k < offsets.size(); ++k)
    if (offsets[k] < offsets[k - 1])
      throw bad_input(
          format("offset %zu: %lld is below the one before", k,
                 static_cast<long long>(offsets[k])));
  if (offsets.empty() || offsets[0] != 0 || offsets.back() != n)
    throw bad_input(format("the offsets of %lld points begin with 0 "
                           "and end with %lld",
                           static_cast<long long>(n),
                           static_cast<long long>(n)));
}
template <class P>
std::function<host_hulls<P>> hulls_on_device() {
  auto device = std::make_shared<
      host_call<P, std::int64_t, std::int64_t, point_index>>();
  return [=](const std::vector<P>& points,
             const std::vector<std::int64_t>& offsets,
             const hull_options& o, std::vector<point_index>& rings,
             std::vector<std::int64_t>& sizes) {
    const auto n = std::int64_t(points.size());
    require_offsets(n, offsets);
    const auto sets = std::int64_t(offsets.size()) - 1;
    (*device)(
        [&](void* memory, std::size_t& bytes, const P* first,
            const std::int64_t* ends, std::int64_t* size,
            point_index* found) {
          if (memory) thrust::fill(bulk({}), found, found + n, 0u);
          convex_hulls(memory, bytes, first, n, ends, sets, found, size,
                       o);
        },
        {.n = n, .from = points.data()},
        {.n = sets + 1, .from = offsets.data()},
        {.n = sets, .to = &sizes}, {.n = n, .to = &rings});
    auto end = rings.begin();
    for (std::size_t k = 0; k < sizes.size(); ++k)
      end = std::copy_n(rings.begin() + offsets[k], sizes[k], end);
    rings.erase(end, rings.end());
  };
}
template <class P>
std::function<host_hulls<P>> set_by_set(bool parallel) {
  const auto table = hull_variants<P>();
  const auto serial = find_variant(table, "serial").run;
  const auto wide = find_variant(table, "parallel").run;
  return [=](const std::vector<P>& points,
             const std::vector<std::int64_t>& offsets,
             const hull_options& o, std::vector<point_index>& rings,
             std::vector<std::int64_t>& sizes) {
    require_offsets(std::int64_t(points.size()), offsets);
    const auto sets = std::int64_t(offsets.size()) - 1;
    std::vector<std::vector<point_index>> ring(sets);
    auto find = [&](const auto& hull, std::int64_t k) {
      const std::vector<P> set(points.begin() + offsets[k],
                               points.begin() + offsets[k + 1]);
      hull(set, o, ring[k]);
    };
    const auto share = std::int64_t(points.size()) / omp_get_max_threads();
    auto is_wide = [&](std::int64_t k) {
      return parallel && offsets[k + 1] - offsets[k] > share;
    };
    for (std::int64_t k = 0; k < sets; ++k)
      if (!parallel || is_wide(k)) find(parallel ? wide : serial, k);
    const std::int64_t parts = parallel ? 64 * omp_get_max_threads() : 0;
    on_all_threads(parts, [&](std::int64_t part) {
      for (auto k = sets * part / parts; k < sets * (part + 1) / parts; ++k)
        if (!is_wide(k)) find(serial, k);
    });
    rings.clear(), sizes.clear();
    for (std::int64_t k = 0; k < sets; ++k) {
      sizes.push_back(std::int64_t(ring[k].size()));
      for (point_index i : ring[k])
        rings.push_back(point_index(offsets[k] + i));
    }
  };
}
}
template <class P>
std::vector<variant<host_hulls<P>>> hulls_variants() {
  return {{"serial", false, "", set_by_set<P>(false)},
          {"parallel", false, "", set_by_set<P>(true)},
          {"general", true, "", hulls_on_device<P>()}};
}
#define WW_HULLS(P)                                   \
  template decltype(convex_hulls<P>) convex_hulls<P>; \
  template decltype(hulls_variants<P>) hulls_variants<P>;
WW_HULLS(float2)
WW_HULLS(double2)
}
