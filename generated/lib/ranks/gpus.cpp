#include <algorithm>
#include <bit>
#include <parallel/algorithm>
#include <ww/detail/ranks/gpus-split.cuh>

namespace ww {
using namespace detail;
using namespace detail::ranks;
shares share_out(communicator& c, std::int64_t n, cudaStream_t s) {
  return {gather_values(c, std::vector{n}, s)};
}
template <class K>
static void sort_arrays(communicator& c, void* temporary,
                        std::size_t& bytes, const rank_arrays<K>& a,
                        const shares& h, const rank_sort_options& o,
                        cudaStream_t s) {
  rank_sorter<K> sorter(c, a, h, o, s);
  rank_splitter<K> splitter(c, a, h, o, s);
  arena m{temporary}, other{temporary};
  sorter.take(m);
  if (splitter.may_split()) splitter.take(other);
  m.cover(other);
  if (!m.holds(bytes)) return;
  if (!splitter.may_split() || !splitter.run()) sorter.run();
}
template <class K>
void sort_keys(communicator& c, void* temporary, std::size_t& bytes,
               const K* in, K* out, const shares& h,
               const rank_sort_options& o, cudaStream_t s) {
  sort_arrays<K>(c, temporary, bytes, {in, nullptr, out, nullptr}, h, o,
                 s);
}
template <class K>
void sort_pairs(communicator& c, void* temporary, std::size_t& bytes,
                const K* keys_in, K* keys_out,
                const std::uint32_t* values_in,
                std::uint32_t* values_out, const shares& h,
                const rank_sort_options& o, cudaStream_t s) {
  sort_arrays<K>(c, temporary, bytes,
                 {keys_in, values_in, keys_out, values_out, true}, h, o,
                 s);
}
namespace {
template <class K> struct host_keys {
  const K* in;
  K* out;
  bool pairs = false;
  std::uint32_t first = 0;
  std::uint32_t* order = nullptr;
};
template <int = 0>
__global__ void number_keys(std::uint32_t* to, std::int64_t n,
                            std::uint32_t first) {
  const auto i = thread_number();
  if (i < n) to[i] = first + std::uint32_t(i);
}
}
template <class K>
rank_arrays<K> sort_from_host(communicator& c, void* temporary,
                              std::size_t& bytes, const host_keys<K>& k,
                              const shares& h, order o,
                              cudaStream_t s) {
  const std::int64_t n = h.given[std::size_t(c.rank())],
                     share = h.size(c.rank()), in = std::max(n, share);
  detail::arena m{temporary};
  const rank_arrays<K> a{
      m.take<K>(in), m.take<std::uint32_t>(k.pairs ? in : 0),
      m.take<K>(share), m.take<std::uint32_t>(k.pairs ? share : 0),
      k.pairs, true};
  const int runs = 4;
  rank_sorter<K> sorter(c, a, h, {o, 4}, s, runs);
  sorter.take(m);
  if (!m.holds(bytes)) return a;
  const stream forth, back;
  event ready;
  if (k.pairs && n > 0)
    launch(number_keys<>, blocks_for(n), 256, 0, s,
           const_cast<std::uint32_t*>(a.values_in), n, k.first);
  sorter.before_run = [&](int q) {
    const std::int64_t at = part_begin(n, q, runs);
    const std::int64_t end = part_begin(n, q + 1, runs);
    copy_async(const_cast<K*>(a.in) + at, k.in + at,
               (end - at) * std::int64_t(sizeof(K)), forth);
    ready.record(forth);
    ready.hold(s);
  };
  sorter.when_sorted = [&](std::int64_t at, std::int64_t count) {
    ready.record(s);
    ready.hold(back);
    if (k.out)
      copy_async(k.out + at, a.out + at, count * std::int64_t(sizeof(K)),
                 back);
    if (k.order)
      copy_async(k.order + at, a.values_out + at, count * 4, back);
  };
  sorter.run();
  c.wait(s);
  c.wait(back);
  return a;
}
template <class K>
void sort_host_keys(communicator& c, void* temporary,
                    std::size_t& bytes, const K* in, K* out,
                    const shares& h, order o, cudaStream_t s) {
  sort_from_host<K>(c, temporary, bytes, {in, out}, h, o, s);
}
template <class K>
static std::int64_t pieces_needed(communicator& c, std::int64_t n,
                                  bool pairs, std::int64_t memory,
                                  cudaStream_t s) {
  if (memory == 0) memory = free_device_memory() / 16 * 15;
  const auto given = gather_values(c, std::vector{memory}, s);
  const double room = double(*std::ranges::min_element(given));
  const std::int64_t most = 1 + n / (std::int64_t(c.ranks()) * 4096);
  for (std::int64_t pieces = 1;;) {
    const shares h{std::vector(std::size_t(c.ranks()),
                               tiles_of(n, pieces * c.ranks()))};
    std::size_t bytes = 0;
    sort_from_host<K>(c, nullptr, bytes, {nullptr, nullptr, pairs}, h,
                      order::ascending, s);
    const double more = double(bytes) / room;
    if (more <= 1 || pieces >= most) return std::min(pieces, most);
    pieces = std::max(pieces + 1, std::int64_t(double(pieces) * more));
  }
}
template <class K>
static std::vector<std::int64_t> sort_vector(
    const rank_options& ranks, const std::vector<K>& keys, order o,
    std::vector<K>* sorted, std::vector<std::uint32_t>* indices) {
  require_device();
  const bool one = this_process().of == 1;
  std::vector<std::int64_t> ends{0};
  run_ranks(ranks, [&](communicator& c) {
    const stream s;
    const shares held = share_out(c, std::int64_t(keys.size()), s);
    const auto n = one || indices ? held.given[0] : held.total();
    if (c.rank() == 0 && sorted) sorted->resize(std::size_t(n));
    if (c.rank() == 0 && indices) indices->resize(std::size_t(n));
    const auto begin = part_begin(n, c.rank(), c.ranks());
    const auto mine = part_begin(n, c.rank() + 1, c.ranks()) - begin;
    const auto all = pieces_needed<K>(c, n, indices, ranks.memory, s);
    std::int64_t at = 0;
    for (std::int64_t q = 0; q < all; ++q) {
      const std::int64_t first = part_begin(mine, q, all);
      const shares h =
          share_out(c, part_begin(mine, q + 1, all) - first, s);
      const std::int64_t share = h.size(c.rank());
      host_keys<K> k{keys.data() + (one ? begin : 0) + first, nullptr,
                     indices != nullptr, std::uint32_t(begin + first)};
      const std::int64_t to = at + h.begin(c.rank());
      if (one && sorted) k.out = sorted->data() + to;
      if (one && indices) k.order = indices->data() + to;
      std::size_t bytes = 0;
      sort_from_host<K>(c, nullptr, bytes, k, h, o, s);
      const device_array<char> memory{std::int64_t(bytes)};
      const auto a = sort_from_host<K>(c, memory.data(), bytes, k, h, o, s);
      if (!one && indices)
        collect(c, a.values_out, 4 * share, indices->data() + at, s);
      if (!one && sorted)
        collect(c, a.out, share * std::int64_t(sizeof(K)),
                sorted->data() + at, s);
      at += h.total();
      if (c.rank() == 0) ends.push_back(at);
    }
  });
  return ends;
}
template <class K> static auto in_order(K key, order o) {
  return to_order(std::bit_cast<ordered_key<K>>(key), order_of<K>(o));
}
template <class V, class C>
static void merge_host_runs(std::vector<V>& from,
                            std::vector<V>& to,
                            const std::vector<std::int64_t>& ends,
                            C before) {
  if (ends.size() <= 2) return to.swap(from);
  to.resize(from.size());
  std::vector<std::pair<V*, V*>> list;
  for (std::size_t q = 1; q < ends.size(); ++q)
    list.emplace_back(from.data() + ends[q - 1], from.data() + ends[q]);
  __gnu_parallel::stable_multiway_merge(list.begin(), list.end(),
                                        to.data(), from.size(), before);
}
template <class K>
void sort_by_gpus(const rank_options& ranks, std::vector<K>& keys,
                  order o) {
  std::vector<K> sorted;
  const auto ends = sort_vector<K>(ranks, keys, o, &sorted, nullptr);
  merge_host_runs(sorted, keys, ends, [=](K a, K b) {
    return in_order(a, o) < in_order(b, o);
  });
}
template <class K>
std::vector<std::uint32_t> argsort_by_gpus(const rank_options& ranks,
                                           const std::vector<K>& keys,
                                           order o) {
  require_indices(std::int64_t(keys.size()));
  std::vector<std::uint32_t> indices, merged;
  const auto ends = sort_vector<K>(ranks, keys, o, nullptr, &indices);
  merge_host_runs(indices, merged, ends, [&](auto i, auto j) {
    return std::pair(in_order(keys[i], o), i) <
           std::pair(in_order(keys[j], o), j);
  });
  return merged;
}
#define WW_SORT(K, ...)                                                \
  template void sort_by_gpus(const rank_options&, std::vector<K>&,     \
                             order);                                   \
  template std::vector<std::uint32_t> argsort_by_gpus(                 \
      const rank_options&, const std::vector<K>&, order);              \
  template void sort_keys(communicator&, void*, std::size_t&,          \
                          const K*, K*, const shares&,                 \
                          const rank_sort_options&, cudaStream_t);     \
  template void sort_pairs(                                            \
      communicator&, void*, std::size_t&, const K*, K*,                \
      const std::uint32_t*, std::uint32_t*, const shares&,             \
      const rank_sort_options&, cudaStream_t);                         \
  template void sort_host_keys(communicator&, void*, std::size_t&,     \
                               const K*, K*, const shares&, order,     \
                               cudaStream_t);
WW_FOR_KEYS(WW_SORT, )
#undef WW_SORT
}
