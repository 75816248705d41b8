// The orientation predicate against exact arithmetic.
#include <bit>
#include <cfloat>
#include <string>
#include <vector>
#include "catch.h"
#include "exact.h"
#include <ww/datasets.cuh>
#include <ww/orientation.cuh>

namespace {
using ww::orientation;
constexpr int fewer = WW_MODEL ? 32 : 1;  // the model watches every access

struct bits {
  std::uint64_t seed;
  std::int64_t i = 0;
  std::uint64_t next() {
    ww::detail::random_words w = ww::detail::random_source{seed, i++, 0}.words(0);
    return std::uint64_t(w.word[0]) << 32 | w.word[1];
  }
  std::int64_t below(std::int64_t n) { return std::int64_t(next() % std::uint64_t(n)); }
};

// Finite numbers of every exponent, denormals and zeros included.
template <class T> T any_finite(bits& b);
template <> double any_finite<double>(bits& b) {
  for (;;) {
    double x = std::bit_cast<double>(b.next());
    if (std::isfinite(x)) return x;
  }
}
template <> float any_finite<float>(bits& b) {
  for (;;) {
    float x = std::bit_cast<float>(std::uint32_t(b.next()));
    if (std::isfinite(x)) return x;
  }
}

template <class P>
bool agrees(P a, P b, P c) {
  int s = orientation(a, b, c);
  return s == exact_oracle::orientation(a, b, c) && orientation(b, c, a) == s &&
         orientation(c, a, b) == s && orientation(b, a, c) == -s &&
         orientation(a, c, b) == -s && orientation(c, b, a) == -s;
}

template <class P>
std::int64_t count_wrong(const std::vector<std::array<P, 3>>& triples) {
  std::int64_t wrong = 0;
  for (auto& t : triples) wrong += !agrees(t[0], t[1], t[2]);
  return wrong;
}

// Nearly collinear: c on the line through a and b, moved by a few units in the last place.
template <class T>
std::array<ww::point<T>, 3> near_line(bits& b, int spread) {
  auto coordinate = [&] {
    return std::ldexp(T(b.below(1 << 20)) - (1 << 19), int(b.below(spread)) - spread / 2);
  };
  ww::point<T> p{coordinate(), coordinate()}, q{coordinate(), coordinate()};
  double t = double(b.below(1 << 16)) / (1 << 15);
  ww::point<T> r{T(p.x + t * (double(q.x) - p.x)), T(p.y + t * (double(q.y) - p.y))};
  if (b.below(2)) r.x = std::nextafter(r.x, T(0));
  if (b.below(2)) r.y = std::nextafter(r.y, T(1e30));
  return {p, q, r};
}

template <class T>
std::vector<std::array<ww::point<T>, 3>> hard_triples(std::int64_t n) {
  bits b{sizeof(T)};
  std::vector<std::array<ww::point<T>, 3>> out;
  auto next = [&] { return any_finite<T>(b); };
  for (std::int64_t i = 0; i < n; ++i) {
    out.push_back({ww::point<T>{next(), next()}, {next(), next()}, {next(), next()}});
    // products that nearly cancel, at any scale: multiples of one vector
    T x = next(), y = next();
    auto times = [&](double k) {
      T u = T(x * k), v = T(y * k);
      return ww::point<T>{std::isfinite(u) ? u : x, std::isfinite(v) ? v : y};
    };
    out.push_back({times(0), times(1), times(0.75)});
    out.push_back({times(0.5), times(-1), times(1.0 / 3)});
    out.push_back({times(1), times(1), times(0.3)});
    out.push_back(near_line<T>(b, 2));
    out.push_back(near_line<T>(b, 100));
  }
  return out;
}

// 256 x 256 neighbours of (0.5, 0.5), against the line through (12, 12) and (24, 24), and others.
template <class T>
std::vector<std::array<ww::point<T>, 3>> grid(T px, T py, T qx, T qy, T rx, T ry) {
  T unit = std::numeric_limits<T>::epsilon() / 2;
  std::vector<std::array<ww::point<T>, 3>> out;
  for (int i = 0; i < 256; i += 1 + (fewer > 1) * 7)
    for (int j = 0; j < 256; j += 1 + (fewer > 1) * 7)
      out.push_back({ww::point<T>{px + i * unit, py + j * unit}, {qx, qy}, {rx, ry}});
  return out;
}

template <class P>
int naive(P a, P b, P c) {
  auto left = (b.x - a.x) * (c.y - a.y), right = (b.y - a.y) * (c.x - a.x);
  auto d = ww::rounded(left) - ww::rounded(right);
  return (d > 0) - (d < 0);
}

const double largest = DBL_MAX, tiny = 4.9406564584124654e-324;
}  // namespace

