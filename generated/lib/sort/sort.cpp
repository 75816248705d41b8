#include <algorithm>
#include <bit>
#include <parallel/algorithm>
#include <tuple>
#include <ww/detail/sort/sort-kernels.cuh>

namespace ww {
using namespace detail::sort;
template <class K, class S>
void sort_ordered(std::vector<K>& keys, order o, S sort) {
  using W = detail::ordered_key<K>;
  const auto map = detail::order_of<K>(o);
  for (K& k : keys)
    k = std::bit_cast<K>(detail::to_order(std::bit_cast<W>(k), map));
  sort(keys.begin(), keys.end(), [](K a, K b) {
    return std::bit_cast<W>(a) < std::bit_cast<W>(b);
  });
  for (K& k : keys)
    k = std::bit_cast<K>(detail::from_order(std::bit_cast<W>(k), map));
}
template <class K>
void sort_serial(std::vector<K>& keys, order o) {
  sort_ordered(keys, o, [](auto... a) { std::sort(a...); });
}
template <class K> void sort_parallel(std::vector<K>& keys, order o) {
  sort_ordered(keys, o, [](auto... a) { __gnu_parallel::sort(a...); });
}
void detail::require_indices(std::int64_t n, const char* what) {
  if (n > std::int64_t(1) << 32)
    throw bad_input(format("%ld %s, where at most 2^32 can have "
                           "indices", n, what));
}
template <class K>
std::vector<std::uint32_t> argsort_parallel(const std::vector<K>& keys,
                                            order o) {
  using W = detail::ordered_key<K>;
  using pair = twice<W>;
  detail::require_indices(std::int64_t(keys.size()));
  const auto map = detail::order_of<K>(o);
  std::vector<pair> pairs(keys.size());
  for (std::size_t i = 0; i < pairs.size(); ++i)
    pairs[i] = pair(detail::to_order(std::bit_cast<W>(keys[i]), map))
                   << 32 |
               i;
  __gnu_parallel::sort(pairs.begin(), pairs.end());
  std::vector<std::uint32_t> indices(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i)
    indices[i] = std::uint32_t(pairs[i]);
  return indices;
}
template <class W>
void sort_words(void* temporary, std::size_t& bytes,
                const digits_io<W>& io, cudaStream_t s,
                std::int64_t many = many_by_buckets) {
  if (io.n <= few_by_digits<W>) {
    require_keys(io.n);
    if (!detail::arena{temporary}.holds(bytes) || io.n == 0) return;
    if (io.early) io.early->decide(nullptr, 0);
    return sort_few(keys_io<W>{io.in, io.out, io.order, io.wanted},
                    int(io.n), s);
  }
  if constexpr (sizeof(W) == 8)
    if (io.n >= many)
      return bucket_sort<bucket_policy<W>>(temporary, bytes, io, s);
  sort_by_digits<false>(temporary, bytes, io, s);
}
template <class K, class W = detail::ordered_key<K>>
digits_io<W> io_of(const K* in, K* out, std::int64_t n, order o,
                   const std::uint32_t* values_in = nullptr,
                   std::uint32_t* values_out = nullptr) {
  return {reinterpret_cast<const W*>(in), reinterpret_cast<W*>(out),
          nullptr, values_in, values_out, nullptr,
          detail::order_of<K>(o), n};
}
template <class K>
void sort_keys(void* temporary, std::size_t& bytes, const K* in, K* out,
               std::int64_t n, order o, cudaStream_t stream) {
  sort_words(temporary, bytes, io_of(in, out, n, o), stream);
}
template <class K>
void sort_keys_in_place(void* temporary, std::size_t& bytes, K* keys,
                        K* other, std::int64_t n, order o,
                        cudaStream_t stream) {
  using W = detail::ordered_key<K>;
  if (n <= few_by_digits<W>) {
    if (temporary && n > 0)
      device_array<K>::copy(other, keys, n, stream);
    return sort_keys<K>(temporary, bytes, other, keys, n, o, stream);
  }
  auto io = io_of<K>(keys, keys, n, o);
  io.spare = reinterpret_cast<W*>(other);
  io.has_spare = true;
  sort_words(temporary, bytes, io, stream);
}
template <class W>
void sort_pairs_by_digits(void* temporary, std::size_t& bytes,
                          digits_io<W> io,
                          cudaStream_t stream) {
  std::size_t inner = 0;
  sort_by_digits<true>(nullptr, inner, io, stream);
  detail::arena memory{temporary};
  if (!io.out) io.out = memory.take<W>(io.n);
  auto* rest = memory.take<char>(std::int64_t(inner));
  if (memory.holds(bytes))
    sort_by_digits<true>(rest, inner, io, stream);
}
template <class W>
void sort_pairs_of(void* temporary, std::size_t& bytes,
                   const digits_io<W>& io, cudaStream_t s) {
  detail::require_indices(io.n);
  if (io.n > few_keys<twice<W>>)
    return sort_pairs_by_digits(temporary, bytes, io, s);
  require_keys(io.n);
  if (detail::arena{temporary}.holds(bytes) && io.n > 0)
    sort_few(pairs_io<W>{io.in, io.out, io.values_in, io.values_out,
                         io.order}, int(io.n), s);
}
template <class K>
void sort_pairs(void* temporary, std::size_t& bytes, const K* keys_in,
                K* keys_out, const std::uint32_t* values_in,
                std::uint32_t* values_out, std::int64_t n, order o,
                cudaStream_t stream) {
  sort_pairs_of(temporary, bytes,
                io_of(keys_in, keys_out, n, o, values_in, values_out),
                stream);
}
void detail::sort_points_by_key(void* temporary, std::size_t& bytes,
                                const float2* in, float2* out,
                                bool ordered, std::uint32_t* order,
                                std::int64_t n, cudaStream_t s,
                                const early_sort* early) {
  using K = std::uint64_t;
  auto io = io_of(reinterpret_cast<const K*>(in),
                  reinterpret_cast<K*>(out), n, ww::order::ascending,
                  nullptr, order);
  io.order = {0, 0, true};
  if (early) io.early = early, io.wanted = early->wanted;
  if (ordered) return sort_pairs_of(temporary, bytes, io, s);
  sort_words(temporary, bytes, io, s,
             bucket_policy<ordered_key<K>>::many);
}
template <int tile>
__global__ void make_one_range(const count64* number, std::int64_t n,
                               digit_range* range,
                               count64* reserved) {
  const auto m = std::int64_t(min(*number, count64(n)));
  *range = {0, m, 0};
  for (int i = 0; i <= task_words; ++i) reserved[i] = 0;
  if (m > 0) reserve(reserved, detail::tiles_of(m, tile));
}
template <class P, class W>
void sort_one_range(const unsigned long long* number, void* temporary,
                    std::size_t& bytes, digits_io<W> io,
                    cudaStream_t s) {
  detail::arena memory{temporary};
  io.out = memory.take<W>(io.n);
  auto* range = memory.take<digit_range>(1);
  auto* reserved = memory.take<count64>(1 + task_words);
  io.ranges = range, io.most_ranges = 1, io.wanted = reserved;
  if (reserved) io.tasks = reserved + 1;
  std::size_t inner = 0;
  digit_sort<P>(nullptr, inner, io, s);
  auto* rest = memory.take<char>(std::int64_t(inner));
  if (!memory.holds(bytes) || io.n == 0) return;
  launch(make_one_range<P::threads * P::each>, 1, 1, 0, s, number,
         io.n, range, reserved);
  digit_sort<P>(rest, inner, io, s);
}
void detail::sort_first_pairs(const unsigned long long* number,
                              void* temporary, std::size_t& bytes,
                              const std::uint64_t* keys,
                              const std::uint32_t* values_in,
                              std::uint32_t* values_out, std::int64_t n,
                              cudaStream_t s) {
  using W = ordered_key<std::uint64_t>;
  constexpr std::int64_t few = 1 << 22;
  auto sort = [&]<class P>(P, std::int64_t m, std::size_t& b) {
    auto io = io_of<std::uint64_t>(keys, nullptr, m, order::ascending,
                                   values_in, values_out);
    sort_one_range<P>(number, temporary, b, io, s);
  };
  std::size_t for_few = 0;
  if (n <= few || !temporary)
    sort(digit_policy<true, 512, 8, 2, std::uint32_t, true>{},
         std::min(n, few), n <= few ? bytes : for_few);
  if (n <= few) return;
  if (n < 1 << 30)
    sort(many_digits<true, W, std::uint32_t, true>{}, n, bytes);
  else sort(many_digits<true, W, count64, true>{}, n, bytes);
  bytes = std::max(bytes, for_few);
}
template <class K>
void sort_pairs_in_place(void* temporary, std::size_t& bytes, K* keys,
                         K* other, std::uint32_t* values,
                         std::uint32_t* other_values, std::int64_t n,
                         order o, cudaStream_t stream) {
  using W = detail::ordered_key<K>;
  detail::require_indices(n);
  if (n <= few_keys<twice<W>>) {
    if (temporary && n > 0) {
      device_array<K>::copy(other, keys, n, stream);
      device_array<std::uint32_t>::copy(other_values, values, n,
                                        stream);
    }
    return sort_pairs<K>(temporary, bytes, other, keys, other_values,
                         values, n, o, stream);
  }
  auto io = io_of<K>(keys, keys, n, o, values, values);
  io.spare = reinterpret_cast<W*>(other);
  io.values_spare = other_values;
  io.has_spare = true;
  sort_by_digits<true>(temporary, bytes, io, stream);
}
template <class K>
void argsort(void* temporary, std::size_t& bytes, const K* keys,
             std::uint32_t* indices, std::int64_t n, order o,
             cudaStream_t stream) {
  sort_pairs(temporary, bytes, keys, static_cast<K*>(nullptr), nullptr,
             indices, n, o, stream);
}
template <class K>
void sort_segments(void* temporary, std::size_t& bytes, const K* in,
                   K* out, std::int64_t n, const std::int64_t* offsets,
                   std::int64_t segments, order o,
                   cudaStream_t stream) {
  if (segments < 0 || (segments == 0 && n > 0))
    throw bad_input(format("%ld segments for %ld keys", segments, n));
  detail::sort_first_segments<K>(nullptr, temporary, bytes, in, out, n,
                                 offsets, segments, stream, o);
}
template <class K>
void detail::sort_first_segments(
    const count64* number, void* temporary, std::size_t& bytes,
    const K* in, K* out, std::int64_t n, const std::int64_t* offsets,
    std::int64_t segments, cudaStream_t stream, order o) {
  using W = ordered_key<K>;
  require_indices(n);
  auto longs = io_of(in, out, n, o);
  const bool large = n >= segments * many_by_digits;
  segment_lists<W> v{longs.in, longs.out, offsets, n, segments,
                     large ? keys_a_tile<left_digits<W>>
                           : keys_a_tile<fewer_left<W>>,
                     longs.order, number};
  arena memory{temporary};
  v.listed = memory.take<std::int64_t>(2 * v.most(1));
  v.longs = memory.take<digit_range>(v.most(4));
  v.count = memory.take<count64>(4 + task_words);
  longs.ranges = v.longs, longs.most_ranges = v.most(4);
  if (v.count) longs.wanted = v.count + 3, longs.tasks = v.count + 4;
  std::size_t inner = 0;
  if (longs.most_ranges > 0)
    sort_ranges<fewer_left>(nullptr, inner, longs, stream);
  auto* rest = memory.take<char>(std::int64_t(inner));
  if (!memory.holds(bytes) || n == 0 || segments == 0) return;
  sort_by_size(v, stream);
  if (longs.most_ranges == 0) return;
  if (large) sort_ranges<left_digits>(rest, inner, longs, stream);
  else sort_ranges<fewer_left>(rest, inner, longs, stream);
}
template <class K> struct all_sorts {
  static inline const auto list = std::make_tuple(
      sort_serial<K>, sort_parallel<K>, argsort_parallel<K>,
      sort_keys<K>, sort_keys_in_place<K>, sort_pairs<K>,
      sort_pairs_in_place<K>, argsort<K>, sort_segments<K>,
      detail::sort_first_segments<K>);
};
#define WW_SORT(K, ...) template struct all_sorts<K>;
WW_FOR_KEYS(WW_SORT, )
#undef WW_SORT
}
