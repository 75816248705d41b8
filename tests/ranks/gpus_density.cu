// The density of all ranks is that of one, bit for bit.
#include "ranks.h"
#include <ww/detail/neighbours/density-kernels.cuh>
#include "sorts.h"
#include <ww/datasets.cuh>

namespace {
struct whole_result {
  std::vector<double> rho, delta, scalars;
  std::vector<std::int64_t> parent, cluster;
  std::vector<unsigned char> halo;
  bool operator==(const whole_result&) const = default;
};
template <class T> whole_result cluster(const std::vector<T>& points, int k, const rank_options& ro, int how, const density_options& o) {
  const auto n = std::int64_t(points.size()) / k;
  const auto ends = ends_of(n, ro.ranks, how);
  std::vector<whole_result> all(ro.ranks);
  run_ranks(ro, [&](communicator& c) {
    const stream s;
    const std::int64_t first = ends[c.rank()], mine = ends[c.rank() + 1] - first;
    device_array<T> in(mine * k);
    in.upload(points.data() + first * k, mine * k, s);
    const shares h = share_out(c, mine, s);
    device_array<double> scalars(2), rho(n), delta(n);
    device_array<std::int64_t> parent(n), cluster(n), clusters(1);
    device_array<unsigned char> halo(n);
    density_arrays out{scalars.data(), scalars.data() + 1, rho.data(), delta.data(), parent.data(), cluster.data(), clusters.data(), halo.data()};
    std::size_t bytes = 0;
    density_peaks(c, nullptr, bytes, in.data(), h, k, o, out, s);
    device_array<char> memory{std::int64_t(bytes)};
    density_peaks(c, memory.data(), bytes, in.data(), h, k, o, out, s);
    c.wait(s);
    all[c.rank()] = {to_host(rho, s), to_host(delta, s), to_host(scalars, s), to_host(parent, s), to_host(cluster, s), o.halo ? to_host(halo, s) : std::vector<unsigned char>()};
    all[c.rank()].scalars.push_back(double(to_host(clusters, s)[0]));
  });
  for (const auto& r : all) REQUIRE(r == all[0]);
  return all[0];
}
template <class T> std::vector<T> drawn(std::int64_t n, int k, int levels) {
  std::vector<T> p;
  for (std::int64_t i = 0; i < n * k; ++i) {
    const auto r = random_source{7, i, 3}.uniform(0);
    p.push_back(levels > 0 ? T(int(r.u * levels)) : T(r.u * r.v * (1 + i % 3)));
  }
  return p;
}
}  // namespace

TEST_CASE("products are shared by two and by three ranks") {
  REQUIRE_GPU();
  if (WW_MODEL) return;
  const std::int64_t n = WW_HOST ? 385 : detail::neighbours::density::least_product_n(17) + 8;
  for (auto kernel : {density_kernel::gaussian, density_kernel::cutoff})
    for (int kind : {0, 9}) {
      const auto points = drawn<float>(n, 17, kind);
      density_options o;
      o.kernel = kernel;
      const auto one = cluster(points, 17, ranks_of(1), 0, o);
      [[maybe_unused]] const without_findings clean;
      for (int p : {2, 3}) {
        CAPTURE(p, kind);
        const auto all = cluster(points, 17, ranks_of(p), p, o);
        CHECK(all.scalars == one.scalars);
        CHECK((all.rho == one.rho));
        CHECK((all.parent == one.parent));
        REQUIRE(all == one);
      }
    }
}
TEMPLATE_TEST_CASE("the density of all ranks is that of one", "[slow]", float, double) {
  REQUIRE_GPU();
  int turn = 0;
  for (int k : {1, 2, 3, 17, 5})
    for (std::int64_t n : {0, 1, 2, 130, WW_HOST ? 513 : 2049}) {  // the last row stands alone in its tile
      if (WW_MODEL && (n != 130 || k > 3 || (k != 2 && std::is_same_v<TestType, double>))) continue;
      if (sanitized && n > 130) continue;
      if (n > 130 && k > 3 && std::is_same_v<TestType, double>) continue;
      const auto points = drawn<TestType>(n, k, turn % 3 == 0 ? 9 : 0);
      density_options o;
      o.kernel = turn % 2 ? density_kernel::cutoff : density_kernel::gaussian;
      o.all_pairs = turn % 4 == 0;
      o.halo = turn % 5 < 2 && n > 1;
      if (turn % 7 == 3) o.dc = 0.25;
      ++turn;
      CAPTURE(n, k, turn);
      const auto one = cluster(points, k, ranks_of(1), 0, o);
      // One rank's is that of the function for one device.
      [[maybe_unused]] const without_findings clean;
      std::vector<int> numbers{2, 3};
      if (n > 130) numbers = {1 + turn % 3};
      for (int p : numbers) REQUIRE(cluster(points, k, ranks_of(p), turn % 4, o) == one);
      if (n == 0) continue;
      density_result r;
      try {
        find_variant(density_variants<TestType>(), o.all_pairs ? "all-pairs" : "tiles").run(points, k, o, r);
      } catch (const bad_input&) {
        continue;  // a cutoff distance of zero
      }
      REQUIRE(r.rho == one.rho);
      REQUIRE(r.delta == one.delta);
      REQUIRE(r.parent == one.parent);
      REQUIRE(r.cluster == one.cluster);
      REQUIRE(r.dc == one.scalars[0]);
    }
}
TEST_CASE("density peaks of host points by ranks") {
  REQUIRE_GPU();
  const auto points = drawn<float>(130, 2, 0);
  density_options o;
  o.halo = true;
  density_result r, one;
  density_by_gpus(ranks_of(2), points, 2, o, r);
  find_variant(density_variants<float>(), "tiles").run(points, 2, o, one);
  CHECK((r.dc == one.dc && r.gap == one.gap && r.clusters == one.clusters));
  CHECK((r.rho == one.rho && r.delta == one.delta && r.parent == one.parent && r.cluster == one.cluster && r.halo == one.halo));
  REQUIRE_THROWS_WITH(density_by_gpus(ranks_of(2), points, 0, o, r), "no coordinates");
}
