#include <omp.h>
#include <parallel/algorithm>
#include <memory>
#include <numeric>
#include <ww/detail/ground/bulk.cuh>
#include <thrust/sort.h>
#include <ww/detail/ground/host-call.cuh>
#include <ww/detail/hull/sort-points.cuh>

namespace ww {
namespace detail::hull {
namespace {
template <class P>
struct vector_runs {
  struct run { const point_index* first; std::int64_t size; };
  const P* points;
  std::vector<run> list;
  std::int64_t runs() const { return std::int64_t(list.size()); }
  std::int64_t length(std::int64_t r) const { return list[r].size; }
  P at(std::int64_t r, std::int64_t i) const {
    return points[list[r].first[i]];
  }
  P before(std::int64_t r) const {
    return at(r - 1, length(r - 1) - 1);
  }
};
template <class P>
class parallel_chain {
 public:
  void operator()(const std::vector<P>& points, const chain_rule& rule,
                  std::vector<point_index>& hull) {
    const auto n = std::int64_t(points.size());
    const auto ranges =
        std::clamp<std::int64_t>(n / 256, 1, omp_get_max_threads());
    range.resize(ranges);
    auto at = [p = points.data()](std::int64_t i) { return p[i]; };
    on_all_threads(ranges, [&](std::int64_t s) {
      range[s].resize(monotone_chain(rule, std::int64_t(0), n * s / ranges,
                                     n * (s + 1) / ranges, at,
                                     growing_stack{range[s]}));
    });
    vector_runs<P> joined{points.data(), {}};
    for (const auto& vertices : range) {
      typename vector_runs<P>::run next{vertices.data(),
                                        std::int64_t(vertices.size())};
      if (next.size == 0) continue;
      if (joined.runs() > 0) {
        const auto t = common_tangent(
            rule, joined, vector_runs<P>{points.data(), {next}}, one_thread());
        joined.list.resize(t.left.run + 1);
        joined.list.back().size = t.left.index + 1;
        next = {next.first + t.right.index, next.size - t.right.index};
      }
      joined.list.push_back(next);
    }
    std::vector<std::int64_t> rank = {0};
    for (const auto& run : joined.list)
      rank.push_back(rank.back() + run.size);
    hull.resize(rank.back());
    #pragma omp parallel for schedule(static) if (ranges > 1)
    for (std::int64_t r = 0; r < joined.runs(); ++r)
      std::copy_n(joined.list[r].first, joined.list[r].size,
                  &hull[rank[r]]);
  }
 private:
  std::vector<std::vector<point_index>> range;
};
}
}
using namespace detail;
using namespace detail::hull;
template <class P>
void sort_points(void* temporary, std::size_t& bytes, const P* points,
                 std::int64_t n, P* sorted, point_index* order,
                 cudaStream_t s) {
  require_countable(n);
  if constexpr (sizeof(P) == 8)
    sort_points_by_key(temporary, bytes, points, sorted, order, order,
                       n, s);
  else
    sort_doubles(temporary, bytes, points, n, sorted, order,
                 n >= many_doubles, s);
}
template <class P>
void detail::hull::hull_of_points(
    void* temporary, std::size_t& bytes, const P* points,
    std::int64_t n, point_index* ring, std::int64_t* size,
    hull_options o, cudaStream_t s, const early_sort* early) {
  constexpr std::int64_t few = 1 << 15, some = 1 << 18;
  const bool named = sizeof(P) == 8 && (n <= few || n > some);
  hull_by_sorting<P>(temporary, bytes, points, n, named, nullptr, ring,
                     size, o, s, early);
  if (temporary || !named || n <= some) return;
  std::size_t fewer = 0;
  hull_by_sorting<P>(nullptr, fewer, points, some, false, nullptr, ring,
                     size, o, s);
  bytes = std::max(bytes, fewer);
}
template <class P>
void convex_hull(void* temporary, std::size_t& bytes, const P* points,
                 std::int64_t n, std::uint32_t* ring,
                 std::int64_t* size, hull_options o, cudaStream_t s) {
  hull_of_points(temporary, bytes, points, n, ring, size, o, s);
}
template <class P>
void hull_of_sorted(void* temporary, std::size_t& bytes,
                    const P* points, std::int64_t n,
                    std::uint32_t* ring, std::int64_t* size,
                    hull_options o, cudaStream_t s) {
  find_hull<P>(temporary, bytes, points, n, nullptr, ring, size, o, s);
}
namespace {
template <class P>
std::function<host_hull<P>> general_hull(bool known_sorted) {
  auto device = std::make_shared<
      host_call<P, std::int64_t, point_index>>();
  return [=](const std::vector<P>& points, const hull_options& o,
             std::vector<point_index>& ring) {
    const auto n = std::int64_t(points.size());
    require_countable(n);
    bool sorted = true;
    std::vector<std::int64_t> sizes;
    (*device)(
        [&](void* memory, std::size_t& bytes, const P* first,
            std::int64_t* size, point_index* found) {
          if (first && !memory)
            sorted = known_sorted ||
                     thrust::is_sorted(bulk({}), first, first + n,
                                       precedes_other());
          const auto find = sorted ? hull_of_sorted<P> : convex_hull<P>;
          find(memory, bytes, first, n, found, size, o, {});
        },
        {.n = n, .from = points.data()}, {.n = 1, .to = &sizes},
        {.n = n, .to = &ring, .count = &sizes});
  };
}
template <class P>
using one_side =
    std::function<void(const std::vector<P>&, const chain_rule&,
                       std::vector<point_index>&)>;
template <class P>
std::function<host_hull<P>> by_sides(one_side<P> find) {
  return [=](const std::vector<P>& points, const hull_options& o,
             std::vector<point_index>& ring) {
    require_countable(std::int64_t(points.size()));
    if (o.side == hull_side::upper)
      return find(points, {1, o.keep_collinear}, ring);
    find(points, {-1, o.keep_collinear}, ring);
    if (o.side == hull_side::lower) return;
    std::vector<point_index> upper;
    find(points, {1, o.keep_collinear}, upper);
    if (upper.size() > 2 && upper[1] != ring[1])
      ring.insert(ring.end(), upper.rbegin() + 1, upper.rend() - 1);
  };
}
template <class P>
std::vector<point_index> order_of_points(const std::vector<P>& points,
                                         bool parallel) {
  require_countable(std::int64_t(points.size()));
  std::vector<point_index> order(points.size());
  std::iota(order.begin(), order.end(), point_index(0));
  auto before = [&](point_index a, point_index b) {
    return precedes(points[a], points[b]) ||
           (!precedes(points[b], points[a]) && a < b);
  };
  if (parallel)
    __gnu_parallel::sort(order.begin(), order.end(), before);
  else
    std::sort(order.begin(), order.end(), before);
  return order;
}
template <class P>
std::vector<P> in_order(const std::vector<P>& points,
                        const std::vector<point_index>& order,
                        [[maybe_unused]] bool parallel) {
  std::vector<P> sorted(points.size());
#pragma omp parallel for schedule(static) if (parallel)
  for (std::size_t i = 0; i < order.size(); ++i)
    sorted[i] = points[order[i]];
  return sorted;
}
template <class P>
std::function<host_hull<P>> of_any_order(
    std::function<host_hull<P>> find, bool parallel) {
  return [=](const std::vector<P>& points, const hull_options& o,
             std::vector<point_index>& ring) {
    if (std::is_sorted(points.begin(), points.end(), precedes_other()))
      return find(points, o, ring);
    const auto order = order_of_points(points, parallel);
    find(in_order(points, order, parallel), o, ring);
    for (point_index& i : ring) i = order[i];
  };
}
}
template <class P>
std::vector<P> in_lexicographic_order(const std::vector<P>& points) {
  return in_order(points, order_of_points(points, true), true);
}
template <class P>
std::vector<variant<host_hull<P>>> sorted_hull_variants() {
  auto chains = std::make_shared<parallel_chain<P>>();
  return {{"serial", false, "", by_sides<P>(serial_chain<P>)},
          {"parallel", false, "",
           by_sides<P>([=](auto&... all) { (*chains)(all...); })},
          {"general", true, "", general_hull<P>(true)}};
}
template <class P>
std::vector<variant<host_hull<P>>> hull_variants() {
  auto table = sorted_hull_variants<P>();
  for (auto& v : table) {
    if (v.name == std::string("general"))
      v.run = general_hull<P>(false);
    else
      v.run = of_any_order<P>(v.run, v.name == std::string("parallel"));
  }
  return table;
}
#define WW_HULLS(P)                                       \
  template decltype(detail::hull::hull_of_points<P>)      \
      detail::hull::hull_of_points<P>;                    \
  template decltype(convex_hull<P>) convex_hull<P>;       \
  template decltype(hull_of_sorted<P>) hull_of_sorted<P>; \
  template decltype(sort_points<P>) sort_points<P>;       \
  template decltype(in_lexicographic_order<P>)            \
      in_lexicographic_order<P>;                          \
  template decltype(hull_variants<P>) hull_variants<P>;   \
  template decltype(sorted_hull_variants<P>)              \
      sorted_hull_variants<P>;
WW_HULLS(float2)
WW_HULLS(double2)
}
