// Wagener's upper hull, and what the published kernel gets wrong.
#include <string>
#include "catch.h"
#include "exact.h"
#include <ww/general-position.cuh>
#include <ww/detail/hull/chain.cuh>
#include <ww/wagener.cuh>
#include <ww/model.h>
#include <ww/points.cuh>
#include <ww/detail/hull/wagener-mistakes.cuh>
using namespace ww;
using namespace ww::detail;
using namespace ww::detail::hull;

namespace {
bool equal(const std::vector<float2>& a, const std::vector<float2>& b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(),
                    [](float2 p, float2 q) { return same(p, q); });
}
using algorithm = void (*)(const std::vector<float2>&, std::vector<point_index>&);
void one_thread(const std::vector<float2>& points, std::vector<point_index>& hull) { serial_chain(points, {}, hull); }
const std::pair<const char*, algorithm> algorithms[] = {{"one thread", one_thread}, {"published", published_upper_hull}};
std::vector<float2> hull_by(algorithm find, const std::vector<float2>& points) {
  std::vector<point_index> hull;
  find(points, hull);
  std::vector<float2> vertices;
  for (point_index i : hull) vertices.push_back(points[i]);
  return vertices;
}
// The oracle: gift wrapping from the left with exact integers. The next vertex is the point that all others lie below.
std::vector<float2> exact_hull(const std::vector<float2>& p) {
  std::vector<float2> hood = {p[0]};
  for (std::size_t at = 0; at + 1 < p.size();) {
    std::size_t next = at + 1;
    for (std::size_t i = at + 2; i < p.size(); ++i)
      if (exact_oracle::orientation(p[at].x, p[at].y, p[next].x, p[next].y, p[i].x,
                            p[i].y) > 0)
        next = i;
    hood.push_back(p[at = next]);
  }
  return hood;
}

// Points on arcs over unequal chords, so that tangents skip long runs of vertices.
std::vector<float2> two_arcs(std::int64_t n, double rise) {
  std::vector<float2> p;
  for (std::int64_t i = 0; i < n; ++i) {
    const double t = double(i % (n / 2)) / double(n / 2);
    const double x = (double(i) + 0.5) / double(n);
    p.push_back({float(x), float(t * (1 - t) * 0.1 + (i >= n / 2 ? rise + t * rise : 0))});
  }
  return p;
}
template <class Kernel>
std::vector<float2> run_stages(Kernel kernel, const std::vector<float2>& points) {
  std::vector<float2> hoods = points;
  const std::int64_t n = std::int64_t(points.size());
  for (wagener_stage s : wagener_stages(n)) {
    auto hood = to_device(hoods);
    device_array<float2> newhood(n);
    device_array<short> scratch(n);
    launch(kernel, unsigned(n / (2 * s.d1 * s.d2)), dim3(s.d1, s.d2), 0, {},
           static_cast<const float2*>(hood.data()), newhood.data(),
           scratch.data());
    hoods = to_host(newhood);
  }
  return vertices_of(hoods);
}
}  // namespace

