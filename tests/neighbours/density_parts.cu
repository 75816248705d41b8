// SPDX-FileCopyrightText: 2026 The Warp and Weave authors
// SPDX-License-Identifier: MIT
// Parts of density peaks on their own: bins, bounds, places in the tree, what a team is asked, the inputs of benches.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>
#include "catch.h"
#include <ww/datasets.cuh>
#include <ww/density.cuh>
#include <ww/detail/neighbours/density-cpu.h>
#include <ww/detail/neighbours/density-inputs.h>
#include <ww/detail/neighbours/density-kernels.cuh>
#include <ww/model.h>
using namespace ww;
using namespace ww::detail;
using namespace ww::detail::neighbours;
using namespace ww::detail::neighbours::density;

namespace {
unsigned drawn_word(std::int64_t i, int family) { return random_source{17, i, std::uint32_t(family)}.words(0).word[0]; }

struct counted_key {
  wide key, times;
};
template <int = 0> __global__ void add_keys(key_bins<float> keys, const counted_key* from, int count) {
  keys.w = *keys.window;
  counting<float>::state a{0, 0, 0, 0};
  for (int i = int(threadIdx.x); i < count; i += 32) {
    keys.add(a, from[i].key, from[i].times);
    a.count += a.part;
    a.part = 0;
  }
  keys.write(a, true);
}
}  // namespace
TEST_CASE("keys are counted in their bins, however many there are of one", "[density]") {
  REQUIRE_GPU();
  rank_window w{};
  w.bits = 3;
  w.open(1000, 1000 + 61);  // in bins of eight, the last of them with five keys
  REQUIRE(w.shift == 3);
  const int count = 640;
  std::vector<counted_key> keys;
  std::vector<wide> bins(8, 0);
  wide below = 0;
  for (int i = 0; i < count; ++i) {
    // A lane's keys stay in one bin for a while: a run of them is more than 2^32, but for the lanes that have single ones.
    const unsigned r = drawn_word(i, 1);
    const wide key = i % 32 == 3 ? 960 + r % 120 : 1000 + (i / 32 / 4 * 8 + i) % 61;
    const wide times = i % 32 < 4 ? 1 + r % 3 : i % 32 < 8 ? ~0u : r;
    keys.push_back({key, times});
    if (key < 1000) below += times;
    else if (key < 1061) bins[std::size_t(key - 1000) / 8] += times;
  }
  keys.push_back({1003, 0x80000000u}), keys.push_back({1003, 0x7fffffffu});  // just 2^32 - 1 in a run, and just 2^32
  bins[0] += 0xffffffffu;
  const auto window = to_device(std::vector<rank_window>{w});
  const auto list = to_device(keys);
  auto found = to_device(std::vector<wide>(8, 0));
  const auto under = to_device(std::vector<wide>(all_counters, 0));
  launch(add_keys<>, 1, 32, 0, nullptr, key_bins<float>{window.data(), found.data(), under.data()}, list.data(), int(keys.size()));
  CHECK(to_host(found) == bins);
  CHECK(to_host(under)[0] == below);
  for (wide second : {0x7fffffffu, 0x80000000u, 0xffffffffu}) {
    found = to_device(std::vector<wide>(8, 0));
    std::vector<counted_key> both(33, {0, 0});  // one lane has two of the same bin
    both[0] = {1000, 0x80000000u}, both[32] = {1007, second};
    launch(add_keys<>, 1, 32, 0, nullptr, key_bins<float>{window.data(), found.data(), under.data()}, to_device(both).data(), 33);
    CHECK(to_host(found)[0] == 0x80000000ull + second);
  }
}
TEST_CASE("few keys are listed one by one, as often as they are there", "[density]") {
  REQUIRE_GPU();
  rank_window w{};
  w.bits = 3;
  w.open(1000, 1064);
  w.list = true;
  std::vector<counted_key> keys;
  std::vector<wide> listed;
  wide below = 0;
  for (int i = 0; i < 50; ++i) {
    const wide key = 990 + drawn_word(i, 2) % 90, times = drawn_word(i, 3) % 4;
    keys.push_back({key, times});
    below += key < 1000 ? times : 0;
    if (key >= 1000 && key < 1064) listed.insert(listed.end(), std::size_t(times), key);
  }
  std::sort(listed.begin(), listed.end());
  const auto window = to_device(std::vector<rank_window>{w});
  const auto from = to_device(keys);
  const auto bins = to_device(std::vector<wide>(200, 7)), under = to_device(std::vector<wide>(all_counters, 0));
  launch(add_keys<>, 1, 32, 0, nullptr, key_bins<float>{window.data(), bins.data(), under.data()}, from.data(), 50);
  CHECK(to_host(under)[0] == below);
  CHECK(to_host(under)[below_counters] == listed.size());
  auto found = to_host(bins);
  std::sort(found.begin(), found.begin() + std::ptrdiff_t(listed.size()));
  CHECK(std::vector<wide>(found.begin(), found.begin() + std::ptrdiff_t(listed.size())) == listed);
  CHECK(std::vector<wide>(found.begin() + std::ptrdiff_t(listed.size()), found.end()) == std::vector<wide>(200 - listed.size(), 7));
}

