#pragma once
#include <iterator>
#include <ww/datasets.cuh>

namespace ww::detail::neighbours {
__host__ __device__ inline double scaled(double x,
                                         std::uint32_t halvings) {
  return rounded_product(x, ldexp(1.0, -int(halvings)));
}
struct summit {
  double x, y, h;
};
__host__ __device__ inline void draw_in_cluster(
    summit& p, const random_source& r, std::uint32_t choice) {
  const std::int64_t clusters = std::int64_t(1) << choice % 13;
  const random_source own{r.seed, -2 - r.words(2).word[0] % clusters,
                          64};
  const two_numbers middle = own.uniform(0), z = normal(r, 3);
  const double width = 1.0 / (8 << own.words(1).word[0] % 16);
  p.x = rounded_sum(middle.u, rounded_product(width, z.u));
  p.y = rounded_sum(middle.v, rounded_product(width, z.v));
}
__host__ __device__ inline void draw_on_ring(summit& p, bool one,
                                             const random_source& r,
                                             bool first) {
  const disk_sample d = in_disk(r, 2);
  const double radius = one ? 1 : double(1 << r.words(1).word[3] % 16);
  const double f = rounded_quotient(radius, rounded_root(d.square));
  p.x = first ? 0 : rounded_product(d.x, f);
  p.y = first ? 0 : rounded_product(d.y, f);
  if (first) p.h = -1;
}
__host__ __device__ inline double from_middle(two_numbers u) {
  const double x = rounded_difference(u.u, 0.5);
  const double y = rounded_difference(u.v, 0.5);
  return rounded_sum(rounded_product(x, x), rounded_product(y, y));
}
inline constexpr const char* scene_names[] = {
    "random", "clusters", "ring", "rings", "away", "toward", "columns",
    "lattice", "equal", "flat", "far", "nested", "line", "thin",
    "powers", "swirl", "terraces"};
inline constexpr int scene_kinds = int(std::size(scene_names));
__host__ __device__ inline summit draw_summit(int kind, std::int64_t n,
                                              std::uint64_t seed,
                                              std::int64_t i) {
  const random_source r{seed, i, 64}, whole{seed, -1, 64};
  const two_numbers u = r.uniform(0);
  const std::uint32_t choice = whole.words(0).word[0];
  summit p{u.u, u.v, r.uniform(1).u};
  switch (kind) {
    case 1: draw_in_cluster(p, r, choice); break;
    case 2:
    case 3: draw_on_ring(p, kind == 2, r, i == 0); break;
    case 4:
    case 5: p.h = kind == 5 ? -from_middle(u) : from_middle(u); break;
    case 16:
      p.h = double(int(from_middle(u) * (4 << choice % 8)));
      if (choice / 8 % 2) p.h = -p.h;
      break;
    case 10:
      if (i > 0) break;
      p.x = p.y = 1e30;
      p.h = choice % 2 ? 2 : -1;
      break;
    case 6:
      p.x = double(r.words(2).word[0] % (1 + choice % 4096));
      break;
    case 7: {
      const std::int64_t side = std::int64_t(rounded_root(double(n))) + 1;
      p.x = double(i % side);
      p.y = double(i / side);
      if (choice % 2) p.h = double(r.words(2).word[0] % 8);
      break;
    }
    case 8: p.x = p.y = 0.5; break;
    case 9: p.h = 1; break;
    case 12: p.y = p.h = p.x; break;
    case 11: {
      const std::uint32_t octave = r.words(2).word[0] % 61;
      const two_numbers z = normal(r, 3);
      p.x = scaled(z.u, octave);
      p.y = scaled(z.v, octave);
      break;
    }
    case 13: {
      const std::uint64_t far = std::uint64_t(1) << choice % 35;
      const std::uint32_t columns = 2 << choice / 64 % 9;
      p.x = double(far) * (r.words(2).word[0] % columns);
      break;
    }
    case 14: {
      const random_words w = r.words(2);
      p.x = scaled(rounded_sum(1, u.u), w.word[0] % 101);
      p.y = scaled(rounded_sum(1, u.v), w.word[1] % 101);
      break;
    }
    case 15: {
      const disk_sample d = in_disk(r, 2);
      const double turn = rounded_root(d.square) * 16;
      p.x = scaled(d.x, std::uint32_t(turn));
      p.y = scaled(d.y, std::uint32_t(turn));
      break;
    }
  }
  return p;
}
}
