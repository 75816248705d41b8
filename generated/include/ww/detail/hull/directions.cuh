#pragma once
#include <limits>
#include <ww/detail/ground/rounding.cuh>

namespace ww::detail::hull {
template <class T>
inline constexpr T largest = std::numeric_limits<T>::max();
template <class T>
inline constexpr T infinite = std::numeric_limits<T>::infinity();
template <class T>
inline constexpr T spacing = std::numeric_limits<T>::epsilon();
template <int directions = 8, class P>
__host__ __device__ auto reach(int direction, P p) {
  if constexpr (directions == 16) {
    const auto one = reach(direction / 2, p);
    const auto next = reach((direction / 2 + 1) % 8, p);
    return direction % 2 == 0 ? one : rounded_sum(one, next);
  }
  switch (direction) {
    case 0: return p.x;
    case 1: return rounded_sum(p.x, p.y);
    case 2: return p.y;
    case 3: return rounded_difference(p.y, p.x);
    case 4: return -p.x;
    case 5: return -rounded_sum(p.x, p.y);
    case 6: return -p.y;
    default: return rounded_difference(p.x, p.y);
  }
}
}