TEST_CASE("the least square of a distance is the first whose root reaches it", "[density]") {
  std::vector<double> all = {0, 1, std::sqrt(2.0), 2, 0x1p-1074, 0x1p-1022, 0x1p-537, 0x1p-538,
                             0x1.6a09e667f3bcdp-538, 0x1p511, 0x1p512, 1e308, HUGE_VAL};
  for (int i = 0; i < (WW_MODEL ? 2000 : 40000); ++i) {
    const auto u = random_source{5, i, 9}.uniform(0);
    all.push_back(std::ldexp(1 + u.u, int(u.v * (i % 2 ? 2096 : 8)) - (i % 2 ? 1074 : 540)));
  }
  int wrong = 0;
  for (double d : all)
    for (double at : {std::nextafter(d, 0.0), d, std::nextafter(d, HUGE_VAL)}) {
      const double b = least_square(at);
      const bool right = std::sqrt(b) >= at && (b == 0 || std::sqrt(std::nextafter(b, 0.0)) < at);
      if (!right) UNSCOPED_INFO(at);
      wrong += !right;
    }
  CHECK(wrong == 0);
}

TEST_CASE("of fewer than two points the cutoff distance is zero", "[density]") {
  REQUIRE_GPU();
  for (std::int64_t n : {0, 1})
    for (int k : {1, 2, 3, 5, 9}) {
      CAPTURE(n, k);
      const auto p = to_device(std::vector<float>(std::size_t(n * k), 0.75f));
      std::size_t bytes = 0;
      cutoff_distance<float>(nullptr, bytes, nullptr, n, k, 2, nullptr);
      device_array<char> memory{std::int64_t(bytes)};
      const auto dc = to_device(std::vector<double>{7, 7});
      cutoff_distance(memory.data(), bytes, p.data(), n, k, 2, dc.data());
      CHECK(to_host(dc) == std::vector<double>{0, 7});
    }
}

namespace {
template <class T, int Dims>
__global__ void find_places(const near_box<T, Dims>* boxes, int count, threshold<T> edge, int* out) {
  const auto i = int(thread_number());
  if (i < count * count) out[i] = near_place(boxes[i / count], boxes[i % count], edge);
}
template <class T, int Dims> int wrong_places(int drawn, int side, double bound) {
  std::vector<near_box<T, Dims>> boxes;
  for (int i = 0; i < drawn; ++i) {
    near_box<T, Dims> b{};
    for (int c = 0; c < Dims; ++c) {
      b.low.x[c] = T(drawn_word(i, 10 + c) % unsigned(side));
      b.high.x[c] = b.low.x[c] + T(i % 3 ? drawn_word(i, 20 + c) % 3 : 0);
    }
    boxes.push_back(b);
  }
  boxes.push_back(boxes[0]);  // a point, and a box, twice
  boxes.push_back(boxes[1]);
  const int count = int(boxes.size());
  threshold<T> edge;
  edge.set(bound, Dims);
  const auto there = to_device(boxes);
  const device_array<int> out(count * count);
  launch(find_places<T, Dims>, blocks_for(count * count), 256, 0, nullptr, there.data(), count, edge, out.data());
  const auto found = to_host(out);
  int wrong = 0;
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j) {
      double near = 0, far = 0;  // the squares of the nearest and of the farthest points of both
      for (int c = 0; c < Dims; ++c) {
        const double up = double(boxes[j].high.x[c]) - boxes[i].low.x[c], down = double(boxes[i].high.x[c]) - boxes[j].low.x[c];
        near += std::pow(std::max({0.0, -up, -down}), 2);
        far += std::pow(std::max(up, down), 2);
      }
      wrong += found[std::size_t(i * count + j)] != (far < edge.below ? 2 : near > edge.above ? 0 : far == 0 ? 3 : 1);
    }
  return wrong;
}
}  // namespace
TEST_CASE("a box is near as a whole, far as a whole, or neither", "[density]") {
  REQUIRE_GPU();
  for (double bound : {0.0, 1.0, 4.0, 5.0, 9.5, 25.0, 26.0, 27.0}) {
    CAPTURE(bound);
    CHECK(wrong_places<float, 1>(30, 9, bound) == 0);
    CHECK(wrong_places<double, 1>(30, 9, bound) == 0);
    CHECK(wrong_places<float, 2>(40, 6, bound) == 0);
    CHECK(wrong_places<double, 2>(40, 6, bound) == 0);
    CHECK(wrong_places<float, 3>(40, 5, bound) == 0);
    CHECK(wrong_places<double, 3>(40, 5, bound) == 0);
  }
}

