// Nearest higher points: every way to find them against an exact judge, on ties, degenerate and structured sets.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>
#include "catch.h"
#include <ww/detail/neighbours/density-kernels.cuh>
#include <ww/detail/neighbours/higher-kernels.cuh>
#include <ww/detail/neighbours/host-tree.h>
#include <ww/detail/neighbours/peak-inputs.cuh>
#include <ww/detail/ground/philox.cuh>
#include <ww/higher.cuh>
#include <ww/peaks.cuh>
#include <ww/sphere.cuh>
#include <ww/model.h>
using namespace ww;
using namespace ww::detail;
using namespace ww::detail::neighbours;

namespace {
struct answer {
  std::vector<std::int64_t> higher;
  std::vector<double> squared;
  bool operator==(const answer&) const = default;
};
// Points in rows of k, and their heights.
template <class T, class V = T>
struct scene {
  int k;
  std::vector<T> points;
  std::vector<V> heights;
  std::int64_t n() const { return std::int64_t(heights.size()); }
};
template <class T, class V>
points_with_heights<T, V> view(const scene<T, V>& s, const T* points, const V* heights) {
  return {points, s.k, s.k, heights, 1, s.n()};
}
template <class T, class V>
answer reference(const scene<T, V>& s, higher_options o = {}) {
  answer a{std::vector<std::int64_t>(s.n(), -7), std::vector<double>(s.n(), -7)};
  nearest_higher_reference(view(s, s.points.data(), s.heights.data()), a.higher.data(), a.squared.data(), o);
  return a;
}
template <class T, class V>
using call = void (*)(void*, std::size_t&, points_with_heights<T, V>, std::int64_t*, double*, higher_options, cudaStream_t);
template <class T, class V>
answer on_device(call<T, V> search, const scene<T, V>& s, higher_options o = {}) {
  auto points = to_device(s.points);
  auto heights = to_device(s.heights);
  device_array<std::int64_t> higher(s.n());
  device_array<double> squared(s.n());
  auto find = [&](void* memory, std::size_t& bytes) {
    search(memory, bytes, view(s, points.data(), heights.data()), higher.data(), squared.data(), o, nullptr);
  };
  std::size_t bytes = 0;
  find(nullptr, bytes);
  device_array<char> memory{std::int64_t(bytes)};
  find(memory.data(), bytes);
  return {to_host(higher), to_host(squared)};
}
// The judge: by the definition, for coordinates that are integers of less than 2^21 beside each other, and fewer than 2^21 of them, in integers.
template <class T, class V>
answer judged(const scene<T, V>& s, higher_options o = {}) {
  answer a{std::vector<std::int64_t>(s.n(), -1), std::vector<double>(s.n(), INFINITY)};
  auto before = [&](std::int64_t i, std::int64_t j) {
    return s.heights[i] != s.heights[j] ? s.heights[i] > s.heights[j] : i < j;
  };
  for (std::int64_t i = 0; i < s.n(); ++i) {
    std::int64_t best = 0;
    for (std::int64_t j = 0; j < s.n(); ++j) {
      const bool higher = o.strict || o.ratio < 1 ? o.ratio * double(s.heights[j]) > double(s.heights[i]) : before(j, i);
      if (!higher || i == j) continue;
      std::int64_t sum = 0;
      for (int c = 0; c < s.k; ++c) {
        const std::int64_t d = std::int64_t(s.points[i * s.k + c]) - std::int64_t(s.points[j * s.k + c]);
        sum += d * d;
      }
      if (a.higher[i] >= 0 && (best < sum || (best == sum && before(a.higher[i], j)))) continue;
      best = sum;
      a.higher[i] = j;
      a.squared[i] = double(sum);
    }
  }
  return a;
}
template <class T, class V = T>
scene<T, V> lattice(int k, std::int64_t n, int side, int heights, std::uint64_t seed) {
  scene<T, V> s{k, {}, {}};
  for (std::int64_t i = 0; i < n; ++i) {
    for (int c = 0; c < k; c += 4) {
      const random_words w = random_source{seed, i, 77}.words(std::uint32_t(c));
      for (int d = c; d < std::min(k, c + 4); ++d) s.points.push_back(T(w.word[d - c] % unsigned(side)) - T(side / 2));
    }
    s.heights.push_back(V(random_source{seed, i, 78}.words(0).word[0] % unsigned(heights)));
  }
  return s;
}
const std::vector<higher_options>& rules() {
  static const std::vector<higher_options> all = {{}, {true, 1}, {false, 0.9}, {true, 0.5}};
  return all;
}
template <class T, class V>
std::vector<std::pair<std::string, call<T, V>>> searches() {
  return {{"tiled", nearest_higher_tiled<T, V>}, {"tree", nearest_higher_tree<T, V>}};
}
// All rules by the reference; by the others (whose sort takes its time on a CPU) all of them too, or one in turn.
template <class T, class V>
void check_all(const scene<T, V>& s, bool whole = WW_CUDA) {
  static unsigned turn = 0;
  ++turn;
  for (std::size_t i = 0; i < rules().size(); ++i) {
    const higher_options o = rules()[i];
    CAPTURE(s.n(), s.k, o.strict, o.ratio);
    const answer right = judged(s, o);
    REQUIRE(reference(s, o) == right);
    if (!whole && turn % rules().size() != i) continue;
    for (const auto& [name, search] : searches<T, V>()) {
      CAPTURE(name);
      if (s.k > 3 && name != "tiled") continue;
      REQUIRE(on_device(search, s, o) == right);
    }
  }
}
template <class T>
scene<T> drawn(int kind, int k, std::int64_t n, std::uint64_t seed) {
  scene<T> s{k, {}, {}};
  for (std::int64_t i = 0; i < n; ++i) {
    const summit p = draw_summit(kind, n, seed, i);
    const double all[] = {p.x, p.y, p.x * p.y};
    for (int c = 0; c < k; ++c) s.points.push_back(T(all[c]));
    s.heights.push_back(T(p.h));
  }
  return s;
}
// The tree with budgets, so small that all searches are long.
template <class T>
answer by_tree(const scene<T>& s, higher_options o, int together, int alone) {
  auto points = to_device(s.points), heights = to_device(s.heights);
  device_array<std::int64_t> higher(s.n());
  device_array<double> squared(s.n());
  std::size_t bytes = 0;
  auto run = [&](void* memory) {
    search_tree<T, T>(memory, bytes, view(s, points.data(), heights.data()), higher.data(), squared.data(), o, nullptr, together, alone);
  };
  run(nullptr);
  device_array<char> memory{std::int64_t(bytes)};
  run(memory.data());
  return {to_host(higher), to_host(squared)};
}
// All cells of a grid of 2^bits a side, along the curve: a step goes to a neighbour.
template <class W, int K, int bits>
bool curve_is_whole() {
  std::map<std::uint64_t, std::array<int, K>> along;
  for (int cell = 0; cell < 1 << bits * K; ++cell) {
    W x[K];
    std::array<int, K> at;
    for (int c = 0; c < K; ++c) x[c] = W(at[c] = cell >> bits * c & ((1 << bits) - 1));
    follow_curve<bits>(x);
    std::uint64_t index = 0;
    for (int b = bits - 1; b >= 0; --b)
      for (int c = 0; c < K; ++c) index = index << 1 | (x[c] >> b & 1);
    along[index] = at;
  }
  if (along.size() != std::size_t(1) << bits * K || along.rbegin()->first != along.size() - 1) return false;
  const std::array<int, K>* last = nullptr;
  for (const auto& [index, at] : along) {
    int steps = 0;
    if (last)
      for (int c = 0; c < K; ++c) steps += std::abs(at[c] - (*last)[c]);
    if (last && steps != 1) return false;
    last = &at;
  }
  return true;
}
// The nodes that a search visits on average in the tree that the device builds, found on the host.
template <class T, int K>
double visits(const scene<T>& s) {
  const auto n = s.n();
  const auto order = order_by_height(s.heights.data(), 1, n);
  std::vector<T> rows;
  std::vector<std::array<std::uint64_t, 2>> addresses(n);
  for (std::uint32_t i : order) rows.insert(rows.end(), &s.points[i * K], &s.points[i * K] + K);
  host_tree<T, K> tree;
  tree.ranks.resize(n);
  std::iota(tree.ranks.begin(), tree.ranks.end(), 0u);
  for (std::int64_t r = 0; r < n; ++r)
    addresses[r] = {address_of<T, K>(&rows[r * K]), second_key<T, K>(&rows[r * K])};
  std::stable_sort(tree.ranks.begin(), tree.ranks.end(), [&](auto a, auto b) { return addresses[a] < addresses[b]; });
  tree.build(rows, false);
  double sum = 0;
  for (std::int64_t t = 0; t < n; ++t) {
    seeker<T, K> me(tree, ranking{}, t);
    me.look_from(tree.leaf_of(t), 1 << 20);
    sum += me.visits;
  }
  return sum / double(n);
}
// Number i of n points of the sphere: 0 everywhere, 1 at the antimeridian, 2 at the pole, 3 on the equator.
void place_on_sphere(int where, std::int64_t i, double* out) {
  const random_source r{31, i, 6};
  const two_numbers u = r.uniform(0);
  const double small = std::ldexp(u.u - 0.5, -int(r.words(1).word[0] % 20));
  const double all = (u.v - 0.5) * 360;
  if (where == 0) unit_vector(all, std::asin(2 * u.u - 1) * 57.29577951308232, out);
  if (where == 1) unit_vector(180 + small, (u.v - 0.5) * 170, out);
  if (where == 2) unit_vector(all, 90 - std::abs(small), out);
  if (where == 3) unit_vector(all, small, out);
}
template <int = 0>
__global__ void place_on_device(const float* degrees, double* out) {
  unit_vector(degrees[3 * threadIdx.x], degrees[3 * threadIdx.x + 1], out + 3 * threadIdx.x);
}
}  // namespace

