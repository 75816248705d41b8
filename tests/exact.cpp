// SPDX-FileCopyrightText: 2026 The Warp and Weave authors
// SPDX-License-Identifier: MIT
// The oracle of exact.h. Each coordinate is an integer after multiplication by one power of two.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <boost/multiprecision/cpp_int.hpp>
#include "exact.h"

using boost::multiprecision::cpp_int;

static std::array<cpp_int, 6> as_integers(const std::array<double, 6>& x) {
  int least = 0;
  for (double v : x)
    if (v != 0) least = std::min(least, std::ilogb(v) - 52);
  std::array<cpp_int, 6> out;
  for (std::size_t k = 0; k < 6; ++k) {
    if (x[k] == 0) continue;
    int e = std::ilogb(x[k]) - 52;
    out[k] = cpp_int(std::int64_t(std::scalbn(x[k], -e)));
    out[k] <<= e - least;
  }
  return out;
}

int exact_oracle::orientation(double ax, double ay, double bx, double by, double cx, double cy) {
  auto v = as_integers({ax, ay, bx, by, cx, cy});
  cpp_int left = (v[2] - v[0]) * (v[5] - v[1]);
  cpp_int right = (v[3] - v[1]) * (v[4] - v[0]);
  return left.compare(right) > 0 ? 1 : left.compare(right) < 0 ? -1 : 0;
}
