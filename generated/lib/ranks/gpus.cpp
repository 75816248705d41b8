#include <ww/detail/ranks/gpus-kernels.cuh>

namespace ww {
using namespace detail;
using namespace detail::ranks;
std::int64_t shares::begin(int rank) const {
  return part_begin(total(), rank, std::int64_t(given.size()));
}
shares share_out(communicator& c, std::int64_t n, cudaStream_t s) {
  return {gather_values(c, std::vector{n}, s)};
}
template <class K>
static void sort_arrays(communicator& c, void* temporary,
                        std::size_t& bytes, const rank_arrays<K>& a,
                        const shares& h, const rank_sort_options& o,
                        cudaStream_t s) {
  rank_sorter<K> sorter(c, a, h, o, s);
  arena m{temporary};
  sorter.take(m);
  if (m.holds(bytes)) sorter.run();
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
template <class K>
rank_arrays<K> room_for_host(detail::arena& m, std::int64_t n,
                             std::int64_t share,
                             const host_keys<K>& k) {
  const std::int64_t both = std::max(n, share);
  const K* keys = m.take<K>(both);
  const auto* values = m.take<std::uint32_t>(k.pairs ? both : 0);
  K* sorted = m.take<K>(share);
  auto* order = m.take<std::uint32_t>(k.pairs ? share : 0);
  return {keys, values, sorted, order, k.pairs, true};
}
}
template <class K>
rank_arrays<K> sort_from_host(communicator& c, void* temporary,
                              std::size_t& bytes, const host_keys<K>& k,
                              const shares& h, order o,
                              cudaStream_t s) {
  const std::int64_t n = h.given[std::size_t(c.rank())];
  detail::arena m{temporary};
  const rank_arrays<K> a = room_for_host(m, n, h.size(c.rank()), k);
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
static void sort_vector(const rank_options& ranks,
                        const std::vector<K>& keys, order o,
                        K* sorted, std::uint32_t* indices) {
  require_device();
  const auto n = std::int64_t(keys.size());
  run_ranks(ranks, [&](communicator& c) {
    const stream s;
    const auto first = part_begin(n, c.rank(), c.ranks());
    const auto mine = part_begin(n, c.rank() + 1, c.ranks()) - first;
    const shares h = share_out(c, mine, s);
    const bool one = is_one_process();
    const host_keys<K> k{keys.data() + first,
                         sorted && one ? sorted + first : nullptr,
                         indices != nullptr, std::uint32_t(first),
                         indices && one ? indices + first : nullptr};
    std::size_t bytes = 0;
    sort_from_host<K>(c, nullptr, bytes, k, h, o, s);
    const device_array<char> memory{std::int64_t(bytes)};
    const auto a = sort_from_host<K>(c, memory.data(), bytes, k, h, o, s);
    if (!one && indices) collect(c, a.values_out, 4 * mine, indices, s);
    if (!one && sorted)
      collect(c, a.out, mine * std::int64_t(sizeof(K)), sorted, s);
  });
}
template <class K>
void sort_by_gpus(const rank_options& ranks, std::vector<K>& keys,
                  order o) {
  std::vector<K> sorted(keys.size());
  sort_vector<K>(ranks, keys, o, sorted.data(), nullptr);
  keys.swap(sorted);
}
template <class K>
std::vector<std::uint32_t> argsort_by_gpus(const rank_options& ranks,
                                           const std::vector<K>& keys,
                                           order o) {
  require_short_indices(std::int64_t(keys.size()), "keys");
  std::vector<std::uint32_t> indices(keys.size());
  sort_vector<K>(ranks, keys, o, nullptr, indices.data());
  return indices;
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
