#pragma once
#include <ww/detail/ground/arena.cuh>
#include <ww/detail/ground/key-order.cuh>
#include <ww/gpus.cuh>

namespace ww::detail::ranks {
inline constexpr std::int64_t most_counters = 1 << 15;
inline int digit_bits(std::int64_t targets, int left) {
  int bits = std::min(12, left);
  while (bits > 1 && targets << bits > most_counters) --bits;
  return bits;
}
template <class W, class Count>
std::vector<W> select_keys(const std::vector<std::int64_t>& targets,
                           Count count) {
  std::vector<W> found(targets.size(), 0);
  for (int left = 8 * sizeof(W); left > 0;) {
    const int bits = digit_bits(std::int64_t(targets.size()), left);
    left -= bits;
    const auto sums = count(found, left, bits);
    for (std::size_t i = 0; i < targets.size(); ++i) {
      const auto first = sums.begin() + std::ptrdiff_t(i << bits);
      const auto digit = std::upper_bound(first, first + (1 << bits),
                                          targets[i]) - first;
      found[i] = W(found[i] << (bits - 1) << 1 | W(digit));
    }
  }
  return found;
}
template <class W> struct sorted_runs {
  const W* keys;
  key_order<W> map;
  std::int64_t n;
  int runs;
  __device__ std::int64_t begin(int run) const {
    return part_begin(n, run, runs);
  }
  __device__ std::int64_t find(int run, W key) const {
    return first_that(begin(run), begin(run + 1),
                      [this, key](std::int64_t i) {
                        return !(to_order(keys[i], map) < key);
                      });
  }
};
template <class W>
__global__ void count_below(sorted_runs<W> r, const W* found,
                            std::int64_t targets, int left, int bits,
                            std::uint64_t* counts) {
  const auto c = thread_number();
  if (c >= targets << bits) return;
  const W digit = W(c) & ((W(1) << bits) - 1);
  const W begin = found[c >> bits] << (bits - 1) << 1 | digit;
  const W next = W(begin + 1) << left;
  std::int64_t sum = 0;
  for (int run = 0; run < r.runs; ++run)
    sum += next == 0 ? r.begin(run + 1) - r.begin(run)
                     : r.find(run, next) - r.begin(run);
  counts[c] = std::uint64_t(sum);
}
template <class W>
__global__ void find_bounds(sorted_runs<W> r, const W* found,
                            std::int64_t targets,
                            std::int64_t* bounds) {
  const auto i = thread_number();
  if (i >= targets * r.runs) return;
  const int run = int(i / targets);
  const W here = found[i % targets], next = W(here + 1);
  bounds[2 * i] = r.find(run, here);
  bounds[2 * i + 1] = next == 0 ? r.begin(run + 1) : r.find(run, next);
}
inline std::vector<std::int64_t> cut_all(
    const std::vector<std::int64_t>& targets,
    const std::vector<std::int64_t>& begin,
    const std::vector<std::int64_t>& end,
    const std::vector<std::int64_t>& bounds) {
  const int runs = int(begin.size());
  const std::size_t count = targets.size(), edges = count + 2;
  std::vector<std::int64_t> cuts(std::size_t(runs) * edges);
  for (std::size_t q = 0; q < begin.size(); ++q)
    cuts[q * edges] = begin[q], cuts[q * edges + edges - 1] = end[q];
  for (std::size_t i = 0; i < count; ++i) {
    auto below = [&](int q) { return bounds[2 * (q * count + i)]; };
    auto upto = [&](int q) { return bounds[2 * (q * count + i) + 1]; };
    std::int64_t equal = targets[i];
    for (int q = 0; q < runs; ++q) equal -= below(q) - begin[q];
    for (int q = 0; q < runs; ++q) {
      const auto taken = std::min(equal, upto(q) - below(q));
      cuts[std::size_t(q) * edges + i + 1] = below(q) + taken;
      equal -= taken;
    }
  }
  return cuts;
}
constexpr int merge_threads = 256, merge_each = 15;
constexpr std::int64_t merge_tile_keys = merge_threads * merge_each;
template <class W> struct sorted_run {
  const W* keys;
  const std::uint32_t* values;
  std::int64_t size;
};
template <class W> struct run_pair {
  sorted_run<W> x, y;
  key_order<W> map;
  W* keys;
  std::uint32_t* values;
  __host__ __device__ std::int64_t size() const {
    return x.size + y.size;
  }
  __device__ W key(const sorted_run<W>& r, std::int64_t i) const {
    return to_order(r.keys[i], map);
  }
};
template <class W>
__global__ void find_paths(run_pair<W> p, std::int64_t* paths) {
  const auto t = thread_number();
  const std::int64_t tiles = tiles_of(p.size(), merge_tile_keys);
  if (t > tiles) return;
  const std::int64_t d = min(t * merge_tile_keys, p.size());
  paths[t] = first_that(max(std::int64_t(0), d - p.y.size),
                        min(d, p.x.size), [=](std::int64_t i) {
                          return p.key(p.y, d - 1 - i) < p.key(p.x, i);
                        });
}
template <class W>
__device__ __forceinline__ void order_own(const W* stage, int middle,
                                          int size,
                                          unsigned short* from) {
  const int d = min(int(threadIdx.x) * merge_each, size);
  int i = first_that(max(0, d - (size - middle)), min(d, middle),
                     [=](int i) {
                       return stage[middle + d - 1 - i] < stage[i];
                     });
  int j = middle + d - i;
  for (int k = d; k < min(d + merge_each, size); ++k) {
    const bool second =
        i >= middle || (j < size && stage[j] < stage[i]);
    from[k] = static_cast<unsigned short>(second ? j++ : i++);
  }
}
template <class W>
__global__ void __launch_bounds__(merge_threads)
merge_tile(run_pair<W> p, const std::int64_t* paths) {
  W* const stage = dynamic_shared<W>();
  auto* const from =
      reinterpret_cast<unsigned short*>(stage + merge_tile_keys);
  const std::int64_t d = blockIdx.x * merge_tile_keys;
  const std::int64_t x = paths[blockIdx.x], y = d - x;
  const int size = int(min(merge_tile_keys, p.size() - d));
  const int middle = int(paths[blockIdx.x + 1] - x);
  const int t = int(threadIdx.x);
  for (int q = t; q < size; q += merge_threads)
    stage[q] = q < middle ? p.key(p.x, x + q)
                          : p.key(p.y, y + q - middle);
  __syncthreads();
  order_own(stage, middle, size, from);
  __syncthreads();
  for (int q = t; q < size; q += merge_threads) {
    const int i = from[q];
    p.keys[d + q] = from_order(stage[i], p.map);
    if (p.values)
      p.values[d + q] = i < middle ? p.x.values[x + i]
                                   : p.y.values[y + i - middle];
  }
}
template <class W>
void merge_two(const run_pair<W>& p, std::int64_t* paths,
               cudaStream_t s) {
  if (p.size() == 0) return;
  const auto tiles = tiles_of(p.size(), merge_tile_keys);
  launch(find_paths<W>, blocks_for(tiles + 1), 256, 0, s, p, paths);
  launch(merge_tile<W>, unsigned(tiles), merge_threads,
         merge_tile_keys * std::int64_t(sizeof(W) + 2), s, p, paths);
}
struct range_plan {
  int ranks, rounds;
  std::vector<std::int64_t> target;
  range_plan(const shares& h, int rounds)
      : ranks(int(h.given.size())), rounds(rounds) {
    const int ranges = ranks * rounds;
    for (int i = 0; i <= ranges; ++i)
      target.push_back(part_begin(h.total(), i, ranges));
  }
  int range(int rank, int round) const { return rank * rounds + round; }
  std::int64_t size(int i) const { return target[i + 1] - target[i]; }
  std::int64_t offset(int i) const {
    return target[i] - target[i / rounds * rounds];
  }
};
inline int rounds_of(const shares& h, const rank_sort_options& o) {
  const int ranks = int(h.given.size());
  const std::int64_t share = h.total() / ranks + 1;
  const int usual = int(std::clamp<std::int64_t>(share >> 24, 1, 8));
  const int rounds = o.rounds == 0 ? usual : o.rounds;
  if (rounds < 1 || rounds > 512 / ranks)
    throw bad_input(format("%d ranges in each of %d shares: from 1 to "
                           "%d can be", rounds, ranks, 512 / ranks));
  return rounds;
}
template <class K> struct rank_arrays {
  const K* in;
  const std::uint32_t* values_in;
  K* out;
  std::uint32_t* values_out;
  bool pairs = false, reuse = false;
};
template <class K> class rank_sorter {
 public:
  using W = ordered_key<K>;
  rank_sorter(communicator& c, const rank_arrays<K>& a, const shares& h,
              const rank_sort_options& o, cudaStream_t queue,
              int runs = 1)
      : c(c), a(a), h(h), o(o), queue(queue), runs(runs),
        map(order_of<K>(o.way)), n(h.given[std::size_t(c.rank())]),
        plan(h, c.ranks() * runs == 1 ? 1 : rounds_of(h, o)) {}
  void take(arena& m) {
    std::int64_t longest = 0;
    for (int k = 0; k < plan.rounds; ++k)
      longest = std::max(longest, plan.size(plan.range(c.rank(), k)));
    const int lists = plan.ranks * runs;
    const auto part = lists == 1 ? 0 : n;
    const auto share = lists == 1 ? 0 : h.size(c.rank());
    const auto between = (lists > 4 ? 2 : lists > 2 ? 1 : 0) * longest;
    auto* const in = reinterpret_cast<W*>(const_cast<K*>(a.in));
    auto* const in_values = const_cast<std::uint32_t*>(a.values_in);
    staged = m.take<W>(part);
    received = a.reuse ? in : m.take<W>(share);
    merged = m.take<W>(between);
    staged_values = m.take<std::uint32_t>(a.pairs ? part : 0);
    received_values =
        a.reuse ? in_values : m.take<std::uint32_t>(a.pairs ? share : 0);
    merged_values = m.take<std::uint32_t>(a.pairs ? between : 0);
    const auto targets = std::int64_t(plan.target.size()) - 2;
    found = m.take<W>(targets);
    counts = m.take<std::uint64_t>(lists == 1 ? 0 : most_counters);
    bounds = m.take<std::int64_t>(2 * targets * runs);
    paths = m.take<std::int64_t>(
        lists == 1 ? 0 : tiles_of(longest, merge_tile_keys) + 1);
    sort_some(nullptr, {}, tiles_of(n, runs));
    sort_memory = m.take<char>(std::int64_t(sort_bytes));
  }
  void run() {
    if (h.total() == 0) return;
    if (plan.ranks * runs == 1) return sort_some(sort_memory, a, n);
    arrived = std::vector<event>(std::size_t(plan.rounds));
    sort_runs();
    cut_runs();
    for (int k = 0; k < plan.rounds; ++k) send_range(k);
    for (int k = 0; k < plan.rounds; ++k) {
      arrived[std::size_t(k)].hold(queue);
      merge_range(k);
    }
  }
  std::function<void(int)> before_run;
  std::function<void(std::int64_t, std::int64_t)> when_sorted;
 private:
  void sort_some(void* memory, rank_arrays<K> some, std::int64_t count) {
    if (a.pairs)
      sort_pairs<K>(memory, sort_bytes, some.in, some.out,
                    some.values_in, some.values_out, count, o.way,
                    queue);
    else
      sort_keys<K>(memory, sort_bytes, some.in, some.out, count, o.way,
                   queue);
  }
  void sort_runs() {
    for (int q = 0; q < runs; ++q) {
      const std::int64_t at = part_begin(n, q, runs);
      if (before_run) before_run(q);
      sort_some(sort_memory, {a.in + at, a.values_in + at,
                              reinterpret_cast<K*>(staged) + at,
                              staged_values + at},
                part_begin(n, q + 1, runs) - at);
    }
  }
  void cut_runs() {
    const std::vector<std::int64_t> targets(plan.target.begin() + 1,
                                            plan.target.end() - 1);
    const auto count = std::int64_t(targets.size());
    const sorted_runs<W> here{staged, map, n, runs};
    const auto splitters = select_keys<W>(
        targets, [&](const std::vector<W>& begun, int left, int bits) {
          device_array<W>::copy(found, begun.data(), count, queue);
          const std::int64_t counters = count << bits;
          launch(count_below<W>, blocks_for(counters), 256, 0, queue,
                 here, found, count, left, bits, counts);
          c.reduce(counts, counters, queue);
          return read_values(c, counts, counters, queue);
        });
    device_array<W>::copy(found, splitters.data(), count, queue);
    launch(find_bounds<W>, blocks_for(count * runs), 256, 0, queue, here,
           found, count, bounds);
    std::vector<std::int64_t> begin, end;
    for (const auto given : h.given)
      for (int q = 0; q < runs; ++q) {
        begin.push_back(part_begin(given, q, runs));
        end.push_back(part_begin(given, q + 1, runs));
      }
    cuts = cut_all(targets, begin, end,
                   gather_arrays(c, bounds, 2 * count * runs, queue));
  }
  std::int64_t cut(int run, int i) const {
    return cuts[std::size_t(run) * plan.target.size() + std::size_t(i)];
  }
  std::int64_t piece(int run, int i) const {
    return cut(run, i + 1) - cut(run, i);
  }
  std::int64_t place_of_piece(int run, int i) const {
    std::int64_t at = plan.offset(i);
    for (int r = 0; r < run; ++r) at += piece(r, i);
    return at;
  }
  template <class Piece>
  void add_piece(std::vector<Piece>& list, int rank, W* keys,
                 std::uint32_t* values, std::int64_t at,
                 std::int64_t count) const {
    list.push_back({rank, keys + at, count * std::int64_t(sizeof(W))});
    if (a.pairs) list.push_back({rank, values + at, count * 4});
  }
  void send_range(int k) {
    std::vector<outgoing> out;
    std::vector<incoming> in;
    const int me = c.rank(), mine = plan.range(me, k);
    for (int r = 0; r < c.ranks(); ++r) {
      const int theirs = plan.range(r, k);
      for (int q = 0; q < runs && r != me; ++q) {
        const int from = me * runs + q, to = r * runs + q;
        add_piece(out, r, staged, staged_values, cut(from, theirs),
                  piece(from, theirs));
        add_piece(in, r, received, received_values,
                  place_of_piece(to, mine), piece(to, mine));
      }
    }
    c.exchange(out, in, carrier);
    arrived[std::size_t(k)].record(carrier);
  }
  void merge_range(int k) {
    const int me = c.rank(), i = plan.range(me, k);
    std::vector<sorted_run<W>> list;
    for (int r = 0; r < c.ranks() * runs; ++r) {
      const bool own = r / runs == me;
      const auto at = own ? cut(r, i) : place_of_piece(r, i);
      list.push_back({(own ? staged : received) + at,
                      (own ? staged_values : received_values) + at,
                      piece(r, i)});
    }
    for (int turn = 0; list.size() > 2; turn = 1 - turn)
      list = merge_in_pairs(list, turn * plan.size(i));
    const auto at = plan.offset(i);
    merge(list[0], list[1], reinterpret_cast<W*>(a.out) + at,
          a.values_out + at);
    if (when_sorted) when_sorted(at, plan.size(i));
  }
  void merge(const sorted_run<W>& x, const sorted_run<W>& y, W* keys,
             std::uint32_t* values) {
    merge_two<W>({x, y, map, keys, a.pairs ? values : nullptr}, paths,
                 queue);
  }
  std::vector<sorted_run<W>> merge_in_pairs(
      std::vector<sorted_run<W>> list, std::int64_t at) {
    std::vector<sorted_run<W>> next;
    if (list.size() % 2 == 1) list.push_back({});
    for (std::size_t r = 0; r < list.size(); r += 2) {
      const auto &x = list[r], &y = list[r + 1];
      merge(x, y, merged + at, merged_values + at);
      next.push_back({merged + at, merged_values + at, x.size + y.size});
      at += x.size + y.size;
    }
    return next;
  }
  communicator& c;
  const rank_arrays<K> a;
  const shares& h;
  const rank_sort_options o;
  cudaStream_t queue;
  const int runs;
  const key_order<W> map;
  const std::int64_t n;
  const range_plan plan;
  W *staged, *received, *merged, *found;
  std::uint32_t *staged_values, *received_values, *merged_values;
  std::uint64_t* counts;
  std::int64_t *bounds, *paths;
  char* sort_memory;
  std::size_t sort_bytes = 0;
  std::vector<std::int64_t> cuts;
  stream carrier;
  std::vector<event> arrived;
};
}
