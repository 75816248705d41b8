#include <omp.h>
#include <memory>
#include <numeric>
#include <ww/detail/ground/bulk.cuh>
#include <thrust/fill.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/scatter.h>
#include <thrust/transform.h>
#include <ww/detail/ground/host-call.cuh>
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
constexpr std::int64_t short_set = 128;
template <class P>
constexpr int sets_tile =
    tile_memory<set_point<P>, hull_policy<set_point<P>>>::size;
__host__ __device__ inline bool is_short(const std::int64_t* offsets,
                                         std::int64_t k) {
  return offsets[k + 1] - offsets[k] <= short_set;
}
template <class P, class Point>
__global__ void give_sets(Point point_at, std::int64_t n,
                          const std::int64_t* offsets,
                          std::int64_t sets, set_point<P>* sorted,
                          point_index* rings) {
  const std::int64_t base = std::int64_t(blockIdx.x) * sets_tile<P>;
  const std::int64_t end = min(base + sets_tile<P>, n);
  const std::int64_t first = set_of(offsets, sets, 0, base);
  const std::int64_t last = set_of(offsets, sets, first, end - 1);
  int any = 0;
  for (std::int64_t k = first + threadIdx.x; k <= last; k += blockDim.x)
    any |= !is_short(offsets, k);
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
    if (!is_short(offsets, set)) p = point_at(i), rings[i] = ~0u;
    sorted[i] = {p.x, p.y, std::uint32_t(set)};
  }
}
struct set_sides {
  int sides;
  std::int64_t sets;
  const std::int64_t* offsets;
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
  if (set >= v.sets || is_short(v.offsets, set)) return;
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
  const std::int64_t k = thread_number();
  for (int side = 0; side < v.sides; ++side) {
    if (k >= counts[side]) continue;
    const auto h = hash_of(sorted[v.vertices[side][k]].alone(), n);
    atomicOr(marks + h / 32, 1u << h % 32);
  }
}
template <class P>
__global__ void name_vertices(const P* points, std::int64_t n,
                              const set_point<P>* sorted, set_sides v,
                              const std::uint32_t* marks,
                              point_index* rings) {
  const std::int64_t i = thread_number();
  if (i >= n || sorted[i - i % sets_tile<P>].set == no_set) return;
  const P p = points[i];
  const std::int64_t set = sorted[i].set;
  const auto h = hash_of(p, n);
  const bool marked = marks[h / 32] >> h % 32 & 1;
  if (is_short(v.offsets, set) || !marked) return;
  auto place = [&](int side) -> std::int64_t {
    const auto* list = v.vertices[side] + v.starts[side][2 * set];
    const auto end = v.size(side, set);
    const auto k = first_that(std::int64_t(0), end, [&](auto k) {
      return !precedes(sorted[list[k]].alone(), p);
    });
    return k < end && same(sorted[list[k]].alone(), p) ? k : -1;
  };
  auto write = [&](std::int64_t k) {
    atomicMin(rings + v.offsets[set] + k, point_index(i));
  };
  const std::int64_t k = place(0), more = v.added(set);
  if (k >= 0) return write(k);
  if (more == 0) return;
  const std::int64_t u = place(1);
  if (u >= 1 && u <= more) write(v.size(0, set) + more - u);
}
constexpr int window = 1024, at_once = window + int(short_set);
template <class P>
struct window_memory {
  P point[at_once];
  point_index ring[at_once];
  unsigned short vertex[2][at_once];
  __device__ unsigned short& length(int side, int begin) {
    return reinterpret_cast<unsigned short*>(ring + begin)[side];
  }
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
template <class P, class Point>
__global__ void __launch_bounds__(64)
find_short_hulls(const P* points, Point point_at, chain_rule rule,
                 int sides,
                 const std::int64_t* offsets, std::int64_t sets,
                 point_index* rings, std::int64_t* sizes) {
  window_memory<P>& w = *dynamic_shared<window_memory<P>>();
  const int t = int(threadIdx.x), threads = 64;
  const std::int64_t from = std::int64_t(blockIdx.x) * window;
  const auto begins_at = [&](std::int64_t place) {
    return first_that(std::int64_t(0), sets, [&](std::int64_t k) {
      return offsets[k] + k >= place;
    });
  };
  const std::int64_t first = begins_at(from);
  const std::int64_t last = begins_at(from + window);
  const std::int64_t base = offsets[first];
  const int filled =
      first < last ? int(min(offsets[last] - base, std::int64_t(at_once)))
                   : 0;
  for (int i = t; i < filled; i += threads)
    w.point[i] = point_at(base + i);
  __syncthreads();
  const int side = t / 32;
  for (std::int64_t set = first + t % 32; set < last; set += 32) {
    const std::int64_t size = offsets[set + 1] - offsets[set];
    const int begin = int(offsets[set] - base);
    if (size > short_set || size == 0 || side >= sides) continue;
    const chain_rule mine{side == 0 ? rule.side : -rule.side,
                          rule.keep_collinear};
    w.length(side, begin) = (unsigned short)monotone_chain(
        mine, begin, begin, begin + int(size),
        [&](int i) { return w.point[i]; },
        window_stack<P>{w, side, begin});
  }
  __syncthreads();
  const int lane = t % 8;
  for (std::int64_t k = first + t / 32 * 4; k < last; k += threads / 8) {
    const std::int64_t set = k + t % 32 / 8;
    const auto size = set < last ? offsets[set + 1] - offsets[set] : 0;
    const bool here = size > 0 && size <= short_set;
    const int begin = here ? int(offsets[set] - base) : 0;
    int lower = 0, added = 0;
    if (here) {
      lower = w.length(0, begin);
      const int upper = sides == 2 ? w.length(1, begin) : 0;
      if (upper > 2 && w.vertex[0][begin + 1] != w.vertex[1][begin + 1])
        added = upper - 2;
    }
    __syncwarp();
    for (int j = lane; j < lower + added; j += 8) w.ring[begin + j] = ~0u;
    __syncwarp();
    for (int j = lane; here && j < int(size); j += 8) {
      const P p = points[base + begin + j];
      auto place = [&](int side, int end) {
        const unsigned short* list = w.vertex[side] + begin;
        const int found = first_that(0, end, [&](int i) {
          return !precedes(w.point[list[i]], p);
        });
        return found < end && same(w.point[list[found]], p) ? found : -1;
      };
      int at = place(0, lower);
      if (at < 0 && added > 0) {
        const int u = place(1, added + 1);
        at = u >= 1 ? lower + added - u : -1;
      }
      if (at >= 0)
        atomicMin(w.ring + begin + at, point_index(base + begin + j));
    }
    __syncwarp();
    for (int j = lane; j < lower + added; j += 8)
      rings[base + begin + j] = w.ring[begin + j];
    if (set < last && lane == 0 && size <= short_set)
      sizes[set] = lower + added;
  }
}
struct point_of_a_key {
  const float2* keys;
  __device__ float2 operator()(std::int64_t i) const {
    return point_of_key()(keys[i]);
  }
};
struct point_of_a_rank {
  const double2* sorted;
  const point_index* rank;
  __device__ double2 operator()(std::int64_t i) const {
    return sorted[rank[i]];
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
  set_point<P>* sorted;
  hull_options options;
  cudaStream_t stream;
};
template <class P, class Point>
void find_short(const hulls_call<P>& c, Point at) {
  const bool both = c.options.side == hull_side::both;
  const chain_rule rule{c.options.side == hull_side::upper ? 1 : -1,
                        c.options.keep_collinear};
  launch(find_short_hulls<P, Point>,
         dim3(unsigned(tiles_of(c.n + c.sets, window))), dim3(64),
         sizeof(window_memory<P>), c.stream, c.points, at, rule,
         both ? 2 : 1, c.offsets, c.sets, c.rings, c.sizes);
  if (c.n > 0)
    launch(give_sets<P, Point>,
           dim3(unsigned(tiles_of(c.n, sets_tile<P>))), dim3(128), 0,
           c.stream, at, c.n, c.offsets, c.sets, c.sorted, c.rings);
}
void sort_sets(void* temporary, std::size_t& bytes,
               const hulls_call<float2>& c) {
  const auto [points, n, offsets, sets, rings, sizes, sorted, o, s] = c;
  arena a(temporary);
  auto* keys = a.take<std::uint64_t>(n);
  auto* in_order = a.take<std::uint64_t>(n);
  std::size_t need = 0;
  auto sort = [&](void* rest) {
    sort_segments(rest, need, keys, in_order, n, offsets, sets,
                  ww::order::ascending, s);
  };
  sort(nullptr);
  void* const rest = a.take<char>(std::int64_t(need));
  if (!a.holds(bytes)) return;
  thrust::transform(bulk(s), points, points + n, keys, key_of_point());
  sort(rest);
  find_short(
      c, point_of_a_key{reinterpret_cast<const float2*>(in_order)});
}
void sort_sets(void* temporary, std::size_t& bytes,
               const hulls_call<double2>& c) {
  const auto [points, n, offsets, sets, rings, sizes, sorted, o, s] = c;
  arena a(temporary);
  auto* all = a.take<double2>(n);
  auto* order = a.take<point_index>(n);
  auto* rank = a.take<point_index>(n);
  std::size_t one = 0, many = 0;
  sort_points(nullptr, one, points, n, all, order, s);
  auto sort = [&](void* rest) {
    sort_segments(rest, many, rank, order, n, offsets, sets,
                  ww::order::ascending, s);
  };
  sort(nullptr);
  void* const rest = a.take<char>(std::int64_t(std::max(one, many)));
  if (!a.holds(bytes)) return;
  sort_points(rest, one, points, n, all, order, s);
  const thrust::counting_iterator<point_index> first(0);
  thrust::scatter(bulk(s), first, first + n, order, rank);
  sort(rest);
  find_short(c, point_of_a_rank{all, order});
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
  arena sorts = a, finds = a;
  set_sides v{o.side == hull_side::both ? 2 : 1, sets, offsets, {}, {}};
  auto* counts = finds.take<std::int64_t>(2);
  for (int k = 0; k < v.sides; ++k) {
    v.vertices[k] = finds.take<point_index>(n);
    v.starts[k] = finds.take<point_index>(2 * sets);
  }
  auto* marks = finds.take<std::uint32_t>(n / 32 + 1);
  std::size_t to_sort = 0, to_find = 0;
  const hulls_call<P> call{points, n,     offsets, sets, rings,
                           sizes,  sorted, o,      s};
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
  sort_sets(to_sort_in, to_sort, call);
  if (n == 0) return;
  if (v.sides == 1) find(to_find_in, o.side, 0);
  else {
    find(to_find_in, hull_side::lower, 0);
    find(to_find_in, hull_side::upper, 1);
  }
  const std::int64_t* const found = counts;
  const set_point<P>* const given = sorted;
  launch(find_starts, blocks_for(sets), dim3(256), 0, s, v, found, sizes);
  thrust::fill(bulk(s), marks, marks + n / 32 + 1, 0u);
  launch(mark_vertices<P>, blocks_for(n), dim3(256), 0, s, given, n, v,
         found, marks);
  const std::uint32_t* const marked = marks;
  launch(name_vertices<P>, blocks_for(n), dim3(256), 0, s, points, n,
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
#define WW_HULLS(P)                                                  \
  template void convex_hulls(void*, std::size_t&, const P*,          \
                             std::int64_t, const std::int64_t*,      \
                             std::int64_t, std::uint32_t*,           \
                             std::int64_t*, hull_options,            \
                             cudaStream_t);                          \
  template std::vector<variant<host_hulls<P>>> hulls_variants<P>();
WW_HULLS(float2)
WW_HULLS(double2)
}
