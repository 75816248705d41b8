#pragma once
#include <algorithm>
#include <cmath>
#include <ww/files.h>

namespace ww::detail::neighbours {
template <class T> double scale_of(const table<T>& in, int k) {
  const auto n = in.columns ? in.values.size() / in.columns : 0;
  auto size = [&](std::size_t i, int c) {
    return std::abs(double(in.values[i * in.columns + c]));
  };
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (int c = 0; c < k; ++c) largest = std::max(largest, size(i, c));
  if (largest == 0) return 1;
  const double scale = std::ldexp(
      1, std::clamp(55 - std::ilogb(largest), -1022, 1023));
  const double least = sizeof(T) == 4 ? 0x1p-126 : 0x1p-459;
  for (std::size_t i = 0; i < n; ++i)
    for (int c = 0; c < k; ++c)
      if (size(i, c) > 0 && size(i, c) * scale < least)
        throw bad_input(in.where(i) + format(
            ": %g is lost beside the largest coordinate, %g%s", size(i, c),
            largest, sizeof(T) == 4 ? " (--double takes more)" : ""));
  return scale;
}
}
