#include <omp.h>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <ww/detail/ground/bulk.cuh>
#include <thrust/fill.h>
#include <ww/detail/ground/host-call.cuh>
#include <ww/detail/ground/key-order.cuh>
#include <ww/detail/hull/sort-points.cuh>
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
constexpr std::int64_t short_set = 4096;
constexpr int window = 1024, short_threads = 128, most_kept = 128;
constexpr int places = window + most_kept + 1;
template <class P>
struct window_memory {
  P point[places];
  unsigned short index[places], vertex[2][places];
  std::int64_t first, last;
};
template <class P>
struct window_stack {
  window_memory<P>& w;
  int side, first;
  __device__ void set(int k, point_index i, P) const {
    w.vertex[side][first + k] = (unsigned short)i;
  }
  __device__ point_index get(int k) const {
    return w.vertex[side][first + k];
  }
};
constexpr int part = 1024, amount_bits = 36;
__device__ inline std::int64_t number_in(unsigned long long both) {
  return std::int64_t(both >> amount_bits);
}
__device__ inline std::int64_t amount_in(unsigned long long both) {
  return std::int64_t(both & ((1ull << amount_bits) - 1));
}
__device__ inline unsigned long long
add_both(unsigned long long* both, std::int64_t amount) {
  return atomicAdd(both, 1ull << amount_bits |
                             static_cast<unsigned long long>(amount));
}
struct open_sets {
  std::int64_t most, most_parts;
  unsigned long long *opened, *stayed, *number, *corner, *seen;
  std::int64_t *left, *set, *parts, *at, *place, *begins, *owner;
  point_index* kept;
  open_sets(arena& a, std::int64_t n)
      : most(n / (most_kept + 1)), most_parts(n / part + most) {
    opened = a.take<unsigned long long>(3 + 9 * most);
    stayed = opened + 1, number = opened + 2;
    corner = opened + 3, seen = corner + 8 * most;
    left = a.take<std::int64_t>(2 + 5 * most + most_parts);
    set = left + 1, parts = set + most, place = parts + most;
    owner = place + most, begins = owner + most;
    at = begins + most + 1;
    kept = a.take<point_index>(n);
  }
  __device__ void leave(std::int64_t s, std::int64_t size,
                        bool all) const {
    const auto both = add_both(opened, tiles_of(size, part));
    const std::int64_t k = number_in(both);
    set[k] = all ? ~s : s;
    parts[k] = amount_in(both);
    for (int d = 0; d < 8; ++d) corner[8 * k + d] = 0;
    seen[k] = 0;
  }
  __device__ std::int64_t set_at(std::int64_t k) const {
    return set[k] < 0 ? ~set[k] : set[k];
  }
};
template <class P>
constexpr int sets_tile =
    tile_memory<set_point<P>, hull_policy<set_point<P>>>::size;
