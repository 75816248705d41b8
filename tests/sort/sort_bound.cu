// Theorem thm:bound as counts: what an input costs, whatever it is, and inputs by one who knows where the sample is taken.
#ifdef _OPENMP
#include <omp.h>
#endif
#include "sort_kernels.h"

namespace {
__global__ void mix_all(std::uint32_t* out, int n) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[i] = mixed(unsigned(i) + 1);
}
// Which of n keys are among the sample of that many: one of each of so many equal parts.
std::vector<bool> sampled(std::int64_t n, int sample) {
  const device_array<std::uint32_t> out(sample);
  launch(mix_all, blocks_for(sample, 256), 256, 0, {}, out.data(), sample);
  const auto r = to_host(out);
  std::vector<bool> is(n);
  for (std::int64_t s = 0; s < sample; ++s) is[s * n / sample + std::int64_t(std::uint64_t(r[s]) * std::uint64_t(n / sample) >> 32)] = true;
  return is;
}
// Keys of the sample lie from 1 << places on, those of a second sample from a quarter of it on, and those that nobody looks at below.
template <class W> W decoy(int places, std::int64_t i) {
  const W one = W(1) << places;
  return one + W(std::uint64_t(i) * 2654435761u) % one;
}
// The host back end works on several blocks at a time, and so in another order each time, unless it is told not to.
struct one_thread {
#ifdef _OPENMP
  int before = omp_get_max_threads();
  one_thread() { omp_set_num_threads(1); }
  ~one_thread() { omp_set_num_threads(before); }
#endif
};
enum secret { anywhere, one_heavy, last_secret };
// What is hidden: any keys of 20 bits, or all powers of two below 2^20, some twice, and for the rest one key. A half of its range has
// nearly all keys of the second kind, again and again.
template <class W> W hidden(int what, std::int64_t i) {
  const auto r = std::uint32_t(i) * 2654435761u >> 12;
  return what == anywhere ? W(r) : i % 97 == 0 ? W(1) << r % 20 : W(0);
}
template <class W> std::vector<W> missed_once(std::int64_t n, int what, int sample = samples) {
  const auto is = sampled(n, sample);
  std::vector<W> keys(n);
  for (std::int64_t i = 0; i < n; ++i) keys[i] = is[i] ? decoy<W>(8 * sizeof(W) - 1, i) : hidden<W>(what, i);
  return keys;
}
// The hidden keys are first their own indices, so that the array between the levels shows in which order the second sample meets them: so few
// keys are one bucket of the first level. On a GPU the order changes from run to run, and the second sample sees some of what was hidden from it.
template <class P, class W> std::vector<W> missed_twice(std::int64_t n, int what) {
  auto keys = missed_once<W>(n, anywhere);
  for (std::int64_t i = 0; i < n; ++i)
    if (keys[i] >> 20 == 0) keys[i] = W(i);
  const auto order = first_level<P>(keys);
  const auto is = sampled(n, later_samples);
  for (std::int64_t j = 0; j < n; ++j)
    if (order[j] >> 20 == 0) {
      const auto i = std::int64_t(order[j]);
      keys[i] = is[j] ? decoy<W>(8 * sizeof(W) - 3, i) : hidden<W>(what, i);
    }
  return keys;
}
template <class W> void check_missed(bool small) {
  for (int what = 0; what < last_secret; ++what) {
    const std::int64_t n = small ? 40000 : !WW_CUDA ? 140001 : 1000003;
    CAPTURE(sizeof(W), what, n);
    const auto once = missed_once<W>(n, what);
    const auto map = draw_maps(once, 0, 1024)[0];
    for (std::int64_t i = 0; i < n; ++i)
      if (once[i] >> 20 == 0) REQUIRE(map.entry[map.line[0](once[i])] == map.entry[0]);
    const auto sort = [&](auto policy, const std::vector<W>& keys, bool oversized) {
      const auto r = by_levels<decltype(policy)>(keys);
      REQUIRE(same_bits(r.keys, in_order(keys)));
      if (oversized) REQUIRE(r.control.oversized > 0);
    };
    if (small) {
      sort(small_levels<W, one>(), once, true);
      sort(small_levels<W, two>(), missed_twice<small_levels<W, two>, W>(n, what), !WW_CUDA);
    } else {
      sort(patient_levels<W>(), once, true);
      const auto few = missed_once<W>(few_keys<W>, what, 1024);
      REQUIRE(same_bits(at_once<512, 4>(few, unsigned(std::max(16, multiprocessors()))), in_order(few)));
    }
  }
}
}  // namespace

