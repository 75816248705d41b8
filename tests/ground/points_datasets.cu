// The generators: published answers, pinned bits, shapes, and the same on the device.
#include <cmath>
#include <cstring>
#include <set>
#include "catch.h"
#include "exact.h"
#include <ww/datasets.cuh>
#include <ww/detail/neighbours/density-inputs.h>
#include <ww/detail/neighbours/peak-inputs.cuh>
#include <ww/general-position.cuh>
#include <ww/orientation.cuh>

namespace {
constexpr std::int64_t fewer = WW_MODEL ? 16 : 1;

template <class P>
std::uint64_t fingerprint(const std::vector<P>& points) {
  std::uint64_t h = 0xcbf29ce484222325;
  for (const P& p : points) {
    unsigned char bytes[sizeof p];
    std::memcpy(bytes, &p, sizeof p);
    for (unsigned char b : bytes) h = (h ^ b) * 0x100000001b3;
  }
  return h;
}
std::string hex(std::uint64_t h) {
  char text[20];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(h));
  return text;
}
template <class P>
bool same(const std::vector<P>& a, const std::vector<P>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(P)) == 0);
}
std::string complaint(void (*f)()) {
  try {
    f();
  } catch (const ww::bad_input& e) {
    return e.what();
  }
  return "";
}
}  // namespace

