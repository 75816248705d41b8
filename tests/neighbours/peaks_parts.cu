// SPDX-FileCopyrightText: 2026 The Warp and Weave authors
// SPDX-License-Identifier: MIT
// Parts of the search for higher points on their own: its steps, shared searches, what is not opened, the program's scale.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>
#include "catch.h"
#include <ww/detail/neighbours/higher-kernels.cuh>
#include <ww/detail/neighbours/peak-inputs.cuh>
#include <ww/detail/neighbours/scale.h>
#include <ww/peaks.cuh>
#include <ww/model.h>
using namespace ww;
using namespace ww::detail;
using namespace ww::detail::neighbours;

namespace {
unsigned drawn_word(std::int64_t i, int family) { return random_source{23, i, std::uint32_t(family)}.words(0).word[0]; }
}  // namespace

TEST_CASE("a search of the tree does as many of its four steps as it is told") {
  REQUIRE_GPU();
  const std::int64_t n = 300;
  std::vector<float> p, h;
  for (std::int64_t i = 0; i < n; ++i) {
    const summit s = draw_summit(0, n, 4, i);
    p.insert(p.end(), {float(s.x), float(s.y)}), h.push_back(float(s.h));
  }
  const auto points = to_device(p), heights = to_device(h);
  for (const higher_options& o : {higher_options{}, higher_options{true, 1}}) {
    std::vector<std::vector<char>> seen;  // what the steps left in memory
    for (int parts = 1; parts <= 4; ++parts) {
      const auto higher = to_device(std::vector<std::int64_t>(std::size_t(n), -7));
      const auto squared = to_device(std::vector<double>(std::size_t(n), -7));
      const points_with_heights<float, float> in{points.data(), 2, 2, heights.data(), 1, n};
      std::size_t bytes = 0;
      search_tree(nullptr, bytes, in, higher.data(), squared.data(), o, nullptr, 64, 256, parts);
      auto memory = to_device(std::vector<char>(bytes, 'w'));
      search_tree(memory.data(), bytes, in, higher.data(), squared.data(), o, nullptr, 64, 256, parts);
      seen.push_back(to_host(memory));
      CAPTURE(parts);
      CHECK((seen.back() != (parts > 1 ? seen[seen.size() - 2] : std::vector<char>(bytes, 'w'))));
      CHECK((to_host(higher) == std::vector<std::int64_t>(std::size_t(n), -7)) == (parts < 4));
      CHECK((to_host(squared) == std::vector<double>(std::size_t(n), -7)) == (parts < 4));
    }
  }
}

TEST_CASE("the shares of a long search are joined, whoever found the nearest") {
  REQUIRE_GPU();
  for (std::int64_t searches : {1, 3, 9, 20})
    for (std::int64_t shares : {1, 2, 31, 32, 33, 70})
      for (std::int64_t shift = 0; shift < (searches == 9 && shares == 32 ? 32 : 2); ++shift) {
        const std::int64_t n = 50, warps = (searches * shares + searches - 1 + 7) / 8 * 8, each = shares_of(searches, warps);
        std::vector<std::uint32_t> index, list;
        for (std::int64_t t = 0; t < n; ++t) index.push_back(std::uint32_t(t * 7 % n));
        std::vector<candidate> found;
        std::vector<answer_row> want(std::size_t(n), {-7, -7});
        for (std::int64_t q = 0; q < searches; ++q) {
          const std::int64_t t = (q * 11 + 3) % n;
          list.push_back(std::uint32_t(t));
          candidate best = no_candidate();
          for (std::int64_t s = 0; s < each; ++s) {
            const auto r = unsigned(drawn_word(found.size(), 1));
            candidate c{double(5 + r % 3), r % 1000, r / 1000 % unsigned(n)};  // several are as near
            if (s == (q + shift) % each) c = {4, 1000, unsigned(q)};
            if (q == 2) c = no_candidate();
            found.push_back(c);
            if (nearer(c, best)) best = c;
          }
          if (each > 1) want[index[std::size_t(t)]] = {best.squared, best.rank == nobody ? -1 : std::int64_t(index[best.where])};
        }
        const auto answers = to_device(std::vector<answer_row>(std::size_t(n), {-7, -7}));
        const auto numbers = to_device(index), asked = to_device(list), size = to_device(std::vector<std::uint32_t>{std::uint32_t(searches)});
        const auto there = to_device(found);
        launch(join_shares<>, unsigned(warps / 8), 256, 0, nullptr, answer_sheet{answers.data(), numbers.data()},
               long_searches{asked.data(), size.data()}, there.data(), warps);
        int wrong = 0;
        const auto got = to_host(answers);
        for (std::size_t t = 0; t < std::size_t(n); ++t) wrong += got[t].squared != want[t].squared || got[t].from != want[t].from;
        CAPTURE(searches, shares, shift, warps);
        CHECK(wrong == 0);
      }
}

TEST_CASE("searches that two warps share find what one would") {
  REQUIRE_GPU();
  // Nearly all are handed over, between a third and half as many as there are warps.
  const std::int64_t n = near_blocks * multiprocessors() * 45 / 100;
  std::vector<float> p, h;
  for (std::int64_t i = 0; i < n; ++i) {
    for (int c = 2; c < 4; ++c) p.push_back(float(drawn_word(i, c)));
    h.push_back(float(i));
  }
  const auto points = to_device(p), heights = to_device(h);
  const points_with_heights<float, float> in{points.data(), 2, 2, heights.data(), 1, n};
  device_array<std::int64_t> higher(n);
  device_array<double> squared(n);
  std::size_t bytes = 0;
  search_tree(nullptr, bytes, in, higher.data(), squared.data(), {}, nullptr, 0, 0);
  device_array<char> memory{std::int64_t(bytes)};
  search_tree(memory.data(), bytes, in, higher.data(), squared.data(), {}, nullptr, 0, 0);
  const auto got = to_host(higher);
  for (std::int64_t i = 0; i < n; ++i) {
    std::int64_t best = -1;
    double least = 0;
    for (std::int64_t j = i + 1; j < n; ++j) {
      const double x = double(p[2 * i]) - p[2 * j], y = double(p[2 * i + 1]) - p[2 * j + 1], d = x * x + y * y;
      if (best < 0 || d < least) best = j, least = d;
    }
    CAPTURE(i, n);
    CHECK(got[i] == best);
  }
}

