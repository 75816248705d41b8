#include <algorithm>
#include <memory>
#include <ww/detail/ground/host-call.cuh>
#include <ww/detail/hull/heaphull-kernels.cuh>
#include <ww/detail/hull/octagon.cuh>
#include <ww/detail/hull/rivals.cuh>

namespace ww {
using namespace detail;
using namespace detail::hull;
template <class P>
void filter_points(void* temporary, std::size_t& bytes, const P* points,
                   std::int64_t n, std::uint32_t* kept, unsigned* count,
                   std::int64_t capacity, cudaStream_t s) {
  filter<P, filter_policy<P>>(temporary, bytes, points, n, kept, count,
                              capacity, s);
}
template <class P>
std::int64_t filtered_hull(void* temporary, std::size_t& bytes,
                           const P* points, std::int64_t n,
                           std::uint32_t* ring, std::int64_t* size,
                           hull_options o, cudaStream_t s) {
  return filter_and_find<P, filter_policy<P>>(
      temporary, bytes, points, n, ring, size, o, s);
}
template <class P>
std::int64_t filtered_hull_of_sorted(
    void* temporary, std::size_t& bytes, const P* points,
    std::int64_t n, std::uint32_t* ring, std::int64_t* size,
    hull_options o, cudaStream_t s) {
  return find_in_order<P, filter_policy<P>>(temporary, bytes, points, n,
                                            ring, size, o, s);
}
template <class P>
std::int64_t filtered_hull_of_host(void* temporary, std::size_t& bytes,
                                   const P* host, P* points,
                                   std::int64_t n, std::uint32_t* ring,
                                   std::int64_t* size, hull_options o,
                                   cudaStream_t s) {
  return find_arriving<P, filter_policy<P>>(
      temporary, bytes, host, points, n, ring, size, o, s);
}
namespace {
template <class P>
std::function<host_filter<P>> filtered_on_device() {
  auto device = std::make_shared<
      host_call<P, std::int64_t, point_index>>();
  return [=](const std::vector<P>& points, const hull_options& o,
             std::vector<point_index>& ring, filter_stats& stats) {
    const auto n = std::int64_t(points.size());
    std::vector<std::int64_t> sizes;
    (*device)(
        [&](void* memory, std::size_t& bytes, P* there,
            std::int64_t* size, point_index* found) {
          stats = {{"kept", filtered_hull_of_host(
                                memory, bytes, points.data(), there, n,
                                found, size, o)}};
        },
        {.n = n}, {.n = 1, .to = &sizes},
        {.n = n, .to = &ring, .count = &sizes});
  };
}
template <class P>
void octagon_hull(const std::vector<P>& points, const hull_options& o,
                  bool parallel, std::vector<point_index>& ring,
                  filter_stats& stats) {
  const auto n = std::int64_t(points.size());
  require_countable(n);
  std::vector<point_index> queue[4], kept;
  if (n > 0) {
    const auto far =
        parallel ? extremes_by_halving(points.data(), n)
                 : extremes_of(points.data(), 0, n);
    const auto eight = octagon_of(points.data(), far);
    fill_queues(points, parallel, queue, [=](P p) {
      return queue_by_sides(eight, p);
    });
  }
  stats = stats_of(queue);
  for (const auto& q : queue)
    kept.insert(kept.end(), q.begin(), q.end());
  std::sort(kept.begin(), kept.end());
  std::vector<P> close;
  for (point_index i : kept) close.push_back(points[i]);
  const auto table = hull_variants<P>();
  find_variant(table, parallel ? "parallel" : "serial")
      .run(close, o, ring);
  for (point_index& i : ring) i = kept[i];
}
template <class P>
void heaphull_serial(const std::vector<P>& points,
                     const hull_options& options,
                     std::vector<point_index>& ring,
                     filter_stats& stats) {
  refuse_options(options);
  const auto n = std::int64_t(points.size());
  require_countable(n);
  std::vector<point_index> queue[4];
  ring.clear();
  stats = stats_of(queue);
  if (n == 0) return;
  const auto o =
      octagon_of(points.data(), extremes_of(points.data(), 0, n));
  fill_queues(points, false, queue,
              [=](P p) { return queue_by_slopes(o, p); });
  stats = stats_of(queue);
  hull_of_queues(points, o, queue, ring);
}
template <class P>
void heaphull_on_gpu(const std::vector<P>& points,
                     const hull_options& options,
                     std::vector<point_index>& ring,
                     filter_stats& stats) {
  refuse_options(options);
  const auto n = std::int64_t(points.size());
  require_countable(n);
  std::vector<point_index> queue[4];
  ring.clear();
  stats = stats_of(queue);
  if (n == 0) return;
  using T = decltype(P::x);
  require_memory(n * std::int64_t(sizeof(P) + 1));
  const auto device = to_device(points);
  const dim3 threads(256),
      blocks(unsigned(std::min<std::int64_t>((n + 255) / 256,
                                             8 * multiprocessors())));
  const int warps = int(blocks.x) * 8;
  device_array<farthest<T, 4>> axes(warps), corners(warps);
  device_array<octagon<P>> eight(1);
  device_array<unsigned char> number(n);
  launch(find_axis_extremes<P>, blocks, threads, 0, {}, device.data(), n,
         axes.data());
  launch(find_corner_extremes<P>, blocks, threads, 0, {}, device.data(),
         n, axes.data(), warps, corners.data());
  launch(number_queues<P>, blocks, threads, 0, {}, device.data(), n,
         axes.data(), corners.data(), warps, eight.data(), number.data());
  fill_by_number(to_host(number), queue);
  stats = stats_of(queue);
  hull_of_queues(points, to_host(eight)[0], queue, ring);
}
}
constexpr char as_published[] =
    "no ties of extremes, slopes that do not round much; both sides";
constexpr char by_quadrilaterals[] =
    "orientations that do not round much; both sides";
template <class P>
std::vector<variant<host_filter<P>>> heaphull_variants() {
  std::vector<variant<host_filter<P>>> table = {
      {"filtered", true, "", filtered_on_device<P>()},
      {"octagon", false, "",
       [](auto& points, auto& options, auto&... out) {
         octagon_hull(points, options, false, out...);
       }},
      {"octagon-parallel", false, "",
       [](auto& points, auto& options, auto&... out) {
         octagon_hull(points, options, true, out...);
       }},
      {"heaphull", false, as_published, heaphull_serial<P>},
      {"heaphull-gpu", true, as_published, heaphull_on_gpu<P>}};
  table.push_back({"cudachain", true, by_quadrilaterals,
                   [](auto&... all) { cudachain_hull<P>(all...); }});
  table.push_back({"concurrent", false, by_quadrilaterals,
                   [](auto& points, auto& o, auto&... out) {
                     concurrent_hull<P>(points, o, false, out...,
                                        {256, 1 << 16});
                   }});
  table.push_back({"concurrent-gpu", true, by_quadrilaterals,
                   [](auto& points, auto& o, auto&... out) {
                     concurrent_hull<P>(points, o, true, out...,
                                        {256, 1 << 14});
                   }});
  return table;
}

#define WW_FILTERS(P)                                                 \
  template void filter_points(void*, std::size_t&, const P*,          \
                              std::int64_t, std::uint32_t*,           \
                              unsigned*, std::int64_t, cudaStream_t); \
  template std::int64_t filtered_hull(void*, std::size_t&, const P*,  \
                                      std::int64_t, std::uint32_t*,   \
                                      std::int64_t*, hull_options,    \
                                      cudaStream_t);                  \
  template std::int64_t filtered_hull_of_sorted(                      \
      void*, std::size_t&, const P*, std::int64_t, std::uint32_t*,    \
      std::int64_t*, hull_options, cudaStream_t);                     \
  template std::int64_t filtered_hull_of_host(                        \
      void*, std::size_t&, const P*, P*, std::int64_t,                \
      std::uint32_t*, std::int64_t*, hull_options, cudaStream_t);     \
  template std::vector<variant<host_filter<P>>> heaphull_variants<P>();
WW_FILTERS(float2)
WW_FILTERS(double2)
}
