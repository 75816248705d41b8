#pragma once
#include <algorithm>
#include <climits>
#include <cmath>
#include <limits>
#include <ww/detail/neighbours/space-kernels.cuh>

namespace ww::detail::neighbours {
template <class T, class V>
void require_searchable(const points_with_heights<T, V>& in,
                        const higher_options& o) {
  const std::int64_t most = std::int64_t(1) << 31;
  if (in.n < 0 || in.n > most)
    throw bad_input(format("%ld points, where at most %ld are "
                           "possible", in.n, most));
  if (in.k < 1 || in.k > 4096)
    throw bad_input(format("%d coordinates, where 1 to 4096 are "
                           "possible", in.k));
  if (!(o.ratio > 0 && o.ratio <= 1))
    throw bad_input(format("a ratio of %g, which is not above 0 and "
                           "at most 1", o.ratio));
}
struct candidate {
  double squared;
  std::uint32_t rank, where = 0xffffffffu;
};
__host__ __device__ inline bool nearer(candidate a, candidate b) {
  return a.squared < b.squared ||
         (a.squared == b.squared && a.rank < b.rank);
}
inline constexpr std::uint32_t nobody = 0xffffffffu;
__host__ __device__ inline candidate no_candidate() {
  return {double(INFINITY), nobody};
}
__host__ __device__ inline candidate best_of(const candidate* found,
                                             std::int64_t count,
                                             std::int64_t stride) {
  candidate best = found[0];
  for (std::int64_t i = 1; i < count; ++i)
    if (nearer(found[i * stride], best)) best = found[i * stride];
  return best;
}
__host__ __device__ inline bool is_strict(const higher_options& o) {
  return o.strict || o.ratio < 1;
}
template <class V>
__host__ __device__ bool exceeds(V a, V b, double ratio) {
  return rounded_product(ratio, double(a)) > double(b);
}
template <class V>
__global__ void copy_heights(const V* values, std::int64_t stride,
                             std::int64_t n, V* out) {
  const std::int64_t i = thread_number();
  if (i < n) out[i] = values[i * stride] + V(0);
}
template <class V>
__global__ void find_limits(const V* sorted, std::int64_t n,
                            double ratio, std::uint32_t* limits) {
  const std::int64_t r = thread_number();
  if (r >= n) return;
  limits[r] = std::uint32_t(first_that<std::int64_t>(
      0, r, [&](std::int64_t p) {
        return !exceeds(sorted[p], sorted[r], ratio);
      }));
}
struct ranking {
  std::uint32_t* order = nullptr;
  std::uint32_t* limits = nullptr;
  block_share share = {};
  const unsigned long long* done = nullptr;
  __host__ __device__ std::uint32_t limit(std::int64_t r) const {
    return limits ? limits[r] : std::uint32_t(r);
  }
};
template <class T, class V>
struct ranker {
  ranker(arena& a, const points_with_heights<T, V>& in,
         const higher_options& o)
      : in(in), o(o) {
    found.order = a.take<std::uint32_t>(in.n);
    if (is_strict(o)) found.limits = a.take<std::uint32_t>(in.n);
  }
  void take_room(arena& a) {
    heights = a.take<V>(in.n);
    sorted = a.take<V>(in.n);
    sort_pairs<V>(nullptr, to_sort, nullptr, nullptr, nullptr, nullptr,
                  in.n, order::descending);
    memory = a.take<char>(std::int64_t(to_sort));
  }
  void rank(cudaStream_t s) {
    if (in.n == 0) return;
    launch_for(copy_heights<V>, in.n, s, in.values, in.value_stride, in.n,
               heights);
    sort_pairs<V>(memory, to_sort, heights, sorted, nullptr, found.order,
                  in.n, order::descending, s);
    if (is_strict(o))
      launch_for(find_limits<V>, in.n, s, sorted, in.n, o.ratio,
                 found.limits);
  }
  ranking found;
  points_with_heights<T, V> in;
  higher_options o;
  V *heights = nullptr, *sorted = nullptr;
  char* memory = nullptr;
  std::size_t to_sort = 0;
};
inline constexpr int tile_side = 64, tile_depth = 16;
__device__ inline candidate best_of_lanes(candidate best, int most) {
  for (int flip = most; flip > 0; flip /= 2) {
    const candidate other{__shfl_xor_sync(~0u, best.squared, flip),
                          __shfl_xor_sync(~0u, best.rank, flip),
                          __shfl_xor_sync(~0u, best.where, flip)};
    if (nearer(other, best)) best = other;
  }
  return best;
}
struct nearest_output {
  std::int64_t* higher;
  double* squared;
  __host__ __device__ void write(const ranking& ranks,
                                 std::uint32_t rank,
                                 candidate best) const {
    const std::uint32_t i = ranks.order[rank];
    higher[i] = best.rank == nobody
                    ? -1 : std::int64_t(ranks.order[best.rank]);
    squared[i] = best.squared;
  }
};
template <class T>
__global__ void gather_rows(points_in_order<T> in, T* rows) {
  const std::int64_t t = thread_number();
  if (t >= in.n) return;
  const T* from = in.row(t);
  for (int c = 0; c < in.k; ++c) rows[t * in.k + c] = from[c];
}
template <class T, bool Neighbours = false>
__global__ void published_peaks(const T* points, int k, std::int64_t n,
                                ranking ranks, nearest_output out) {
  candidate* const minArray = dynamic_shared<candidate>();
  const int thread = int(threadIdx.x), threads = int(blockDim.x);
  for (std::int64_t i = blockIdx.x; i < n; i += gridDim.x) {
    candidate best = no_candidate();
    for (std::int64_t q = thread; q < ranks.limit(i); q += threads) {
      const candidate next{
          squared_distance(points + q * k, points + i * k, k),
          std::uint32_t(q)};
      if (nearer(next, best)) best = next;
    }
    minArray[thread] = best;
    __syncthreads();
    for (int half = threads / 2; half > 0; half /= 2) {
      const int step = Neighbours ? threads / 2 / half : 1;
      const int mine = Neighbours ? 2 * step * thread : thread;
      const int other = mine + (Neighbours ? step : half);
      if (thread < half && nearer(minArray[other], minArray[mine]))
        minArray[mine] = minArray[other];
      __syncthreads();
    }
    if (thread == 0) out.write(ranks, std::uint32_t(i), minArray[0]);
  }
}
template <class T, class V>
void nearest_higher_published(void* temporary, std::size_t& bytes,
                              points_with_heights<T, V> in,
                              std::int64_t* higher, double* squared,
                              higher_options o, cudaStream_t s,
                              std::uint32_t* by_distance = nullptr,
                              std::int64_t blocks =
                                  16 * multiprocessors(),
                              int threads = 128) {
  require_searchable(in, o);
  arena a(temporary);
  ranker<T, V> ranks(a, in, o);
  auto* sorted = a.take<T>(in.n * in.k);
  std::size_t to_sort = 0;
  argsort<double>(nullptr, to_sort, nullptr, nullptr, in.n,
                  order::descending);
  auto* memory = a.take<char>(std::int64_t(to_sort));
  ranks.take_room(a);
  if (!a.holds(bytes) || in.n == 0) return;
  ranks.rank(s);
  launch_for(gather_rows<T>, in.n, s,
             points_in_order<T>{in.points, in.stride, in.k, in.n,
                                ranks.found.order}, sorted);
  launch(published_peaks<T>, unsigned(blocks), unsigned(threads),
         std::int64_t(sizeof(candidate)) * threads, s, sorted, in.k,
         in.n, ranks.found, nearest_output{higher, squared});
  if (by_distance)
    argsort<double>(memory, to_sort, squared, by_distance, in.n,
                    order::descending, s);
}
template <class T>
__global__ void __launch_bounds__(256)
find_in_tiles(const T* points, std::int64_t stride, int k,
              std::int64_t n, ranking ranks, int parts,
              candidate* found) {
  __shared__ T asking[tile_depth][tile_side + 1];
  __shared__ T answering[tile_depth][tile_side + 1];
  const std::int64_t first =
      ((n - 1) / tile_side - ranks.share.block(blockIdx.x)) * tile_side;
  const int x = int(threadIdx.x), y = int(threadIdx.y);
  if (ranks.done && *ranks.done) return;
  const std::int64_t last = min(first + tile_side, n) - 1;
  const std::int64_t tiles = tiles_of(ranks.limit(last), tile_side);
  const std::int64_t begin = tiles * blockIdx.y / parts;
  const std::int64_t end = tiles * (blockIdx.y + 1) / parts;
  std::uint32_t limit[4];
  candidate best[4];
  for (int a = 0; a < 4; ++a) {
    const std::int64_t r = first + y + 16 * a;
    limit[a] = r < n ? ranks.limit(r) : 0;
    best[a] = no_candidate();
  }
  for (std::int64_t t = begin; t < end; ++t) {
    double sum[4][4] = {};
    for (int from = 0; from < k; from += tile_depth) {
      const int depth = min(tile_depth, k - from);
      for (int i = x + 16 * y; i < tile_side * depth; i += 256) {
        const int row = i / depth, c = i % depth;
        const std::int64_t q = first + row, p = t * tile_side + row;
        asking[c][row] =
            q < n ? points[ranks.order[q] * stride + from + c] : T(0);
        answering[c][row] =
            p < n ? points[ranks.order[p] * stride + from + c] : T(0);
      }
      __syncthreads();
      for (int c = 0; c < depth; ++c) {
        double p[4], q[4];
        for (int a = 0; a < 4; ++a) {
          q[a] = double(asking[c][y + 16 * a]);
          p[a] = double(answering[c][x + 16 * a]);
        }
        for (int a = 0; a < 4; ++a)
          for (int b = 0; b < 4; ++b) {
            const double d = rounded_difference(p[b], q[a]);
            sum[a][b] = rounded_sum(sum[a][b], rounded_product(d, d));
          }
      }
      __syncthreads();
    }
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b) {
        const auto p = std::uint32_t(t * tile_side + x + 16 * b);
        if (p < limit[a] && nearer({sum[a][b], p}, best[a]))
          best[a] = {sum[a][b], p};
      }
  }
  for (int a = 0; a < 4; ++a) {
    best[a] = best_of_lanes(best[a], 8);
    const std::int64_t r = first + y + 16 * a;
    if (x == 0 && r < n) found[blockIdx.y * n + r] = best[a];
  }
}
template <int = 0>
__global__ void write_higher(const candidate* found, int parts,
                             std::int64_t n, ranking ranks,
                             nearest_output out) {
  const std::int64_t r = thread_number();
  if (r < n)
    out.write(ranks, std::uint32_t(r), best_of(found + r, parts, n));
}
constexpr std::int64_t few_to_scatter = 1 << 23;
template <int = 0>
__global__ void invert_order(std::int64_t n, const std::uint32_t* order,
                             std::uint32_t* rank_of) {
  const std::int64_t r = thread_number();
  if (r < n) rank_of[order[r]] = std::uint32_t(r);
}
template <class N>
__global__ void gather(std::int64_t n, const std::uint32_t* index,
                       const std::uint32_t* from, N* to) {
  const std::int64_t t = thread_number();
  if (t < n) to[t] = from[index[t]];
}
template <class T, int Dims>
__global__ void find_least(
    const __grid_constant__ near_tree<T, Dims> tree, int level,
    const std::uint32_t* ranks, std::uint32_t* least) {
  const std::int64_t i = thread_number();
  const int bits = level > 0 ? fan_bits : leaf_bits;
  const std::int64_t have = tree.children(level);
  const std::uint32_t* const below =
      level > 0 ? least + tree.begin[level - 1] : ranks;
  std::uint32_t first = i < have ? below[i] : nobody;
  for (int flip = 1; flip >> bits == 0; flip *= 2)
    first = min(first, __shfl_xor_sync(~0u, first, flip));
  if (i < have && i == i >> bits << bits)
    least[tree.begin[level] + (i >> bits)] = first;
}
template <class T, int Dims>
struct ranked_tree : near_tree<T, Dims> {
  const std::uint32_t *ranks, *least;
  ranking order;
  __device__ std::uint32_t rank(std::int64_t t) const {
    return t < this->n ? ranks[t] : nobody;
  }
  __device__ std::uint32_t limit(std::uint32_t rank) const {
    return rank == nobody ? 0 : order.limit(rank);
  }
};
inline constexpr std::int64_t elsewhere =
    std::numeric_limits<std::int64_t>::min();
