// Filters before the hull: what they discard is judged exactly, point by point; and the hull is the hull.
#include "hulls.h"
#include <array>
#include <bit>
#include <limits>
#include <tuple>
#include <ww/detail/hull/point-inputs.cuh>
#include <ww/detail/hull/octagon.cuh>
#include <ww/detail/hull/rivals.cuh>

// Shapes of a few slots, so that small sets fill them, one tile a row or four; and one that never gives up, and never declines.
template <class P, int threads_, int each_>
struct small_tile : hull_policy<P> {
  static constexpr int threads = threads_, each = each_;
};
template <class P, int threads_, int each_, int share_>
struct small_shape {
  using tile = small_tile<P, threads_, each_>;
  using entry = P;
  static constexpr bool in_shared = true;
  static constexpr int strips = threads_ * each_, slots = 2 * strips;
  static constexpr int threads = 64, each = 3, blocks = 2, share = share_;
  static constexpr std::int64_t least_samples = 1 << 9, most_samples = 1 << 9, least = 1;
  using few_tile = small_tile<P, 32, 2>;
  static constexpr int few_threads = 64, few_blocks = 12, far_threads = 128, far_blocks = 3, few_room = 64, few_guessed = 96;
  static constexpr std::int64_t few_read = 0, few_listed = 200, patient = 150, eager = 512;
};

