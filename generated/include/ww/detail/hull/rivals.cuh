#pragma once
#include <ww/detail/ground/bulk.cuh>
#include <ww/detail/ground/host-call.cuh>
#include <ww/detail/hull/hull-kernels.cuh>
#include <ww/detail/hull/octagon.cuh>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/gather.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/system/cpp/execution_policy.h>
#include <thrust/transform.h>

namespace ww::detail::hull {
#if !WW_HOST
inline auto parting() { return bulk({}); }
#else
inline auto parting() { return thrust::cpp::par; }
#endif
struct equal_to_byte {
  unsigned char wanted;
  __host__ __device__ bool operator()(unsigned char b) const {
    return b == wanted;
  }
};
struct rival_shape {
  int threads = 256;
  std::int64_t each = 1024;
};
template <class P> using quadrilateral = polygon<P, 4>;
template <class P>
__host__ __device__ bool right_of(P a, P b, P p) {
  return rounded_product(rounded_difference(b.x, a.x),
                         rounded_difference(p.y, a.y)) <
         rounded_product(rounded_difference(b.y, a.y),
                         rounded_difference(p.x, a.x));
}
template <class P>
__host__ __device__ bool in_box(P a, P b, P p) {
  return min(a.x, b.x) <= p.x && p.x <= max(a.x, b.x) &&
         min(a.y, b.y) <= p.y && p.y <= max(a.y, b.y);
}
template <class P>
__host__ __device__ int region_of(const quadrilateral<P>& q, P p) {
  for (int k = 0; k < 4; ++k) {
    const P a = q.at[k], b = q.at[(k + 1) % 4];
    if (in_box(a, b, p) && right_of(a, b, p)) return k + 1;
  }
  return 0;
}
template <class P, class T = decltype(P::x)>
__global__ void number_regions(const P* points, std::int64_t n,
                               const farthest<T, 4>* axes, int count,
                               quadrilateral<P>* found,
                               unsigned char* region) {
  const auto q = polygon_of(points, joined(axes, count));
  const std::int64_t thread = thread_number();
  if (thread == 0) *found = q;
  for (std::int64_t i = thread; i < n; i += gridDim.x * blockDim.x)
    region[i] = (unsigned char)region_of(q, points[i]);
}
template <class P>
struct passed_point {
  const P* points;
  int region;
  __host__ __device__ P operator()(point_index i) const {
    const P p = points[i];
    switch (region) {
      case 0: return {-p.x, p.y};
      case 1: return {-p.y, -p.x};
      case 2: return {p.x, -p.y};
      default: return {p.y, p.x};
    }
  }
};
template <class P>
__global__ void keep_rising(const P* passed, std::int64_t n, int each,
                            unsigned char* keep) {
  const std::int64_t first = thread_number() * each;
  const std::int64_t last = min(first + each, n);
  auto greatest = -infinite<decltype(P::x)>;
  for (std::int64_t i = first; i < last; ++i) {
    keep[i] = passed[i].y > greatest;
    greatest = max(greatest, passed[i].y);
  }
}
template <class P>
std::vector<point_index> region_chain(
    const device_array<P>& points,
    const device_array<unsigned char>& number, int region,
    rival_shape shape) {
  const std::int64_t n = points.size();
  const equal_to_byte here{(unsigned char)(region + 1)};
  const std::int64_t m = thrust::count_if(
      parting(), number.data(), number.data() + n, here);
  if (m == 0) return {};
  require_memory(m * std::int64_t(2 * sizeof(P) + 13));
  device_array<point_index> list(m), order(m);
  device_array<P> passed(m), sorted(m);
  const thrust::counting_iterator<point_index> zero(0);
  thrust::copy_if(parting(), zero, zero + n, number.data(), list.data(),
                  here);
  thrust::transform(parting(), list.data(), list.data() + m,
                    passed.data(),
                    passed_point<P>{points.data(), region});
  host_call<>()([&](void* memory, std::size_t& bytes) {
    sort_points(memory, bytes, passed.data(), m, sorted.data(),
                order.data());
  });
  device_array<unsigned char> keep(m);
  device_array<point_index> in_order(m), kept(m);
  launch(keep_rising<P>,
         blocks_for(tiles_of(m, shape.each), shape.threads),
         unsigned(shape.threads), 0, {}, sorted.data(), m,
         int(shape.each), keep.data());
  thrust::gather(parting(), order.data(), order.data() + m, list.data(),
                 in_order.data());
  const auto end =
      thrust::copy_if(parting(), in_order.data(), in_order.data() + m,
                      keep.data(), kept.data(), equal_to_byte{1});
  std::vector<point_index> chain(std::size_t(end - kept.data()), 0);
  kept.download(chain.data(), std::int64_t(chain.size()));
  return chain;
}
template <class P>
void ring_of_regions(const std::vector<P>& points,
                     const quadrilateral<P>& q,
                     const std::vector<point_index> region[4],
                     std::vector<point_index>& ring) {
  for (int k = 0; k < 4; ++k) {
    std::vector<point_index> chain = {q.index[k]};
    for (point_index i : region[k]) append_to_chain(points, chain, i);
    append_to_chain(points, chain, q.index[(k + 1) % 4]);
    if (chain.size() > 1) chain.pop_back();
    ring.insert(ring.end(), chain.begin(), chain.end());
  }
  begin_at_smallest(points, ring);
  for (const P& e : q.at) {
    const std::size_t h = ring.size();
    std::size_t i = 0;
    while (!same(points[ring[i]], e)) ++i;
    const P a = points[ring[(i + h - 1) % h]];
    const P b = points[ring[(i + 1) % h]];
    if (orientation(a, e, b) == 0 && precedes(a, e) != precedes(b, e))
      ring.erase(ring.begin() + std::ptrdiff_t(i));
  }
}
template <class P>
void cudachain_hull(const std::vector<P>& points, const hull_options& o,
                    std::vector<point_index>& ring, filter_stats& stats,
                    rival_shape shape = {}) {
  refuse_options(o);
  const auto n = std::int64_t(points.size());
  require_countable(n);
  std::vector<point_index> region[4];
  ring.clear();
  if (n > 0) {
    require_memory(n * std::int64_t(sizeof(P) + 1));
    const auto device = to_device(points);
    const dim3 threads(unsigned(shape.threads)),
        blocks = blocks_of_extremes(n, shape.threads);
    const int warps = int(blocks.x) * shape.threads / 32;
    device_array<farthest<decltype(P::x), 4>> axes(warps);
    device_array<quadrilateral<P>> found(1);
    device_array<unsigned char> number(n);
    launch(find_axis_extremes<P>, blocks, threads, 0, {}, device.data(), n,
           axes.data());
    launch(number_regions<P>, blocks, threads, 0, {}, device.data(), n,
           axes.data(), warps, found.data(), number.data());
    for (int k = 0; k < 4; ++k)
      region[k] = region_chain(device, number, k, shape);
    ring_of_regions(points, to_host(found)[0], region, ring);
  }
  stats = stats_of(region, "region ");
}
template <class P>
__host__ __device__ bool kept_in_part(const quadrilateral<P>& q, P p,
                                      point_index i) {
  for (int k = 0; k < 4; ++k)
    if (q.index[k] == i) return true;
  return region_of(q, p) > 0;
}
template <class P, class T = decltype(P::x)>
__global__ void discard_in_parts(const P* points, std::int64_t n,
                                 std::int64_t each,
                                 unsigned char* keep) {
  farthest<T, 4>* const found = dynamic_shared<farthest<T, 4>>();
  const std::int64_t begin = blockIdx.x * each,
                     end = min(begin + each, n);
  farthest<T, 4> far;
  for (std::int64_t i = begin + threadIdx.x; i < end; i += blockDim.x)
    for (int k = 0; k < 4; ++k)
      far.take(k, reach(2 * k, points[i]), point_index(i));
  join_warp(far);
  if (threadIdx.x % 32 == 0) found[threadIdx.x / 32] = far;
  __syncthreads();
  const auto q =
      polygon_of(points, joined(found, int(blockDim.x) / 32));
  for (std::int64_t i = begin + threadIdx.x; i < end; i += blockDim.x)
    keep[i] = kept_in_part(q, points[i], point_index(i));
}
template <class P>
std::vector<point_index> kept_by_parts(const std::vector<P>& points,
                                       rival_shape shape) {
  std::int64_t m = std::int64_t(points.size()), before = 0;
  require_memory(m * std::int64_t(sizeof(P) + 5));
  auto close = to_device(points);
  device_array<point_index> list;
  do {
    device_array<unsigned char> keep(m);
    launch(discard_in_parts<P>, blocks_for(m, int(shape.each)),
           dim3(unsigned(shape.threads)),
           std::size_t(shape.threads / 32) *
               sizeof(farthest<decltype(P::x), 4>),
           {}, close.data(), m, shape.each, keep.data());
    const equal_to_byte yes{1};
    before = m;
    m = thrust::count_if(parting(), keep.data(), keep.data() + m, yes);
    device_array<point_index> kept(m);
    device_array<P> less(m);
    auto choose = [&](auto from, auto to) {
      thrust::copy_if(parting(), from, from + before, keep.data(), to, yes);
    };
    if (list.size() > 0) choose(list.data(), kept.data());
    else choose(thrust::counting_iterator<point_index>(0), kept.data());
    choose(close.data(), less.data());
    close = std::move(less);
    list = std::move(kept);
  } while (m > shape.each && m <= before / 2);
  return to_host(list);
}
template <class P>
std::vector<point_index> part_vertices(const std::vector<P>& points,
                                       std::int64_t begin,
                                       std::int64_t end) {
  const auto q = polygon_of(
      points.data(), extremes_of<4>(points.data(), begin, end));
  std::vector<point_index> kept, ring;
  for (std::int64_t i = begin; i < end; ++i)
    if (kept_in_part(q, points[i], point_index(i)))
      kept.push_back(point_index(i));
  hull_of_list(points, kept, {}, false, ring);
  std::sort(ring.begin(), ring.end());
  return ring;
}
template <class P>
std::vector<point_index> vertices_of_parts(const std::vector<P>& points,
                                           std::int64_t each) {
  const auto n = std::int64_t(points.size());
  std::vector<std::vector<point_index>> found(tiles_of(n, each));
  on_all_threads(std::int64_t(found.size()), [&](std::int64_t k) {
    found[k] = part_vertices(points, k * each,
                             std::min((k + 1) * each, n));
  });
  std::vector<point_index> all;
  for (auto& ring : found)
    all.insert(all.end(), ring.begin(), ring.end());
  return all;
}
template <class P>
void concurrent_hull(const std::vector<P>& points,
                     const hull_options& o, bool on_gpu,
                     std::vector<point_index>& ring,
                     filter_stats& stats, rival_shape shape) {
  refuse_options(o);
  require_countable(std::int64_t(points.size()));
  std::vector<point_index> kept;
  if (!points.empty())
    kept = on_gpu ? kept_by_parts(points, shape)
                  : vertices_of_parts(points, shape.each);
  stats = {{"kept", std::int64_t(kept.size())}};
  hull_of_list(points, kept, o, true, ring);
}
}
