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
template <class P>
struct set_point {
  decltype(P::x) x, y;
  std::uint32_t set;
  __host__ __device__ P alone() const { return {x, y}; }
};
template <class P>
__host__ __device__ int orientation(set_point<P> a, set_point<P> b,
                                    set_point<P> c) {
  return ww::orientation(a.alone(), b.alone(), c.alone());
}
template <class P>
__host__ __device__ bool same(set_point<P> a, set_point<P> b) {
  return a.set == b.set && same(a.alone(), b.alone());
}
template <class P>
struct hull_policy<set_point<P>> : hull_policy<P> {
  static constexpr int each = hull_policy<P>::each / 2;
};
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
constexpr int strip = 16;
template <class P, class Point>
__global__ void give_sets(Point point_at, std::int64_t n,
                          const std::int64_t* offsets,
                          std::int64_t sets, set_point<P>* sorted) {
  const std::int64_t t = thread_number();
  std::int64_t set = 0, i = t / 32 * 32 * strip + t % 32;
  for (int k = 0; k < strip && i < n; ++k, i += 32) {
    set = set_of(offsets, sets, set, i);
    const P p = point_at(i);
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
    return std::int64_t(starts[side][set + 1]) - starts[side][set];
  }
  __device__ std::int64_t added(std::int64_t set) const {
    if (sides == 1 || size(1, set) <= 2) return 0;
    const auto second = [&](int side) {
      return vertices[side][starts[side][set] + 1];
    };
    return second(0) == second(1) ? 0 : size(1, set) - 2;
  }
};
__global__ void find_starts(set_sides v, const std::int64_t* counts) {
  const std::int64_t t = thread_number();
  const int side = int(t / (v.sets + 1));
  if (side >= v.sides) return;
  const std::int64_t set = t % (v.sets + 1);
  v.starts[side][set] = first_that(
      point_index(0), point_index(counts[side]), [&](point_index k) {
        return v.vertices[side][k] >= v.offsets[set];
      });
}
__global__ void count_vertices(set_sides v, std::int64_t* sizes) {
  const std::int64_t set = thread_number();
  if (set < v.sets) sizes[set] = v.size(0, set) + v.added(set);
}
template <class P>
__global__ void name_vertices(const P* points, std::int64_t n,
                              const set_point<P>* sorted, set_sides v,
                              point_index* rings) {
  const std::int64_t i = thread_number();
  if (i >= n) return;
  const P p = points[i];
  const std::int64_t set = sorted[i].set, size = v.size(0, set);
  auto place = [&](int side) -> std::int64_t {
    const point_index* list = v.vertices[side] + v.starts[side][set];
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
  if (u >= 1 && u <= more) write(size + more - u);
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
template <class P, class Point>
void give_all_sets(Point at, std::int64_t n,
                   const std::int64_t* offsets, std::int64_t sets,
                   set_point<P>* sorted, cudaStream_t s) {
  if (n == 0) return;
  launch(give_sets<P, Point>, blocks_for(32 * tiles_of(n, 32 * strip)),
         dim3(256), 0, s, at, n, offsets, sets, sorted);
}
void sort_sets(void* temporary, std::size_t& bytes,
               const float2* points, std::int64_t n,
               const std::int64_t* offsets, std::int64_t sets,
               set_point<float2>* sorted, cudaStream_t s) {
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
  give_all_sets(
      point_of_a_key{reinterpret_cast<const float2*>(in_order)}, n,
      offsets, sets, sorted, s);
}
void sort_sets(void* temporary, std::size_t& bytes,
               const double2* points, std::int64_t n,
               const std::int64_t* offsets, std::int64_t sets,
               set_point<double2>* sorted, cudaStream_t s) {
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
  give_all_sets(point_of_a_rank{all, order}, n, offsets, sets, sorted,
                s);
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
    v.starts[k] = finds.take<point_index>(sets + 1);
  }
  std::size_t to_sort = 0, to_find = 0;
  sort_sets(nullptr, to_sort, points, n, offsets, sets, nullptr, s);
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
  sort_sets(to_sort_in, to_sort, points, n, offsets, sets, sorted, s);
  if (v.sides == 1) find(to_find_in, o.side, 0);
  else {
    find(to_find_in, hull_side::lower, 0);
    find(to_find_in, hull_side::upper, 1);
  }
  launch(find_starts, blocks_for((sets + 1) * v.sides), dim3(256), 0, s,
         v, static_cast<const std::int64_t*>(counts));
  launch(count_vertices, blocks_for(sets), dim3(256), 0, s, v, sizes);
  if (n == 0) return;
  thrust::fill(bulk(s), rings, rings + n, ~point_index(0));
  launch(name_vertices<P>, blocks_for(n), dim3(256), 0, s, points, n,
         static_cast<const set_point<P>*>(sorted), v, rings);
}
namespace {
void require_offsets(std::int64_t n,
                     const std::vector<std::int64_t>& offsets) {
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
    if (parallel)
      on_all_threads(sets, [&](std::int64_t k) {
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