namespace {
template <class P, int in_row>
struct small_fine : small_shape<P, 32, 2, 1> {
  using coarse = small_fine<P, 1>;
  using entry = trapezoid;
  static constexpr bool in_shared = in_row == 1;
  static constexpr int strips = 64 * in_row, slots = strips;
};
template <class P, int threads_, int each_, int share_>
struct small_filter : small_shape<P, threads_, each_, share_> {
  using fine = small_fine<P, 4>;
};
// Few of all points first; what the polygon keeps too many of goes by the tables, or is sorted if it has fewer points than `least`.
template <class P, int least_>
struct few_first : small_filter<P, 32, 2, 4> {
  static constexpr std::int64_t few_read = 1 << 20, least = least_;
};
// Whether the filter of a shape says that its fine one helps.
template <class Shape, class P>
bool says_finer(const std::vector<P>& host) {
  const auto points = to_device(host);
  const auto n = points.size();
  device_array<point_index> kept(n);
  device_array<unsigned> count(1);
  bool helps = false;
  call_with_memory([&](void* t, std::size_t& bytes) {
    const auto f = filter<P, Shape>(t, bytes, points.data(), n, kept.data(), count.data(), n, nullptr);
    unsigned m = 0;
    if (t) count.download(&m, 1);
    if (t) helps = finer_helps(f, points.data(), n, count.data(), m, nullptr);
  });
  return helps;
}
// What a filter keeps, in order; nothing if it gave up.
template <class Shape, bool finely = false, class P>
std::optional<ring_t> kept_of(const std::vector<P>& host, std::int64_t capacity) {
  const auto points = to_device(host);
  const auto n = points.size();
  device_array<point_index> kept(capacity);
  device_array<unsigned> count(1);
  call_with_memory([&](void* t, std::size_t& bytes) {
    if constexpr (finely)
      filter_finely<P, Shape>(t, bytes, points.data(), n, kept.data(), count.data(), capacity, nullptr);
    else
      filter<P, Shape>(t, bytes, points.data(), n, kept.data(), count.data(), capacity, nullptr);
  });
  unsigned m = 0;
  count.download(&m, 1);
  if (std::int64_t(m) > capacity) return {};
  ring_t list(m);
  kept.download(list.data(), m);
  std::sort(list.begin(), list.end());
  return list;
}
template <class P>
ring_t ring_of(const std::vector<P>& points, hull_options o = {}) {
  static const auto table = hull_variants<P>();
  ring_t ring;
  find_variant(table, "serial").run(points, o, ring);
  return ring;
}
// Empty if all that is left out lies strictly inside the exact hull, or equals one of the two points before it.
template <class P>
std::string wrongly_discarded(const std::vector<P>& points, const ring_t& kept) {
  const ring_t ring = ring_of(points);
  // The oracle's integers take their time: in larger sets the predicate decides, which has tests of its own.
  auto turn = [&](P a, P b, P c) {
    return points.size() < 200 ? exact_oracle::orientation(a, b, c) : orientation(a, b, c);
  };
  std::vector<bool> stays(points.size());
  for (point_index i : kept) {
    if (i >= points.size() || stays[i]) return "an index that is none, or twice";
    stays[i] = true;
  }
  for (point_index i = 0; i < points.size(); ++i) {
    if (stays[i] || (i > 0 && same(points[i - 1], points[i])) || (i > 1 && same(points[i - 2], points[i]))) continue;
    if (ring.size() < 3) return "discarded from a hull without an interior";
    for (std::size_t k = 0; k < ring.size(); ++k)
      if (turn(points[ring[k]], points[ring[(k + 1) % ring.size()]], points[i]) <= 0)
        return "discarded, and not inside";
  }
  return "";
}
template <class Shape, class P>
ring_t filtered_ring(const std::vector<P>& host, hull_options o, std::int64_t* kept = nullptr) {
  const auto points = to_device(host);
  const auto n = points.size();
  device_array<point_index> ring(n);
  device_array<std::int64_t> size(1);
  std::size_t bytes = 0;
  auto run = [&](void* t) {
    return filter_and_find<P, Shape>(t, bytes, points.data(), n, ring.data(), size.data(), o, nullptr);
  };
  run(nullptr);
  device_array<char> memory{std::int64_t(bytes)};
  const std::int64_t m = run(memory.data());
  if (kept) *kept = m;
  ring_t result(to_host(ring));
  result.resize(std::size_t(to_host(size)[0]));
  return result;
}
std::int64_t discarded = 0;
// The model looks for races, which depend on the launches more than on the points; it takes one set of nine, and the host takes all.
bool left_to_the_host() {
  static int turn = 0;
  return WW_MODEL && turn++ % 9 != 0;
}
// The filter is safe in three shapes, and does not depend on its capacity; the ring is the exact one.
template <class P>
void check_filter(const std::vector<P>& points, bool whole = false) {
  if (points.empty() || (!whole && left_to_the_host())) return;
  const auto n = std::int64_t(points.size());
  const auto kept = kept_of<small_filter<P, 32, 2, 1>>(points, n);
  REQUIRE(kept.has_value());
  REQUIRE(wrongly_discarded(points, *kept) == "");
  discarded += n - std::int64_t(kept->size());
  constexpr bool all_shapes = WW_CUDA || sizeof(P) == sizeof(float2);  // how much a tile and a row have is the same to both types
  if constexpr (all_shapes) {
    const auto finer = kept_of<small_filter<P, 32, 8, 1>>(points, n);
    REQUIRE(wrongly_discarded(points, *finer) == "");
  }
  const auto sloped = kept_of<small_fine<P, 1>>(points, n);
  REQUIRE(wrongly_discarded(points, *sloped) == "");
  const auto finest = kept_of<small_fine<P, 4>, true>(points, n);
  REQUIRE(wrongly_discarded(points, *finest) == "");
  const auto m = std::int64_t(kept->size());
  // A sample of 256 may say that the list is too short, unless it has room for all that the sample can count and a fifteenth: of all points those that are kept, or
  // equal the last but one, or the last where a run of 32 begins.
  std::int64_t apart = 0;
  for (std::int64_t i = 2; i < n; ++i) apart += same(points[i], points[i - 2]) || (i % 32 == 0 && same(points[i], points[i - 1]));
  const auto fits = kept_of<small_filter<P, 32, 2, 1>>(points, n <= 256 ? std::min(n, (m + apart) * 16 / 15 + 1) : m);
  if (n <= 256) REQUIRE(fits == kept);
  else if (fits) REQUIRE(fits == kept);
  if (m > 1) REQUIRE(!kept_of<small_filter<P, 32, 2, 1>>(points, m - 1).has_value());
  const hull_options upper{hull_side::upper};
  REQUIRE(filtered_ring<small_filter<P, 32, 2, 4>>(points, upper) == ring_of(points, upper));
  REQUIRE(filtered_ring<few_first<P, 128>>(points, upper) == ring_of(points, upper));
  if (!whole || left_to_the_host()) return;
  for (bool keep : {false, true}) {
    const hull_options o{hull_side::both, keep};
    std::int64_t m1 = 0;
    const ring_t want = ring_of(points, o);
    REQUIRE(filtered_ring<small_filter<P, 32, 2, 1>>(points, o, &m1) == want);
    // What is a quarter of the points and more than few is filtered again, finely, if that seems to help.
    const bool long_list = m > small_fine<P, 4>::least + n / 4 && says_finer<small_filter<P, 32, 2, 1>>(points);
    const bool few = m <= small_filter<P, 32, 2, 1>::few_listed;
    REQUIRE(m1 == (long_list && (!few || m1 != m) ? std::int64_t(finest->size()) : m));
    if constexpr (all_shapes) REQUIRE(filtered_ring<small_filter<P, 32, 2, 4>>(points, o) == want);
  }
}
}  // namespace