TEST_CASE("structure does not make searches long") {
  const std::int64_t n = WW_MODEL ? 1000 : 6000;
  const double plain = visits<float, 2>(drawn<float>(0, 2, n, 1)), fine = visits<double, 2>(drawn<double>(0, 2, n, 1));
  for (int kind = 1; kind < scene_kinds; ++kind)
    for (int seed = 0; seed < (WW_MODEL ? 1 : 6); ++seed) {
      CAPTURE(scene_names[kind], seed);
      CHECK(visits<float, 2>(drawn<float>(kind, 2, n, 300 + seed)) < 3 * plain);
      if (seed == 0) CHECK(visits<double, 2>(drawn<double>(kind, 2, n, 300)) < 3 * fine);
    }
  double everywhere = 0;
  for (int where = 0; where < 4; ++where) {
    scene<double> s{3, std::vector<double>(3 * n), std::vector<double>(n)};
    for (std::int64_t i = 0; i < n; ++i) {
      place_on_sphere(where, i, &s.points[3 * i]);
      s.heights[i] = random_source{32, i, 6}.uniform(0).u;
    }
    const double found = visits<double, 3>(s);
    CAPTURE(where, everywhere, found);
    if (where == 0) everywhere = found;
    CHECK(found < 3 * everywhere);
  }
}

