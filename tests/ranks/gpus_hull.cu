// The hull of all ranks: against the hull of all parts one after another, and against the exact judge.
#include "hulls.h"
#include "ranks.h"
#include <ww/detail/ranks/gpus-hull-kernels.cuh>
#include <ww/detail/ranks/gpus-kernels.cuh>
#include <ww/gpus.cuh>
#include <ww/hull.cuh>

namespace {
template <class P> struct ring_of_ranks {
  std::vector<P> points;
  std::vector<std::int64_t> index;
  std::string shape;  // what is wrong with what the ranks have
};
template <class P>
ring_of_ranks<P> hull_by_ranks(const std::vector<P>& points, int ranks, int how, hull_options o, std::int64_t few) {
  const auto ends = ends_of(std::int64_t(points.size()), ranks, how);
  ring_of_ranks<P> all;
  run_ranks(ranks_of(ranks), [&](communicator& c) {
    const stream s;
    const std::int64_t first = ends[c.rank()], mine = ends[c.rank() + 1] - first;
    device_array<P> in(mine);
    in.upload(points.data() + first, mine, s);
    rank_hull_memory memory;
    const std::int64_t most = few >= 0 ? few : 1 << 16;
    // Memory that has been used before serves as well.
    if (how == 3) hull_of_ranks(c, in.data(), mine, memory, {}, s, most);
    const auto h = hull_of_ranks(c, in.data(), mine, memory, o, s, most);
    if (c.rank() > 0) {
      if (h.size != 0) all.shape = "another rank has vertices";
      return;
    }
    all.points.resize(std::size_t(h.size));
    all.index.resize(std::size_t(h.size));
    device_array<P>::copy(all.points.data(), h.points, h.size, s);
    device_array<std::int64_t>::copy(all.index.data(), h.index, h.size, s);
  });
  return all;
}
template <class P> ring_t expected_ring(const std::vector<P>& points, hull_options o) {
  ring_t ring;
  find_variant(hull_variants<P>(), "serial").run(points, o, ring);
  return ring;
}
// Empty if the ranks find the ring of all points.
template <class P>
std::string compare(const std::vector<P>& points, const ring_t& want, int ranks, int how, hull_options o, std::int64_t few) {
  const auto got = hull_by_ranks(points, ranks, how, o, few);
  if (got.shape != "") return got.shape;
  if (got.index.size() != want.size()) return format("%zu vertices, not %zu", got.index.size(), want.size());
  for (std::size_t k = 0; k < want.size(); ++k) {
    if (got.index[k] != want[k]) return format("index %zu is %lld, not %u", k, (long long)got.index[k], want[k]);
    if (!same(got.points[k], points[want[k]])) return "not the point of its index";
  }
  return "";
}
constexpr hull_side all_sides[] = {hull_side::both, hull_side::lower, hull_side::upper};
int turn = 0;
// Every number of ranks and both ways; sides, collinear points and parts take turns unless `every`. Doubles take longer, and go the same ways.
template <class P> void check_ranks(const std::vector<P>& points, bool every = false) {
  constexpr int one_in = WW_CUDA ? 32 : int(sizeof(P)) * (WW_MODEL ? 8 : 4);
  for (bool keep : {false, true})
    for (auto side : all_sides) {
      const hull_options o{side, keep};
      const auto want = expected_ring(points, o);
      if (side == hull_side::both && points.size() < 600) REQUIRE(wrong(points, want, keep) == "");
      for (int p : {1, 2, 3, 5})
        for (std::int64_t few : {-1, 0}) {
          if (p == 1 && few == 0) continue;
          if (!every && (turn++ + int(keep) + int(side)) % one_in != 0) continue;
          if (WW_MODEL && p > 3) continue;
          const int how = turn++ / 4 % 4;
          CAPTURE(points.size(), p, keep, int(side), few, how);
          [[maybe_unused]] const without_findings clean;
          REQUIRE(compare(points, want, p, how, o, few) == "");
        }
    }
}
template <class P> P make_point(double x, double y) {
  return {decltype(P::x)(x), decltype(P::y)(y)};
}
template <class P> std::vector<P> grid(std::int64_t n, int across, int up, std::uint64_t seed) {
  const random_source r{seed, 0, 7};
  std::vector<P> points;
  for (std::int64_t i = 0; i < n; ++i) {
    random_source here = r;
    here.i = i;
    const auto w = here.words(0);
    points.push_back(make_point<P>(int(w.word[0] % across) - across / 2, int(w.word[1] % up) - up / 2));
  }
  return points;
}
}  // namespace

