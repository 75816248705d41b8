// The kernels of the bucket sort one by one, with blocks of 64 threads, and its levels made small by a policy.
#include "sort_kernels.h"
WW_SMALL_LEVELS(, std::uint32_t)
WW_SMALL_LEVELS(, unsigned long long)

namespace {
// What is done to the keys of one block, whose answer is whether it could.
enum work { by_line, by_merging, by_values };
template <int how, int T, int I, class W> __global__ void sort_one_block(const W* in, W* out, int size, int* said) {
  __shared__ std::uint32_t sums[32];
  __shared__ W ends[64];
  const auto m = lay_out<T, I, W>(sums, ends);
  W key[I];
  for (int k = 0; k < I; ++k) key[k] = k * T + int(threadIdx.x) < size ? in[k * T + int(threadIdx.x)] : W(0);
  auto store = [=](int i, W w) { out[i] = w; };
  bool sorted = true;
  if (how == by_line) {
    sorted = sort_block<T, I>(key, size, m, store);
  } else if (how == by_merging) {
    load_by_warps(key, size, [=](int i) { return in[i]; });
    sort_by_merging<T>(key, size, m.stage);
    for (int i = threadIdx.x; i < size; i += T) store(i, m.stage[with_pads(i)]);
  } else {
    W lo, hi;
    range_of_keys<T>(key, size, ends, lo, hi);
    sort_few_values<T, I>(key, lo, size, m, store);
  }
  if (threadIdx.x == 0) *said = sorted;
}
template <int how, int T, int I, class W> bool check_one(const std::vector<W>& keys) {
  const auto in = to_device(keys);
  const guarded<W> out(std::int64_t(keys.size()));
  const device_array<int> said(1);
  launch(sort_one_block<how, T, I, W>, 1u, T, block_bytes<T, I, W>(), {}, in.data(), out.data(), int(keys.size()), said.data());
  const bool sorted = to_host(said)[0] != 0;
  const auto result = out.take();
  if (sorted) REQUIRE(same_bits(result, in_order(keys)));
  return sorted;
}
template <class W, int T, int I> void check_blocks(int step) {
  for (int what = 0; what < last_shape; ++what)
    for (int size = 0; size <= T * I; size += size + step < T * I || size == T * I ? step : T * I - size) {
      CAPTURE(sizeof(W), T, I, what, size);
      const auto keys = shaped<W>(what, size);
      const auto [lo, hi] = range_of(keys);
      const bool few = size > 0 && hi - lo < W(T * I);
      const bool lined = check_one<by_line, T, I>(keys);
      if (few || what == any_words) REQUIRE(lined);
      if (what == two_clusters && size > T * I / 2 && !few) REQUIRE_FALSE(lined);
      check_one<by_merging, T, I>(keys);
      if (few) check_one<by_values, T, I>(keys);
    }
}
// The entry of a key's slot, and that no more than four lines lead there.
template <class W> std::uint32_t entry_of(const drawn_map<W>& map, W key) {
  std::uint32_t e = map.entry.at(std::size_t(map.line.at(0)(key)));
  for (int lines = 1; e & nested; ++lines) {
    if (lines > most_nested) FAIL("more than " << most_nested << " nested lines");
    const auto m = map.line.at(e - nested);
    e = map.entry.at(std::size_t(m.first + m(key)));
  }
  return e;
}
template <class W> void check_map(const drawn_map<W>& map, std::vector<W> keys, int slots) {
  const auto& q = map.parent;
  REQUIRE((q.entries >= slots && q.entries <= slots + samples && q.bins >= slots && q.bins <= slots + samples));
  REQUIRE((q.lines >= 1 && q.lines <= most_lines));
  for (int i = 0, n = int(keys.size()); i < n; i += 7)
    for (int d : {1, 2, 300}) keys.push_back(keys[i] + W(d)), keys.push_back(keys[i] - W(d));
  keys.push_back(0), keys.push_back(W(~W(0)));
  std::sort(keys.begin(), keys.end());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto e = entry_of(map, keys[i]), before = i > 0 ? entry_of(map, keys[i - 1]) : e;
    if (int(e & bin_bits) >= q.bins) FAIL("a bin outside");
    if ((e & bin_bits) < (before & bin_bits)) FAIL("the bins fall");
    if ((e & one_value) && i > 0 && keys[i] != keys[i - 1] && (e & bin_bits) == (before & bin_bits)) FAIL("several values in a bin of one");
  }
}
template <class W> void check_maps(const std::vector<W>& keys) {
  for (int level : {0, 1})
    for (int slots : {1024, 2048, 4096}) {
      if ((WW_MODEL || sanitized) && slots != 1024) continue;
      CAPTURE(level, slots);
      const auto maps = draw_maps(keys, level, slots);
      if (level == 0 && varying_digits(keys) < int(sizeof(W)) / 2) REQUIRE(maps[0].parent.entries == 0);
      if (level == 0 && maps[0].parent.entries == 0) continue;
      const auto third = level == 0 ? keys.begin() : keys.begin() + std::int64_t(keys.size()) / 3;
      check_map(maps[0], level == 0 ? keys : std::vector<W>(keys.begin(), third), slots);
      if (level == 1) check_map(maps[1], std::vector<W>(third, keys.end()), slots);
    }
}
template <class W> void check_all_maps() {
  for (std::uint64_t seed = 1; seed <= (WW_MODEL ? 1 : WW_CUDA ? 60 : sanitized ? 3 : 8); ++seed) {
    const std::int64_t n = seed % 4 == 0 ? 300 : 4000 + 3001 * std::int64_t(seed % 5);
    CAPTURE(seed, n, structured_input::draw<std::uint64_t>(seed).describe());
    check_maps(structured_words<W>(seed, n));
  }
  for (int what = 0; what < last_shape; ++what) {
    if (WW_MODEL && what != two_clusters) continue;
    CAPTURE(what);
    check_maps(shaped<W>(what, 9000));
  }
}
template <class W> void check_at_once() {
  for (unsigned blocks : {1, 2, 3, 7, 16})
    for (int what = 0; what < last_shape; ++what)
      for (int n : {129, 256, 1000, 2777}) {
        if ((blocks == 1) != (n <= 256) && blocks == 1) continue;
        if (!WW_CUDA && (n == 256 || blocks == 2 || (n == 1000 && what % 2 == 0))) continue;
        if (WW_MODEL && (n == 129 || n == 256 || blocks == 16 || n == 1000)) continue;
        CAPTURE(sizeof(W), blocks, what, n);
        const auto keys = shaped<W>(what, n);
        REQUIRE(same_bits(at_once<64, 4>(keys, blocks), in_order(keys)));
      }
}
template <class W> void check_lists() {
  for (int what = 0; what < last_shape; ++what)
    for (int n : {1, 100, 256}) {
      if (WW_MODEL && n != 256) continue;
      if (sanitized && what % 3 == 2) continue;
      CAPTURE(sizeof(W), what, n);
      const auto keys = shaped<W>(what, n);
      const auto expected = in_order(keys);
      for (bool other : {false, true}) REQUIRE(same_bits(listed(keys, 3, other), expected));
    }
}
template <class W> void check_levels() {
  for (std::int64_t n : {1, 257, 5000, 20011, 60000})
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      if (WW_MODEL && (n != 5000 || seed != 8 || sizeof(W) != 4)) continue;
      if (WW_HOST && (n == 60000 || seed % 4 != 0 || (n == 5000) != (seed != 4))) continue;
      if (sanitized && seed != 4) continue;
      CAPTURE(sizeof(W), n, seed, structured_input::draw<std::uint64_t>(seed).describe());
      const auto keys = structured_words<W>(seed, n);
      const auto expected = in_order(keys);
      REQUIRE(same_bits(by_levels<small_levels<W, one>>(keys).keys, expected));
      REQUIRE(same_bits(by_levels<small_levels<W, two>>(keys).keys, expected));
      if (!WW_MODEL) REQUIRE(same_bits(by_levels<small_levels<W, two_without_ranges>>(keys).keys, expected));
    }
  for (int what = 0; what < last_shape; ++what) {
    if (WW_MODEL && what != two_clusters && what != all_equal) continue;
    CAPTURE(sizeof(W), what);
    const auto keys = shaped<W>(what, 7000);
    const auto expected = in_order(keys);
    if (WW_CUDA || what % 2 == 0) REQUIRE(same_bits(by_levels<small_levels<W, one>>(keys).keys, expected));
    if (WW_CUDA || what % 2 == 1) REQUIRE(same_bits(by_levels<small_levels<W, two>>(keys).keys, expected));
  }
}
}  // namespace