TEST_CASE("points of one address lie in one cell, and the second key tells them apart") {
  for (int i = 0; i < 3000; ++i) {
    const random_words w = random_source{8, i, 3}.words(0);
    float p[2] = {std::ldexp(float(w.word[0] >> 8) - 8388608.f, int(w.word[2] % 200) - 160), std::ldexp(float(w.word[1] >> 8), int(w.word[3] % 200) - 160)};
    const int largest = largest_of<float, 2>(p);
    if (p[largest] == 0) continue;
    const std::uint64_t address = address_of<float, 2>(p);
    p[1 - largest] = p[1 - largest] / 4;
    float q[2] = {p[0], p[1]};
    q[largest] = std::nextafter(q[largest], w.word[0] % 2 ? 0.f : q[largest] * 2);
    CAPTURE(i, p[0], p[1], q[largest]);
    if (largest_of<float, 2>(q) == largest) CHECK(address_of<float, 2>(p) != address_of<float, 2>(q));
    CHECK((address_of<float, 2>(p) >> 54) == address >> 54);
  }
  const float tiny[2] = {std::ldexp(1.f, -149), 0};
  const float next[2] = {std::ldexp(3.f, -149), 0};
  CHECK(address_of<float, 2>(tiny) < address_of<float, 2>(next));
  // A column far from zero, and a heap of points within a step of each other in space.
  std::set<std::uint64_t> cells, keys;
  for (int i = 0; i < 2000; ++i) {
    const two_numbers u = random_source{9, i, 3}.uniform(0), v = random_source{9, i, 3}.uniform(1);
    const float p[2] = {std::ldexp(1.f, 35), float(u.u)};
    const double q[3] = {6371000 + 0.5 * u.u, 0.5 * u.v, 0.5 * v.u};
    cells.insert({address_of<float, 2>(p), ~address_of<double, 3>(q)});
    keys.insert({second_key<float, 2>(p), ~second_key<double, 3>(q)});
  }
  CHECK(cells.size() <= 3);
  CHECK(keys.size() > 3990);
}

// Columns far from zero, each in one cell: along the curve leaves are short all the same.
TEST_CASE("points of a crowded cell are put in order") {
  REQUIRE_GPU();
  if (WW_MODEL) return;  // too many points for it
  const std::int64_t n = 40000;
  for (int k : {2, 3}) {
    std::vector<float> p;
    for (std::int64_t i = 0; i < n; ++i) {
      const float at[] = {std::ldexp(float(i % 3), 34), float(random_source{10, i, 3}.uniform(0).u), std::ldexp(float(i % 2), 30)};
      p.insert(p.end(), at, at + k);
    }
    const auto there = to_device(p);
    detail::arena none(nullptr);
    space_room<float> size(none, n, k);
    device_array<char> memory{std::int64_t(none.used())};
    detail::arena a(memory.data());
    space_room<float> room(a, n, k);
    room.fill(there.data(), k, nullptr);
    std::vector<float> rows(n * room.s.stride);
    device_array<float>::copy(rows.data(), room.s.at, n * room.s.stride, nullptr);
    synchronize(nullptr);
    double lengths = 0, most = 0;
    for (std::int64_t t = 0; t + 8 <= n; t += 8) {
      float low = rows[t * room.s.stride + 1], high = low;
      for (std::int64_t u = t; u < t + 8; ++u) low = std::min(low, rows[u * room.s.stride + 1]), high = std::max(high, rows[u * room.s.stride + 1]);
      lengths += high - low;
      most = std::max(most, double(high));
    }
    CAPTURE(k, lengths / most);
    CHECK(lengths < 30 * most);  // 3 or 6 columns; 5000 leaves
  }
}

