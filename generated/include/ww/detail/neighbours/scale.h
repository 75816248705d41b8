#pragma once
#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <ww/files.h>

namespace ww::detail::neighbours {
inline double number_said(const char* option, const std::string& text,
                          double most) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc() && rest == end && value > 0 && value <= most)
    return value;
  throw bad_input(
      std::string(option) + " " + text +
      (most > 100 ? ": a finite number above 0 is expected"
                  : format(": a number above 0 and at most %g is "
                           "expected", most)));
}
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
            ": %g is lost beside the largest coordinate, %g%s",
            size(i, c), largest,
            sizeof(T) == 4 ? " (--double takes more)" : ""));
  return scale;
}
}
