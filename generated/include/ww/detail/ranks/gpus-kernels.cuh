#pragma once
#include <bit>
#include <ww/detail/ground/block.cuh>
#include <ww/detail/ground/bulk.cuh>
#include <thrust/merge.h>
#include <thrust/scan.h>
#include <ww/detail/ground/arena.cuh>
#include <ww/detail/ground/key-order.cuh>
#include <ww/gpus.cuh>

namespace ww::detail::ranks {
template <class W> struct target_key {
  W digits;
  std::int64_t before;
};
inline constexpr std::int64_t most_counters = 1 << 15;
constexpr int count_threads = 1024, count_each = 8;
inline int digit_bits(std::int64_t groups, int left) {
  int bits = std::min(12, left);
  while (bits > 1 && groups << bits > most_counters) --bits;
  return bits;
}
template <class W>
std::vector<W> distinct_digits(
    const std::vector<target_key<W>>& found) {
  std::vector<W> all;
  for (const auto& t : found) all.push_back(t.digits);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}
template <class W, class Count>
std::vector<target_key<W>> select_keys(
    const std::vector<std::int64_t>& targets, Count count) {
  std::vector<target_key<W>> found;
  for (std::int64_t t : targets) found.push_back({0, t});
  for (int left = 8 * sizeof(W); left > 0;) {
    const auto begun = distinct_digits(found);
    const int bits = digit_bits(std::int64_t(begun.size()), left);
    left -= bits;
    const auto sums = count(begun, left, bits);
    for (auto& t : found) {
      const auto group =
          std::lower_bound(begun.begin(), begun.end(), t.digits) -
          begun.begin();
      const std::uint64_t* sum = &sums[std::size_t(group) << bits];
      W digit = 0;
      while (t.before >= std::int64_t(sum[digit]))
        t.before -= std::int64_t(sum[digit++]);
      t.digits = W(t.digits << (bits - 1) << 1 | digit);
    }
  }
  return found;
}
template <class W> struct digit_round {
  const W* keys;
  key_order<W> map;
  std::int64_t n;
  int runs;
  const unsigned long long* length;
  const W* begun;
  int groups, shift, bits;
  unsigned long long* counts;
  W* list;
  unsigned long long* listed;
};
template <class W>
__device__ int group_of(const digit_round<W>& d, W key) {
  const W begin = key >> d.shift >> (d.bits - 1) >> 1;
  int low = 0;
  for (int count = d.groups; count > 1;) {
    const int half = count / 2;
    if (d.begun[low + half] <= begin) low += half;
    count -= half;
  }
  return d.begun[low] == begin ? low : -1;
}
template <class W>
__device__ void append_counted(const digit_round<W>& d, W key,
                               bool wanted) {
  const unsigned votes = __ballot_sync(~0u, wanted);
  if (votes == 0) return;
  const unsigned lane = threadIdx.x % 32;
  unsigned long long first = 0;
  if (lane == 0)
    first = atomicAdd(d.listed, 1ull * unsigned(__popc(votes)));
  first = __shfl_sync(~0u, first, 0);
  if (wanted) d.list[first + __popc(votes & ((1u << lane) - 1))] = key;
}
template <class W>
__global__ void __launch_bounds__(count_threads)
count_digits(digit_round<W> d) {
  unsigned* const here = dynamic_shared<unsigned>();
  const int t = int(threadIdx.x), counters = d.groups << d.bits;
  for (int c = t; c < counters; c += count_threads) here[c] = 0;
  __syncthreads();
  const std::int64_t n = d.length ? std::int64_t(*d.length) : d.n;
  const std::int64_t tile = count_threads * count_each;
  for (std::int64_t base = blockIdx.x * tile; base < n;
       base += gridDim.x * tile) {
    W mine[count_each];
    WW_UNROLL for (int e = 0; e < count_each; ++e) {
      const std::int64_t i = base + e * count_threads + t;
      mine[e] = i < n ? to_order(d.keys[i], d.map) : W(0);
    }
    for (int e = 0; e < count_each; ++e) {
      const bool inside = base + e * count_threads + t < n;
      const int group = inside ? group_of(d, mine[e]) : -1;
      const unsigned digit =
          unsigned(mine[e] >> d.shift) & ((1u << d.bits) - 1);
      const int counter = group < 0 ? -1 : int(group << d.bits | digit);
      const bool alike =
          __all_sync(~0u, counter == __shfl_sync(~0u, counter, 0));
      if (counter >= 0 && (!alike || t % 32 == 0))
        atomicAdd(&here[counter], alike ? 32u : 1u);
      if (d.list) append_counted(d, mine[e], counter >= 0);
    }
  }
  __syncthreads();
  for (int c = t; c < counters; c += count_threads)
    if (here[c] > 0) atomicAdd(&d.counts[c], here[c]);
}
template <class W>
__device__ std::int64_t lower_index(const W* sorted, std::int64_t n,
                                    key_order<W> map, W key) {
  std::int64_t low = 0;
  while (n > 0) {
    const std::int64_t half = n / 2;
    if (to_order(sorted[low + half], map) < key) {
      low += half + 1;
      n -= half + 1;
    } else {
      n = half;
    }
  }
  return low;
}
template <class W>
__global__ void count_sorted(digit_round<W> d) {
  const int c = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (c >= d.groups << d.bits) return;
  const W begin = d.begun[c >> d.bits] << (d.bits - 1) << 1 |
                  (W(c) & ((W(1) << d.bits) - 1));
  const W last = W(begin + 1) << d.shift;
  std::int64_t count = 0;
  for (int run = 0; run < d.runs; ++run) {
    const std::int64_t first = part_begin(d.n, run, d.runs);
    const std::int64_t size = part_begin(d.n, run + 1, d.runs) - first;
    const W* const keys = d.keys + first;
    count += last == 0 ? size : lower_index(keys, size, d.map, last);
    count -= lower_index(keys, size, d.map, W(begin << d.shift));
  }
  d.counts[c] = (unsigned long long)(count);
}
template <int = 0>
__global__ void clear_counters(unsigned long long* counts,
                               std::int64_t n,
                               unsigned long long* listed, bool list) {
  const auto i = thread_number();
  if (i < n) counts[i] = 0;
  if (i == 0 && list) *listed = 0;
}
template <class W, class Kernel> struct digit_counter {
  communicator& c;
  cudaStream_t queue;
  digit_round<W> d;
  W *begun_here, *list;
  Kernel kernel;
  int round = 0;
  std::vector<std::uint64_t> operator()(const std::vector<W>& begun,
                                        int shift, int bits) {
    d.groups = int(begun.size());
    d.shift = shift;
    d.bits = bits;
    d.list = round == 1 ? list : nullptr;
    device_array<W>::copy(begun_here, begun.data(), d.groups, queue);
    auto sums = count_everywhere(std::int64_t(d.groups) << bits);
    if (d.list) {
      d.keys = list;
      d.map = {0, 0};
      d.length = d.listed;
    }
    ++round;
    return sums;
  }
  std::vector<std::uint64_t> count_everywhere(std::int64_t counters) {
    launch(clear_counters<>, unsigned(counters / 256 + 1), 256, 0, queue,
           d.counts, counters, d.listed, round == 1);
    if (d.n > 0) kernel(d);
    auto* all = reinterpret_cast<std::uint64_t*>(d.counts);
    c.reduce(all, counters, queue);
    std::vector<std::uint64_t> sums(counters);
    c.wait(queue);
    device_array<std::uint64_t>::copy(sums.data(), all, counters, queue);
    return sums;
  }
};
template <class W>
__device__ int class_of(const W* splitters, int count, W key) {
  int low = 0, n = count;
  while (n > 0) {
    const int half = n / 2;
    if (splitters[low + half] < key) {
      low += half + 1;
      n -= half + 1;
    } else {
      n = half;
    }
  }
  return 2 * low + (low < count && splitters[low] == key ? 1 : 0);
}
constexpr int split_threads = 512, split_each = 16;
constexpr int split_warps = split_threads / 32;
constexpr std::int64_t split_tile_keys = split_threads * split_each;
template <class W> struct split_state {
  std::int64_t n, tiles;
  int splitters, classes, class_bits;
  const W* splitter;
  std::int64_t* places;
  const std::int64_t* edges;
  int ranges;
};
template <class W> struct split_shared {
  W* splitters;
  std::int64_t* shift;
  unsigned *counts, *order, *begin;
  int* range;
  __device__ explicit split_shared(const split_state<W>& s) {
    shift = dynamic_shared<std::int64_t>();
    splitters = reinterpret_cast<W*>(shift + s.classes);
    counts = reinterpret_cast<unsigned*>(splitters + s.splitters);
    begin = counts + split_warps * (s.classes + 1);
    range = reinterpret_cast<int*>(begin + s.classes);
    order = reinterpret_cast<unsigned*>(range + s.classes);
  }
  static std::int64_t bytes(const split_state<W>& s, bool moving) {
    return 16 * s.classes + 4 * split_warps * (s.classes + 1) +
           s.splitters * std::int64_t(sizeof(W)) +
           (moving ? 4 * split_tile_keys : 0);
  }
};
template <int = 0>
__device__ void scan_classes(unsigned* begin, int classes) {
  const int lane = int(threadIdx.x % 32);
  unsigned carry = 0;
  for (int c0 = 0; c0 < classes; c0 += 32) {
    const unsigned own = c0 + lane < classes ? begin[c0 + lane] : 0;
    const unsigned sum = warp_scan(own);
    if (c0 + lane < classes) begin[c0 + lane] = carry + sum - own;
    carry += __shfl_sync(~0u, sum, 31);
  }
}
__device__ inline int range_of(const std::int64_t* edges, int ranges,
                               std::int64_t to) {
  return first_that(1, ranges,
                    [&](int range) { return edges[range] > to; }) - 1;
}
template <bool moving, class W>
__device__ __forceinline__ void add_up_warps(
    const split_shared<W>& m, const split_state<W>& s) {
  for (int c = int(threadIdx.x); c < s.classes; c += split_threads) {
    unsigned sum = 0;
    for (int w = 0; w < split_warps; ++w) {
      unsigned& count = m.counts[w * (s.classes + 1) + c];
      const unsigned own = count;
      count = sum;
      sum += own;
    }
    if (moving) m.begin[c] = sum;
    else s.places[c * s.tiles + blockIdx.x] = sum;
  }
}
template <class IO, class W>
__device__ __forceinline__ void move_tile(IO& io,
                                          const split_state<W>& s,
                                          const split_shared<W>& m,
                                          std::int64_t base) {
  const int count = int(min(split_tile_keys, s.n - base));
  for (int q = int(threadIdx.x); q < count; q += split_threads) {
    const unsigned c = m.order[q] >> 16;
    const std::int64_t to = m.shift[c] + q;
    int range = m.range[c];
    while (to >= s.edges[range + 1]) ++range;
    io.move(base + (m.order[q] & 0xffff), range, to - s.edges[range]);
  }
}
template <bool moving, class IO>
__global__ void __launch_bounds__(split_threads)
split_tile(IO io, split_state<typename IO::word> s) {
  using W = typename IO::word;
  const int t = int(threadIdx.x), lane = t % 32, warp = t / 32;
  split_shared<W> m(s);
  W* const splitters = m.splitters;
  unsigned* const mine = m.counts + warp * (s.classes + 1);
  for (int c = t; c < split_warps * (s.classes + 1); c += split_threads)
    m.counts[c] = 0;
  for (int c = t; c < s.splitters; c += split_threads)
    splitters[c] = s.splitter[c];
  __syncthreads();
  const std::int64_t n = s.n, base = blockIdx.x * split_tile_keys;
  const std::int64_t first = base + warp * (32 * split_each) + lane;
  unsigned rank[moving ? split_each : 1];
  WW_UNROLL for (int e = 0; e < split_each; ++e) {
    const std::int64_t i = first + e * 32;
    const bool inside = i < n;
    const int c = inside
        ? class_of(splitters, s.splitters, io.key(i)) : s.classes;
    unsigned peers = ~0u;
    for (int b = 0; b < s.class_bits; ++b) {
      const unsigned ones = __ballot_sync(~0u, c >> b & 1);
      peers &= c >> b & 1 ? ones : ~ones;
    }
    const unsigned seen = mine[c];
    __syncwarp();
    const unsigned before = peers & ((1u << lane) - 1);
    if (before == 0) mine[c] = seen + unsigned(__popc(peers));
    __syncwarp();
    if (moving) rank[e] = unsigned(c) << 16 | (seen + __popc(before));
  }
  __syncthreads();
  add_up_warps<moving>(m, s);
  if constexpr (moving) {
    __syncthreads();
    if (warp == 0) scan_classes(m.begin, s.classes);
    __syncthreads();
    WW_UNROLL for (int e = 0; e < split_each; ++e) {
      const unsigned c = rank[e] >> 16;
      if (c == unsigned(s.classes)) continue;
      const unsigned at = m.begin[c] + mine[c] + (rank[e] & 0xffff);
      m.order[at] = c << 16 | unsigned(first + e * 32 - base);
    }
    for (int c = t; c < s.classes; c += split_threads) {
      const std::int64_t to = s.places[c * s.tiles + blockIdx.x];
      m.shift[c] = to - m.begin[c];
      m.range[c] = range_of(s.edges, s.ranges, to);
    }
    __syncthreads();
    move_tile(io, s, m, base);
  }
}
template <class W> struct range_end {
  W* keys;
  std::uint32_t* values;
};
template <class W> struct split_keys {
  using word = W;
  const W* keys;
  key_order<W> map;
  const range_end<W>* ends;
  __device__ W key(std::int64_t i) const {
    return to_order(keys[i], map);
  }
  __device__ void move(std::int64_t from, int range,
                       std::int64_t to) const {
    ends[range].keys[to] = keys[from];
  }
};
template <class W> struct split_pairs : split_keys<W> {
  const std::uint32_t* values;
  __device__ void move(std::int64_t from, int range,
                       std::int64_t to) const {
    split_keys<W>::move(from, range, to);
    this->ends[range].values[to] = values[from];
  }
};
template <int = 0>
__global__ void read_starts(const std::int64_t* places,
                            std::int64_t tiles, int classes,
                            std::int64_t n, std::int64_t* starts) {
  const int c = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (c > classes) return;
  starts[c] = c == classes || tiles == 0 ? (tiles == 0 ? 0 : n)
                                         : places[c * tiles];
}
template <class W>
__global__ void find_starts(digit_round<W> d, int splitters,
                            const W* splitter, std::int64_t* starts) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  const int run = int(blockIdx.y);
  const std::int64_t first = part_begin(d.n, run, d.runs);
  const std::int64_t end = part_begin(d.n, run + 1, d.runs);
  const W* const keys = d.keys + first;
  starts += run * (2 * splitters + 2);
  if (i == 0) starts[0] = first;
  if (i == splitters) starts[2 * i + 1] = end;
  if (i >= splitters) return;
  const W next = W(splitter[i] + 1);
  starts[2 * i + 1] =
      first + lower_index(keys, end - first, d.map, splitter[i]);
  starts[2 * i + 2] =
      next == 0 ? end
                : first + lower_index(keys, end - first, d.map, next);
}
inline void require_short_indices(std::int64_t n, const char* what) {
  if (n > std::int64_t(1) << 32)
    throw bad_input(format("%lld %s, where at most 2^32 can have "
                           "indices", static_cast<long long>(n), what));
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
inline int rounds_of(const shares& h) {
  const auto ranks = std::int64_t(h.given.size());
  const std::int64_t share = h.total() / ranks + 1;
  const std::int64_t most = std::int64_t(1) << 31;
  const std::int64_t wanted = std::min<std::int64_t>(4, share >> 24);
  return int(std::max(share / most + 1, wanted));
}
inline int require_rounds(const shares& h, const rank_sort_options& o) {
  const int ranks = int(h.given.size());
  const int rounds = o.rounds == 0 ? rounds_of(h) : o.rounds;
  if (rounds < 1 || rounds > 512 / ranks)
    throw bad_input(format("%d ranges in each of %d shares: from 1 to "
                           "%d can be", rounds, ranks, 512 / ranks));
  return rounds;
}
template <class W>
void cut_parts(const std::vector<target_key<W>>& found,
               const std::vector<W>& splitters,
               const std::vector<std::int64_t>& starts, int runs,
               std::vector<std::int64_t>& cuts) {
  const std::size_t width = 2 * splitters.size() + 2;
  const std::size_t edges = found.size() + 2;
  cuts.assign(std::size_t(runs) * edges, 0);
  for (int r = 0; r < runs; ++r) {
    cuts[r * edges] = starts[r * width];
    cuts[r * edges + edges - 1] = starts[r * width + width - 1];
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto d =
        std::lower_bound(splitters.begin(), splitters.end(),
                         found[i].digits) - splitters.begin();
    std::int64_t before = found[i].before;
    for (int r = 0; r < runs; ++r) {
      const std::int64_t* start = &starts[r * width + 2 * std::size_t(d) + 1];
      const std::int64_t equal = start[1] - start[0];
      const std::int64_t left = std::min(before, equal);
      cuts[r * edges + i + 1] = start[0] + left;
      before -= left;
    }
  }
}
template <class W> struct ordered_less {
  key_order<W> map;
  __host__ __device__ bool operator()(W x, W y) const {
    return to_order(x, map) < to_order(y, map);
  }
};
template <class K> struct rank_arrays {
  const K* in;
  const std::uint32_t* values_in;
  K* out;
  std::uint32_t* values_out;
  bool pairs = false;
};
template <class K> class rank_sorter {
 public:
  using W = ordered_key<K>;
  rank_sorter(communicator& c, const rank_arrays<K>& a, const shares& h,
              const rank_sort_options& o, cudaStream_t queue,
              int runs = 1)
      : c(c), a(a), h(h), o(o), queue(queue), runs(runs),
        map(order_of<K>(o.way)), n(h.given[std::size_t(c.rank())]),
        plan(h, c.ranks() * runs == 1 ? 1 : require_rounds(h, o)) {}
  void take(arena& m) {
    const int ranges = plan.ranks * plan.rounds;
    std::int64_t longest = 0;
    for (int k = 0; k < plan.rounds; ++k)
      longest = std::max(longest, plan.size(plan.range(c.rank(), k)));
    const bool alone = plan.ranks * runs == 1;
    const bool merging = !alone && o.method == rank_method::sort_first;
    const int lists = merging ? c.ranks() * runs : 0;
    const bool staging = o.method != rank_method::remote_stores;
    const auto part = alone ? 0 : n;
    const auto share = alone ? 0 : h.size(c.rank());
    const auto between = (lists > 4 ? 2 : lists > 2 ? 1 : 0) * longest;
    staged = m.take<W>(part);
    received = m.take<W>(share);
    merged = m.take<W>(between);
    staged_values =
        m.take<std::uint32_t>(a.pairs && staging ? part : 0);
    received_values = m.take<std::uint32_t>(a.pairs ? share : 0);
    merged_values = m.take<std::uint32_t>(a.pairs ? between : 0);
    const bool splitting = !alone && !merging;
    places = m.take<std::int64_t>(
        splitting ? tiles() * (2 * ranges + 1) : 0);
    edges = m.take<std::int64_t>(splitting ? ranges + 1 : 0);
    ends = m.take<range_end<W>>(splitting ? ranges : 0);
    starts = m.take<std::int64_t>(runs * (2 * ranges + 2));
    small = m.take<W>(ranges);
    counts = m.take<unsigned long long>(most_counters);
    listed = m.take<unsigned long long>(1);
    sort_some(nullptr, {}, merging ? tiles_of(n, runs) : longest);
    sort_memory = m.take<char>(std::int64_t(sort_bytes));
  }
  std::int64_t tiles() const {
    return tiles_of(n, split_tile_keys);
  }
  void run() {
    if (h.total() == 0) return;
    if (plan.ranks * runs == 1) return sort_some(sort_memory, a, n);
    arrived = std::vector<event>(std::size_t(plan.rounds));
    if (o.method == rank_method::sort_first) sort_first();
    else exchange_first();
  }
  std::function<void(int)> before_run;
  std::function<void(std::int64_t, std::int64_t)> when_sorted;
 private:
  template <class Kernel>
  std::vector<target_key<W>> find_splitters(digit_round<W> d,
                                            Kernel kernel, bool lists) {
    const std::vector<std::int64_t> targets(plan.target.begin() + 1,
                                            plan.target.end() - 1);
    d.begun = small;
    d.counts = counts;
    d.listed = listed;
    return select_keys<W>(targets, digit_counter<W, Kernel>{
        c, queue, d, small, lists ? staged : nullptr, kernel});
  }
  void split() {
    digit_round<W> d{};
    d.keys = reinterpret_cast<const W*>(a.in);
    d.map = map;
    d.n = n;
    const auto found = find_splitters(d, [&](const digit_round<W>& d) {
      launch(count_digits<W>, unsigned(2 * multiprocessors()),
             count_threads, std::int64_t(4) * d.groups << d.bits, queue,
             d);
    }, true);
    const auto splitters = distinct_digits(found);
    auto s = state_of(splitters);
    if (n > 0) {
      launch_split<false>(s);
      thrust::exclusive_scan(bulk(queue), places,
                             places + s.classes * tiles(), places);
    }
    launch(read_starts<>, unsigned(s.classes / 256 + 1), 256, 0, queue,
           places, tiles(), s.classes, n, starts);
    agree_on_cuts(found, splitters);
    try {
      place_ranges();
      if (n > 0) launch_split<true>(s);
    } catch (...) {
      wait_for_stores();
      throw;
    }
    finish_split();
  }
  split_state<W> state_of(const std::vector<W>& splitters) {
    split_state<W> s{};
    s.n = n;
    s.tiles = tiles();
    s.splitters = int(splitters.size());
    s.classes = 2 * s.splitters + 1;
    s.class_bits = std::bit_width(unsigned(s.classes));
    s.splitter = small;
    s.places = places;
    s.edges = edges;
    s.ranges = plan.ranks * plan.rounds;
    device_array<W>::copy(small, splitters.data(), s.splitters, queue);
    return s;
  }
  template <bool moving> void launch_split(const split_state<W>& s) {
    const auto bytes = split_shared<W>::bytes(s, moving);
    auto go = [&](auto io) {
      launch(split_tile<moving, decltype(io)>, unsigned(s.tiles),
             split_threads, bytes, queue, io, s);
    };
    const auto* keys = reinterpret_cast<const W*>(a.in);
    if (a.pairs)
      go(split_pairs<W>{{keys, map, ends}, a.values_in});
    else
      go(split_keys<W>{keys, map, ends});
  }
  void cut_sorted() {
    digit_round<W> d{};
    d.keys = staged;
    d.map = map;
    d.n = n;
    d.runs = runs;
    const auto found = find_splitters(d, [&](const digit_round<W>& d) {
      const int counters = d.groups << d.bits;
      launch(count_sorted<W>, unsigned(counters / 256 + 1), 256, 0, queue,
             d);
    }, false);
    const auto splitters = distinct_digits(found);
    device_array<W>::copy(small, splitters.data(),
                          std::int64_t(splitters.size()), queue);
    launch(find_starts<W>,
           dim3(unsigned(splitters.size() / 256 + 1), unsigned(runs)),
           256, 0, queue, d, int(splitters.size()), small, starts);
    agree_on_cuts(found, splitters);
  }
  void agree_on_cuts(const std::vector<target_key<W>>& found,
                     const std::vector<W>& splitters) {
    const auto width = runs * std::int64_t(2 * splitters.size() + 2);
    auto* all = static_cast<std::int64_t*>(
        c.lend(c.ranks() * width * std::int64_t(sizeof(std::int64_t))));
    c.gather(starts, all, width * std::int64_t(sizeof(std::int64_t)),
             queue);
    std::vector<std::int64_t> host(std::size_t(c.ranks() * width));
    c.wait(queue);
    device_array<std::int64_t>::copy(host.data(), all,
                                     std::int64_t(host.size()), queue);
    cut_parts(found, splitters, host, c.ranks() * runs, cuts);
  }
  std::int64_t cut(int run, int i) const {
    const int width = plan.ranks * plan.rounds + 1;
    return cuts[std::size_t(run * width + i)];
  }
  std::int64_t piece(int run, int i) const {
    return cut(run, i + 1) - cut(run, i);
  }
  std::int64_t place_of_piece(int run, int i) const {
    std::int64_t at = plan.offset(i);
    for (int r = 0; r < run; ++r) at += piece(r, i);
    return at;
  }
  void place_ranges() {
    const int me = c.rank(), ranges = plan.ranks * plan.rounds;
    std::vector<range_end<W>> to;
    const auto homes =
        gather_values(c, std::vector{range_end<W>{received,
                                                  received_values}},
                      queue);
    std::vector<std::int64_t> mine;
    for (int i = 0; i < ranges; ++i) {
      mine.push_back(cut(me, i));
      const int owner = i / plan.rounds;
      const auto at = place_of_piece(me, i);
      if (owner == me || o.method == rank_method::remote_stores)
        to.push_back({homes[owner].keys + at, homes[owner].values + at});
      else
        to.push_back({staged + cut(me, i), staged_values + cut(me, i)});
    }
    mine.push_back(n);
    device_array<range_end<W>>::copy(ends, to.data(), ranges, queue);
    device_array<std::int64_t>::copy(edges, mine.data(), ranges + 1,
                                     queue);
  }
  void finish_split() {
    if (o.method == rank_method::remote_stores)
      c.exchange({}, {}, queue);
    prepared.record(queue);
    prepared.hold(carrier);
  }
  void wait_for_stores() {
    if (o.method != rank_method::remote_stores) return;
    try {
      c.exchange({}, {}, queue);
      c.wait(queue);
    } catch (...) {
    }
  }
  void send_range(int k) {
    std::vector<outgoing> out;
    std::vector<incoming> in;
    const int me = c.rank(), mine = plan.range(me, k);
    for (int r = 0; r < c.ranks(); ++r) {
      if (r == me) continue;
      const int theirs = plan.range(r, k);
      for (int q = 0; q < runs; ++q) {
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
  template <class Piece>
  void add_piece(std::vector<Piece>& list, int rank, W* keys,
                 std::uint32_t* values, std::int64_t at,
                 std::int64_t count) const {
    list.push_back({rank, keys + at, count * std::int64_t(sizeof(W))});
    if (a.pairs) list.push_back({rank, values + at, count * 4});
  }
  void sort_some(void* memory, rank_arrays<K> some, std::int64_t count) {
    if (a.pairs)
      sort_pairs<K>(memory, sort_bytes, some.in, some.out,
                    some.values_in, some.values_out, count, o.way,
                    queue);
    else
      sort_keys<K>(memory, sort_bytes, some.in, some.out, count, o.way,
                   queue);
  }
  void sort_range(int k) {
    const int i = plan.range(c.rank(), k);
    const auto at = plan.offset(i);
    sort_some(sort_memory,
              {reinterpret_cast<const K*>(received + at),
               received_values + at, a.out + at, a.values_out + at},
              plan.size(i));
    if (when_sorted) when_sorted(at, plan.size(i));
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
  struct sorted_run {
    const W* keys;
    const std::uint32_t* values;
    std::int64_t size;
  };
  void merge_range(int k) {
    const int me = c.rank(), i = plan.range(me, k);
    const std::int64_t size = plan.size(i);
    std::vector<sorted_run> list;
    for (int r = 0; r < c.ranks() * runs; ++r) {
      const bool own = r / runs == me;
      const auto at = own ? cut(r, i) : place_of_piece(r, i);
      list.push_back({(own ? staged : received) + at,
                      (own ? staged_values : received_values) + at,
                      piece(r, i)});
    }
    for (int turn = 0; list.size() > 2; turn = 1 - turn) {
      std::vector<sorted_run> next;
      std::int64_t at = turn * size;
      for (std::size_t r = 0; r < list.size(); r += 2) {
        const sorted_run none{nullptr, nullptr, 0};
        const auto& x = list[r];
        const auto& y = r + 1 < list.size() ? list[r + 1] : none;
        merge_two(x, y, merged + at, merged_values + at);
        next.push_back({merged + at, merged_values + at, x.size + y.size});
        at += x.size + y.size;
      }
      list = next;
    }
    const auto at = plan.offset(i);
    merge_two(list[0], list[1], reinterpret_cast<W*>(a.out) + at,
              a.values_out + at);
    if (when_sorted) when_sorted(at, size);
  }
  void merge_two(const sorted_run& x, const sorted_run& y, W* keys,
                 std::uint32_t* values) {
    const ordered_less<W> less{map};
    if (a.pairs)
      thrust::merge_by_key(bulk(queue), x.keys, x.keys + x.size, y.keys,
                           y.keys + y.size, x.values, y.values, keys,
                           values, less);
    else
      thrust::merge(bulk(queue), x.keys, x.keys + x.size, y.keys,
                    y.keys + y.size, keys, less);
  }
  void exchange_first() {
    split();
    const bool sending = o.method == rank_method::exchange_first;
    for (int k = 0; sending && k < plan.rounds; ++k) send_range(k);
    for (int k = 0; k < plan.rounds; ++k) {
      if (sending) arrived[std::size_t(k)].hold(queue);
      sort_range(k);
    }
  }
  void sort_first() {
    sort_runs();
    cut_sorted();
    for (int k = 0; k < plan.rounds; ++k) send_range(k);
    for (int k = 0; k < plan.rounds; ++k) {
      arrived[std::size_t(k)].hold(queue);
      merge_range(k);
    }
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
  W *staged, *received, *merged;
  std::uint32_t *staged_values, *received_values, *merged_values;
  std::int64_t *places, *starts, *edges;
  W* small;
  unsigned long long *counts, *listed;
  range_end<W>* ends;
  char* sort_memory;
  std::size_t sort_bytes = 0;
  std::vector<std::int64_t> cuts;
  stream carrier;
  event prepared;
  std::vector<event> arrived;
};
}