TEMPLATE_TEST_CASE("the hull of all ranks: points on lines, equal points, signed zeros", "", float2, double2) {
  REQUIRE_GPU();
  using P = TestType;
  std::vector<std::vector<P>> sets(10);
  sets[1] = {make_point<P>(3, 4)};
  sets[2] = {make_point<P>(3, 4), make_point<P>(1, 7)};
  for (int i = 0; i < 41; ++i) {
    const int k = i * 17 % 41 - 20;
    sets[3].push_back(make_point<P>(0.5, k));              // a vertical line
    sets[4].push_back(make_point<P>(k, -2));               // a horizontal line
    sets[5].push_back(make_point<P>(7, 7));                // all equal
    sets[6].push_back(make_point<P>(3 * k, 2 * k - 1));    // a slope
    sets[7].push_back(make_point<P>(i % 3 ? 0.0 : -0.0, i % 5 / 2 * (i % 2 ? -0.0 : 0.0) + i % 4));  // signed zeros at one x
    sets[8].push_back(make_point<P>(k, k * k));            // a parabola: all below
    sets[9].push_back(make_point<P>(k / 4, i % 2 ? 3 : -3));  // two lines, equal points, vertical ends
  }
  sets[9].push_back(make_point<P>(-0.0, 3));
  for (const auto& points : sets) {
    CAPTURE(&points - &sets[0]);
    check_ranks(points);
  }
}
TEMPLATE_TEST_CASE("the hull of all ranks: integer grids and sets from reports", "[slow]", float2, double2) {
  REQUIRE_GPU();
  if (WW_MODEL) return;
  using P = TestType;
  for (auto [across, up] : {std::pair{2, 2}, {5, 5}, {3, 40}, {40, 3}, {1000, 1000}})
    for (std::int64_t n : {4, 30, 300}) {
      if (WW_HOST && sizeof(P) == 16 && (n != 30 || across > up)) continue;
      CAPTURE(across, up, n);
      check_ranks(grid<P>(n, across, up, n));
    }
  for (const auto& set : famous()) {
    if (sizeof(P) == 8) continue;
    CAPTURE(set.name);
    REQUIRE(compare(set.points, set.hull, 2, 0, {}, -1) == "");
    REQUIRE(compare(set.points, set.hull, 3, 3, {}, 0) == "");
  }
}
TEMPLATE_TEST_CASE("the hull of all ranks: generated sets", "", float2, double2) {
  REQUIRE_GPU();
  if (WW_MODEL) return;
  using P = TestType;
  for (const std::string& name : names()) {
    CAPTURE(name);
    check_ranks(generate<decltype(P::x)>(name, WW_MODEL ? 100 : 1500, 3));
  }
}
TEST_CASE("the hull of all ranks: every side, with and without collinear points", "[slow]") {
  REQUIRE_GPU();
  if (WW_MODEL) return;
  check_ranks(grid<float2>(100, 12, 9, 5), true);
}
TEST_CASE("the hull of all ranks waits for each exchange before the next, and for its end") {
  REQUIRE_GPU();
  const auto points = generate<float>("circle", WW_MODEL ? 60 : 900, 6);
  for (int p : {1, 3})
    for (std::int64_t few : {1000, 0}) {
      CAPTURE(p, few);
      const auto ends = ends_of(std::int64_t(points.size()), p, 0);
      std::vector<int> waits(p), exchanges(p), hasty(p), under_way(p);
      run_ranks(ranks_of(p), [&](communicator& inner) {
        const int me = inner.rank();
        const stream s;
        const auto in = to_device(std::vector<float2>(points.begin() + ends[me], points.begin() + ends[me + 1]), s);
        overheard c(inner);
        rank_hull_memory memory;
        hull_of_ranks(c, in.data(), in.size(), memory, {}, s, few);
        waits[me] = c.waits, exchanges[me] = c.exchanges, hasty[me] = c.hasty, under_way[me] = c.under_way;
      });
      for (int r = 0; r < p; ++r) {
        CAPTURE(r);
        REQUIRE(!hasty[r]);
        REQUIRE(!under_way[r]);
        // Who has the result waits for it.
        REQUIRE(waits[r] == exchanges[r] + (r == 0));
        REQUIRE(exchanges[r] == (p == 1 ? 0 : few > 0 ? 1 : 2));
      }
    }
}
TEMPLATE_TEST_CASE("the hull of points on the host, by several ranks", "", float2, double2) {
  REQUIRE_GPU();
  for (std::int64_t n : {0, 1, 40, 300}) {
    if (WW_MODEL && (n == 300 || (n < 40 && sizeof(TestType) == 16))) continue;
    const auto points = generate<decltype(TestType::x)>("disk", n, 4);
    for (int p : {1, 3})
      for (auto side : all_sides) {
        if (WW_MODEL && (p == 1 || side != hull_side::both)) continue;
        CAPTURE(n, p, int(side));
        [[maybe_unused]] const without_findings clean;
        REQUIRE(hull_by_gpus(ranks_of(p), points, {side, false}) == expected_ring(points, {side, false}));
      }
  }
}
TEST_CASE("no more points than have indices of 32 bits") {
  // A vector of so many has 32 GiB, so what the function asks is tested by itself.
  const std::int64_t most = std::int64_t(1) << 32;
  detail::require_indices(most, "points");
  REQUIRE_THROWS_AS(detail::require_indices(most + 1, "points"), bad_input);
  REQUIRE_GPU();
  const nowhere<float2> points(std::int64_t(1) << 50);
  REQUIRE_THROWS_WITH(hull_by_gpus<float2>(ranks_of(2), points, {}), "1125899906842624 points, where at most 2^32 can have indices");
}
TEST_CASE("many vertices are found again by rank 0", "[slow]") {
  REQUIRE_GPU();
  if (WW_MODEL) return;
  auto two_circles = generate<double>("circle", 9000, 6);
  for (double2 q : generate<double>("circle", 11000, 7)) two_circles.push_back({7 * q.x + 20, 7 * q.y - 3});
  for (const auto& points : {generate<double>("circle", 100000, 6), two_circles}) {
    const auto want = expected_ring(points, {});
    for (int p : {2, 3, 5}) {
      if (p != 3 && (WW_HOST || points.size() > 50000)) continue;
      CAPTURE(p, want.size());
      REQUIRE(compare(points, want, p, 0, {}, 600) == "");
    }
  }
}
