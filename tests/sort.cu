// The sorts: every variant and type, the published faults, networks by the 0-1 principle, and what the model says.
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <random>
#include <set>
#include "catch.h"
#include <ww/model.h>
#include <ww/detail/merge-kernels.cuh>
#include <ww/detail/sort2008-kernels.cuh>
using namespace ww;
using namespace ww::detail;

// Under sanitizers a tenth of the speed is left: large sets and the types that differ in nothing but their map are left out.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

namespace {
order way(bool descending) { return descending ? order::descending : order::ascending; }
template <class K> std::vector<ordered_key<K>> words_of(const std::vector<K>& keys, bool descending) {
  std::vector<ordered_key<K>> words;
  for (K k : keys) words.push_back(to_order(std::bit_cast<ordered_key<K>>(k), order_of<K>(way(descending))));
  return words;
}
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
enum input { random_bits, uniform, equal, two_values, few_values, rising, falling, nearly, organ_pipe, zipf, outlier, clusters, last_input };
template <class K> std::vector<K> make(input what, std::int64_t n, std::uint64_t seed = 1) {
  using W = ordered_key<K>;
  std::mt19937_64 g(seed * 1000 + what);
  auto u = [&] { return double(g() >> 11) * 0x1p-53; };
  auto number = [](double x) { return K(std::is_floating_point_v<K> ? x : x * double(std::numeric_limits<std::int32_t>::max())); };
  std::vector<K> v(n);
  for (std::int64_t i = 0; i < n; ++i) {
    const double place = double(i) / double(n);
    switch (what) {
      case random_bits: v[i] = std::bit_cast<K>(W(g())); break;
      case uniform: v[i] = number(u()); break;
      case equal: v[i] = number(0.5); break;
      case two_values: v[i] = number(double(g() % 2) / 2); break;
      case few_values: v[i] = number(double(g() % 17) / 20); break;
      case rising: v[i] = number(place); break;
      case falling: v[i] = number(1 - place); break;
      case nearly: v[i] = number(g() % 50 ? place : u()); break;
      case organ_pipe: v[i] = number(std::min(place, 1 - place)); break;
      case zipf: v[i] = K(std::floor(std::exp(u() * 13))); break;
      case outlier: v[i] = i == n / 3 ? std::numeric_limits<K>::max() : number(u() / 1024); break;
      default: v[i] = number(double(g() % 5) / 8 + u() / 1e6); break;
    }
  }
  return v;
}
// A device array of n elements with canaries on both sides.
template <class T> struct guarded {
  std::int64_t n;
  device_array<T> all;
  explicit guarded(std::int64_t n) : n(n), all(n + 64) {
    std::vector<T> canaries(n + 64);
    std::memset(static_cast<void*>(canaries.data()), 0xa5, canaries.size() * sizeof(T));
    all.upload(canaries.data(), n + 64);
  }
  T* data() const { return all.data() + 32; }
  std::vector<T> take() const {
    auto v = to_host(all);
    for (std::int64_t i = 0; i < 32; ++i)
      for (std::int64_t at : {i, n + 32 + i})
        for (std::size_t b = 0; b < sizeof(T); ++b)
          if (reinterpret_cast<unsigned char*>(&v[at])[b] != 0xa5) FAIL("a canary died at " << at - 32 << " of " << n);
    return {v.begin() + 32, v.begin() + 32 + n};
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
template <class K> void check_variants(const std::vector<K>& keys, bool descending) {
  const auto expected = sorted(keys, descending);
  for (const auto& v : sort_variants<K>()) {
    CAPTURE(v.name);
    if (v.needs_device) continue;
    auto mine = keys;
    v.run(mine, way(descending));
    REQUIRE(same_bits(mine, expected));
  }
  for (const auto& v : device_sorts<K>()) {
    CAPTURE(v.name);
    REQUIRE(same_bits(run<K>(v.run, keys, descending), expected));
  }
}
std::vector<std::int64_t> small_sizes() {
  std::vector<std::int64_t> sizes;
  for (std::int64_t n = 0; n <= 300; n += WW_MODEL ? 43 : n < 70 ? 1 : WW_CUDA ? 3 : 23) sizes.push_back(n);
  return sizes;
}
}  // namespace

TEMPLATE_TEST_CASE("every variant sorts every number of keys", "", float, double, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t) {
  REQUIRE_GPU();
  if (sanitized && !std::is_same_v<TestType, float> && !std::is_same_v<TestType, std::int64_t>) return;
  for (std::int64_t n : small_sizes()) {
    CAPTURE(n);
    check_variants(make<TestType>(random_bits, n), n % 2 == 1);
    check_variants(make<TestType>(few_values, n), n % 2 == 0);
  }
}
TEMPLATE_TEST_CASE("every variant at the edges of tiles and paths", "", float, double, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t) {
  REQUIRE_GPU();
  if (sanitized && !std::is_same_v<TestType, float> && !std::is_same_v<TestType, std::int64_t>) return;
  if (WW_MODEL && !std::is_same_v<TestType, float>) return;
  for (std::int64_t n : {1023, 1024, 1025, 4095, 4096, 4097, 6143, 6145, 8191, 8192, 8193, 10007, 65535, 65536, 65537, 100003}) {
    if (WW_MODEL && n > 2000) continue;
    if (WW_HOST && n > 9000 && !std::is_same_v<TestType, float> && !std::is_same_v<TestType, std::int64_t>) continue;
    CAPTURE(n);
    check_variants(make<TestType>(n % 2 ? random_bits : uniform, n), n % 2 == 1);
  }
}
TEMPLATE_TEST_CASE("every distribution", "", float, std::int64_t) {
  REQUIRE_GPU();
  for (int what = 0; what < last_input; ++what)
    for (std::int64_t n : {5000, 70001, 200003}) {
      if (WW_MODEL && (n > 5000 || what > uniform)) continue;
      if (WW_HOST && n == 70001 && what < equal) continue;
      if (sanitized && n > 5000 && what != uniform && what != zipf) continue;
      CAPTURE(what, n);
      check_variants(make<TestType>(input(what), n), what % 2 == 1);
    }
}
TEST_CASE("two levels, and a second in reserve") {
  REQUIRE_GPU();
  if (WW_MODEL) return;
  for (std::int64_t n : {std::int64_t(1) << 20, (std::int64_t(1) << 20) + 1, std::int64_t(3000017), (std::int64_t(1) << 22) + 13})
    for (int what : {uniform, random_bits, two_values, few_values, zipf, clusters, nearly}) {
      if (WW_HOST && what != uniform && (n != 3000017 || what == random_bits || what == nearly)) continue;
      if (sanitized && (n > 3000017 || what == few_values || what == clusters)) continue;
      CAPTURE(n, what);
      const auto keys = make<float>(input(what), n);
      auto expected = keys;
      sort_serial(expected, order::ascending);
      REQUIRE(same_bits(run<float>(sort_keys<float>, keys, false), expected));
    }
}
// Each set is sorted with the rates of strays that the stretches can bear and with those that they cannot. The last kind has few
// words, each with a bin of its own, so that the neighbours of a stretch fall into two to four bins.
TEMPLATE_TEST_CASE("keys that are nearly in order", "", std::uint32_t, double) {
  REQUIRE_GPU();
  using K = TestType;
  for (std::int64_t n : {65537, 65536 + 4096, 100003, 299008})
    for (int percent : {0, 1, 10, 24, 40})
      for (int kind = 0; kind < 6; ++kind) {
        if (WW_MODEL && (n > 65537 || percent != 10 || (kind != 0 && kind != 3) || sizeof(K) == 8)) continue;
        if ((WW_HOST || sanitized) && (n != 100003 || percent == 40) && percent != 1) continue;
        CAPTURE(n, percent, kind);
        std::mt19937_64 g(n + percent * 10 + kind);
        std::vector<K> keys(n);
        for (std::int64_t i = 0; i < n; ++i) {
          const std::int64_t moved = std::max<std::int64_t>(0, i - std::int64_t(g() % 900));
          keys[i] = kind == 5 ? K(1000 + i * 40 / n) : K(1000 + (kind == 1 ? moved * 7 : kind == 2 ? i / 5000 : i * 7));
          if (i > 0 && std::int64_t(g() % 100) < percent) keys[i] = K(kind == 3 ? 3 : kind == 5 ? 1000 + g() % 40 : g() % std::uint64_t(7 * n + 2000));
        }
        if (kind == 4) std::reverse(keys.begin(), keys.end());
        const auto expected = sorted(keys, false);
        REQUIRE(same_bits(run<K>(sort_keys<K>, keys, false), expected));
        if (percent == 1) {
          std::reverse(keys.begin(), keys.end());
          REQUIRE(same_bits(run<K>(sort_keys<K>, keys, false), expected));
        }
      }
}
// Sorts pairs of these keys, and their places alone, and compares both with a stable sort of the places.
template <class K> void check_pairs(const std::vector<K>& keys, bool descending) {
  const auto n = std::int64_t(keys.size());
  const auto expected = sorted_places(keys, descending);
  std::vector<std::uint32_t> values(n), wanted(n);
  for (std::int64_t i = 0; i < n; ++i) values[i] = std::uint32_t(i * 2654435761u);
  for (std::int64_t i = 0; i < n; ++i) wanted[i] = values[expected[i]];
  const auto in = to_device(keys);
  const auto values_in = to_device(values);
  const guarded<K> out(n);
  const guarded<std::uint32_t> values_out(n), places(n);
  std::size_t bytes = 0;
  sort_pairs(nullptr, bytes, in.data(), out.data(), values_in.data(), values_out.data(), n, way(descending));
  const guarded<char> temporary{std::int64_t(bytes)};
  sort_pairs(temporary.data(), bytes, in.data(), out.data(), values_in.data(), values_out.data(), n, way(descending));
  REQUIRE(same_bits(out.take(), sorted(keys, descending)));
  REQUIRE(values_out.take() == wanted);
  argsort(temporary.data(), bytes, in.data(), places.data(), n, way(descending));
  REQUIRE(places.take() == expected);
  temporary.take();
}
// Sorts segments of random lengths up to the longest, and compares each with a sort by itself.
template <class K> void check_segments(const std::vector<K>& keys, std::int64_t longest) {
  const auto n = std::int64_t(keys.size());
  std::mt19937 g(unsigned(n + longest));
  std::vector<std::int64_t> offsets = {0};
  while (offsets.back() < n) offsets.push_back(std::min<std::int64_t>(n, offsets.back() + std::int64_t(g() % unsigned(longest + 1))));
  auto expected = keys;
  for (std::size_t s = 0; s + 1 < offsets.size(); ++s) {
    const auto part = sorted(std::vector<K>(keys.begin() + offsets[s], keys.begin() + offsets[s + 1]), true);
    std::copy(part.begin(), part.end(), expected.begin() + offsets[s]);
  }
  const auto in = to_device(keys);
  const auto off = to_device(offsets);
  const std::int64_t segments = std::int64_t(offsets.size()) - 1;
  const guarded<K> out(n);
  std::size_t bytes = 0;
  sort_segments(nullptr, bytes, in.data(), out.data(), n, off.data(), segments, order::descending);
  const guarded<char> temporary{std::int64_t(bytes)};
  sort_segments(temporary.data(), bytes, in.data(), out.data(), n, off.data(), segments, order::descending);
  REQUIRE(same_bits(out.take(), expected));
  temporary.take();
}
TEMPLATE_TEST_CASE("pairs are stable, and places are a permutation", "", float, double, std::int32_t, std::uint64_t) {
  REQUIRE_GPU();
  for (std::int64_t n : {0, 1, 2, 33, 300, 1025, 5000, 16385, 70001})
    for (int what : {random_bits, few_values, two_values, rising, falling, nearly, zipf}) {
      if (WW_MODEL && (n > 300 || what > few_values)) continue;
      if (WW_HOST && n > 5000 && what > two_values) continue;
      CAPTURE(n, what);
      check_pairs(make<TestType>(input(what), n), what % 2 == 1);
    }
}
TEMPLATE_TEST_CASE("segments are sorted by themselves", "", float, double, std::uint32_t, std::int64_t) {
  REQUIRE_GPU();
  for (std::int64_t n : {1, 100, 3000, 90001})
    for (std::int64_t longest : {1, 7, 500, 100000})
      for (int what : {random_bits, two_values}) {
        if (WW_MODEL && n > 100) continue;
        if (WW_HOST && n > 3000 && longest < 500) continue;
        if (sanitized && n > 3000 && what == random_bits) continue;
        CAPTURE(n, longest, what);
        check_segments(make<TestType>(input(what), n), longest);
      }
}
// Words of twice the size have levels of their own: a second in reserve from 2^19 pairs on, two from 2^21.
TEST_CASE("pairs and segments of keys of 64 bits, by two levels") {
  REQUIRE_GPU();
  if (WW_MODEL) return;
  for (std::int64_t n : {(std::int64_t(1) << 19) + 1, (std::int64_t(1) << 21) + 13})
    for (int what : {uniform, random_bits, two_values, zipf, clusters, nearly}) {
      if (WW_HOST && (n > 1000000 ? what != uniform : what != zipf)) continue;
      if (sanitized && n > 1000000) continue;
      CAPTURE(n, what);
      const auto keys = make<double>(input(what), n);
      check_pairs(keys, what % 2 == 1);
      check_segments(keys, n);
    }
}
TEST_CASE("zeros, infinities and NaN are in total order") {
  REQUIRE_GPU();
  const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> order = {-nan, -inf, -1, -std::numeric_limits<float>::denorm_min(), -0.0f, 0.0f,
                                    std::numeric_limits<float>::denorm_min(), 1, inf, nan};
  std::vector<float> keys;
  for (int i = 0; i < 1000; ++i) keys.push_back(order[i * 7 % 10]);
  for (const auto& v : sort_variants<float>()) {
    auto mine = keys;
    v.run(mine, order::ascending);
    for (int i = 0; i < 1000; ++i) REQUIRE(std::bit_cast<unsigned>(mine[i]) == std::bit_cast<unsigned>(order[i / 100]));
  }
}
TEST_CASE("the published form loses zeros and NaN, the mended one does not") {
  REQUIRE_GPU();
  auto as_published = [](std::vector<float> keys) {
    const auto vectors = std::int64_t(keys.size()) / 4;
    device_array<float> one(4 * vectors), other(4 * vectors);
    one.upload(keys.data(), 4 * vectors);
    auto* v = run_passes(reinterpret_cast<float4*>(one.data()), reinterpret_cast<float4*>(other.data()), vectors, {}, [](std::int64_t) {});
    device_array<float>::copy(keys.data(), reinterpret_cast<const float*>(v), 4 * vectors, {});
    return keys;
  };
  auto bits = [](const std::vector<float>& keys) {
    std::multiset<unsigned> s;
    for (float k : keys) s.insert(std::bit_cast<unsigned>(k));
    return s;
  };
  const auto plain = make<float>(uniform, 1024);
  CHECK(same_bits(as_published(plain), sorted(plain, false)));
  auto zeros = plain, nans = plain;
  for (int i = 0; i < 1024; i += 3) zeros[i] = i % 2 ? 0.0f : -0.0f;
  for (int i = 0; i < 1024; i += 50) nans[i] = std::numeric_limits<float>::quiet_NaN();
  const auto z = as_published(zeros), x = as_published(nans);
  CHECK(std::is_sorted(z.begin(), z.end()));
  CHECK(bits(z) != bits(zeros));
  CHECK(bits(x) != bits(nans));
  for (const auto& keys : {zeros, nans})
    CHECK(same_bits(run<float>(device_sorts<float>()[2].run, keys, false), sorted(keys, false)));
}
namespace {
// One warp cuts many lists; the windows come back with the doubt that is left.
template <int L, int M, class N>
__global__ void cut_once(const std::uint32_t* keys, const std::int64_t* offsets, int ways, std::int64_t rank, std::int64_t enough, std::int64_t* bounds) {
  list_window<std::uint32_t, N> v[L];
  for (int l = 0; l < L; ++l) {
    const int list = int(threadIdx.x) * L + l;
    v[l] = {keys, 0, 0};
    if (list < ways) v[l] = {keys + offsets[list], 0, N(offsets[list + 1] - offsets[list])};
  }
  cut_lists<L, M>(v, N(rank), N(enough));
  for (int l = 0; l < L; ++l) {
    const int list = int(threadIdx.x) * L + l;
    if (list < ways) bounds[2 * list] = v[l].lo, bounds[2 * list + 1] = v[l].hi;
  }
}
// The oracle: the first keys in the order of word, list and place, counted one by one.
std::vector<std::int64_t> true_cut(const std::vector<std::vector<std::uint32_t>>& lists, std::int64_t rank) {
  std::vector<std::pair<std::uint32_t, int>> all;
  for (int j = 0; j < int(lists.size()); ++j)
    for (auto w : lists[j]) all.push_back({w, j});
  std::stable_sort(all.begin(), all.end());
  std::vector<std::int64_t> cut(lists.size());
  for (std::int64_t r = 0; r < rank; ++r) ++cut[all[r].second];
  return cut;
}
template <int L, int M, class N> void check_cuts(int ways, unsigned seed, int longest, unsigned values) {
  std::mt19937 g(seed);
  std::vector<std::vector<std::uint32_t>> lists(ways);
  std::vector<std::uint32_t> keys;
  std::vector<std::int64_t> offsets = {0};
  for (auto& list : lists) {
    list.resize(g() % 4 == 0 ? 0 : g() % unsigned(longest + 1));
    for (auto& w : list) w = values == 0 ? ~0u : g() % values;
    std::sort(list.begin(), list.end());
    keys.insert(keys.end(), list.begin(), list.end());
    offsets.push_back(std::int64_t(keys.size()));
  }
  const std::int64_t n = std::int64_t(keys.size());
  const auto k = to_device(keys);
  const auto o = to_device(offsets);
  const device_array<std::int64_t> b(2 * ways);
  const std::int64_t step = n > 60 ? n / 15 : 1;
  for (std::int64_t rank = 0; rank <= n; rank += step)
    for (std::int64_t enough : {0, 7}) {
      launch(cut_once<L, M, N>, 1, 32, 0, {}, static_cast<const std::uint32_t*>(k.data()), static_cast<const std::int64_t*>(o.data()), ways, rank, enough, b.data());
      const auto bounds = to_host(b);
      const auto cut = true_cut(lists, rank);
      std::int64_t doubt = 0;
      bool within = true;
      for (int j = 0; j < ways; ++j) {
        within = within && bounds[2 * j] <= cut[j] && cut[j] <= bounds[2 * j + 1];
        doubt += bounds[2 * j + 1] - bounds[2 * j];
      }
      CAPTURE(ways, seed, longest, values, rank, enough);
      REQUIRE(within);
      REQUIRE(doubt <= enough);
    }
}
template <int w, int tile, class K> void check_merge(const std::vector<K>& keys, int ways) {
  auto sort = [=](void* temporary, std::size_t& bytes, const K* in, K* out, std::int64_t n, order o, cudaStream_t s) {
    const auto used = merge_sort<w, tile>(keys_of(in, out, o), n, temporary, s, ways);
    if (!temporary) bytes = std::size_t(used);
  };
  auto expected = keys;
  sort_serial(expected, order::ascending);
  CAPTURE(w, tile, ways, keys.size());
  REQUIRE(same_bits(run<K>(sort, keys, false), expected));
}
}  // namespace

TEST_CASE("the merge cuts many lists where they must be cut") {
  REQUIRE_GPU();
  for (unsigned seed = 1; seed <= (sanitized ? 1u : WW_CUDA ? 6u : 2u); ++seed)
    for (unsigned values : {0u, 1u, 2u, 5u, 1000u, 4000000000u})
      for (int longest : {1, 3, 40, 700}) {
        if (WW_MODEL && longest > 40) continue;
        check_cuts<1, 1, int>(2, seed, longest, values);
        check_cuts<1, 3, int>(8, seed, longest, values);
        check_cuts<1, 1, std::int64_t>(32, seed, longest, values);
        check_cuts<1, 3, int>(32, seed, longest, values);
        check_cuts<2, 1, int>(64, seed, longest, values);
        check_cuts<4, 1, std::int64_t>(128, seed, longest, values);
      }
}
TEST_CASE("the merge at every small size, for all numbers of ways") {
  REQUIRE_GPU();
  for (std::int64_t n = 0; n <= 300; n += WW_MODEL ? 50 : sanitized ? 13 : 1) {
    check_merge<8, 1024>(make<std::uint32_t>(random_bits, n), 2);
    if (n % 10 == 0) check_merge<8, 1024>(make<std::int64_t>(few_values, n), 2);
  }
  for (int ways : {2, 4, 8, 16, 32, 64, 128})
    for (std::int64_t n : {1023, 1024, 1025, 2047, 2049, 3000, 8191, 8193, 20000, 65537, 140001}) {
      if (WW_MODEL && (n > 3000 || (ways > 2 && ways < 64))) continue;
      if (sanitized && n > 20000) continue;
      if (WW_HOST && n > 20000 && ways > 4 && ways < 64) continue;
      check_merge<8, 1024>(make<std::uint32_t>(n % 3 ? random_bits : few_values, n), ways);
      if (!WW_MODEL && n > 2000) check_merge<8, 1024>(make<std::uint64_t>(n % 2 ? random_bits : zipf, n), ways);
    }
}
TEST_CASE("the merge of many inputs at the edges of tiles") {
  REQUIRE_GPU();
  if (WW_MODEL) return;
  for (int what = 0; what < last_input; ++what)
    for (std::int64_t n : {8191, 8192, 8193, 7936, 65535, 65536, 65537}) {
      if ((sanitized || WW_HOST) && n > 10000 && n != 65537) continue;
      CAPTURE(what);
      check_merge<16, 8192>(make<float>(input(what), n), 0);
      if (n % 2) check_merge<8, 4096>(make<double>(input(what), n), 8);
      if (n == 65537) check_merge<16, 2048>(make<float>(input(what), n), 4);
    }
}
TEST_CASE("splits in rounds settle what stands near its place, by the 0-1 principle") {
  for (unsigned zeros = 0; zeros < 1u << 16; ++zeros) {
    std::uint32_t r[16];
    const int low = __builtin_popcount(zeros & 255), high = __builtin_popcount(zeros >> 8);
    for (int k = 0; k < 8; ++k) r[k] = k >= 8 - low, r[k + 8] = k >= 8 - high;
    merge_halves(r);
    for (int k = 0; k < 16; ++k)
      if (r[k] != (k >= 16 - low - high)) FAIL("two halves of eight");
  }
  for (int m = 1; m <= 40; ++m)  // a bin of m keys, at any place among the vectors
    for (int begin = 0; begin + m <= 96; ++begin)
      for (int seed = 0; seed < 4; ++seed) {
        std::mt19937 g(unsigned(seed * 10000 + m * 100 + begin));
        std::uint32_t a[96];
        for (int i = 0; i < 96; ++i) a[i] = i < begin ? 0 : i >= begin + m ? 1 : seed == 0 ? i - begin < m / 2 : g() % 2;
        const int rounds = 1 + (m - 1 + 7) / 8;
        for (int round = 0; round < rounds; ++round)
          for (int at = round % 2 ? 8 : 0; at + 16 <= 96; at += 16) {
            std::uint32_t r[16];
            std::copy(a + at, a + at + 16, r);
            if (round == 0) sort_registers(r);
            else merge_halves(r);
            std::copy(r, r + 16, a + at);
          }
        if (!std::is_sorted(a, a + 96)) FAIL("a bin of " << m << " at " << begin);
      }
}
TEST_CASE("networks and splits by the 0-1 principle") {
  for (unsigned zeros = 0; zeros < 1u << 16; ++zeros) {
    std::uint32_t r[16];
    for (int k = 0; k < 16; ++k) r[k] = zeros >> k & 1;
    sort_registers(r);
    for (int k = 0; k < 16; ++k)
      if (r[k] != (k >= 16 - __builtin_popcount(zeros))) FAIL("the network of sixteen");
  }
  for (unsigned zeros = 0; zeros < 16; ++zeros) {
    const uint4 v = sort_elements(uint4{zeros & 1, zeros >> 1 & 1, zeros >> 2 & 1, zeros >> 3 & 1});
    const unsigned ones = unsigned(__builtin_popcount(zeros));
    CHECK((v.x == (ones > 3) && v.y == (ones > 2) && v.z == (ones > 1) && v.w == (ones > 0)));
  }
  auto list = [](unsigned ones) { return uint4{ones > 3, ones > 2, ones > 1, ones > 0}; };
  for (unsigned i = 0; i <= 4; ++i)
    for (unsigned j = 0; j <= 4; ++j) {
      uint4 a = list(i), b = list(j);
      split_vectors(a, b);
      const uint4 low = list(i + j > 4 ? i + j - 4 : 0), high = list(std::min(4u, i + j));
      CHECK((a.x == low.x && a.y == low.y && a.z == low.z && a.w == low.w));
      CHECK((b.x == high.x && b.y == high.y && b.z == high.z && b.w == high.w));
    }
}
TEST_CASE("the line never decreases, and knows its pure bins") {
  std::mt19937_64 g(5);
  for (int round = 0; round < 3000; ++round) {
    const int bins = 1 << (1 + g() % 13);
    std::uint32_t lo = std::uint32_t(g()) >> (g() % 32), hi = lo + (std::uint32_t(g()) >> (g() % 32));
    if (round % 7 == 0) lo = 0;
    if (hi < lo) hi = ~0u;
    if (bins < 4) continue;
    const auto line = key_line<std::uint32_t>::over(lo, hi, bins);
    std::vector<std::uint32_t> words = {0, ~0u, lo, hi};
    for (std::uint32_t w : {lo, hi})
      for (std::uint32_t d = 0; d < 5; ++d) words.push_back(w + d), words.push_back(w - d);
    for (int i = 0; i < 20; ++i) words.push_back(std::uint32_t(g()));
    std::sort(words.begin(), words.end());
    for (std::size_t i = 0; i < words.size(); ++i) {
      const int b = line(words[i]);
      if (b < 0 || b >= bins) FAIL("outside " << lo << " " << hi << " " << bins);
      if (i > 0 && b < line(words[i - 1])) FAIL("falls");
      if (i > 0 && words[i] != words[i - 1] && line.pure(b) && b == line(words[i - 1])) FAIL("not pure");
    }
    const std::uint64_t l = std::uint64_t(lo) << 20, h = std::uint64_t(hi) << 20;
    const auto wide = key_line<unsigned long long>::over(l, h, bins);
    if (wide(h) >= bins || wide(l) > wide(h) || wide(0) != 0) FAIL("wide");
    const int by = int(g() % 97);
    const auto widest = key_line<word128>::over(word128(lo) << by, word128(hi) << by, bins);
    for (std::size_t i = 0; i < words.size(); ++i) {
      const int b = widest(word128(words[i]) << by);
      if (b < 0 || b >= bins || (i > 0 && b < widest(word128(words[i - 1]) << by))) FAIL("widest");
    }
  }
}
TEST_CASE("the same bits every time, and on two streams at once") {
  REQUIRE_GPU();
  if (WW_MODEL) return;
  const auto a = make<float>(few_values, 300007), b = make<float>(uniform, 250001);
  const auto first = run<float>(sort_keys<float>, a, false);
  for (int round = 0; round < 3; ++round) REQUIRE(same_bits(run<float>(sort_keys<float>, a, false), first));
  const stream s, t;
  const auto da = to_device(a), db = to_device(b);
  const guarded<float> oa(da.size()), ob(db.size());
  std::size_t bytes_a = 0, bytes_b = 0;
  sort_keys(nullptr, bytes_a, da.data(), oa.data(), da.size());
  sort_keys(nullptr, bytes_b, db.data(), ob.data(), db.size());
  const guarded<char> ta{std::int64_t(bytes_a)}, tb{std::int64_t(bytes_b)};
  for (int round = 0; round < 5; ++round) {
    sort_keys(ta.data(), bytes_a, da.data(), oa.data(), da.size(), order::ascending, s);
    sort_keys(tb.data(), bytes_b, db.data(), ob.data(), db.size(), order::descending, t);
  }
  synchronize(s);
  synchronize(t);
  CHECK(same_bits(oa.take(), sorted(a, false)));
  CHECK(same_bits(ob.take(), sorted(b, true)));
}

#if WW_CUDA
namespace {
__global__ void draw_many(std::uint32_t* keys, std::int64_t n, std::uint32_t mask) {
  const std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) keys[i] = mixed(std::uint32_t(i) ^ mixed(std::uint32_t(i >> 32) + 1)) & mask;
}
// How often the keys fall, and a sum over their mixed words that no other set of keys is likely to have.
__global__ void judge_many(const std::uint32_t* keys, std::int64_t n, unsigned long long* said) {
  const std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  unsigned long long sum = 0;
  if (i < n) sum = (mixed(keys[i]) + 0ull) << 20 ^ mixed(~keys[i]);
  if (i > 0 && i < n && keys[i] < keys[i - 1]) atomicAdd(&said[0], 1ull);
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, d);
  if (threadIdx.x % 32 == 0) atomicAdd(&said[1], sum);
}
std::vector<unsigned long long> judged(const device_array<std::uint32_t>& keys) {
  auto said = to_device(std::vector<unsigned long long>(2));
  launch(judge_many, blocks_for(keys.size(), 256), 256, 0, {}, static_cast<const std::uint32_t*>(keys.data()), keys.size(), said.data());
  return to_host(said);
}
}  // namespace
TEST_CASE("more than 2^32 keys, where there is memory for them") {
  REQUIRE_GPU();
  const std::int64_t n = (std::int64_t(1) << 32) + 4099;
  std::size_t free = 0, total = 0;
  REQUIRE(cudaMemGetInfo(&free, &total) == cudaSuccess);
  if (free < std::size_t(n) * 4 * 25 / 8) return;
  device_array<std::uint32_t> in(n), out(n);
  std::size_t bytes = 0;
  sort_keys(nullptr, bytes, in.data(), out.data(), n);
  const device_array<char> temporary{std::int64_t(bytes)};
  for (std::uint32_t mask : {0xffffffffu, 0xff0000u}) {
    launch(draw_many, blocks_for(n, 256), 256, 0, {}, in.data(), n, mask);
    sort_keys(temporary.data(), bytes, in.data(), out.data(), n);
    const auto before = judged(in), after = judged(out);
    CHECK(before[0] > 0);
    CHECK(after[0] == 0);
    CHECK(after[1] == before[1]);
  }
}
#endif