TEST_CASE("the curve passes every cell once, from neighbour to neighbour") {
  CHECK(curve_is_whole<std::uint32_t, 1, 6>());
  CHECK(curve_is_whole<std::uint32_t, 2, 5>());
  CHECK(curve_is_whole<std::uint32_t, 3, 4>());
  CHECK(curve_is_whole<std::uint64_t, 1, 6>());
  CHECK(curve_is_whole<std::uint64_t, 2, 5>());
  CHECK(curve_is_whole<std::uint64_t, 3, 4>());
}

TEST_CASE("the tree on scenes with structure, with short and long searches") {
  REQUIRE_GPU();
  for (int kind = 0; kind < scene_kinds; ++kind) {
    const std::int64_t n = WW_MODEL ? 150 : WW_CUDA ? 5000 : 300;
    const higher_options o = rules()[kind == 16 ? 1 : kind == 10 || kind == 2 || kind == 5 ? kind % 2 : kind % 4];
    CAPTURE(scene_names[kind], n, o.strict, o.ratio);
    const auto plane = drawn<float>(kind, 2, n, 5 + kind);
    const answer right = reference(plane, o);
    for (int budget : {0, 1, 3, 1 << 20}) {
      CAPTURE(budget);
      CHECK(by_tree(plane, o, budget, 1 << 20) == right);
      CHECK(by_tree(plane, o, budget, 1) == right);
    }
    if (WW_MODEL && kind % 4) continue;
    const auto space = drawn<double>(kind, 3, n / 2, 5 + kind);
    CHECK(by_tree(space, o, 2, kind % 2 ? 2 : 1000) == reference(space, o));
    const auto fine = drawn<double>(kind, 2, n / 2, 5 + kind);
    CHECK(by_tree(fine, {}, kind % 3, 1000) == reference(fine));
    const auto line = drawn<float>(kind, 1, n / 2, 5 + kind);
    CHECK(by_tree(line, {}, 2, kind % 2 ? 3 : 1000) == reference(line));
  }
}

TEST_CASE("who has nobody higher does not take what a neighbour has found far away") {
  REQUIRE_GPU();
  if (WW_MODEL) return;
  scene<float> s{2, {100, 0}, {1}};  // half of all exceeds 0.3, and does not exceed 0.6
  for (int i = 1; i < 300; ++i) {
    s.points.insert(s.points.end(), {float(i % 17) / 17, float(i % 19) / 19});
    s.heights.push_back(i % 3 ? 0.3f : 0.6f);
  }
  for (int budget : {0, 3, 64}) CHECK(by_tree(s, {false, 0.5}, budget, 256) == reference(s, {false, 0.5}));
}

TEST_CASE("every variant finds the same, in the plane and in space") {
  REQUIRE_GPU();
  const auto table = peak_variants<float>();
  const auto fine = peak_variants<double>();
  auto check = [](const auto& table, const auto& s, higher_options o) {
    const answer right = reference(s, o);
    for (const auto& v : table) {
      CAPTURE(v.name, s.n(), s.k, o.strict, o.ratio);
      answer a{{5, 6}, {7}};
      v.run(s.points, s.k, s.heights, o, a.higher, a.squared);
      CHECK(a == right);
    }
  };
  for (int kind : {0, 1, 3, 6, 7, 8, 9}) {
    CAPTURE(scene_names[kind]);
    const std::int64_t n = WW_MODEL ? 100 + kind : 500 + kind;
    check(table, drawn<float>(kind, 2, n, 50 + kind), rules()[kind % 4]);
    if (kind % 3 == 0) check(fine, drawn<double>(kind, 3, n, 60 + kind), rules()[(kind + 1) % 2]);
  }
  for (std::int64_t n : {0, 1, 2, 3, 7}) {
    check(table, lattice<float>(2, n, 3, 2, n), {});
    check(fine, lattice<double>(3, n, 3, 2, n), {true, 1});
  }
}