TEMPLATE_TEST_CASE("orientation of random and nearly collinear triples", "[points][orientation]", float, double) {
  REQUIRE(count_wrong(hard_triples<TestType>(20000 / fewer)) == 0);
}

TEMPLATE_TEST_CASE("orientation on grids of neighbouring points", "[points][orientation]", float, double) {
  using T = TestType;
  auto first = grid<T>(T(0.5), T(0.5), 12, 12, 24, 24);
  REQUIRE(count_wrong(first) == 0);
  std::int64_t misled = 0;
  for (auto& t : first) misled += naive(t[0], t[1], t[2]) != exact_oracle::orientation(t[0], t[1], t[2]);
  REQUIRE(misled > 100 / fewer);  // the grid is as hard as it should be
  REQUIRE(count_wrong(grid<T>(T(0.5), T(0.5), T(17.3), T(17.3), 24, 24)) == 0);
  REQUIRE(count_wrong(grid<T>(T(0.5), T(0.5), T(8.8), T(8.8), T(12.1), T(12.1))) == 0);
}

TEST_CASE("orientation at the ends of the range", "[points][orientation]") {
  const double m = largest, h = 0x1p1023, t = tiny;
  std::vector<double> values = {0.0, -0.0, t, -t, 2 * t, 3 * t, DBL_MIN, -DBL_MIN, 0x1p-537, 0x1p-538,
                                1, -1, 0x1p-400, 0x1p400, std::nextafter(0x1p400, 1e300), h, -h, m, -m,
                                std::nextafter(m, 0.0), 0x1p511, 0x1p512};
  bits b{7};
  std::vector<std::array<double2, 3>> triples;
  auto pick = [&] { return values[b.below(std::int64_t(values.size()))]; };
  for (int i = 0; i < 20000 / fewer; ++i)
    triples.push_back({double2{pick(), pick()}, {pick(), pick()}, {pick(), pick()}});
  REQUIRE(count_wrong(triples) == 0);
  REQUIRE(orientation(0.0, 0.0, t, t, 2 * t, 2 * t) == 0);
  REQUIRE(orientation(0.0, 0.0, t, t, 2 * t, 3 * t) == 1);
  REQUIRE(orientation(-m, -m, m, m, 0.0, t) == 1);
  REQUIRE(orientation(-m, -m, m, m, t, 0.0) == -1);
  REQUIRE(orientation(-m, -m, m, m, h, h) == 0);
  REQUIRE(orientation(0.0f, 0.0f, FLT_TRUE_MIN, FLT_MAX, 2 * FLT_TRUE_MIN, FLT_MAX) == -1);
}

