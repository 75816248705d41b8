#include <ww/detail/ranks/gpus-kernels.cuh>

namespace ww {
using namespace detail::ranks;
std::int64_t shares::begin(int rank) const {
  return part_begin(total(), rank, std::int64_t(given.size()));
}
shares share_out(communicator& c, std::int64_t n, cudaStream_t s) {
  return {gather_values(c, std::vector{n}, s)};
}
namespace {
template <class K>
void sort_arrays(communicator& c, void* temporary, std::size_t& bytes,
                 const rank_arrays<K>& a, const shares& h,
                 const rank_sort_options& o, cudaStream_t s) {
  if (o.method == rank_method::remote_stores && !c.shares_memory())
    throw bad_input("remote stores need ranks that share memory");
  rank_sorter<K> sorter(c, a, h, o, s);
  detail::arena m{temporary};
  sorter.take(m);
  if (m.holds(bytes)) sorter.run();
}
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
template <class K>
void sort_host_keys(communicator& c, void* temporary,
                    std::size_t& bytes, const K* in, K* out,
                    const shares& h, const rank_sort_options& o,
                    cudaStream_t s) {
  const std::int64_t n = h.given[std::size_t(c.rank())];
  detail::arena m{temporary};
  K* keys = m.take<K>(n);
  K* sorted = m.take<K>(h.size(c.rank()));
  const int runs = 4;
  rank_sorter<K> sorter(c, {keys, nullptr, sorted, nullptr}, h,
                                {o.way, rank_method::sort_first, 4}, s,
                                runs);
  sorter.take(m);
  if (!m.holds(bytes)) return;
  const stream forth, back;
  event ready;
  sorter.before_run = [&](int q) {
    const std::int64_t at = part_begin(n, q, runs);
    const std::int64_t end = part_begin(n, q + 1, runs);
    copy_async(keys + at, in + at, (end - at) * std::int64_t(sizeof(K)),
               forth);
    ready.record(forth);
    ready.hold(s);
  };
  sorter.when_sorted = [&](std::int64_t first, std::int64_t count) {
    ready.record(s);
    ready.hold(back);
    copy_async(out + first, sorted + first,
               count * std::int64_t(sizeof(K)), back);
  };
  sorter.run();
  c.wait(s);
  c.wait(back);
}
template <class K>
static void sort_vector(const rank_options& ranks,
                        const std::vector<K>& keys, order o,
                        K* sorted, std::uint32_t* indices) {
  require_device();
  const auto n = std::int64_t(keys.size());
  if (indices) require_short_indices(n, "keys");
  run_ranks(ranks, [&](communicator& c) {
    const stream s;
    const auto first = part_begin(n, c.rank(), c.ranks());
    const auto mine = part_begin(n, c.rank() + 1, c.ranks()) - first;
    const shares h = share_out(c, mine, s);
    device_array<K> in(mine);
    const device_array<K> out(mine);
    in.upload(keys.data() + first, mine, s);
    device_array<std::uint32_t> values(indices ? mine : 0);
    const device_array<std::uint32_t> out_values(indices ? mine : 0);
    if (indices) {
      std::vector<std::uint32_t> own(static_cast<std::size_t>(mine));
      for (std::int64_t i = 0; i < mine; ++i)
        own[std::size_t(i)] = std::uint32_t(first + i);
      values.upload(own.data(), mine, s);
    }
    const rank_arrays<K> a{in.data(), values.data(), out.data(),
                                   out_values.data(), indices != nullptr};
    std::size_t bytes = 0;
    sort_arrays<K>(c, nullptr, bytes, a, h, {o}, s);
    const device_array<char> memory{std::int64_t(bytes)};
    sort_arrays<K>(c, memory.data(), bytes, a, h, {o}, s);
    c.wait(s);
    if (indices) collect(c, out_values.data(), 4 * mine, indices, s);
    else collect(c, out.data(), mine * sizeof(K), sorted, s);
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
                               const K*, K*, const shares&,            \
                               const rank_sort_options&, cudaStream_t);
WW_FOR_KEYS(WW_SORT, )
#undef WW_SORT
}
