// The keys: the same ones drawn on the host and on the device, the kinds that the generator reaches, and what a few inputs are.
#include <cmath>
#include <cstring>
#include <map>
#include <set>
#include "catch.h"
#include <ww/detail/ground/key-inputs.cuh>
using namespace ww;
using namespace ww::detail;

namespace {
template <class K, class Input> std::vector<K> drawn_here(const Input& input, std::int64_t n) {
  std::vector<K> keys(n);
  for (std::int64_t i = 0; i < n; ++i) keys[i] = draw_key<K>(input, i, n);
  return keys;
}
template <class K, class Input> void check_device(const Input& input, std::int64_t n) {
  const auto here = drawn_here<K>(input, n);
  const device_array<K> there(n);
  draw_into(there.data(), n, input);
  const auto taken = to_host(there);
  REQUIRE((n == 0 || std::memcmp(here.data(), taken.data(), n * sizeof(K)) == 0));
}
template <class K> auto ordered(K key) {
  ordered_key<K> bits;
  std::memcpy(&bits, &key, sizeof bits);
  return to_order(bits, order_of<K>(order::ascending));
}
template <class K> std::uint64_t fingerprint(const std::vector<K>& keys) {
  std::uint64_t f = 14695981039346656037ull;
  for (const K& key : keys) f = (f ^ ordered(key)) * 1099511628211ull;
  return f;
}
}  // namespace