namespace {
template <class T, int Dims> struct placed_lane {
  row_of<T, Dims> row;
  double scaled;
};
template <class T, int Dims>
__global__ void find_starts(const row_of<T, Dims>* rows, const near_box<T, Dims>* leaves, double scaled, unsigned* out) {
  const int at = int(blockIdx.x) * 32 + int(threadIdx.x);
  const unsigned starts = part_starts(placed_lane<T, Dims>{rows[at], scaled}, leaves[at]);
  if (threadIdx.x == 0) out[blockIdx.x] = starts;
}
template <class T, int Dims> int wrong_starts(int warps, double scaled) {
  std::vector<row_of<T, Dims>> rows(std::size_t(32 * warps));
  std::vector<near_box<T, Dims>> leaves(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (int c = 0; c < Dims; ++c) {
      rows[i].x[c] = T(drawn_word(std::int64_t(i), 30 + c) % 14);
      leaves[i].low.x[c] = T(drawn_word(std::int64_t(i), 40 + c) % 5);
      leaves[i].high.x[c] = leaves[i].low.x[c] + T((drawn_word(std::int64_t(i), 50 + c) % 4) / 2 + i / 32 % 3);
    }
  const auto there = to_device(rows);
  const auto boxes = to_device(leaves);
  const device_array<unsigned> out(warps);
  launch(find_starts<T, Dims>, unsigned(warps), 32, 0, nullptr, there.data(), boxes.data(), scaled, out.data());
  const auto found = to_host(out);
  int wrong = 0;
  for (std::size_t w = 0; w < std::size_t(warps); ++w) {
    double least = HUGE_VAL;
    for (std::size_t i = 32 * w; i < 32 * w + 32; ++i) {
      double width = 0;
      for (int c = 0; c < Dims; ++c) width = std::max(width, double(leaves[i].high.x[c]) - leaves[i].low.x[c]);
      least = std::min(least, width);
    }
    unsigned want = 1;
    for (std::size_t lane = 1; lane < 32; ++lane) {
      double step = 0;
      for (int c = 0; c < Dims; ++c) step = std::max(step, std::fabs(double(rows[32 * w + lane].x[c]) - rows[32 * w + lane - 1].x[c]));
      want |= unsigned(step > 4 * (scaled + least)) << lane;
    }
    wrong += found[w] != want;
  }
  return wrong;
}
}  // namespace
TEST_CASE("a part of a warp begins where its points jump by more than four reaches", "[density]") {
  REQUIRE_GPU();
  for (double scaled : {0.0, 0.25, 1.0, 1.75, 2.0}) {
    CAPTURE(scaled);
    CHECK(wrong_starts<float, 1>(9, scaled) == 0);
    CHECK(wrong_starts<float, 2>(9, scaled) == 0);
    CHECK(wrong_starts<double, 3>(9, scaled) == 0);
  }
}

TEST_CASE("cells for crowds are as many as an eighth of the points, or a power of two more", "[density]") {
  const std::pair<std::int64_t, int> expected[] = {{0, 10},     {1, 10},     {8192, 10},  {8193, 11},    {16384, 11},
                                                   {16385, 12}, {32769, 13}, {65536, 13}, {1 << 20, 17}, {(1 << 20) + 1, 18}};
  for (auto [n, bits] : expected)
    for (int k : {1, 2, 3}) {
      CAPTURE(n, k);
      arena one(nullptr);
      const curve_sort<float> curve(one, n, k);
      CHECK(curve.cells.bits == bits);
      arena line(nullptr);
      curve_sort<float>(line, n, 1);
      const std::size_t cells = (std::size_t(4) << bits) + 256, other = (std::size_t(n) * 4 + 255) / 256 * 256;
      std::size_t pairs = 0, first = 0;
      sort_pairs<std::uint64_t>(nullptr, pairs, nullptr, nullptr, nullptr, nullptr, n, order::ascending, {});
      sort_first_pairs(nullptr, nullptr, first, nullptr, nullptr, nullptr, n, {});
      const std::size_t more = (std::max(first, pairs) + 255) / 256 * 256 - (pairs + 255) / 256 * 256;
      CHECK(one.used() == line.used() + (k > 1 && n > 32768 ? cells + other + more : 0));
    }
}

namespace {
// Stands for all other ranks: notes what this one brings, and hands it what the whole is, where that is known.
struct knowing_team : density_team {
  using words = std::vector<std::uint64_t>;
  std::map<void*, words> whole, brought;
  std::vector<void*> cleared;
  explicit knowing_team(block_share mine, std::map<void*, words> whole = {}) : whole(std::move(whole)) { share = mine; }
  void clear(void* at, std::int64_t n, cudaStream_t) override {
    cleared.push_back(at);
    const words none(std::size_t(n), 0);
    device_array<std::uint64_t>::copy(static_cast<std::uint64_t*>(at), none.data(), n, nullptr);
  }
  void add(void* at, std::int64_t n, cudaStream_t) override {
    words mine(std::size_t(n), 0);
    device_array<std::uint64_t>::copy(mine.data(), static_cast<std::uint64_t*>(at), n, nullptr);
    brought[at] = mine;
    if (whole.count(at)) device_array<std::uint64_t>::copy(static_cast<std::uint64_t*>(at), whole[at].data(), n, nullptr);
  }
};
}  // namespace
TEST_CASE("a rank of a team brings its own points' densities and parents, and goes on with all of them", "[density]") {
  REQUIRE_GPU();
  for (int k : {2, 5}) {
    const std::int64_t n = k == 2 ? 700 : 300;
    const auto p = to_device(draw_twin("uniform", n, k));
    density_options o;
    o.dc = k == 2 ? 0.1 : 0.4;
    o.kernel = k == 2 ? density_kernel::cutoff : density_kernel::gaussian;
    const device_array<double> scalars(2), rho(n), delta(n);
    const device_array<std::int64_t> parent(n), cluster(n), clusters(1);
    density_arrays out{};
    out.dc = scalars.data(), out.gap = scalars.data() + 1, out.rho = rho.data(), out.delta = delta.data();
    out.parent = parent.data(), out.cluster = cluster.data(), out.clusters = clusters.data();
    auto run = [&](density_team& team) {
      std::size_t bytes = 0;
      find_peaks<float>(nullptr, bytes, nullptr, n, k, o, out, team, nullptr);
      device_array<char> memory{std::int64_t(bytes)};
      find_peaks<float>(memory.data(), bytes, p.data(), n, k, o, out, team, nullptr);
      return std::tuple(to_host(rho), to_host(delta), to_host(parent), to_host(cluster), to_host(scalars), to_host(clusters));
    };
    const std::vector<void*> all = {rho.data(), parent.data(), delta.data()};
    knowing_team alone({0, 1}), first({0, 2}), second({1, 2});
    const auto right = run(alone);
    CHECK(alone.cleared == all);
    REQUIRE(alone.brought.size() == 3);
    std::vector<std::uint64_t> words(std::size_t(n), 0);
    std::memcpy(words.data(), std::get<0>(right).data(), 8 * words.size());
    CHECK(alone.brought[rho.data()] == words);  // with neither what was there before, nor less
    for (auto* team : {&first, &second}) {
      team->whole = alone.brought;
      CAPTURE(k, team->share.rank);
      CHECK(run(*team) == right);
      CHECK(team->cleared == all);
      REQUIRE(team->brought.size() == 3);
    }
    for (void* at : all) {
      int wrong = 0, mine = 0;
      for (std::size_t i = 0; i < std::size_t(n); ++i) {
        const auto a = first.brought[at][i], b = second.brought[at][i];
        wrong += (a | b) != alone.brought[at][i] || (a != 0 && b != 0);
        mine += a != 0;
      }
      CHECK(wrong == 0);
      CHECK((mine > n / 4 && mine < n * 3 / 4));
    }
  }
}

// The draws use functions of the C library, whose last bits differ; every coordinate counts in the sums.
TEST_CASE("what benches draw is what it was", "[density]") {
  struct row {
    const char* name;
    std::int64_t n;
    int k;
    double sum, squashed;
  };
  const row rows[] = {
    {"r15", 31, 2, 1121.27012, 99.6112767}, {"d31", 40, 3, 3013.04968, 193.535031},
    {"birch", 210, 2, 364607102, 746.606531}, {"dim", 40, 9, 71743.298, 633.217664},
    {"thousand", 1010, 2, 1715.39343, 1062.77704}, {"mixture", 40, 5, 159.456037, 95.6625359},
    {"blobs", 260, 3, -11357.1029, -201.249396}, {"blobs", 20, 2, -1139.40013, -18.879589},
    {"uniform", 60, 3, 153.929494, 95.4813514}, {"scales", 60, 3, 23.5808684, 15.5780599},
    {"many-corners", 20, 9, 36.0625, 18.03125},
    {"many-far", 20, 9, 16187647.8, 107.952408}, {"many-columns", 20, 40, 67.6920505, 50.2338457},
    {"many-copies", 40, 9, 322.262285, 198.43736}, {"many-uniform", 20, 9, 157.186582, 97.1177564},
    {"many-drawn-0", 90, 12, 798.209737, 487.998836}, {"many-drawn-1", 90, 12, 946.372751, 575.154786},
    {"many-drawn-2", 90, 12, 998.9375, 499.46875}, {"many-drawn-3", 90, 12, 23350.2969, 1627.61726},
    {"many-drawn-4", 90, 12, 315.34375, 155.911458}, {"many-drawn-5", 90, 12, -92.8012736, -22.0573075},
    {"many-drawn-6", 90, 12, -1.3822726, -1.35275509}, {"many-drawn-7", 90, 12, -4.38123225, -6.42959085},
    {"many-drawn-8", 90, 12, 239.914433, 138.951267}, {"many-drawn-9", 90, 12, 900.255648, 557.233039},
    {"many-drawn-10", 90, 12, 918.171875, 459.085938}, {"many-drawn-11", 90, 12, 19341.375, 1584.96084},
    {"many-drawn-12", 90, 12, 633.703125, 295.768229}, {"many-drawn-13", 90, 12, 87.6277215, 37.3661143},
    {"many-drawn-14", 90, 12, -62.1575814, -31.0853625}, {"many-drawn-15", 90, 12, -25.8399939, -17.5067898},
    {"many-drawn-16", 90, 12, 393.597652, 211.252761}, {"many-drawn-17", 90, 12, 946.154713, 574.090225},
    {"many-drawn-18", 90, 12, 998.0625, 499.03125}, {"many-drawn-19", 90, 12, 23051.7812, 1625.81118},
    {"many-drawn-20", 90, 12, 158.078125, 79.0390625}, {"many-drawn-21", 90, 12, -92.8290053, -22.067264},
    {"many-drawn-22", 90, 12, -61.0611597, -30.8302397}, {"many-drawn-23", 90, 12, -11.7043997, -10.6779486},
  };
  for (const auto& r : rows) {
    const auto p = draw_twin(r.name, r.n, r.k, 3);
    REQUIRE(p.size() == std::size_t(r.n * r.k));
    double sum = 0, squashed = 0, size = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
      const double weight = 1 + double(i * 37 % 101) / 64, x = p[i];
      sum += weight * x, size += weight * std::fabs(x), squashed += weight * x / (1 + std::fabs(x));
    }
    CAPTURE(r.name, sum, squashed);
    CHECK(std::fabs(sum - r.sum) <= 1e-6 * size);
    CHECK(std::fabs(squashed - r.squashed) <= 1e-6 * double(p.size()));
  }
  CHECK_THROWS_AS(draw_twin("nothing", 1, 1), bad_input);
  CHECK_THROWS_AS(draw_twin("man", 1, 1), bad_input);
  CHECK(draw_twin("uniform", 0, 3).empty());
  CHECK(draw_twin("uniform", 9, 3, 1) != draw_twin("uniform", 9, 3, 2));
  CHECK(draw_twin("uniform", 9, 3) == draw_twin("uniform", 9, 3, 1));
  for (const char* name : hard_twins) CHECK(draw_twin(name, 20, 10).size() == 200);
}

TEST_CASE("a bracket that begins with the first of the sample begins at zero", "[density]") {
  const std::vector<double> p(2 * 64, 1);
  const columns<double> all(p, 2, 1.0, {});
  int first = 0;
  for (double q = 0; q < 0.5; q += 1.0 / 1024) {
    if (bracket_ranks(256, q).i != 0) continue;
    ++first;
    CHECK(sampled_bracket(all, q).first == 0);
  }
  CHECK(first > 0);
}
