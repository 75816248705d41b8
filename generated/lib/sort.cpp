#include <ww/sort.cuh>
#include <algorithm>
#include <bit>
#ifdef _OPENMP
#include <parallel/algorithm>
#endif
#include <ww/detail/sort-kernels.cuh>

namespace ww {
template <class K, class S>
void sort_words(std::vector<K>& keys, bool descending, S sort) {
  using W = word_of_key<K>;
  const auto o = order_of<K>(descending);
  std::vector<W> words(keys.size());
  std::transform(keys.begin(), keys.end(), words.begin(),
                 [=](K k) { return to_order(std::bit_cast<W>(k), o); });
  sort(words.begin(), words.end());
  std::transform(words.begin(), words.end(), keys.begin(),
                 [=](W w) { return std::bit_cast<K>(from_order(w, o)); });
}
template <class K> void sort_serial(std::vector<K>& keys, bool descending) {
  sort_words(keys, descending,
             [](auto first, auto last) { std::sort(first, last); });
}
template <class K> void sort_parallel(std::vector<K>& keys, bool descending) {
#ifdef _OPENMP
  sort_words(keys, descending, [](auto first, auto last) {
    __gnu_parallel::sort(first, last);
  });
#else
  sort_serial(keys, descending);
#endif
}
template <class K> auto keys_of(const K* in, K* out, bool descending) {
  using W = word_of_key<K>;
  return keys_io<W>{reinterpret_cast<const W*>(in), reinterpret_cast<W*>(out),
                    order_of<K>(descending)};
}
template <class K>
std::int64_t sort_keys(const K* in, K* out, std::int64_t n, bool descending,
                       void* temporary, cudaStream_t s) {
  return split_sort(keys_of(in, out, descending),
                    reinterpret_cast<word_of_key<K>*>(out), n, temporary, s);
}
template <class IO>
std::int64_t sort_aside(const IO& io, std::int64_t n, void* temporary,
                        cudaStream_t s) {
  if (n > std::int64_t(1) << 32)
    throw bad_input(format("%lld keys, where at most 2^32 can have places",
                           static_cast<long long>(n)));
  carver memory{static_cast<char*>(temporary)};
  auto* other = memory.take<typename IO::word>(n);
  void* rest = temporary ? memory.base + memory.used : nullptr;
  return memory.used + split_sort(io, other, n, rest, s);
}
template <class K>
std::int64_t sort_pairs(const K* in, K* out, const std::uint32_t* values_in,
                        std::uint32_t* values_out, std::int64_t n,
                        bool descending, void* temporary, cudaStream_t s) {
  using W = word_of_key<K>;
  const pairs_io<W> io{reinterpret_cast<const W*>(in),
                       reinterpret_cast<W*>(out), values_in, values_out,
                       order_of<K>(descending)};
  return sort_aside(io, n, temporary, s);
}
template <class K>
std::int64_t argsort(const K* in, std::uint32_t* places, std::int64_t n,
                     bool descending, void* temporary, cudaStream_t s) {
  return sort_pairs(in, static_cast<K*>(nullptr), nullptr, places, n,
                    descending, temporary, s);
}
template <class K>
std::int64_t sort_segments(const K* in, K* out, std::int64_t n,
                           const std::int64_t* offsets, std::int64_t segments,
                           bool descending, void* temporary,
                           cudaStream_t s) {
  using W = word_of_key<K>;
  const segments_io<W> io{reinterpret_cast<const W*>(in),
                          reinterpret_cast<W*>(out), offsets, segments,
                          order_of<K>(descending)};
  return sort_aside(io, n, temporary, s);
}
template <class K, auto sort>
void sort_journey(std::vector<K>& keys, bool descending) {
  const auto n = std::int64_t(keys.size());
  const auto in = to_device(keys);
  const device_array<K> out(n);
  const device_array<char> temporary(
      sort(in.data(), out.data(), n, descending, nullptr, {}));
  sort(in.data(), out.data(), n, descending, temporary.data(), {});
  keys = to_host(out);
}
template <class K>
std::int64_t merge_keys(const K* in, K* out, std::int64_t n, bool descending,
                        void* temporary, cudaStream_t s) {
  constexpr int width = sizeof(K) == 4 ? 16 : 8;
  return merge_sort<width>(keys_of(in, out, descending), n, temporary, s);
}
template <class K, auto sort>
std::int64_t narrow_keys(const K* in, K* out, std::int64_t n, bool descending,
                         void* temporary, cudaStream_t s) {
  return sort(reinterpret_cast<const std::uint32_t*>(in),
              reinterpret_cast<std::uint32_t*>(out), n,
              order_of<K>(descending), temporary, s);
}
inline std::int64_t hybrid_1024(const std::uint32_t* in, std::uint32_t* out,
                                std::int64_t n,
                                key_order<std::uint32_t> order,
                                void* temporary, cudaStream_t s) {
  return hybrid_sort(in, out, n, order, temporary, s);
}
template <class K> const std::vector<sort_variant<K>>& sort_variants() {
  static const std::vector<sort_variant<K>> table = [] {
    std::vector<sort_variant<K>> t = {
        {"serial", sort_serial<K>, nullptr},
        {"parallel", sort_parallel<K>, nullptr},
        {"split", sort_journey<K, sort_keys<K>>, sort_keys<K>},
        {"merge", sort_journey<K, merge_keys<K>>, merge_keys<K>}};
    if constexpr (sizeof(K) == 4) {
      constexpr auto vector = narrow_keys<K, vector_sort>;
      constexpr auto hybrid = narrow_keys<K, hybrid_1024>;
      t.push_back({"vector", sort_journey<K, vector>, vector});
      t.push_back({"hybrid", sort_journey<K, hybrid>, hybrid});
    }
    return t;
  }();
  return table;
}
#define WW_SORT(K)                                                          \
  template std::int64_t sort_keys(const K*, K*, std::int64_t, bool, void*,  \
                                  cudaStream_t);                           \
  template std::int64_t sort_pairs(const K*, K*, const std::uint32_t*,      \
                                   std::uint32_t*, std::int64_t, bool,      \
                                   void*, cudaStream_t);                   \
  template std::int64_t argsort(const K*, std::uint32_t*, std::int64_t,     \
                                bool, void*, cudaStream_t);                \
  template std::int64_t sort_segments(const K*, K*, std::int64_t,           \
                                      const std::int64_t*, std::int64_t,    \
                                      bool, void*, cudaStream_t);          \
  template const std::vector<sort_variant<K>>& sort_variants();
WW_SORT(float)
WW_SORT(double)
WW_SORT(std::int32_t)
WW_SORT(std::uint32_t)
WW_SORT(std::int64_t)
WW_SORT(std::uint64_t)
#undef WW_SORT
}