TEST_CASE("Philox gives the published answers", "[points][generators]") {
  struct answer { std::uint32_t counter[4]; std::uint64_t key; std::uint32_t expected[4]; };
  const std::uint32_t f = 0xffffffff;
  const answer answers[] = {
      {{0, 0, 0, 0}, 0, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
      {{f, f, f, f}, 0xffffffffffffffff, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
      {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, 0x299f31d0a4093822,
       {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}}};
  for (auto& a : answers) {
    auto w = ww::detail::philox({{a.counter[0], a.counter[1], a.counter[2], a.counter[3]}}, a.key);
    for (int k = 0; k < 4; ++k) REQUIRE(w.word[k] == a.expected[k]);
  }
}

TEST_CASE("the logarithm is one", "[points][generators]") {
  double worst = 0;
  for (std::int64_t i = 0; i < 100000 / fewer; ++i) {
    auto p = ww::detail::random_source{5, i, 0}.uniform(0);
    double x = std::ldexp(1 - p.u, -int(p.v * 100)), right = std::log(x);
    worst = std::max(worst, std::fabs(ww::detail::natural_log(x) - right) / std::max(std::fabs(right), 1e-16));
  }
  REQUIRE(worst < 1e-15);
  REQUIRE(ww::detail::natural_log(1) == 0);
}

TEST_CASE("data sets have these bits, on every machine", "[points][generators]") {
  struct pinned { const char* name; const char* in_float; const char* in_double; };
  const pinned list[] = {
      {"square", "858c5d135e537b14", "64688e61486ef133"},
      {"disk", "03ede0ec1a8c8e40", "23d7eb66d8b216b0"},
      {"normal", "0b6b00e034158e44", "3009e1c54107dd30"},
      {"circle", "1ef6dd6d3bf56b71", "475f2eda26f67c6f"},
      {"parabola", "86e0e660eccd32d5", "fa4a2ccbb8715a71"},
      {"kuzmin", "c2ce7e6102cd3e99", "c1f0271008e62202"},
      {"grid", "8b9eb07bd92904ea", "6268675abbb854b8"},
      {"clustered", "88e8c3c0c3ef401b", "1dac4fd60fc62d14"},
  };
  REQUIRE(std::size(list) == ww::generators().size());
  for (auto& p : list) {
    CAPTURE(p.name);
    CHECK(hex(fingerprint(ww::generate<float>(p.name, 1001, 42))) == p.in_float);
    CHECK(hex(fingerprint(ww::generate<double>(p.name, 1001, 42))) == p.in_double);
  }
}

TEST_CASE("scenes and twins have these bits, on every machine", "[points][generators]") {
  using namespace ww::detail::neighbours;
  const char* const scenes[] = {
      "13cd85cbba5ed958", "e1eb8347c57b54ad", "e1bd4292487ae352", "203f66f75b51e8d7", "9dc3393cb5137cb4", "90e7ea594d0ba0b4",
      "ea5a5a3918878161", "2009e434b3b0c957", "52e868e748cc2679", "33aeb1da74bc6d74", "2491c5f35f13fefc", "b551ddf76bc93c43",
      "ddc3eee6850cb360", "e95f0d46841dd591", "d5efade3d9f7e5b3", "a1c3beb9ed27865e", "8e19b65654a65e6f"};
  REQUIRE(std::size(scenes) == scene_kinds);
  for (int kind = 0; kind < scene_kinds; ++kind) {
    std::vector<summit> drawn;
    for (std::uint64_t seed : {1, 2, 3})
      for (std::int64_t i = 0; i < 400; ++i) drawn.push_back(draw_summit(kind, 400, seed, i));
    CAPTURE(scene_names[kind]);
    CHECK(hex(fingerprint(drawn)) == scenes[kind]);
  }
  const std::pair<const char*, const char*> twins[] = {{"r15", "fec9de13d9a5af32"}, {"d31", "aded6ec5d3f57b8e"},
      {"birch", "f1d1bac0e6ca890e"}, {"dim", "c66136ac3c11eb3e"}, {"thousand", "99e06e04b2c5713a"}, {"uniform", "680ad8581b8e9e16"}};
  for (auto [name, bits] : twins) {
    CAPTURE(name);
    CHECK(hex(fingerprint(density::draw_twin(name, 300, 3, 5))) == bits);
  }
  CHECK_THROWS_WITH(density::draw_twin("r16", 1, 2), "no twin is named r16");
}

TEMPLATE_TEST_CASE("the device draws the same bits", "[points][generators][gpu]", float, double) {
  REQUIRE_GPU();
  for (auto& g : ww::generators())
    for (std::int64_t n : {std::int64_t(0), std::int64_t(1), std::int64_t(WW_CUDA ? 100003 : 1003)}) {
      CAPTURE(g.name, n);
      auto a = ww::generate_on_device<TestType>(g.name, n, 7);
      REQUIRE(a.size() == n);
      REQUIRE(same(ww::to_host(a), ww::generate<TestType>(g.name, n, 7)));
    }
}

TEST_CASE("a point depends on its number and the seed", "[points][generators]") {
  for (auto& g : ww::generators()) {
    CAPTURE(g.name);
    REQUIRE(ww::generate<float>(g.name, 0, 1).empty());
    REQUIRE(ww::generate<float>(g.name, 1, 1).size() == 1);
    auto a = ww::generate<float>(g.name, 500, 1);
    auto p = ww::draw_point<float>(g.kind, 500, 1, 321);
    REQUIRE(p.x == a[321].x);
    REQUIRE(p.y == a[321].y);
    if (g.name == "parabola") continue;
    REQUIRE(fingerprint(a) != fingerprint(ww::generate<float>(g.name, 500, 2)));
    REQUIRE(fingerprint(a) != fingerprint(ww::generate<float>(g.name, 500, 1 + (1ull << 32))));
    for (auto& h : ww::generators())
      if (h.name != g.name) REQUIRE(fingerprint(a) != fingerprint(ww::generate<float>(h.name, 500, 1)));
  }
}

TEST_CASE("single precision is double precision, rounded", "[points][generators]") {
  for (auto& g : ww::generators()) {
    if (g.name == "parabola") continue;
    CAPTURE(g.name);
    auto a = ww::generate<float>(g.name, 300, 9);
    auto b = ww::generate<double>(g.name, 300, 9);
    bool equal = true;
    for (int i = 0; i < 300; ++i) equal = equal && a[i].x == float(b[i].x) && a[i].y == float(b[i].y);
    REQUIRE(equal);
  }
}

TEST_CASE("the distributions have the moments they should", "[points][generators]") {
  const std::int64_t n = 100000 / fewer;
  const double six = 6 / std::sqrt(double(n));  // six standard errors of a variable of variance 1
  struct moments { double x = 0, y = 0, xx = 0, yy = 0, xy = 0, most = 0; };
  auto measure = [&](const char* name) {
    moments m;
    for (auto p : ww::generate<double>(name, n, 11)) {
      m.x += p.x / n, m.y += p.y / n, m.xx += p.x * p.x / n, m.yy += p.y * p.y / n, m.xy += p.x * p.y / n;
      m.most = std::max(m.most, std::hypot(p.x, p.y));
    }
    return m;
  };
  auto near = [](double a, double b, double error) { return std::fabs(a - b) <= error; };
  moments s = measure("square");
  REQUIRE((near(s.x, 0.5, 0.3 * six) && near(s.y, 0.5, 0.3 * six)));
  REQUIRE((near(s.xx, 1 / 3.0, 0.3 * six) && near(s.xy, 0.25, 0.3 * six)));
  moments d = measure("disk");
  REQUIRE((near(d.x, 0, 0.5 * six) && near(d.y, 0, 0.5 * six) && near(d.xy, 0, 0.5 * six)));
  REQUIRE((near(d.xx, 0.25, 0.3 * six) && d.most < 1 && d.most > 0.999));
  moments g = measure("normal");
  REQUIRE((near(g.x, 0, six) && near(g.y, 0, six) && near(g.xy, 0, six)));
  REQUIRE((near(g.xx, 1, 1.5 * six) && near(g.yy, 1, 1.5 * six)));
  moments c = measure("circle");
  REQUIRE((near(c.x, 0, 0.8 * six) && near(c.xx, 0.5, 0.4 * six) && near(c.most, 1, 1e-15)));
  std::int64_t inside = 0;
  for (auto p : ww::generate<double>("kuzmin", n, 11)) inside += std::hypot(p.x, p.y) < std::sqrt(3.0);
  REQUIRE(near(double(inside) / n, 0.5, 0.5 * six));
}

TEST_CASE("the circle's points are on it", "[points][generators]") {
  double off = 0;
  for (auto p : ww::generate<double>("circle", 20000 / fewer, 1)) off = std::max(off, std::fabs(std::hypot(p.x, p.y) - 1));
  REQUIRE(off < 5e-16);
}

TEMPLATE_TEST_CASE("the parabola is strictly convex, to its largest size", "[points][generators]", float, double) {
  const std::int64_t most = sizeof(TestType) == 4 ? 212991 : 300001;
  for (std::int64_t n : {std::int64_t(3), std::int64_t(4), std::int64_t(1000), std::int64_t(8193), most / fewer}) {
    auto p = ww::generate<TestType>("parabola", n, 0);
    std::int64_t bent = 0, rising = 0, exact = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      if (i + 1 < n) rising += p[i].x < p[i + 1].x;
      if (i + 2 < n) bent += ww::orientation(p[i], p[i + 1], p[i + 2]) == 1;
      exact += std::fma(double(p[i].x), double(p[i].x), -double(p[i].y)) == 0 && std::fabs(p[i].x) <= 1;
    }
    CAPTURE(n);
    REQUIRE(rising == n - 1);
    REQUIRE(bent == n - 2);
    REQUIRE(exact == n);
  }
  const std::int64_t limit = sizeof(TestType) == 4 ? 212991 : 2550136831;
  for (std::int64_t i : {std::int64_t(0), std::int64_t(1), limit / 2, limit / 2 + 1, limit - 2, limit - 1}) {
    auto p = ww::draw_point<TestType>(ww::distribution::parabola, limit, 0, i);
    REQUIRE(std::fma(double(p.x), double(p.x), -double(p.y)) == 0);
    REQUIRE(std::fabs(p.x) <= 1);
    REQUIRE((i == limit / 2) == (p.x == 0));
  }
}

TEST_CASE("the grid has duplicates and collinear points", "[points][generators]") {
  for (std::int64_t n : {1, 2, 100, 101, 10000}) {
    std::set<std::pair<float, float>> places;
    float side = std::ceil(std::sqrt(float(n)));
    for (auto p : ww::generate<float>("grid", n, 3)) {
      REQUIRE((p.x == std::floor(p.x) && p.x >= 0 && p.x < side));
      REQUIRE((p.y == std::floor(p.y) && p.y >= 0 && p.y < side));
      places.insert({p.x, p.y});
    }
    if (n >= 100) REQUIRE((places.size() > 0.55 * n && places.size() < 0.71 * n));
  }
  auto p = ww::generate<float>("grid", 50, 3);
  ww::sort_by_x(p);
  REQUIRE(ww::find_collinear_triple(p));
}

TEST_CASE("requests that cannot be met", "[points][generators]") {
  REQUIRE(complaint([] { ww::generate<float>("cube", 1, 1); }) ==
          "there is no generator cube; there are square, disk, normal, circle, parabola, kuzmin, grid, clustered");
  REQUIRE(complaint([] { ww::generate<float>("parabola", 212992, 1); }) ==
          "parabola has from 0 to 212991 float points, not 212992");
  REQUIRE(complaint([] { ww::generate<double>("parabola", 2550136832, 1); }) ==
          "parabola has from 0 to 2550136831 double points, not 2550136832");
  REQUIRE(complaint([] { ww::generate<double>("disk", -1, 1); }) ==
          "disk has from 0 to 281474976710656 double points, not -1");
  REQUIRE(complaint([] { ww::generate<double>("disk", 1ll << 48, 1); }).starts_with(
      "281474976710656 points: 4194304.00 GiB of memory are needed, "));
}

TEST_CASE("collinear triples are found", "[points][generators]") {
  using v = std::vector<double2>;
  REQUIRE_FALSE(ww::find_collinear_triple(v{}));
  REQUIRE_FALSE(ww::find_collinear_triple(v{{0, 0}, {1, 1}}));
  REQUIRE_FALSE(ww::find_collinear_triple(v{{0, 0}, {0, 0}}));
  REQUIRE_FALSE(ww::find_collinear_triple(v{{0, 0}, {0, 1}, {1, 0}, {1, 2}}));
  using t = std::array<std::int64_t, 3>;
  REQUIRE(*ww::find_collinear_triple(v{{0, 0}, {0, 1}, {0, 2}}) == t{0, 1, 2});
  REQUIRE(*ww::find_collinear_triple(v{{0, 0}, {1, 1}, {1, 1}}) == t{0, 1, 2});
  REQUIRE(*ww::find_collinear_triple(v{{0, 0}, {0, 0}, {1, 1}, {5, 6}}) == t{0, 1, 2});
  REQUIRE(*ww::find_collinear_triple(v{{0, 0}, {1, 5}, {2, -3}, {3, 7}, {4, -6}}) == t{0, 2, 4});
  v above = {{1, 0.5f}, {0, 0.75f}, {0, 0.25f}, {0, 0.5f}};
  ww::sort_by_x(above);
  for (std::size_t i = 0; i < 4; ++i) REQUIRE(above[i].y == (i < 3 ? 0.25f * float(i + 1) : 0.5f));
  auto p = ww::generate<float>("disk", 300, 1);
  ww::sort_by_x(p);
  for (int i = 0; i < 300; i += 37)
    for (int j = i + 1; j < 300; j += 41) {
      auto q = p;
      float2 middle{(p[i].x + p[j].x) / 2, (p[i].y + p[j].y) / 2};
      if (ww::orientation(p[i], middle, p[j]) != 0) continue;
      q.push_back(middle);
      ww::sort_by_x(q);
      REQUIRE(ww::find_collinear_triple(q));
    }
}

TEST_CASE("no triple escapes: the search against all triples", "[points][generators]") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    auto p = ww::generate<double>("grid", 14, seed);
    for (auto& q : p) q.x = q.x * 8 + double(&q - p.data()) / 16 + (seed % 3 == 0 ? 0 : q.y * 3), q.y *= seed % 5;
    ww::sort_by_x(p);
    bool any = false;
    for (std::size_t i = 0; i < p.size(); ++i)
      for (std::size_t j = i + 1; j < p.size(); ++j)
        for (std::size_t k = j + 1; k < p.size(); ++k)
          any = any || exact_oracle::orientation(p[i], p[j], p[k]) == 0;
    auto found = ww::find_collinear_triple(p);
    REQUIRE(found.has_value() == any);
    if (found)
      REQUIRE(exact_oracle::orientation(p[(*found)[0]], p[(*found)[1]], p[(*found)[2]]) == 0);
  }
}

