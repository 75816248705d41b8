// Oracles in exact arithmetic, for tests: slow, and evidently right.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <boost/multiprecision/cpp_int.hpp>

namespace exact_oracle {
using boost::multiprecision::cpp_int;

// The coordinates as integers, after multiplication by one power of two.
template <std::size_t N>
std::array<cpp_int, N> as_integers(const std::array<double, N>& x) {
  int least = 0;
  for (double v : x)
    if (v != 0) least = std::min(least, std::ilogb(v) - 52);
  std::array<cpp_int, N> out;
  for (std::size_t k = 0; k < N; ++k) {
    if (x[k] == 0) continue;
    int e = std::ilogb(x[k]) - 52;
    out[k] = cpp_int(std::int64_t(std::scalbn(x[k], -e)));
    out[k] <<= e - least;
  }
  return out;
}

inline int orientation(double ax, double ay, double bx, double by, double cx,
                       double cy) {
  auto v = as_integers<6>({ax, ay, bx, by, cx, cy});
  cpp_int left = (v[2] - v[0]) * (v[5] - v[1]);
  cpp_int right = (v[3] - v[1]) * (v[4] - v[0]);
  return left.compare(right) > 0 ? 1 : left.compare(right) < 0 ? -1 : 0;
}

template <class P>
int orientation(P a, P b, P c) {
  return orientation(a.x, a.y, b.x, b.y, c.x, c.y);
}
}  // namespace exact_oracle
