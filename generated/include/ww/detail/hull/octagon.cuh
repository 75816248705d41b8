#pragma once
#include <algorithm>
#include <limits>
#include <string>
#include <vector>
#include <ww/detail/ground/block.cuh>
#include <ww/detail/hull/chain.cuh>
#include <ww/detail/hull/directions.cuh>
#include <ww/heaphull.cuh>

namespace ww::detail::hull {
template <class T, int directions>
struct farthest {
  T value[directions];
  point_index index[directions];
  __host__ __device__ farthest() {
    for (int k = 0; k < directions; ++k) {
      value[k] = -infinite<T>;
      index[k] = ~point_index(0);
    }
  }
  __host__ __device__ void take(int k, T v, point_index i) {
    if (v < value[k] || (v == value[k] && i > index[k])) return;
    value[k] = v;
    index[k] = i;
  }
  __host__ __device__ void take(const farthest& other) {
    for (int k = 0; k < directions; ++k)
      take(k, other.value[k], other.index[k]);
  }
};
template <class P>
using eight = farthest<decltype(P::x), 8>;
template <class P>
using sixteen = farthest<decltype(P::x), 16>;
template <int corners = 8, class P>
auto extremes_of(const P* points, std::int64_t begin,
                 std::int64_t end) {
  farthest<decltype(P::x), corners> far;
  for (std::int64_t i = begin; i < end; ++i)
    for (int k = 0; k < corners; ++k)
      far.take(k, reach(8 / corners * k, points[i]), point_index(i));
  return far;
}
template <class P>
eight<P> extremes_by_reduction(const P* points, std::int64_t n) {
#pragma omp declare reduction(far : eight<P> : omp_out.take(omp_in)) \
    initializer(omp_priv = eight<P>())
  eight<P> all;
#pragma omp parallel for schedule(static) reduction(far : all)
  for (std::int64_t i = 0; i < n; ++i)
    for (int k = 0; k < 8; ++k)
      all.take(k, reach(k, points[i]), point_index(i));
  return all;
}
template <class P, int corners>
struct polygon {
  P at[corners];
  point_index index[corners];
};
template <class P> using octagon = polygon<P, 8>;
template <class P, class T, int corners>
__host__ __device__ polygon<P, corners> polygon_of(
    const P* points, const farthest<T, corners>& far) {
  polygon<P, corners> q;
  for (int k = 0; k < corners; ++k) {
    q.index[k] = far.index[k];
    q.at[k] = points[far.index[k]];
  }
  return q;
}
template <class P>
__host__ __device__ int queue_by_slopes(const octagon<P>& o, P p) {
  for (int q = 0; q < 4; ++q) {
    const P a = o.at[2 * q], c = o.at[2 * q + 1];
    const P b = o.at[(2 * q + 2) % 8], level = q % 2 == 0 ? a : b;
    const bool between = (a.x < p.x && p.x < b.x) ||
                         (b.x < p.x && p.x < a.x);
    const bool beyond = q < 2 ? p.y > level.y : p.y < level.y;
    if (!between || !beyond) continue;
    const P e = (a.x > b.x) == (p.x > c.x) ? a : b;
    const auto slope = (e.y - c.y) / (e.x - c.x);
    const auto side = slope * (p.x - c.x) + c.y;
    if (q < 2 ? p.y > side : p.y < side) return q + 1;
  }
  return 0;
}
template <class P, int corners>
__host__ __device__ int queue_by_sides(const polygon<P, corners>& o,
                                       P p) {
  bool any = false;
  for (int k = 0; k < corners; ++k) {
    const P a = o.at[k], b = o.at[(k + 1) % corners];
    if (same(a, b)) continue;
    any = true;
    if (same(b, p) || orientation(a, b, p) <= 0)
      return 4 * k / corners + 1;
  }
  return any ? 0 : 1;
}
template <class P>
bool passed_later(int q, P a, P b, point_index i, point_index j) {
  const bool leftwards = q == 1 || q == 2, upwards = q == 1 || q == 4;
  if (a.x != b.x) return leftwards ? a.x < b.x : a.x > b.x;
  if (a.y != b.y) return upwards ? a.y > b.y : a.y < b.y;
  return i > j;
}
template <class P>
void append_to_chain(const std::vector<P>& points,
                     std::vector<point_index>& chain, point_index i) {
  if (same(points[i], points[chain.back()])) return;
  while (chain.size() > 1 &&
         orientation(points[chain[chain.size() - 2]],
                     points[chain.back()], points[i]) <= 0)
    chain.pop_back();
  chain.push_back(i);
}
template <class P>
void begin_at_smallest(const std::vector<P>& points,
                       std::vector<point_index>& ring) {
  auto equal = [&](point_index i, point_index j) {
    return same(points[i], points[j]);
  };
  ring.erase(std::unique(ring.begin(), ring.end(), equal), ring.end());
  while (ring.size() > 1 && equal(ring.front(), ring.back()))
    ring.pop_back();
  auto before = [&](point_index i, point_index j) {
    return precedes(points[i], points[j]);
  };
  std::rotate(ring.begin(),
              std::min_element(ring.begin(), ring.end(), before),
              ring.end());
}
template <class P>
void hull_of_queues(const std::vector<P>& points, const octagon<P>& o,
                    std::vector<point_index> queue[4],
                    std::vector<point_index>& ring) {
  ring.clear();
  for (int q = 1; q <= 4; ++q) {
    auto& heap = queue[q - 1];
    heap.push_back(o.index[2 * q - 1]);
    auto later = [&](point_index i, point_index j) {
      return passed_later(q, points[i], points[j], i, j);
    };
    std::make_heap(heap.begin(), heap.end(), later);
    std::vector<point_index> chain = {o.index[2 * q - 2]};
    for (; !heap.empty(); heap.pop_back()) {
      std::pop_heap(heap.begin(), heap.end(), later);
      append_to_chain(points, chain, heap.back());
    }
    append_to_chain(points, chain, o.index[2 * q % 8]);
    if (chain.size() == 1) chain.push_back(chain[0]);
    ring.insert(ring.end(), chain.begin(), chain.end() - 1);
  }
  begin_at_smallest(points, ring);
}
inline void fill_by_number(const std::vector<unsigned char>& number,
                           std::vector<point_index> queue[4]) {
  for (std::size_t i = 0; i < number.size(); ++i)
    if (number[i] > 0) queue[number[i] - 1].push_back(point_index(i));
}
inline filter_stats stats_of(const std::vector<point_index> queue[4],
                             const std::string& name = "queue ") {
  filter_stats stats;
  for (int q = 0; q < 4; ++q)
    stats.push_back({name + std::to_string(q + 1),
                     std::int64_t(queue[q].size())});
  return stats;
}
template <class P, class Test>
void fill_queues(const std::vector<P>& points,
                 [[maybe_unused]] bool parallel,
                 std::vector<point_index> queue[4], Test test) {
  std::vector<unsigned char> number(points.size());
#pragma omp parallel for schedule(static) if (parallel)
  for (std::size_t i = 0; i < points.size(); ++i)
    number[i] = (unsigned char)test(points[i]);
  fill_by_number(number, queue);
}
template <class P>
void hull_of_list(const std::vector<P>& points,
                  const std::vector<point_index>& list,
                  const hull_options& o, bool parallel,
                  std::vector<point_index>& ring) {
  std::vector<P> close(list.size());
#pragma omp parallel for schedule(static) if (parallel)
  for (std::size_t k = 0; k < list.size(); ++k)
    close[k] = points[list[k]];
  const auto table = hull_variants<P>();
  find_variant(table, parallel ? "parallel" : "serial")
      .run(close, o, ring);
  for (point_index& i : ring) i = list[i];
}
template <class T, int directions>
__device__ void join_warp(farthest<T, directions>& far) {
  for (int lanes = 16; lanes > 0; lanes /= 2) {
    farthest<T, directions> other;
    for (int k = 0; k < directions; ++k) {
      other.value[k] = __shfl_xor_sync(~0u, far.value[k], lanes);
      other.index[k] = __shfl_xor_sync(~0u, far.index[k], lanes);
    }
    far.take(other);
  }
}
inline dim3 blocks_of_extremes(std::int64_t n, int threads = 256) {
  return dim3(unsigned(std::min<std::int64_t>(
      tiles_of(n, threads), 8 * multiprocessors())));
}
template <class T>
__device__ farthest<T, 4> joined(const farthest<T, 4>* found,
                                 int count) {
  farthest<T, 4> far;
  for (int k = int(threadIdx.x) % 32; k < count; k += 32)
    far.take(found[k]);
  join_warp(far);
  return far;
}
template <class P, class T = decltype(P::x)>
__global__ void find_axis_extremes(const P* points, std::int64_t n,
                                   farthest<T, 4>* found) {
  const std::int64_t thread = thread_number();
  farthest<T, 4> far;
  for (std::int64_t i = thread; i < n; i += gridDim.x * blockDim.x)
    for (int k = 0; k < 4; ++k)
      far.take(k, reach(2 * k, points[i]), point_index(i));
  join_warp(far);
  if (thread % 32 == 0) found[thread / 32] = far;
}
template <class P, class T = decltype(P::x)>
__global__ void find_corner_extremes(const P* points, std::int64_t n,
                                     const farthest<T, 4>* axes,
                                     int count,
                                     farthest<T, 4>* found) {
  const std::int64_t thread = thread_number();
  const farthest<T, 4> a = joined(axes, count);
  const T x[2] = {a.value[0], -a.value[2]};
  const T y[2] = {a.value[1], -a.value[3]};
  farthest<T, 4> far;
  for (std::int64_t i = thread; i < n; i += gridDim.x * blockDim.x)
    for (int k = 0; k < 4; ++k)
      far.take(k, -rounded_sum(
                      std::fabs(rounded_difference(x[(k + 1) / 2 % 2],
                                                   points[i].x)),
                      std::fabs(rounded_difference(y[k / 2], points[i].y))),
               point_index(i));
  join_warp(far);
  if (thread % 32 == 0) found[thread / 32] = far;
}
template <class P, class T = decltype(P::x)>
__global__ void number_queues(const P* points, std::int64_t n,
                              const farthest<T, 4>* axes,
                              const farthest<T, 4>* corners, int count,
                              octagon<P>* found, unsigned char* queue) {
  const farthest<T, 4> far[2] = {joined(axes, count),
                                 joined(corners, count)};
  octagon<P> o;
  for (int k = 0; k < 8; ++k) {
    o.index[k] = far[k % 2].index[k / 2];
    o.at[k] = points[o.index[k]];
  }
  const std::int64_t thread = thread_number();
  if (thread == 0) *found = o;
  for (std::int64_t i = thread; i < n; i += gridDim.x * blockDim.x)
    queue[i] = (unsigned char)queue_by_slopes(o, points[i]);
}
inline void refuse_options(const hull_options& o) {
  if (o.side != hull_side::both || o.keep_collinear)
    throw bad_input("the published programs find both sides, without "
                    "collinear points");
}
}
