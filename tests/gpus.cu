// More than one GPU: four operations, the sort, the hull and the density of all ranks, and what goes wrong.
#include "ranks.h"
#include "sorts.h"
#include <ww/gpus.cuh>
#include <atomic>
#include <thread>

namespace {
bool has_link(const std::string& link) {
  if (link == "copies") return true;
  if (!WW_CUDA || device_count() < 2) return false;
  try {
    rank_options o;
    o.link = "nccl";
    run_ranks(o, [](communicator&) {});
    return true;
  } catch (const bad_input&) {
    return false;
  }
}
std::string what_is_thrown(const rank_options& o, const std::function<void(communicator&)>& body) {
  try {
    run_ranks(o, body);
  } catch (const std::exception& e) {
    return e.what();
  }
  return "nothing";
}
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
      if (pairs) sort_pairs(c, t, b, in.data(), out.data(), values.data() ? values.data() : reinterpret_cast<std::uint32_t*>(8), out_values.data(), h, so, s);
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

TEST_CASE("gather, exchange, reduce and barrier") {
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
        c.barrier();
      });
      for (const auto& w : wrong) REQUIRE(w == "");
    }
}
TEST_CASE("nobody passes a barrier before all have come") {
  REQUIRE_GPU();
  std::atomic<int> come = 0;
  std::atomic<bool> early = false;
  run_ranks(ranks_of(4), [&](communicator& c) {
    for (int round = 1; round <= 5; ++round) {
      std::this_thread::sleep_for(std::chrono::milliseconds(3 * ((c.rank() + round) % 4)));
      ++come;
      c.barrier();
      if (come < 4 * round) early = true;
      c.barrier();
    }
  });
  REQUIRE(!early);
}
TEMPLATE_TEST_CASE("all ranks sort together", "", float, double, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t) {
  REQUIRE_GPU();
  int turn = 0;
  for (auto method : {rank_method::exchange_first, rank_method::sort_first, rank_method::remote_stores})
    for (int p : {1, 2, 3, 5})
      for (std::int64_t n : {0, 1, 2, 7, 300, 20011}) {
        if (WW_MODEL && (n > 300 || p > 2)) continue;
        const int what = turn++ % last_input, how = turn % 4;
        const bool down = turn % 3 == 0, pairs = turn % 2 == 0;
        CAPTURE(p, n, what, how, down, pairs, int(method));
        const auto keys = make<TestType>(input(what), n);
        const auto got = sort_by_ranks(keys, pairs, ranks_of(p), how, {way(down), method, 1 + turn % 4});
        REQUIRE(same_bits(got.keys, sorted(keys, down)));
        if (pairs) REQUIRE(got.values == argsort_parallel(keys, way(down)));
      }
}
