// Many hulls at once: every variant against one hull after the other, each of which the exact judge of hulls has seen.
#include <cmath>
#include <limits>
#include <numeric>
#include "hulls.h"
#include <ww/hull.cuh>
using namespace ww;
using namespace ww::detail;
using namespace ww::detail::hull;

namespace {
using ends_t = std::vector<std::int64_t>;
template <class P> const auto& of_sets() {
  static const auto table = hulls_variants<P>();
  return table;
}
template <class P> const auto& alone() {
  static const auto v = find_variant(hull_variants<P>(), "serial");
  return v.run;
}
ends_t offsets_of(const std::vector<std::int64_t>& sizes) {
  ends_t ends(sizes.size() + 1, 0);
  std::partial_sum(sizes.begin(), sizes.end(), ends.begin() + 1);
  return ends;
}
template <class P>
void check_sets(const std::vector<P>& points, const ends_t& offsets, hull_options o = {}) {
  REQUIRE(offsets.back() == std::int64_t(points.size()));
  ring_t expected;
  std::vector<std::int64_t> expected_sizes;
  for (std::size_t k = 0; k + 1 < offsets.size(); ++k) {
    const std::vector<P> set(points.begin() + offsets[k], points.begin() + offsets[k + 1]);
    ring_t ring;
    alone<P>()(set, o, ring);
    if (o.side == hull_side::both && set.size() <= 300) REQUIRE(wrong(set, ring, o.keep_collinear) == "");
    for (point_index i : ring) expected.push_back(point_index(offsets[k] + i));
    expected_sizes.push_back(std::int64_t(ring.size()));
  }
  for (const auto& v : of_sets<P>()) {
    CAPTURE(v.name, points.size(), offsets.size(), int(o.side), o.keep_collinear);
    ring_t rings = {7, 7};  // what was there before must not matter
    std::vector<std::int64_t> sizes = {7};
    v.run(points, offsets, o, rings, sizes);
    REQUIRE(sizes == expected_sizes);
    REQUIRE(rings == expected);
  }
}
template <class P>
void check_options(const std::vector<P>& points, const ends_t& offsets) {
  for (auto side : {hull_side::both, hull_side::lower, hull_side::upper})
    for (bool keep : {false, true}) check_sets(points, offsets, {side, keep});
}
}  // namespace

