#pragma once
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>
#include <ww/datasets.cuh>

namespace ww::detail::neighbours::density {
struct twin_shape {
  int clusters;
  double width;
};
inline twin_shape shape_of(const std::string& name) {
  if (name == "r15") return {15, 0.3};
  if (name == "d31") return {31, 0.75};
  if (name == "birch") return {100, 21500};
  if (name == "dim") return {16, 2};
  if (name == "thousand") return {1000, 0.01};
  if (name == "blobs") return {20, 1};
  if (name == "mixture") return {32, 0.2};
  if (name == "uniform" || name == "scales" ||
      name.starts_with("many-"))
    return {0, 0};
  throw bad_input("no twin is named " + name);
}
inline double centre_of(const std::string& name, int cluster, int c) {
  const double turn = 6.283185307179586;
  if (name == "birch")
    return 80500 + 92300 * (c == 0 ? cluster / 10 : cluster % 10);
  if (name == "r15") {
    const double radius = cluster == 0 ? 0 : cluster < 8 ? 2.05 : 6.5;
    const double angle = turn * (cluster % 7) / 7;
    return 10 + radius * (c == 0 ? std::cos(angle) : std::sin(angle));
  }
  const random_source r{7, cluster, std::uint32_t(c)};
  const double u = r.uniform(0).u;
  return name == "d31"     ? 3 + 26 * u
         : name == "dim"   ? 40 + 170 * u
         : name == "blobs" ? 200 * u - 100
                           : u;
}
inline double blob_point(const random_source& r, std::int64_t i,
                         std::int64_t n, int c) {
  const std::int64_t each = std::max<std::int64_t>(1, n * 9 / 200);
  return i < 20 * each
             ? centre_of("blobs", int(i / each), c) + normal(r, 0).u
             : 200 * r.uniform(0).u - 100;
}
inline double drawn_point(int number, std::uint64_t seed,
                          std::int64_t i, int c, int k) {
  auto from = [&](std::int64_t at, int family) {
    return random_source{seed, at, std::uint32_t(family)};
  };
  const auto [a, b] = from(number, 97).uniform(0);
  const random_source r = from(i, 100 + c);
  const double u = r.uniform(0).u, mine = from(i, 98).uniform(0).u;
  const double width = std::pow(10, -5 * b);
  const std::int64_t heap = i % (1 << int(10 * a));
  const double centre = from(heap, 5000 + c).uniform(0).u;
  double sum = 0;
  switch (number % 8) {
    case 0:
      if (mine >= a) return u;
      return i % k == c ? std::sqrt(k / 12.0) * (0.3 + 1.2 * b) : 0;
    case 1: return centre + width * normal(r, 0).u;
    case 2: return (centre < 0.5) != (u < b / 2);
    case 3: return std::floor((2 + 30 * a * a) * u);
    case 4:
      for (int w = 0; w <= 8 * a; ++w)
        sum += int(k * from(i, 10 + w).uniform(0).u) == c;
      return sum;
    case 5:
      for (int d = 0; d <= 8 * a; ++d)
        sum += normal(from(i, 10 + d), 0).u *
               from(d, 5000 + c).uniform(0).v;
      return sum + width * normal(r, 0).u;
    case 6: return std::tan(3.14159 * (u - 0.5) * a);
    default: return normal(r, 0).u * std::exp(-10 * a * mine);
  }
}
inline double many_point(const std::string& name, std::uint64_t seed,
                         std::int64_t i, int c, int k) {
  if (name == "many-corners") return i % k == c ? 1 : 0;
  if (name.starts_with("many-drawn-"))
    return drawn_point(std::stoi(name.substr(11)), seed, i, c, k);
  if (name == "many-far" && i == 5) return 1e6;
  const std::int64_t p = name == "many-copies" ? i / 8 : i;
  const random_source r{seed, p, 100 + std::uint32_t(c)};
  const double u = r.uniform(0).u;
  if (name == "scales") return std::ldexp(u, -2 * int(i % 10));
  return name == "many-columns" ? std::ldexp(u, -(c % 30)) : u;
}
constexpr const char* hard_twins[] = {
    "mixture",  "dim",          "many-corners",
    "many-far", "many-columns", "many-copies"};
inline std::vector<float> draw_twin(const std::string& name,
                                    std::int64_t n, int k,
                                    std::uint64_t seed = 1) {
  const twin_shape shape = shape_of(name);
  std::vector<float> p(std::size_t(n * k));
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n; ++i)
    for (int c = 0; c < k; ++c) {
      const random_source r{seed, i, 100 + std::uint32_t(c)};
      p[i * k + c] =
          name == "blobs" ? float(blob_point(r, i, n, c))
          : shape.clusters == 0
              ? float(many_point(name, seed, i, c, k))
              : float(centre_of(name, int(i % shape.clusters), c) +
                      shape.width * normal(r, 0).u);
    }
  return p;
}
}
