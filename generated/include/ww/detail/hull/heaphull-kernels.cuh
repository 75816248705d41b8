#pragma once
#include <atomic>
#include <ww/detail/hull/sort-points.cuh>
#include <ww/detail/hull/octagon.cuh>
#include <ww/points.cuh>
#include <ww/sort.cuh>

namespace ww::detail::hull {
template <class T>
struct slot_map {
  T begin, scale;
  int slots;
  __host__ __device__ T coordinate(T x) const {
    return rounded_product(rounded_difference(x, begin), scale);
  }
};
template <class T>
__host__ __device__ bool usable(const slot_map<T>& map) {
  return map.scale > 0 && map.scale <= largest<T>;
}
template <class P>
__host__ __device__ P turned(P p, int axis) {
  return axis == 0 ? p : P{p.y, p.x};
}
template <class P, class T>
__device__ bool contains(P interval, const slot_map<T>&, P p) {
  return interval.x < p.y && p.y < interval.y;
}
struct alignas(16) trapezoid {
  double high, high_rise, low, low_rise;
};
template <class P, class T>
__device__ bool contains(const trapezoid& t, const slot_map<T>& map,
                         P p) {
  const double x = rounded_difference(double(p.x), double(map.begin));
  const double y = double(p.y);
  return y < rounded_sum(t.high, rounded_product(t.high_rise, x)) &&
         -y < rounded_sum(t.low, rounded_product(t.low_rise, x));
}
template <int slots, class Entry, class P, class T>
__device__ bool inside(const slot_map<T>& map, const Entry* table,
                       P p) {
  const T u = map.coordinate(p.x);
  if (!(u >= 1 && u < slots - 1)) return false;
  return contains(table[int(u)], map, p);
}
template <class P>
__host__ __device__ P in_row(P p, int row) {
  const P q = turned(p, row / 2);
  return row % 2 == 0 ? q : P{q.x, -q.y};
}
template <class T>
struct box {
  T left, low, right, high;
  __device__ static box none() {
    return {largest<T>, largest<T>, -largest<T>, -largest<T>};
  }
  __device__ box with(const box& b) const {
    return {min(left, b.left), min(low, b.low), max(right, b.right),
            max(high, b.high)};
  }
  __device__ box of_warp() const {
    box b = *this;
    for (int lanes = 16; lanes > 0; lanes /= 2)
      b = b.with({__shfl_xor_sync(~0u, b.left, lanes),
                  __shfl_xor_sync(~0u, b.low, lanes),
                  __shfl_xor_sync(~0u, b.right, lanes),
                  __shfl_xor_sync(~0u, b.high, lanes)});
    return b;
  }
};
inline constexpr int sample_threads = 1024, sample_blocks = 128;
template <class P, class T = decltype(P::x)>
__global__ void __launch_bounds__(sample_threads)
find_boxes(const P* points, std::int64_t n, std::int64_t samples,
           box<T>* boxes, unsigned long long* extremes, int cleared,
           unsigned* count) {
  const int thread = int(blockIdx.x * blockDim.x + threadIdx.x);
  const int threads = int(gridDim.x * blockDim.x);
  for (int k = thread; k < cleared; k += threads) extremes[k] = 0;
  if (thread == 0) *count = 0;
  box<T> b = box<T>::none();
  for (std::int64_t k = thread; k < samples; k += threads) {
    const std::int64_t at = sample_index(k, samples, n);
    const P p = points[at];
    b = b.with({p.x, p.y, p.x, p.y});
  }
  __shared__ box<T> of_warp[sample_threads / 32];
  b = b.of_warp();
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = b;
  __syncthreads();
  if (threadIdx.x < 32) b = of_warp[threadIdx.x].of_warp();
  if (threadIdx.x == 0) boxes[blockIdx.x] = b;
}
template <class T>
__device__ slot_map<T> map_of(const box<T>& b, int slots, int axis) {
  const T begin = axis == 0 ? b.left : b.low;
  const T end = axis == 0 ? b.right : b.high;
  const double width = double(rounded_difference(end, begin));
  return {begin, T(rounded_quotient(double(slots), width)), slots};
}
template <class T>
__device__ std::uint32_t height_of(const slot_map<T>& map, T y,
                                   bool upside_down) {
  std::uint32_t height;
  if constexpr (sizeof(T) == 4) {
    height = std::uint32_t(ordered_bits(y));
  } else {
    const double part = map.coordinate(y) * (4294967296.0 / map.slots);
    height = std::uint32_t(max(0.0, min(part, 4294967295.0)));
  }
  return upside_down ? ~height : height;
}
template <class T>
struct filter_below {
  const slot_map<T>* maps = nullptr;
  const trapezoid* tables = nullptr;
  template <class P>
  __device__ std::uint32_t height_of(P p, int axis,
                                     int upside_down) const {
    const slot_map<T> map = maps[axis];
    const double u = double(map.coordinate(p.x));
    const int slot = int(max(0.0, min(u, double(map.slots - 1))));
    const trapezoid t = tables[axis * map.slots + slot];
    const double x = rounded_difference(double(p.x), double(map.begin));
    const double line = upside_down
        ? rounded_sum(t.low, rounded_product(t.low_rise, x))
        : rounded_sum(t.high, rounded_product(t.high_rise, x));
    const double y = upside_down ? -double(p.y) : double(p.y);
    return std::uint32_t(
        ordered_bits(float(rounded_difference(y, line))));
  }
};
template <int slots, int strips, class P, class T = decltype(P::x)>
__global__ void __launch_bounds__(sample_threads)
find_extremes(const P* points, std::int64_t n, std::int64_t samples,
              const box<T>* boxes, int count, filter_below<T> under,
              slot_map<T>* maps, unsigned long long* extremes) {
  wait_for_previous();
  constexpr bool apart = 4 * strips <= 4096;
  __shared__ unsigned long long best[apart ? 4 * strips : 1];
  for (int k = int(threadIdx.x); apart && k < 4 * strips;
       k += sample_threads)
    best[k] = 0;
  if (apart) __syncthreads();
  box<T> b = box<T>::none();
  for (int k = int(threadIdx.x) % 32; k < count; k += 32)
    b = b.with(boxes[k]);
  b = b.of_warp();
  const slot_map<T> map[2] = {map_of(b, slots, 0), map_of(b, slots, 1)};
  const int thread = int(blockIdx.x * blockDim.x + threadIdx.x);
  const int threads = int(gridDim.x * blockDim.x);
  if (thread < 2) maps[thread] = map[thread];
  for (std::int64_t k = thread; k < samples; k += threads) {
    const std::int64_t at = sample_index(k, samples, n);
    const P p = points[at];
    const T u[2] = {map[0].coordinate(p.x), map[1].coordinate(p.y)};
    for (int axis = 0; axis < 2; ++axis) {
      if (!usable(map[0]) || !usable(map[1])) break;
      const int strip = min(int(u[axis]), slots - 1) / (slots / strips);
      const auto number = 0xffffffffull - (unsigned long long)k;
      auto* row = (apart ? best : extremes) + 2 * axis * strips + strip;
      for (int upside_down = 0; upside_down < 2; ++upside_down) {
        const auto above =
            under.tables ? under.height_of(turned(p, axis), axis, upside_down)
                         : height_of(map[1 - axis], turned(p, axis).y,
                                     upside_down == 1);
        const auto both = (unsigned long long)(above) << 32 | number;
        auto* const now = row + upside_down * strips;
        if (load_relaxed(now) < both) atomicMax(now, both);
      }
    }
  }
  if (apart) __syncthreads();
  for (int k = int(threadIdx.x); apart && k < 4 * strips;
       k += sample_threads)
    if (load_relaxed(extremes + k) < best[k])
      atomicMax(extremes + k, best[k]);
}
template <int strips, class P>
__global__ void close_gaps(const P* points, std::int64_t n,
                           std::int64_t samples,
                           const unsigned long long* extremes,
                           P* rows) {
  wait_for_previous();
  const int row = int(blockIdx.y), j = int(thread_number());
  const auto* mine = extremes + std::int64_t(row) * strips;
  int at = 0;
  __shared__ unsigned bits[32];
  const int t = int(threadIdx.x), threads = int(blockDim.x);
  bool found = false;
  for (int base = j - t; base >= 0; base -= threads) {
    const unsigned votes = __ballot_sync(~0u, mine[base + t] != 0);
    if (t % 32 == 0) bits[t / 32] = votes;
    __syncthreads();
    const int end = min(j - base, threads - 1);
    unsigned left = bits[end / 32] & (~0u >> (31 - end % 32));
    int word = end / 32;
    while (left == 0 && word > 0) left = bits[--word];
    if (left != 0 && !found)
      at = base + 32 * word + 31 - __clz(int(left));
    found |= left != 0;
    if (!__syncthreads_or(!found)) break;
  }
  const std::int64_t k = 0xffffffffu - std::uint32_t(mine[at]);
  P extreme{};
  if (mine[at] != 0)
    extreme = in_row(points[sample_index(k, samples, n)], row);
  P& here = rows[std::int64_t(row) * strips + j];
  here.x = extreme.x;
  here.y = extreme.y;
}
using ww::orientation;
template <class P> struct rough_point : P {};
template <class P>
__host__ __device__ int orientation(rough_point<P> a, rough_point<P> b,
                                    rough_point<P> c) {
  const exact::rounded_determinant<decltype(P::x)> d(
      {a.x, a.y, b.x, b.y, c.x, c.y});
  if (d.certain) [[likely]]
    return d.value > 0 ? 1 : -1;
  if (sizeof(P) == 16) return 0;
  const int s =
      exact::by_filter(exact::triple{a.x, a.y, b.x, b.y, c.x, c.y});
  return s == exact::undecided ? 0 : s;
}
template <class T>
__device__ bool find_borders(const slot_map<T>& map, int j, T& a,
                             T& b) {
  bool left = false, right = false;
  for (T out = T(1) / 64; out <= 1; out *= 8) {
    auto at = [&](T u) {
      const double x = rounded_quotient(double(u), double(map.scale));
      return T(rounded_sum(double(map.begin), x));
    };
    if (!left) left = map.coordinate(a = at(j - out)) < j;
    if (!right) right = map.coordinate(b = at(j + 1 + out)) >= j + 1;
  }
  return left && right;
}
template <class P, class H, class T = decltype(P::x)>
__device__ bool find_height(const device_runs<P>& chain, T a,
                            H& height) {
  if (chain.runs() == 0 || !(chain.at(0, 0).x <= a)) return false;
  auto one = [](bool yes) { return int(yes); };
  const int r = last_yes(chain.runs(), 1, 1, one, [&](int k) {
    return chain.at(k, 0).x <= a;
  });
  const int i = last_yes(chain.length(r), 1, 1, one, [&](int k) {
    return chain.at(r, k).x <= a;
  });
  const bool in_run = i + 1 < chain.length(r);
  const P at = chain.at(r, i);
  const P next = in_run ? chain.at(r, i + 1)
                 : r + 1 < chain.runs() ? chain.at(r + 1, 0) : at;
  const point<H> p{at.x, at.y}, q{next.x, next.y};
  if (!(H(a) <= q.x) || same(p, q)) return false;
  const double part = rounded_quotient(
      rounded_difference(double(a), double(p.x)),
      rounded_difference(double(q.x), double(p.x)));
  const double rise = rounded_difference(double(q.y), double(p.y));
  height = H(rounded_sum(double(p.y), rounded_product(part, rise)));
  H step = rounded_product(max(std::fabs(p.y), std::fabs(q.y)),
                           spacing<H>);
  for (int tries = 0; tries < 4; ++tries, step *= 8) {
    height -= step;
    if (!(std::fabs(height) <= largest<H>)) return false;
    if (orientation(p, q, point<H>{a, height}) <= 0) return true;
  }
  return false;
}
template <class P>
__host__ __device__ auto height_type(P) -> decltype(P::x);
template <class P, class T>
  requires std::is_same_v<T, decltype(P::x)>
__device__ void set_entry(P& interval, bool found, const slot_map<T>&,
                          T, T, const T (&height)[4]) {
  interval.x = found ? -min(height[2], height[3]) : T(0);
  interval.y = found ? min(height[0], height[1]) : T(0);
}
__host__ __device__ double height_type(trapezoid);
template <class T>
__device__ void set_line(double& height, double& rise, double x0,
                         T left, T right, double at_left,
                         double at_right) {
  const double a = rounded_difference(double(left), x0);
  const double b = rounded_difference(double(right), x0);
  const double climb = rounded_difference(at_right, at_left);
  rise = rounded_quotient(climb, rounded_difference(b, a));
  const double start = rounded_product(rise, a);
  const double most =
      rounded_sum(rounded_sum(std::fabs(at_left),
                              std::fabs(at_right)),
                  rounded_product(rounded_sum(std::fabs(rise), 0x1p-1022),
                                  max(std::fabs(a), std::fabs(b))));
  const double margin =
      rounded_sum(rounded_product(most, 64 * spacing<double>), 0x1p-1000);
  height = rounded_difference(
      rounded_difference(at_left, start), margin);
}
template <class T>
__device__ void set_entry(trapezoid& t, bool found,
                          const slot_map<T>& map, T a, T b,
                          const double (&height)[4]) {
  double high = -infinite<double>, low = high, rise = 0, fall = 0;
  if (found) {
    set_line(high, rise, double(map.begin), a, b, height[0], height[1]);
    set_line(low, fall, double(map.begin), a, b, height[2], height[3]);
  }
  if (!(high <= largest<double>)) high = -infinite<double>;
  t.high = high;
  t.high_rise = rise;
  t.low = low;
  t.low_rise = fall;
}
template <class S>
constexpr int tile_points = S::tile::threads * S::tile::each;
template <class P, class Shape>
struct filter_tables {
  slot_map<decltype(P::x)>* maps = nullptr;
  typename Shape::entry* tables = nullptr;
  P* rows = nullptr;
  point_index* vertices = nullptr;
  hull_run* runs = nullptr;
  int* counts = nullptr;
  __device__ device_runs<P> chain(int row) const {
    const int first = row * (Shape::strips / tile_points<Shape>);
    return {rows, vertices, runs + first, counts[first]};
  }
};
template <class Entry, class P, class Shape, class T>
__device__ void find_entry(const filter_tables<P, Shape>& f,
                           const slot_map<T>& map, int axis, int j,
                           Entry& e) {
  using H = decltype(height_type(Entry{}));
  const int lane = int(threadIdx.x) % 32, four = lane & ~3;
  const auto chain = f.chain(2 * axis + lane % 4 / 2);
  T a = 0, b = 0;
  H height = 0, all[4];
  bool found = j > 0 && j < map.slots - 1 && usable(map) &&
               find_borders(map, j, a, b);
  found = found && find_height(chain, lane % 2 == 0 ? a : b, height);
  const unsigned votes = __ballot_sync(~0u, found);
  for (int k = 0; k < 4; ++k)
    all[k] = __shfl_sync(~0u, height, four + k);
  set_entry(e, (votes >> four & 15) == 15, map, a, b, all);
}
template <class Shape, class P>
__global__ void make_tables(filter_tables<P, Shape> f) {
  wait_for_previous();
  const int axis = int(blockIdx.y), j = int(thread_number() / 4);
  typename Shape::entry e;
  find_entry(f, f.maps[axis], axis, j, e);
  if (threadIdx.x % 4 == 0 && j < Shape::slots)
    f.tables[axis * Shape::slots + j] = e;
}
struct number_of {
  enum : int {
    listed, outside, guessed_outside, guessed_listed, told,
    blocks_done = told, all
  };
};
template <class P, class Shape> struct far_table {
  decltype(P::x) value[16][Shape::far_blocks];
  point_index index[16][Shape::far_blocks];
};
struct answer_place {
  volatile unsigned long long* box = nullptr;
  unsigned long long ticket = 0;
  __device__ void tell(int k, unsigned number) const {
    if (box) box[k] = ticket << 32 | number;
  }
};
#if WW_CUDA
struct host_box {
  unsigned long long* words = nullptr;
  unsigned ticket = 0;
  host_box() {
    check(cudaMallocHost(&words, number_of::told * sizeof *words));
    std::fill(words, words + number_of::told, 0);
  }
  ~host_box() { cudaFreeHost(words); }
  static host_box& mine() {
    thread_local host_box box;
    return box;
  }
};
inline answer_place next_answer() {
  host_box& box = host_box::mine();
  return {box.words, ++box.ticket};
}
template <int = 0>
__global__ void tell_host(const unsigned* numbers, answer_place place) {
  wait_for_previous();
  place.tell(number_of::listed, numbers[number_of::listed]);
}
#else
inline answer_place next_answer() { return {}; }
#endif
inline unsigned answer_of([[maybe_unused]] const unsigned* numbers,
                          int k, cudaStream_t s) {
#if WW_CUDA
  const host_box& box = host_box::mine();
  const std::atomic_ref<unsigned long long> told(box.words[k]);
  for (int tries = 1; told.load() >> 32 != box.ticket; ++tries)
    if (tries % 4096 == 0) {
      const cudaError_t status = cudaStreamQuery(s);
      if (status != cudaErrorNotReady) check(status);
      else cudaGetLastError();
    }
  return unsigned(told.load());
#else
  unsigned number = 0;
  copy_device(&number, numbers + k, sizeof number, s);
  return number;
#endif
}
inline unsigned read_back(const unsigned* numbers, cudaStream_t s) {
#if WW_CUDA
  launch_next(tell_host<>, 1, 1, 0, s, numbers, next_answer());
#endif
  return answer_of(numbers, number_of::listed, s);
}
inline constexpr int filter_room = 128;
template <class P, class Shape>
struct filter_memory {
  static constexpr int slots = Shape::in_shared ? Shape::slots : 0;
  typename Shape::entry table[slots + 1];
  point_index list[Shape::threads / 32][filter_room];
};
struct warp_list {
  point_index* list;
  point_index* kept;
  unsigned* count;
  unsigned capacity;
  int lane, held = 0;
  bool full = false;
  __device__ void note(bool keep, point_index i) {
    const unsigned votes = __ballot_sync(~0u, keep);
    if (votes == 0) return;
    if (held + __popc(votes) > filter_room) hand_over();
    if (keep) list[held + __popc(votes & ((1u << lane) - 1))] = i;
    held += __popc(votes);
  }
  __device__ void hand_over() {
    __syncwarp();
    unsigned at = 0;
    if (lane == 0 && held > 0 && !full)
      at = atomicAdd(count, unsigned(held));
    at = __shfl_sync(~0u, at, 0);
    full = full || at > capacity || capacity - at < unsigned(held);
    for (int k = lane; k < held && !full; k += 32)
      kept[at + unsigned(k)] = list[k];
    held = 0;
    __syncwarp();
  }
};
template <class Shape, class P, class T = decltype(P::x)>
__device__ bool in_vain(const P* points, std::int64_t n,
                        slot_map<T> across, slot_map<T> along,
                        const typename Shape::entry* first,
                        const typename Shape::entry* second,
                        unsigned capacity) {
  constexpr int tries = 4, sampled = tries * Shape::threads;
  const auto some = min(n, std::int64_t(sampled));
  bool keep[tries];
  for (int k = 0; k < tries; ++k) {
    const int j = k * Shape::threads + int(threadIdx.x);
    const auto at = j < some ? sample_index(j, sampled, n) : 0;
    const P q = points[at];
    keep[k] = j < some && (j % 32 == 0 || !same(points[at - 1], q)) &&
              !inside<Shape::slots>(across, first, q) &&
              !inside<Shape::slots>(along, second, turned(q, 1));
  }
  std::int64_t held = 0;
  for (int k = 0; k < tries; ++k) held += __syncthreads_count(keep[k]);
  return capacity < n && 16 * held * n > 15 * some * capacity;
}
template <class P, class Shape, class T = decltype(P::x)>
__global__ void __launch_bounds__(Shape::threads, Shape::blocks)
keep_points(const P* __restrict__ points, std::int64_t n,
            const slot_map<T>* __restrict__ maps,
            const typename Shape::entry* __restrict__ tables,
            point_index named, point_index* kept, unsigned* count,
            unsigned capacity) {
  constexpr int each = Shape::each, slots = Shape::slots;
  using memory = filter_memory<P, Shape>;
  memory& shared = *dynamic_shared<memory>();
  wait_for_previous();
  const auto* table = tables;
  if constexpr (Shape::in_shared) {
    for (int j = int(threadIdx.x); j < slots; j += Shape::threads)
      shared.table[j] = tables[j];
    table = shared.table;
  }
  const slot_map<T> across = maps[0], along = maps[1];
  __syncthreads();
  if (in_vain<Shape>(points, n, across, along, table, tables + slots,
                     capacity)) {
    if (blockIdx.x == 0 && threadIdx.x == 0)
      atomicMax(count, capacity + 1);
    return;
  }
  const int lane = int(threadIdx.x) % 32;
  const int warps = Shape::threads / 32;
  const std::int64_t warp =
      std::int64_t(blockIdx.x) * warps + threadIdx.x / 32;
  const std::int64_t first = warp * 32 * each;
  const std::int64_t stride = std::int64_t(gridDim.x) * warps * 32 * each;
  warp_list list{shared.list[threadIdx.x / 32], kept, count, capacity,
                 lane};
  for (std::int64_t base = first; base < n; base += stride) {
    P p[each];
    unsigned open = 0;
    const std::int64_t i = base + lane, most = 32 * each;
    const int left = int(min(n - base, most)) - lane;
    for (int k = 0; k < each; ++k)
      if (32 * k < left) p[k] = points[i + 32 * k];
    for (int k = 0; k < each; ++k)
      if (32 * k < left && !inside<slots>(across, table, p[k]))
        open |= 1u << k;
    if (!__any_sync(~0u, open != 0)) continue;
    for (int k = 0; k < each; ++k)
      if (open >> k & 1 &&
          inside<slots>(along, tables + slots, turned(p[k], 1)))
        open ^= 1u << k;
    for (int k = 0; k < each; ++k) {
      bool keep = open >> k & 1;
      if (!__any_sync(~0u, keep)) continue;
      for (int back = 1; back <= 2; ++back) {
        const P mine = lane >= 32 - back && k > 0 ? p[k - 1] : p[k];
        const P before = {__shfl_sync(~0u, mine.x, (lane + 32 - back) % 32),
                          __shfl_sync(~0u, mine.y, (lane + 32 - back) % 32)};
        if ((lane >= back || k > 0) && same(before, p[k])) keep = false;
      }
      list.note(keep, named + point_index(i + 32 * k));
      if (list.full) return;
    }
  }
  list.hand_over();
}
template <class P>
struct filter_policy_base {
  struct tile : hull_policy<P> {
    static constexpr int threads = 128, each = 4;
  };
  static constexpr int strips = 512, slots = 32768 / sizeof(P);
  static constexpr int threads = 512, each = 64 / sizeof(P);
  static constexpr int blocks = 2;
  static constexpr std::int64_t least_samples = 1 << 15,
                                most_samples = 1 << 19;
  static constexpr int share = 2;
};
template <class P> struct fine_policy;
template <class P>
struct filter_policy : filter_policy_base<P> {
  using entry = P;
  static constexpr bool in_shared = true;
  static constexpr std::int64_t least = 1 << 15;
  struct few_tile : hull_policy<P> {
    static constexpr int threads = 512, each = 8;
  };
  static constexpr int few_threads = 256, few_blocks = 512;
  static constexpr int far_threads = 512, far_blocks = 128;
  static constexpr int few_room = 4096, few_guessed = 6144;
  static constexpr std::int64_t few_read = 1 << 21,
                                few_listed = 1 << 14,
                                patient = 1 << 18,
                                eager = 1 << 24;
  using fine = fine_policy<P>;
};
template <class P>
struct coarse_policy : filter_policy_base<P> {
  using tile = typename filter_policy<P>::few_tile;
  static constexpr int strips = 4096, slots = 4096;
  static constexpr std::int64_t most_samples = 1 << 17;
  using entry = trapezoid;
  static constexpr bool in_shared = false;
};
template <class P>
struct fine_policy : coarse_policy<P> {
  using coarse = coarse_policy<P>;
  static constexpr int strips = 1 << 16, slots = 1 << 16;
  static constexpr std::int64_t least_samples = 1 << 20,
                                most_samples = 1 << 20;
  static constexpr std::int64_t least = 1 << 22;
};
template <class S>
concept filter_shape =
    hull_shape<typename S::tile> &&
    power_of_two(S::strips, 32, 1 << 16) &&
    S::strips % tile_points<S> == 0 && S::slots % S::strips == 0 &&
    S::each >= 1 && S::each <= 32 && S::threads % 32 == 0 &&
    S::least_samples % 32 == 0 && S::most_samples % 32 == 0 &&
    S::blocks >= 1;
template <class P, class Shape>
__global__ void count_finer(const P* points, std::int64_t n,
                            filter_tables<P, Shape> f,
                            std::int64_t tests, unsigned* count) {
  wait_for_previous();
  constexpr int slots = Shape::slots, finer = Shape::fine::slots;
  const int axis = int(blockIdx.y);
  const std::int64_t k = thread_number() / 4;
  const P p = points[sample_index(min(k, tests - 1), tests, n)];
  const bool discarded =
      inside<slots>(f.maps[0], f.tables, p) ||
      inside<slots>(f.maps[1], f.tables + slots, turned(p, 1));
  auto map = f.maps[axis];
  map.scale *= finer / slots;
  map.slots = finer;
  const P q = turned(p, axis);
  const auto u = map.coordinate(q.x);
  trapezoid t;
  find_entry(f, map, axis, u >= 1 && u < finer ? int(u) : 0, t);
  const int more = warp_sum(int(k < tests && threadIdx.x % 4 == 0 &&
                                !discarded && contains(t, map, q)));
  if (threadIdx.x % 32 == 0 && more > 0)
    atomicAdd(count, unsigned(more));
}
template <class P, class Shape>
bool finer_helps(const filter_tables<P, Shape>& f, const P* points,
                 std::int64_t n, unsigned* count, unsigned before,
                 cudaStream_t s) {
  const std::int64_t tests = std::min(n, Shape::least_samples / 2);
  launch_next(count_finer<P, Shape>,
              dim3(blocks_for(4 * tests).x, 2), 256, 0, s, points, n, f,
              tests, count);
  return 4096 * std::int64_t(read_back(count, s) - before) >= tests;
}
template <class Shape>
unsigned blocks_of(std::int64_t n) {
  constexpr int at_once = Shape::threads * Shape::each;
  return unsigned(std::min<std::int64_t>(
      tiles_of(n, at_once), multiprocessors() * Shape::blocks));
}
template <class P, class Shape>
void keep_some(const filter_tables<P, Shape>& f, const P* points,
               std::int64_t n, std::int64_t named, point_index* kept,
               unsigned* count, std::int64_t capacity, cudaStream_t s) {
  launch_next(keep_points<P, Shape>, blocks_of<Shape>(n),
              Shape::threads, sizeof(filter_memory<P, Shape>), s,
              points, n, f.maps, f.tables, point_index(named), kept,
              count, unsigned(capacity));
}
template <class S>
std::int64_t samples_of(std::int64_t n) {
  return std::min(n, std::clamp(n / 128 / 32 * 32, S::least_samples,
                                S::most_samples));
}
template <class P, class Shape>
filter_tables<P, Shape> prepare_filter(
    void* temporary, std::size_t& bytes, const P* points,
    std::int64_t n, std::int64_t samples, unsigned* count,
    cudaStream_t s, filter_below<decltype(P::x)> under = {}) {
  static_assert(filter_shape<Shape>);
  using T = decltype(P::x);
  using rough = rough_point<P>;
  using tile = tile_memory<rough, typename Shape::tile>;
  constexpr int slots = Shape::slots, strips = Shape::strips;
  constexpr int tiles = 4 * strips / tile_points<Shape>;
  arena a(temporary);
  filter_tables<P, Shape> f;
  auto* boxes = a.take<box<T>>(sample_blocks);
  auto* extremes = a.take<unsigned long long>(4 * strips);
  f.maps = a.take<slot_map<T>>(2);
  f.rows = a.take<P>(4 * strips);
  f.vertices = a.take<point_index>(4 * strips);
  f.runs = a.take<hull_run>(tiles);
  f.counts = a.take<int>(tiles);
  f.tables = a.take<typename Shape::entry>(2 * slots);
  if (!a.holds(bytes)) return {};
  const auto some = unsigned(std::min<std::int64_t>(
      tiles_of(samples, sample_threads), sample_blocks));
  launch(find_boxes<P>, some, sample_threads, 0, s, points, n, samples,
         boxes, extremes, 4 * strips, count);
  launch_next(find_extremes<slots, strips, P>,
              strips > 1024 ? 4 * some : some, sample_threads, 0, s,
              points, n, samples, boxes, int(some), under, f.maps,
              extremes);
  constexpr int block = strips < 1024 ? strips : 1024;
  launch_next(close_gaps<strips, P>, dim3(strips / block, 4), block, 0, s,
              points, n, samples, extremes, f.rows);
  const auto* rough_rows = reinterpret_cast<const rough*>(f.rows);
  launch_next(find_tile_hulls<rough, typename Shape::tile>, tiles,
              Shape::tile::threads, sizeof(tile), s, rough_rows,
              std::int64_t(4 * strips), chain_rule{1, false}, f.vertices,
              f.runs, f.counts);
  join_all(rough_rows, std::int64_t(4 * strips), chain_rule{1, false}, 1,
           f.vertices, f.runs, f.counts, tiles, tiles / 4, s);
  launch_next(make_tables<Shape, P>, dim3((4 * slots + 127) / 128, 2),
              128, 0, s, f);
  return f;
}
template <class P, class Shape>
filter_tables<P, Shape> filter(void* temporary, std::size_t& bytes,
                               const P* points, std::int64_t n,
                               point_index* kept, unsigned* count,
                               std::int64_t capacity, cudaStream_t s) {
  require_countable(n);
  if (n < 1 || capacity < 1 || capacity > n)
    throw bad_input("a filter needs a point, and room for 1 to n");
  const auto f =
      prepare_filter<P, Shape>(temporary, bytes, points, n,
                               samples_of<Shape>(n), count, s);
  if (temporary)
    keep_some<P, Shape>(f, points, n, 0, kept, count, capacity, s);
  return f;
}
template <class P, class Shape>
void filter_finely(void* temporary, std::size_t& bytes, const P* points,
                   std::int64_t n, point_index* kept, unsigned* count,
                   std::int64_t capacity, cudaStream_t s) {
  using Coarse = typename Shape::coarse;
  arena a(temporary);
  std::size_t first = 0, second = 0;
  prepare_filter<P, Coarse>(nullptr, first, points, n,
                            samples_of<Coarse>(n), count, s);
  auto* const one = a.take<char>(std::int64_t(first));
  prepare_filter<P, Shape>(nullptr, second, points, n,
                           samples_of<Shape>(n), count, s);
  auto* const two = a.take<char>(std::int64_t(second));
  if (!a.holds(bytes)) return;
  const auto c = prepare_filter<P, Coarse>(
      one, first, points, n, samples_of<Coarse>(n), count, s);
  const auto f = prepare_filter<P, Shape>(
      two, second, points, n, samples_of<Shape>(n), count, s,
      {c.maps, c.tables});
  keep_some<P, Shape>(f, points, n, 0, kept, count, capacity, s);
}
template <class P>
__global__ void gather_kept(const P* points, const point_index* kept,
                            std::int64_t m, P* close) {
  const std::int64_t i = thread_number();
  if (i < m) close[i] = points[kept[i]];
}
template <class P, class Shape>
void hull_of_kept(void* temporary, std::size_t& bytes, const P* points,
                  const point_index* kept, std::int64_t m,
                  point_index* ring, std::int64_t* size, hull_options o,
                  cudaStream_t s) {
  arena a(temporary);
  auto* close = a.take<P>(m);
  std::size_t need = 0;
  const auto find = [&](void* t) {
    hull_by_sorting<P, Shape>(t, need, close, m, true, kept, ring, size,
                              o, s);
  };
  find(nullptr);
  void* const rest = a.take<char>(std::int64_t(need));
  if (!a.holds(bytes)) return;
  launch(gather_kept<P>, unsigned(m / 256 + 1), 256, 0, s, points, kept,
         m, close);
  find(rest);
}
__device__ inline unsigned room_for(unsigned& held, bool keep) {
  const int lane = int(threadIdx.x) % 32;
  const unsigned votes = __ballot_sync(~0u, keep);
  unsigned first = 0;
  if (lane == 0 && votes)
    first = atomicAdd(&held, unsigned(__popc(votes)));
  return __shfl_sync(~0u, first, 0) +
         __popc(votes & ((1u << lane) - 1));
}
template <class T>
__device__ void join_lanes(T& value, point_index& index) {
  const T best = warp_largest(value);
  const unsigned equal = __ballot_sync(~0u, value == best);
  index = __shfl_sync(~0u, index, __ffs(int(equal)) - 1);
  value = best;
}
template <int threads, class P>
__device__ void guess_list(const P* points, std::int64_t n,
                           unsigned* numbers, answer_place place) {
  using T = decltype(P::x);
  constexpr int warps = threads / 32, sides = 64;
  __shared__ box<T> boxes[warps];
  __shared__ float2 sample[threads];
  __shared__ point_index corner[sides];
  __shared__ float3 line[sides];
  const int lane = int(threadIdx.x) % 32, warp = int(threadIdx.x) / 32;
  const std::int64_t k = 2 * threadIdx.x;
  const P given[2] = {points[k * n / (2 * threads)],
                      points[(k + 1) * n / (2 * threads)]};
  box<T> b = box<T>::none();
  for (const P& q : given) b = b.with({q.x, q.y, q.x, q.y});
  b = b.of_warp();
  if (lane == 0) boxes[warp] = b;
  __syncthreads();
  b = boxes[lane % warps].of_warp();
  const double by_x = rounded_quotient(1, double(b.right) - b.left);
  const double by_y = rounded_quotient(1, double(b.high) - b.low);
  float2 p[2];
  for (int j = 0; j < 2; ++j)
    p[j] = {float((double(given[j].x) - b.left) * by_x),
            float((double(given[j].y) - b.low) * by_y)};
  sample[threadIdx.x] = p[0];
  __syncthreads();
  for (int d = warp; d < sides; d += warps) {
    float2 v = {sides / 8, float(d % (sides / 4) - sides / 8)};
    for (int quarter = d / (sides / 4); quarter > 0; --quarter)
      v = {-v.y, v.x};
    float value = -infinite<float>;
    point_index at = 0;
    for (int j = lane; j < threads; j += 32) {
      const float far = rounded_sum(rounded_product(v.x, sample[j].x),
                                    rounded_product(v.y, sample[j].y));
      at = far > value ? point_index(j) : at;
      value = far > value ? far : value;
    }
    join_lanes(value, at);
    if (lane == 0) corner[d] = at;
  }
  __syncthreads();
  for (int d = int(threadIdx.x); d < sides; d += threads) {
    const float2 from = sample[corner[d]];
    const float2 to = sample[corner[(d + 1) % sides]];
    const float2 l = {rounded_difference(from.y, to.y),
                      rounded_difference(to.x, from.x)};
    const float at = rounded_sum(rounded_product(l.x, from.x),
                                 rounded_product(l.y, from.y));
    line[d] = {l.x, l.y, at + 0x1p-22f};
    if (same(from, to)) line[d].z = -1;
  }
  __syncthreads();
  bool kept = false;
  for (int d = 0; d < sides; ++d) {
    const float3 l = line[d];
    kept |= !(rounded_sum(rounded_product(l.x, p[1].x),
                          rounded_product(l.y, p[1].y)) > l.z);
  }
  const std::int64_t all = __syncthreads_count(kept);
  if (threadIdx.x > 0) return;
  const auto guess = unsigned(all * n / threads);
  numbers[number_of::guessed_listed] = guess;
  place.tell(number_of::guessed_listed, guess);
}
template <class P, class Shape>
__global__ void __launch_bounds__(Shape::far_threads)
find_far_points(const P* points, std::int64_t n,
                const point_index* list, unsigned* numbers,
                std::int64_t most, far_table<P, Shape>* found,
                answer_place place, unsigned long long* cleared,
                std::int64_t words) {
  constexpr int warps = Shape::far_threads / 32;
  wait_for_previous();
  const int blocks = int(gridDim.x) - !list;
  if (int(blockIdx.x) == blocks)
    return guess_list<Shape::far_threads>(points, n, numbers, place);
  const int lane = int(threadIdx.x) % 32, warp = int(threadIdx.x) / 32;
  const std::int64_t all = std::int64_t(blocks) * blockDim.x;
  const int thread = (warp * blocks + int(blockIdx.x)) * 32 + lane;
  const std::int64_t given = list ? numbers[number_of::listed] : n;
  const std::int64_t m = given <= most ? given : 0;
  auto index_of = [&](std::int64_t i) {
    return list ? list[i] : point_index(i);
  };
  if (thread == 0) {
    numbers[number_of::outside] = numbers[number_of::blocks_done] = 0;
    if (list) numbers[number_of::guessed_outside] = 0;
  }
  for (std::int64_t i = thread; i < words; i += all) cleared[i] = 0;
  if (m == 0) return;
  constexpr int tests = Shape::far_threads, chance = 12;
  __shared__ P sample[tests];
  if (blockIdx.x == 0 && !list)
    sample[threadIdx.x] = points[min(
        m - 1, threadIdx.x * max(m / tests, std::int64_t(1)))];
  sixteen<P> far;
  for (std::int64_t i = thread; i < m; i += 4 * all) {
    P p[4];
    point_index at[4];
    WW_UNROLL for (int j = 0; j < 4; ++j) {
      at[j] = index_of(min(i + j * all, m - 1));
      p[j] = points[at[j]];
    }
    WW_UNROLL for (int j = 0; j < 4; ++j)
      WW_UNROLL for (int d = 0; d < 16; ++d) {
        const auto v = reach<16>(d, p[j]);
        far.index[d] = v > far.value[d] ? at[j] : far.index[d];
        far.value[d] = v > far.value[d] ? v : far.value[d];
      }
  }
  __shared__ decltype(P::x) values[16][warps];
  __shared__ point_index indices[16][warps];
  __shared__ P corner[16];
  WW_UNROLL for (int d = 0; d < 16; ++d) {
    join_lanes(far.value[d], far.index[d]);
    if (lane == 0) values[d][warp] = far.value[d];
    if (lane == 0) indices[d][warp] = far.index[d];
  }
  __syncthreads();
  for (int d = warp; d < 16; d += warps) {
    auto value = values[d][min(lane, warps - 1)];
    point_index index = indices[d][min(lane, warps - 1)];
    join_lanes(value, index);
    if (lane == 0) {
      found->value[d][blockIdx.x] = value;
      found->index[d][blockIdx.x] = index;
      corner[d] = points[index < n ? index : 0];
    }
  }
  if (blockIdx.x > 0 || list) return;
  __shared__ double3 side[16];
  __syncthreads();
  if (threadIdx.x < 16) {
    int next = lane + 1;
    while (next < lane + 16 && same(corner[lane], corner[next % 16]))
      ++next;
    const P o = corner[0], a = corner[lane], b = corner[next % 16];
    const double right = double(b.x) - a.x, up = double(b.y) - a.y;
    const double size = max(double(o.x) - corner[8].x,
                            double(corner[4].y) - corner[12].y);
    const double most = (2 * fabs(right) + 2 * fabs(up)) * size;
    side[lane].x = right;
    side[lane].y = up;
    side[lane].z = right * (double(a.y) - o.y) -
                   up * (double(a.x) - o.x) + 0x1p-1000 + 0x1p-49 * most;
  }
  __syncthreads();
  auto find_outside = [&]<int N>(const P (&p)[N], bool (&out)[N]) {
    const double x = corner[0].x, y = corner[0].y;
    WW_UNROLL for (int k = 0; k < 16; ++k) {
      const double3 s = side[k];
      WW_UNROLL for (int j = 0; j < N; ++j)
        out[j] |= !(s.x * (p[j].y - y) - s.y * (p[j].x - x) > s.z);
    }
  };
  const P p[1] = {sample[threadIdx.x]};
  bool out[1] = {};
  find_outside(p, out);
  const int left = __syncthreads_count(out[0]);
  if (threadIdx.x > 0) return;
  const auto guess = left > chance ? unsigned(left * m / tests) : 0;
  numbers[number_of::guessed_outside] = guess;
  place.tell(number_of::guessed_outside, guess);
}
template <class P, class Shape>
__global__ void __launch_bounds__(Shape::few_threads)
keep_outside(const P* points, std::int64_t n, const point_index* list,
             unsigned* numbers, std::int64_t most,
             const far_table<P, Shape>* far, int far_blocks, P* close,
             point_index* index, answer_place place,
             unsigned long long* wanted, std::int64_t pays) {
  constexpr int threads = Shape::few_threads, warps = threads / 32;
  const int blocks = int(gridDim.x);
  wait_for_previous();
  const bool sort =
      wanted && numbers[number_of::guessed_listed] > pays;
  if (numbers[number_of::guessed_outside] > Shape::few_guessed) {
    if (thread_number() == 0 && wanted) *wanted = sort ? ~0ull : 0;
    return;
  }
  const int lane = int(threadIdx.x) % 32, warp = int(threadIdx.x) / 32;
  const std::int64_t all = std::int64_t(blocks) * blockDim.x;
  const int thread = (warp * blocks + int(blockIdx.x)) * 32 + lane;
  const std::int64_t given = list ? numbers[number_of::listed] : n;
  const std::int64_t m = given <= most ? given : 0;
  auto index_of = [&](std::int64_t i) {
    return list ? list[i] : point_index(i);
  };
  __shared__ P corner[16];
  static_assert(16 % warps == 0);
  WW_UNROLL for (int k = 0; k < 16; k += warps) {
    const int d = k + warp;
    auto value = -infinite<decltype(P::x)>;
    point_index at = 0;
    WW_UNROLL for (int b = lane; b < Shape::far_blocks; b += 32) {
      const int block = min(b, far_blocks - 1);
      const auto v = far->value[d][block];
      const point_index i = far->index[d][block];
      if (m > 0 && v >= value) value = v, at = i;
    }
    join_lanes(value, at);
    if (lane != 0) continue;
    if (at == ~point_index(0)) at = index_of(0);
    corner[d].x = points[at].x;
    corner[d].y = points[at].y;
  }
  __shared__ double3 side[16];
  __syncthreads();
  if (threadIdx.x < 16) {
    int next = lane + 1;
    while (next < lane + 16 && same(corner[lane], corner[next % 16]))
      ++next;
    const P o = corner[0], a = corner[lane], b = corner[next % 16];
    const double right = double(b.x) - a.x, up = double(b.y) - a.y;
    const double size = max(double(o.x) - corner[8].x,
                            double(corner[4].y) - corner[12].y);
    const double most = (2 * fabs(right) + 2 * fabs(up)) * size;
    side[lane].x = right;
    side[lane].y = up;
    side[lane].z = right * (double(a.y) - o.y) -
                   up * (double(a.x) - o.x) + 0x1p-1000 + 0x1p-49 * most;
  }
  __syncthreads();
  auto find_outside = [&]<int N>(const P (&p)[N], bool (&out)[N]) {
    const double x = corner[0].x, y = corner[0].y;
    WW_UNROLL for (int k = 0; k < 16; ++k) {
      const double3 s = side[k];
      WW_UNROLL for (int j = 0; j < N; ++j)
        out[j] |= !(s.x * (p[j].y - y) - s.y * (p[j].x - x) > s.z);
    }
  };
  bool in_vain = false;
  for (auto i = std::int64_t(thread); i - lane < m && !in_vain;
       i += 4 * all) {
    P p[4];
    point_index at[4];
    WW_UNROLL for (int j = 0; j < 4; ++j) {
      at[j] = index_of(min(i + j * all, m - 1));
      p[j] = points[at[j]];
    }
    bool out[4] = {};
    find_outside(p, out);
    WW_UNROLL for (int j = 0; j < 4; ++j) {
      const bool keep = i + j * all < m && out[j];
      if (!__any_sync(~0u, keep)) continue;
      const unsigned to = room_for(numbers[number_of::outside], keep);
      in_vain = __any_sync(~0u, keep && to >= Shape::few_room);
      if (!keep || to >= Shape::few_room) continue;
      index[to] = at[j];
      close[to].x = p[j].x;
      close[to].y = p[j].y;
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    const auto before = atomicAdd(numbers + number_of::blocks_done, 1u);
    if (before == gridDim.x - 1) {
      if (list) place.tell(number_of::listed, numbers[number_of::listed]);
      const unsigned left = load_relaxed(numbers + number_of::outside);
      place.tell(number_of::outside, left);
      if (wanted) *wanted = sort && left > Shape::few_room ? ~0ull : 0;
    }
  }
}
template <class P, class Shape>
__global__ void __launch_bounds__(Shape::few_threads)
sort_few(const P* points, const unsigned* numbers, const P* close,
         const point_index* index, P* sorted, point_index* order) {
  wait_for_previous();
  const int lane = int(threadIdx.x) % 32;
  const int thread = int(blockIdx.x * blockDim.x + threadIdx.x);
  const int warps = int(gridDim.x * blockDim.x) / 32;
  const unsigned held = numbers[number_of::outside];
  const int m = held <= Shape::few_room ? int(held) : 0;
  for (int k = thread / 32; k < max(m, 1); k += warps) {
    const P p = m > 0 ? close[k] : points[0];
    const point_index at = m > 0 ? index[k] : 0;
    int rank = 0;
    for (int j = lane; j < m; j += 32) {
      const P q = close[j];
      rank += precedes(q, p) || (!precedes(p, q) && index[j] < at);
    }
    rank = warp_sum(rank);
    const int end = rank >= m - 1 ? Shape::few_room : rank + 1;
    for (int j = rank + lane; j < end; j += 32) {
      sorted[j].x = p.x;
      sorted[j].y = p.y;
      order[j] = at;
    }
  }
}
template <class P, class Shape>
struct hull_of_few {
  const P* points;
  std::int64_t n;
  point_index* ring;
  std::int64_t* size;
  hull_options o;
  cudaStream_t s;
  unsigned* numbers = nullptr;
  P *sorted = nullptr, *close = nullptr;
  point_index *order = nullptr, *index = nullptr;
  far_table<P, Shape>* far = nullptr;
  unsigned long long* wanted = nullptr;
  char* rest = nullptr;
  std::size_t need = 0;
  static constexpr int room = Shape::few_room;
  void find_ring() {
    find_hull<P, typename Shape::few_tile>(rest, need, sorted, room,
                                           order, ring, size, o, s);
  }
  void take_memory(arena& a) {
    numbers = a.take<unsigned>(number_of::all);
    sorted = a.take<P>(room);
    close = a.take<P>(room);
    order = a.take<point_index>(room);
    index = a.take<point_index>(room);
    far = a.take<far_table<P, Shape>>(1);
    wanted = a.take<unsigned long long>(1);
    find_ring();
    rest = a.take<char>(std::int64_t(need));
  }
  void collect(const point_index* list, std::int64_t most,
               std::int64_t pays,
               unsigned long long* cleared = nullptr,
               std::int64_t words = 0) const {
    constexpr int threads = Shape::few_threads, all = Shape::few_blocks;
    const answer_place place = next_answer();
    const std::int64_t read = std::min(n, most);
    const auto blocks =
        unsigned(std::min<std::int64_t>(all, tiles_of(read, threads)));
    const int far_blocks = int(std::clamp<std::int64_t>(
        read / 8192, std::min(32, Shape::far_blocks), Shape::far_blocks));
    launch_next(find_far_points<P, Shape>, far_blocks + !list,
                Shape::far_threads, 0, s, points, n, list, numbers, most,
                far, place, cleared, words);
    launch_next(keep_outside<P, Shape>, blocks, threads, 0, s, points, n,
                list, numbers, most, far, far_blocks, close, index, place,
                list ? nullptr : wanted, pays);
  }
  unsigned find(bool listed) {
    unsigned guess = 0;
    if (!listed)
      guess = answer_of(numbers, number_of::guessed_outside, s);
    if (guess > Shape::few_guessed) return guess;
    auto too_many = [&] {
      return answer_of(numbers, number_of::outside, s) > room;
    };
    if (4 * guess > 3 * room && too_many()) return room + 1;
    launch_next(sort_few<P, Shape>, Shape::few_blocks, Shape::few_threads,
                0, s, points, numbers, close, index, sorted, order);
    if (!listed && n >= Shape::patient && too_many()) return room + 1;
    find_ring();
    return answer_of(numbers, number_of::outside, s);
  }
};
template <class P, class Shape>
struct filter_ways : hull_of_few<P, Shape> {
  using tile = typename Shape::few_tile;
  using few_points = hull_of_few<P, Shape>;
  using few_points::points, few_points::n, few_points::ring,
      few_points::size, few_points::o, few_points::s,
      few_points::numbers, few_points::wanted;
  bool many = n >= Shape::least;
  bool fine = many && n > Shape::fine::least;
  bool eager = n >= Shape::eager;
  std::int64_t capacity = std::max<std::int64_t>(1, n / Shape::share);
  point_index* kept = nullptr;
  char* shared = nullptr;
  std::size_t most = 0;
  void take_memory(arena& a) {
    few_points::take_memory(a);
    kept = a.take<point_index>(many ? capacity : 0);
    std::size_t need[4] = {};
    if (many) make_list(nullptr, need[0]);
    find_listed(nullptr, need[1], many ? capacity : 0);
    convex_hull(nullptr, need[2], points, n, ring, size, o, s);
    if (fine)
      filter_finely<P, typename Shape::fine>(
          nullptr, need[3], points, n, kept, numbers, capacity, s);
    most = *std::max_element(need, need + 4);
    shared = a.take<char>(std::int64_t(most));
  }
  std::int64_t find_sorting() {
    hull_of_points(shared, most, points, n, ring, size, o, s);
    return n;
  }
  filter_tables<P, Shape> make_list(void* t, std::size_t& b) const {
    return filter<P, Shape>(t, b, points, n, kept, numbers, capacity,
                            s);
  }
  void find_listed(void* t, std::size_t& b, std::int64_t m) const {
    hull_of_kept<P, tile>(t, b, points, kept, m, ring, size, o, s);
  }
  bool find_listed(unsigned m) {
    std::size_t enough = 0;
    if (m > capacity) return false;
    find_listed(nullptr, enough, m);
    if (enough <= most) find_listed(shared, most, m);
    return enough <= most;
  }
  std::int64_t find_few_or_all() {
    const std::int64_t pays = many ? n / 3 : -1;
    std::int64_t left = -1;
    const auto sorts = [&] {
      return left > Shape::few_room &&
             (!many || answer_of(numbers, number_of::guessed_listed, s) >
                           pays);
    };
    const early_sort early{
        wanted,
        [&](unsigned long long* cleared, std::int64_t words) {
          few_points::collect(nullptr, n, pays, cleared, words);
        },
        [&] {
          if (left < 0) left = few_points::find(false);
          return sorts();
        }};
    hull_of_points(shared, most, points, n, ring, size, o, s, &early);
    return sorts() ? n : left <= Shape::few_room ? left : 0;
  }
  std::int64_t find_filtered() {
    if (n < Shape::few_read)
      if (const auto kept = find_few_or_all(); kept > 0) return kept;
    const auto f = make_list(shared, most);
    unsigned length = eager ? 0 : read_back(numbers, s);
    const std::int64_t few = std::min<std::int64_t>(
        capacity,
        n < Shape::few_read ? Shape::few_room : Shape::few_listed);
    if (length <= few) {
      few_points::collect(kept, few, -1);
      const unsigned left = few_points::find(true);
      length = answer_of(numbers, number_of::listed, s);
      if (0 < left && left <= Shape::few_room) return length;
    }
    const auto listed = length > capacity ? n : std::int64_t(length);
    if (fine && listed > Shape::fine::least + n / 4 &&
        finer_helps(f, points, n, numbers, length, s)) {
      filter_finely<P, typename Shape::fine>(
          shared, most, points, n, kept, numbers, capacity, s);
      length = read_back(numbers, s);
    }
    return find_listed(length) ? length : find_sorting();
  }
};
template <class P, class Shape>
std::int64_t filter_and_find(void* temporary, std::size_t& bytes,
                             const P* points, std::int64_t n,
                             point_index* ring, std::int64_t* size,
                             hull_options o, cudaStream_t s) {
  require_countable(n);
  arena a(temporary);
  filter_ways<P, Shape> ways{{points, n, ring, size, o, s}};
  ways.take_memory(a);
  if (!a.holds(bytes)) return n;
  return n > 0 ? ways.find_filtered() : ways.find_sorting();
}
}