TEST_CASE("what a filter discards is inside: every generator", "[slow]") {
  REQUIRE_GPU();
  for (const std::string& name : names())
    for (std::int64_t n : {1, 2, 3, 31, 100, 511, 512, 513, WW_CUDA ? 5000 : 1100}) {
      if (!WW_CUDA && (n == 2 || n == 31 || n == 511)) continue;
      if (WW_MODEL && n != 3 && n != 100 && n != 513) continue;
      CAPTURE(name, n);
      discarded = 0;
      check_filter(generate<float>(name, n, n + 1), n == 100);
      check_filter(generate<double>(name, n, n + 1), n == 513 && !WW_MODEL);
      if (!WW_MODEL && n >= 512 && name != "circle" && name != "parabola") CHECK(discarded > n);
    }
}
TEST_CASE("vertices with thousands of copies get their least indices") {
  REQUIRE_GPU();
  for (int inside : {3, 5}) {  // points between two copies, so that no copy equals one of the two before it
    std::vector<float2> points;
    for (int i = 0; i < 2400 * (1 + inside); ++i) {
      const float x = float(i % 97) / 97, y = float(i % 89) / 89;
      points.push_back(i % (1 + inside) > 0 ? float2{x, y} : i / (1 + inside) % 2 > 0 ? float2{2, 2} : float2{-1, 3});
    }
    for (float2 p : {float2{-1, -1}, float2{3, 0}, float2{2, 2}}) points.push_back(p);
    points.front() = {0.5f, 0.5f};
    const ring_t want = ring_of(points);
    for (int copies : {1, 2}) REQUIRE(std::count(want.begin(), want.end(), point_index(copies * (1 + inside))) == 1);
    std::int64_t kept = 0;
    REQUIRE(filtered_ring<small_filter<float2, 32, 2, 2>>(points, {}, &kept) == want);
    REQUIRE(kept > 1900);
    REQUIRE(kept < std::int64_t(points.size()));
  }
}
TEST_CASE("what a filter discards is inside: the adversaries") {
  REQUIRE_GPU();
  auto both = [](const std::vector<float2>& p, bool whole = false) {
    check_filter(p, whole);
    std::vector<double2> d;
    for (float2 q : p) d.push_back({q.x, q.y});
    check_filter(d);
  };
  std::vector<float2> p;
  // Points on an octagon's edges, and its corners many times.
  const float2 octagon[8] = {{1, 0}, {3, 0}, {4, 1}, {4, 3}, {3, 4}, {1, 4}, {0, 3}, {0, 1}};
  for (int k = 0; k < 8; ++k)
    for (int i = 0; i < 40; ++i) {
      const float2 a = octagon[k], b = octagon[(k + 1) % 8];
      p.push_back(f(a.x + (b.x - a.x) * (i % 32) / 32, a.y + (b.y - a.y) * (i % 32) / 32));
    }
  both(shuffled_points(p, 1), true);
  // One extreme, very often, among points inside.
  p = generate<float>("square", 600, 3);
  for (int i = 0; i < 300; ++i) p.push_back({2, 0.5f});
  both(shuffled_points(p, 2), true);
  // Two far points and a dust; one far point; far in x only.
  for (float far : {1e3f, 1e7f, 1e30f, 3e38f}) {
    p = generate<float>("disk", 700, 3);
    p.push_back({far, far});
    both(p);
    p.push_back({-far, -far});
    both(p);
    p.push_back({-far, far});
    p.push_back({far, 0});
    both(p);
  }
  // Rows, columns, diagonals.
  for (int kind = 0; kind < 4; ++kind) {
    p.clear();
    for (int i = 0; i < 600; ++i)
      p.push_back(kind == 0 ? f(i, i % 3) : kind == 1 ? f(i % 3, i) : kind == 2 ? f(i, i) : f(i % 30, i / 30));
    both(shuffled_points(p, 5), kind == 3);
  }
  // A circle far from the origin, where its coordinates are coarse; a small one; one octant empty.
  for (double at : {1e3, 1e6, 1.6e7}) {
    p.clear();
    for (float2 q : generate<float>("disk", 700, 4)) p.push_back(f(q.x + at, q.y + at));
    both(p);
  }
  for (double scale : {1e-20, 1e-38, 1e-44, 1e37}) {
    p.clear();
    for (float2 q : generate<float>("disk", 700, 4)) p.push_back(f(q.x * scale, q.y * scale));
    both(p);
  }
  p.clear();
  for (float2 q : generate<float>("disk", 900, 4))
    if (!(q.x > 0 && q.y > q.x)) p.push_back(q);
  both(p, true);
  // Sorted by each coordinate, and in a period.
  auto sorted = generate<float>("disk", WW_MODEL ? 1200 : 4000, 4);
  std::sort(sorted.begin(), sorted.end(), [](float2 a, float2 b) { return a.x < b.x; });
  both(sorted);
  std::sort(sorted.begin(), sorted.end(), [](float2 a, float2 b) { return a.y < b.y; });
  both(sorted);
}
// More points than the warps of the grid take at a time, two of three on the circle and kept, so that a lane's note is copied by another: lists are handed over, and filled again.
TEST_CASE("a warp's list that is full is handed over") {
  auto points = generate<double>("circle", 256 * multiprocessors() * 6, 3);
  for (std::size_t i = 0; i < points.size(); i += 3) points[i] = {points[i].x / 2, points[i].y / 2};
  const auto kept = kept_of<small_filter<double2, 32, 2, 1>>(points, std::int64_t(points.size()));
  REQUIRE(kept.has_value());
  CHECK(2 * kept->size() > points.size());
  CHECK(std::adjacent_find(kept->begin(), kept->end()) == kept->end());
}
// A sample of a circle says that more is kept than there is room for, and then nothing is written to the list.
// Of 4096 points, in three shapes: a filter that keeps more is right, and slower.
TEST_CASE("a filter keeps no more than it did") {
  REQUIRE_GPU();
  const std::pair<const char*, std::array<std::size_t, 3>> most[] = {
      {"normal", {90, 88, 88}}, {"disk", {244, 228, 228}}, {"square", {113, 107, 107}}};
  for (const auto& [name, kept] : most) {
    CAPTURE(name);
    const auto points = generate<double>(name, 4096, 3);
    CHECK(kept_of<small_filter<double2, 32, 2, 1>>(points, 4096)->size() <= kept[0]);
    CHECK(kept_of<small_fine<double2, 1>>(points, 4096)->size() <= kept[1]);
    CHECK(kept_of<small_fine<double2, 4>, true>(points, 4096)->size() <= kept[2]);
  }
}
// What no sample has seen fills the list: the warps stop, and do not read the rest.
TEST_CASE("a list that is full ends the pass") {
  REQUIRE_GPU();
  using shape = small_filter<float2, 32, 2, 1>;
  const std::int64_t step = std::int64_t(multiprocessors()) * shape::blocks * shape::threads * shape::each, n = 16 * step, room = n / 8;
  auto points = generate<float>("circle", n, 3);
  for (std::int64_t samples : {256, 512})
    for (std::int64_t k = 0; k < samples; ++k)
      points[std::size_t(sample_index(k, samples, n))] = k < 4 ? f(k % 2 - 0.5, k / 2 - 0.5) : f(0.01 * (k % 7), 0.01 * (k % 5));
  const auto all = kept_of<shape>(points, n);
  REQUIRE(std::int64_t(all->size()) > n - 800);
  const auto in = to_device(points);
  const std::vector<point_index> empty(std::size_t(room), ~point_index(0));
  const auto kept = to_device(empty);
  const device_array<unsigned> count(1);
#if WW_MODEL
  model::name_array(in.data(), "points");
  model::watch w;
#endif
  call_with_memory([&](void* t, std::size_t& bytes) {
    filter<float2, shape>(t, bytes, in.data(), n, kept.data(), count.data(), room, nullptr);
  });
#if WW_MODEL
  std::int64_t read = 0;
  for (const auto& s : w.stop().sites)
    if (s.array == "points" && s.kernel.find("keep_points") != std::string::npos) read += s.total.bytes;
  // Each block looks at 256 points and those before them. The list has room for two of sixteen steps.
  const std::int64_t sampled = std::int64_t(multiprocessors()) * shape::blocks * 512;
  CHECK(read <= (sampled + n / 2) * std::int64_t(sizeof(float2)));
#endif
  CHECK(std::int64_t(to_host(count)[0]) > room);
  auto list = to_host(kept);
  list.erase(std::remove(list.begin(), list.end(), ~point_index(0)), list.end());
  std::sort(list.begin(), list.end());
  CHECK(std::int64_t(list.size()) > room - shape::few_room * 2);
  CHECK(std::adjacent_find(list.begin(), list.end()) == list.end());
  CHECK(std::includes(all->begin(), all->end(), list.begin(), list.end()));
}
// Nothing is filtered: only the few beside the polygon are sorted, if there is room for them.
using few_alone = few_first<double2, 1 << 20>;
TEST_CASE("the few beside the polygon fill their room, and no more") {
  REQUIRE_GPU();
  for (std::int64_t beside : {1, 63, 64, 65, 300}) {  // of 300 the guess knows, and the launches after it are spared
    auto points = generate<double>("circle", beside, 5);
    if (beside > 1)
      for (double2 p : generate<double>("disk", 100, 6)) points.push_back({p.x / 10, p.y / 10});
    points = shuffled_points(points, 7);
    CAPTURE(beside);
    std::int64_t kept = 0;
    REQUIRE(filtered_ring<few_alone>(points, {}, &kept) == ring_of(points));
    REQUIRE(kept == (beside <= few_alone::few_room ? beside : std::int64_t(points.size())));
    if (beside < 300) continue;
    REQUIRE(filtered_ring<few_first<double2, 1>>(points, {}, &kept) == ring_of(points));  // a list would be too long: its launches are spared, too
    REQUIRE(kept == std::int64_t(points.size()));
  }
}
// Floats of a circle are mostly inside their hull, by a rounding; doubles are not, nor is a point of a cluster that is narrower than a slot.
TEST_CASE("the fine filter is tried where it discards, and nowhere else") {
  REQUIRE_GPU();
  const std::int64_t n = 1 << 17;
  CHECK(says_finer<filter_policy<float2>>(generate<float>("circle", n, 3)));
  CHECK(!says_finer<filter_policy<double2>>(generate<double>("circle", n, 3)));
  CHECK(!says_finer<filter_policy<float2>>(generate<float>("square", n, 3)));
  auto ring = generate<double>("circle", n, 3), corners = generate<double>("disk", n, 3);
  for (std::int64_t i = 0; i < n; ++i) ring[i] = {ring[i].x * (1 - 1e-6 * double(i % 64)), ring[i].y * (1 - 1e-6 * double(i % 64))};
  for (std::int64_t i = 0; i < n; ++i) corners[i] = {corners[i].x * 1e-7 + double(i % 3), corners[i].y * 1e-7 + double(i % 3 == 1)};
  CHECK(says_finer<filter_policy<double2>>(ring));
  CHECK(!says_finer<filter_policy<double2>>(corners));
}
// The extremes of one block are bettered by those of the next.
struct large_sample : small_filter<double2, 32, 2, 1> {
  static constexpr std::int64_t least_samples = 1 << 11, most_samples = 1 << 11;
};
TEST_CASE("a sample that several blocks read") {
  REQUIRE_GPU();
  const auto points = generate<double>("normal", 4096, 3);
  const auto kept = kept_of<large_sample>(points, 4096);
  REQUIRE(kept.has_value());
  CHECK(kept->size() < 400);
  CHECK(wrongly_discarded(points, *kept) == "");
}
TEST_CASE("a pass in vain lists nothing") {
  REQUIRE_GPU();
  const auto points = to_device(generate<double>("circle", 4096, 3));
  const std::vector<point_index> empty(1024, 77);
  const auto kept = to_device(empty);
  device_array<unsigned> count(1);
  call_with_memory([&](void* t, std::size_t& bytes) {
    filter<double2, small_filter<double2, 32, 2, 1>>(t, bytes, points.data(), points.size(), kept.data(), count.data(), kept.size(), nullptr);
  });
  CHECK(to_host(count)[0] > 1024);
  REQUIRE(to_host(kept) == empty);
}
TEST_CASE("a list has room for one point or more") {
  REQUIRE_GPU();
  using shape = small_filter<float2, 32, 2, 1>;
  const std::vector<float2> one{{1, 2}};
  CHECK(kept_of<shape>(one, 1) == ring_t{0});
  CHECK_THROWS_AS(kept_of<shape>(one, 0), bad_input);
  CHECK_THROWS_AS(kept_of<shape>(one, 2), bad_input);
}
TEST_CASE("a set that hides from the sample knows what it reads") {
  const std::int64_t samples = 512;
  for (std::int64_t n : {513, 600, 5001}) {
    std::vector<bool> read(std::size_t(n), false), known;
    for (std::int64_t k = 0; k < samples; ++k) read[std::size_t(sample_index(k, samples, n))] = true;
    for (std::int64_t i = 0; i < n; ++i) known.push_back(in_sample(i, samples, n));
    CHECK(known == read);
  }
  CHECK(!in_sample(0, samples, samples));
}
TEST_CASE("structured sets have these points, and say what they are") {
  std::uint64_t points = 14695981039346656037ull, words = points;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    auto draw = [&]<class T>(T) {
      const auto set = structured_points::draw<T>(seed);
      for (unsigned char c : set.describe() + "\n") words = (words ^ c) * 1099511628211ull;
      for (std::int64_t i = 0; i < 300; ++i) {
        const auto p = draw_point_of<T>(set, i, 300, 64);
        for (float x : {float(p.x), float(p.y)}) points = (points ^ std::bit_cast<std::uint32_t>(x)) * 1099511628211ull;
      }
    };
    draw(float()), draw(double());
  }
  CHECK(points == 0xb7fc62f8a13158d6);
  CHECK(words == 0x9500e558ad547061);
  CHECK(structured_points::draw<float>(5).describe() == "parabola; inwards; width 1e-3; turned; moved 1e3; times 2^-88");
}
TEST_CASE("what a filter discards is inside: structured sets", "[slow]") {
  REQUIRE_GPU();
  for (int seed = 1; seed <= (WW_MODEL ? 12 : 60); ++seed) {
    const std::int64_t n = 600 + seed, samples = 512;
    auto points_of = [&]<class T>(T) {
      const auto set = structured_points::draw<T>(std::uint64_t(seed));
      INFO(set.describe());
      std::vector<point<T>> p;
      for (std::int64_t i = 0; i < n; ++i) p.push_back(draw_point_of<T>(set, i, n, samples));
      check_filter(p, seed % 8 == 1);
    };
    CAPTURE(seed);
    if (seed % 2) points_of(float());
    else points_of(double());
  }
}
TEST_CASE("what a filter discards is inside: sets that broke other programs") {
  REQUIRE_GPU();
  for (const small_case& c : famous()) {
    CAPTURE(c.name);
    auto points = c.points;
    check_filter(points, true);
    for (int k = 0; k < 60; ++k) points.push_back(c.points[std::size_t(k) % c.points.size()]);
    check_filter(points);
  }
  std::vector<double2> wild;
  for (int i = 0; i < 300; ++i) {
    const random_words w = random_source{17, i, 1}.words(0);
    auto number = [](std::uint32_t a, std::uint32_t b) {
      return (a & 1 ? -1 : 1) * std::ldexp(1 + double(b) / 0x1p32, int(a >> 1) % 2090 - 1070);
    };
    wild.push_back({number(w.word[0], w.word[1]), number(w.word[2], w.word[3])});
  }
  check_filter(wild);
  // A circle so flat that slopes underflow, and lose all but a few of their bits.
  for (int flat : {1040, 1066, 1071, 1074}) {
    std::vector<double2> ring;
    const int n = WW_MODEL ? 400 : 4000;
    for (int i = 0; i < n; ++i) {
      const double t = 6.283185307179586 * i / n;
      ring.push_back({std::ldexp(std::cos(t), 1000), std::ldexp(std::sin(t), 1000 - flat)});
    }
    check_filter(ring);
  }
  const double most = 1.7976931348623157e308, least = 4.9406564584124654e-324;
  check_filter<double2>({{-most, -most}, {most, -most}, {most, most}, {-most, most}, {0, 0}, {least, least}, {-least, most}});
}
TEST_CASE("random integer grids lose nothing") {
  REQUIRE_GPU();
  discarded = 0;
  for (int set = 0; set < (WW_MODEL ? 10 : WW_CUDA ? 100 : 50); ++set) {
    std::vector<float2> p;
    const random_source r{5, set, 2};
    const int n = 5 + int(r.words(0).word[0] % 300), m = 3 + int(r.words(0).word[1] % 60);
    for (int i = 0; i < n; ++i) {
      const random_words w = random_source{6, i, std::uint32_t(set)}.words(0);
      p.push_back(f(int(w.word[0] % m) - m / 2, int(w.word[1] % m) - m / 2));
    }
    CAPTURE(set, n, m);
    check_filter(p, set < 3);
  }
  CHECK(discarded > 500 / (WW_MODEL ? 10 : WW_CUDA ? 1 : 2));
}
TEMPLATE_TEST_CASE("the function on device memory: small sets, large sets, refusals", "", float2, double2) {
  REQUIRE_GPU();
  using T = decltype(TestType::x);
  static const auto table = heaphull_variants<TestType>();
  const auto& v = find_variant(table, "filtered");
  for (std::int64_t n : {0, 1, 2, 50}) {
    const auto p = generate<T>("disk", n, 1);
    ring_t ring = {7, 7};
    filter_stats stats;
    v.run(p, {}, ring, stats);
    CHECK(ring == ring_of(p));
    CHECK(stats.at(0).second <= n);
  }
  using policy = filter_policy<TestType>;
  const std::int64_t least = policy::least, large = policy::patient, most = policy::few_read;
  for (std::int64_t n : {least + 77, large - 1, large + 77, most - 1, most + 77})
  for (const char* name : {"disk", "normal", "kuzmin", "circle"}) {
    const bool all = std::string(name) == "circle";  // sorted early; the model takes that alone
    if (WW_MODEL && !all) continue;
    if (!WW_CUDA && n > (all ? least : large) + 77) continue;
    auto p = generate<T>(name, n, 1);
    for (const double scale : {1., 1e-30, 1e60, 1e150}) {  // to 1e-30, to 1e30, and doubles to 1e180, whose products overflow
      if ((scale != 1 && (n >= large || (all && !WW_CUDA))) || (scale > 1e60 && sizeof(T) == 4)) continue;
      for (auto& q : p) q = {T(q.x * scale), T(q.y * scale)};
      ring_t ring;
      filter_stats stats;
      v.run(p, {}, ring, stats);
      CAPTURE(name, n, scale);
      CHECK(ring == ring_of(p));
      if (scale >= 1e100) continue;
      if (!all) CHECK(stats.at(0).second < n / 20);
      else if (n < most) CHECK(stats.at(0).second == n);
    }
  }
  device_array<TestType> points(10);
  device_array<point_index> ring(10);
  device_array<unsigned> count(1);
  std::size_t bytes = 0;
  CHECK_THROWS_AS(filter_points(nullptr, bytes, points.data(), 0, ring.data(), count.data(), 1), bad_input);
  CHECK_THROWS_AS(filter_points(nullptr, bytes, points.data(), 10, ring.data(), count.data(), 11), bad_input);
  CHECK_THROWS_AS(filter_points(nullptr, bytes, points.data(), 10, ring.data(), count.data(), 0), bad_input);
  CHECK_THROWS_AS(filter_points(nullptr, bytes, points.data(), (std::int64_t(1) << 31) + 1, ring.data(), count.data(), 1),
                  bad_input);
  filter_points(nullptr, bytes, points.data(), 10, ring.data(), count.data(), 10);
  device_array<char> memory{std::int64_t(bytes)};
  std::size_t less = bytes - 1;
  CHECK_THROWS_AS(filter_points(memory.data(), less, points.data(), 10, ring.data(), count.data(), 10), bad_input);
}

