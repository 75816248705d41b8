// More than one GPU: three operations, the sort, the hull and the density of all ranks, and what goes wrong.
#include "ranks.h"
#include "sorts.h"
#include <ww/detail/ranks/gpus-split.cuh>
#include <atomic>
#include <bit>
#include <mutex>
#include <random>
#include <thread>
#include <tuple>
#include <typeinfo>

namespace {
template <int = 0>
__global__ void fill(int* to, int value) { to[threadIdx.x] = value; }
template <class K> struct sorted_by_ranks {
  std::vector<K> keys;
  std::vector<std::uint32_t> values;
};
template <class K>
sorted_by_ranks<K> sort_by_ranks(const std::vector<K>& keys, bool pairs, const rank_options& ro, int how, const rank_sort_options& so) {
  const auto n = std::int64_t(keys.size());
  const auto ends = ends_of(n, ro.ranks, how);
  sorted_by_ranks<K> all{std::vector<K>(keys.size()), std::vector<std::uint32_t>(pairs ? keys.size() : 0)};
  run_ranks(ro, [&](communicator& c) {
    const stream s;
    const std::int64_t first = ends[c.rank()], mine = ends[c.rank() + 1] - first;
    device_array<K> in(mine);
    in.upload(keys.data() + first, mine, s);
    std::vector<std::uint32_t> indices;
    for (std::int64_t i = 0; i < mine; ++i) indices.push_back(std::uint32_t(first + i));
    const auto values = to_device(indices, s);
    const shares h = share_out(c, mine, s);
    const std::int64_t share = h.size(c.rank());
    device_array<K> out(share);
    device_array<std::uint32_t> out_values(share);
    auto go = [&](void* t, std::size_t& b) {
      if (pairs) sort_pairs(c, t, b, in.data(), out.data(), values.data(), out_values.data(), h, so, s);
      else sort_keys(c, t, b, in.data(), out.data(), h, so, s);
    };
    std::size_t bytes = 0;
    go(nullptr, bytes);
    device_array<char> memory{std::int64_t(bytes)};
    go(memory.data(), bytes);
    collect(c, out.data(), share * std::int64_t(sizeof(K)), all.keys.data(), s);
    if (pairs) collect(c, out_values.data(), share * 4, all.values.data(), s);
  });
  return all;
}
}  // namespace