TEST_CASE("the published algorithm, with any number of blocks and threads") {
  REQUIRE_GPU();
  for (std::int64_t n : {2, 3, 8, 16, 65}) {
    const auto s = lattice<float>(2, n, 6, 9, n);
    const answer right = reference(s);
    const auto points = to_device(s.points), heights = to_device(s.heights);
    for (std::int64_t blocks : {n - 1, n / 2 - 1, n / 2, std::int64_t(1), n + 3})
      for (int threads : {1, 2, 8, 64}) {
        if (blocks < 1 || (n > 16 && threads == 2)) continue;
        CAPTURE(n, blocks, threads);
        device_array<std::int64_t> higher(n);
        device_array<double> squared(n);
        device_array<std::uint32_t> order(n);
        std::size_t bytes = 0;
        const auto in = view(s, points.data(), heights.data());
        nearest_higher_published(nullptr, bytes, in, higher.data(), squared.data(), {}, nullptr, order.data(), blocks, threads);
        device_array<char> memory{std::int64_t(bytes)};
        nearest_higher_published(memory.data(), bytes, in, higher.data(), squared.data(), {}, nullptr, order.data(), blocks, threads);
        CHECK(answer{to_host(higher), to_host(squared)} == right);
        std::vector<std::uint32_t> dominant(n);
        std::iota(dominant.begin(), dominant.end(), 0u);
        std::stable_sort(dominant.begin(), dominant.end(), [&](auto a, auto b) { return right.squared[a] > right.squared[b]; });
        CHECK(to_host(order) == dominant);
      }
  }
}

TEST_CASE("the sets that the text prints leave out the last peak and two predecessors") {
  for (int n : {4, 8, 16, 1024}) {
    std::vector<int> served(n), read(n);
    const int blocks = n / 2 - 1;
    for (int i = 1; i <= blocks; ++i) ++served[i], ++served[i + n / 2 - 1];
    for (int i = 1; i + 1 < n; ++i) CHECK(served[i] == 1);
    CHECK(served[n - 1] == 0);
    const int i = n, threads = i / 2 - 1;  // of a peak P_i
    for (int k = 0; k < threads; ++k) ++read[k], ++read[k + i / 2 - 1];
    CHECK(std::count(read.begin(), read.end(), 0) == 2);
  }
}

TEST_CASE("unit vectors: right to two units in the last place, and one place has one vector") {
  REQUIRE_GPU();
  const long double degree = 3.141592653589793238462643383279502884L / 180;
  double worst = 0;
  for (std::int64_t i = 0; i < (WW_MODEL ? 2000 : 40000); ++i) {
    const two_numbers u = random_source{3, i, 5}.uniform(0);
    const double l = i % 5 ? (u.u - 0.5) * 360 : double(int(u.u * 25) - 12) * 30, b = (u.v - 0.5) * 180;
    double v[3];
    unit_vector(l, b, v);
    const long double right[3] = {cosl(b * degree) * cosl(l * degree), cosl(b * degree) * sinl(l * degree), sinl(b * degree)};
    for (int c = 0; c < 3; ++c) worst = std::max(worst, double(std::abs(v[c] - right[c])));
  }
  CHECK(worst <= 0x1p-52);
  auto same = [](double l, double b, double m, double c) {
    double v[3], w[3];
    unit_vector(l, b, v);
    unit_vector(m, c, w);
    return std::memcmp(v, w, sizeof v) == 0;
  };
  CHECK(same(180, 10.1, -180, 10.1));
  CHECK(same(540, -33.3, -180, -33.3));
  CHECK(same(-0.0, -0.0, 720, 0));
  CHECK(same(12, 90, -170.5, 90));
  CHECK(same(12, -90, 360, -90));
  CHECK(same(-90, 1, 270, 1));
  double v[3];
  unit_vector(90, 0, v);
  CHECK((v[0] == 0 && v[1] == 1 && v[2] == 0 && !std::signbit(v[0])));
  CHECK(great_circle(4) == Approx(6371.0088 * 3.14159265358979));
  CHECK(great_circle(2) == Approx(6371.0088 * 3.14159265358979 / 2));
  CHECK(std::isinf(great_circle(INFINITY)));
  const std::vector<float> degrees = {10, 20, 7, -180, 33, 7, 90, -90, 1};
  device_array<double> out(9);
  launch(place_on_device<>, 1, 3, 0, nullptr, to_device(degrees).data(), out.data());
  const auto found = to_host(out);
  for (int i = 0; i < 3; ++i) {
    unit_vector(degrees[3 * i], degrees[3 * i + 1], v);
    CHECK(std::memcmp(v, &found[3 * i], sizeof v) == 0);
  }
}