#if WW_MODEL
TEST_CASE("the model has nothing to say against the sorts") {
  for (int what : {uniform, few_values, nearly, rising, two_values}) {
    for (std::int64_t n : {700, 5000}) {
      const auto keys = make<float>(input(what), n);
      for (const auto& v : sort_variants<float>()) {
        if (!v.needs_device) continue;
        model::watch w;
        auto mine = keys;
        v.run(mine, order::ascending);
        const auto r = w.stop();
        CAPTURE(v.name, what, n, r.findings.empty() ? "" : r.findings[0].text);
        REQUIRE(r.findings.empty());
      }
    }
  }
}
TEST_CASE("the model has nothing to say against the merge of many lists") {
  for (int what : {uniform, few_values, outlier, rising})
    for (int ways : {4, 128}) {
      model::watch w;
      check_merge<8, 1024>(make<std::uint32_t>(input(what), 9000), ways);
      const auto r = w.stop();
      CAPTURE(what, ways, r.findings.empty() ? "" : r.findings[0].text);
      REQUIRE(r.findings.empty());
    }
}
TEST_CASE("the model has nothing to say against the levels of wide words") {
  for (int what : {uniform, two_values, nearly}) {
    const auto keys = make<double>(input(what), 17000);
    model::watch w;
    check_pairs(keys, false);
    check_segments(keys, 17000);
    const auto r = w.stop();
    CAPTURE(what, r.findings.empty() ? "" : r.findings[0].text);
    REQUIRE(r.findings.empty());
  }
}
TEST_CASE("the model has nothing to say against the levels") {
  for (int what : {uniform, zipf, nearly, falling}) {
    const auto keys = make<std::uint32_t>(input(what), 66000);
    model::watch w;
    auto mine = keys;
    sort_variants<std::uint32_t>()[2].run(mine, order::ascending);
    const auto r = w.stop();
    CAPTURE(what, r.findings.empty() ? "" : r.findings[0].text);
    REQUIRE(r.findings.empty());
  }
}
#endif
