#pragma once
#include <algorithm>
#include <ww/detail/ground/philox.cuh>
#include <ww/detail/hull/hull-kernels.cuh>
#include <ww/sort.cuh>

namespace ww::detail::hull {
__host__ __device__ inline std::int64_t sample_index(
    std::int64_t k, std::int64_t samples, std::int64_t n) {
  if (n <= samples) return k;
  const std::int64_t run = k / 32, range = n / (samples / 32);
  const auto free = std::uint64_t(range - 31);
  const random_source r{0, run, 9};
  return run * range + std::int64_t(r.words(0).word[0] * free >> 32) +
         k % 32;
}
struct key_of_y {
  const double2* points;
  __device__ std::uint64_t operator()(std::int64_t i) const {
    return ordered_bits(points[i].y);
  }
};
struct key_of_x {
  const double2* points;
  const point_index* order;
  __device__ std::uint64_t operator()(std::int64_t i) const {
    return ordered_bits(points[order ? order[i] : i].x);
  }
};
template <class Key>
__global__ void write_keys(const unsigned long long* number,
                           std::int64_t n, Key key_at,
                           std::uint64_t* keys) {
  if (number && *number < std::uint64_t(n)) n = std::int64_t(*number);
  for (auto i = thread_number(); i < n;
       i += std::int64_t(gridDim.x) * blockDim.x)
    keys[i] = key_at(i);
}
template <class P>
__global__ void gather_if(const unsigned long long* wanted,
                          std::int64_t n, const P* points,
                          const point_index* order, P* sorted) {
  if (wanted && *wanted == 0) return;
  for (auto i = thread_number(); i < n;
       i += std::int64_t(gridDim.x) * blockDim.x)
    sorted[i] = points[order[i]];
}
template <int = 0>
__global__ void clear_columns(std::uint64_t* table, std::int64_t slots,
                              unsigned long long* wanted) {
  for (auto i = thread_number(); i < slots;
       i += std::int64_t(gridDim.x) * blockDim.x)
    table[i] = 0;
  if (thread_number() == 0) wanted[0] = ~0ull, wanted[1] = 0;
}
__device__ inline void want_both(unsigned long long* wanted) {
  if (load_relaxed(wanted + 1) != 0) return;
  atomicExch(wanted, 0ull);
  atomicExch(wanted + 1, ~0ull);
}
template <int = 0>
__global__ void find_equal_x(const double2* points, std::int64_t n,
                             std::int64_t samples, std::uint64_t* table,
                             std::int64_t slots,
                             unsigned long long* wanted) {
  const std::int64_t k = thread_number();
  if (k >= samples) return;
  const auto key = (unsigned long long)ordered_bits(
      points[sample_index(k, samples, n)].x);
  if (__any_sync(~0u, __shfl_xor_sync(~0u, key, 1) == key)) {
    if (k % 32 == 0) want_both(wanted);
    return;
  }
  const std::int64_t at =
      std::int64_t((key * 0x9e3779b97f4a7c15u >> 32) % slots);
  auto* const slot = reinterpret_cast<unsigned long long*>(table + at);
  if (atomicExch(slot, key) == key) want_both(wanted);
}
template <int most>
__global__ void gather_columns(const double2* points, std::int64_t n,
                               const point_index* by_x,
                               unsigned long long* wanted,
                               double2* sorted, point_index* order) {
  if (__any_sync(~0u, load_relaxed(wanted) == 0)) return;
  const std::int64_t i = min(thread_number(), n - 1);
  const int lane = int(threadIdx.x) % 32;
  const double2 p = points[by_x[i]];
  auto at = [&](std::int64_t j) { return points[by_x[j]]; };
  double before = __shfl_up_sync(~0u, p.x, 1);
  double after = __shfl_down_sync(~0u, p.x, 1);
  if (lane == 0 && i > 0) before = at(i - 1).x;
  if (lane == 31 && i < n - 1) after = at(i + 1).x;
  if (thread_number() >= n) return;
  std::int64_t to = i;
  if ((i > 0 && before == p.x) || (i < n - 1 && after == p.x)) {
    int others = 0;
    for (int side = -1; side <= 1; side += 2)
      for (auto j = i + side; j >= 0 && j < n; j += side) {
        if (at(j).x != p.x) break;
        if (++others > most) return want_both(wanted);
        const double y = at(j).y;
        to += side < 0 ? -int(p.y < y) : int(y < p.y);
      }
  }
  sorted[to].x = p.x;
  sorted[to].y = p.y;
  order[to] = by_x[i];
}
constexpr std::int64_t many_doubles = 1 << 18;
inline void sort_doubles(void* temporary, std::size_t& bytes,
                         const double2* points, std::int64_t n,
                         double2* sorted, point_index* order,
                         bool by_x_first, cudaStream_t s,
                         const early_sort* early = nullptr) {
  arena a(temporary);
  auto* keys = a.take<std::uint64_t>(n);
  auto* by_one = a.take<point_index>(n);
  auto* wanted = a.take<unsigned long long>(2);
  const auto* const both = by_x_first ? wanted + 1 : nullptr;
  std::size_t need = 0;
  void* rest = nullptr;
  const auto sort = [&](const unsigned long long* number,
                        const point_index* in, point_index* out) {
    if (number)
      return sort_first_pairs(number, rest, need, keys, in, out, n, s);
    sort_pairs<std::uint64_t>(rest, need, keys, nullptr, in, out, n,
                              ww::order::ascending, s);
  };
  sort(both, nullptr, order);
  rest = a.take<char>(std::int64_t(need));
  if (!a.holds(bytes) || n == 0) return;
  if (early) early->decide(nullptr, 0);
  const dim3 grid(unsigned(std::min<std::int64_t>(
      tiles_of(n, 512), 4 * multiprocessors())));
  if (by_x_first) {
    std::int64_t slots = 512;
    while (slots < 1 << 20 && 2 * slots <= n) slots *= 2;
    const std::int64_t samples = n < slots ? 0 : slots / 16;
    launch(clear_columns<>, grid, 512, 0, s, keys, samples > 0 ? slots : 0,
           wanted);
    if (early && !early->goes_on()) return;
    if (samples > 0)
      launch(find_equal_x<>, blocks_for(samples), 256, 0, s, points, n,
             samples, keys, slots, wanted);
    launch(write_keys<key_of_x>, grid, 512, 0, s, wanted, n,
           key_of_x{points, nullptr}, keys);
    sort(wanted, nullptr, by_one);
    launch(gather_columns<64>, blocks_for(n), 256, 0, s, points, n, by_one,
           wanted, sorted, order);
  }
  launch(write_keys<key_of_y>, grid, 512, 0, s,
         early && !both ? early->wanted : both, n, key_of_y{points},
         keys);
  if (early && !early->goes_on()) return;
  sort(both, nullptr, by_one);
  launch(write_keys<key_of_x>, grid, 512, 0, s, both, n,
         key_of_x{points, by_one}, keys);
  sort(both, by_one, order);
  launch(gather_if<double2>, grid, 512, 0, s, both, n, points, order,
         sorted);
}
template <class P, hull_shape Shape = hull_policy<P>>
void hull_by_sorting(void* temporary, std::size_t& bytes,
                     const P* points, std::int64_t n, bool named,
                     const point_index* names, point_index* ring,
                     std::int64_t* size, hull_options o,
                     cudaStream_t s,
                     const early_sort* early = nullptr) {
  require_countable(n);
  arena a(temporary);
  const bool ordered = sizeof(P) == 16 || !named;
  auto* sorted = a.take<P>(n);
  auto* order = a.take<point_index>(ordered ? n : 0);
  const auto run = [&](void* t, std::size_t (&need)[3]) {
    if constexpr (sizeof(P) == 8)
      sort_points_by_key(t, need[0], points, sorted, ordered, order, n,
                         s, early);
    else
      sort_doubles(t, need[0], points, n, sorted, order, n >= many_doubles,
                   s, early);
    if (t && early && !early->goes_on()) return;
    find_hull<P, Shape>(t, need[1], sorted, n, named ? nullptr : order,
                        ring, size, o, s);
    if (named)
      name_ring(t, need[2], points, n, names, sorted, ring, size, s);
  };
  std::size_t need[3] = {};
  run(nullptr, need);
  std::size_t most = *std::max_element(need, need + 3);
  void* const shared = a.take<char>(std::int64_t(most));
  if (a.holds(bytes)) run(shared, need);
}
template <class P>
void hull_of_points(void* temporary, std::size_t& bytes,
                    const P* points, std::int64_t n, point_index* ring,
                    std::int64_t* size, hull_options o, cudaStream_t s,
                    const early_sort* early = nullptr);
}
