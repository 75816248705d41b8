// The sorts: every variant and type, the network by the 0-1 principle, and what the model says.
#include "sorts.h"
#include <ww/detail/sort/sort-kernels.cuh>

namespace {
template <class K> void check_variants(const std::vector<K>& keys, bool descending) {
  const auto expected = sorted(keys, descending);
  for (const auto& v : sort_variants<K>()) {
    CAPTURE(v.name);
    if (v.needs_device) continue;
    auto mine = keys;
    v.run(mine, way(descending));
    REQUIRE(same_bits(mine, expected));
  }
  REQUIRE(same_bits(run<K>(sort_keys<K>, keys, descending), expected));
  REQUIRE(same_bits(run_in_place(keys, descending), expected));
}
std::vector<std::int64_t> small_sizes() {
  std::vector<std::int64_t> sizes;
  for (std::int64_t n = 0; n <= 300; n += WW_MODEL ? 43 : WW_CUDA ? (n < 70 ? 1 : 3) : n < 36 ? 1 : 29) sizes.push_back(n);
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
    if (WW_HOST && (n == 8191 || n == 8192 || n == 10007 || n == 65535 || n == 100003)) continue;
    if (WW_HOST && n > 6145 && !std::is_same_v<TestType, float> && !std::is_same_v<TestType, std::int64_t>) continue;
    CAPTURE(n);
    check_variants(make<TestType>(n % 2 ? random_bits : uniform, n), n % 2 == 1);
  }
}
TEMPLATE_TEST_CASE("every distribution", "[slow]", float, std::int64_t) {
  REQUIRE_GPU();
  for (int what = 0; what < last_input; ++what)
    for (std::int64_t n : {5000, 70001, 200003}) {
      if (WW_MODEL && (n > 5000 || what > random_bits)) continue;
      if (WW_HOST && (n == 200003 || (n == 70001 && what % 3 != 1 && what % 5 != 3 && what != nearly))) continue;
      if (sanitized && n > 5000 && what != uniform && what != zipf) continue;
      CAPTURE(what, n);
      check_variants(make<TestType>(input(what), n), what % 2 == 1);
    }
}
// The last of the blocks that sort at once has no bound above it.
TEMPLATE_TEST_CASE("all keys are the least, or the largest, of their type", "", std::uint32_t, std::uint64_t) {
  REQUIRE_GPU();
  if (WW_MODEL) return;
  for (std::int64_t n : {9000, 20000, 40000})
    for (TestType key : {TestType(0), TestType(~TestType(0))}) {
      CAPTURE(n, key);
      const std::vector<TestType> keys(n, key);
      REQUIRE(same_bits(run<TestType>(sort_keys<TestType>, keys, false), keys));
    }
}
TEST_CASE("one level, and two", "[slow]") {
  REQUIRE_GPU();
  if (WW_MODEL) return;
  const std::int64_t middle = WW_HOST ? 1200007 : 3000017;
  for (std::int64_t n : {std::int64_t(1) << 20, (std::int64_t(1) << 20) + 1, middle, (std::int64_t(1) << 22) + 13})
    for (int what : {uniform, random_bits, two_values, few_values, zipf, clusters, nearly}) {
      if (WW_HOST && (what == uniform ? n % 2 == 0 || n == middle : n != middle || what == random_bits || what == nearly || what == two_values)) continue;
      if (sanitized && (n > middle || what == few_values || what == clusters)) continue;
      CAPTURE(n, what);
      const auto keys = make<double>(input(what), n);
      auto expected = keys;
      sort_serial(expected, order::ascending);
      REQUIRE(same_bits(run<double>(sort_keys<double>, keys, false), expected));
      if (WW_CUDA || what % 2) REQUIRE(same_bits(run_in_place(keys, false), expected));
    }
}
// Sorted keys of which some moved a little, or anywhere, or to one value; in either direction.
TEST_CASE("keys that are nearly in order") {
  REQUIRE_GPU();
  if (WW_MODEL) return;
  const std::int64_t n = 100003;
  for (int percent : {0, 1, 40})
    for (int kind = 0; kind < 4; ++kind) {
      if (!WW_CUDA && kind % 2 != percent % 2) continue;
      CAPTURE(percent, kind);
      std::mt19937_64 g(percent * 10 + kind);
      std::vector<std::uint32_t> keys(n);
      for (std::int64_t i = 0; i < n; ++i) {
        const std::int64_t moved = std::max<std::int64_t>(0, i - std::int64_t(g() % 900));
        keys[i] = std::uint32_t(1000 + (kind == 1 ? moved * 7 : kind == 2 ? i / 5000 : i * 7));
        if (i > 0 && std::int64_t(g() % 100) < percent) keys[i] = std::uint32_t(kind == 3 ? 3 : g() % std::uint64_t(7 * n + 2000));
      }
      if (kind % 2) std::reverse(keys.begin(), keys.end());
      REQUIRE(same_bits(run<std::uint32_t>(sort_keys<std::uint32_t>, keys, false), sorted(keys, false)));
    }
}
// Sorts pairs of these keys, and their indices alone, and compares both with a stable sort of the indices.
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
  temporary.take();
  std::size_t more = 0;
  argsort(nullptr, more, in.data(), places.data(), n, way(descending));
  const guarded<char> larger{std::int64_t(more)};
  argsort(larger.data(), more, in.data(), places.data(), n, way(descending));
  REQUIRE(places.take() == expected);
  larger.take();
  const device_array<K> other(n);
  const device_array<std::uint32_t> other_values(n);
  copy_device(out.data(), in.data(), n * std::int64_t(sizeof(K)), nullptr);
  copy_device(values_out.data(), values_in.data(), 4 * n, nullptr);
  sort_pairs_in_place<K>(nullptr, bytes, nullptr, nullptr, nullptr, nullptr, n, way(descending));
  const guarded<char> little{std::int64_t(bytes)};
  sort_pairs_in_place(little.data(), bytes, out.data(), other.data(), values_out.data(), other_values.data(), n, way(descending));
  REQUIRE(same_bits(out.take(), sorted(keys, descending)));
  REQUIRE(values_out.take() == wanted);
  little.take();
}
// Sorts these segments, and compares each with a sort by itself.
template <class K> void check_segments(const std::vector<K>& keys, const std::vector<std::int64_t>& offsets) {
  const auto n = std::int64_t(keys.size());
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
// Segments of random lengths up to the longest, and segments of these lengths.
template <class K> void check_segments(const std::vector<K>& keys, std::int64_t longest) {
  const auto n = std::int64_t(keys.size());
  std::mt19937 g(unsigned(n + longest));
  std::vector<std::int64_t> offsets = {0};
  while (offsets.back() < n) offsets.push_back(std::min<std::int64_t>(n, offsets.back() + std::int64_t(g() % unsigned(longest + 1))));
  check_segments(keys, offsets);
}
template <class K> void check_lengths(int what, const std::vector<std::int64_t>& lengths) {
  std::vector<std::int64_t> offsets = {0};
  for (std::int64_t length : lengths) offsets.push_back(offsets.back() + length);
  check_segments(make<K>(input(what), offsets.back()), offsets);
}
TEMPLATE_TEST_CASE("pairs are stable, and indices are a permutation", "", float, double, std::int32_t, std::uint64_t) {
  REQUIRE_GPU();
  for (std::int64_t n : {0, 1, 2, 33, 300, 1025, 2049, 4096, 5000, 16385, 70001})
    for (int what : {random_bits, few_values, two_values, rising, falling, nearly, zipf}) {
      if (WW_MODEL && (n > 300 || what > few_values)) continue;
      if (WW_HOST && n > 5000 && (what > two_values || (n > 20000 && what != random_bits))) continue;
      if (sanitized && (n > 5000 || std::is_same_v<TestType, std::uint64_t>)) continue;
      CAPTURE(n, what);
      check_pairs(make<TestType>(input(what), n), what % 2 == 1);
    }
}
// The size goes from 0 to 70,000 or so, more on the device; a failure names the input by its number.
template <class K> void check_structured(const char* type, bool pairs) {
  for (std::uint64_t seed = 0; seed < (WW_MODEL ? 6 : WW_CUDA ? 200 : sanitized ? 12 : 24); ++seed) {
    const std::int64_t n = seed < 3 ? std::int64_t(seed) : structured_size(seed, 1, WW_MODEL ? 10 : WW_CUDA && seed % 4 == 0 ? 21 : 16);
    const auto input = structured_input::draw<K>(seed);
    INFO("structured input " << seed << ", " << n << " " << type << ": " << input.describe());
    std::vector<K> keys(n);
    for (std::int64_t i = 0; i < n; ++i) keys[i] = draw_key<K>(input, i, n);
    if (pairs) check_pairs(keys, seed % 2 == 1);
    else REQUIRE(same_bits(run<K>(sort_keys<K>, keys, seed % 2 == 1), sorted(keys, seed % 2 == 1)));
  }
}
TEST_CASE("structured inputs") {
  REQUIRE_GPU();
  check_structured<std::uint32_t>("uint32", false);
  check_structured<float>("float", false);
  check_structured<std::uint64_t>("uint64", false);
  check_structured<std::uint32_t>("uint32 with values", true);
}
TEMPLATE_TEST_CASE("segments are sorted by themselves", "", float, double, std::uint32_t, std::int64_t) {
  REQUIRE_GPU();
  for (std::int64_t n : {1, 100, 3000, 90001})
    for (std::int64_t longest : {1, 7, 500, 100000})
      for (int what : {random_bits, two_values}) {
        if (WW_MODEL && n > 100) continue;
        if (WW_HOST && n > 3000 && (longest < 500 || what == random_bits)) continue;
        if (sanitized && n > 3000 && what == random_bits) continue;
        CAPTURE(n, longest, what);
        check_segments(make<TestType>(input(what), n), longest);
      }
}
// The limits of a class of segments are where another kernel takes over, or where a segment needs twice as many lanes.
TEMPLATE_TEST_CASE("segments at the limits of their classes", "", float, std::uint64_t) {
  REQUIRE_GPU();
  using K = TestType;
  using W = ordered_key<K>;
  const std::int64_t each = segment_each<W>;
  for (int what : {uniform, random_bits, zipf, two_values})
    for (const std::int64_t limit : std::initializer_list<std::int64_t>{1, each, 2 * each, 16 * each, longest<W>(0), longest<W>(1), longest<W>(2), longest<W>(3)}) {
      if ((WW_MODEL && limit > longest<W>(1)) || (WW_MODEL && what != zipf)) continue;
      if (WW_HOST && limit > longest<W>(1) && what != random_bits) continue;
      CAPTURE(what, limit);
      check_lengths<K>(what, {limit});
      check_lengths<K>(what, {limit + 1});
      check_lengths<K>(what, {limit - 1, limit, 1, 0, limit + 1, limit + 1, 0, 0, limit, 2});
    }
}
// A warp loads the segments of all its lanes together: each thread as many keys as it holds, or fewer.
TEMPLATE_TEST_CASE("segments that fill a warp's registers", "", float, std::uint64_t) {
  REQUIRE_GPU();
  const std::int64_t each = segment_each<ordered_key<TestType>>;
  for (std::int64_t length : {each, each - 1}) {
    check_lengths<TestType>(random_bits, std::vector<std::int64_t>(64, length));
    check_lengths<TestType>(random_bits, std::vector<std::int64_t>(33, length));
  }
}
TEMPLATE_TEST_CASE("empty segments, and long ones among short ones", "", float, std::uint64_t) {
  REQUIRE_GPU();
  using K = TestType;
  const std::int64_t w = longest<ordered_key<K>>(3);
  check_lengths<K>(uniform, {});
  check_lengths<K>(uniform, {0});
  for (std::int64_t empty : {1000, 100000}) {
    std::vector<std::int64_t> lengths(empty, 0);
    check_lengths<K>(uniform, lengths);
    if (WW_MODEL) break;
    lengths[empty / 3] = w + w / 2;
    lengths[empty / 2] = 5;
    lengths.push_back(w + 1);
    check_lengths<K>(two_values, lengths);
  }
  check_lengths<K>(uniform, std::vector<std::int64_t>(WW_MODEL ? 300 : 10000, 1));
  if (WW_MODEL) return;
  check_lengths<K>(zipf, {5, 3 * w, 0, 3, w + 1, 7, w, 2 * w, 9});
  std::mt19937 g(7);
  std::vector<std::int64_t> lengths(sanitized ? 3000 : 100000);
  for (auto& l : lengths) l = std::int64_t(g() % 12);
  check_lengths<K>(uniform, lengths);
  if (WW_HOST) lengths.resize(3000);
  for (int i : {0, 700, 701, 2999}) lengths[i] = (WW_CUDA ? 300 : 2) * w + i;
  check_lengths<K>(random_bits, lengths);
  std::fill(lengths.begin() + 800, lengths.begin() + 2000, 0);
  check_lengths<K>(clusters, lengths);
  if (!sanitized) check_lengths<K>(uniform, {many_by_digits + 7, many_by_digits - 7});  // the least that large tiles sort
}
TEST_CASE("many pairs and long segments of keys of 64 bits") {
  REQUIRE_GPU();
  if (WW_MODEL) return;
  for (std::int64_t n : {(std::int64_t(1) << 19) + 1, (std::int64_t(1) << 21) + 13})
    for (int what : {uniform, random_bits, two_values, zipf, clusters, nearly}) {
      if (WW_HOST && (n > 1000000 || what != zipf)) continue;
      CAPTURE(n, what);
      const auto keys = make<double>(input(what), n);
      check_pairs(keys, what % 2 == 1);
      if (WW_CUDA) check_segments(keys, n);
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
TEST_CASE("the CPU's indices are the stable ones") {
  for (bool descending : {false, true}) {
    const auto keys = make<float>(few_values, 5000);
    CHECK(argsort_parallel(keys, way(descending)) == sorted_places(keys, descending));
    const auto wide = make<std::int64_t>(zipf, 5000);
    CHECK(argsort_parallel(wide, way(descending)) == sorted_places(wide, descending));
  }
}
TEST_CASE("too little temporary memory, a negative number of keys, and no segments for some keys, are refused") {
  REQUIRE_GPU();
  const device_array<float> in(100000), out(100000);
  std::size_t bytes = 0;
  sort_keys(nullptr, bytes, in.data(), out.data(), 100000);
  const device_array<char> temporary{std::int64_t(bytes)};
  std::size_t few = bytes - 1;
  CHECK_THROWS_AS(sort_keys(temporary.data(), few, in.data(), out.data(), 100000), bad_input);
  CHECK_THROWS_AS(sort_keys(temporary.data(), bytes, in.data(), out.data(), -1), bad_input);
  const std::int64_t* offsets = nullptr;
  for (std::int64_t segments : {-1, 0}) CHECK_THROWS_AS(sort_segments(nullptr, bytes, in.data(), out.data(), 5, offsets, segments), bad_input);
}
// In arrays of what is sorted: the contract's tenth; for segments a fifth, and from 2^30 on two.
TEMPLATE_TEST_CASE("the temporary memory is what the contract says", "", std::uint32_t, std::uint64_t) {
  using K = TestType;
  const K* keys = nullptr;
  K some = 0;
  const std::int64_t* offsets = nullptr;
  for (int k = 20; k <= 31; ++k)
    for (const double part : {1.0, 1.01, 1.5, 1.99}) {
      const auto n = std::int64_t(part * double(std::int64_t(1) << k));
      const double each = double(n) * sizeof(K), most = 1.1;
      CAPTURE(n);
      std::size_t bytes = 0;
      sort_keys<K>(nullptr, bytes, keys, nullptr, n);
      CHECK(double(bytes) <= each * most);
      sort_pairs<K>(nullptr, bytes, keys, &some, nullptr, nullptr, n);
      CHECK(double(bytes) <= (each + 4.0 * double(n)) * most);
      argsort<K>(nullptr, bytes, keys, nullptr, n);
      CHECK(double(bytes) <= (2 * each + 4.0 * double(n)) * most);
      sort_keys_in_place<K>(nullptr, bytes, nullptr, nullptr, n);
      CHECK(double(bytes) <= each / 10);
      sort_pairs_in_place<K>(nullptr, bytes, nullptr, nullptr, nullptr, nullptr, n);
      CHECK(double(bytes) <= (each + 4.0 * double(n)) / 10);
      sort_segments<K>(nullptr, bytes, keys, nullptr, n, offsets, 1);
      CHECK(double(bytes) <= each * (k < 30 ? 1.2 : 1.4));
    }
}
TEMPLATE_TEST_CASE("the digits of segments are counted by twice as many bytes from 2^30 keys on", "", std::uint32_t, std::uint64_t) {
  using K = TestType;
  auto bytes_for = [](std::int64_t n) {
    const K* keys = nullptr;
    const std::int64_t* offsets = nullptr;
    std::size_t bytes = 0;
    sort_segments<K>(nullptr, bytes, keys, nullptr, n, offsets, 1);
    return std::int64_t(bytes);
  };
  const std::int64_t n = 1 << 30;
  CHECK(bytes_for(n - 1) - bytes_for(n - 2) < 4096);
  CHECK(bytes_for(n) - bytes_for(n - 1) > n / 16);
}
TEMPLATE_TEST_CASE("the memory for some keys suffices for fewer", "", std::uint32_t, std::uint64_t) {
  using K = TestType;
  const K* keys = nullptr;
  K some = 0;
  using W = ww::detail::ordered_key<K>;
  std::vector<std::int64_t> limits = {ww::detail::sort::keys_at_once<ww::detail::sort::some_pairs<W>>(),
                                      ww::detail::sort::keys_at_once<ww::detail::sort::some_left<W>>(), 3 << 23};
  for (int k = 8; k <= 30; ++k) limits.push_back(std::int64_t(1) << k);
  for (const std::int64_t limit : limits) {
    std::size_t before[3] = {};
    for (std::int64_t n = limit - 2; n <= limit + 2; ++n) {
      std::size_t bytes[3] = {};
      sort_keys<K>(nullptr, bytes[0], keys, nullptr, n);
      sort_pairs<K>(nullptr, bytes[1], keys, &some, nullptr, nullptr, n);
      argsort<K>(nullptr, bytes[2], keys, nullptr, n);
      CAPTURE(n);
      for (int i = 0; i < 3; ++i) CHECK(bytes[i] >= std::exchange(before[i], bytes[i]));
    }
  }
}
TEST_CASE("numbers of keys whose bytes overflow are refused, by every sort") {
  std::size_t bytes = 0;
  const std::int64_t one = 1;
  for (const std::int64_t n : {one << 61, (one << 62) + 1, std::numeric_limits<std::int64_t>::max() - 65535}) {
    for (const auto& v : device_sorts<float>())
      CHECK_THROWS_AS(v.run(nullptr, bytes, nullptr, nullptr, n, order::ascending, nullptr), bad_input);
    for (const auto& v : device_sorts<double>())
      CHECK_THROWS_AS(v.run(nullptr, bytes, nullptr, nullptr, n, order::ascending, nullptr), bad_input);
  }
  const double* none = nullptr;
  CHECK_THROWS_AS(argsort(nullptr, bytes, none, nullptr, (one << 32) + 1), bad_input);
}
TEST_CASE("the line never decreases, and knows its slots of one value") {
  std::mt19937_64 g(5);
  for (int round = 0; round < 3000; ++round) {
    const int bins = 1 << (1 + g() % 13);
    std::uint32_t lo = std::uint32_t(g()) >> (g() % 32), hi = lo + (std::uint32_t(g()) >> (g() % 32));
    if (round % 7 == 0) lo = 0;
    if (hi < lo) hi = ~0u;
    if (bins < 8) continue;
    const auto line = key_map<std::uint32_t>::over(lo, hi, bins);
    std::vector<std::uint32_t> words = {0, ~0u, lo, hi};
    for (std::uint32_t w : {lo, hi})
      for (std::uint32_t d = 0; d < 5; ++d) words.push_back(w + d), words.push_back(w - d);
    for (int i = 0; i < 20; ++i) words.push_back(std::uint32_t(g()));
    std::sort(words.begin(), words.end());
    for (std::size_t i = 0; i < words.size(); ++i) {
      const int b = line(words[i]);
      if (b < 0 || b >= bins) FAIL("outside " << lo << " " << hi << " " << bins);
      if (i > 0 && b < line(words[i - 1])) FAIL("falls");
      if (i > 0 && words[i] != words[i - 1] && line.single(b) && b == line(words[i - 1])) FAIL("not one value");
    }
    const std::uint64_t l = std::uint64_t(lo) << 20, h = std::uint64_t(hi) << 20;
    const auto wide = key_map<unsigned long long>::over(l, h, bins);
    if (wide(h) >= bins || wide(l) > wide(h) || wide(0) != 0) FAIL("wide");
  }
}
TEST_CASE("the same bits every time, and on two streams at once") {
  REQUIRE_GPU();
  if (WW_MODEL) return;
  const auto a = make<float>(few_values, WW_CUDA ? 300007 : 80007), b = make<float>(uniform, WW_CUDA ? 250001 : 70001);
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
// What the sort launches depends on n alone, so a graph that was captured once sorts whatever lies in the input when it is replayed.
TEST_CASE("sorts are captured into a graph and replayed with other keys") {
  REQUIRE_GPU();
  for (std::int64_t n : {1000, 300007, 3000017, 5000011}) {
    CAPTURE(n);
    const stream s;
    device_array<float> in(n);
    const guarded<float> out(n);
    std::size_t bytes = 0;
    sort_keys(nullptr, bytes, in.data(), out.data(), n);
    const device_array<char> temporary{std::int64_t(bytes)};
    cudaGraph_t graph;
    cudaGraphExec_t replay;
    REQUIRE(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) == cudaSuccess);
    sort_keys(temporary.data(), bytes, in.data(), out.data(), n, order::descending, s);
    REQUIRE(cudaStreamEndCapture(s, &graph) == cudaSuccess);
    REQUIRE(cudaGraphInstantiate(&replay, graph, 0) == cudaSuccess);
    for (auto what : {uniform, nearly, rising, two_values}) {
      const auto keys = make<float>(what, n);
      in.upload(keys.data(), n);
      REQUIRE(cudaGraphLaunch(replay, s) == cudaSuccess);
      synchronize(s);
      auto expected = keys;
      sort_parallel(expected, order::descending);
      REQUIRE(same_bits(out.take(), expected));
    }
    cudaGraphExecDestroy(replay);
    cudaGraphDestroy(graph);
  }
}
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
// The table of Chapter 1 that says what sorts how many keys.
TEST_CASE("the sorts launch as many kernels as the paper says") {
  auto launches = [](auto key, std::int64_t n, bool pairs) {
    using K = decltype(key);
    const auto keys = make<K>(random_bits, n);
    auto in = to_device(keys);
    device_array<K> out(n);
    device_array<std::uint32_t> values(n);
    std::size_t bytes = 0;
    auto sort = [&](void* t) {
      if (pairs) sort_pairs<K>(t, bytes, in.data(), out.data(), nullptr, values.data(), n);
      else sort_keys<K>(t, bytes, in.data(), out.data(), n);
    };
    sort(nullptr);
    const device_array<char> temporary{std::int64_t(bytes)};
    model::watch w;
    sort(temporary.data());
    return w.stop().launches;
  };
  const std::uint32_t narrow = 0;
  const std::uint64_t wide = 0;
  CHECK(launches(narrow, 2000, false) == 1);
  CHECK(launches(narrow, (1 << 16) + 1, false) == 6);
  CHECK(launches(narrow, (1 << 15) + 1, true) == 6);
  CHECK(launches(wide, (1 << 15) + 1, false) == 10);
  CHECK(launches(wide, (1 << 13) + 1, true) == 10);
}
TEST_CASE("the model has nothing to say against the sorts") {
  for (int what : {uniform, few_values, nearly, rising, two_values})
    for (std::int64_t n : {700, 5000}) {
      if (n == 5000 && what != uniform) continue;
      const auto keys = make<float>(input(what), n);
      for (const auto& v : sort_variants<float>()) {
        if (!v.needs_device) continue;
        CAPTURE(v.name, what, n);
        auto mine = keys;
        check_model([&] { v.run(mine, order::ascending); });
      }
    }
}
TEST_CASE("one block merges several segments of its list") {
  const auto keys = make<std::uint32_t>(random_bits, 3000);
  const auto in = to_device(keys);
  const auto offsets = to_device(std::vector<std::int64_t>{0, 1000, 2000, 3000}), list = to_device(std::vector<std::int64_t>{2, 0, 1});
  const auto count = to_device(std::vector<unsigned long long>{3});
  const guarded<std::uint32_t> out(3000);
  segment_lists<std::uint32_t> v{};
  v.in = in.data(), v.out = out.data(), v.offsets = offsets.data(), v.order = order_of<std::uint32_t>(order::ascending);
  check_model([&] { launch(merge_segments<64, 16, std::uint32_t>, 1u, 64, merging_bytes<std::uint32_t>(1024), {}, v, list.data(), count.data()); });
  auto expected = keys;
  for (int s = 0; s < 3; ++s) std::sort(expected.begin() + 1000 * s, expected.begin() + 1000 * (s + 1));
  REQUIRE(out.take() == expected);
}
TEST_CASE("the model has nothing to say against segments") {
  for (std::int64_t most : {0, 5000}) {
    std::vector<std::int64_t> lengths(100, 7);
    lengths[3] = lengths[4] = 0;
    lengths[50] = most;
    for (std::int64_t more : {1000, 17, 32, 33, 129, 257, 600, 1025, 512, 513}) lengths.push_back(more);
    lengths.insert(lengths.end(), 300, 2);
    CAPTURE(most);
    check_model([&] { check_lengths<float>(uniform, lengths); });
  }
}
TEST_CASE("the model has nothing to say against pairs, segments and floats that go through the levels") {
  check_model([] {
    check_pairs(make<double>(two_values, 17000), false);
    check_segments(make<double>(nearly, 17000), std::vector<std::int64_t>{0, 8400, 17000});
  });
}
#endif
