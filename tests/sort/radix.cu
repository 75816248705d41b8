// The sort by digits: every number of keys around the edges of small tiles, digits in which all keys agree, pairs, and what the model says.
#include <ww/detail/sort/sort-kernels.cuh>
#include "sort_kernels.h"

namespace {
// Tiles of 256 keys or of 128, digits of some bits; words of both widths.
template <bool with_values, int width> struct small_digits {
  using number = std::conditional_t<width == 4 || width == 7, unsigned long long, std::uint32_t>;
  static constexpr bool pairs = with_values, ranged = false, stable = with_values;
  static constexpr int bits = width, threads = width < 7 ? 64 : 256, each = width > 6 ? 1 : with_values ? 2 : 4, blocks = 2, back = width % 2 ? 2 : 4,
                       columns = width % 3 ? 1 : 32, at_once = width > 6 ? 1 : 2;
};
template <class P, class W> struct sorted_digits {
  std::vector<W> keys;
  std::vector<std::uint32_t> values;
};
template <class P, class W> sorted_digits<P, W> by_digits(const std::vector<W>& keys, key_order<W> order, const std::vector<std::uint32_t>* values = nullptr) {
  const auto n = std::int64_t(keys.size());
  const auto in = to_device(keys);
  const auto values_in = to_device(values ? *values : std::vector<std::uint32_t>());
  const guarded<W> out(n);
  const guarded<std::uint32_t> values_out(P::pairs ? n : 0);
  const digits_io<W> io{in.data(), out.data(), nullptr, values ? values_in.data() : nullptr, values_out.data(), nullptr, order, n};
  std::size_t bytes = 0;
  digit_sort<P>(nullptr, bytes, io, {});
  const guarded<char> temporary{std::int64_t(bytes)};
  counted([&] { digit_sort<P>(temporary.data(), bytes, io, {}); });
  temporary.take();
  REQUIRE(same_bits(to_host(in), keys));
  return {out.take(), values_out.take()};
}
template <class W> std::vector<std::uint32_t> stable_indices(const std::vector<W>& keys, key_order<W> order) {
  std::vector<std::uint32_t> p(keys.size());
  for (std::size_t i = 0; i < p.size(); ++i) p[i] = std::uint32_t(i);
  std::stable_sort(p.begin(), p.end(), [&](auto a, auto b) { return to_order(keys[a], order) < to_order(keys[b], order); });
  return p;
}
template <class W, int bits> void check_digits(const std::vector<W>& keys, key_order<W> order) {
  const auto p = stable_indices(keys, order);
  std::vector<W> expected;
  for (auto i : p) expected.push_back(keys[i]);
  REQUIRE(same_bits(by_digits<small_digits<false, bits>>(keys, order).keys, expected));
  const auto pairs = by_digits<small_digits<true, bits>>(keys, order);
  REQUIRE(same_bits(pairs.keys, expected));
  REQUIRE(same_bits(pairs.values, p));
}
template <class W> void check_shapes() {
  const auto plain = order_of<W>(order::ascending);
  for (int what = 0; what < last_shape; ++what)
    for (int n : {1, 2, 127, 128, 129, 255, 256, 257, 1000, 3000}) {
      if (WW_MODEL && n != 129 && n != 1000) continue;
      if (WW_MODEL && (what == extremes || what == sixteen)) continue;
      if (sanitized && n < 257) continue;
      CAPTURE(sizeof(W), what, n);
      const auto keys = shaped<W>(what, n);
      check_digits<W, 5>(keys, plain);
      if (WW_MODEL || (sanitized && n < 3000)) continue;
      check_digits<W, 4>(keys, plain);
      check_digits<W, 7>(keys, plain);
    }
}
// Keys that differ in some of the digits only: each subset of four, so that each pass is once the first that works, and once the last.
void check_subsets() {
  for (unsigned subset = 0; subset < 16; ++subset) {
    if (sanitized && subset % 5 != 0) continue;
    std::mt19937 g(subset);
    std::vector<std::uint32_t> keys(WW_MODEL ? 300 : 1500);
    std::uint32_t mask = 0;
    for (int d = 0; d < 4; ++d)
      if (subset >> d & 1) mask |= 0xffu << 8 * d;
    for (auto& k : keys) k = (std::uint32_t(g()) & mask) | (0x5a5a5a5au & ~mask);
    CAPTURE(subset);
    for (bool descending : {false, true}) check_digits<std::uint32_t, 8>(keys, order_of<std::int32_t>(way(descending)));
  }
}
// Ranges of an array, with gaps between them, whose keys differ in some digits: from none to all. What buckets have left lies in the
// output or in the spare array; of more ranges than may be the whole input is sorted.
template <class W, class number> void check_ranges(keys_lie left, bool too_many, bool descending) {
  using P = digit_policy<false, 256, 2, 2, number, true>;
  const auto order = order_of<W>(way(descending));
  const bool ordered = left != keys_lie::in_input;
  std::mt19937_64 g(int(left) + 3 * too_many + 4 * sizeof(W));
  std::vector<digit_range> ranges;
  std::vector<W> in, there, expected;
  std::int64_t tiles = 0;
  for (int digits = 0; digits < 1 << sizeof(W); digits += (sizeof(W) == 8 ? 23 : 1) * (WW_MODEL ? 3 : 1))
    for (std::int64_t size : {1, 511, 512, 1300}) {
      ranges.push_back({std::int64_t(in.size()), size, tiles});
      tiles += (size + 511) / 512;
      W mask = 0;
      for (int d = 0; d < int(sizeof(W)); ++d) mask |= digits >> d & 1 ? W(255) << 8 * d : W(0);
      const W base = W(g());
      std::vector<W> keys;
      for (std::int64_t i = 0; i < size; ++i) keys.push_back((base & ~mask) | (W(g()) & mask));
      in.insert(in.end(), keys.begin(), keys.end());
      for (W k : keys) there.push_back(ordered ? to_order(k, order) : W(0));
      std::stable_sort(keys.begin(), keys.end(), [&](W a, W b) { return to_order(a, order) < to_order(b, order); });
      expected.insert(expected.end(), keys.begin(), keys.end());
      in.push_back(7), there.push_back(7), expected.push_back(7);
    }
  if (too_many) {
    expected = in;
    std::sort(expected.begin(), expected.end(), [&](W a, W b) { return to_order(a, order) < to_order(b, order); });
  }
  const auto n = std::int64_t(in.size());
  const auto from = to_device(in);
  const auto listed = to_device(ranges);
  const device_array<W> spare(n), out(n);
  copy_device((left == keys_lie::in_spare ? spare : out).data(), to_device(there).data(), n * std::int64_t(sizeof(W)), nullptr);
  const auto wanted = to_device(std::vector<unsigned long long>{static_cast<unsigned long long>(ranges.size()) << tile_bits | std::uint64_t(tiles)});
  const auto steps = to_device(std::vector<count64>(task_words));
  const digits_io<W> io{from.data(), out.data(), ordered ? spare.data() : nullptr, nullptr, nullptr, nullptr, order, n, wanted.data(), steps.data(),
                        listed.data(), std::int64_t(ranges.size()) - too_many, left, ordered};
  std::size_t bytes = 0;
  digit_sort<P>(nullptr, bytes, io, {});
  const guarded<char> temporary{std::int64_t(bytes)};
  counted([&] { digit_sort<P>(temporary.data(), bytes, io, {}); });
  temporary.take();
  auto result = to_host(out);
  if (left != keys_lie::in_output && !too_many)
    for (const auto& r : ranges) result[r.first + r.size] = 7;
  REQUIRE(same_bits(result, expected));
}
}  // namespace