TEST_CASE("nearest higher points of few points, and of ties of every kind") {
  REQUIRE_GPU();
  for (std::int64_t n : {0, 1, 2, 3, 7, 65})
    for (int k : {1, 2, 3, 5}) {
      check_all(lattice<float>(k, n, 4, 3, 1 + n));
      check_all(lattice<double, float>(k, n, 1 << 20, 1 << 20, 2 + n));
    }
  check_all(lattice<float, double>(2, 130, 1, 1, 5));     // all alike
  check_all(lattice<float>(2, 130, 3, 1, 6));             // of one height
  check_all(lattice<double>(3, 130, 1, 9, 7));            // in one place
  check_all(lattice<double>(2, WW_MODEL ? 150 : 400, 16, 6, 8), true);
}

TEST_CASE("nearest higher points in many dimensions") {
  REQUIRE_GPU();
  for (int k : {16, 17, 100, 4096}) {
    const std::int64_t n = k > 1000 ? WW_CUDA ? 20 : 10 : WW_CUDA ? 90 : 65;
    check_all(lattice<float>(k, n, 50, 40, 9));
  }
}

TEST_CASE("zero has no sign, and a distance that overflows is somebody's") {
  REQUIRE_GPU();
  scene<float> zeros{2, {0, 0, 3, 0, 0, 1}, {-0.0f, 0.0f, -0.0f}};
  for (const auto& [name, search] : searches<float, float>()) {
    CAPTURE(name);
    CHECK(on_device(search, zeros) == answer{{-1, 0, 0}, {INFINITY, 9, 1}});
    CHECK(on_device(search, zeros, {true, 1}) == answer{{-1, -1, -1}, {INFINITY, INFINITY, INFINITY}});
  }
  scene<double> far{1, {-1e300, 1e300, 1e299}, {2, 1, 2}};
  for (const auto& [name, search] : searches<double, double>())
    if (name != "tree") CHECK(on_device(search, far) == answer{{-1, 0, 0}, {INFINITY, INFINITY, INFINITY}});
  // The tree scales, and knows who is nearer.
  CHECK(on_device(nearest_higher_tree<double, double>, far) == answer{{-1, 2, 0}, {INFINITY, INFINITY, INFINITY}});
}

TEST_CASE("floats decide only what is certain") {
  REQUIRE_GPU();
  for (int exponent : {-149, -140, -75, -70, -60, 0, 60, 62, 100}) {
    scene<float> s{2, {}, {}};
    for (std::int64_t i = 0; i < (WW_MODEL ? 120 : 300); ++i) {
      const random_words w = random_source{9, i, 3}.words(0);
      for (int c = 0; c < 2; ++c) s.points.push_back(std::ldexp(float(int(w.word[c] % 4096) - 2048), exponent));
      s.heights.push_back(float(w.word[2] % 50));
    }
    CAPTURE(exponent);
    CHECK(on_device(nearest_higher_tree<float, float>, s) == reference(s));
  }
  const auto many = drawn<float>(0, 2, WW_CUDA ? 20000 : WW_MODEL ? 600 : 2500, 8);
  CHECK(on_device(nearest_higher_tree<float, float>, many) == reference(many));
}

TEST_CASE("scaling by a power of two, adding a far point, permuting") {
  REQUIRE_GPU();
  for (int kind : {0, 1, 6, 11}) {
    const std::int64_t n = WW_MODEL ? 90 : 400;
    CAPTURE(scene_names[kind], n);
    const auto s = drawn<float>(kind, 2, n, 70 + kind);
    const answer plain = by_tree(s, {}, 64, 256);
    // By 2^k every distance is scaled, and nobody else is nearest (as long as nothing underflows).
    auto scaled = s;
    for (float& x : scaled.points) x = std::ldexp(x, 9);
    answer large = by_tree(scaled, {}, 64, 256);
    for (double& d : large.squared) d = std::ldexp(d, -18);
    CHECK(large == plain);
    // A lowest point far away has a nearest higher one, and changes nothing for the others.
    auto more = s;
    more.points.insert(more.points.end(), {-3e30f, 7e29f});
    more.heights.push_back(-5);
    answer with = by_tree(more, {}, 64, 256);
    CHECK(with.higher.back() >= 0);
    with.higher.pop_back();
    with.squared.pop_back();
    CHECK(with == plain);
    // Heights are all different: the order of the input does not matter.
    std::vector<float> sorted = s.heights;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end() || kind == 11) continue;
    scene<float> turned{2, {}, {}};
    for (std::int64_t i = n; i-- > 0;) {
      turned.points.insert(turned.points.end(), {s.points[2 * i], s.points[2 * i + 1]});
      turned.heights.push_back(s.heights[i]);
    }
    const answer back = by_tree(turned, {}, 64, 256);
    for (std::int64_t i = 0; i < n; ++i) {
      CHECK(back.squared[n - 1 - i] == plain.squared[i]);
      if (plain.higher[i] >= 0) CHECK(n - 1 - back.higher[n - 1 - i] == plain.higher[i]);
    }
  }
}

