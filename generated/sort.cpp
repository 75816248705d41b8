#include "sort.cuh"
#include <algorithm>
#include <bit>
#ifdef _OPENMP
#include <parallel/algorithm>
#endif
#include "sort-kernels.cuh"

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
template <class K>
auto keys_io(const K* in, K* out, bool descending) {
  using W = word_of_key<K>;
  const auto o = order_of<K>(descending);
  if constexpr (sizeof(K) == 4) {
    return narrow_io{reinterpret_cast<const W*>(in),
                     reinterpret_cast<W*>(out), o};
  } else {
    wide_io io{};
    io.in = in;
    io.out = out;
    io.order = o;
    return io;
  }
}
template <class K>
std::int64_t sort_keys(const K* in, K* out, std::int64_t n, bool descending,
                       void* temporary, const stream& s) {
  return split_sort(keys_io(in, out, descending),
                    reinterpret_cast<word_of_key<K>*>(out), n, temporary, s);
}
template <class K>
wide_io indexed_io(const K* in, bool descending, std::int64_t n) {
  if (n > std::int64_t(1) << 32)
    throw bad_input(format("%lld keys, where at most 2^32 can have places",
                           static_cast<long long>(n)));
  wide_io io{};
  io.in = in;
  const auto o = order_of<K>(descending);
  if constexpr (sizeof(K) == 4) io.narrow = o;
  else io.order = o;
  return io;
}
struct round_memory {
  unsigned long long* other;
  std::uint32_t* places[2];
  void* rest;
  std::int64_t bytes;
};
inline round_memory carve_rounds(std::int64_t n, void* temporary) {
  carver memory{static_cast<char*>(temporary)};
  round_memory r{};
  r.other = memory.take<unsigned long long>(n);
  for (auto& places : r.places) places = memory.take<std::uint32_t>(n);
  wide_io io{};
  r.bytes = memory.used + split_sort(io, r.other, n, nullptr, {});
  if (temporary) r.rest = memory.base + memory.used;
  return r;
}
inline void run_round(wide_io io, wide mode, std::int64_t n,
                      const round_memory& r, const stream& s) {
  io.mode = mode;
  split_sort(io, r.other, n, r.rest, s);
}
template <class K>
std::int64_t sort_pairs(const K* in, K* out, const std::uint32_t* values_in,
                        std::uint32_t* values_out, std::int64_t n,
                        bool descending, void* temporary, const stream& s) {
  wide_io io = indexed_io(in, descending, n);
  const round_memory r = carve_rounds(n, temporary);
  if (!temporary) return r.bytes;
  io.out = out;
  io.values_in = values_in;
  io.values_out = values_out;
  if constexpr (sizeof(K) == 8) {
    wide_io low = io;
    low.values_out = r.places[0];
    run_round(low, wide::low_half, n, r, s);
    io.places = r.places[0];
  }
  run_round(io, sizeof(K) == 4 ? wide::pairs : wide::high_half, n, r, s);
  return 0;
}
template <class K>
std::int64_t argsort(const K* in, std::uint32_t* places, std::int64_t n,
                     bool descending, void* temporary, const stream& s) {
  return sort_pairs(in, static_cast<K*>(nullptr), nullptr, places, n,
                    descending, temporary, s);
}
template <class K>
std::int64_t sort_segments(const K* in, K* out, std::int64_t n,
                           const std::int64_t* offsets, std::int64_t segments,
                           bool descending, void* temporary,
                           const stream& s) {
  wide_io io = indexed_io(in, descending, n);
  const round_memory r = carve_rounds(n, temporary);
  if (!temporary) return r.bytes;
  io.offsets = offsets;
  io.segments = segments;
  io.out = out;
  if constexpr (sizeof(K) == 4) {
    run_round(io, wide::segments, n, r, s);
  } else {
    wide_io round = io;
    round.out = nullptr;
    round.values_out = r.places[0];
    run_round(round, wide::low_half, n, r, s);
    round.places = r.places[0];
    round.values_out = r.places[1];
    run_round(round, wide::high_half, n, r, s);
    io.places = r.places[1];
    run_round(io, wide::by_segment, n, r, s);
  }
  return 0;
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
                        void* temporary, const stream& s) {
  constexpr int width = sizeof(K) == 4 ? 16 : 8;
  return merge_sort<width>(keys_io(in, out, descending), n, temporary, s);
}
template <class K, auto sort>
std::int64_t narrow_keys(const K* in, K* out, std::int64_t n, bool descending,
                         void* temporary, const stream& s) {
  return sort(reinterpret_cast<const std::uint32_t*>(in),
              reinterpret_cast<std::uint32_t*>(out), n,
              order_of<K>(descending), temporary, s);
}
inline std::int64_t hybrid_1024(const std::uint32_t* in, std::uint32_t* out,
                                std::int64_t n,
                                key_order<std::uint32_t> order,
                                void* temporary, const stream& s) {
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
                                  const stream&);                           \
  template std::int64_t sort_pairs(const K*, K*, const std::uint32_t*,      \
                                   std::uint32_t*, std::int64_t, bool,      \
                                   void*, const stream&);                   \
  template std::int64_t argsort(const K*, std::uint32_t*, std::int64_t,     \
                                bool, void*, const stream&);                \
  template std::int64_t sort_segments(const K*, K*, std::int64_t,           \
                                      const std::int64_t*, std::int64_t,    \
                                      bool, void*, const stream&);          \
  template const std::vector<sort_variant<K>>& sort_variants();
WW_SORT(float)
WW_SORT(double)
WW_SORT(std::int32_t)
WW_SORT(std::uint32_t)
WW_SORT(std::int64_t)
WW_SORT(std::uint64_t)
#undef WW_SORT
}
