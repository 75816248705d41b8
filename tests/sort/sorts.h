// What the tests of the sorts share: keys of every distribution, the oracle, arrays with canaries, one call of a sort.
#pragma once
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include "catch.h"
#include <ww/model.h>
#include <ww/detail/ground/key-inputs.cuh>
#include <ww/detail/sort/sort-kernels.cuh>
using namespace ww;
using namespace ww::detail;
using namespace ww::detail::sort;

// Under sanitizers a tenth of the speed is left: large sets and the types that differ in nothing but their map are left out.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

inline order way(bool descending) { return descending ? order::descending : order::ascending; }
template <class K> bool same_bits(const std::vector<K>& a, const std::vector<K>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(K)) == 0);
}
// The oracle: a stable sort of the bits by the definition of the order, comparison by comparison.
template <class K> bool precedes(K a, K b) {
  if constexpr (std::is_floating_point_v<K>) {
    const bool na = std::signbit(a), nb = std::signbit(b);
    if (na != nb) return na;
    const auto x = std::bit_cast<ordered_key<K>>(std::fabs(a)), y = std::bit_cast<ordered_key<K>>(std::fabs(b));
    return na ? x > y : x < y;
  } else {
    return a < b;
  }
}
template <class K> std::vector<std::uint32_t> sorted_places(const std::vector<K>& keys, bool descending) {
  std::vector<std::uint32_t> p(keys.size());
  for (std::size_t i = 0; i < p.size(); ++i) p[i] = std::uint32_t(i);
  std::stable_sort(p.begin(), p.end(), [&](auto a, auto b) {
    return descending ? precedes(keys[b], keys[a]) : precedes(keys[a], keys[b]);
  });
  return p;
}
template <class K> std::vector<K> sorted(const std::vector<K>& keys, bool descending) {
  std::vector<K> out;
  for (auto p : sorted_places(keys, descending)) out.push_back(keys[p]);
  return out;
}
enum input : int {
  uniform = int(key_input::uniform), random_bits = int(key_input::bits), equal = int(key_input::equal), two_values = int(key_input::two),
  few_values = int(key_input::sixteen), rising = int(key_input::sorted), falling = int(key_input::reversed), nearly = int(key_input::nearly),
  zipf = int(key_input::zipf), outlier = int(key_input::outlier), clusters = int(key_input::clusters), last_input = key_inputs
};
template <class K> std::vector<K> make(input what, std::int64_t n, std::uint64_t seed = 1) {
  std::vector<K> keys(n);
  for (std::int64_t i = 0; i < n; ++i) keys[i] = draw_key<K>(key_input(int(what)), i, n, seed);
  return keys;
}
// A device array of n elements with canaries on both sides. The model has none: it sees each access itself, and what nothing wrote.
template <class T> struct guarded {
  static constexpr std::int64_t margin = WW_MODEL ? 0 : 32;
  std::int64_t n;
  device_array<T> all;
  explicit guarded(std::int64_t n) : n(n), all(n + 2 * margin) {
    if (margin == 0) return;
    std::vector<T> canaries(n + 2 * margin);
    std::memset(static_cast<void*>(canaries.data()), 0xa5, canaries.size() * sizeof(T));
    all.upload(canaries.data(), n + 2 * margin);
  }
  T* data() const { return all.data() + margin; }
  std::vector<T> take() const {
    auto v = to_host(all);
    for (std::int64_t i = 0; i < margin; ++i)
      for (std::int64_t at : {i, n + margin + i})
        for (std::size_t b = 0; b < sizeof(T); ++b)
          if (reinterpret_cast<unsigned char*>(&v[at])[b] != 0xa5) FAIL("a canary died at " << at - margin << " of " << n);
    return {v.begin() + margin, v.begin() + margin + n};
  }
};
template <class K, class Sort> std::vector<K> run(Sort sort, const std::vector<K>& keys, bool descending, cudaStream_t s = nullptr) {
  const auto in = to_device(keys);
  const guarded<K> out(std::int64_t(keys.size()));
  std::size_t bytes = 0;
  sort(nullptr, bytes, in.data(), out.data(), out.n, way(descending), s);
  const guarded<char> temporary{std::int64_t(bytes)};
  sort(temporary.data(), bytes, in.data(), out.data(), out.n, way(descending), s);
  synchronize(s);
  temporary.take();
  REQUIRE(same_bits(to_host(in), keys));
  return out.take();
}
template <class K> std::vector<K> run_in_place(const std::vector<K>& keys, bool descending) {
  const auto there = to_device(keys);
  const guarded<K> all(there.size()), other(there.size());
  std::size_t bytes = 0;
  sort_keys_in_place<K>(nullptr, bytes, nullptr, nullptr, all.n, way(descending));
  const guarded<char> temporary{std::int64_t(bytes)};
  copy_device(all.data(), there.data(), all.n * std::int64_t(sizeof(K)), nullptr);
  sort_keys_in_place(temporary.data(), bytes, all.data(), other.data(), all.n, way(descending));
  temporary.take(), other.take();
  return all.take();
}
// Sorts by each of the named sorts of the device, and compares with the oracle.
template <class K> void check_sorts(const char* names, const std::vector<K>& keys, bool descending) {
  const auto expected = sorted(keys, descending);
  for (const auto& v : device_sorts<K>()) {
    if (!std::strstr(names, v.name)) continue;
    CAPTURE(v.name);
    REQUIRE(same_bits(run<K>(v.run, keys, descending), expected));
  }
}
// What the model counts while body runs; it must find nothing. On the other back ends body runs, and the report is empty.
template <class Body> model::report counted(Body body) {
  model::watch w;
  body();
  const auto r = w.stop();
  CAPTURE(r.findings.empty() ? "" : r.findings[0].text);
  REQUIRE(r.findings.empty());
  return r;
}
#if WW_MODEL
template <class Body> void check_model(Body body) { counted(body); }
#endif