template <class P, class Point>
__global__ void give_sets(Point point_at, std::int64_t n,
                          const std::int64_t* offsets, open_sets o,
                          set_point<P>* sorted, point_index* rings) {
  const std::int64_t base = std::int64_t(blockIdx.x) * sets_tile<P>;
  const std::int64_t end = min(base + sets_tile<P>, n), left = *o.left;
  if (base >= left) {
    if (threadIdx.x == 0) sorted[base] = {0, 0, no_set};
    return;
  }
  __shared__ std::int64_t first;
  const auto number = std::int64_t(*o.number);
  if (threadIdx.x == 0) first = set_of(o.begins, number, 0, base);
  __syncthreads();
  std::int64_t k = first;
  for (std::int64_t i = base + threadIdx.x; i < end; i += blockDim.x) {
    sorted[i] = {0, 0, no_set};
    if (i >= left) continue;
    k = set_of(o.begins, number, k, i);
    const P p = point_at(i);
    sorted[i] = {p.x, p.y, std::uint32_t(k)};
    rings[offsets[o.owner[k]] + i - o.begins[k]] = ~0u;
  }
}
struct set_sides {
  int sides;
  open_sets open;
  point_index* vertices[2];
  point_index* starts[2];
  __device__ std::int64_t size(int side, std::int64_t k) const {
    return std::int64_t(starts[side][2 * k + 1]) - starts[side][2 * k];
  }
  __device__ std::int64_t added(std::int64_t k) const {
    if (sides == 1 || size(1, k) <= 2) return 0;
    const auto second = [&](int side) {
      return vertices[side][starts[side][2 * k] + 1];
    };
    return second(0) == second(1) ? 0 : size(1, k) - 2;
  }
};
__global__ void find_starts(set_sides v, const std::int64_t* counts,
                            std::int64_t* sizes) {
  const std::int64_t k = thread_number();
  if (k >= std::int64_t(*v.open.number)) return;
  for (int side = 0; side < v.sides; ++side)
    for (int end = 0; end < 2; ++end)
      v.starts[side][2 * k + end] = first_that(
          point_index(0), point_index(counts[side]),
          [&](point_index i) {
            return v.vertices[side][i] >= v.open.begins[k + end];
          });
  sizes[v.open.owner[k]] = v.size(0, k) + v.added(k);
}
template <class P>
__global__ void mark_vertices(const set_point<P>* sorted,
                              std::int64_t n, set_sides v,
                              const std::int64_t* counts,
                              std::uint32_t* marks) {
  if (*v.open.number == 0) return;
  for (int side = 0; side < v.sides; ++side)
    for (auto k = thread_number(); k < counts[side];
         k += std::int64_t(gridDim.x) * blockDim.x) {
      const auto h =
          below(n, hash_of(sorted[v.vertices[side][k]].alone()));
      atomicOr(marks + h / 32, 1u << h % 32);
    }
}
template <class P>
__global__ void name_vertices(const P* points, std::int64_t n,
                              const std::int64_t* offsets,
                              const set_point<P>* sorted, set_sides v,
                              const std::uint32_t* marks,
                              point_index* rings) {
  const open_sets& o = v.open;
  for (auto i = thread_number(); i < *o.left;
       i += std::int64_t(gridDim.x) * blockDim.x) {
    const P p = points[o.kept[i]];
    const auto h = below(n, hash_of(p));
    if ((marks[h / 32] >> h % 32 & 1) == 0) continue;
    const std::int64_t set = sorted[i].set;
    auto place = [&](int side) -> std::int64_t {
      const auto* list = v.vertices[side] + v.starts[side][2 * set];
      const auto end = v.size(side, set);
      const auto k = first_that(std::int64_t(0), end, [&](auto k) {
        return !precedes(sorted[list[k]].alone(), p);
      });
      return k < end && same(sorted[list[k]].alone(), p) ? k : -1;
    };
    std::int64_t k = place(0);
    const std::int64_t more = v.added(set);
    if (k < 0 && more > 0) {
      const std::int64_t u = place(1);
      if (u >= 1 && u <= more) k = v.size(0, set) + more - u;
    }
    if (k >= 0) atomicMin(rings + offsets[o.owner[set]] + k, o.kept[i]);
  }
}
template <class P>
__device__ void read_points(const P* set, int size, int from,
                            P (&p)[4]) {
  WW_UNROLL for (int r = 0; r < 4; ++r)
    p[r] = set[min(from + r * 32 + int(threadIdx.x % 32), size - 1)];
}
template <class P, class T>
__device__ void find_farthest(const P* set, int size, P origin,
                              T (&far)[8], int (&at)[8]) {
  const int lane = int(threadIdx.x % 32);
  WW_UNROLL for (int d = 0; d < 8; ++d)
    far[d] = -infinite<T>, at[d] = 0;
  for (int from = 0; from < size; from += 128) {
    P p[4];
    read_points(set, size, from, p);
    WW_UNROLL for (int r = 0; r < 4 && from + r * 32 < size; ++r) {
      const P q = {p[r].x - origin.x, p[r].y - origin.y};
      WW_UNROLL for (int d = 0; d < 8; ++d)
        if (const T a = reach(d, q); a > far[d])
          far[d] = a, at[d] = min(from + r * 32 + lane, size - 1);
    }
  }
  WW_UNROLL for (int d = 0; d < 8; ++d) {
    const T most = warp_largest(far[d]);
    const unsigned best = __ballot_sync(~0u, far[d] == most);
    at[d] = __shfl_sync(~0u, at[d], __ffs(int(best)) - 1);
    far[d] = most;
  }
}
template <class P>
struct eight_lines {
  using T = decltype(P::x);
  static constexpr T tiny = std::numeric_limits<T>::min();
  static constexpr T slack = 32 * spacing<T>;
  P origin, way[8];
  T least[8];
  __device__ explicit eight_lines(const P (&corner)[8])
      : origin(corner[0]) {
    T most = 0;
    WW_UNROLL for (int d = 0; d < 8; ++d) {
      const P a = from_origin(corner[d]);
      const P b = from_origin(corner[(d + 1) % 8]);
      most = max(most, max(std::fabs(a.x), std::fabs(a.y)));
      way[d] = {b.x - a.x, b.y - a.y};
      least[d] = way[d].x * a.y - way[d].y * a.x;
    }
    WW_UNROLL for (int d = 0; d < 8; ++d)
      least[d] = same(corner[d], corner[(d + 1) % 8])
                     ? -infinite<T>
                     : least[d] + (slack * most * most + tiny);
    if (same(corner[0], corner[4])) least[0] = infinite<T>;
  }
  __device__ P from_origin(P p) const {
    return {p.x - origin.x, p.y - origin.y};
  }
  __device__ bool surround(P p) const {
    const P q = from_origin(p);
    bool left = true;
    WW_UNROLL for (int d = 0; d < 8; ++d)
      left &= way[d].x * q.y - way[d].y * q.x > least[d];
    return left;
  }
};
template <class P, class Keep>
__device__ int each_outer(const eight_lines<P>& lines, const P* set,
                          int size, Keep keep) {
  const int lane = threadIdx.x % 32;
  int kept = 0;
  for (int from = 0; from < size; from += 128) {
    P p[4];
    read_points(set, size, from, p);
    WW_UNROLL for (int r = 0; r < 4; ++r) {
      const int i = from + r * 32 + lane;
      if (i - lane >= size) break;
      const bool stays = i < size && !lines.surround(p[r]);
      const unsigned votes = __ballot_sync(~0u, stays);
      if (stays)
        keep(kept + __popc(votes & ((1u << lane) - 1)), p[r], i);
      kept += __popc(votes);
    }
  }
  return kept;
}
template <class P>
__device__ int keep_outer(window_memory<P>& w, const P* set, int size,
                          int place) {
  decltype(P::x) far[8];
  int at[8];
  find_farthest(set, size, P{0, 0}, far, at);
  P corner[8];
  WW_UNROLL for (int d = 0; d < 8; ++d) corner[d] = set[at[d]];
  const int kept = each_outer(
      eight_lines<P>(corner), set, size, [&](int at, P p, int i) {
        if (at >= most_kept) return;
        w.point[place + 1 + at] = p;
        w.index[place + 1 + at] = (unsigned short)i;
      });
  __syncwarp();
  return kept;
}
template <int lanes, class P>
__device__ void put_in_order(window_memory<P>& w, int place, int size) {
  const int lane = threadIdx.x % lanes;
  P mine[4];
  unsigned short index[4];
  int rank[4] = {1, 1, 1, 1};
  WW_UNROLL for (int r = 0; r < 4; ++r)
    if (const int i = lane + r * lanes; i < size) {
      mine[r] = w.point[place + 1 + i];
      index[r] = w.index[place + 1 + i];
    }
  for (int j = 0; j < size; ++j) {
    const P q = w.point[place + 1 + j];
    WW_UNROLL for (int r = 0; r < 4 && r * lanes < size; ++r)
      rank[r] += (q.x < mine[r].x) |
                 ((q.x == mine[r].x) &
                  ((q.y < mine[r].y) |
                   ((q.y == mine[r].y) & (j < lane + r * lanes))));
  }
  __syncwarp();
  WW_UNROLL for (int r = 0; r < 4; ++r)
    if (lane + r * lanes < size) {
      w.point[place + rank[r]] = mine[r];
      w.index[place + rank[r]] = index[r];
    }
  if (lane == 0 && size > 0) w.index[place] = (unsigned short)size;
  __syncwarp();
}
template <class P>
__device__ void sort_places(window_memory<P>& w, int place, int size) {
  P* const point = w.point + place + 1;
  unsigned short* const index = w.index + place + 1;
  for (int width = 2; width / 2 < size; width *= 2)
    for (int d = width / 2; d > 0; d /= 2) {
      for (int p = threadIdx.x % 32; p < most_kept / 2; p += 32) {
        const int a = 2 * p - (p & (d - 1));
        const int b = d == width / 2 ? a ^ (width - 1) : a + d;
        if (b >= size) continue;
        const P u = point[a], v = point[b];
        const unsigned short i = index[a], j = index[b];
        if (precedes(u, v) || (same(u, v) && i < j)) continue;
        point[a] = v, point[b] = u;
        index[a] = j, index[b] = i;
      }
      __syncwarp();
    }
  if (threadIdx.x % 32 == 0) w.index[place] = (unsigned short)size;
}
template <int lanes, class P, class Place>
__device__ void take_points(window_memory<P>& w, const P* points,
                            const std::int64_t* offsets,
                            std::int64_t set, int size,
                            Place place_of) {
  const int place = size > 0 ? place_of(set) : 0;
  for (int i = threadIdx.x % lanes; i < size; i += lanes) {
    w.point[place + 1 + i] = points[offsets[set] + i];
    w.index[place + 1 + i] = (unsigned short)i;
  }
  __syncwarp();
  put_in_order<lanes>(w, place, size);
}
template <int lanes, class P, class Place>
__device__ void take_small(window_memory<P>& w, const P* points,
                           const std::int64_t* offsets,
                           std::int64_t first, std::int64_t last,
                           int above, Place place_of) {
  for (std::int64_t k = first; k < last; k += short_threads / lanes) {
    const std::int64_t set = k + threadIdx.x / lanes;
    const std::int64_t size =
        set < last ? offsets[set + 1] - offsets[set] : 0;
    const int all = size > above && size <= 4 * lanes ? int(size) : 0;
    if (__any_sync(~0u, all))
      take_points<lanes>(w, points, offsets, set, all, place_of);
  }
}
template <class P>
__device__ void find_window(window_memory<P>& w,
                            const std::int64_t* offsets,
                            std::int64_t sets) {
  const int t = int(threadIdx.x);
  if (t < 64) {
    const auto from = (std::int64_t(blockIdx.x) + t / 32) * window;
    const auto votes = [](bool yes) {
      return __popc(__ballot_sync(~0u, yes));
    };
    const auto k =
        last_yes(sets + 1, 5, t % 32, votes, [&](std::int64_t k) {
          return offsets[k - 1] + k - 1 < from;
        });
    if (t % 32 == 0) (t == 0 ? w.first : w.last) = k;
  }
  __syncthreads();
}
template <class P>
__device__ int write_vertices(const window_memory<P>& w, int place,
                              int sides, std::int64_t offset,
                              point_index* rings) {
  const int lower = w.vertex[0][place];
  const int upper = sides == 2 ? w.vertex[1][place] : 0;
  const bool added = upper > 2 &&
                     w.vertex[0][place + 2] != w.vertex[1][place + 2];
  const int all = lower + (added ? upper - 2 : 0);
  for (int j = threadIdx.x % 8; j < all; j += 8) {
    const int v = j < lower ? w.vertex[0][place + 1 + j]
                            : w.vertex[1][place + all - j + 1];
    rings[offset + j] = point_index(offset) + w.index[v];
  }
  return all;
}
template <class P>
__global__ void
__launch_bounds__(short_threads, sizeof(P) == 8 ? 8 : 5)
find_short_hulls(const P* points, chain_rule rule, int sides,
                 const std::int64_t* offsets, std::int64_t sets,
                 point_index* rings, std::int64_t* sizes,
                 open_sets open) {
  window_memory<P>& w = *dynamic_shared<window_memory<P>>();
  const int t = int(threadIdx.x);
  find_window(w, offsets, sets);
  const std::int64_t first = w.first, last = w.last;
  const std::int64_t base =
      first < last ? offsets[first] + first : std::int64_t(0);
  auto place_of = [&](std::int64_t k) {
    return int(offsets[k] + k - base);
  };
  auto size_of = [&](std::int64_t k) {
    return k < last ? offsets[k + 1] - offsets[k] : std::int64_t(0);
  };
  bool rest = false;
  for (std::int64_t k = first; k < last; k += short_threads) {
    const std::int64_t set = k + t, size = size_of(set);
    if (set < last) w.index[place_of(set)] = 0;
    rest |= size > 4 && size <= short_set;
    if (size > short_set) open.leave(set, size, false);
    const int all = size <= 4 ? int(size) : 0;
    take_points<1>(w, points, offsets, set, all, place_of);
  }
  if (__syncthreads_or(rest)) {
    take_small<2>(w, points, offsets, first, last, 4, place_of);
    take_small<8>(w, points, offsets, first, last, 8, place_of);
    for (std::int64_t set = first + t / 32; set < last;
         set += short_threads / 32) {
      const std::int64_t size = size_of(set);
      if (size <= 32 || size > short_set) continue;
      const int place = place_of(set);
      const P* const from = points + offsets[set];
      const int kept = keep_outer(w, from, int(size), place);
      if (t % 32 == 0 && kept > most_kept)
        open.leave(set, size, 2 * kept > size);
      if (kept <= 32) put_in_order<32>(w, place, kept);
      else if (kept <= most_kept) sort_places(w, place, kept);
    }
  }
  __syncthreads();
  const int side = t / 32 % 2;
  const chain_rule mine{side == 0 ? rule.side : -rule.side,
                        rule.keep_collinear};
  for (auto k = first + t / 64 * 32 + t % 32; k < last;
       k += short_threads / 2) {
    if (side >= sides) continue;
    const int place = place_of(k), begin = place + 1;
    w.vertex[side][place] = (unsigned short)chain_in_step(
        mine, false, -infinite<decltype(P::x)>, begin,
        begin + int(w.index[place]),
        [&](int i) { return w.point[i]; },
        window_stack<P>{w, side, begin});
  }
  __syncthreads();
  for (auto k = first + t / 8; k < last; k += short_threads / 8) {
    const int place = place_of(k);
    if (w.vertex[0][place] == 0 && size_of(k) > 0) continue;
    const int all = write_vertices(w, place, sides, offsets[k], rings);
    if (t % 8 == 0) sizes[k] = all;
  }
}
struct open_part {
  std::int64_t k, first, from, parts;
  int size;
  __device__ open_part(const open_sets& o, const std::int64_t* offsets,
                       std::int64_t k, std::int64_t w)
      : k(k) {
    const std::int64_t s = o.set_at(k);
    first = offsets[s];
    parts = tiles_of(offsets[s + 1] - first, part);
    from = first + (w - o.parts[k]) * part;
    size = int(min(std::int64_t(part), offsets[s + 1] - from));
  }
};
template <class Part>
__device__ void each_part(const open_sets& o,
                          const std::int64_t* offsets, Part work) {
  const std::int64_t number = number_in(*o.opened),
                     parts = amount_in(*o.opened);
  const std::int64_t each =
      tiles_of(parts, std::int64_t(gridDim.x) * blockDim.x / 32);
  std::int64_t k = 0, w = thread_number() / 32 * each;
  for (const auto end = min(w + each, parts); w < end; ++w) {
    k = set_of(o.parts, number, k, w);
    work(w, open_part(o, offsets, k, w));
  }
}
template <class P>
__global__ void find_far(const P* points, const std::int64_t* offsets,
                         open_sets o) {
  const int lane = threadIdx.x % 32;
  each_part(o, offsets, [&](std::int64_t, const open_part& q) {
    if (o.set[q.k] < 0) return;
    using T = decltype(P::x);
    T far[8];
    int at[8];
    find_farthest(points + q.from, q.size, points[q.first], far, at);
    unsigned long long mine = 0;
    WW_UNROLL for (int d = 0; d < 8; ++d)
      if (lane == d)
        mine = ordered_bits(far[d]) >> (8 * sizeof(T) - 32) << 32 |
               point_index(q.from + at[d]);
    unsigned long long* const most = o.corner + 8 * q.k + lane;
    if (lane < 8 && mine > load_relaxed(most)) atomicMax(most, mine);
  });
}
__device__ inline void count_part(const open_sets& o, std::int64_t w,
                                  const open_part& q, int kept) {
  const auto before = add_both(o.seen + q.k, kept);
  o.at[w] = amount_in(before);
  if (number_in(before) < q.parts - 1) return;
  const auto both = add_both(o.stayed, amount_in(before) + kept);
  const std::int64_t k = number_in(both);
  o.place[q.k] = k;
  o.begins[k] = amount_in(both);
  o.owner[k] = o.set_at(q.k);
}
template <bool write, class P>
__global__ void keep_open(const P* points, const std::int64_t* offsets,
                          open_sets o) {
  const int lane = threadIdx.x % 32;
  if (write && thread_number() == 0) {
    *o.number = number_in(*o.stayed);
    o.begins[*o.number] = *o.left = amount_in(*o.stayed);
  }
  each_part(o, offsets, [&](std::int64_t w, const open_part& q) {
    const std::int64_t to =
        write ? o.begins[o.place[q.k]] + o.at[w] : std::int64_t(0);
    auto keep = [&](int at, P, int i) {
      if (write) o.kept[to + at] = point_index(q.from + i);
    };
    int kept = q.size;
    if (o.set[q.k] < 0)
      for (int i = lane; i < q.size; i += 32) keep(i, {}, i);
    else {
      P corner[8];
      WW_UNROLL for (int d = 0; d < 8; ++d)
        corner[d] = points[point_index(o.corner[8 * q.k + d])];
      kept = each_outer(eight_lines<P>(corner), points + q.from, q.size,
                        keep);
    }
    if (!write && lane == 0) count_part(o, w, q, kept);
  });
}
struct point_of_a_key {
  const std::uint64_t* keys;
  __device__ float2 operator()(std::int64_t i) const {
    const std::uint64_t bits = point_of_key(keys[i]);
    float2 p;
    memcpy(&p, &bits, sizeof p);
    return p;
  }
};
struct point_of_a_rank {
  const double2* points;
  const point_index *kept, *order, *rank;
  __device__ double2 operator()(std::int64_t i) const {
    return points[kept[order[rank[i]]]];
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
  open_sets open;
  set_point<P>* sorted;
  hull_options options;
  cudaStream_t stream;
};
inline dim3 strided(std::int64_t n) {
  return dim3(unsigned(std::min<std::int64_t>(tiles_of(n, 256), 4096)));
}
template <class P>
void find_short(const hulls_call<P>& c) {
  const bool both = c.options.side == hull_side::both;
  const chain_rule rule{c.options.side == hull_side::upper ? 1 : -1,
                        c.options.keep_collinear};
  thrust::fill(bulk(c.stream), c.open.opened, c.open.opened + 2, 0ull);
  launch(find_short_hulls<P>, unsigned(tiles_of(c.n + c.sets, window)),
         short_threads, sizeof(window_memory<P>), c.stream, c.points,
         rule, both ? 2 : 1, c.offsets, c.sets, c.rings, c.sizes,
         c.open);
}
template <class P> void drop_surrounded(const hulls_call<P>& c) {
  const dim3 grid = strided(c.n), block(256);
  const open_sets& o = c.open;
  launch(find_far<P>, grid, block, 0, c.stream, c.points, c.offsets, o);
  launch(keep_open<false, P>, grid, block, 0, c.stream, c.points,
         c.offsets, o);
  launch(keep_open<true, P>, grid, block, 0, c.stream, c.points,
         c.offsets, o);
}
template <class P, class Point>
void give_sets_to(const hulls_call<P>& c, Point at) {
  launch(give_sets<P, Point>, unsigned(tiles_of(c.n, sets_tile<P>)),
         128, 0, c.stream, at, c.n, c.offsets, c.open, c.sorted,
         c.rings);
}
const unsigned long long* number_left(const open_sets& o) {
  return reinterpret_cast<const unsigned long long*>(o.left);
}
template <class P>
struct key_of_a_point {
  const P* points;
  const point_index* kept;
  __device__ std::uint64_t operator()(std::int64_t i) const {
    const P p = points[kept[i]];
    if constexpr (sizeof(P) == 16) return ordered_bits(p.y);
    else {
      std::uint64_t bits;
      memcpy(&bits, &p, sizeof bits);
      return key_of_point(bits);
    }
  }
};
void sort_sets(void* temporary, std::size_t& bytes,
               const hulls_call<float2>& c) {
  const std::int64_t n = c.n;
  const open_sets& o = c.open;
  arena a(temporary);
  auto* keys = reinterpret_cast<std::uint64_t*>(c.sorted);
  auto* in_order = a.take<std::uint64_t>(n);
  std::size_t need = 0;
  auto sort = [&](void* rest) {
    sort_first_segments<std::uint64_t>(o.number, rest, need, keys,
                                       in_order, n, o.begins, o.most,
                                       c.stream);
  };
  sort(nullptr);
  void* const rest = a.take<char>(std::int64_t(need));
  if (!a.holds(bytes) || n == 0) return;
  launch(write_keys<key_of_a_point<float2>>, strided(n), 256, 0,
         c.stream, number_left(o), n,
         key_of_a_point<float2>{c.points, o.kept}, keys);
  sort(rest);
  give_sets_to(c, point_of_a_key{in_order});
}
struct key_of_the_x {
  const double2* points;
  const point_index *kept, *by_y;
  __device__ std::uint64_t operator()(std::int64_t i) const {
    return ordered_bits(points[kept[by_y[i]]].x);
  }
};
__global__ void write_ranks(const point_index* order,
                            const std::int64_t* number,
                            point_index* rank) {
  for (auto i = thread_number(); i < *number;
       i += std::int64_t(gridDim.x) * blockDim.x)
    rank[order[i]] = point_index(i);
}
void sort_sets(void* temporary, std::size_t& bytes,
               const hulls_call<double2>& c) {
  const std::int64_t n = c.n;
  const open_sets& o = c.open;
  const cudaStream_t s = c.stream;
  arena a(temporary);
  auto* keys = reinterpret_cast<std::uint64_t*>(c.sorted);
  auto* by_y = a.take<point_index>(n);
  auto* order = a.take<point_index>(n);
  auto* rank = a.take<point_index>(n);
  std::size_t one = 0, many = 0;
  auto sort_all = [&](void* rest, const point_index* in,
                      point_index* out) {
    sort_first_pairs(number_left(o), rest, one, keys, in, out, n, s);
  };
  auto sort_each = [&](void* rest) {
    sort_first_segments<point_index>(o.number, rest, many, rank, by_y,
                                     n, o.begins, o.most, s);
  };
  sort_all(nullptr, nullptr, by_y);
  sort_each(nullptr);
  void* const rest = a.take<char>(std::int64_t(std::max(one, many)));
  if (!a.holds(bytes) || n == 0) return;
  launch(write_keys<key_of_a_point<double2>>, strided(n), 256, 0, s,
         number_left(o), n, key_of_a_point<double2>{c.points, o.kept},
         keys);
  sort_all(rest, nullptr, by_y);
  launch(write_keys<key_of_the_x>, strided(n), 256, 0, s,
         number_left(o), n, key_of_the_x{c.points, o.kept, by_y}, keys);
  sort_all(rest, by_y, order);
  launch(write_ranks, strided(n), 256, 0, s, order, o.left, rank);
  sort_each(rest);
  give_sets_to(c, point_of_a_rank{c.points, o.kept, order, by_y});
}
inline void require_sets(std::int64_t n, std::int64_t sets) {
  require_countable(n);
  if (sets < 0 || sets > std::int64_t(1) << 31 || (sets == 0 && n > 0))
    throw bad_input(format("%ld sets for %ld points", sets, n));
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
  const open_sets open(a, n);
  arena sorts = a, finds = a;
  set_sides v{o.side == hull_side::both ? 2 : 1, open, {}, {}};
  auto* counts = finds.take<std::int64_t>(2);
  for (int k = 0; k < v.sides; ++k) {
    v.vertices[k] = finds.take<point_index>(n);
    v.starts[k] = finds.take<point_index>(2 * open.most);
  }
  auto* marks = finds.take<std::uint32_t>(n / 32 + 1);
  std::size_t to_sort = 0, to_find = 0;
  const hulls_call<P> call{points, n,    offsets, sets, rings,
                           sizes,  open, sorted,  o,    s};
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
  find_short(call);
  if (n == 0) return;
  drop_surrounded(call);
  sort_sets(to_sort_in, to_sort, call);
  if (v.sides == 1) find(to_find_in, o.side, 0);
  else {
    find(to_find_in, hull_side::lower, 0);
    find(to_find_in, hull_side::upper, 1);
  }
  launch(find_starts, blocks_for(open.most + 1), 256, 0, s, v, counts,
         sizes);
  thrust::fill(bulk(s), marks, marks + n / 32 + 1, 0u);
  launch(mark_vertices<P>, strided(n), 256, 0, s, sorted, n, v, counts,
         marks);
  launch(name_vertices<P>, strided(n), 256, 0, s, points, n, offsets,
         sorted, v, marks, rings);
}
namespace {
void require_offsets(std::int64_t n,
                     const std::vector<std::int64_t>& offsets) {
  require_countable(n);
  for (std::size_t k = 1; k < offsets.size(); ++k)
    if (offsets[k] < offsets[k - 1])
      throw bad_input(
          format("offset %zu: %ld is below the one before", k,
                 offsets[k]));
  if (offsets.empty() || offsets[0] != 0 || offsets.back() != n)
    throw bad_input(format("the offsets of %ld points begin with 0 "
                           "and end with %ld", n, n));
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
    auto find = [&](const auto& hull, std::int64_t k,
                    std::vector<P>& set,
                    std::vector<point_index>& ring) {
      set.assign(points.begin() + offsets[k],
                 points.begin() + offsets[k + 1]);
      hull(set, o, ring);
      for (point_index& i : ring) i += point_index(offsets[k]);
    };
    const auto share = std::int64_t(points.size()) / omp_get_max_threads();
    std::map<std::int64_t, std::vector<point_index>> of_wide;
    for (std::int64_t k = 0; parallel && k < sets; ++k)
      if (std::vector<P> set; offsets[k + 1] - offsets[k] > share)
        find(wide, k, set, of_wide[k]);
    const std::int64_t parts = parallel ? 64 * omp_get_max_threads() : 1;
    std::vector<std::vector<point_index>> found(parts);
    sizes.resize(sets);
    on_all_threads(parts, [&](std::int64_t part) {
      std::vector<P> set;
      std::vector<point_index> own;
      for (auto k = sets * part / parts; k < sets * (part + 1) / parts;
           ++k) {
        const auto at = of_wide.find(k);
        if (at == of_wide.end()) find(serial, k, set, own);
        const auto& ring = at == of_wide.end() ? own : at->second;
        sizes[k] = std::int64_t(ring.size());
        found[part].insert(found[part].end(), ring.begin(), ring.end());
      }
    });
    std::vector<std::size_t> first = {0};
    for (const auto& part : found)
      first.push_back(first.back() + part.size());
    rings.resize(first.back());
    on_all_threads(parts, [&](std::int64_t part) {
      std::copy(found[part].begin(), found[part].end(),
                rings.begin() + std::int64_t(first[part]));
    });
  };
}
}
template <class P>
std::vector<variant<host_hulls<P>>> hulls_variants() {
  return {{"serial", false, "", set_by_set<P>(false)},
          {"parallel", false, "", set_by_set<P>(true)},
          {"general", true, "", hulls_on_device<P>()}};
}
#define WW_HULLS(P)                                   \
  template decltype(convex_hulls<P>) convex_hulls<P>; \
  template decltype(hulls_variants<P>) hulls_variants<P>;
WW_HULLS(float2)
WW_HULLS(double2)
}
