#pragma once
#include <algorithm>
#include <bit>
#include <numeric>
#include <ww/detail/ranks/gpus-kernels.cuh>
#include <ww/detail/sort/places.cuh>

namespace ww::detail::ranks {
using sort::take_places;
constexpr int bin_bits = 12, all_bins = 1 << bin_bits, samples = 256;
template <class W> struct key_bins {
  key_order<W> map;
  W first;
  int shift;
  __device__ int operator()(W bits) const {
    const W bin = to_order(bits, map) >> shift;
    return bin < first ? 0
                       : int(min(W(bin - first), W(all_bins - 1)));
  }
};
template <class W>
key_bins<W> bins_over(W least, W most, key_order<W> map) {
  const int differ = int(std::bit_width(W(least ^ most)));
  const int shift = std::max(0, differ - bin_bits);
  return {map, W((least >> shift) / all_bins * all_bins), shift};
}
template <class W>
__global__ void sample_part(const W* keys, std::int64_t n,
                            key_order<W> map, W* sample,
                            unsigned long long* counts) {
  const auto i = thread_number();
  if (i < samples && n > 0)
    sample[i] = to_order(keys[part_begin(n, i, samples)], map);
  if (i < all_bins) counts[i] = 0;
}
template <class W>
__global__ void __launch_bounds__(512)
    count_bins(const W* keys, std::int64_t n, key_bins<W> bin,
               unsigned long long* counts) {
  __shared__ std::uint32_t count[all_bins];
  constexpr int I = 32 / sizeof(W), step = 512 * I;
  const int t = int(threadIdx.x);
  for (int i = t; i < all_bins; i += 512) count[i] = 0;
  __syncthreads();
  for (std::int64_t at = blockIdx.x * std::int64_t(step); at < n;
       at += gridDim.x * std::int64_t(step)) {
    const int size = int(min(n - at, std::int64_t(step)));
    W key[I];
    WW_UNROLL for (int k = 0; k < I; ++k)
      key[k] = k * 512 + t < size ? keys[at + k * 512 + t] : W(0);
    WW_UNROLL for (int k = 0; k < I; ++k)
      if (k * 512 + t < size) atomicAdd(&count[bin(key[k])], 1u);
  }
  __syncthreads();
  for (int i = t; i < all_bins; i += 512)
    if (count[i] > 0)
      atomicAdd(&counts[i], static_cast<unsigned long long>(count[i]));
}
constexpr int split_threads = 512, most_buckets = 256;
template <class W> constexpr int split_each = 96 / int(sizeof(W));
template <class W>
__global__ void __launch_bounds__(split_threads, 2)
    split_part(const W* keys, std::int64_t n, key_bins<W> bin,
               const std::uint64_t* buckets, unsigned long long* cursor,
               W* to) {
  constexpr int T = split_threads, I = split_each<W>;
  __shared__ std::uint64_t words[all_bins / 8];
  __shared__ std::uint32_t count[most_buckets], sums[32];
  __shared__ std::int64_t shift[most_buckets];
  W* const stage = dynamic_shared<W>();
  const auto* const bucket =
      reinterpret_cast<const unsigned char*>(words);
  const int t = int(threadIdx.x);
  const std::int64_t begin = blockIdx.x * std::int64_t(T * I);
  const int size = int(min(n - begin, std::int64_t(T * I)));
  const bool full = size == T * I;
  auto in = [=](int k) { return full || k * T + t < size; };
  for (int i = t; i < all_bins / 8; i += T) words[i] = buckets[i];
  if (t < most_buckets) count[t] = 0;
  W key[I];
  WW_UNROLL for (int k = 0; k < I; ++k)
    key[k] = in(k) ? keys[begin + k * T + t] : W(0);
  __syncthreads();
  std::uint32_t place[I];
  WW_UNROLL for (int k = 0; k < I; ++k) place[k] = bucket[bin(key[k])];
  take_places<I>(
      count, full, in, [&](int k) { return place[k]; },
      [&](int k, std::uint32_t p) { place[k] = place[k] << 16 | p; });
  __syncthreads();
  const std::uint32_t own = t < most_buckets ? count[t] : 0;
  unsigned long long taken = 0;
  if (own > 0) taken = atomicAdd(&cursor[t], own + 0ull);
  std::uint32_t total;
  const std::uint32_t at = block_exclusive(own, sums, total);
  if (t < most_buckets) {
    count[t] = at;
    shift[t] = std::int64_t(taken) - at;
  }
  __syncthreads();
  WW_UNROLL for (int k = 0; k < I; ++k)
    if (in(k))
      stage[count[place[k] >> 16] + (place[k] & 0xffff)] = key[k];
  __syncthreads();
  WW_UNROLL for (int k = 0; k < I; ++k)
    if (in(k)) {
      const W one = stage[k * T + t];
      to[shift[bucket[bin(one)]] + k * T + t] = one;
    }
}
inline void halve(const std::vector<std::int64_t>& below, int first,
                  int bins, std::int64_t most,
                  std::vector<int>& found) {
  const auto keys = below[first + bins] - below[first];
  if (bins == 1 || keys <= most) return found.push_back(first);
  halve(below, first, bins / 2, most, found);
  halve(below, first + bins / 2, bins / 2, most, found);
}
inline std::vector<int> join_bins(
    const std::vector<std::int64_t>& below) {
  auto most = below.back() * 3 / (2 * most_buckets) + 1;
  for (std::vector<int> found;; most *= 2) {
    found.clear();
    halve(below, 0, all_bins, most, found);
    if (int(found.size()) <= most_buckets) return found;
  }
}
struct split_bucket {
  int bin;
  std::int64_t begin, size;
  int owner;
  std::int64_t end() const { return begin + size; }
};
struct split_chunk {
  int first, end;
};
struct split_plan {
  std::vector<split_bucket> buckets;
  std::vector<std::vector<split_chunk>> chunks;
  std::size_t rounds = 0;
};
inline std::int64_t most_in_bucket(const shares& h) {
  return h.total() / std::int64_t(h.given.size()) / 8;
}
inline std::int64_t longest_chunk(const shares& h) {
  return std::min(2 * most_in_bucket(h), std::int64_t(1) << 29) + 1;
}
inline std::vector<split_chunk> chunks_of(
    const shares& h, const std::vector<split_bucket>& buckets,
    int rank) {
  std::vector<split_chunk> list, edges;
  int b = 0, end = int(buckets.size());
  while (buckets[std::size_t(b)].owner < rank) ++b;
  while (buckets[std::size_t(end - 1)].owner > rank) --end;
  if (buckets[std::size_t(b)].begin < h.begin(rank))
    edges.push_back({b, b + 1}), ++b;
  if (buckets[std::size_t(end - 1)].end() > h.begin(rank + 1))
    edges.push_back({end - 1, end}), --end;
  const std::int64_t longest = longest_chunk(h);
  for (auto usual = longest / 4; b < end;
       usual = std::min(2 * usual, longest)) {
    split_chunk next{b, b};
    for (std::int64_t keys = 0; b < end && keys < usual; ++b)
      keys += buckets[std::size_t(b)].size;
    next.end = b;
    list.push_back(next);
  }
  list.insert(list.begin() + !list.empty(), edges.begin(), edges.end());
  return list;
}
inline split_plan plan_split(const shares& h,
                             const std::vector<std::int64_t>& below) {
  split_plan p;
  const int ranks = int(h.given.size());
  const auto bins = join_bins(below);
  std::int64_t most = 0;
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const int end = i + 1 < bins.size() ? bins[i + 1] : all_bins;
    const auto begin = below[std::size_t(bins[i])];
    const auto size = below[std::size_t(end)] - begin;
    int owner = i > 0 ? p.buckets.back().owner : 0;
    while (owner + 1 < ranks && h.begin(owner + 1) <= begin + size / 2)
      ++owner;
    p.buckets.push_back({bins[i], begin, size, owner});
    most = std::max(most, size);
  }
  if (most > most_in_bucket(h)) return p;
  for (int r = 0; r < ranks; ++r) {
    p.chunks.push_back(chunks_of(h, p.buckets, r));
    p.rounds = std::max(p.rounds, p.chunks.back().size());
  }
  return p;
}
template <class K> class rank_splitter {
 public:
  using W = ordered_key<K>;
  rank_splitter(communicator& c, const rank_arrays<K>& a,
                const shares& h, const rank_sort_options& o,
                cudaStream_t queue)
      : c(c), a(a), h(h), o(o), queue(queue), me(c.rank()),
        n(h.given[std::size_t(me)]), most(most_in_bucket(h)) {}
  bool may_split() const {
    return c.ranks() > 1 && !c.by_kernels() && !a.pairs &&
           o.rounds == 0 && most > 0 &&
           h.total() / c.ranks() >= o.least_split;
  }
  void take(arena& m) {
    const auto room = h.size(me) + most + 1;
    const auto chunk = std::min(room, longest_chunk(h) + most);
    staged = m.take<W>(n);
    received = m.take<W>(room);
    edges = m.take<W>(2 * most);
    sample = m.take<W>(samples);
    counts = m.take<unsigned long long>(all_bins);
    buckets = m.take<std::uint64_t>(all_bins / 8);
    offsets = m.take<std::int64_t>(2 * most_buckets);
    sort_some(nullptr, sort_bytes, nullptr, nullptr, chunk, nullptr, 1);
    sort_memory = m.take<char>(std::int64_t(sort_bytes));
  }
  bool run() {
    const key_bins<W> bins = choose_bins();
    const auto counts = count_keys(bins);
    plan = plan_split(h, keys_below(counts));
    if (plan.chunks.empty()) return false;
    find_places(counts);
    move_keys(bins);
    moved.record(queue);
    moved.hold(carrier);
    arrived = std::vector<event>(plan.rounds);
    for (std::size_t k = 0; k <= arrived.size(); ++k) {
      if (k < arrived.size()) send_chunk(k);
      if (k > 0) sort_chunk(k - 1);
    }
    send_edges();
    return true;
  }
 private:
  key_bins<W> choose_bins() {
    const auto map = order_of<K>(o.way);
    const auto* const keys = reinterpret_cast<const W*>(a.in);
    launch(sample_part<W>, blocks_for(all_bins), 256, 0, queue, keys, n,
           map, sample, counts);
    const auto shown = gather_arrays(c, sample, samples, queue);
    W least = W(~W(0)), most = 0;
    for (std::size_t i = 0; i < shown.size(); ++i)
      if (h.given[i / samples] > 0) {
        least = std::min(least, shown[i]);
        most = std::max(most, shown[i]);
      }
    return bins_over(least, most, map);
  }
  std::vector<unsigned long long> count_keys(const key_bins<W>& bins) {
    const std::int64_t grid =
        std::min<std::int64_t>(tiles_of(n, 4096), 4 * multiprocessors());
    if (n > 0)
      launch(count_bins<W>, unsigned(grid), 512, 0, queue,
             reinterpret_cast<const W*>(a.in), n, bins, counts);
    return gather_arrays(c, counts, all_bins, queue);
  }
  std::vector<std::int64_t> keys_below(
      const std::vector<unsigned long long>& counted) const {
    std::vector<std::int64_t> below(std::size_t(all_bins + 1), 0);
    for (std::size_t i = 0; i < counted.size(); ++i)
      below[i % all_bins + 1] += std::int64_t(counted[i]);
    std::partial_sum(below.begin(), below.end(), below.begin());
    return below;
  }
  std::int64_t held_by(int rank, int b) const {
    return held[rank * plan.buckets.size() + b];
  }
  std::int64_t arrives_at(int rank, int b) const {
    std::int64_t at = begin_of(b) - begin_of(first_own);
    for (int r = 0; r < rank; ++r) at += held_by(r, b);
    return at;
  }
  std::int64_t begin_of(int b) const { return plan.buckets[b].begin; }
  std::int64_t end_of(int b) const { return plan.buckets[b].end(); }
  std::int64_t end_bin(std::size_t b) const {
    return b + 1 < plan.buckets.size() ? plan.buckets[b + 1].bin
                                       : all_bins;
  }
  void find_places(const std::vector<unsigned long long>& counted) {
    const auto& buckets = plan.buckets;
    for (int r = 0; r < c.ranks(); ++r)
      for (std::size_t b = 0; b < buckets.size(); ++b) {
        const auto* const bins = counted.data() + r * all_bins;
        held.push_back(std::accumulate(bins + buckets[b].bin,
                                       bins + end_bin(b), 0ull));
      }
    first_own = 0;
    while (buckets[std::size_t(first_own)].owner < me) ++first_own;
    std::int64_t leave = 0;
    for (int b = 0; b < int(buckets.size()); ++b) {
      const bool own = buckets[std::size_t(b)].owner == me;
      place.push_back(own ? received - staged + arrives_at(me, b)
                          : leave);
      if (!own) leave += held_by(me, b);
    }
  }
  void move_keys(const key_bins<W>& bins) {
    std::vector<unsigned char> of(static_cast<std::size_t>(all_bins));
    for (std::size_t b = 0; b < plan.buckets.size(); ++b)
      std::fill(of.begin() + plan.buckets[b].bin,
                of.begin() + end_bin(b), static_cast<unsigned char>(b));
    copy_device(buckets, of.data(), all_bins, queue);
    copy_device(counts, place.data(), 8 * place.size(), queue);
    std::vector<std::int64_t> begins;
    for (const auto& chunk : plan.chunks[std::size_t(me)])
      for (int b = chunk.first; b <= chunk.end; ++b)
        begins.push_back((b < chunk.end ? begin_of(b) : end_of(b - 1)) -
                         begin_of(chunk.first));
    copy_device(offsets, begins.data(), 8 * begins.size(), queue);
    constexpr std::int64_t tile = split_threads * split_each<W>;
    if (n > 0)
      launch(split_part<W>, unsigned(tiles_of(n, tile)), split_threads,
             tile * std::int64_t(sizeof(W)), queue,
             reinterpret_cast<const W*>(a.in), n, bins, buckets, counts,
             staged);
  }
  split_chunk chunk_of(int rank, std::size_t k) const {
    const auto& list = plan.chunks[std::size_t(rank)];
    return k < list.size() ? list[k] : split_chunk{0, 0};
  }
  void send_chunk(std::size_t k) {
    std::vector<outgoing> out;
    std::vector<incoming> in;
    const std::int64_t size = sizeof(W);
    const auto mine = chunk_of(me, k);
    for (int r = 0; r < c.ranks(); ++r) {
      if (r == me) continue;
      const auto theirs = chunk_of(r, k);
      for (int b = theirs.first; b < theirs.end; ++b)
        out.push_back({r, staged + place[b], held_by(me, b) * size});
      for (int b = mine.first; b < mine.end; ++b)
        in.push_back({r, received + arrives_at(r, b),
                      held_by(r, b) * size});
    }
    c.exchange(out, in, carrier);
    arrived[k].record(carrier);
  }
  void sort_some(void* memory, std::size_t& bytes, const W* in, K* out,
                 std::int64_t count, const std::int64_t* ends,
                 std::int64_t segments) {
    const auto* const keys = reinterpret_cast<const K*>(in);
    if constexpr (sizeof(W) == 4)
      sort_segments<K>(memory, bytes, keys, out, count, ends, segments,
                       o.way, queue);
    else sort_keys<K>(memory, bytes, keys, out, count, o.way, queue);
  }
  void sort_chunk(std::size_t k) {
    arrived[k].hold(queue);
    const auto b = chunk_of(me, k);
    if (b.first == b.end) return;
    const std::int64_t first = begin_of(b.first), end = end_of(b.end - 1);
    const std::int64_t from = std::max(first, h.begin(me)),
                       to = std::min(end, h.begin(me + 1));
    const bool inside = from == first && to == end;
    K* const share = a.out + (from - h.begin(me));
    K* const sorted =
        inside ? share
               : reinterpret_cast<K*>(edges) + (from > first ? 0 : most);
    std::size_t bytes = sort_bytes;
    sort_some(sort_memory, bytes,
              received + (first - begin_of(first_own)), sorted,
              end - first, offsets + sorted_offsets, b.end - b.first);
    sorted_offsets += b.end - b.first + 1;
    if (!inside)
      copy_async(share, sorted + (from - first),
                 (to - from) * std::int64_t(sizeof(K)), queue);
  }
  void send_edges() {
    std::vector<outgoing> out;
    std::vector<incoming> in;
    bool any = false;
    for (const auto& b : plan.buckets)
      for (int r : {b.owner - 1, b.owner + 1}) {
        if (r < 0 || r >= c.ranks()) continue;
        const std::int64_t first = std::max(b.begin, h.begin(r)),
                           end = std::min(b.end(), h.begin(r + 1)),
                           bytes = (end - first) * sizeof(W);
        if (end <= first) continue;
        any = true;
        const auto at = (r < me ? 0 : most) + (first - b.begin);
        if (b.owner == me) out.push_back({r, edges + at, bytes});
        if (r == me)
          in.push_back({b.owner, a.out + (first - h.begin(me)), bytes});
      }
    if (any) c.exchange(out, in, queue);
  }
  communicator& c;
  const rank_arrays<K> a;
  const shares& h;
  const rank_sort_options o;
  cudaStream_t queue;
  const int me;
  const std::int64_t n, most;
  split_plan plan;
  std::vector<std::int64_t> held, place;
  int first_own = 0;
  std::int64_t sorted_offsets = 0;
  W *staged, *received, *edges, *sample;
  unsigned long long* counts;
  std::uint64_t* buckets;
  std::int64_t* offsets;
  char* sort_memory;
  std::size_t sort_bytes = 0;
  stream carrier;
  event moved;
  std::vector<event> arrived;
};
}
