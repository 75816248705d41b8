#pragma once
#include <algorithm>
#include <ww/detail/ground/block.cuh>
#include <ww/detail/ground/arena.cuh>
#include <ww/detail/hull/directions.cuh>
#include <ww/detail/hull/tangent.cuh>
#include <ww/hull.cuh>
#include <ww/sort.cuh>

namespace ww::detail::hull {
inline void require_countable(std::int64_t n) {
  const std::int64_t most = std::int64_t(1) << 31;
  if (n < 0 || n > most)
    throw bad_input(format("%ld points, where at most %ld are "
                           "possible", n, most));
}
struct precedes_other {
  template <class P>
  __host__ __device__ bool operator()(P a, P b) const {
    return precedes(a, b);
  }
};
constexpr bool power_of_two(int x, int least, int most) {
  return x >= least && x <= most && (x & (x - 1)) == 0;
}
template <class S>
concept hull_shape =
    power_of_two(S::threads, 32, 1024) && S::each >= 2;
template <class P>
struct hull_policy {
  static constexpr int threads = 128, each = 256 / sizeof(P);
};
inline constexpr int most_steps = 16;
constexpr std::uint32_t no_set = ~std::uint32_t(0);
template <class P>
struct set_point {
  decltype(P::x) x, y;
  std::conditional_t<sizeof(P) == 8, std::uint32_t, std::uint64_t> set;
  __host__ __device__ P alone() const { return {x, y}; }
  friend __host__ __device__ int orientation(set_point a, set_point b,
                                             set_point c) {
    return ww::orientation(a.alone(), b.alone(), c.alone());
  }
  friend __host__ __device__ bool same(set_point a, set_point b) {
    return a.set == b.set && a.x == b.x && a.y == b.y;
  }
};
template <class P>
struct hull_policy<set_point<P>> : hull_policy<P> {
  static constexpr int each = hull_policy<P>::each / 2;
};
struct hull_run {
  point_index begin, length, rank;
};
struct warp_group {
  int row_bits, row, lane_bits, lane;
  unsigned everyone, mine;
  __device__ warp_group(int rank, int row_bits, int lane_bits)
      : row_bits(row_bits),
        row(rank >> lane_bits & ((1 << row_bits) - 1)),
        lane_bits(lane_bits), lane(rank & ((1 << lane_bits) - 1)),
        everyone(neighbours(rank % 32, row_bits + lane_bits)),
        mine(neighbours(rank % 32, lane_bits)) {}
  __device__ static unsigned neighbours(int lane, int bits) {
    const int width = 1 << bits;
    return (width == 32 ? ~0u : (1u << width) - 1)
           << (lane & -width);
  }
  __device__ int lanes_yes(bool yes) const {
    return __popc(__ballot_sync(mine, yes));
  }
  __device__ int rows_yes(bool yes) const {
    return __popc(__ballot_sync(everyone, yes)) >> lane_bits;
  }
};
template <class T, class At, class Stack>
__device__ int chain_in_step(const chain_rule& rule, bool copy, T least,
                             int first, int last, At at, Stack stack) {
  int size = 0;
  if (first >= last) return 0;
  auto q = at(first), below = q, a = q, b = q;
  copy = copy || rule.height(q) < least;
  auto next = at(first + 1 < last ? first + 1 : first);
  for (int i = first; i < last;) {
    const bool drop = !copy && size >= 2 && rule.drops(a, b, q);
    const bool push = !copy && !drop;
    if (push) stack.set(size, i, q);
    size += push - drop;
    i += !drop;
    const int ahead = i + 1 < last ? i + 1 : last - 1;
    const int under = size < 3 ? first : int(stack.get(size - 3));
    const auto loaded = at(drop ? under : ahead);
    if (drop) {
      b = a;
      a = below;
      below = loaded;
      continue;
    }
    if (push) {
      below = a;
      a = b;
      b = q;
    }
    copy = same(q, next) || rule.height(next) < least;
    q = next;
    next = loaded;
  }
  return size;
}
template <int threads, class T> __device__ T least_height(T highest) {
  const int lane = int(threadIdx.x) % 32, warp = int(threadIdx.x) / 32;
  __shared__ T of_warp[threads / 32];
  T before = highest, behind = highest;
  for (int d = 1; d < 32; d *= 2) {
    const T left = __shfl_up_sync(~0u, before, d);
    const T right = __shfl_down_sync(~0u, behind, d);
    if (lane >= d) before = max(before, left);
    if (lane + d < 32) behind = max(behind, right);
  }
  if (lane == 31) of_warp[warp] = before;
  before = __shfl_up_sync(~0u, before, 1);
  behind = __shfl_down_sync(~0u, behind, 1);
  if (lane == 0) before = -infinite<T>;
  if (lane == 31) behind = -infinite<T>;
  __syncthreads();
  for (int w = 0; w < threads / 32; ++w) {
    if (w < warp) before = max(before, of_warp[w]);
    if (w > warp) behind = max(behind, of_warp[w]);
  }
  return min(before, behind);
}
template <class P, hull_shape Shape>
struct tile_memory {
  static constexpr int each = Shape::each, threads = Shape::threads;
  static constexpr int size = threads * each;
  P point[size + threads];
  unsigned short vertex[size + threads];
  unsigned short length[threads], keep[threads], skip[threads];
  __device__ static int padded(int i) { return i + i / each; }
};
template <class Memory>
struct tile_stack {
  Memory& tile;
  int first, thread;
  template <class P>
  __device__ void set(int k, point_index i, P q) const {
    tile.point[first + k] = q;
    tile.vertex[first + k] = (unsigned short)(i - thread);
  }
  __device__ int get(int k) const { return first + k; }
};
template <class Memory>
struct tile_hull {
  const Memory& tile;
  int thread;
  __device__ int runs() const { return 1; }
  __device__ int length(int) const { return tile.length[thread]; }
  __device__ auto at(int, int i) const {
    return tile.point[Memory::padded(thread * Memory::each + i)];
  }
  __device__ auto before(int) const { return at(0, 0); }
};
template <class Memory>
__device__ __forceinline__ void find_pair_tangent(
    Memory& tile, const chain_rule& rule, int t, int width,
    int steps) {
  const int left = t / width * width, right = left + width / 2;
  if (t - left < 32) {
    const tile_hull<Memory> p{tile, left}, q{tile, right};
    tangent<int> found{{0, p.length(0) - 1}, {0, 0}};
    if (p.length(0) > 0 && q.length(0) > 0) {
      const int most = width > 2 ? steps : 2 * Memory::each;
      if (!walk_to_tangent(rule, p, q, most, found)) {
        const int bits = min(5, 31 - __clz(width));
        const int lane_bits = (bits + 1) / 2;
        found = common_tangent(rule, p, q,
                               warp_group(t, bits - lane_bits, lane_bits));
      }
    }
    if (t == left) {
      tile.keep[left] = (unsigned short)(found.left.index + 1);
      tile.skip[left] = (unsigned short)found.right.index;
    }
  }
  __syncthreads();
}
template <class P, class Memory>
__device__ __forceinline__ void join_pair(Memory& tile, int t,
                                          int width) {
  constexpr int each = Memory::each;
  const int left = t / width * width, right = left + width / 2;
  const int keep = tile.keep[left], skip = tile.skip[left];
  const int moved = tile.length[right] - skip;
  for (int k = t - left, more = 1; more; k += width) {
    const int from = Memory::padded(right * each + skip + k);
    const int to = Memory::padded(left * each + keep + k);
    P point{};
    unsigned short vertex = 0;
    if (k < moved) {
      point = tile.point[from];
      vertex = tile.vertex[from];
    }
    more = __syncthreads_or(k + width < moved);
    if (k < moved) {
      tile.point[to] = point;
      tile.vertex[to] = vertex;
    }
  }
  if (t == left) tile.length[left] = (unsigned short)(keep + moved);
  __syncthreads();
}
template <class P, hull_shape Shape>
__device__ __forceinline__ void find_tile_hull(
    const P* points, std::int64_t n, chain_rule rule,
    point_index* vertices, hull_run* runs, int* counts, int widest,
    int steps, bool lower = false) {
  using memory = tile_memory<P, Shape>;
  static_assert(sizeof(memory) <= 227 * 1024, "a tile is too large");
  memory& tile = *dynamic_shared<memory>();
  constexpr int each = memory::each, threads = memory::threads;
  const int t = int(threadIdx.x);
  const std::int64_t base = std::int64_t(blockIdx.x) * memory::size;
  if (blockIdx.y == 1) {
    rule.side = -rule.side;
    vertices += n;
    runs += gridDim.x;
    counts += gridDim.x;
  }
  if constexpr (requires { points->set; })
    if (points[base].set == no_set) {
      if (t == 0) counts[blockIdx.x] = 0;
      return;
    }
  const int filled = int(min(std::int64_t(memory::size), n - base));
  for (int i = t; i < filled; i += threads)
    tile.point[memory::padded(i)] = points[base + i];
  __syncthreads();
  const int mine = max(0, min(each, filled - t * each));
  const int first = memory::padded(t * each);
  const bool copy =
      mine > 0 && base + t > 0 &&
      same(tile.point[first],
           t > 0 ? tile.point[first - 2] : points[base - 1]);
  auto least = -infinite<decltype(points->x)>;
  for (int i = first; i < first + mine; ++i)
    least = max(least, rule.height(tile.point[i]));
  if constexpr (requires { points->set; }) {
    least = -infinite<decltype(points->x)>;
    __syncthreads();
  } else {
    least = least_height<threads>(least);
    if (lower) least = -infinite<decltype(points->x)>;
  }
  tile.length[t] = (unsigned short)chain_in_step(
      rule, copy, least, first, first + mine,
      [&](int i) { return tile.point[i]; },
      tile_stack<memory>{tile, first, t});
  __syncthreads();
  for (int width = 2; width <= widest && width / 2 * each < filled;
       width *= 2) {
    find_pair_tangent(tile, rule, t, width, steps);
    join_pair<P>(tile, t, width);
  }
  const int found_here = tile.length[0];
  for (int k = t; k < found_here; k += threads)
    vertices[base + k] =
        point_index(base) + tile.vertex[memory::padded(k)];
  if (t == 0) {
    runs[blockIdx.x] = {point_index(base), point_index(found_here), 0};
    counts[blockIdx.x] = found_here > 0;
  }
}
template <class Shape>
constexpr int tiles_at_once =
    (640 + Shape::threads - 1) / Shape::threads;
template <class P, hull_shape Shape>
__global__ void
__launch_bounds__(Shape::threads, tiles_at_once<Shape>)
find_tile_hulls(const P* points, std::int64_t n, chain_rule rule,
                point_index* vertices, hull_run* runs, int* counts) {
  wait_for_previous();
  find_tile_hull<P, Shape>(points, n, rule, vertices, runs, counts,
                           Shape::threads, most_steps);
}
template <class P>
struct device_runs {
  const P* points;
  const point_index* vertices;
  const hull_run* list;
  int size;
  __device__ int runs() const { return size; }
  __device__ int length(int r) const { return int(list[r].length); }
  __device__ P at(int r, int i) const {
    return points[vertices[std::int64_t(list[r].begin) + i]];
  }
  __device__ P before(int r) const {
    return at(r - 1, length(r - 1) - 1);
  }
};
template <class P>
struct near_seam {
  static constexpr int each = 16;
  struct hull {
    const P* point;
    int size;
    __device__ int length(int) const { return size; }
    __device__ P at(int, int i) const { return point[i]; }
  };
  P point[2 * each];
  vertex_at<int> place[2 * each];
  __device__ unsigned load(const device_runs<P>& hull, bool on_left,
                           int lane) {
    int run = on_left ? hull.runs() - 1 : 0;
    int away = on_left ? each - 1 - lane : lane - each;
    while (run >= 0 && run < hull.runs() && away >= hull.length(run)) {
      away -= hull.length(run);
      run += on_left ? -1 : 1;
    }
    const bool any = run >= 0 && run < hull.runs();
    if (any) {
      const int i = on_left ? hull.length(run) - 1 - away : away;
      place[lane] = {run, i};
      point[lane] = hull.at(run, i);
    }
    return __ballot_sync(~0u, any);
  }
  __device__ tangent<int> cut(const chain_rule& rule,
                              const device_runs<P>& left,
                              const device_runs<P>& right, int lane) {
    const unsigned loaded =
        load(lane < each ? left : right, lane < each, lane);
    __syncwarp();
    const int begin = each - __popc(loaded & 0xffff);
    const int end = each + __popc(loaded >> each);
    tangent<int> t{};
    walk_to_tangent(rule, hull{point + begin, each - begin},
                    hull{point + each, end - each}, 2 * each, t);
    const auto first = place[begin], last = place[end - 1];
    const int p = begin + t.left.index, q = each + t.right.index;
    const bool left_known = p > begin || (first.run | first.index) == 0;
    const bool right_known =
        q < end - 1 || (last.run == right.runs() - 1 &&
                        last.index == right.length(last.run) - 1);
    if (left_known && right_known) return {place[p], place[q]};
    return common_tangent(rule, left, right, warp_group(lane, 2, 3));
  }
};
inline constexpr int join_threads = 512;
inline constexpr int regions_joined = join_threads / 32 * 2;
template <class P>
__global__ void __launch_bounds__(join_threads)
join_regions(const P* points, std::int64_t n, chain_rule rule,
             const point_index* vertices, hull_run* runs, int* counts,
             std::int64_t tiles, std::int64_t span,
             std::int64_t until) {
  __shared__ near_seam<P> near[join_threads / 32];
  __shared__ tangent<int> cuts[join_threads / 32];
  if (blockIdx.y == 1) {
    rule.side = -rule.side;
    vertices += n;
    runs += tiles;
    counts += tiles;
  }
  for (int team = 32; team <= join_threads && span < until;
       team *= 2, span *= 2) {
    const int member = int(threadIdx.x) % team;
    const int pair = int(threadIdx.x) / team;
    const std::int64_t teams = join_threads / team;
    const std::int64_t first = (blockIdx.x * teams + pair) * 2 * span;
    hull_run *const here = runs + first, *const there = here + span;
    const bool both = first + span < tiles;
    const device_runs<P> left{points, vertices, here,
                              both ? counts[first] : 0};
    const device_runs<P> right{points, vertices, there,
                               both ? counts[first + span] : 0};
    tangent<int> cut{{-1, 0}, {0, 0}};
    if (left.runs() > 0 && right.runs() > 0 && member < 32)
      cut = near[pair * team / 32].cut(rule, left, right, member);
    if (member == 0) cuts[pair] = cut;
    __syncthreads();
    cut = cuts[pair];
    const int kept = cut.left.run + 1;
    const int moved = right.runs() - cut.right.run;
    point_index lost = 0;
    if (moved > 0)
      lost = there[cut.right.run].rank + cut.right.index -
             (kept > 0 ? here[kept - 1].rank + cut.left.index + 1 : 0);
    for (int k = member, more = 1; more; k += team) {
      hull_run run{};
      if (k < moved) {
        run = there[cut.right.run + k];
        if (k == 0) {
          run.begin += cut.right.index;
          run.length -= cut.right.index;
          run.rank += cut.right.index;
        }
        run.rank -= lost;
      }
      more = __syncthreads_or(k - member + team < moved);
      if (k < moved) here[kept + k] = run;
    }
    if (moved > 0 && member == 0) {
      if (kept > 0) here[kept - 1].length = cut.left.index + 1;
      counts[first] = kept + moved;
    }
    __syncthreads();
  }
}
template <class P>
void join_all(const P* points, std::int64_t n, chain_rule rule,
              unsigned sides, const point_index* vertices,
              hull_run* runs, int* counts, std::int64_t tiles,
              std::int64_t until, cudaStream_t s) {
  for (std::int64_t span = 1; span < until; span *= regions_joined) {
    const auto blocks = tiles_of(tiles, regions_joined * span);
    launch(join_regions<P>, dim3(unsigned(blocks), sides), join_threads,
           0, s, points, n, rule, vertices, runs, counts, tiles, span,
           until);
  }
}
template <class P>
__global__ void write_ring(const point_index* vertices,
                           const hull_run* runs, const int* counts,
                           std::int64_t tiles, std::int64_t n,
                           const point_index* order, point_index* ring,
                           std::int64_t* total) {
  const int side = int(blockIdx.y), sides = int(gridDim.y);
  auto size_of = [&](int s) -> std::int64_t {
    const int m = counts[s * tiles];
    if (m == 0) return 0;
    const hull_run last = runs[s * tiles + m - 1];
    return std::int64_t(last.rank) + last.length;
  };
  auto second = [&](int s) {
    const hull_run* list = runs + s * tiles;
    return vertices[s * n + (list[0].length > 1 ? list[0].begin + 1
                                                : list[1].begin)];
  };
  std::int64_t added = 0;
  if (side == 1 && size_of(1) > 2 && second(0) != second(1))
    added = size_of(1) - 2;
  auto in_ring = [&](std::int64_t k) -> std::int64_t {
    if (side == 0) return k;
    return k >= 1 && k <= added ? size_of(0) + added - k : -1;
  };
  if (blockIdx.x == 0 && threadIdx.x == 0 && side == sides - 1)
    *total = size_of(0) + added;
  for (int r = blockIdx.x; r < counts[side * tiles]; r += gridDim.x) {
    const hull_run run = runs[side * tiles + r];
    for (point_index i = threadIdx.x; i < run.length; i += blockDim.x) {
      const point_index c = vertices[side * n + run.begin + i];
      const std::int64_t k = in_ring(std::int64_t(run.rank) + i);
      if (k >= 0) ring[k] = order ? order[c] : c;
    }
  }
}
template <class P, hull_shape Shape = hull_policy<P>>
void find_hull(void* temporary, std::size_t& bytes, const P* points,
               std::int64_t n, const point_index* order,
               point_index* ring, std::int64_t* size, hull_options o,
               cudaStream_t s) {
  using tile = tile_memory<P, Shape>;
  require_countable(n);
  const unsigned sides = o.side == hull_side::both ? 2 : 1;
  const chain_rule rule{o.side == hull_side::upper ? 1 : -1,
                        o.keep_collinear};
  const auto tiles = std::max<std::int64_t>(1, (n + tile::size - 1) /
                                                   tile::size);
  arena a(temporary);
  auto* vertices = a.take<point_index>(n * sides);
  auto* runs = a.take<hull_run>(tiles * sides);
  auto* counts = a.take<int>(tiles * sides);
  if (!a.holds(bytes)) return;
  launch(find_tile_hulls<P, Shape>, dim3(unsigned(tiles), sides),
         Shape::threads, sizeof(tile), s, points, n, rule, vertices, runs,
         counts);
  join_all(points, n, rule, sides, vertices, runs, counts, tiles, tiles,
           s);
  const auto blocks = unsigned(std::min<std::int64_t>(tiles, 4096));
  launch(write_ring<P>, dim3(blocks, sides), 256, 0, s, vertices, runs,
         counts, tiles, n, order, ring, size);
}
template <class P> __device__ std::uint32_t hash_of(P p) {
  const std::uint64_t x = ordered_bits(p.x), y = ordered_bits(p.y);
  std::uint64_t h = (x ^ y << 32 ^ y >> 32) * 0x9e3779b97f4a7c15u;
  h = (h ^ h >> 29) * 0xbf58476d1ce4e5b9u;
  return std::uint32_t(h >> 32);
}
__device__ inline std::int64_t below(std::int64_t n,
                                     std::uint32_t hash) {
  return std::int64_t(hash * std::uint64_t(n) >> 32);
}
constexpr point_index no_vertex = ~point_index(0);
template <class P> struct vertex_table {
  const std::int64_t* size;
  const P* sorted;
  std::int64_t n;
  std::int64_t words = std::clamp<std::int64_t>(n >> 8, 1, 1 << 14);
  std::uint32_t* marks = nullptr;
  point_index *slot = nullptr, *place = nullptr;
  void take(arena& a) {
    marks = a.take<std::uint32_t>(words);
    slot = a.take<point_index>(2 * n);
    place = a.take<point_index>(n);
  }
  __device__ P at(point_index k) const { return sorted[place[k]]; }
  __device__ std::int64_t slots() const {
    return min(4 * *size, 2 * n);
  }
  __device__ std::int64_t mark(std::uint32_t hash) const {
    return below(32 * words, hash * 0x9e3779b1u);
  }
};
template <class P>
__global__ void clear_table(vertex_table<P> table) {
  wait_for_previous();
  const std::int64_t all = std::int64_t(gridDim.x) * blockDim.x;
  for (auto i = thread_number(); i < table.slots(); i += all)
    table.slot[i] = no_vertex;
  for (auto i = thread_number(); i < table.words; i += all)
    table.marks[i] = 0;
}
template <class P>
__global__ void enter_vertices(vertex_table<P> table,
                               point_index* ring) {
  wait_for_previous();
  const std::int64_t slots = table.slots();
  for (auto k = thread_number(); k < *table.size;
       k += std::int64_t(gridDim.x) * blockDim.x) {
    table.place[k] = ring[k];
    ring[k] = no_vertex;
    const std::uint32_t hash = hash_of(table.at(point_index(k)));
    const std::int64_t bit = table.mark(hash);
    atomicOr(table.marks + bit / 32, 1u << bit % 32);
    std::int64_t h = below(slots, hash);
    while (atomicCAS(table.slot + h, no_vertex, point_index(k)) !=
           no_vertex)
      h = h + 1 < slots ? h + 1 : 0;
  }
}
template <class P>
__global__ void find_names(vertex_table<P> table, const P* points,
                           const point_index* names,
                           point_index* ring) {
  constexpr int each = 4;
  auto* marks = dynamic_shared<std::uint32_t>();
  wait_for_previous();
  for (int i = int(threadIdx.x); i < table.words; i += blockDim.x)
    marks[i] = table.marks[i];
  __syncthreads();
  const std::int64_t slots = table.slots(), n = table.n;
  const std::int64_t all = std::int64_t(gridDim.x) * blockDim.x;
  for (auto i = thread_number(); i < n; i += each * all) {
    P p[each];
    WW_UNROLL for (int j = 0; j < each; ++j)
      p[j] = points[min(i + j * all, n - 1)];
    std::uint32_t hash[each];
    point_index k[each];
    WW_UNROLL for (int j = 0; j < each; ++j) {
      hash[j] = hash_of(p[j]);
      const std::int64_t bit = table.mark(hash[j]);
      const bool set = marks[bit / 32] >> bit % 32 & 1;
      k[j] = set && i + j * all < n ? table.slot[below(slots, hash[j])]
                                    : no_vertex;
    }
    WW_UNROLL for (int j = 0; j < each; ++j) {
      auto h = below(slots, hash[j]);
      while (k[j] != no_vertex && !same(table.at(k[j]), p[j])) {
        h = h + 1 < slots ? h + 1 : 0;
        k[j] = table.slot[h];
      }
      if (k[j] == no_vertex) continue;
      const auto at = point_index(i + j * all);
      const point_index name = names ? names[at] : at;
      if (load_relaxed(ring + k[j]) > name) atomicMin(ring + k[j], name);
    }
  }
}
template <class P>
void name_ring(void* temporary, std::size_t& bytes, const P* points,
               std::int64_t n, const point_index* names,
               const P* sorted, point_index* ring,
               const std::int64_t* size, cudaStream_t s) {
  arena a(temporary);
  vertex_table<P> table{size, sorted, n};
  table.take(a);
  if (!a.holds(bytes) || n == 0) return;
  const auto blocks = unsigned(std::min<std::int64_t>(
      tiles_of(n, 512), 3 * multiprocessors()));
  launch_next(clear_table<P>, blocks, 512, 0, s, table);
  launch_next(enter_vertices<P>, blocks, 512, 0, s, table, ring);
  launch_next(find_names<P>, blocks, 512,
              int(table.words * sizeof *table.marks), s, table, points,
              names, ring);
}
}