TEMPLATE_TEST_CASE("sorts by digits at the edges of tiles, for every shape", "", std::uint32_t, unsigned long long) {
  REQUIRE_GPU();
  check_shapes<TestType>();
}
TEST_CASE("digits in which all keys agree are left out") {
  REQUIRE_GPU();
  check_subsets();
}
TEST_CASE("floats by digits are in total order, and values go with them") {
  REQUIRE_GPU();
  const auto keys = make<float>(random_bits, WW_MODEL ? 500 : 5000);
  std::vector<std::uint32_t> bits, values;
  for (auto k : keys) bits.push_back(std::bit_cast<std::uint32_t>(k)), values.push_back(~bits.back());
  for (bool descending : {false, true}) {
    const auto map = order_of<float>(way(descending));
    const auto r = by_digits<small_digits<true, 8>>(bits, map, &values);
    const auto p = stable_indices(bits, map);
    for (std::size_t i = 0; i < p.size(); ++i)
      if (r.keys[i] != bits[p[i]] || r.values[i] != values[p[i]]) FAIL("index " << i);
  }
}
TEST_CASE("many tiles look back, also while they run at the same time") {
  REQUIRE_GPU();
  if (WW_MODEL || sanitized) return;
  const auto keys = shaped<std::uint32_t>(any_words, 40000);
  check_digits<std::uint32_t, 3>(keys, order_of<std::uint32_t>(order::ascending));
}
TEST_CASE("a sort by digits refuses a negative number of keys and too little memory") {
  std::size_t bytes = 0;
  digits_io<std::uint32_t> io{};
  io.n = -1;
  REQUIRE_THROWS_AS((digit_sort<digit_policy<false, 512, 16>>(nullptr, bytes, io, {})), bad_input);
  io.n = 1000;
  digit_sort<digit_policy<false, 512, 16>>(nullptr, bytes, io, {});
  char some[16];
  bytes = 16;
  REQUIRE_THROWS_AS((digit_sort<digit_policy<false, 512, 16>>(some, bytes, io, {})), bad_input);
}
TEST_CASE("the first pairs are sorted, as many as the device says: none, some, all") {
  REQUIRE_GPU();
  for (std::int64_t n : {1000, 20011, (1 << 22) + 77}) {  // the last has larger tiles
    if (n > 20011 && !WW_CUDA) continue;
    if (n > 1000 && (WW_MODEL || sanitized)) continue;
    const auto keys = shaped<unsigned long long>(any_words, int(n));
    std::vector<std::uint32_t> values(keys.size());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::uint32_t(3 * i + 1);
    const auto in = to_device(std::vector<std::uint64_t>(keys.begin(), keys.end()));
    const auto values_in = to_device(values);
    for (const unsigned long long first : {0ull, 1ull, 129ull, (unsigned long long)n - 1, ~0ull}) {
      CAPTURE(n, first);
      const auto number = to_device(std::vector<unsigned long long>{first});
      const auto m = std::ptrdiff_t(std::min<unsigned long long>(first, n));
      auto expected = stable_indices(std::vector<unsigned long long>(keys.begin(), keys.begin() + m), order_of<unsigned long long>(order::ascending));
      for (auto& v : expected) v = values[v];
      expected.resize(keys.size(), 7);
      const device_array<std::uint32_t> out = to_device(std::vector<std::uint32_t>(keys.size(), 7));
      std::size_t bytes = 0;
      sort_first_pairs(number.data(), nullptr, bytes, in.data(), values_in.data(), out.data(), n, {});
      const guarded<char> temporary{std::int64_t(bytes)};
      sort_first_pairs(number.data(), temporary.data(), bytes, in.data(), values_in.data(), out.data(), n, {});
      temporary.take();
      REQUIRE(to_host(out) == expected);
    }
  }
}
// Two blocks count at most 8192 keys each, in a column for each lane, and add to the same totals; one block of few keys has one column.
TEST_CASE("two blocks count the same digits") {
  REQUIRE_GPU();
  const auto keys = shaped<std::uint32_t>(any_words, 10000);
  const auto order = order_of<std::uint32_t>(order::ascending);
  REQUIRE(same_bits(by_digits<digit_policy<false, 512, 16>>(keys, order).keys, in_order(keys)));
  REQUIRE(same_bits(by_digits<digit_policy<false, 512, 8>>(keys, order).keys, in_order(keys)));
  REQUIRE(same_bits(by_digits<digit_policy<false, 320, 40, 3>>(keys, order).keys, in_order(keys)));
}
TEMPLATE_TEST_CASE("ranges are sorted by themselves, whatever digits vary", "", std::uint32_t, unsigned long long) {
  REQUIRE_GPU();
  for (auto left : {keys_lie::in_input, keys_lie::in_output, keys_lie::in_spare})
    for (bool too_many : {false, true}) {
      CAPTURE(int(left), too_many);
      check_ranges<TestType, std::uint32_t>(left, too_many, (left == keys_lie::in_output) != too_many);
      if (!WW_MODEL) check_ranges<TestType, unsigned long long>(left, too_many, (left == keys_lie::in_output) == too_many);
    }
}
