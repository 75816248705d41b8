#pragma once
#include <parallel/algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <ww/general-position.cuh>
#include <ww/detail/hood.cuh>
#include <ww/sort.cuh>
#include <ww/detail/sorting.cuh>
#include <ww/wagener.cuh>

namespace ww {
enum class hull_side { lower, upper, both };
struct hull_options {
  hull_side side = hull_side::both;
  bool keep_collinear = false;
};
struct hull_shape {
  int lanes = 32, rows = 8, rows_of_many = 4, many = 256;
  int widest = 1024, walked = 8, stages = 64;
};
constexpr std::int64_t hull_limit = std::int64_t(1) << 31;
inline void require_countable(std::size_t n) {
  if (n > std::size_t(hull_limit))
    throw bad_input(format("%zu points, where at most %lld are possible", n,
                           static_cast<long long>(hull_limit)));
}
struct hood_run {
  position begin, length, rank;
};
__host__ __device__ inline int log2_of(int x) {
  int log = 0;
  while (x >> log > 1) ++log;
  return log;
}
struct warp_team {
  int row_parts, row, lane_parts, lane;
  unsigned everyone, mine;
  __device__ warp_team(int rank, int row_parts, int lane_parts)
      : row_parts(row_parts),
        row(rank >> lane_parts & ((1 << row_parts) - 1)),
        lane_parts(lane_parts), lane(rank & ((1 << lane_parts) - 1)),
        everyone(neighbours(rank % 32, row_parts + lane_parts)),
        mine(neighbours(rank % 32, lane_parts)) {}
  __device__ static unsigned neighbours(int lane, int log) {
    const int width = 1 << log;
    return (width == 32 ? ~0u : (1u << width) - 1)
           << (lane & -width);
  }
  __device__ int lanes_yes(bool yes) const {
    return __popc(__ballot_sync(mine, yes));
  }
  __device__ int rows_yes(bool yes) const {
    return __popc(__ballot_sync(everyone, yes)) >> lane_parts;
  }
};
struct block_team : warp_team {
  __device__ block_team()
      : warp_team(int(threadIdx.x + blockDim.x * threadIdx.y), 0,
                  log2_of(int(blockDim.x))) {
    row_parts = log2_of(int(blockDim.y));
    row = int(threadIdx.y);
  }
  __device__ int rows_yes(bool yes) const {
    return __syncthreads_count(yes && lane == 0);
  }
};
template <class P, int threads = 128, int each_ = 256 / sizeof(P)>
struct tile_memory {
  static constexpr int each = each_;
  static constexpr int size = threads * each;
  P point[size + threads];
  unsigned short corner[size + threads];
  unsigned short length[threads], keep[threads], skip[threads];
  __device__ static int place(int i) { return i + i / each; }
};
template <class Memory>
struct tile_stack {
  Memory& tile;
  int first;
  __device__ void set(int k, position i) const {
    tile.corner[Memory::place(first + k)] = (unsigned short)i;
  }
  __device__ position get(int k) const {
    return tile.corner[Memory::place(first + k)];
  }
};
template <class Memory>
struct tile_hood {
  const Memory& tile;
  int thread;
  __device__ int runs() const { return 1; }
  __device__ int length(int) const { return tile.length[thread]; }
  __device__ auto at(int, int i) const {
    const int place = Memory::place(thread * Memory::each + i);
    return tile.point[Memory::place(tile.corner[place])];
  }
  __device__ auto before(int) const { return at(0, 0); }
};
template <class P, int threads, int each>
__global__ void __launch_bounds__(threads, 1024 / threads)
find_tile_hoods(const P* points, std::int64_t n, hood_rule rule,
                position* corners, hood_run* runs, int* counts, int widest,
                int walked) {
  using memory = tile_memory<P, threads, each>;
  memory& tile = *dynamic_shared<memory>();
  const int t = int(threadIdx.x);
  const std::int64_t base = std::int64_t(blockIdx.x) * memory::size;
  if (blockIdx.y == 1) {
    rule.side = -rule.side;
    corners += n;
    runs += gridDim.x;
    counts += gridDim.x;
  }
  const int filled = int(min(std::int64_t(memory::size), n - base));
  for (int i = t; i < filled; i += threads)
    tile.point[memory::place(i)] = points[base + i];
  __syncthreads();
  auto at = [&](int i) {
    return i < 0 ? points[base - 1] : tile.point[memory::place(i)];
  };
  const int first = t * memory::each;
  tile.length[t] = (unsigned short)monotone_chain(
      rule, base > 0 ? -1 : 0, first, min(first + memory::each, filled), at,
      tile_stack<memory>{tile, first});
  __syncthreads();
  for (int width = 2;
       width <= widest && width / 2 * memory::each < filled; width *= 2) {
    const int left = t / width * width, right = left + width / 2;
    const bool alone = width <= walked;
    if (t == left || (!alone && t - left < 32)) {
      const tile_hood<memory> p{tile, left}, q{tile, right};
      tangent<int> found{{0, p.length(0) - 1}, {0, 0}};
      if (p.length(0) > 0 && q.length(0) > 0) {
        if (alone) {
          found = walked_tangent(rule, p, q);
        } else {
          const int threads_log = min(5, log2_of(width));
          const int lane_parts = (threads_log + 1) / 2;
          found = common_tangent(
              rule, p, q, warp_team(t, threads_log - lane_parts, lane_parts));
        }
      }
      if (t == left) {
        tile.keep[left] = (unsigned short)(found.left.index + 1);
        tile.skip[left] = (unsigned short)found.right.index;
      }
    }
    __syncthreads();
    unsigned short moving[memory::each / 2];
    const int keep = tile.keep[left], skip = tile.skip[left];
    const int moved = tile.length[right] - skip;
    const int from = right * memory::each + skip;
    const int to = left * memory::each + keep;
    for (int j = 0, k = t - left; j < memory::each / 2; ++j, k += width)
      if (k < moved) moving[j] = tile.corner[memory::place(from + k)];
    __syncthreads();
    for (int j = 0, k = t - left; j < memory::each / 2; ++j, k += width)
      if (k < moved) tile.corner[memory::place(to + k)] = moving[j];
    if (t == left) tile.length[left] = (unsigned short)(keep + moved);
    __syncthreads();
  }
  const int corners_here = tile.length[0];
  for (int k = t; k < corners_here; k += threads)
    corners[base + k] = position(base) + tile.corner[memory::place(k)];
  if (t == 0) {
    runs[blockIdx.x] = {position(base), position(corners_here), 0};
    counts[blockIdx.x] = corners_here > 0;
  }
}
template <class P>
struct device_runs {
  const P* points;
  const position* corners;
  const hood_run* list;
  int size;
  __device__ int runs() const { return size; }
  __device__ int length(int r) const { return int(list[r].length); }
  __device__ P at(int r, int i) const {
    return points[corners[std::int64_t(list[r].begin) + i]];
  }
  __device__ P before(int r) const { return at(r - 1, length(r - 1) - 1); }
};
template <class P>
__global__ void __launch_bounds__(1024)
join_groups(const P* points, std::int64_t n, hood_rule rule,
            const position* corners, hood_run* runs, int* counts,
            std::int64_t tiles, std::int64_t span) {
  const std::int64_t first = std::int64_t(blockIdx.x) * 2 * span;
  if (first + span >= tiles) return;
  if (blockIdx.y == 1) {
    rule.side = -rule.side;
    corners += n;
    runs += tiles;
    counts += tiles;
  }
  hood_run* const here = runs + first;
  hood_run* const there = here + span;
  const device_runs<P> left{points, corners, here, counts[first]};
  const device_runs<P> right{points, corners, there, counts[first + span]};
  if (right.runs() == 0) return;
  tangent<int> cut{{-1, 0}, {0, 0}};
  if (left.runs() > 0)
    cut = common_tangent(rule, left, right, block_team());
  const int kept = cut.left.run + 1;
  const int moved = right.runs() - cut.right.run;
  const position old_rank = there[cut.right.run].rank + cut.right.index;
  const position new_rank =
      kept > 0 ? here[kept - 1].rank + cut.left.index + 1 : 0;
  const int thread = int(threadIdx.x + blockDim.x * threadIdx.y);
  const int threads = int(blockDim.x * blockDim.y);
  __syncthreads();
  if (thread == 0) {
    if (kept > 0) here[kept - 1].length = cut.left.index + 1;
    counts[first] = kept + moved;
  }
  for (int base = 0; base < moved; base += threads) {
    const int k = base + thread;
    hood_run run{};
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
}
template <class P>
__global__ void write_ring(const position* corners, const hood_run* runs,
                           const int* counts, std::int64_t tiles,
                           std::int64_t n, const position* order,
                           position* ring, std::int64_t* total) {
  const int side = int(blockIdx.y), sides = int(gridDim.y);
  auto size_of = [&](int s) -> std::int64_t {
    const int m = counts[s * tiles];
    if (m == 0) return 0;
    const hood_run last = runs[s * tiles + m - 1];
    return std::int64_t(last.rank) + last.length;
  };
  auto second = [&](int s) {
    const hood_run* list = runs + s * tiles;
    return corners[s * n + (list[0].length > 1 ? list[0].begin + 1
                                               : list[1].begin)];
  };
  std::int64_t added = 0;
  if (side == 1 && size_of(1) > 2 && second(0) != second(1))
    added = size_of(1) - 2;
  auto place_of = [&](std::int64_t k) -> std::int64_t {
    if (side == 0) return k;
    return k >= 1 && k <= added ? size_of(0) + added - k : -1;
  };
  if (blockIdx.x == 0 && threadIdx.x == 0 && side == sides - 1)
    *total = size_of(0) + added;
  for (int r = blockIdx.x; r < counts[side * tiles]; r += gridDim.x) {
    const hood_run run = runs[side * tiles + r];
    for (position i = threadIdx.x; i < run.length; i += blockDim.x) {
      const position c = corners[side * n + run.begin + i];
      const std::int64_t k = place_of(std::int64_t(run.rank) + i);
      if (k >= 0) ring[k] = order ? order[c] : c;
    }
  }
}
template <class P, int threads = 128, int each = 256 / sizeof(P)>
class device_hull {
  using tile = tile_memory<P, threads, each>;
  static std::int64_t tiles_of(std::int64_t n) {
    return (n + tile::size - 1) / tile::size;
  }
 public:
  hull_shape shape;
  device_hull(std::int64_t capacity, int sides)
      : corners(capacity * sides), ring_(capacity), total(1),
        runs(tiles_of(capacity) * sides),
        counts(tiles_of(capacity) * sides) {}
  static std::int64_t bytes(std::int64_t capacity, int sides) {
    return capacity * sizeof(position) * (1 + sides) + 8 +
           tiles_of(capacity) * sides * (sizeof(hood_run) + sizeof(int));
  }
  void find(const P* points, std::int64_t n, hull_options o = {},
            const position* order = nullptr, cudaStream_t s = nullptr) {
    const unsigned sides = o.side == hull_side::both ? 2 : 1;
    const hood_rule rule{o.side == hull_side::upper ? 1 : -1,
                         o.keep_collinear};
    const std::int64_t tiles = tiles_of(std::max<std::int64_t>(n, 1));
    launch(find_tile_hoods<P, threads, each>, dim3(unsigned(tiles), sides),
           dim3(threads), sizeof(tile), s, points, n, rule, corners.data(),
           runs.data(), counts.data(), std::min(threads, shape.widest),
           std::max(2, shape.walked));
    int stage = 0;
    for (std::int64_t span = 1; span < tiles; span *= 2, ++stage) {
      if (stage == shape.stages) break;
      const std::int64_t pairs = (tiles + 2 * span - 1) / (2 * span);
      const int rows =
          pairs * sides >= shape.many ? shape.rows_of_many : shape.rows;
      launch(join_groups<P>, dim3(unsigned(pairs), sides),
             dim3(unsigned(shape.lanes), unsigned(rows)), 0, s, points, n, rule,
             static_cast<const position*>(corners.data()), runs.data(),
             counts.data(), tiles, span);
    }
    const auto blocks = unsigned(std::min<std::int64_t>(tiles, 4096));
    launch(write_ring<P>, dim3(blocks, sides), dim3(256), 0, s,
           corners.data(), runs.data(), counts.data(), tiles, n, order,
           ring_.data(), total.data());
  }
  const position* ring() const { return ring_.data(); }
  std::int64_t size(cudaStream_t s = nullptr) const {
    std::int64_t h = 0;
    total.download(&h, 1, s);
    return h;
  }
 private:
  device_array<position> corners, ring_;
  device_array<std::int64_t> total;
  device_array<hood_run> runs;
  device_array<int> counts;
};
__host__ __device__ inline std::uint32_t ordered_bits(float x) {
  std::uint32_t bits;
  x = x == 0 ? 0 : x;
  memcpy(&bits, &x, sizeof bits);
  return bits >> 31 ? ~bits : bits | 0x80000000u;
}
__host__ __device__ inline std::uint64_t ordered_bits(double x) {
  std::uint64_t bits;
  x = x == 0 ? 0 : x;
  memcpy(&bits, &x, sizeof bits);
  return bits >> 63 ? ~bits : bits | 0x8000000000000000u;
}
__host__ __device__ inline std::uint64_t sort_key(float2 p, int) {
  return std::uint64_t(ordered_bits(p.x)) << 32 | ordered_bits(p.y);
}
__host__ __device__ inline std::uint64_t sort_key(double2 p, int pass) {
  return pass == 0 ? ordered_bits(p.y) : ordered_bits(p.x);
}
template <class P>
__global__ void make_keys(const P* points, std::int64_t n, int pass,
                          std::uint64_t* keys, position* order) {
  const std::int64_t stride = std::int64_t(gridDim.x) * blockDim.x;
  for (std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
       i < n; i += stride) {
    if (pass == 0) order[i] = position(i);
    keys[i] = sort_key(points[order[i]], pass);
  }
}
template <class P>
__global__ void take_in_order(const P* points, std::int64_t n,
                              const position* order, P* sorted) {
  const std::int64_t stride = std::int64_t(gridDim.x) * blockDim.x;
  for (std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
       i < n; i += stride) {
    sorted[i] = points[order[i]];
  }
}
template <class P>
__global__ void find_descent(const P* points, std::int64_t n, int* found) {
  const std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const bool here = i + 1 < n && precedes(points[i + 1], points[i]);
  if (__syncthreads_or(here) && threadIdx.x == 0) atomicOr(found, 1);
}
enum class sort_by { the_faster, chapter, library };
inline bool sorts_by_chapter(std::int64_t n, sort_by choice) {
  if (choice != sort_by::the_faster) return choice == sort_by::chapter;
  return WW_CUDA && n > 2048 && n <= 1 << 26;
}
inline std::int64_t sort_bytes(std::int64_t n) {
  return n * (sorts_by_chapter(n, sort_by::the_faster) ? 52 : 24);
}
inline void sort_places(device_array<std::uint64_t>& keys,
                        device_array<position>& places, cudaStream_t s) {
  const std::int64_t n = keys.size();
  device_array<position> sorted(n);
  std::size_t bytes = 0;
  auto sort = [&](void* temporary) {
    sort_pairs(temporary, bytes, keys.data(),
               static_cast<std::uint64_t*>(nullptr), places.data(),
               sorted.data(), n, order::ascending, s);
  };
  sort(nullptr);
  device_array<char> temporary{std::int64_t(bytes)};
  sort(temporary.data());
  synchronize(s);
  std::swap(places, sorted);
}
template <class P>
bool in_order(const P* points, std::int64_t n, cudaStream_t s = nullptr) {
  if (n < 2) return true;
  int found = 0;
  device_array<int> descent(1);
  descent.upload(&found, 1, s);
  launch(find_descent<P>, dim3(unsigned((n + 1023) / 1024)), dim3(1024), 0,
         s, points, n, descent.data());
  descent.download(&found, 1, s);
  return found == 0;
}
template <class P>
struct sorted_points {
  device_array<P> sorted;
  device_array<position> order;
};
template <class P>
sorted_points<P> sort_points(const P* points, std::int64_t n,
                             cudaStream_t s = nullptr,
                             sort_by choice = sort_by::the_faster) {
  sorted_points<P> result{{}, device_array<position>(n)};
  const dim3 grid(unsigned(std::clamp<std::int64_t>(n / 256, 1, 4096)));
  {
    device_array<std::uint64_t> keys(n);
    for (int pass = 0; pass < int(sizeof(P) / 8); ++pass) {
      launch(make_keys<P>, grid, dim3(256), 0, s, points, n, pass,
             keys.data(), result.order.data());
      if (sorts_by_chapter(n, choice)) sort_places(keys, result.order, s);
      else sort_pairs(keys, result.order, s);
    }
  }
  result.sorted = device_array<P>(n);
  launch(take_in_order<P>, grid, dim3(256), 0, s, points, n,
         static_cast<const position*>(result.order.data()),
         result.sorted.data());
  return result;
}
template <class P>
class general_hull {
 public:
  void operator()(const std::vector<P>& points, const hull_options& o,
                  std::vector<position>& indices) {
    const std::int64_t n = std::int64_t(points.size());
    indices.clear();
    if (n == 0) return;
    require_countable(points.size());
    if (device.size() < n) {
      hull.reset();
      device = {};
      require_memory(n * std::int64_t(sizeof(P)) +
                     device_hull<P>::bytes(n, 2));
      device = device_array<P>(n);
    }
    device.upload(points.data(), n);
    const P* sorted = device.data();
    sorted_points<P> own;
    if (!in_order(sorted, n)) {
      hull.reset();
      require_memory(std::max(sort_bytes(n), n * std::int64_t(sizeof(P) + 16)));
      own = sort_points(sorted, n);
      sorted = own.sorted.data();
    }
    if (!hull || capacity < n) hull.emplace(capacity = n, 2);
    hull->find(sorted, n, o, own.order.data());
    indices.resize(hull->size());
    device_array<position>::copy(indices.data(), hull->ring(),
                                 std::int64_t(indices.size()), {});
  }
 private:
  device_array<P> device;
  std::int64_t capacity = 0;
  std::optional<device_hull<P>> hull;
};
template <class P>
class general_hood {
 public:
  void operator()(const std::vector<P>& points, const hood_rule& rule,
                  std::vector<position>& hood) {
    const std::int64_t n = std::int64_t(points.size());
    if (!hull || device.size() < n) {
      device = device_array<P>(std::max<std::int64_t>(n, 1));
      hull.emplace(device.size(), 1);
    }
    device.upload(points.data(), n);
    hull->find(device.data(), n,
               {rule.side > 0 ? hull_side::upper : hull_side::lower,
                rule.keep_collinear});
    hood.resize(hull->size());
    device_array<position>::copy(hood.data(), hull->ring(),
                                 std::int64_t(hood.size()), {});
  }
 private:
  device_array<P> device;
  std::optional<device_hull<P>> hull;
};
template <class P>
using hood_function = std::function<void(
    const std::vector<P>&, const hood_rule&, std::vector<position>&)>;
template <class P>
using hull_function = std::function<void(
    const std::vector<P>&, const hull_options&, std::vector<position>&)>;
template <class P>
struct hull_variant {
  const char* name;
  bool kernels;
  std::function<hood_function<P>()> hood;
  std::function<hull_function<P>()> hull;
  std::string (*objection)(const std::vector<P>&) = nullptr;
};
template <class Function, class F>
Function keeping(F f) {
  auto kept = std::make_shared<F>(std::move(f));
  return [kept](auto&&... arguments) { (*kept)(arguments...); };
}
template <class P>
std::vector<position> order_of(const std::vector<P>& points, bool parallel) {
  require_countable(points.size());
  std::vector<position> order(points.size());
  std::iota(order.begin(), order.end(), position(0));
  auto before = [&](position a, position b) {
    return precedes(points[a], points[b]) ||
           (!precedes(points[b], points[a]) && a < b);
  };
  if (parallel) __gnu_parallel::sort(order.begin(), order.end(), before);
  else std::sort(order.begin(), order.end(), before);
  return order;
}
template <class P>
std::vector<P> in_lexicographic_order(const std::vector<P>& points) {
  std::vector<P> sorted;
  for (position i : order_of(points, true)) sorted.push_back(points[i]);
  return sorted;
}
template <class P>
hull_function<P> by_hoods(hood_function<P> hood, bool parallel = false) {
  return [=](const std::vector<P>& points, const hull_options& o,
             std::vector<position>& ring) {
    const auto order = order_of(points, parallel);
    std::vector<P> sorted;
    for (position i : order) sorted.push_back(points[i]);
    ring.clear();
    if (o.side != hull_side::upper)
      hood(sorted, {-1, o.keep_collinear}, ring);
    if (o.side != hull_side::lower) {
      std::vector<position> upper;
      hood(sorted, {1, o.keep_collinear}, upper);
      if (o.side == hull_side::upper) ring = upper;
      else if (upper.size() > 2 && upper[1] != ring[1])
        ring.insert(ring.end(), upper.rbegin() + 1, upper.rend() - 1);
    }
    for (position& i : ring) i = order[i];
  };
}
inline void faithful_hood(const std::vector<float2>& sorted,
                          const chain_rule& rule,
                          std::vector<position>& hood) {
  std::vector<float2> points = sorted;
  if (rule.side < 0)
    for (float2& p : points) p.y = -p.y;
  published_upper_hull(points, hood);
}
inline std::string faithful_objection(const std::vector<float2>& p) {
  const auto o = published_objection(p);
  return o ? o->why : std::string();
}
template <class P>
std::vector<hull_variant<P>> make_hull_variants() {
  auto serial = [] { return hood_function<P>(serial_chain<P>); };
  auto parallel = [] { return keeping<hood_function<P>>(parallel_hood<P>()); };
  auto general = [] { return keeping<hood_function<P>>(general_hood<P>()); };
  std::vector<hull_variant<P>> table = {
      {"serial", false, serial, [=] { return by_hoods<P>(serial()); }},
      {"parallel", false, parallel,
       [=] { return by_hoods<P>(parallel(), true); }},
      {"general", true, general,
       [] { return keeping<hull_function<P>>(general_hull<P>()); }}};
  if constexpr (std::is_same_v<P, float2>)
    table.push_back({"faithful", true,
                     [] { return hood_function<P>(faithful_hood); },
                     [] { return by_hoods<P>(faithful_hood); },
                     faithful_objection});
  return table;
}
template <class P>
const std::vector<hull_variant<P>>& hull_variants() {
  static const auto table = make_hull_variants<P>();
  return table;
}
}