TEST_CASE("more points than the square root of 2^31") {
  REQUIRE_GPU();
  if (WW_MODEL) return;  // too many for it
  const auto s = drawn<float>(1, 2, 46349, 3);
  answer right{{}, {}}, found{{}, {}};
  const auto table = peak_variants<float>();
  find_variant(table, "parallel").run(s.points, 2, s.heights, {}, right.higher, right.squared);
  for (const char* v : {"tree", "tiled"}) {
    CAPTURE(v);
    find_variant(table, v).run(s.points, 2, s.heights, {}, found.higher, found.squared);
    CHECK(found == right);
  }
  // The last thousand of the order by the definition.
  std::vector<std::uint32_t> order(s.n());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return s.heights[a] > s.heights[b]; });
  for (std::int64_t r = s.n() - 1000; r < s.n(); ++r) {
    candidate best = no_candidate();
    for (std::int64_t q = 0; q < r; ++q) {
      const candidate next{squared_distance(&s.points[2 * order[q]], &s.points[2 * order[r]], 2), std::uint32_t(q)};
      if (nearer(next, best)) best = next;
    }
    REQUIRE(right.higher[order[r]] == order[best.rank]);
  }
}

#if WW_CUDA
TEST_CASE("a search is captured into a graph, and replayed on other points") {
  REQUIRE_GPU();
  ww::stream s;
  const std::int64_t n = 30000;
  for (auto search : {nearest_higher_tree<float, float>, nearest_higher_tiled<float, float>}) {
    device_array<float> points(2 * n), heights(n);
    device_array<std::int64_t> higher(n);
    device_array<double> squared(n);
    const points_with_heights<float, float> in{points.data(), 2, 2, heights.data(), 1, n};
    std::size_t bytes = 0;
    search(nullptr, bytes, in, higher.data(), squared.data(), {}, s);
    device_array<char> memory{std::int64_t(bytes)};
    cudaGraph_t graph;
    cudaGraphExec_t replay;
    REQUIRE(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal) == cudaSuccess);
    search(memory.data(), bytes, in, higher.data(), squared.data(), {}, s);
    REQUIRE(cudaStreamEndCapture(s, &graph) == cudaSuccess);
    REQUIRE(cudaGraphInstantiate(&replay, graph, 0) == cudaSuccess);
    for (int kind : {0, 2, 6}) {
      const auto scene = drawn<float>(kind, 2, n, 4);
      points.upload(scene.points.data(), 2 * n);
      heights.upload(scene.heights.data(), n);
      REQUIRE(cudaGraphLaunch(replay, s) == cudaSuccess);
      synchronize(s);
      CHECK(answer{to_host(higher), to_host(squared)} == on_device(search, scene));
    }
    cudaGraphExecDestroy(replay);
    cudaGraphDestroy(graph);
  }
}
#endif

TEST_CASE("few points and many coordinates compare all pairs, all others search the tree") {
  auto bytes = [](call<float, float> search, int k, std::int64_t n) {
    std::size_t b = 0;
    search(nullptr, b, {nullptr, k, k, nullptr, 1, n}, nullptr, nullptr, {}, nullptr);
    return b;
  };
  CHECK(bytes(nearest_higher, 2, 2048) < bytes(nearest_higher_tiled, 2, 2048));
  CHECK(bytes(nearest_higher, 2, 2049) == bytes(nearest_higher_tiled, 2, 2049));
  CHECK(bytes(nearest_higher, 2, 16384) == bytes(nearest_higher_tiled, 2, 16384));
  CHECK(bytes(nearest_higher, 2, 16385) == bytes(nearest_higher_tree, 2, 16385));
  CHECK(bytes(nearest_higher, 3, 16385) == bytes(nearest_higher_tree, 3, 16385));
  CHECK(bytes(nearest_higher, 4, 100) == bytes(nearest_higher_tiled, 4, 100));
  CHECK(bytes(nearest_higher, 4, 16385) == bytes(nearest_higher_tiled, 4, 16385));
  for (std::int64_t n : {1, 2, 700, 2048}) {
    const auto s = drawn<float>(1, 2, WW_MODEL ? n / 9 + 1 : n, 5);
    CHECK(on_device(nearest_higher<float, float>, s) == reference(s));
  }
}
TEST_CASE("what no search takes") {
  std::size_t bytes = 0;
  points_with_heights<float, float> in{nullptr, 2, 2, nullptr, 1, -1};
  CHECK_THROWS_WITH(nearest_higher(nullptr, bytes, in, nullptr, nullptr), CONTAINS("-1 points"));
  CHECK_THROWS_WITH(nearest_higher_reference(in, nullptr, nullptr), CONTAINS("-1 points"));
  in.n = std::int64_t(1) << 31;
  CHECK_NOTHROW(nearest_higher(nullptr, bytes, in, nullptr, nullptr));
  ++in.n;
  CHECK_THROWS_WITH(nearest_higher(nullptr, bytes, in, nullptr, nullptr), CONTAINS("2147483649 points, where at most 2147483648 are"));
  in.n = 0;
  in.k = 4097;
  CHECK_THROWS_WITH(nearest_higher(nullptr, bytes, in, nullptr, nullptr), CONTAINS("4097 coordinates"));
  in.k = 2;
  CHECK_THROWS_WITH(nearest_higher(nullptr, bytes, in, nullptr, nullptr, {false, 1.5}), CONTAINS("ratio of 1.5"));
  CHECK_THROWS_WITH(nearest_higher(nullptr, bytes, in, nullptr, nullptr, {false, 0}), CONTAINS("ratio of 0"));
  CHECK_NOTHROW(nearest_higher(nullptr, bytes, in, nullptr, nullptr, {false, 1}));
  in.k = 0;
  CHECK_THROWS_WITH(nearest_higher(nullptr, bytes, in, nullptr, nullptr), CONTAINS("0 coordinates"));
  for (int k : {1, 4096}) {
    in.k = k;
    CHECK_NOTHROW(nearest_higher(nullptr, bytes, in, nullptr, nullptr));
  }
}