namespace {
template <int = 0>
__global__ void look_together(const __grid_constant__ ranked_tree<float, 2> tree, std::uint32_t limit, bool* done) {
  __shared__ search_room<float, 2> room;
  search_group<float, 2> group{tree, room, threadIdx.x};
  const bool together = threadIdx.x % 4 == 1;  // what the others look for does not count
  group.me.limit = together ? limit : 5000;
  room.staged.put(int(threadIdx.x), group.me.at);
  room.ranks[threadIdx.x] = nobody;
  __syncwarp();
  const bool over = group.walk_together(together, 1 << 20);
  if (threadIdx.x == 1) *done = over && group.me.best.rank == nobody;
}
}  // namespace
TEST_CASE("who looks for points that nobody is as high as opens no box of the tree") {
  if (!WW_MODEL) return;
  // All in one place, on three levels; the lowest rank is in the first warp's own leaves, or far from them.
  const std::int64_t n = 8193;
  ranked_tree<float, 2> tree{};
  const std::int64_t nodes = lay_out(tree, n);
  REQUIRE(tree.levels == 3);
  for (std::uint32_t first : {0u, 5000u}) {
    std::vector<std::uint32_t> ranks(std::size_t(n), 0), least(std::size_t(nodes), nobody);
    for (std::int64_t t = 0; t < n; ++t) ranks[std::size_t(t)] = std::uint32_t((t + n - first) % n);
    for (int level = 0; level < tree.levels; ++level)
      for (std::int64_t t = 0; t < n; ++t) {
        auto& all = least[std::size_t(tree.begin[level] + t / (8 << 5 * level))];
        all = std::min(all, ranks[std::size_t(t)]);
      }
    const auto rows = to_device(std::vector<row_of<float, 2>>(std::size_t(n)));
    const auto boxes = to_device(std::vector<near_box<float, 2>>(std::size_t(nodes)));
    const auto rank = to_device(ranks), lowest = to_device(least);
    const device_array<bool> done(1);
    tree.rows = rows.data(), tree.boxes = boxes.data(), tree.ranks = rank.data(), tree.least = lowest.data();
    for (std::uint32_t limit : {0u, 1u}) {
      model::watch w;
      launch(look_together<>, 1, 32, 0, nullptr, tree, limit, done.data());
      const model::report r = w.stop();
      std::int64_t opened = 0;
      for (const auto& s : r.sites)
        if (s.memory == model::space::device && s.kind == model::access::load && s.total.bytes == 16 * s.total.lanes)
          opened += s.total.lanes;
      INFO(r.text());
      CAPTURE(first, limit, opened);
      CHECK(r.findings.empty());
      CHECK((opened > 0) == (limit > 0));
    }
  }
}

TEST_CASE("coordinates are scaled by a power of two that leaves room for their squares, or refused") {
  auto scale = []<class T>(const std::vector<T>& values, int columns, int k) {
    table<T> t;
    t.values = values;
    t.columns = columns;
    return scale_of(t, k);
  };
  using d = std::vector<double>;
  using f = std::vector<float>;
  CHECK(scale(d{}, 0, 2) == 1);
  CHECK(scale(d{}, 3, 2) == 1);
  CHECK(scale(d{0, 0, 5, -0.0, 0, 7}, 3, 2) == 1);  // the third column is none of theirs
  CHECK(scale(d{0, 0, 5, -0.0, 0, 7}, 3, 3) == 0x1p53);
  CHECK(scale(d{1, -3.99}, 2, 2) == 0x1p54);
  CHECK(scale(d{1, -4}, 2, 2) == 0x1p53);
  CHECK(scale(d{1, 0.99}, 1, 1) == 0x1p55);
  CHECK(scale(d{0x1p-1074, 0}, 2, 2) == 0x1p1023);
  CHECK(scale(d{0x1p-968}, 1, 1) == 0x1p1023);
  CHECK(scale(d{0x1p-967}, 1, 1) == 0x1p1022);
  CHECK(scale(d{1.7e308, 1e200}, 1, 1) == 0x1p-968);
  CHECK(scale(f{3e38f}, 1, 1) == 0x1p-72);
  // What is smaller than this beside the largest, and not zero, would be lost.
  CHECK(scale(d{1, 0, 0x1p-514, -1}, 2, 2) == 0x1p55);
  CHECK_THROWS_WITH(scale(d{1, 0, std::nextafter(-0x1p-514, 0.0), -1}, 2, 2), CONTAINS(" is lost beside the largest coordinate, 1"));
  CHECK(scale(f{0x1p100f, 0, -0x1p-81f, 1}, 2, 2) == 0x1p-45);
  CHECK_THROWS_WITH(scale(f{0x1p100f, 0, std::nextafter(0x1p-81f, 0.0f), 1}, 2, 2), CONTAINS("1.26765e+30 (--double takes more)"));
  CHECK(scale(f{0x1p100f, std::nextafter(0x1p-81f, 0.0f)}, 2, 1) == 0x1p-45);
}