TEST_CASE("each stage of the predicate decides what it should", "[points][orientation]") {
  using namespace ww::exact;
  REQUIRE(by_filter<double>({0, 0, 1, 0, 0, 1}) == 1);
  REQUIRE(by_filter<double>({1, 1, 1, 1, 5, 7}) == 0);
  REQUIRE(by_filter<double>({0, 0, 1, 1, 3, 3}) == undecided);
  REQUIRE(by_filter<double>({0, 0, tiny, 0, 0, tiny}) == undecided);
  REQUIRE(by_filter<double>({-largest, 0, largest, 0, 0, 1}) == undecided);
  REQUIRE(by_filter<double>({-largest, 0, largest, 1, 0, 0}) == undecided);
  // 1 + 3e times 1 - 3e is less than 1 + e, but is rounded to a denormal number, and 1 + e to zero.
  const triple sunk{0x1p-590, 0, std::ldexp(1 + 0x1p-51, -537), 0x1p-538, std::ldexp(1 + 0x1p-52, -537),
                    std::ldexp(1 - 3 * 0x1p-53, -538)};
  REQUIRE(exact_oracle::orientation(sunk.ax, sunk.ay, sunk.bx, sunk.by, sunk.cx, sunk.cy) == -1);
  REQUIRE(by_filter(sunk) == undecided);
  REQUIRE(by_accumulator(sunk) == -1);
  // The same in single precision, whose guard is another.
  REQUIRE(by_filter<float>({0, 0, 1, 0, 0, 1}) == 1);
  REQUIRE(by_filter<float>({0, 0, 1, 1, 3, 3}) == undecided);
  REQUIRE(by_filter<float>({0, 0, FLT_TRUE_MIN, 0, 0, FLT_TRUE_MIN}) == undecided);
  REQUIRE(by_filter<float>({-FLT_MAX, 0, FLT_MAX, 0, 0, 1}) == undecided);
  const triple_of<float> low{0x1p-99f, 0, float(std::ldexp(1 + 0x1p-22, -75)), 0x1p-75f,
                             float(std::ldexp(1 + 0x1p-23, -75)), float(std::ldexp(1 - 3 * 0x1p-24, -75))};
  REQUIRE(exact_oracle::orientation(low.ax, low.ay, low.bx, low.by, low.cx, low.cy) == -1);
  REQUIRE(by_filter(low) == undecided);
  REQUIRE(orientation(low.ax, low.ay, low.bx, low.by, low.cx, low.cy) == -1);
  REQUIRE(by_two_products({0, 0, 1, 1, 3, 3}) == 0);
  REQUIRE(by_two_products({1e-30, 0, 1, 1, 3, 3}) == undecided);
  std::int64_t wrong[4] = {}, seen[4] = {};
  for (auto& [a, b, c] : hard_triples<float>(5000 / fewer)) {
    triple t{a.x, a.y, b.x, b.y, c.x, c.y};
    int right = exact_oracle::orientation(a, b, c), filter = by_filter(t), two = by_two_products(t);
    int single = by_filter<float>({a.x, a.y, b.x, b.y, c.x, c.y});
    wrong[0] += filter != undecided && filter != right;
    wrong[3] += single != undecided && single != right;
    seen[3] += single != undecided;
    wrong[1] += two != undecided && two != right;
    wrong[2] += (by_expansion(t) != right) + (by_accumulator(t) != right);
    seen[0] += filter != undecided;
    seen[1] += two != undecided;
    seen[2] += filter == undecided && two == undecided;
  }
  for (int k = 0; k < 4; ++k) {
    CAPTURE(k, seen[k]);
    REQUIRE(wrong[k] == 0);
    REQUIRE(seen[k] > 100 / fewer);
  }
}

TEST_CASE("triples of extreme exponents are scaled, unless one coordinate is far smaller than another", "[points][orientation]") {
  using namespace ww::exact;
  const double m = DBL_MAX;
  for (const auto& [x, near_one] : {std::pair{m, true}, {0x1p-1074, true}, {0x1p1000, true}, {0x1p-1000, true}, {0x1p1023, true}}) {
    const triple t{x, 0, 0, x, -x, x}, s = scaled(t);
    CAPTURE(x, s.ax, s.by);
    REQUIRE(tame(t, s) == near_one);
    REQUIRE(sign(s.ax) == 1);
    REQUIRE(s.ax / s.by == 1);
    REQUIRE(s.cx == -s.ax);
  }
  // x and y have a factor each.
  REQUIRE(tame(triple{m, 0x1p-1074, 1e300, 0x1p-1070, m, 0}, scaled({m, 0x1p-1074, 1e300, 0x1p-1070, m, 0})));
  // What sinks to zero, or becomes small, is not tame.
  REQUIRE(!tame(triple{m, 0, 0x1p-1000, 0, 0, 0}, scaled({m, 0, 0x1p-1000, 0, 0, 0})));
  REQUIRE(!tame(triple{1, 0, 0x1p-401, 0, 0, 0}, scaled({1, 0, 0x1p-401, 0, 0, 0})));
  REQUIRE(tame(triple{1, 0, 0x1p-400, 0, 0, 0}, scaled({1, 0, 0x1p-400, 0, 0, 0})));
  // Hard triples keep their sign wherever they are moved, in both coordinates and in each.
  std::int64_t wrong = 0;
  for (auto& [a, b, c] : hard_triples<double>(2000 / fewer)) {
    const int right = exact_oracle::orientation(a, b, c);
    for (const auto& [u, v] : {std::pair{0x1p600, 0x1p600}, {0x1p-600, 0x1p-600}, {0x1p700, 0x1p-700}, {0x1p-300, 0x1p450}}) {
      const double2 p{a.x * u, a.y * v}, q{b.x * u, b.y * v}, r{c.x * u, c.y * v};
      const bool whole = p.x / u == a.x && p.y / v == a.y && q.x / u == b.x && q.y / v == b.y && r.x / u == c.x && r.y / v == c.y;
      wrong += whole && orientation(p, q, r) != right;
    }
  }
  REQUIRE(wrong == 0);
}

