// The merge sort: selections against a count, every size and number of ways, the network and rounds of splits by the 0-1 principle,
// a block that merges by paths, and what the model says.
#include <ww/detail/sort/merge-kernels.cuh>
#include <ww/merge.cuh>
#include "sorts.h"

namespace {
// One warp selects from many runs; the search intervals that are left come back.
template <int L, int M, class N>
__global__ void select_once(const std::uint32_t* keys, const std::int64_t* offsets, int ways, std::int64_t rank, std::int64_t enough, std::int64_t* bounds) {
  run_interval<std::uint32_t, N> v[L];
  for (int l = 0; l < L; ++l) {
    const int j = int(threadIdx.x) * L + l;
    v[l] = {keys, 0, 0};
    if (j < ways) v[l] = {keys + offsets[j], 0, N(offsets[j + 1] - offsets[j])};
  }
  select_from_runs<L, M>(v, N(rank), N(enough));
  for (int l = 0; l < L; ++l) {
    const int j = int(threadIdx.x) * L + l;
    if (j < ways) bounds[2 * j] = v[l].lo, bounds[2 * j + 1] = v[l].hi;
  }
}
// The oracle: the first keys in the order of key, run and index, counted one by one.
std::vector<std::int64_t> true_selection(const std::vector<std::vector<std::uint32_t>>& runs, std::int64_t rank) {
  std::vector<std::pair<std::uint32_t, int>> all;
  for (int j = 0; j < int(runs.size()); ++j)
    for (auto w : runs[j]) all.push_back({w, j});
  std::stable_sort(all.begin(), all.end());
  std::vector<std::int64_t> cut(runs.size());
  for (std::int64_t r = 0; r < rank; ++r) ++cut[all[r].second];
  return cut;
}
template <int L, int M, class N> void check_selection(int ways, unsigned seed, int longest, unsigned values) {
  std::mt19937 g(seed);
  std::vector<std::vector<std::uint32_t>> runs(ways);
  std::vector<std::uint32_t> keys;
  std::vector<std::int64_t> offsets = {0};
  for (auto& j : runs) {
    j.resize(g() % 4 == 0 ? 0 : g() % unsigned(longest + 1));
    for (auto& w : j) w = values == 0 ? ~0u : g() % values;
    std::sort(j.begin(), j.end());
    keys.insert(keys.end(), j.begin(), j.end());
    offsets.push_back(std::int64_t(keys.size()));
  }
  const std::int64_t n = std::int64_t(keys.size());
  const auto k = to_device(keys);
  const auto o = to_device(offsets);
  const device_array<std::int64_t> b(2 * ways);
  const std::int64_t step = n > 60 ? n / 15 : 1;
  for (std::int64_t rank = 0; rank <= n; rank += step)
    for (std::int64_t enough : {0, 7}) {
      launch(select_once<L, M, N>, 1, 32, 0, {}, static_cast<const std::uint32_t*>(k.data()), static_cast<const std::int64_t*>(o.data()), ways, rank, enough, b.data());
      const auto bounds = to_host(b);
      const auto wanted = true_selection(runs, rank);
      std::int64_t open = 0;
      bool within = true;
      for (int j = 0; j < ways; ++j) {
        within = within && bounds[2 * j] <= wanted[j] && wanted[j] <= bounds[2 * j + 1];
        open += bounds[2 * j + 1] - bounds[2 * j];
      }
      CAPTURE(ways, seed, longest, values, rank, enough);
      REQUIRE(within);
      REQUIRE(open <= enough);
    }
}
// One block sorts what fits it by merging alone.
template <int T, int I, class W> __global__ void merge_once(W* keys, int size) {
  W key[I];
  W* stage = dynamic_shared<W>();
  load_by_warps(key, size, [=](int i) { return keys[i]; });
  sort_by_merging<T>(key, size, stage);
  for (int i = int(threadIdx.x); i < size; i += T) keys[i] = stage[with_pads(i)];
}
template <int T, int I, class W> void check_block(const std::vector<W>& keys) {
#if WW_MODEL
  model::watch w;
#endif
  const auto k = to_device(keys);
  launch(merge_once<T, I, W>, 1, T, merge_bytes<T, I, W>(), {}, k.data(), int(keys.size()));
  auto expected = keys;
  std::sort(expected.begin(), expected.end());
  CAPTURE(T, I, keys.size());
  REQUIRE(to_host(k) == expected);
#if WW_MODEL
  const auto r = w.stop();
  CAPTURE(r.findings.empty() ? "" : r.findings[0].text);
  REQUIRE(r.findings.empty());
#endif
}
// One block sorts by lines alone, and says whether it could.
template <int T, int I, class W> __global__ void sort_by_lines(W* keys, int size, int* said) {
  __shared__ std::uint32_t sums[32];
  __shared__ W ends[64];
  const int t = threadIdx.x;
  const auto m = lay_out_merge(T * I + T * I / 32, sums, ends);
  W key[I], lo, hi;
  for (int k = 0; k < I; ++k) key[k] = k * T + t < size ? keys[k * T + t] : W(0);
  for (int b = t; b < T * (I + 1); b += T) m.counts[b] = 0;
  range_of_keys<T>(key, size, ends, lo, hi);
  const bool sorted = sort_by_rounds<T, I>(key, size, lo, hi, false, m, [=](int i, W w) { keys[i] = w; });
  if (t == 0) *said = sorted;
}
template <class W> bool lines_sort(std::vector<W> keys) {
  constexpr int T = 64, I = 8;
  std::shuffle(keys.begin(), keys.end(), std::mt19937(4));
  const auto k = to_device(keys);
  const auto said = to_device(std::vector<int>{2});
  launch(sort_by_lines<T, I, W>, 1, T, merge_bytes<T, I, W>(), {}, k.data(), int(keys.size()), said.data());
  std::sort(keys.begin(), keys.end());
  const int sorted = to_host(said)[0];
  if (sorted == 1) REQUIRE(to_host(k) == keys);
  return sorted == 1;
}
template <int w, int tile, class K> void check_merge(const std::vector<K>& keys, int ways) {
  auto sort = [=](void* temporary, std::size_t& bytes, const K* in, K* out, std::int64_t n, order o, cudaStream_t s) {
    merge_sort<w, tile>(temporary, bytes, keys_of(in, out, o), n, s, ways);
  };
  auto expected = keys;
  sort_serial(expected, order::ascending);
  CAPTURE(w, tile, ways, keys.size());
  REQUIRE(same_bits(run<K>(sort, keys, false), expected));
}
}  // namespace