namespace {
template <class P>
bool loses_a_vertex(const std::vector<P>& p, point_index* which = nullptr) {
  const auto o = polygon_of(p.data(), extremes_of(p.data(), 0, std::int64_t(p.size())));
  bool lost = false;
  for (point_index i : ring_of(p)) {
    const bool kept = queue_by_slopes(o, p[i]) > 0 ||
                      std::any_of(o.at, o.at + 8, [&](P q) { return same(p[i], q); });
    if (!kept && which) *which = i;
    lost = lost || !kept;
  }
  return lost;
}
std::vector<float2> random_grid(int set) {
  const random_words w = random_source{20, set, 10}.words(0);
  const std::uint32_t n = 4 + w.word[0] % 37, m = 4 + w.word[1] % 57;
  std::vector<float2> p;
  for (std::uint32_t i = 0; i < n; ++i) {
    const random_words q = random_source{21, i, std::uint32_t(set)}.words(0);
    p.push_back(f(q.word[0] % m, q.word[1] % m));
  }
  return p;
}
template <class P> const auto& filters() {
  static const auto table = heaphull_variants<P>();
  return table;
}
// Every exact variant gives the exact ring; the published ones only where that is asked.
template <class P>
void check_variants(const std::vector<P>& points, bool published) {
  if (left_to_the_host()) return;
  for (const auto& v : filters<P>())
    for (bool keep : {false, true}) {
      if (*v.accepts && (keep || !published)) continue;
      ring_t ring = {7};
      filter_stats stats;
      v.run(points, {hull_side::both, keep}, ring, stats);
      CAPTURE(v.name, keep, points.size());
      CHECK(ring == ring_of(points, {hull_side::both, keep}));
      std::int64_t kept = 0;
      for (const auto& [name, count] : stats) kept += count;
      CHECK(kept <= std::int64_t(points.size()));
    }
}
}  // namespace
TEST_CASE("the published test loses vertices, and how often") {
  int lost = 0;
  for (int set = 0; set < 2000; ++set) lost += loses_a_vertex(random_grid(set));
  CHECK(lost == 637);
  point_index which = 99;
  CHECK(loses_a_vertex<float2>({{0, 0}, {1, 2}, {0, 1}}, &which));
  CHECK(which == 2);
  CHECK(loses_a_vertex<float2>({{1, -.5f}, {1, .5f}, {.9f, .95f}, {0, 1}, {-1, 0}, {0, -1}, {.9f, -.95f}, {0, 0}}, &which));
  CHECK(which == 1);
  // No two points lose one.
  for (int k = 0; k < 81; ++k) CHECK(!loses_a_vertex<float2>({f(k % 3, k / 3 % 3), f(k / 9 % 3, k / 27)}));
  // Slopes round: a circle far from the origin.
  lost = 0;
  for (int set = 0; set < 200; ++set) {
    auto p = generate<float>("circle", 64, set + 1);
    CHECK(!loses_a_vertex(p));
    for (float2& q : p) q = f(q.x + 1000, q.y + 1000);
    lost += loses_a_vertex(p);
  }
  CHECK(lost == 10);
  for (int set = 0; set < (WW_MODEL ? 60 : 600); ++set) CHECK(!loses_a_vertex(generate<float>("normal", 300, set + 1)));
}
TEST_CASE("the published queues are passed from an extreme to the next, and equal points by index") {
  std::vector<float2> p;
  for (int k = 0; k < 18; ++k) p.push_back(f(k * 5 % 3, k * 7 / 3 % 3));
  for (int q = 1; q <= 4; ++q) {
    const float leftwards = q == 1 || q == 2 ? -1 : 1, upwards = q == 1 || q == 4 ? 1 : -1;
    auto place = [&](point_index i) { return std::tuple(leftwards * p[i].x, upwards * p[i].y, i); };
    for (point_index i = 0; i < p.size(); ++i)
      for (point_index j = 0; j < p.size(); ++j) REQUIRE(passed_later(q, p[i], p[j], i, j) == (place(i) > place(j)));
  }
}
TEST_CASE("the variants say how many points each queue has") {
  REQUIRE_GPU();
  for (std::int64_t n : {1, 40, WW_MODEL ? 300 : 3000}) {
    const auto p = generate<float>("normal", n, 4);
    const auto eight = polygon_of(p.data(), extremes_of(p.data(), 0, n));
    quadrilateral<float2> four;
    for (int k = 0; k < 4; ++k) four.at[k] = eight.at[2 * k], four.index[k] = eight.index[2 * k];
    std::int64_t slopes[5] = {}, sides[5] = {}, rising[5] = {}, in_part = 0;
    std::vector<std::pair<float, float>> region[5];
    for (point_index i = 0; i < n; ++i) {
      ++slopes[queue_by_slopes(eight, p[i])], ++sides[queue_by_sides(eight, p[i])];
      const int r = region_of(four, p[i]);
      const float2 passed = passed_point<float2>{p.data(), r - 1}(i);
      region[r].push_back({passed.x, passed.y});
      in_part += kept_in_part(four, p[i], i);
    }
    for (int r = 1; r <= 4; ++r) {  // of a run of 1024 points, those above all before
      REQUIRE(region[r].size() <= 1024);
      std::sort(region[r].begin(), region[r].end());
      float greatest = -std::numeric_limits<float>::infinity();
      for (const auto& [x, y] : region[r]) rising[r] += y > greatest, greatest = std::max(greatest, y);
    }
    auto each = [](const char* name, const std::int64_t* counts) {
      filter_stats s;
      for (int k = 1; k <= 4; ++k) s.push_back({name + std::to_string(k), counts[k]});
      return s;
    };
    const auto vertices = std::int64_t(ring_of(p).size());
    const std::pair<const char*, filter_stats> expected[] = {
        {"octagon", each("queue ", sides)}, {"octagon-parallel", each("queue ", sides)}, {"heaphull", each("queue ", slopes)},
        {"heaphull-gpu", each("queue ", slopes)}, {"cudachain", each("region ", rising)}, {"concurrent", {{"kept", vertices}}},
        {"concurrent-gpu", {{"kept", in_part}}}};
    for (const auto& [name, want] : expected) {
      ring_t ring;
      filter_stats stats = {{"none", 7}};
      find_variant(filters<float2>(), name).run(p, {}, ring, stats);
      CAPTURE(n, name);
      CHECK(stats == want);
      CHECK(ring == ring_of(p));
    }
  }
}
TEST_CASE("the mended octagon loses none") {
  for (int set = 0; set < (WW_MODEL ? 100 : 2000); ++set) {
    const auto p = random_grid(set);
    for (const char* name : {"octagon", "octagon-parallel"}) {
      ring_t ring;
      filter_stats stats;
      find_variant(filters<float2>(), name).run(p, {hull_side::both, set % 2 == 1}, ring, stats);
      CAPTURE(set, name);
      REQUIRE(ring == ring_of(p, {hull_side::both, set % 2 == 1}));
    }
  }
}
namespace {
// The rings of CudaChain, and of ConcurrentHull with many threads and on the GPU, with runs and parts of a few points.
template <class P>
int lost_by_rivals(const std::vector<P>& p, std::int64_t each) {
  const ring_t right = ring_of(p);
  filter_stats stats;
  ring_t ring;
  cudachain_hull(p, {}, ring, stats, {32, each});
  int lost = ring != right;
  concurrent_hull(p, {}, false, ring, stats, {32, 3 * each});
  lost += 10000 * (ring != right);
  concurrent_hull(p, {}, true, ring, stats, {64, 3 * each});
  return lost + 100000000 * (ring != right);
}
}  // namespace
TEST_CASE("the rivals find both sides, without collinear points, and nothing else") {
  const std::vector<float2> p = {{0, 0}, {1, 0}, {2, 0}, {0, 2}};
  for (const hull_options o : {hull_options{hull_side::upper, false}, hull_options{hull_side::both, true}}) {
    filter_stats stats;
    ring_t ring;
    CHECK_THROWS_AS(cudachain_hull(p, o, ring, stats, {32, 32}), bad_input);
    CHECK_THROWS_AS(concurrent_hull(p, o, false, ring, stats, {32, 96}), bad_input);
  }
}
TEST_CASE("the rivals lose what rounds, and nothing else", "[slow]") {
  REQUIRE_GPU();
  for (int set = 0; set < (WW_MODEL ? 40 : WW_CUDA ? 2000 : 500); ++set) {
    CAPTURE(set);
    CHECK(lost_by_rivals(random_grid(set), 1 + set % 9) == 0);
  }
  // Circles far from the origin, where slopes round, and points that are nearly on a line.
  int lost = 0;
  for (int set = 0; set < 200 && !WW_MODEL; ++set) {
    auto p = generate<float>("circle", 64, set + 1);
    for (float2& q : p) q = f(q.x + 1000, q.y + 1000);
    CHECK(lost_by_rivals(p, 9) == 0);
    p.clear();
    for (int i = 0; i < 12; ++i) {
      const random_words w = random_source{22, i, std::uint32_t(set)}.words(0);
      const double at = w.word[0] % 1000 * 0x1p-10;
      p.push_back(f(at + w.word[1] % 8 * 0x1p-24, at + w.word[2] % 8 * 0x1p-24));
    }
    lost += lost_by_rivals(p, 9);
  }
  CHECK(lost == (WW_MODEL ? 0 : 800080008));
  for (const char* name : {"normal", "square", "disk", "kuzmin"})
    for (std::int64_t n : {1, 2, 3, 50, WW_MODEL ? 500 : 5000}) {
      CAPTURE(name, n);
      CHECK(lost_by_rivals(generate<float>(name, n, 7), 64) == 0);
      CHECK(lost_by_rivals(generate<double>(name, n, 7), 64) == 0);
    }
}
TEST_CASE("all variants, on all generators", "[slow]") {
  REQUIRE_GPU();
  for (const std::string& name : names())
    for (std::int64_t n : {0, 1, 2, 3, 40, WW_MODEL ? 300 : WW_CUDA ? 3000 : 1500}) {
      CAPTURE(name, n);
      const bool published = n >= 40 && name != "grid" && name != "circle";
      check_variants(generate<float>(name, n, 9), published && name != "parabola");
      check_variants(generate<double>(name, n, 9), published);
    }
  for (const small_case& c : famous()) check_variants(c.points, false);
}
TEST_CASE("what one thread throws, the caller catches") {
  std::vector<int> done(100);
  REQUIRE_THROWS_WITH(ww::detail::hull::on_all_threads(100, [&](std::int64_t i) {
    done[std::size_t(i)] = 1;
    if (i % 50 == 7) throw ww::bad_input(ww::format("%d", int(i)));
  }), "7");
  REQUIRE(std::count(done.begin(), done.end(), 1) == 100);
}

