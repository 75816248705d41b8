#pragma once
#include <cmath>
#include <ww/detail/ground/rounding.cuh>

namespace ww {
namespace detail::neighbours {
struct sine_cosine {
  double sine, cosine;
};
__host__ __device__ inline sine_cosine of_small(double degrees) {
  const double x = rounded_product(degrees, 0.017453292519943295);
  const double z = rounded_product(x, x);
  double s = 0, c = 0;
  for (int k = 16; k > 0; k -= 2) {
    const double even = double(k) * (k - 1), odd = double(k) * (k + 1);
    s = rounded_quotient(rounded_product(-z, rounded_sum(1, s)), odd);
    c = rounded_quotient(rounded_product(-z, rounded_sum(1, c)), even);
  }
  return {rounded_sum(x, rounded_product(x, s)), rounded_sum(1, c)};
}
__host__ __device__ inline sine_cosine of_degrees(double a) {
  const int turns = int(rounded_quotient(a, 90) + (a < 0 ? -0.5 : 0.5));
  const sine_cosine v = of_small(rounded_difference(a, 90.0 * turns));
  switch (turns & 3) {
    case 0: return v;
    case 1: return {v.cosine, -v.sine};
    case 2: return {-v.sine, -v.cosine};
    default: return {-v.cosine, v.sine};
  }
}
}
__host__ __device__ inline void unit_vector(double longitude,
                                            double latitude,
                                            double* out) {
  double l = std::fmod(longitude, 360.0);
  if (l > 180) l = l - 360;
  if (l <= -180) l = l + 360;
  if (latitude == 90 || latitude == -90) l = 0;
  const auto east = detail::neighbours::of_degrees(l);
  const auto north = detail::neighbours::of_degrees(latitude);
  const double zero = 0;
  out[0] = rounded_product(north.cosine, east.cosine) + zero;
  out[1] = rounded_product(north.cosine, east.sine) + zero;
  out[2] = north.sine + zero;
}
inline double great_circle(double squared) {
  if (squared > 4) return squared > 5 ? squared : great_circle(4);
  return 2 * 6371.0088 *
         std::atan2(std::sqrt(squared), std::sqrt(4 - squared));
}
}
