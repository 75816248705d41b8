#include <ww/detail/gpus-kernels.cuh>

namespace ww {
std::int64_t shares::begin(int rank) const {
  return detail::part_begin(total(), rank, std::int64_t(given.size()));
}
shares share_out(communicator& c, std::int64_t n, cudaStream_t s) {
  return {gather_values(c, std::vector{n}, s)};
}
namespace {
template <class K>
void sort_arrays(communicator& c, void* temporary, std::size_t& bytes,
                 const detail::rank_arrays<K>& a, const shares& h,
                 const rank_sort_options& o, cudaStream_t s) {
  if (o.method == rank_method::remote_stores && !c.shares_memory())
    throw bad_input("remote stores need ranks that share memory");
  detail::rank_sorter<K> sorter(c, a, h, o, s);
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
                 {keys_in, values_in, keys_out, values_out}, h, o, s);
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
  detail::rank_sorter<K> sorter(c, {keys, nullptr, sorted, nullptr}, h,
                                {o.way, rank_method::sort_first, 4}, s,
                                runs);
  sorter.take(m);
  if (!m.holds(bytes)) return;
  const stream forth, back;
  event ready;
  sorter.before_run = [&](int q) {
    const std::int64_t at = detail::part_begin(n, q, runs);
    const std::int64_t end = detail::part_begin(n, q + 1, runs);
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
#define WW_SORT(K)                                                     \
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
WW_SORT(float)
WW_SORT(double)
WW_SORT(std::int32_t)
WW_SORT(std::uint32_t)
WW_SORT(std::int64_t)
WW_SORT(std::uint64_t)
#undef WW_SORT
}