TEST_CASE("every variant finds the exact upper hood, for every power of two") {
  REQUIRE_GPU();
  const char* generator = GENERATE("square", "disk", "normal", "circle",
                                   "parabola", "kuzmin", "clustered");
  CAPTURE(generator);
  for (std::int64_t n = 2; n <= wagener_limit; n *= 2)
    for (std::uint64_t seed : {1, 2, 3}) {
      if ((n > 256 || WW_MODEL) && seed > 1) continue;
      if (WW_MODEL && n > 256 && generator[0] != 's' && generator[0] != 'p') continue;  // few vertices, and as many as points
      CAPTURE(n, seed);
      const auto points = general_position<float>(generator, n, seed);
      REQUIRE(std::int64_t(points.size()) == n);
      const auto expected = exact_hull(points);
      for (const auto& [name, find] : algorithms) {
        CAPTURE(name);
        REQUIRE(equal(hull_by(find, points), expected));
      }
      wagener_on_device arrays(points);
      const float2* last = arrays.run();
      std::vector<float2> hoods(n);
      device_array<float2>::copy(hoods.data(), last, n, {});
      REQUIRE(equal(vertices_of(hoods), expected));
    }
}
TEST_CASE("hulls of many vertices and tangents that skip most of them") {
  REQUIRE_GPU();
  for (std::int64_t n = 4; n <= wagener_limit; n *= 2)
    for (double rise : {-1.0, -0.1, 0.001, 0.1, 1.0}) {
      const auto points = two_arcs(n, rise);
      if (find_collinear_triple(points)) continue;
      CAPTURE(n, rise);
      const auto expected = exact_hull(points);
      for (const auto& [name, find] : algorithms) {
        CAPTURE(name);
        REQUIRE(equal(hull_by(find, points), expected));
      }
    }
}
TEST_CASE("the last hundredth of a float decides") {
  REQUIRE_GPU();
  // Four points, three of which are almost on a line: the sign of the determinant is lost in float arithmetic.
  const float third = 1.0f / 3, up = std::nextafterf(third, 1), down = std::nextafterf(third, 0);
  for (float y : {up, down}) {
    std::vector<float2> p = {{0, 0}, {0.25f, -1}, {third, y}, {1, 1}};
    REQUIRE_FALSE(find_collinear_triple(p));
    for (const auto& [name, find] : algorithms) {
      CAPTURE(name);
      CHECK(hull_by(find, p).size() == (y == up ? 3 : 2));
    }
  }
}
TEST_CASE("beyond the common tangent the tangents' ends go back") {
  const std::vector<float2> p = {{0, 10}, {0.25f, 0}, {0.5f, 5}, {0.75f, 6}};
  CHECK(side(p.data(), 3, 2, 3, p[0], p[3]) == EQUAL);
  CHECK(side(p.data(), 2, 2, 3, p[1], p[2]) == EQUAL);
  CHECK(side(p.data(), 2, 2, 3, p[0], p[2]) == LOW);
  CHECK(side(p.data(), 3, 2, 3, p[1], p[3]) == HIGH);
}
TEST_CASE("the published step 6 leaves vertices behind") {
  REQUIRE_GPU();
  // The left hull has four vertices, and the tangent goes from its first to the last of the right one.
  const std::vector<float2> p = {{0.0f, 0.0f}, {0.1f, 0.3f}, {0.2f, 0.5f}, {0.3f, 0.6f},
                                 {0.6f, 0.5f}, {0.7f, 3.0f}, {0.8f, 5.0f}, {0.9f, 6.0f}};
  CHECK(equal(run_stages(match_and_merge, p), exact_hull(p)));
  const model::watch races;  // which it does as well
  CHECK_FALSE(equal(run_stages(match_and_merge_as_published, p), exact_hull(p)));
}

#if WW_MODEL
namespace {
model::report watched(void (*kernel)(const float2*, float2*, short*), const std::vector<float2>& points) {
  model::watch w;
  run_stages(kernel, points);
  return w.stop();
}
}  // namespace
TEST_CASE("the model has nothing to say against the kernel") {
  for (const char* generator : {"square", "circle", "parabola", "kuzmin"})
    for (std::int64_t n = 4; n <= 512; n *= 2) {
      auto r = watched(match_and_merge, general_position<float>(generator, n, 7));
      CAPTURE(generator, n, r.findings.empty() ? "" : r.findings[0].text);
      REQUIRE(r.findings.empty());
    }
  for (double rise : {-1.0, 0.001, 1.0})
    REQUIRE(watched(match_and_merge, two_arcs(256, rise)).findings.empty());
}
TEST_CASE("eight steps a stage") {
  for (std::int64_t n = 4, stages = 1; n <= 512; n *= 2, ++stages) {
    auto r = watched(match_and_merge, general_position<float>("square", n, 1));
    CHECK(r.launches == stages);
    CHECK(r.steps == 8 * stages);
    CHECK(r.work <= 4 * n * stages);
  }
}
TEST_CASE("the published kernel races, and reads before its array") {
  auto r = watched(match_and_merge_as_published, general_position<float>("square", 256, 1));
  const auto* race = r.first(model::fault::race);
  REQUIRE(race);
  CHECK(race->here.line == race->there.line);
  CHECK(race->text.find("writes it") != std::string::npos);
  const auto* outside = r.first(model::fault::out_of_bounds);
  REQUIRE(outside);
  CHECK(outside->text.find("before device array") != std::string::npos);
}
#endif