TEMPLATE_TEST_CASE("sets of no, one, two and three points, and sets alike", "", float2, double2) {
  REQUIRE_GPU();
  using T = decltype(TestType::x);
  check_options<TestType>({}, {0});
  check_options<TestType>({}, {0, 0, 0});
  check_options<TestType>({{1, 2}}, {0, 1});
  check_options<TestType>({{1, 2}, {1, 2}, {1, 2}}, {0, 0, 1, 1, 2, 3, 3});
  check_options<TestType>({{T(-0.0), 2}, {0, 2}, {0, T(-0.0)}, {0, 0}}, {0, 2, 4});
  // Each set is all on a line, and the last of one is the first of the next.
  std::vector<TestType> p;
  std::vector<std::int64_t> sizes;
  for (int k = 0; k < 20; ++k) {
    for (int i = 0; i <= k; ++i) p.push_back({T(i), T(k % 3 * i)});
    sizes.push_back(k + 1);
    if (k % 4 == 0) sizes.push_back(0);
  }
  check_options(p, offsets_of(sizes));
}
TEMPLATE_TEST_CASE("sets of every generator, of mixed sizes", "", float2, double2) {
  REQUIRE_GPU();
  std::uint64_t seed = 1;
  for (const std::string& name : names()) {
    std::vector<std::int64_t> sizes;
    random_source r{seed++, 0, 5};
    for (std::int64_t left = WW_CUDA ? 20000 : WW_MODEL ? 400 : 3000; left > 0; ++r.i) {
      const auto words = r.words(0);
      const std::int64_t most = std::int64_t(1) << words.word[1] % 9;
      sizes.push_back(std::min<std::int64_t>(left, words.word[0] % most));
      left -= sizes.back();
    }
    const ends_t offsets = offsets_of(sizes);
    const auto points = generate<decltype(TestType::x)>(name, offsets.back(), seed);
    CAPTURE(name);
    check_sets(points, offsets, {hull_side::both, seed % 2 == 0});
  }
}
TEST_CASE("one large set among small ones, over the borders of tiles") {
  REQUIRE_GPU();
  const std::int64_t large = WW_MODEL ? 2500 : 9000;
  for (std::size_t at : {0, 7, 15})
    for (const char* name : {"circle", "square", "parabola"}) {
      std::vector<std::int64_t> sizes(16, 3);
      sizes[at] = large;
      const ends_t offsets = offsets_of(sizes);
      if (WW_MODEL && at != 7) continue;
      CAPTURE(name, at);
      check_sets(generate<float>(name, offsets.back(), 3), offsets);
    }
}
TEMPLATE_TEST_CASE("short sets and long ones, whole tiles of either, and very many empty ones", "", float2, double2) {
  REQUIRE_GPU();
  std::vector<std::int64_t> sizes = {127, 128, 129, 130, 1, 300, 255, 256, 257, 4, 5, 31, 32, 33, 1023, 1024, 1025};
  sizes.insert(sizes.end(), WW_MODEL ? 10 : 3000, 0);
  for (int k = 0; k < (WW_MODEL ? 80 : 150); ++k) sizes.push_back(k % 3 ? 40 : 128);  // more than a tile of short sets
  for (std::int64_t more : {400, 0, 2, 1000, 256}) sizes.push_back(more);
  const ends_t offsets = offsets_of(sizes);
  for (const char* name : {"circle", "grid"}) {
    if (WW_MODEL && name[0] == (sizeof(TestType) == 8 ? 'g' : 'c')) continue;
    CAPTURE(name);
    check_sets(generate<decltype(TestType::x)>(name, offsets.back(), 8), offsets, {hull_side::both, name[0] == 'g'});
  }
  // One place is the end of a long set, the whole of short ones, and the begin of a long set again.
  std::vector<TestType> p(offsets.back(), TestType{1, 1});
  for (std::size_t i = 0; i < p.size(); i += 512) p[i] = {2, 3};
  check_sets(p, offsets);
}
TEMPLATE_TEST_CASE("what eight points surround is left out, and nothing else", "", float2, double2) {
  REQUIRE_GPU();
  using T = decltype(TestType::x);
  // Numbers whose products vanish or overflow decide nothing; nor do points that are all one, on a line, or on the polygon.
  const T tiny = std::numeric_limits<T>::denorm_min(), huge = std::numeric_limits<T>::max();
  for (T unit : {T(1), tiny, std::sqrt(tiny), huge / 64, std::sqrt(huge)}) {
    if (WW_MODEL && unit != T(1) && unit != tiny) continue;
    std::vector<TestType> p;
    std::vector<std::int64_t> sizes;
    for (std::int64_t size : {33, 60, 128, 129, 400, 1024}) {
      if (WW_MODEL && size != 33 && size != 129 && size != 400) continue;
      for (int kind = 0; kind < 6; ++kind) {
        sizes.push_back(size);
        for (std::int64_t i = 0; i < size; ++i) {
          const int x = int(i * 7 % 31), y = int(i * 11 % 29);
          if (kind == 0) p.push_back({T(x) * unit, T(y) * unit});              // a lattice: many on the polygon
          if (kind == 1) p.push_back({T(x % 3) * unit, T(x % 3) * unit});      // a line, and coincident points
          if (kind == 2) p.push_back({unit, T(i % 5 == 4 ? y : 3) * unit});    // a column
          if (kind == 3) p.push_back({unit, unit});
          if (kind == 4)  // almost on a line: rounding alone says which are vertices
            p.push_back({(T(1) / 3 + T(i) / 70) * (unit / 16), (T(1) / 7 + T(i) / 210) * (unit / 16)});
          if (kind == 5) {  // a triangle, and points far nearer to one of its edges than products of their coordinates tell
            const T s = i < 2 ? T(2 * i - 1) : T(i - 30) / 7000;
            p.push_back(i == 2 ? TestType{unit / 64, unit} : TestType{s * (unit / 3), s * (unit / 7)});
          }
        }
      }
    }
    CAPTURE(unit);
    for (bool keep : {false, true})
      if (!WW_MODEL || keep == (unit == T(1))) check_sets(p, offsets_of(sizes), {hull_side::both, keep});
  }
}
TEMPLATE_TEST_CASE("open sets lose what eight points surround, part by part", "", float2, double2) {
  REQUIRE_GPU();
  using T = decltype(TestType::x);
  // Sets of less and more than a part, far from the origin, of all scales, between sets that are not open; of a disk a tenth stays, of a circle all.
  for (const char* name : {"disk", "square", "circle", "grid"}) {
    CAPTURE(name);
    std::vector<std::int64_t> sizes = {1500, 3, 2100, 0, 1, 200};
    if (!WW_MODEL) sizes.insert(sizes.end(), {1023, 4096, 4097, 5120, 5121, 9000, 2, 20000});
    const ends_t offsets = offsets_of(sizes);
    auto p = generate<T>(name, offsets.back(), 6);
    for (std::size_t k = 0; k < sizes.size(); ++k)
      for (auto i = offsets[k]; i < offsets[k + 1]; ++i) {
        const T scale = std::ldexp(T(1), int(k % 7) * 4 - 12), far = k % 3 == 2 ? T(1000) : T(0);
        p[i] = {p[i].x * scale + far, p[i].y * scale - far};
      }
    for (bool keep : {false, true}) check_sets(p, offsets, {hull_side::both, keep});
  }
}
// Nearly on a line, and part of them nearer to the middle by many powers of two: what a float cannot tell apart must not choose the far points. (Where
// multiplications and additions are fused, as on GPUs, rounding to float there fails.)
TEST_CASE("open sets of doubles whose scales no float has") {
  REQUIRE_GPU();
  if (WW_MODEL) return;
  std::vector<double2> p;
  std::vector<std::int64_t> sizes;
  for (double far : {1e120, 1e-60, 1.0})
    for (double near : {1e-60, 1e-40})
      for (int slope = 0; slope < (WW_CUDA ? 40 : 8); ++slope) {
        const double s = 1 + (slope * 53 - 1000) * 0x1p-53;
        sizes.push_back(5120);
        for (std::int64_t i = 0; i < 5120; ++i) {
          const double u = i == 0 ? 0 : 2 * random_source{std::uint64_t(slope), i, 7}.uniform(0).u - 1;
          const double x = u * far * (i < 4096 ? 1 : near);
          p.push_back({x, s * x});
        }
      }
  check_sets(p, offsets_of(sizes));
}
TEST_CASE("few points of a disk are sorted, and all of a circle") {
  if (!WW_MODEL) return;
  const std::int64_t n = 3000;
  std::int64_t read[2] = {0, 0};
  for (const char* name : {"circle", "disk"}) {
    const int disk = name[0] == 'd';
    const auto p = generate<float>(name, n, 6);
    model::watch w;
    ring_t rings;
    std::vector<std::int64_t> sizes;
    find_variant(of_sets<float2>(), "general").run(p, {0, n}, {}, rings, sizes);
    const model::report r = w.stop();
    INFO(r.text());
    CHECK(r.findings.empty());
    std::int64_t keys = 0;
    for (const auto& s : r.sites) {
      if (s.kernel.find("write_keys") != s.kernel.npos && s.kind == model::access::store) keys += s.total.lanes;
      if (s.kernel.find("find_far") != s.kernel.npos && s.kind == model::access::load) read[disk] += s.total.lanes;
    }
    CAPTURE(name, keys);
    CHECK((disk ? keys < n / 8 && keys > n / 20 : keys == n));
  }
  CHECK(read[1] - read[0] >= n);  // a circle's points are not looked at again
}
TEMPLATE_TEST_CASE("memory for many hulls is asked for, and what cannot be is refused", "", float2, double2) {
  REQUIRE_GPU();
  const auto host = generate<decltype(TestType::x)>("disk", 300, 4);
  const ends_t offsets = {0, 100, 100, 300};
  const auto points = to_device(host);
  const auto ends = to_device(offsets);
  device_array<point_index> rings(300);
  device_array<std::int64_t> sizes(3);
  auto find = [&](void* t, std::size_t& bytes, std::int64_t n, std::int64_t sets) {
    convex_hulls(t, bytes, points.data(), n, ends.data(), sets, rings.data(), sizes.data());
  };
  call_with_memory([&](void* t, std::size_t& bytes) { find(t, bytes, 300, 3); });
  CHECK(to_host(sizes)[1] == 0);
  std::size_t bytes = 0;
  find(nullptr, bytes, 300, 3);
  device_array<char> memory{std::int64_t(bytes)};
  std::size_t less = bytes - 1;
  CHECK_THROWS_AS(find(memory.data(), less, 300, 3), bad_input);
  CHECK_THROWS_AS(find(nullptr, bytes, -1, 3), bad_input);
  CHECK_THROWS_WITH(find(nullptr, bytes, 1, 0), "0 sets for 1 points");
  CHECK_THROWS_AS(find(nullptr, bytes, 300, -1), bad_input);
  CHECK_THROWS_AS(find(nullptr, bytes, (std::int64_t(1) << 31) + 1, 3), bad_input);
  CHECK_THROWS_AS(find(nullptr, bytes, 300, (std::int64_t(1) << 31) + 1), bad_input);
  for (const auto& v : of_sets<TestType>())
    for (const ends_t& bad : std::vector<ends_t>{{}, {0}, {1, 300}, {0, 299}, {0, 301}, {0, 200, 100, 300}, {0, -1, 300}}) {
      ring_t r;
      std::vector<std::int64_t> s;
      CAPTURE(v.name, bad.size());
      CHECK_THROWS_AS(v.run(host, bad, {}, r, s), bad_input);
    }
}
#if WW_CUDA
TEST_CASE("many hulls are captured into a graph and replayed on other sets") {
  REQUIRE_GPU();
  const std::int64_t n = 50000;
  device_array<float2> points(n);
  device_array<std::int64_t> ends(101), sizes(100);
  device_array<point_index> rings(n);
  std::size_t bytes = 0;
  auto find = [&](void* t, cudaStream_t s) {
    convex_hulls(t, bytes, points.data(), n, ends.data(), 100, rings.data(), sizes.data(), {}, s);
  };
  find(nullptr, nullptr);
  device_array<char> memory{std::int64_t(bytes)};
  const stream s;
  cudaGraph_t graph;
  cudaGraphExec_t replay;
  check(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  find(memory.data(), s);
  check(cudaStreamEndCapture(s, &graph));
  check(cudaGraphInstantiate(&replay, graph, 0));
  for (std::int64_t first : {std::int64_t(500), std::int64_t(0), n - 99}) {
    ends_t offsets = {0};
    for (int k = 1; k < 100; ++k) offsets.push_back(first + k * (n - first) / 100);
    offsets.push_back(n);
    const auto host = generate<float>("circle", n, 6);
    points.upload(host.data(), n, s);
    ends.upload(offsets.data(), 101, s);
    check(cudaGraphLaunch(replay, s));
    synchronize(s);
    ring_t expected;
    std::vector<std::int64_t> expected_sizes;
    of_sets<float2>()[0].run(host, offsets, {}, expected, expected_sizes);
    CHECK(to_host(sizes) == expected_sizes);
    const auto got = to_host(rings);
    ring_t compact;
    for (int k = 0; k < 100; ++k)
      compact.insert(compact.end(), got.begin() + offsets[k], got.begin() + offsets[k] + expected_sizes[k]);
    CHECK(compact == expected);
  }
  cudaGraphExecDestroy(replay);
  cudaGraphDestroy(graph);
}
#endif