TEST_CASE("the extremes on all cores are those of one") {
  for (std::int64_t n : {1, 100, 200001}) {
    const auto p = generate<float>("grid", n, 2);
    const auto want = extremes_of(p.data(), 0, n);
    const auto got = extremes_by_reduction(p.data(), n);
    for (int k = 0; k < 8; ++k) CHECK((got.index[k] == want.index[k] && got.value[k] == want.value[k]));
  }
}
TEST_CASE("the published variants say what they do not do") {
  REQUIRE_GPU();
  ring_t ring;
  filter_stats stats;
  for (const char* name : {"heaphull", "heaphull-gpu", "cudachain", "concurrent", "concurrent-gpu"})
    for (hull_options o : {hull_options{hull_side::upper}, hull_options{hull_side::both, true}})
      CHECK_THROWS_AS(find_variant(filters<float2>(), name).run({{0, 0}}, o, ring, stats), bad_input);
}
TEST_CASE("the published variants find nothing in an empty set") {
  REQUIRE_GPU();
  for (const char* name : {"heaphull", "heaphull-gpu", "cudachain", "concurrent", "concurrent-gpu"}) {
    ring_t ring{7};
    filter_stats stats;
    CAPTURE(name);
    find_variant(filters<float2>(), name).run({}, {}, ring, stats);
    CHECK(ring.empty());
  }
}