TEST_CASE("orientation of the published failures", "[points][orientation]") {
  // Kettner et al. 2008 (A1, its global form, A2, B2), and reports against Boost.Geometry 1208, GEOS 722, JTS,
  // georust 1566 and 1028, OpenSCAD 2220, PBBS 23, dyn4j 80 and 76, CGAL's collinear set.
  const std::vector<std::vector<double2>> sets = {
      {{7.300000000000019, 7.300000000000017}, {24.000000000000068, 24.00000000000007},
       {24.00000000000005, 24.000000000000053}, {0.5000000000000162, 0.5000000000000124},
       {8.0, 4.0}, {4.0, 9.0}, {15.0, 27.0}, {26.0, 25.0}, {19.0, 11.0}},
      {{0.1, 0.1}, {0.2, 0.20000000000000004}, {0.7999999999999999, 0.8},
       {1.267650600228229e+30, 1.2676506002282291e+30}},
      {{27.643564356435643, -21.88118811881188}, {83.36633663366337, 15.544554455445542}, {4.0, 4.0},
       {73.41584158415841, 8.86138613861386}},
      {{0.5000000000000124, 0.5000000000000019}, {0.5000000000000124, 0.5000000000000033},
       {24.00000000000005, 24.000000000000053}, {24.000000000000068, 24.00000000000007}, {17.3, 17.3}},
      {{-0.038255469645413445, -0.09235687365290937}, {0.0016542954885104266, -0.13226663878683326},
       {-0.08297852678590026, -0.04763381651242256}, {-0.1306123432983228, 0.0},
       {-0.22076807253901337, -0.09015572924069054}, {-0.17999140530708638, -0.049379062008763575},
       {-0.0733919519896319, 0.05722039130869088}},
      {{-0.2, -0.1}, {1.38777878e-17, -0.1}, {0.2, -0.1}, {-1.38777878e-17, -0.1}, {-0.2, 0.1},
       {1.38777878e-17, 0.1}, {0.2, 0.1}, {-1.38777878e-17, 0.1}},
      {{-0.2, -0.1}, {0.0, -0.1}, {0.2, -0.1}, {-0.0, -0.1}, {-0.2, 0.1}, {0.0, 0.1}, {0.2, 0.1}, {-0.0, 0.1}},
      {{0.0, 0.0}, {-1.0, 9150170671525436.0}, {63.0, 0.0}, {0.0, 1.0}},
      {{813580.3125, 817846.625}, {813544.375, 817952.875}, {813529.3125, 817947.8125},
       {813517.6875, 817943.875}, {813462.3125, 817923.8125}, {813290.4375, 817857.0625}},
      {{-0.707107, 0.707107}, {0.0, 0.0}, {0.707107, 0.707107}, {1.11022e-16, 1.41421}, {5.55112e-17, 1.41421}},
      {{1.0, 0.0}, {1.0, 1.0}, {1.0, -1.0}, {0.0, 0.0}},
      {{23.0, 1.0}, {57.0, 1.0}, {13.0, 1.0}, {27.0, 10.0}},
      {{1.0, 1.0}, {1.0, 1.0}, {9135172.538699752, 1594.2921033236523}, {1.0, 3436.444789677664},
       {53371.47726301303, 63.201463180191396}, {1.0, 1.0}, {0.09713620217398017, 286668.0866273699},
       {104.83526669412421, 579.583503857007}},
      {{16.0, 20.0}, {46.0, 40.0}, {76.0, 60.0}, {106.0, 80.0}, {-14.0, 0.0}, {136.0, 100.0}},
      {{0.43820224719101125, 0.898876404494382}, {0.5157593123209169, 0.8567335243553008}, {-0.6, -0.8},
       {-0.9286733238231099, 0.37089871611982883}, {0.994475138121547, -0.10497237569060773},
       {-0.827027027027027, 0.5621621621621622}, {-0.9320754716981132, -0.3622641509433962},
       {-0.1245136186770428, 0.9922178988326849}, {0.8490566037735849, -0.5283018867924528},
       {-0.32432432432432434, -0.9459459459459459}}};
  std::int64_t wrong = 0, misled = 0;
  for (auto& s : sets)
    for (double2 a : s)
      for (double2 b : s)
        for (double2 c : s) {
          wrong += orientation(a, b, c) != exact_oracle::orientation(a, b, c);
          misled += naive(a, b, c) != exact_oracle::orientation(a, b, c);
        }
  REQUIRE(wrong == 0);
  REQUIRE(misled > 50);
}