#if WW_MODEL
TEST_CASE("the searches have no findings") {
  for (int k : {2, 20}) {
    const auto s = lattice<float>(k, 200, 12, 20, 3);
    for (const auto& [name, search] : searches<float, float>()) {
      if (k > 3 && name != "tiled") continue;
      model::watch w;
      on_device(search, s);
      const auto r = w.stop();
      CAPTURE(name, r.text());
      CHECK(r.findings.empty());
    }
  }
  for (const auto& v : peak_variants<float>()) {
    const auto s = lattice<float>(2, 200, 12, 20, 3);
    answer a;
    model::watch w;
    v.run(s.points, s.k, s.heights, {}, a.higher, a.squared);
    const auto r = w.stop();
    CAPTURE(v.name, r.text());
    CHECK(r.findings.empty());
  }
  for (int alone : {1, 20}) {
    model::watch w;
    by_tree(drawn<float>(2, 2, 300, 3), {}, 3, alone);
    const auto r = w.stop();
    CAPTURE(alone, r.text());
    CHECK(r.findings.empty());
  }
}

TEST_CASE("the points of a plateau search together, and one of them before the others") {
  if (!WW_MODEL) return;
  const std::int64_t n = 2048;
  auto loads = [&](const scene<float>& s) {
    const higher_options strict{true};
    model::watch w;
    CHECK(by_tree(s, strict, 16, detail::neighbours::steps_alone) == reference(s, strict));
    const auto r = w.stop();
    CHECK(r.findings.empty());
    std::int64_t all = 0;
    for (const auto& site : r.sites)
      if (site.memory == model::space::device && site.kind == model::access::load) all += site.total.requests;
    return all;
  };
  const auto random = loads(drawn<float>(0, 2, n, 1));
  for (std::uint64_t seed : {186, 220}) {  // two heights and sixteen, rising outwards
    const auto terraces = loads(drawn<float>(16, 2, n, seed));
    CAPTURE(seed, random, terraces);
    CHECK(double(terraces) < 1.6 * double(random));
  }
  scene<float> one{2, std::vector<float>(2 * n, 0.5f), drawn<float>(0, 2, n, 1).heights};
  const auto equal = loads(one);
  CAPTURE(random, equal);
  CHECK(double(equal) < 3 * double(random));
}

TEST_CASE("a search of all points is shared by all warps, and ranks lead where distances do not") {
  if (!WW_MODEL) return;
  scene<float> s{2, {0, 0}, {0}};
  const int n = 1500;
  for (int i = 0; i < n; ++i) {
    const double a = 2 * 3.14159265358979 * i / n;
    s.points.insert(s.points.end(), {float(std::cos(a)), float(std::sin(a))});
    s.heights.push_back(float(1 + (i * 977) % n));
  }
  answer right = reference(s);
  auto span = [&](int together, int alone) {
    model::watch w;
    CHECK(by_tree(s, {}, together, alone) == right);
    return w.stop().span;
  };
  const int steps = detail::neighbours::steps_together;
  const auto one = span(steps, 1 << 20), all = span(steps, 16);
  s.heights[0] = 4000;
  right = reference(s);
  const auto none = span(steps, 1 << 20);  // the middle has nothing to search
  CAPTURE(one, all, none);
  CHECK(all - none < (one - none) / 2);
  const auto without = span(0, 1 << 20);  // nobody walks together: all searches are of warps
  s.heights[0] = 0;
  s.points[0] = 1e30f;  // all others are at one distance
  right = reference(s);
  CHECK(span(0, 1 << 20) - without < one - none);
}
#endif