TEMPLATE_TEST_CASE("one block sorts whatever fits it, by its line, by merging and by values", "", std::uint32_t, unsigned long long) {
  if (sanitized && !std::is_same_v<TestType, unsigned long long>) return;
  REQUIRE_GPU();
  const bool thorough = WW_CUDA || (WW_HOST && !sanitized);
  counted([&] { check_blocks<TestType, 64, 4>(thorough ? 3 : sanitized ? 51 : 128); });
  if (WW_MODEL) return;
  check_blocks<TestType, 32, 2>(thorough ? 1 : 17);
  check_blocks<TestType, 128, 16>(thorough ? 409 : 1024);
}
TEMPLATE_TEST_CASE("bins never decrease, and bins of one value hold one", "", std::uint32_t, unsigned long long) {
  if (sanitized && !std::is_same_v<TestType, unsigned long long>) return;
  REQUIRE_GPU();
  counted([] { check_all_maps<TestType>(); });
}
TEMPLATE_TEST_CASE("several blocks sort at once, and halve shares that do not fit them", "", std::uint32_t, unsigned long long, word128) {
  if (sanitized && !std::is_same_v<TestType, unsigned long long>) return;
  REQUIRE_GPU();
  counted([] { check_at_once<TestType>(); });
}
TEMPLATE_TEST_CASE("overfull buckets are merged from either array", "", std::uint32_t, unsigned long long) {
  if (sanitized && !std::is_same_v<TestType, unsigned long long>) return;
  REQUIRE_GPU();
  counted([] { check_lists<TestType>(); });
}
TEMPLATE_TEST_CASE("small levels: one, two", "", std::uint32_t, unsigned long long) {
  if (sanitized && !std::is_same_v<TestType, unsigned long long>) return;
  REQUIRE_GPU();
  counted([] { check_levels<TestType>(); });
}
// More blocks than tiles go through the keys of the first level, each in steps of its own.
template <class W> struct wide_tiles : small_levels<W, one> { static constexpr int tile = 64 * move_threads; };
TEST_CASE("a tile of the first level is shared by several blocks") {
  REQUIRE_GPU();
  const auto keys = shaped<std::uint32_t>(any_words, 20000);
  REQUIRE(same_bits(by_levels<wide_tiles<std::uint32_t>>(keys).keys, in_order(keys)));
}
// More clusters than buckets may begin with: they stay inside, and those buckets are listed to be merged, many by one block.
TEMPLATE_TEST_CASE("buckets with clusters inside are listed beside each other", "", std::uint32_t, unsigned long long) {
  REQUIRE_GPU();
  using W = TestType;
  std::mt19937_64 g(11);
  // Of 90 clusters the sample knows, and the plan lists their buckets. 500 fill no slot of the sample, and blocks list theirs.
  for (int clusters : {90, 500}) {
    std::vector<W> keys(clusters == 90 ? 5000 : 20000);
    for (W& k : keys) k = W(g() % unsigned(clusters) * 0x9e3779b97f4a7c15ull) + W(g() % 64);
    sorted_words<W> sorted;
    counted([&] { sorted = by_levels<small_levels<W, one>>(keys); });
    REQUIRE(same_bits(sorted.keys, in_order(keys)));
    REQUIRE(sorted.control.oversized == 0);
    REQUIRE(sorted.control.overfull >= 16);
  }
}
namespace {
template <class W> struct careful_levels : small_levels<W, one> {
  static constexpr std::int64_t many = 1 << 24;
};
}
// Random keys, one slot with a fiftieth of them, 2000 clusters at equal distances (no slot is full), and random keys with one digit or more that agree.
TEST_CASE("few keys go by digits if their sample is uneven, or if a third of their digits agree") {
  REQUIRE_GPU();
  using W = unsigned long long;
  constexpr W all = ~W(0);
  std::mt19937_64 g(5);
  for (int what = 0; what < 6; ++what) {
    std::vector<W> keys(9000);
    for (W& k : keys) {
      const W x = g();
      if (what == 0) k = x;
      if (what == 1) k = g() % 50 == 0 ? all / 3 + x % 5000 : x;
      if (what == 2) k = x % 2000 * (all / 2000) + g() % 1000;
      if (what == 3) k = x >> 8;       // seven digits differ
      if (what == 4) k = x >> 16;      // six
      if (what == 5) k = x >> 24;      // five
    }
    CAPTURE(what);
    const auto r = by_levels<careful_levels<W>>(keys);
    REQUIRE(same_bits(r.keys, in_order(keys)));
    const bool buckets = what == 0 || what == 3 || what == 4;
    REQUIRE((r.control.oversized == 0) == buckets);
    REQUIRE((r.control.smalls + r.control.overfull > 0) == buckets);
    if (!WW_MODEL) REQUIRE(by_levels<small_levels<W, one>>(keys).control.oversized == 0);
  }
}
TEMPLATE_TEST_CASE("keys that differ in fewer than half of their digits go by digits", "", std::uint32_t, unsigned long long) {
  REQUIRE_GPU();
  using W = TestType;
  constexpr int bytes = int(sizeof(W)), half = bytes / 2;
  std::mt19937_64 g(12);
  for (int digits = 0; digits <= bytes; ++digits)
    for (int gap : {0, 1}) {
      W may = 0;
      for (int d = 0; d < digits; ++d) may |= W(255) << 8 * (gap ? bytes - 1 - d : d);
      std::vector<W> keys(3000);
      for (W& k : keys) k = W(W(0x0123456789abcdefull) & ~may) | (W(g()) & may);
      CAPTURE(digits, gap);
      const auto sorted = by_levels<small_levels<W, one>>(keys);
      REQUIRE(same_bits(sorted.keys, in_order(keys)));
      REQUIRE((sorted.control.smalls + sorted.control.overfull > 0) == (digits >= half));
    }
}
TEST_CASE("a block of the second level counts eight tiles, or as many as leave four blocks to a multiprocessor") {
  using P = small_levels<std::uint32_t, two>;
  const std::int64_t enough = 4 * multiprocessors();
  for (std::int64_t tiles = 1; tiles <= 10 * enough; ++tiles) {
    bucket_levels<P, std::uint32_t> levels{{}, tiles * P::tile, nullptr};
    arena none{nullptr};
    levels.lay_out(none);
    const int group = levels.v[1].group;
    CAPTURE(tiles, group);
    REQUIRE(levels.v[0].group == 1);
    REQUIRE((group >= 1 && group <= 8));
    if (group > 1) REQUIRE(tiles / group >= enough);
    if (group < 8) REQUIRE(tiles / (group + 1) < enough);
  }
}