TEMPLATE_TEST_CASE("keys that the sample misses are sorted, at one level, two, and at once", "", std::uint32_t, unsigned long long) {
  if (sanitized && !std::is_same_v<TestType, unsigned long long>) return;
  REQUIRE_GPU();
  if (WW_MODEL) return;
  [[maybe_unused]] const one_thread only;
  if (!sanitized) check_missed<TestType>(true);
  if (sizeof(TestType) == 4 || WW_CUDA) check_missed<TestType>(false);
}

#if WW_MODEL
namespace {
// The bytes that kernels of these names ask for; of the array of that name alone, if there is one. Lanes of shared memory likewise.
std::int64_t bytes_of(const model::report& r, const char* kernels, model::access kind, const char* array = nullptr) {
  std::int64_t sum = 0;
  for (const auto& s : r.sites)
    if (s.memory == model::space::device && s.kind == kind && (!array || s.array == array))
      if (const auto name = s.kernel.substr(0, s.kernel.find('<')); std::strstr(kernels, name.substr(name.rfind(':') + 1).c_str()))
        sum += s.total.bytes;
  return sum;
}
std::int64_t shared_lanes(const model::report& r, const char* kernels) {
  std::int64_t sum = 0;
  for (const auto& s : r.sites)
    if (s.memory == model::space::shared)
      if (const auto name = s.kernel.substr(0, s.kernel.find('<')); std::strstr(kernels, name.substr(name.rfind(':') + 1).c_str()))
        sum += s.total.lanes;
  return sum;
}
// Theorem thm:bound, of one input. The input is read by the first level's count and move, and sampled. A level writes a key once. A block
// reads and writes it once; one that the line fails is read once more. What is read for whole blocks, not for keys, is the bucket's entry in
// a list, by each thread.
template <class P, class W> void check_cost(const std::vector<W>& keys, int levels) {
  const auto n = std::int64_t(keys.size()), each = n * std::int64_t(sizeof(W));
  sorted_words<W> sorted;
  const auto r = counted([&] { sorted = by_levels<P>(keys); });
  REQUIRE(same_bits(sorted.keys, in_order(keys)));
  using enum model::access;
  const auto buckets = std::int64_t(sorted.control.smalls), overfull = std::int64_t(sorted.control.overfull);
  CAPTURE(n, levels, buckets, overfull);
  REQUIRE(sorted.control.oversized == 0);
  CHECK(bytes_of(r, "sample_parents count_bins move_keys", load, "keys") == 2 * each + std::int64_t(samples * sizeof(W)));
  const auto moved = bytes_of(r, "move_keys", store);
  CHECK(moved >= each);
  CHECK(moved <= levels * each);
  const char* last = "sort_small_buckets merge_overfull";
  const auto written = bytes_of(r, last, store);
  CHECK(written >= each);
  CHECK(written <= each + std::int64_t(sizeof(small_bucket)) * overfull);
  constexpr int T = P::threads;
  const std::int64_t blocks = 2 * (n / std::min(512, T * P::each * 2 / 3)) + 1;
  const std::int64_t lists = T * 16 * (buckets + blocks) + 1024 * (24 * overfull + 256);
  CHECK(bytes_of(r, last, load) <= 2 * each + lists);
  // A key is counted, placed, read again, and compared with at most 15 others and moved as often. If the line fails, it is in at most
  // five rounds of merging, in each of which it is written and read, and read at most thirteen times two for every eight keys of a thread;
  // then it is read once more. A thread zeroes, adds up and writes 32 slots, and takes part in scans.
  const std::int64_t compared = 8 + 2 * (most_in_slot - 1), merged = 2 + 5 * (2 + (2 * 13 + 2) / 8 + 1), helping = 24;
  CHECK(shared_lanes(r, last) <= n * (compared + (overfull > 0 ? merged : 0)) + T * helping * buckets + 1024 * helping * overfull);
  CHECK(bytes_of(r, "count_ranges sort_ranges_by_digits", load, "keys") == 0);
}
// Theorem thm:fallback, of one that the sample misses: the last level is sampled and counted in vain, and moves nothing; then digits read
// and write every key once for each pass, and read it once before.
template <class P, class W> void check_fallback(const std::vector<W>& keys, int levels) {
  const auto each = std::int64_t(keys.size() * sizeof(W));
  sorted_words<W> sorted;
  const auto r = counted([&] { sorted = by_levels<P>(keys); });
  REQUIRE(same_bits(sorted.keys, in_order(keys)));
  REQUIRE(sorted.control.oversized > 0);
  using enum model::access;
  CHECK(bytes_of(r, "sample_parents count_bins move_keys", load, "keys") == levels * each + std::int64_t(samples * sizeof(W)));
  CHECK(bytes_of(r, "move_keys", store) == (levels - 1) * each);
  CHECK(bytes_of(r, "sort_small_buckets merge_overfull", store) == 0);
  CHECK(bytes_of(r, "count_ranges sort_ranges_by_digits", load, "keys") >= 2 * each);
  const auto moved = bytes_of(r, "sort_ranges_by_digits", store);
  CHECK(moved >= each * std::int64_t(sizeof(W)));
  CHECK(moved <= each * std::int64_t(sizeof(W)) * 5 / 4);  // and the words of the tiles
}
// Theorem thm:bound, the last sentence of its first part: what the last level's sample missed is moved with the others, and then read and written once for each pass of digits.
template <class P, class W> void check_ranges(const std::vector<W>& keys) {
  const auto each = std::int64_t(keys.size() * sizeof(W)), size = std::int64_t(sizeof(W));
  sorted_words<W> sorted;
  const auto r = counted([&] { sorted = by_levels<P>(keys); });
  REQUIRE(same_bits(sorted.keys, in_order(keys)));
  REQUIRE(sorted.control.oversized > 0);
  using enum model::access;
  CHECK(bytes_of(r, "sample_parents count_bins move_keys", load, "keys") == 2 * each + samples * size);
  CHECK(bytes_of(r, "move_keys", store) == each);
  const auto left = each - bytes_of(r, "sort_small_buckets merge_overfull", store);
  CHECK(left > each / 2);
  const auto moved = bytes_of(r, "sort_ranges_by_digits", store);
  CHECK(moved >= left);
  CHECK(moved <= left * size * 5 / 4);  // and the words of the tiles
}
}  // namespace
TEST_CASE("what any input costs stays under the theorem's constants") {
  using W = std::uint32_t;
  for (std::uint64_t seed : {3, 5, 6, 7}) {
    CAPTURE(seed, structured_input::draw<W>(seed).describe());
    check_cost<patient_levels<W>>(structured_words<W>(seed, 12011), 1);
  }
  for (int what = 0; what < last_shape; ++what) {
    if (what == powers || what == clusters_at_powers) continue;  // on many scales
    CAPTURE(what);
    const auto keys = shaped<W>(what, 2 * samples);
    if (varying_digits(keys) < int(sizeof(W)) / 2) continue;  // by digits at once
    if (what % 2) check_cost<small_levels<W, two>>(keys, 2);
    else check_cost<small_levels<W, one>>(keys, 1);
  }
}
TEST_CASE("what an adversary's input costs stays under them, too") {
  using W = std::uint32_t;
  check_ranges<patient_levels<W>>(missed_once<W>(40000, anywhere));
  check_fallback<small_levels<W, two_without_ranges>>(missed_twice<small_levels<W, two>, W>(20000, one_heavy), 2);
}
TEST_CASE("a sort by buckets launches as many kernels as the paper says") {
  const std::vector<unsigned long long> keys(5000, 7);
  CHECK(counted([&] { by_levels<small_levels<unsigned long long, one>>(keys); }).launches == 7 + 2);
  CHECK(counted([&] { by_levels<small_levels<unsigned long long, two>>(keys); }).launches == 11 + 2);
}
// The and of six random words has keys on all scales: the sample says so, and nothing is counted or moved in vain.
TEST_CASE("keys on many scales go by digits at once") {
  using W = unsigned long long;
  std::mt19937_64 g(3);
  std::vector<W> keys(9000);
  for (W& k : keys) k = g() & g() & g() & g() & g() & g();
  sorted_words<W> sorted;
  const auto r = counted([&] { sorted = by_levels<patient_levels<W>>(keys); });
  REQUIRE(same_bits(sorted.keys, in_order(keys)));
  REQUIRE(sorted.control.oversized > 0);
  CHECK(bytes_of(r, "sample_parents count_bins move_keys", model::access::load, "keys") == std::int64_t(samples * sizeof(W)));
}
TEST_CASE("two buckets that the sample missed are counted beside each other") {
  using W = std::uint32_t;
  const std::int64_t n = 12000;
  const auto is = sampled(n, samples);
  std::vector<W> keys(n);
  for (std::int64_t i = 0; i < n; ++i)
    keys[i] = is[i] ? decoy<W>(31, i) : hidden<W>(anywhere, i) >> i % 2 * 8 | W(i % 2) * 0xc0000000;
  sorted_words<W> sorted;
  counted([&] { sorted = by_levels<small_levels<W, one>>(keys); });
  REQUIRE(same_bits(sorted.keys, in_order(keys)));
  REQUIRE(sorted.control.oversized >> tile_bits == 2);
}
// A quarter of the keys, the last, lies apart from the others. Each block reads its sample, and all keys once.
TEST_CASE("the last keys are in the sample, too") {
  using W = std::uint32_t;
  constexpr int n = 2037, blocks = 63;
  std::vector<W> keys(n);
  for (int i = 0; i < n; ++i) keys[i] = i < 1536 ? W(i) << 20 : 0xffff0000u + W(i);
  const auto r = counted([&] { REQUIRE(same_bits(at_once<256, 2>(keys, blocks), in_order(keys))); });
  CHECK(bytes_of(r, "sort_at_once", model::access::load) <= blocks * (n + 512) * std::int64_t(sizeof(W)));
}
// A block that sorts a share at once reads all keys for each half that it tries. Two neighbouring pieces that it sorts are too many for it
// together, and a piece is found after as many tries as a key has bits.
TEST_CASE("what an adversary's input costs the sort at once") {
  using W = std::uint32_t;
  constexpr int T = 64, I = 4, n = 3000, blocks = 4;
  for (int what = 0; what < last_secret; ++what) {
    const auto keys = missed_once<W>(n, what, 2 * T);
    const auto r = counted([&] { REQUIRE(same_bits(at_once<T, I>(keys, blocks), in_order(keys))); });
    const std::int64_t rounds = 32 * (2 * n / (T * I) + 1) + blocks;
    CAPTURE(what);
    CHECK(bytes_of(r, "sort_at_once", model::access::load) <= (rounds * n + blocks * 2 * T) * std::int64_t(sizeof(W)));
    CHECK(bytes_of(r, "sort_at_once", model::access::store) == n * std::int64_t(sizeof(W)));
  }
}
#endif