TEST_CASE("the selection from many runs is where it must be") {
  REQUIRE_GPU();
  for (unsigned seed = 1; seed <= (WW_CUDA ? 6u : 1u); ++seed)
    for (unsigned values : {0u, 1u, 2u, 5u, 1000u, 4000000000u})
      for (int longest : {1, 3, 40, 700}) {
        if ((WW_MODEL || sanitized) && longest > 40) continue;
        if (WW_HOST && longest > 40 && values > 2 && values < 4000000000u) continue;
        check_selection<1, 1, int>(2, seed, longest, values);
        check_selection<1, 3, int>(8, seed, longest, values);
        check_selection<1, 1, std::int64_t>(32, seed, longest, values);
        check_selection<1, 3, int>(32, seed, longest, values);
        check_selection<2, 1, int>(64, seed, longest, values);
        check_selection<4, 1, std::int64_t>(128, seed, longest, values);
      }
}
TEST_CASE("the merge at every small size, for all numbers of ways") {
  REQUIRE_GPU();
  for (std::int64_t n = 0; n <= 300; n += WW_MODEL ? 50 : n < 70 ? 1 : WW_CUDA ? 1 : 23) {
    check_merge<8, 1024>(make<std::uint32_t>(random_bits, n), 2);
    if (n % 10 == 0) check_merge<8, 1024>(make<std::int64_t>(few_values, n), 2);
  }
  for (int ways : {2, 4, 8, 16, 32, 64, 128})
    for (std::int64_t n : {1023, 1024, 1025, 2047, 2049, 3000, 8191, 8193, 20000, 65537, 140001}) {
      if (WW_MODEL && (n > 3000 || (ways > 2 && ways < 64))) continue;
      if (sanitized && n > 20000) continue;
      if (WW_HOST && n > 9000 && (ways == 4 || ways == 16 || ways == 64)) continue;
      if (WW_HOST && n > 20000 && (ways == 8 || ways == 32) && n != 140001) continue;
      check_merge<8, 1024>(make<std::uint32_t>(n % 3 ? random_bits : few_values, n), ways);
      if (!WW_MODEL && n > 2000) check_merge<8, 1024>(make<std::uint64_t>(n % 2 ? random_bits : zipf, n), ways);
    }
}
TEST_CASE("the merge of many inputs at the edges of tiles") {
  REQUIRE_GPU();
  if (WW_MODEL) return;
  for (int what = 0; what < last_input; ++what)
    for (std::int64_t n : {8191, 8192, 8193, 7936, 65535, 65536, 65537}) {
      if (!WW_CUDA && n > 10000 && (n != 65537 || (what > uniform && what != zipf && what != nearly && what != outlier))) continue;
      if (!WW_CUDA && (n == 8191 || n == 8192) && what > uniform) continue;
      CAPTURE(what);
      check_merge<16, 8192>(make<float>(input(what), n), 0);
      if (n % 2) check_merge<8, 4096>(make<double>(input(what), n), 8);
      if (n == 65537) check_merge<16, 2048>(make<float>(input(what), n), 4);
    }
}
TEST_CASE("the network of sixteen by the 0-1 principle") {
  for (unsigned zeros = 0; zeros < 1u << 16; ++zeros) {
    std::uint32_t r[16];
    for (int k = 0; k < 16; ++k) r[k] = zeros >> k & 1;
    sort_registers(r);
    for (int k = 0; k < 16; ++k)
      if (r[k] != (k >= 16 - __builtin_popcount(zeros))) FAIL("the network of sixteen");
  }
}
TEST_CASE("a block merges by paths, whatever the keys are") {
  REQUIRE_GPU();
  for (int what : {random_bits, few_values, falling, equal})
    for (int size : {0, 1, 7, 9, 33, 200, 255, 256}) check_block<32, 8>(make<std::uint32_t>(input(what), size));
  check_block<64, 16>(make<std::uint32_t>(random_bits, 1024));
  check_block<128, 8>(make<std::uint64_t>(random_bits, 1000));
}
TEST_CASE("splits in rounds sort what stands near its index, by the 0-1 principle") {
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
TEMPLATE_TEST_CASE("merge_keys for every type", "", float, double, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t) {
  REQUIRE_GPU();
  for (std::int64_t n : {0, 1, 2, 31, 300, 4097, 8193, 70001}) {
    if ((WW_MODEL || sanitized) && n > 4097) continue;
    if (WW_MODEL && n > 300 && sizeof(TestType) == 4 && !std::is_same_v<TestType, float>) continue;
    CAPTURE(n);
    check_sorts("merge", make<TestType>(n % 2 ? random_bits : uniform, n), n % 2 == 1);
  }
}
TEST_CASE("merge_keys of the two least keys alone") {
  REQUIRE_GPU();
  std::vector<std::uint32_t> keys(3000);
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = i % 7 % 2;
  REQUIRE(same_bits(run<std::uint32_t>(merge_keys<std::uint32_t>, keys, false), sorted(keys, false)));
}
TEST_CASE("merge_keys refuses what it cannot do") {
  REQUIRE_GPU();
  std::size_t bytes = 0;
  const float* none = nullptr;
  CHECK_THROWS_AS(merge_keys<float>(nullptr, bytes, none, nullptr, -1), bad_input);
  merge_keys<float>(nullptr, bytes, none, nullptr, 100000);
  const device_array<char> temporary{std::int64_t(bytes)};
  --bytes;
  CHECK_THROWS_AS(merge_keys<float>(temporary.data(), bytes, none, nullptr, 100000), bad_input);
}

TEST_CASE("from 2^25 keys on fewer runs are merged at a time, whose places take less memory") {
  auto bytes_for = [](std::int64_t n) {
    const float* none = nullptr;
    std::size_t bytes = 0;
    merge_keys<float>(nullptr, bytes, none, nullptr, n);
    return std::int64_t(bytes);
  };
  const std::int64_t n = 1 << 25;
  CHECK(bytes_for(n - 1) - bytes_for(n - 2) < 4096);
  CHECK(bytes_for(n - 1) - bytes_for(n) > n / 8);
}

// A line has 512 bins, of 2^19 values here, and a bin with more than 61 different keys is too full for it.
TEST_CASE("a second line is drawn from the first bin that is too full to the last") {
  REQUIRE_GPU();
  const std::uint32_t bin = 1 << 19;
  struct bunch { int keys, bin; };
  auto sorts = [=](const std::vector<bunch>& bunches) {
    std::vector<std::uint32_t> keys = {0, 512 * bin - 1};
    for (const bunch& b : bunches)
      for (int k = 0; k < b.keys; ++k) keys.push_back(b.bin * bin + bin / 4 + (bin / 2) / b.keys * k);
    std::vector<unsigned long long> wide;
    for (auto k : keys) wide.push_back((1ull << 60) + (std::uint64_t(k) << 20));
    const bool sorted = lines_sort(keys);
    REQUIRE(lines_sort(wide) == sorted);
    return sorted;
  };
  CHECK(sorts({}));
  for (int at : {0, 1, 2, 255, 509, 510, 511}) {
    CAPTURE(at);
    for (int keys : {2, 60, 63, 100, 500}) CHECK(sorts({{keys, at}}));
    for (int near : {at - 2, at - 1, at + 1, at + 2})
      if (near >= 0 && near < 512) {
        CHECK(sorts({{100, at}, {400, near}}));
        CHECK(sorts({{400, at}, {100, near}}));
      }
    // Of what is far apart, a second line is no better than the first.
    if (at != 255) CHECK_FALSE(sorts({{100, at}, {300, 255}}));
  }
  CHECK_FALSE(sorts({{100, 0}, {200, 200}, {200, 511}}));
}

// Two bunches of different keys, far apart: a line from one to the other fails twice, and the block merges.
std::vector<std::uint32_t> two_bunches(std::int64_t n) {
  std::mt19937 g(5);
  std::vector<std::uint32_t> keys(n);
  for (auto& k : keys) k = (g() % 2 ? 7u << 28 : 3u << 20) + g() % 5000;
  return keys;
}
TEST_CASE("what a line fails twice is merged") {
  REQUIRE_GPU();
  for (std::int64_t n : {300, 1024, 9000}) check_merge<8, 1024>(two_bunches(n), 4);
}

#if WW_MODEL
TEST_CASE("the model has nothing to say against the merge of many runs") {
  {
    model::watch w;
    check_merge<8, 1024>(two_bunches(9000), 4);
    const auto r = w.stop();
    CAPTURE(r.findings.empty() ? "" : r.findings[0].text);
    REQUIRE(r.findings.empty());
  }
  for (int what : {uniform, few_values, outlier, rising})
    for (int ways : {4, 128}) {
      model::watch w;
      check_merge<8, 1024>(make<std::uint32_t>(input(what), 9000), ways);
      const auto r = w.stop();
      CAPTURE(what, ways, r.findings.empty() ? "" : r.findings[0].text);
      REQUIRE(r.findings.empty());
    }
}
#endif