TEST_CASE("orientation of failures native to single precision", "[points][orientation]") {
  auto f = [](std::uint32_t x, std::uint32_t y) { return float2{std::bit_cast<float>(x), std::bit_cast<float>(y)}; };
  struct witness { float2 p[4]; int signs[3]; };
  const witness list[] = {
      {{f(0x418a6671, 0x418a6677), f(0x3effffda, 0x3efffff5), f(0x418a6676, 0x418a6641), f(0x3efffff5, 0x3f00000b)},
       {-1, 1, 1}},
      {{f(0x418a6646, 0x418a667e), f(0x3effffe1, 0x3f00000f), f(0x418a666c, 0x418a667a), f(0x40e999a5, 0x40e999bf)},
       {1, 1, 1}},
      {{f(0x3f000015, 0x3f000027), f(0x418a6658, 0x418a665a), f(0x3effffef, 0x3f00000b), f(0x3f000010, 0x3f000021)},
       {-1, 1, -1}}};
  for (const witness& w : list)
    for (int k = 0; k < 3; ++k) {
      float2 a = w.p[k], b = w.p[(k + 1) % 3], c = w.p[3];
      CAPTURE(k, a.x, a.y, b.x, b.y);
      REQUIRE(orientation(a, b, c) == w.signs[k]);
      REQUIRE(agrees(a, b, c));
    }
}

namespace {
template <class P>
__global__ void orientations(const P* p, int* sign, int n) {
  int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) sign[i] = orientation(p[3 * i], p[3 * i + 1], p[3 * i + 2]);
}
}  // namespace

TEMPLATE_TEST_CASE("orientation in a kernel is what it is on the host", "[points][orientation][gpu]", float, double) {
  REQUIRE_GPU();
  using P = ww::point<TestType>;
  std::vector<P> points;
  auto triples = hard_triples<TestType>(WW_CUDA ? 20000 : 2000 / fewer);
  for (auto& t : grid<TestType>(TestType(0.5), TestType(0.5), 12, 12, 24, 24))
    if (WW_CUDA || triples.size() < std::size_t(16000 / fewer)) triples.push_back(t);
  for (auto& t : triples) points.insert(points.end(), t.begin(), t.end());
  int n = int(triples.size());
  auto input = ww::to_device(points);
  ww::device_array<int> output(n);
  ww::launch(orientations<P>, dim3((n + 127) / 128), dim3(128), 0, {}, static_cast<const P*>(input.data()),
             output.data(), n);
  auto sign = ww::to_host(output);
  std::int64_t wrong = 0;
  for (int i = 0; i < n; ++i) wrong += sign[i] != orientation(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
  REQUIRE(wrong == 0);
}