struct alignas(16) answer_row {
  double squared;
  std::int64_t from;
};
struct answer_sheet {
  answer_row* answers;
  const std::uint32_t* index;
  __device__ void write(std::int64_t t, candidate best) const {
    answers[index[t]] = {best.squared, best.rank == nobody
                                           ? -1 : number(best)};
  }
  __device__ void wait(std::int64_t t, candidate best) const {
    answers[index[t]] = {best.squared, -2 - number(best)};
  }
  __device__ std::int64_t number(candidate best) const {
    return std::int64_t(index[best.where]);
  }
  __device__ void keep(std::int64_t t, candidate best) const {
    answers[index[t]] = {best.squared, std::int64_t(best.where)};
  }
  __device__ candidate kept(std::int64_t t,
                            const std::uint32_t* ranks) const {
    const answer_row a = answers[index[t]];
    const auto where = std::uint32_t(a.from);
    return {a.squared, where == nobody ? nobody : ranks[where], where};
  }
};
struct long_searches {
  std::uint32_t* list;
  std::uint32_t* size;
  __device__ void add(const answer_sheet& out, std::int64_t t,
                      candidate best) const {
    list[atomicAdd(size, 1u)] = std::uint32_t(t);
    out.keep(t, best);
  }
};
__host__ __device__ inline std::int64_t shares_of(std::int64_t searches,
                                                  std::int64_t warps) {
  return searches >= warps ? 1 : warps / searches;
}
template <class T, int Dims>
struct lane_search {
  row_of<T, Dims> at;
  std::uint32_t limit;
  T reach;
  candidate best;
  __device__ void offer(const row_of<T, Dims>& other,
                        std::uint32_t rank, std::uint32_t where) {
    const candidate next{squared_distance(at.x, other.x, Dims), rank,
                         where};
    if (rank < limit && nearer(next, best)) take(next);
  }
  __device__ threshold<T> take(candidate next) {
    threshold<T> bound;
    bound.set(next.squared, Dims);
    best = next;
    reach = bound.above;
    if (next.squared == 0) limit = next.rank;
    return bound;
  }
  __device__ T square(const row_of<T, Dims>& other) const {
    T sum = 0;
    for (int c = 0; c < Dims; ++c)
      sum = add_square(sum, at.x[c] - other.x[c]);
    return sum;
  }
  __device__ T to_box(const near_box<T, Dims>& b) const {
    return gap_of<T, Dims>({at, at}, b);
  }
};
constexpr int steps_together = 64;
template <class T, int Dims>
__device__ __forceinline__ near_walk begin_walk(
    const near_tree<T, Dims>& tree, int* listed, int own_node) {
  near_walk walk(listed, tree.levels + 1, 0, own_node * near_fan);
  walk.todo = walk.lane == tree.levels;
  return walk;
}
__device__ inline int asks_for_all(std::uint32_t rank,
                                   std::uint32_t limit) {
  const std::uint32_t first = warp_least(rank);
  const bool lost = limit > 0 && limit <= first;
  if (__popc(__ballot_sync(~0u, lost)) < 8) return -1;
  const std::uint32_t least = warp_least(lost ? limit : nobody);
  return __ffs(int(__ballot_sync(~0u, lost && limit == least))) - 1;
}
template <class T, int Dims>
struct search_room {
  staged_points<T, Dims> staged;
  std::uint32_t ranks[near_threads];
  int listed[2 * near_threads];
};
template <class T, int Dims>
struct search_group {
  const ranked_tree<T, Dims>& tree;
  search_room<T, Dims>& room;
  const std::int64_t mine;
  const int lane = int(threadIdx.x), own_four = int(mine / 32);
  const int own_node = own_four / (near_leaf * near_fan / 32);
  const std::uint32_t rank = tree.rank(mine);
  lane_search<T, Dims> me{tree.row(min(mine, tree.n - 1)),
                          tree.limit(rank), T(INFINITY),
                          no_candidate()};
  __device__ __forceinline__ void hear(const answer_sheet& out) {
    const int asked = asks_for_all(rank, me.limit);
    if (asked < 0) return;
    const candidate c =
        out.kept(std::int64_t(own_four) * 32 + asked, tree.ranks);
    if (c.where != nobody) me.offer(tree.row(c.where), c.rank, c.where);
  }
  __device__ __forceinline__ void look_at_itself() {
    room.staged.put(lane, me.at);
    room.ranks[lane] = rank;
    __syncwarp();
    T nearest = T(INFINITY), second = T(INFINITY);
    int which = -1;
    WW_UNROLL for (int p = 0; p < 32; ++p) {
      T d = me.square(room.staged.row(p));
      if (room.ranks[p] >= me.limit) d = T(INFINITY);
      second = min(second, max(nearest, d));
      if (d < nearest) which = p;
      nearest = min(nearest, d);
    }
    const auto place_of = [&](int p) { return own_four * 32u + p; };
    if (which >= 0) offer(which, place_of(which));
    if (which >= 0 && second <= me.reach) pass(place_of);
  }
  template <class Place>
  __device__ __forceinline__ void pass(Place place_of) {
    unsigned within = 0;
    WW_UNROLL for (int p = 0; p < 32; ++p)
      if (me.square(room.staged.row(p)) <= me.reach &&
          room.ranks[p] < me.limit)
        within |= 1u << p;
    for (; within != 0; within &= within - 1) {
      const int p = __ffs(int(within)) - 1;
      if (me.square(room.staged.row(p)) <= me.reach)
        offer(p, place_of(p));
    }
  }
  __device__ __forceinline__ void offer(int p, std::uint32_t place) {
    me.offer(room.staged.row(p), room.ranks[p], place);
  }
  __device__ __forceinline__ bool walk_together(bool together,
                                                int budget) {
    const near_box<T, Dims> box = box_around(me.at, together);
    near_walk walk = begin_walk(tree, room.listed, own_node);
    T reach = warp_largest(together ? me.reach : T(0));
    std::uint32_t limit = warp_largest(together ? me.limit : 0);
    const int most = __all_sync(~0u, together) ? 2 * budget : budget;
    for (int steps = 0; !walk.done && steps < most; ++steps) {
      const int child = walk.child(), level = walk.level;
      std::uint32_t child_least = nobody;
      if (child < tree.count(level))
        child_least = tree.least[tree.begin[level] + child];
      bool near = child_least < limit;
      if (level == 0 && child * near_leaf / 32 == own_four) near = false;
      if (level == 1 && child == own_node) near = false;
      if (near)
        near = gap_of(box, tree.box(tree.begin[level] + child)) <= reach;
      unsigned open = __ballot_sync(~0u, near);
      if (level == 0)
        leave_out(open, walk.base, child_least, together ? me.reach : T(-1));
      walk.remember(open);
      walk.go_on();
      int at = 0;
      for (; walk.has(at); at += 4, ++steps) {
        const std::int64_t j = walk.point(at, tree.n);
        if (j < tree.n) room.staged.put(lane, tree.row(j));
        room.ranks[lane] = tree.rank(j);
        __syncwarp();
        pass([&](int p) {
          return unsigned(walk.list[at + p / near_leaf]) * near_leaf +
                 unsigned(p) % near_leaf;
        });
        __syncwarp();
      }
      if (at == 0) continue;
      reach = warp_largest(together ? me.reach : T(0));
      limit = warp_largest(together ? me.limit : 0);
      walk.forget(at);
    }
    return walk.done;
  }
  __device__ __forceinline__ void leave_out(unsigned& open, int base,
                                            std::uint32_t child_least,
                                            T furthest) const {
    for (unsigned bits = open; bits != 0; bits &= bits - 1) {
      const int leaf = __ffs(int(bits)) - 1;
      const bool wants = me.to_box(tree.box(base + leaf)) <= furthest;
      const bool before = __shfl_sync(~0u, child_least, leaf) < me.limit;
      if (!__any_sync(~0u, wants && before)) open &= ~(1u << leaf);
    }
  }
  constexpr static int few = 2, many = 4;
  __device__ __forceinline__ bool is_near(int middle, T width) const {
    T off = 0;
    for (int c = 0; c < Dims; ++c) {
      const T there = __shfl_sync(~0u, me.at.x[c], middle);
      off = max(off, T(fabs(me.at.x[c] - there)));
    }
    return me.reach <= 4 * width * width && off <= 8 * width;
  }
  __device__ __forceinline__ void search_together(bool& done,
                                                  int budget) {
    const int fours = 32 / near_leaf;
    const int own_leaf =
        min(own_four * fours + lane / near_leaf, tree.count(0) - 1);
    const T own_width = width_of(tree.box(own_leaf));
    unsigned left = __ballot_sync(~0u, !done);
    for (unsigned leaves = 15; leaves != 0 && __popc(left) >= few;) {
      const T asked = leaves >> lane / near_leaf & 1 ? own_width
                                                     : T(INFINITY);
      const T width = warp_least(asked);
      const unsigned such = __ballot_sync(~0u, asked == width);
      const int leaf = (__ffs(int(such)) - 1) / near_leaf;
      leaves &= ~(1u << leaf);
      const bool near = is_near(leaf * near_leaf + near_leaf / 2, width);
      const unsigned now = left & __ballot_sync(~0u, near);
      if (__popc(now) < few) continue;
      left &= ~now;
      if (walk_together(now >> lane & 1, budget))
        done = done || (now >> lane & 1);
    }
    const bool rest = left >> lane & 1;
    if (__popc(left) >= many && walk_together(rest, budget))
      done = done || rest;
  }
};
template <class T, int Dims>
__global__ void __launch_bounds__(near_threads, near_blocks)
find_higher(const __grid_constant__ ranked_tree<T, Dims> tree,
            point_space<T> s, answer_sheet out, long_searches rest,
            int budget) {
  __shared__ search_room<T, Dims> room;
  const std::int64_t mine =
      s.share.block(blockIdx.x) * near_threads + threadIdx.x;
  search_group<T, Dims> group{tree, room, mine};
  if (tree.order.limits) group.hear(out);
  group.look_at_itself();
  const candidate awaited = group.me.best;
  const bool waits = !tree.order.limits && awaited.squared == 0;
  bool done = waits || group.me.limit == 0;
  group.search_together(done, budget);
  if (mine >= s.n) return;
  const candidate best = group.me.best;
  if (waits) out.wait(mine, awaited);
  else if (done) out.write(mine, best);
  else rest.add(out, mine, best);
}
constexpr int steps_alone = 256;
template <class T>
struct warp_room {
  int listed[2 * near_threads];
  T square[(near_levels + 1) * near_threads];
  std::uint32_t least[(near_levels + 1) * near_threads];
};
template <class T, int Dims>
struct warp_search : lane_search<T, Dims> {
  using lane_search<T, Dims>::limit, lane_search<T, Dims>::best,
      lane_search<T, Dims>::reach;
  const ranked_tree<T, Dims>& tree;
  warp_room<T>& room;
  const int lane;
  const std::int64_t t;
  T sure = 0;
  __device__ warp_search(const ranked_tree<T, Dims>& tree,
                         warp_room<T>& room, std::int64_t t)
      : lane_search<T, Dims>{tree.row(t),
                             tree.order.limit(tree.ranks[t]), 0,
                             no_candidate()},
        tree(tree), room(room), lane(int(threadIdx.x)), t(t) {}
  __device__ __forceinline__ bool search(int budget) {
    const int root = tree.levels * near_threads + lane;
    room.square[root] = 0;
    room.least[root] = 0;
    return walk_on(begin_walk(tree, room.listed,
                              int(t / (near_leaf * near_fan))), budget);
  }
  __device__ __forceinline__ void look_at_share(std::int64_t share,
                                                std::int64_t shares) {
    int level = tree.levels - 1;
    while (level > 0 && tree.count(level) < 8 * near_fan * shares)
      --level;
    for (std::int64_t base = share * near_fan; base < tree.count(level);
         base += shares * near_fan)
      walk_on({room.listed, level + 1, level, int(base)}, INT_MAX);
  }
  __device__ __forceinline__ bool walk_on(near_walk walk, int budget) {
    for (int steps = 0; steps < budget; ++steps) {
      walk.remember(open_children(walk));
      for (int four = 0; four < walk.pending; four += 4, ++steps)
        look_at(walk.point(four, tree.n));
      walk.pending = 0;
      if (!go_to_best(walk)) return true;
    }
    return false;
  }
  __device__ __forceinline__ void know(candidate next) {
    sure = this->take(next).below;
  }
  __device__ __forceinline__ bool may_better(T square,
                                             std::uint32_t first,
                                             int node) const {
    if (first >= limit || square > reach) return false;
    return square < sure ||
           nearer({square_to(tree.boxes[node]), first}, best);
  }
  __device__ __forceinline__ unsigned open_children(
      const near_walk& walk) const {
    const int child = walk.child(), level = walk.level;
    const int row = level * near_threads + lane;
    bool open = child < tree.count(level);
    if (open) {
      const int node = tree.begin[level] + child;
      const T square = this->to_box(tree.box(node));
      const std::uint32_t first = tree.least[node];
      room.square[row] = square;
      room.least[row] = first;
      open = may_better(square, first, node);
    }
    return __ballot_sync(~0u, open);
  }
  __device__ __forceinline__ double square_to(
      const near_box<T, Dims>& b) const {
    row_of<T, Dims> c = this->at;
    for (int i = 0; i < Dims; ++i)
      c.x[i] = min(max(c.x[i], b.low.x[i]), b.high.x[i]);
    return squared_distance(c.x, this->at.x, Dims);
  }
  __device__ __forceinline__ void look_at(std::int64_t j) {
    candidate next = best;
    if (j < tree.n) {
      const std::uint32_t rank = tree.ranks[j];
      const row_of<T, Dims> other = tree.row(j);
      if (rank < limit && this->square(other) <= reach)
        next = {squared_distance(other.x, this->at.x, Dims), rank,
                std::uint32_t(j)};
    }
    if (__any_sync(~0u, nearer(next, best)))
      know(best_of_lanes(next, 16));
    __syncwarp();
  }
  __device__ __forceinline__ bool go_to_best(near_walk& walk) const {
    for (int level = 1; level < walk.top; ++level) {
      const unsigned left = __shfl_sync(~0u, walk.todo, level);
      if (left == 0) continue;
      const int from = __shfl_sync(~0u, walk.node, level);
      const int row = level * near_threads + lane;
      bool better = left >> lane & 1;
      const T square = better ? room.square[row] : T(0);
      std::uint32_t rank = better ? room.least[row] : nobody;
      if (better && level < tree.levels)
        better = may_better(square, rank,
                            tree.begin[level] + from + lane);
      const unsigned open = __ballot_sync(~0u, better);
      const unsigned key = better ? top_word(square) : ~0u;
      if (key != warp_least(key)) rank = nobody;
      const unsigned first = warp_least(rank);
      const int bit = __ffs(int(__ballot_sync(~0u, rank == first))) - 1;
      if (lane == level) walk.todo = open & ~(1u << bit);
      if (open == 0) continue;
      walk.base = (from + bit) * near_fan;
      walk.level = level - 1;
      return true;
    }
    return false;
  }
};
template <class T>
__global__ void give_answers(point_space<T> s,
                             const answer_row* answers, bool scaled,
                             nearest_output out) {
  const std::int64_t i = thread_number();
  if (i >= s.n || answers[i].from == elsewhere) return;
  answer_row a = answers[i];
  if (a.from < -1) {
    const std::int64_t q = -2 - a.from;
    a.from = answers[q].squared == 0 ? answers[q].from : q;
  }
  const double back = scaled ? 1 : 1 / s.scale();
  out.higher[i] = a.from;
  out.squared[i] = a.squared * back * back;
}
template <int = 0>
__global__ void clear_answers(std::int64_t n, answer_row* answers) {
  const std::int64_t i = thread_number();
  if (i < n) answers[i].from = elsewhere;
}
template <class T, int Dims>
__global__ void __launch_bounds__(near_threads, near_blocks)
search_on(const __grid_constant__ ranked_tree<T, Dims> tree,
          answer_sheet out, long_searches from, long_searches rest,
          candidate* found, int budget) {
  __shared__ warp_room<T> room;
  const std::int64_t searches = *from.size;
  const std::int64_t shares =
      searches > 0 && !rest.list ? shares_of(searches, gridDim.x) : 1;
  for (std::int64_t task = blockIdx.x; task < searches * shares;
       task += gridDim.x) {
    const std::int64_t t = from.list[task / shares];
    warp_search<T, Dims> me(tree, room, t);
    me.know(out.kept(t, tree.ranks));
    __syncwarp();
    bool done = true;
    if (shares == 1) done = me.search(budget);
    else me.look_at_share(task % shares, shares);
    if (threadIdx.x > 0) continue;
    if (!done) rest.add(out, t, me.best);
    else if (shares > 1) found[task] = me.best;
    else out.write(t, me.best);
  }
}
template <class T, int Dims>
__global__ void __launch_bounds__(near_threads, near_blocks)
ask_first(const __grid_constant__ ranked_tree<T, Dims> tree,
          point_space<T> s, answer_sheet out, int budget) {
  __shared__ warp_room<T> room;
  const std::int64_t first = s.share.block(blockIdx.x) * near_threads;
  const std::int64_t mine = first + threadIdx.x;
  const std::uint32_t rank = tree.rank(mine);
  const int lane = asks_for_all(rank, tree.limit(rank));
  if (lane < 0) return;
  warp_search<T, Dims> me(tree, room, first + lane);
  me.know(no_candidate());
  me.search(budget);
  if (threadIdx.x == 0) out.keep(first + lane, me.best);
}
template <int = 0>
__global__ void join_shares(answer_sheet out, long_searches rest,
                            const candidate* found,
                            std::int64_t warps) {
  const std::int64_t searches = *rest.size;
  const int lane = int(threadIdx.x) % 32;
  for (std::int64_t q = thread_number() / 32; q < searches;
       q += gridDim.x * blockDim.x / 32) {
    const std::int64_t shares = shares_of(searches, warps);
    if (shares == 1) return;
    candidate best = no_candidate();
    if (lane < shares)
      best = best_of(found + q * shares + lane,
                     (shares - lane + 31) / 32, 32);
    best = best_of_lanes(best, 16);
    if (lane == 0) out.write(rest.list[q], best);
  }
}
template <class T>
struct higher_room {
  near_room<T> near;
  std::uint32_t *least, *ranks, *sizes, *words;
  candidate* found;
  answer_row* answers;
  std::size_t bytes = 0;
  int warps = near_blocks * multiprocessors();
  int together = steps_together, alone = steps_alone;
  higher_room(arena& a, const near_room<T>& near) : near(near) {
    near_tree<T, 1> any;
    const std::int64_t n = near.s.k <= 3 ? near.s.n : 0;
    least = a.take<std::uint32_t>(lay_out(any, n));
    ranks = a.take<std::uint32_t>(n);
    sizes = a.take<std::uint32_t>(2);
    words = a.take<std::uint32_t>(2 * n);
    found = a.take<candidate>(n > 0 ? warps : 0);
    if (n > few_to_scatter)
      argsort<std::uint32_t>(nullptr, bytes, nullptr, nullptr, n);
    answers = a.take<answer_row>(
        std::max(n, tiles_of(std::int64_t(bytes), sizeof(answer_row))));
  }
  template <int Dims>
  void search(const ranked_tree<T, Dims>& tree,
              cudaStream_t stream) const;
  void find(const ranking& order, bool scaled, nearest_output out,
            cudaStream_t stream);
};
template <class T>
template <int Dims>
void higher_room<T>::search(const ranked_tree<T, Dims>& tree,
                            cudaStream_t stream) const {
  for (int level = 0; level < tree.levels; ++level)
    launch_for(find_least<T, Dims>, tree.children(level), stream, tree,
               level, ranks, least);
  const point_space<T>& s = near.s;
  const answer_sheet out{answers, s.index};
  const long_searches first{words, sizes};
  const long_searches second{words + s.n, sizes + 1};
  launch(set_to<std::uint32_t>, 1, 2, 0, stream, sizes, 2, 0u);
  const unsigned grid = near.groups();
  if (grid && tree.order.limits)
    launch(ask_first<T, Dims>, grid, near_threads, 0, stream, tree, s,
           out, alone);
  if (grid)
    launch(find_higher<T, Dims>, grid, near_threads, 0, stream, tree,
           s, out, first, together);
  launch(search_on<T, Dims>, warps, near_threads, 0, stream, tree, out,
         first, second, found, alone);
  launch(search_on<T, Dims>, warps, near_threads, 0, stream, tree, out,
         second, long_searches{}, found, INT_MAX);
  launch(join_shares<>, warps / 8, 256, 0, stream, out, second, found,
         std::int64_t(warps));
}
template <class T>
void higher_room<T>::find(const ranking& order, bool scaled,
                          nearest_output out, cudaStream_t stream) {
  const auto n = near.s.n;
  if (n <= few_to_scatter)
    launch_for(invert_order<>, n, stream, n, order.order, words);
  else
    argsort<std::uint32_t>(answers, bytes, order.order, words, n,
                           order::ascending, stream);
  launch_for(gather<std::uint32_t>, n, stream, n, near.s.index, words,
             ranks);
  if (near.s.share.ranks > 1)
    launch_for(clear_answers<>, n, stream, n, answers);
  near.in_few([&]<int Dims>(const near_tree<T, Dims>& tree) {
    search(ranked_tree<T, Dims>{tree, ranks, least, order}, stream);
  });
  launch_for(give_answers<T>, n, stream, near.s, answers, scaled, out);
}
extern template struct higher_room<float>;
extern template struct higher_room<double>;
template <class T, class V>
void search_tree(void* temporary, std::size_t& bytes,
                 points_with_heights<T, V> in, std::int64_t* higher,
                 double* squared, higher_options o, cudaStream_t s,
                 int together = steps_together,
                 int alone = steps_alone, int parts = 4) {
  const std::int64_t n = in.n;
  arena a(temporary);
  ranker<T, V> ranks(a, in, o);
  space_room<T> room(a, n, in.k);
  arena first = room.later, last = room.later;
  ranks.take_room(first);
  near_room<T> near(last, room.s);
  higher_room<T> rest(last, near);
  rest.together = together;
  rest.alone = alone;
  a.cover(first);
  a.cover(last);
  if (!a.holds(bytes) || n == 0) return;
  ranks.rank(s);
  if (parts < 2) return;
  room.fill(in.points, in.stride, s);
  if (parts < 3) return;
  near.build(s);
  if (parts < 4) return;
  rest.find(ranks.found, false, {higher, squared}, s);
}
}