TEST_CASE("points in general position", "[points][generators]") {
  auto valid = [](auto& p) {
    bool increasing = true;
    for (std::size_t i = 0; i < p.size(); ++i)
      increasing = increasing && p[i].x >= 0 && p[i].x <= 1 && (i == 0 || p[i - 1].x < p[i].x);
    return increasing && !ww::find_collinear_triple(p);
  };
  for (auto& g : ww::generators()) {
    if (g.name == "grid") continue;
    for (std::int64_t n : {0, 1, 2, 3, 64, WW_MODEL ? 64 : 512}) {
      CAPTURE(g.name, n);
      auto p = ww::general_position<float>(g.name, n, 5);
      REQUIRE(std::int64_t(p.size()) == n);
      REQUIRE(valid(p));
      auto q = ww::general_position<double>(g.name, n, 5);
      REQUIRE((std::int64_t(q.size()) == n && valid(q)));
    }
    REQUIRE(fingerprint(ww::general_position<float>(g.name, 64, 5)) ==
            fingerprint(ww::general_position<float>(g.name, 64, 5)));
  }
  REQUIRE(complaint([] { ww::general_position<float>("grid", 64, 5); }).starts_with(
      "grid: there are not 64 points in general position among the first "));
  REQUIRE(complaint([] { ww::general_position<float>("disk", 16385, 5); }) ==
          "at most 16384 points can be drawn in general position");
#if !WW_MODEL
  auto p = ww::general_position<float>("kuzmin", 2048, 1);
  REQUIRE((p.size() == 2048 && valid(p)));
  REQUIRE(hex(fingerprint(p)) == "5f43a48029fa518d");
#endif
}

TEST_CASE("the unit strip", "[points][generators]") {
  auto p = ww::to_unit_strip(std::vector<double2>{{-3, 5}, {1, 7}, {0, 4}});
  REQUIRE((p[0].x == 0 && p[0].y == 0.25 && p[1].x == 1 && p[1].y == 0.75 && p[2].x == 0.75 && p[2].y == 0));
  for (double wide : {0.25, 0.5, 1.0, 2.0}) REQUIRE(ww::to_unit_strip(std::vector<double2>{{3, 1}, {3 + wide, 2}})[1].x == 1);
  p = ww::to_unit_strip(std::vector<double2>{{5, 5}});
  REQUIRE((p[0].x == 0 && p[0].y == 0));
  REQUIRE(ww::to_unit_strip(std::vector<float2>{}).empty());
  for (auto& g : ww::generators())
    for (auto q : ww::to_unit_strip(ww::generate<float>(g.name, 200, 1))) REQUIRE((q.x >= 0 && q.x <= 1 && q.y >= 0));
}
