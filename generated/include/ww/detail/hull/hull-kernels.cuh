#pragma once
#include <algorithm>
#include <cstring>
#include <ww/detail/ground/block.cuh>
#include <ww/detail/ground/arena.cuh>
#include <ww/detail/hull/tangent.cuh>
#include <ww/hull.cuh>

namespace ww::detail::hull {
inline void require_countable(std::int64_t n) {
  const std::int64_t most = std::int64_t(1) << 31;
  if (n < 0 || n > most)
    throw bad_input(format("%ld points, where at most %ld are "
                           "possible", n, most));
}
struct key_of_point {
  __host__ __device__ std::uint64_t operator()(float2 p) const {
    return ordered_bits(p.x) << 32 | ordered_bits(p.y);
  }
  __host__ __device__ std::uint64_t operator()(double2 p) const {
    return ordered_bits(p.y);
  }
};
struct key_of_x {
  const double2* points;
  __host__ __device__ std::uint64_t operator()(point_index i) const {
    return ordered_bits(points[i].x);
  }
};
struct point_of_key {
  __host__ __device__ static float number(std::uint32_t key) {
    const std::uint32_t bits = key >> 31 ? key & 0x7fffffffu : ~key;
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
  }
  __host__ __device__ float2 operator()(float2 bits_of_key) const {
    std::uint64_t key;
    memcpy(&key, &bits_of_key, sizeof key);
    return {number(std::uint32_t(key >> 32)),
            number(std::uint32_t(key))};
  }
};
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
template <class At, class Stack>
__device__ int chain_in_step(const chain_rule& rule, bool copy,
                             int first, int last, At at, Stack stack) {
  int size = 0;
  if (first >= last) return 0;
  auto q = at(first), below = q, a = q, b = q;
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
    copy = same(q, next);
    q = next;
    next = loaded;
  }
  return size;
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
    int steps) {
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
  __syncthreads();
  tile.length[t] = (unsigned short)chain_in_step(
      rule, copy, first, first + mine,
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
}