TEMPLATE_TEST_CASE("host and device draw the same keys", "", float, double, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t) {
  REQUIRE_GPU();
  const std::int64_t n = WW_MODEL ? 300 : WW_HOST ? 1003 : 50003;
  for (int what = 0; what < key_inputs; ++what) {
    CAPTURE(key_input_names[what]);
    check_device<TestType>(seeded_input{key_input(what), 7}, n);
  }
  for (std::uint64_t seed = 1; seed <= (WW_MODEL ? 10 : 60); ++seed) {
    const auto s = structured_input::draw<TestType>(seed);
    INFO(seed << ": " << s.describe());
    check_device<TestType>(s, seed % 7 == 0 ? std::int64_t(seed / 7) : n);
  }
  for (std::uint64_t seed = 1; seed <= (WW_MODEL ? 10 : 100); ++seed) {
    const auto f = family_input::draw<TestType>(seed);
    INFO(seed << ": " << f.describe());
    check_device<TestType>(f, seed % 9 == 0 ? std::int64_t(seed / 9) : n);
  }
}
TEST_CASE("the generator reaches every kind") {
  std::map<int, int> orders, outliers;
  std::set<int> widths, wide;
  int equal = 0, half = 0, varied = 0, rising = 0, periodic = 0, one = 0, many = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const auto s = structured_input::draw<float>(seed);
    ++orders[int(s.order)], ++outliers[int(s.outliers)];
    widths.insert(s.width), wide.insert(structured_input::draw<double>(seed).width);
    half += s.equal == 500, equal += s.equal > 500, varied += s.varied, rising += s.rising, periodic += s.period > 0;
    one += s.ranges == 1, many += s.ranges > 20000;
    CHECK(s.ranges >= 1);
    CHECK(s.ranges <= 30000);
    CHECK((s.equal == 0 || s.equal == 500 || (s.equal >= 900 && s.equal < 1000)));
    CHECK(structured_input::draw<std::uint32_t>(seed).period == 0);
    CHECK(s.describe().find_first_of(",\"\n\t") == std::string::npos);
  }
  CHECK(orders.size() == 5);
  CHECK(outliers.size() == 4);
  CHECK(widths.size() == 33);
  CHECK(wide.size() == 65);
  for (int count : {half, equal, varied, rising, periodic}) CHECK((count > 300 && count < 1200));
  for (int count : {one, many}) CHECK((count > 20 && count < 400));
}
TEST_CASE("sizes are in the range, in every octave, and no powers of two") {
  std::map<int, int> octaves;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const std::int64_t n = structured_size(seed, 14, 28);
    REQUIRE((n > 1 << 14 && n < 1 << 28 && (n & (n - 1)) != 0));
    ++octaves[int(std::log2(double(n)))];
  }
  CHECK(octaves.size() == 14);
  for (auto [octave, count] : octaves) CHECK((count > 35 && count < 120));
}
TEMPLATE_TEST_CASE("a structured input is what it says", "", float, std::uint32_t, std::uint64_t) {
  using W = ordered_key<TestType>;
  const std::int64_t n = 20000;
  for (std::uint64_t seed = 1; seed <= (WW_MODEL ? 20 : 100); ++seed) {
    auto s = structured_input::draw<TestType>(seed);
    if (s.period > 0) continue;
    INFO(seed << ": " << s.describe());
    const auto keys = drawn_here<TestType>(s, n);
    std::map<W, int> times;
    for (auto key : keys) {
      if (std::is_floating_point_v<TestType> && ordered(key) == order_of<TestType>(order::ascending).turn) FAIL("-0 was drawn");
      ++times[ordered(key)];
    }
    int most = 0;
    for (auto [word, count] : times) most = std::max(most, count);
    if (s.equal > 0) CHECK(most > n * 0.93 * s.equal / 1000);
    // Without outliers and equal keys, all keys are in their ranges; a range's keys are those that it could have.
    s.equal = s.outliers = 0;
    const bool blocks = s.order >= range_order::blocks;
    W before = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      const W word = structured_word<W>(s, i, n);
      if (s.order == range_order::random) continue;
      const auto range = std::uint32_t(blocks ? i * s.ranges / n : i % s.ranges);
      const auto in = range_of<W>(s, range);
      if (word < in.first || word > in.last) FAIL("key " << i << " is not in its range");
      if (in.last - in.first > words_below<W>(s.width)) FAIL("range " << range << " is too wide");
      if (!s.varied && in.last - in.first != words_below<W>(s.width)) FAIL("range " << range << " is of another width");
      if (s.order == range_order::ascending && in.first < before) FAIL("the ranges do not ascend");
      if (s.order == range_order::descending && i > 0 && in.first > before) FAIL("the ranges do not descend");
      if (s.order >= range_order::ascending) before = in.first;
      if (s.rising && blocks && i > 0 && (i - 1) * s.ranges / n == i * s.ranges / n && word < structured_word<W>(s, i - 1, n))
        FAIL("keys do not rise within a block");
    }
  }
}
TEST_CASE("the share of outliers") {
  structured_input s{5};
  s.width = 3;
  s.outliers = 30;
  const auto in = range_of<std::uint32_t>(s, 0);
  int outside = 0;
  for (int i = 0; i < 30000; ++i) {
    const auto word = structured_word<std::uint32_t>(s, i, 30000);
    outside += word < in.first || word > in.last;
  }
  CHECK((outside > 850 && outside < 1150));
}
TEST_CASE("every family is drawn, and has many keys") {
  std::map<int, std::set<std::uint64_t>> drawn;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto f = family_input::draw<std::uint64_t>(seed);
    for (auto key : drawn_here<std::uint64_t>(f, 200)) drawn[int(f.family)].insert(key);
  }
  CHECK(drawn.size() == std::size_t(key_family::number));
  for (const auto& [family, keys] : drawn) {
    CAPTURE(key_family_names[family]);
    CHECK(keys.size() > 20);
  }
}
// A change here changes what was measured on: recorded results of other keys must not stand beside new ones.
TEST_CASE("fingerprints of some inputs") {
  const std::int64_t n = 10007;
  CHECK(fingerprint(drawn_here<float>(seeded_input{key_input::uniform, 1}, n)) == 0x45a001c82f2cd4e5);
  CHECK(fingerprint(drawn_here<std::uint64_t>(seeded_input{key_input::bits, 1}, n)) == 0x171344199c699f95);
  std::uint64_t all = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) all = all * 31 + fingerprint(drawn_here<double>(family_input::draw<double>(seed), 300));
  CHECK(all == 0x670d6b0504b98414);
  const std::pair<std::uint64_t, std::uint64_t> known[] = {
      {1, 0x652f6bb135bafb0d}, {2, 0x773d72736a73cf88}, {3, 0xe9abf49b950c935c}, {4, 0x25cfab594b16cbd2},
      {5, 0x8fa7e0a063602f0e}, {6, 0x8676bfb32cefd515}, {7, 0x6f3324f65c6848d4}, {8, 0xbfbcae6a59726afe}};
  for (auto [seed, print] : known) {
    const auto s = structured_input::draw<float>(seed);
    INFO(seed << ": " << s.describe());
    CHECK(fingerprint(drawn_here<float>(s, n)) == print);
  }
  CHECK(structured_input::draw<float>(1).describe() == "136 ranges of 2^13; random; 96.8% equal");
  CHECK(structured_input::draw<float>(3).describe() == "i mod 6348 plus 2^-18 of noise");
  CHECK(structured_input::draw<std::uint64_t>(1).describe() == "136 ranges of 2^19; random; 96.8% equal");
}
