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
    power_of_two(S::threads, 32, 1024) && S::each >= 2 &&
    S::each % 2 == 0 && S::walked >= 2 &&
    power_of_two(S::lanes, 2, 32) && power_of_two(S::rows, 2, 32) &&
    power_of_two(S::rows_of_many, 2, 32);
template <class P>
struct hull_policy {
  static constexpr int threads = 128, each = 256 / sizeof(P);
  static constexpr int walked = 8, lanes = 32, rows = 8;
  static constexpr int many = 256, rows_of_many = 4;
};
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
__host__ __device__ inline int log2_of(int x) {
  int log = 0;
  while (x >> log > 1) ++log;
  return log;
}
struct block_group : warp_group {
  __device__ block_group()
      : warp_group(int(threadIdx.x + blockDim.x * threadIdx.y), 0,
                   log2_of(int(blockDim.x))) {
    row_bits = log2_of(int(blockDim.y));
    row = int(threadIdx.y);
  }
  __device__ int rows_yes(bool yes) const {
    return __syncthreads_count(yes && lane == 0);
  }
};
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
  int first;
  __device__ void set(int k, point_index i) const {
    tile.vertex[Memory::padded(first + k)] = (unsigned short)i;
  }
  __device__ point_index get(int k) const {
    return tile.vertex[Memory::padded(first + k)];
  }
};
template <class Memory>
struct tile_hull {
  const Memory& tile;
  int thread;
  __device__ int runs() const { return 1; }
  __device__ int length(int) const { return tile.length[thread]; }
  __device__ auto at(int, int i) const {
    const int vertex = Memory::padded(thread * Memory::each + i);
    return tile.point[Memory::padded(tile.vertex[vertex])];
  }
  __device__ auto before(int) const { return at(0, 0); }
};
template <class Memory>
__device__ __forceinline__ void find_pair_tangent(
    Memory& tile, const chain_rule& rule, int t, int width,
    bool alone) {
  const int left = t / width * width, right = left + width / 2;
  if (t == left || (!alone && t - left < 32)) {
    const tile_hull<Memory> p{tile, left}, q{tile, right};
    tangent<int> found{{0, p.length(0) - 1}, {0, 0}};
    if (p.length(0) > 0 && q.length(0) > 0) {
      if (alone) {
        found = walked_tangent(rule, p, q);
      } else {
        const int bits = min(5, log2_of(width)), lane_bits = (bits + 1) / 2;
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
template <class Memory>
__device__ __forceinline__ void join_pair(Memory& tile, int t,
                                          int width) {
  constexpr int each = Memory::each;
  const int left = t / width * width, right = left + width / 2;
  unsigned short moving[each / 2];
  const int keep = tile.keep[left], skip = tile.skip[left];
  const int moved = tile.length[right] - skip;
  const int from = right * each + skip, to = left * each + keep;
  for (int j = 0, k = t - left; j < each / 2; ++j, k += width)
    if (k < moved) moving[j] = tile.vertex[Memory::padded(from + k)];
  __syncthreads();
  for (int j = 0, k = t - left; j < each / 2; ++j, k += width)
    if (k < moved) tile.vertex[Memory::padded(to + k)] = moving[j];
  if (t == left) tile.length[left] = (unsigned short)(keep + moved);
  __syncthreads();
}
template <class P, hull_shape Shape>
__device__ __forceinline__ void find_tile_hull(
    const P* points, std::int64_t n, chain_rule rule,
    point_index* vertices, hull_run* runs, int* counts, int widest,
    int walked) {
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
  auto at = [&](int i) {
    return i < 0 ? points[base - 1] : tile.point[memory::padded(i)];
  };
  const int first = t * each;
  tile.length[t] = (unsigned short)monotone_chain(
      rule, base > 0 ? -1 : 0, first, min(first + each, filled), at,
      tile_stack<memory>{tile, first});
  __syncthreads();
  for (int width = 2; width <= widest && width / 2 * each < filled;
       width *= 2) {
    find_pair_tangent(tile, rule, t, width, width <= walked);
    join_pair(tile, t, width);
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
template <class P, hull_shape Shape>
__global__ void __launch_bounds__(Shape::threads, 1024 / Shape::threads)
find_tile_hulls(const P* points, std::int64_t n, chain_rule rule,
                point_index* vertices, hull_run* runs, int* counts) {
  wait_for_previous();
  find_tile_hull<P, Shape>(points, n, rule, vertices, runs, counts,
                           Shape::threads, Shape::walked);
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
__global__ void __launch_bounds__(1024)
join_regions(const P* points, std::int64_t n, chain_rule rule,
             const point_index* vertices, hull_run* runs, int* counts,
             std::int64_t tiles, std::int64_t span) {
  const std::int64_t first = std::int64_t(blockIdx.x) * 2 * span;
  if (first + span >= tiles) return;
  if (blockIdx.y == 1) {
    rule.side = -rule.side;
    vertices += n;
    runs += tiles;
    counts += tiles;
  }
  hull_run* const here = runs + first;
  hull_run* const there = here + span;
  const device_runs<P> left{points, vertices, here, counts[first]},
      right{points, vertices, there, counts[first + span]};
  if (right.runs() == 0) return;
  tangent<int> cut{{-1, 0}, {0, 0}};
  if (left.runs() > 0)
    cut = common_tangent(rule, left, right, block_group());
  const int kept = cut.left.run + 1;
  const int moved = right.runs() - cut.right.run;
  const point_index old_rank =
      there[cut.right.run].rank + cut.right.index;
  const point_index new_rank =
      kept > 0 ? here[kept - 1].rank + cut.left.index + 1 : 0;
  const int thread = int(threadIdx.x + blockDim.x * threadIdx.y);
  const int threads = int(blockDim.x * blockDim.y);
  for (int base = 0; base < moved; base += threads) {
    const int k = base + thread;
    hull_run run{};
    if (k < moved) {
      run = there[cut.right.run + k];
      if (k == 0) {
        run.begin += cut.right.index;
        run.length -= cut.right.index;
        run.rank += cut.right.index;
      }
      run.rank += new_rank - old_rank;
    }
    __syncthreads();
    if (k < moved) here[kept + k] = run;
  }
  if (thread == 0) {
    if (kept > 0) here[kept - 1].length = cut.left.index + 1;
    counts[first] = kept + moved;
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
  for (std::int64_t span = 1; span < tiles; span *= 2) {
    const std::int64_t pairs = tiles_of(tiles, 2 * span);
    const bool many = pairs * sides >= Shape::many;
    const unsigned rows = many ? Shape::rows_of_many : Shape::rows;
    launch(join_regions<P>, dim3(unsigned(pairs), sides),
           dim3(Shape::lanes, rows), 0, s, points, n, rule, vertices,
           runs, counts, tiles, span);
  }
  const auto blocks = unsigned(std::min<std::int64_t>(tiles, 4096));
  launch(write_ring<P>, dim3(blocks, sides), 256, 0, s, vertices, runs,
         counts, tiles, n, order, ring, size);
}
}
