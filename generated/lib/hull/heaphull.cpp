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
        [&](void* memory, std::size_t& bytes, const P* there,
            std::int64_t* size, point_index* found) {
          const auto kept = filtered_hull(memory, bytes, there, n,
                                          found, size, o);
          stats = {{"kept", kept}};
        },
        {.n = n, .from = points.data()}, {.n = 1, .to = &sizes},
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
        parallel ? extremes_by_reduction(points.data(), n)
                 : extremes_of(points.data(), 0, n);
    const auto eight = polygon_of(points.data(), far);
    fill_queues(points, parallel, queue, [=](P p) {
      return queue_by_sides(eight, p);
    });
  }
  stats = stats_of(queue);
  for (const auto& q : queue)
    kept.insert(kept.end(), q.begin(), q.end());
  std::sort(kept.begin(), kept.end());
  hull_of_list(points, kept, o, parallel, ring);
}
template <class P>
void heaphull(const std::vector<P>& points, const hull_options& options,
              bool on_gpu, std::vector<point_index>& ring,
              filter_stats& stats) {
  refuse_options(options);
  const auto n = std::int64_t(points.size());
  require_countable(n);
  std::vector<point_index> queue[4];
  octagon<P> o = {};
  if (n > 0 && on_gpu) {
    using T = decltype(P::x);
    require_memory(n * std::int64_t(sizeof(P) + 1));
    const auto device = to_device(points);
    const dim3 threads(256), blocks = blocks_of_extremes(n);
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
    o = to_host(eight)[0];
  } else if (n > 0) {
    o = polygon_of(points.data(), extremes_of(points.data(), 0, n));
    fill_queues(points, false, queue,
                [=](P p) { return queue_by_slopes(o, p); });
  }
  stats = stats_of(queue);
  ring.clear();
  if (n > 0) hull_of_queues(points, o, queue, ring);
}
}
constexpr char as_published[] =
    "no ties of extremes, slopes that do not round much; both sides";
constexpr char by_quadrilaterals[] =
    "orientations that do not round much; both sides";
template <class P>
std::vector<variant<host_filter<P>>> heaphull_variants() {
  auto with = [](auto find, bool flag, auto... shape) {
    return [=](auto& points, auto& options, auto&... out) {
      find(points, options, flag, out..., shape...);
    };
  };
  const rival_shape on_cpu{256, 1 << 16}, on_gpu{256, 1 << 14};
  return {
      {"filtered", true, "", filtered_on_device<P>()},
      {"octagon", false, "", with(octagon_hull<P>, false)},
      {"octagon-parallel", false, "", with(octagon_hull<P>, true)},
      {"heaphull", false, as_published, with(heaphull<P>, false)},
      {"heaphull-gpu", true, as_published, with(heaphull<P>, true)},
      {"cudachain", true, by_quadrilaterals,
       [](auto&... all) { cudachain_hull<P>(all...); }},
      {"concurrent", false, by_quadrilaterals,
       with(concurrent_hull<P>, false, on_cpu)},
      {"concurrent-gpu", true, by_quadrilaterals,
       with(concurrent_hull<P>, true, on_gpu)}};
}
#define WW_FILTERS(P)                                   \
  template decltype(filter_points<P>) filter_points<P>; \
  template decltype(filtered_hull<P>) filtered_hull<P>; \
  template decltype(heaphull_variants<P>) heaphull_variants<P>;
WW_FILTERS(float2)
WW_FILTERS(double2)
}