TEST_CASE("gather, exchange and reduce") {
  REQUIRE_GPU();
  for (const std::string link : {"copies", "nccl"})
    for (int p : {1, 2, 3, 5}) {
      if (!has_link(link) || (link == "nccl" && p > device_count())) continue;
      auto o = ranks_of(p);
      o.link = link;
      if (link == "nccl") o.devices.clear();
      CAPTURE(link, p);
      std::vector<std::string> wrong(p);
      run_ranks(o, [&](communicator& c) {
        const stream s;
        const int me = c.rank();
        const auto all = gather_values(c, std::vector<std::int64_t>{me, 10 + me}, s);
        for (int r = 0; r < p; ++r)
          if (all[2 * r] != r || all[2 * r + 1] != 10 + r) wrong[me] += "gather ";
        // Rank r sends r + 2 j numbers to rank j; rank 0 nothing to itself.
        auto count = [](int from, int to) { return from + 2 * to; };
        std::vector<int> numbers;
        std::vector<outgoing> out;
        std::vector<incoming> in;
        int received = 0;
        for (int r = 0; r < p; ++r) {
          for (int k = 0; k < count(me, r); ++k) numbers.push_back(1000 * me + 10 * r + k);
          received += count(r, me);
        }
        const auto from = to_device(numbers, s);
        const device_array<int> to(received);
        int a = 0, b = 0;
        for (int r = 0; r < p; ++r) {
          out.push_back({r, from.data() + a, 4 * count(me, r)});
          in.push_back({r, to.data() + b, 4 * count(r, me)});
          a += count(me, r), b += count(r, me);
        }
        c.exchange(out, in, s);
        c.wait(s);
        const auto got = to_host(to, s);
        b = 0;
        for (int r = 0; r < p; ++r)
          for (int k = 0; k < count(r, me); ++k)
            if (got[b++] != 1000 * r + 10 * me + k) wrong[me] += "exchange ";
        std::vector<std::uint64_t> counts{std::uint64_t(me), 1, ~std::uint64_t(0)};
        auto sums = to_device(counts, s);
        c.reduce(sums.data(), 3, s);
        c.wait(s);
        counts = to_host(sums, s);
        if (counts != std::vector<std::uint64_t>{std::uint64_t(p * (p - 1) / 2), std::uint64_t(p), std::uint64_t(0) - p}) wrong[me] += "reduce ";
      });
      for (const auto& w : wrong) REQUIRE(w == "");
    }
}
TEST_CASE("what is gathered has been waited for") {
  REQUIRE_GPU();
  for (int p : {1, 3}) {
    std::vector<std::string> wrong(p);
    run_ranks(ranks_of(p), [&](communicator& inner) {
      const stream s;
      overheard c(inner);
      const auto all = gather_values(c, std::vector{c.rank(), 7}, s);
      for (int r = 0; r < p; ++r)
        if (all[2 * r] != r || all[2 * r + 1] != 7) wrong[c.rank()] += "values ";
      if (all.size() != std::size_t(2 * p)) wrong[c.rank()] += "size ";
      if (c.exchanges != 1 || c.waits != 1 || c.under_way) wrong[c.rank()] += "wait ";
    });
    for (const auto& w : wrong) REQUIRE(w == "");
  }
}
TEST_CASE("an exchange takes what was there, and before it is over nothing comes in its place") {
  REQUIRE_GPU();
  std::vector<int> got[2];
  {
    [[maybe_unused]] const without_findings clean;
    run_ranks(ranks_of(2), [&](communicator& c) {
      const stream s;
      const int other = 1 - c.rank();
      const device_array<int> mine(64), theirs(64);
      for (int turn = 0; turn < 2; ++turn) {
        launch(fill<>, 1, 64, 0, s, mine.data(), 10 * turn + c.rank());
        c.exchange({{other, mine.data(), 256}}, {{other, theirs.data(), 256}}, s);
      }
      launch(fill<>, 1, 64, 0, s, mine.data(), 20);
      c.wait(s);
      got[c.rank()] = to_host(theirs, s);
    });
  }
  for (int r : {0, 1}) CHECK(got[r] == std::vector<int>(64, 11 - r));
}
TEST_CASE("nobody has what is gathered before all have come") {
  REQUIRE_GPU();
  std::atomic<int> come = 0;
  std::atomic<bool> early = false;
  run_ranks(ranks_of(4), [&](communicator& c) {
    for (int round = 1; round <= 5; ++round) {
      std::this_thread::sleep_for(std::chrono::milliseconds(3 * ((c.rank() + round) % 4)));
      ++come;
      meet(c);
      if (come < 4 * round) early = true;
      meet(c);
    }
  });
  REQUIRE(!early);
}
TEMPLATE_TEST_CASE("all ranks sort together", "", float, double, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t) {
  REQUIRE_GPU();
  int turn = 0;
  for (int round = 0; round < 3; ++round)
    for (int p : {1, 2, 3, 5})
      for (std::int64_t n : {0, 1, 2, 7, 300, 20011}) {
        // On the model few keys, and once as many as several blocks share.
        const bool many = std::is_same_v<TestType, std::uint32_t> && round == 0 && n == 20011;
        if (WW_MODEL && (round == 2 || p != 2 || (n != 1 && n != 300 && !many))) continue;
        if (WW_HOST && round == 2 && n == 20011) continue;
        const int what = turn++ % last_input, how = turn % 4;
        const bool down = turn % 3 == 0, pairs = turn % 2 == 0;
        CAPTURE(p, n, what, how, down, pairs, round);
        const auto keys = make<TestType>(input(what), n);
        [[maybe_unused]] const without_findings clean;
        const auto got = sort_by_ranks(keys, pairs, ranks_of(p), how, {way(down), 1 + turn % 4});
        REQUIRE(same_bits(got.keys, sorted(keys, down)));
        if (pairs) REQUIRE(got.values == argsort_parallel(keys, way(down)));
      }
}
TEMPLATE_TEST_CASE("keys that spread are split before they are sorted", "", float, double, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t) {
  REQUIRE_GPU();
  int turn = 0;
  for (int what = 0; what < last_input; ++what)
    for (int p : {2, 3, 5, 8})
      for (std::int64_t n : {0, 1, 300, 20011}) {
        const bool many = std::is_same_v<TestType, std::uint32_t> && what == 0 && n == 20011;
        if (WW_MODEL && (p != 2 || (n != 300 && !many) || what > 3)) continue;
        const int how = ++turn % 4;
        if (WW_HOST && n == 20011 && what % 6 != p % 6) continue;
        const bool down = turn % 3 == 0;
        CAPTURE(p, n, what, how, down);
        const auto keys = make<TestType>(input(what), n);
        [[maybe_unused]] const without_findings clean;
        REQUIRE(same_bits(sort_by_ranks(keys, false, ranks_of(p), how, {way(down), 0, 0}).keys, sorted(keys, down)));
      }
}
#if WW_HOST
// The plan's promises, whatever the counts: the lemma's, and that each rank sorts each of its buckets once.
TEST_CASE("a plan of buckets gives each rank its share and at most one bucket more") {
  using namespace ww::detail::ranks;
  std::mt19937 random(7);
  int planned = 0;
  for (int turn = 0; turn < 400; ++turn) {
    const int p = 2 + turn % 7, width = 1 << (turn % 13), heavy = turn % 11 == 0;
    std::vector<std::int64_t> below{0};
    for (int i = 0; i < all_bins; ++i) below.push_back(below.back() + (i / width % 2 ? 0 : random() % (1 + turn)) + (heavy && i == 99 ? 100000 : 0));
    const std::int64_t n = below.back();
    shares h{std::vector<std::int64_t>(p, 0)};
    h.given[turn % p] = n;
    CAPTURE(turn, p, n);
    const auto plan = plan_split(h, below);
    const auto& all = plan.buckets;
    REQUIRE(int(all.size()) <= ranks::most_buckets);
    std::int64_t most = 0, at = 0;
    for (std::size_t b = 0; b < all.size(); ++b) {
      const int end = b + 1 < all.size() ? all[b + 1].bin : all_bins, bins = end - all[b].bin;
      REQUIRE((std::has_single_bit(unsigned(bins)) && all[b].bin % bins == 0));
      REQUIRE((all[b].begin == at && all[b].begin == below[all[b].bin] && all[b].end() == below[end]));
      REQUIRE((b == 0 || all[b].owner >= all[b - 1].owner));
      at = all[b].end(), most = std::max(most, all[b].size);
    }
    REQUIRE((at == n && all[0].bin == 0));
    if (most > n / p / 8) {
      REQUIRE(plan.chunks.empty());
      continue;
    }
    ++planned;
    REQUIRE(int(plan.chunks.size()) == p);
    for (int r = 0; r < p; ++r) {
      std::vector<int> sorted(all.size(), 0);
      REQUIRE(plan.chunks[r].size() <= plan.rounds);
      std::int64_t keys = 0;
      for (const auto& c : plan.chunks[r]) {
        std::int64_t size = 0;
        for (int b = c.first; b < c.end; ++b) ++sorted[b], size += all[b].size;
        const bool inside = all[c.first].begin >= h.begin(r) && all[c.end - 1].end() <= h.begin(r + 1);
        REQUIRE((inside || c.end == c.first + 1));
        REQUIRE(size <= longest_chunk(h) + most);
        keys += size;
      }
      REQUIRE(keys <= h.size(r) + most);
      for (std::size_t b = 0; b < all.size(); ++b) REQUIRE(sorted[b] == (all[b].owner == r));
    }
  }
  REQUIRE(planned > 100);
}
#endif
TEMPLATE_TEST_CASE("keys of the host's memory", "", float, std::uint64_t) {
  REQUIRE_GPU();
  int turn = 0;
  for (int p : {1, 2, 3})
    for (std::int64_t n : {0, 3, 1000, 50021}) {
      if (WW_MODEL && (n > 1000 || p > 2)) continue;
      const bool down = turn % 2 == 1;
      const int how = turn++ % 4;
      CAPTURE(p, n, how);
      const auto keys = make<TestType>(input(turn % last_input), n);
      const auto ends = ends_of(n, p, how);
      std::vector<TestType> out(keys.size());
      run_ranks(ranks_of(p), [&](communicator& c) {
        const stream s;
        const shares h = share_out(c, ends[c.rank() + 1] - ends[c.rank()], s);
        std::size_t bytes = 0;
        const auto o = way(down);
        const auto* from = keys.data() + ends[c.rank()];
        auto* to = out.data() + h.begin(c.rank());
        sort_host_keys(c, nullptr, bytes, from, to, h, o, s);
        device_array<char> memory{std::int64_t(bytes)};
        sort_host_keys(c, memory.data(), bytes, from, to, h, o, s);
      });
      REQUIRE(same_bits(out, sorted(keys, down)));
    }
}
TEMPLATE_TEST_CASE("a vector is sorted by all ranks, and so are its indices", "", double, std::uint32_t) {
  REQUIRE_GPU();
  for (int p : {1, 2, 3})
    for (std::int64_t n : {0, 1, 5, 300, WW_HOST ? 5001 : 40001}) {
      for (bool down : {false, true}) {
        if (WW_MODEL && (n > 300 || p != 2 || n == 1 || (n == 5) == down || (n < 300 && sizeof(TestType) == 8))) continue;
        CAPTURE(p, n, down);
        auto keys = make<TestType>(n > 300 ? few_values : input(n % last_input), n);
        REQUIRE(argsort_by_gpus(ranks_of(p), keys, way(down)) == argsort_parallel(keys, way(down)));
        const auto want = sorted(keys, down);
        sort_by_gpus(ranks_of(p), keys, way(down));
        REQUIRE(same_bits(keys, want));
      }
    }
}
TEMPLATE_TEST_CASE("a vector that the devices cannot hold is sorted in parts", "", float, std::uint64_t) {
  REQUIRE_GPU();
  for (int p : {1, 2, 3}) {
    // Two parts at least on the model, whose ranks are two.
    if (WW_MODEL && (p != 2 || sizeof(TestType) == 8)) continue;
    const bool down = p == 3;
    CAPTURE(p);
    auto o = ranks_of(p);
    const auto keys = make<TestType>(p == 1 ? equal : few_values, WW_MODEL ? 16501 : WW_HOST ? 35001 : 70001);
    const auto want = sorted(keys, down);
    o.memory = 1 << 17;
    if (!WW_MODEL) REQUIRE(argsort_by_gpus(o, keys, way(down)) == argsort_parallel(keys, way(down)));
    // Parts ask for memory each: the model counts how often.
    std::int64_t asked[2] = {0, 1};
    for (int limited : {0, 1}) {
      o.memory = limited << 17;
      auto k = keys;
#if WW_MODEL
      model::watch w;
      sort_by_gpus(o, k, way(down));
      asked[limited] = w.stop().allocations;
#else
      sort_by_gpus(o, k, way(down));
#endif
      REQUIRE(same_bits(k, want));
    }
    REQUIRE(asked[1] > asked[0]);
  }
}
TEST_CASE("more keys than have indices of 32 bits are refused before any is read") {
  REQUIRE_GPU();
  const nowhere<float> keys(std::int64_t(1) << 50);
  REQUIRE_THROWS_WITH(argsort_by_gpus<float>(ranks_of(2), keys, order::ascending), "1125899906842624 keys, where at most 2^32 can have indices");
}
TEST_CASE("digits are as long as the counters allow, and never empty") {
  using detail::ranks::digit_bits;
  for (auto [targets, left, bits] : {std::tuple{1, 64, 12}, {1, 13, 12}, {1, 12, 12}, {1, 11, 11}, {1, 1, 1}, {8, 64, 12}, {9, 64, 11}, {9, 5, 5},
                                     {511, 32, 6}, {512, 32, 6}, {513, 32, 5}, {16384, 32, 1}, {16385, 32, 1}, {1 << 20, 32, 1}}) {
    CAPTURE(targets, left);
    REQUIRE(digit_bits(targets, left) == bits);
  }
}
TEST_CASE("the key at each target is found in the runs of all ranks") {
  // One rank with three runs, counted by hand: digits of all lengths, targets in runs of equal keys, the greatest key.
  for (int turn = 0; turn < 20; ++turn) {
    const std::int64_t n = 400 + turn;
    auto keys = make<std::uint32_t>(turn % 2 ? few_values : input(turn % last_input), n);
    if (turn % 3 == 0) std::fill(keys.begin(), keys.begin() + 100, ~std::uint32_t(0));
    auto all = keys;
    std::sort(all.begin(), all.end());
    std::vector<std::int64_t> targets;
    for (int i = 1; i < (turn < 2 ? 511 : 2 + turn); ++i) targets.push_back(n * i / (turn < 2 ? 511 : 2 + turn));
    const auto found = detail::ranks::select_keys<std::uint32_t>(targets, [&](const auto& begun, int left, int bits) {
      std::vector<std::uint64_t> below;
      REQUIRE(std::int64_t(begun.size()) << bits <= detail::ranks::most_counters);
      for (const std::uint64_t prefix : begun)
        for (std::uint64_t digit = 0; digit < 1u << bits; ++digit)
          below.push_back(std::uint64_t(std::lower_bound(all.begin(), all.end(), ((prefix << bits | digit) + 1) << left, std::less<std::uint64_t>()) - all.begin()));
      return below;
    });
    for (std::size_t i = 0; i < targets.size(); ++i) REQUIRE(found[i] == all[std::size_t(targets[i])]);
  }
}
TEMPLATE_TEST_CASE("two runs are merged stably, whatever their lengths", "", std::uint32_t, unsigned long long) {
  REQUIRE_GPU();
  using W = TestType;
  const std::int64_t tile = detail::ranks::merge_tile_keys;
  int turn = 0;
  for (std::int64_t m : {std::int64_t(0), std::int64_t(1), std::int64_t(700), tile, 2 * tile + 5})
    for (std::int64_t n : {std::int64_t(0), std::int64_t(1), std::int64_t(611), tile - 1, 3 * tile}) {
      if (WW_MODEL && m + n > tile + 1000) continue;
      const bool pairs = turn % 2 == 0;
      const auto order = detail::order_of<std::conditional_t<sizeof(W) == 4, std::int32_t, std::int64_t>>(way(turn % 3 == 0));
      CAPTURE(m, n, pairs, turn);
      std::vector<W> keys;
      std::vector<std::uint32_t> values;
      const W many = turn % 5 == 0 ? 3 : W(0) - 1;
      for (std::int64_t i = 0; i < m + n; ++i) {
        keys.push_back(W(random_source{5, i, std::uint32_t(turn)}.words(0).word[0] * 0x9e3779b97f4a7c15ull % many));
        values.push_back(std::uint32_t(i));
      }
      auto before = [&](W a, W b) { return detail::to_order(a, order) < detail::to_order(b, order); };
      std::sort(keys.begin(), keys.begin() + m, before);
      std::sort(keys.begin() + m, keys.end(), before);
      auto want = values;
      std::stable_sort(want.begin(), want.end(), [&](auto a, auto b) { return before(keys[a], keys[b]); });
      ++turn;
      const auto in = to_device(keys);
      const auto in_values = to_device(values);
      const device_array<W> out(m + n);
      const device_array<std::uint32_t> out_values(m + n);
      const device_array<std::int64_t> paths(detail::tiles_of(m + n, tile) + 1);
      {
        [[maybe_unused]] const without_findings clean;
        detail::ranks::merge_two<W>({{in.data(), in_values.data(), m}, {in.data() + m, in_values.data() + m, n}, order, out.data(), pairs ? out_values.data() : nullptr}, paths.data(), nullptr);
      }
      const auto got = to_host(out);
      for (std::size_t i = 0; i < want.size(); ++i) REQUIRE(got[i] == keys[want[i]]);
      if (pairs) REQUIRE(to_host(out_values) == want);
    }
}
TEST_CASE("the same result for every number of ranks and every part") {
  REQUIRE_GPU();
  const std::int64_t n = WW_MODEL ? 300 : 30011;
  auto keys = make<float>(few_values, n);
  const auto one = sort_by_ranks(keys, true, ranks_of(1), 0, {});
  for (int p : {2, 3, 4, 7})
    for (int how = 0; how < 4; ++how) {
      if (WW_MODEL && p > 2) continue;
      const auto got = sort_by_ranks(keys, true, ranks_of(p), how, {});
      REQUIRE(same_bits(got.keys, one.keys));
      REQUIRE(got.values == one.values);
    }
}
TEST_CASE("as many ranks as can be asked for", "[slow]") {
  REQUIRE_GPU();
  if (WW_MODEL) return;
  std::vector<float> keys;
  for (int i = 0; i < (WW_CUDA ? 20000 : 2000); ++i) keys.push_back(float(i * 7919 % 20011));
  const auto all = sort_by_ranks(keys, true, ranks_of(64), 0, {});
  const auto one = sort_by_ranks(keys, true, ranks_of(1), 0, {});
  REQUIRE(all.keys == one.keys);
  REQUIRE(all.values == one.values);
}
#if WW_HOST
TEST_CASE("one number is reduced, and none is left alone") {
  for (const auto& [how, expected] : {std::pair{reduction::sum, 12u}, {reduction::largest, 5u}}) {
    std::atomic<int> right = 0;
    run_ranks(ranks_of(3), [&](communicator& c) {
      const auto mine = to_device(std::vector<std::uint64_t>{std::uint64_t(3 + c.rank())});
      c.reduce(mine.data(), 0, nullptr, how);
      c.reduce(mine.data(), 1, nullptr, how);
      c.wait(nullptr);
      right += to_host(mine)[0] == expected;
    });
    CHECK(right == 3);
  }
}
TEST_CASE("what a rank lends it lends again, until more is asked for") {
  rank_options o;
  run_ranks(o, [](communicator& c) {
    for (std::int64_t size = 1 << 16; size < 1 << 18; size *= 2) {
      void* const lent = c.lend(size);
      CHECK(c.lend(size - 1) == lent);
      CHECK(c.lend(size) == lent);
      CHECK(c.lend(size + 1) != lent);
    }
  });
}
#endif
TEST_CASE("a sort of all ranks takes the memory that it uses") {
  const std::int64_t n = 1 << 26, small = 1 << 20;
  struct many : communicator {  // says how many it is, and is asked for nothing else
    using communicator::communicator;
    void exchange(const std::vector<outgoing>&, const std::vector<incoming>&, cudaStream_t) override { std::abort(); }
    void wait(cudaStream_t) override {}
  };
  auto bytes = [&](int p, bool pairs) {
    many all(0, p);
    const shares h{std::vector<std::int64_t>(p, n)};
    const std::uint32_t *none = nullptr;
    std::uint32_t* out = nullptr;
    std::size_t b = 0;
    if (pairs) sort_pairs<std::uint32_t>(all, nullptr, b, none, out, none, out, h, {order::ascending, 4});
    else sort_keys<std::uint32_t>(all, nullptr, b, none, out, h, {order::ascending, 4});
    return std::int64_t(b);
  };
  auto alone = [&](std::int64_t count, bool pairs) {
    const std::uint32_t *none = nullptr;
    std::uint32_t* out = nullptr;
    std::size_t b = 0;
    if (pairs) sort_pairs<std::uint32_t>(nullptr, b, none, out, none, out, count);
    else sort_keys<std::uint32_t>(nullptr, b, none, out, count);
    return std::int64_t(b);
  };
  for (bool pairs : {false, true}) {
    CAPTURE(pairs);
    const std::int64_t keys = (pairs ? 8 : 4) * n;
    auto within = [&](std::int64_t got, std::int64_t expected) {
      CAPTURE(got, expected);
      REQUIRE(got >= expected);
      REQUIRE(got <= expected + small);
    };
    within(bytes(1, pairs), alone(n, pairs));
    within(bytes(2, pairs), 2 * keys + alone(n, pairs));
    within(bytes(4, pairs), 2 * keys + keys / 4 + alone(n, pairs));
    within(bytes(5, pairs), 2 * keys + keys / 2 + alone(n, pairs));
  }
}
TEST_CASE("the ranges of a share: as many as there can be, and too many") {
  REQUIRE_GPU();
  const auto keys = make<std::uint64_t>(few_values, WW_MODEL ? 300 : 20011);
  auto with = [&](int ranks, int rounds) {
    rank_sort_options o;
    o.rounds = rounds;
    return sort_by_ranks(keys, false, ranks_of(ranks), 0, o).keys;
  };
  REQUIRE(same_bits(with(2, WW_MODEL ? 16 : 256), sorted(keys, false)));
  if (!WW_MODEL) REQUIRE(same_bits(with(3, 170), sorted(keys, false)));
  for (int rounds : {-1, 257, 1 << 30}) {
    CAPTURE(rounds);
    REQUIRE_THROWS_AS(with(2, rounds), bad_input);
  }
  REQUIRE_THROWS_AS(with(3, 171), bad_input);
}
TEST_CASE("a rank that throws ends all others") {
  REQUIRE_GPU();
  for (const std::string link : {"copies", "nccl"}) {
    if (!has_link(link)) continue;
    auto o = ranks_of(link == "nccl" ? 2 : 4);
    o.link = link;
    if (link == "nccl") o.devices.clear();
    const int last = o.ranks - 1;
    CAPTURE(link);
    auto throws = [&](const std::function<void(communicator&)>& others) {
      return what_is_thrown(o, [&](communicator& c) {
        meet(c);
        if (c.rank() == last) throw bad_input("no more");
        others(c);
      });
    };
    const std::string expected = format("rank %d of %d: no more", last, o.ranks);
    REQUIRE(throws([](communicator& c) { gather_values(c, std::vector{c.rank()}, nullptr); }) == expected);
    REQUIRE(throws([](communicator& c) { c.exchange({}, {}, nullptr); }) == expected);
    REQUIRE(throws([](communicator& c) {
              device_array<std::uint64_t> counts(1);
              c.reduce(counts.data(), 1, nullptr);
            }) == expected);
    REQUIRE(throws([](communicator&) {}) == expected);
    // Of several errors that of the least rank is told.
    REQUIRE(what_is_thrown(o, [](communicator& c) {
              meet(c);
              throw bad_input(format("mine is %d", c.rank()));
            }) == format("rank 0 of %d: mine is 0", o.ranks));
    // The next group is not harmed.
    REQUIRE(what_is_thrown(o, [](communicator& c) { meet(c); }) == "nothing");
  }
}
TEST_CASE("memory that one rank lacks") {
  REQUIRE_GPU();
  // The host's is told as the device's is, as bad input.
  auto lacks = [](communicator& c) {
    if (c.rank() == 1) throw std::bad_alloc();
    meet(c);
  };
  REQUIRE_THROWS_AS(run_ranks(ranks_of(3), lacks), bad_input);
  REQUIRE(what_is_thrown(ranks_of(3), lacks) == "rank 1 of 3: not enough memory");
  REQUIRE_THAT(what_is_thrown(ranks_of(3), [](communicator& c) {
                 const device_array<char> much(c.rank() == 1 ? std::int64_t(1) << 45 : 10);
                 meet(c);
               }), CONTAINS("rank 1 of 3: 32768.00 GiB of"));
}
TEST_CASE("each rank asks whether it reaches each, and no other") {
  REQUIRE_GPU();
  for (int p : {1, 3}) {
    std::mutex guard;
    std::vector<std::pair<int, int>> asked, all;
    auto o = ranks_of(p);
    o.can_reach = [&](int from, int to) {
      const std::lock_guard lock(guard);
      asked.push_back({from, to});
      return true;
    };
    REQUIRE(what_is_thrown(o, [](communicator& c) { meet(c); }) == "nothing");
    for (int from = 0; from < p; ++from)
      for (int to = 0; to < p; ++to) all.push_back({from, to});
    std::sort(asked.begin(), asked.end());
    REQUIRE(asked == all);
  }
}
TEST_CASE("GPUs that cannot be had") {
  REQUIRE_GPU();
  rank_options o;
  auto body = [](communicator&) {};
  o.ranks = 0;
  REQUIRE_THAT(what_is_thrown(o, body), CONTAINS("from 1 to 64"));
  o.ranks = 65;
  REQUIRE_THAT(what_is_thrown(o, body), CONTAINS("from 1 to 64"));
  o.ranks = 64;
  if (WW_CUDA) REQUIRE_THAT(what_is_thrown(o, body), CONTAINS("64 GPUs are asked for, this machine has"));
  o.ranks = 1;
  o.link = "string";
  REQUIRE_THAT(what_is_thrown(o, body), CONTAINS("--link is nccl or copies, not string"));
  o.link = "nccl";
  if (!WW_CUDA) REQUIRE(what_is_thrown(o, body) == "this program was built without NCCL; --link copies needs none");
  o = ranks_of(3);
  o.can_reach = [](int from, int to) { return from != 2 || to != 0; };
  const int a = WW_CUDA ? 2 % device_count() : 2;
  REQUIRE_THAT(what_is_thrown(o, body), CONTAINS(format("rank 2 of 3: GPU %d has no access to the memory of GPU 0", a)));
}
TEST_CASE("the usual link is NCCL where an access is denied, and choosing it leaves the caller's GPU alone") {
  REQUIRE_GPU();
  if (!has_link("nccl")) return;
  rank_options o;
  o.ranks = 2;
  bool copies = false, stays = true;
  auto body = [&](communicator& c) {
    if (c.rank() == 0) copies = std::string(typeid(c).name()).find("copying") != std::string::npos;
  };
#if WW_CUDA
  check(cudaSetDevice(0));
  run_ranks(o, body);
  int now = -1;
  check(cudaGetDevice(&now));
  stays = now == 0;
#endif
  REQUIRE(stays);
  o.can_reach = [](int from, int to) { return from != 1 || to != 0; };
  run_ranks(o, body);
  REQUIRE(!copies);
}
TEST_CASE("pieces that do not match") {
  REQUIRE_GPU();
  const auto said = what_is_thrown(ranks_of(2), [](communicator& c) {
    const device_array<char> here(16), there(16);
    c.exchange({{1 - c.rank(), here.data(), 8}}, {{1 - c.rank(), there.data(), c.rank() == 0 ? 8 : 12}}, nullptr);
    c.wait(nullptr);
  });
  REQUIRE(said == "rank 1 of 2: rank 1 expects 12 bytes from rank 0, which sends 8 bytes");
  // One piece is missing, or one too many, also one of no bytes.
  auto counts = [](int sent, int expected, std::int64_t last) {
    return what_is_thrown(ranks_of(2), [=](communicator& c) {
      const device_array<char> here(16), there(16);
      std::vector<outgoing> out(c.rank() == 0 ? sent : 0, outgoing{1, here.data(), 8});
      std::vector<incoming> in(c.rank() == 1 ? expected : 0, incoming{0, there.data(), 8});
      if (sent > expected && c.rank() == 0) out.back().bytes = last;
      c.exchange(out, in, nullptr);
      c.wait(nullptr);
    });
  };
  REQUIRE(counts(2, 2, 8) == "nothing");
  REQUIRE(counts(2, 3, 8) == "rank 1 of 2: rank 1 expects 8 bytes from rank 0, which sends no more");
  REQUIRE(counts(3, 2, 8) == "rank 1 of 2: rank 1 expects no more from rank 0, which sends 8 bytes");
  REQUIRE(counts(1, 0, 0) == "rank 1 of 2: rank 1 expects no more from rank 0, which sends 0 bytes");
}
TEST_CASE("nobody goes on after an exchange that has failed at one rank") {
  REQUIRE_GPU();
  // Whether the rank that fails tells its error, or keeps it to itself.
  for (bool tells : {true, false}) {
    std::atomic<int> gone_on = 0;
    const auto said = what_is_thrown(ranks_of(4), [&](communicator& c) {
      const device_array<char> here(16), there(16);
      const int next = (c.rank() + 1) % 4, last = (c.rank() + 3) % 4;
      try {
        c.exchange({{next, here.data(), 8}}, {{last, there.data(), c.rank() == 2 ? 12 : 8}}, nullptr);
        ++gone_on;
      } catch (const device_error&) {
        if (tells) throw;
      }
      meet(c);
      ++gone_on;
    });
    REQUIRE(gone_on == 0);
    REQUIRE(said == (tells ? "rank 2 of 4: rank 2 expects 12 bytes from rank 1, which sends 8 bytes" : "nothing"));
  }
}
