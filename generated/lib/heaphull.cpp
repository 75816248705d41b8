#include <algorithm>
#include <memory>
#include <ww/detail/heaphull-kernels.cuh>

namespace ww {
using namespace detail;
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
class filtered_on_device {
 public:
  void operator()(const std::vector<P>& points, const hull_options& o,
                  std::vector<point_index>& ring, filter_stats& stats) {
    const auto n = std::int64_t(points.size());
    auto find = [&](void* temporary, std::size_t& bytes) {
      return filtered_hull(temporary, bytes, device.data(), n,
                           found.data(), size.data(), o);
    };
    std::size_t bytes = 0;
    find(nullptr, bytes);
    if (device.size() < n || memory.size() < std::int64_t(bytes)) {
      device = {};
      found = {};
      memory = {};
      require_memory(n * std::int64_t(sizeof(P) + 4) + std::int64_t(bytes));
      device = device_array<P>(n);
      found = device_array<point_index>(n);
      memory = device_array<char>(std::int64_t(bytes));
      size = device_array<std::int64_t>(1);
    }
    device.upload(points.data(), n);
    bytes = std::size_t(memory.size());
    stats = {{"kept", find(memory.data(), bytes)}};
    std::int64_t h = 0;
    size.download(&h, 1);
    ring.resize(std::size_t(h));
    found.download(ring.data(), h);
  }
 private:
  device_array<P> device;
  device_array<point_index> found;
  device_array<char> memory;
  device_array<std::int64_t> size;
};
}
template <class P>
std::vector<variant<host_filter<P>>> heaphull_variants() {
  auto device = std::make_shared<filtered_on_device<P>>();
  std::vector<variant<host_filter<P>>> table = {
      {"filtered", true, "", [=](auto&... all) { (*device)(all...); }}};
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
  template std::vector<variant<host_filter<P>>> heaphull_variants<P>();
WW_FILTERS(float2)
WW_FILTERS(double2)
}
