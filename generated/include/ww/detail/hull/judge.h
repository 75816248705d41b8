#pragma once
#include <stdexcept>
#include <vector>
#include <ww/detail/hull/chain.cuh>

namespace ww::detail::hull {
template <class P>
bool is_upper_hull(const std::vector<P>& p,
                   const std::vector<point_index>& hull) {
  const chain_rule rule;
  if (hull.empty() || hull[0] != 0 || !same(p[hull.back()], p.back()))
    return false;
  bool right = true;
  const auto vertices = std::int64_t(hull.size());
#pragma omp parallel for schedule(dynamic, 256) reduction(&& : right)
  for (std::int64_t k = 1; k < vertices; ++k) {
    const point_index a = hull[k - 1], b = hull[k];
    right = right && a < b && !same(p[b - 1], p[b]);
    if (k > 1) right = right && !rule.drops(p[hull[k - 2]], p[a], p[b]);
    for (point_index i = a + 1; i < b && right; ++i)
      right = same(p[i], p[i - 1]) || rule.drops(p[a], p[i], p[b]);
  }
  return right;
}
template <class P>
void check_upper_hull(const std::vector<P>& points,
                      const std::vector<point_index>& hull) {
  if (!is_upper_hull(points, hull))
    throw std::runtime_error("this is not the upper hull");
}
}
