#include <algorithm>
#include <ww/detail/hull/wagener-kernels.cuh>
#include <ww/general-position.cuh>

namespace ww {
namespace detail::hull {
std::vector<wagener_stage> wagener_stages(std::int64_t n) {
  std::vector<wagener_stage> stages;
  for (wagener_stage s{2, 1}; s.d1 * s.d2 < n;) {
    stages.push_back(s);
    if (s.d1 > s.d2) s.d2 *= 2;
    else s.d1 *= 2;
  }
  return stages;
}
std::vector<float2> published_stages(
    const std::vector<float2>& points,
    const std::function<void(int, const std::vector<float2>&)>& before,
    const std::function<void(wagener_stage, const std::vector<short>&)>&
        after) {
  std::vector<float2> hoods = points;
  const auto n = std::int64_t(points.size());
  for (wagener_stage s : wagener_stages(n)) {
    const int d = s.d1 * s.d2;
    if (before) before(d, hoods);
    device_array<float2> hood = to_device(hoods), newhood(n);
    device_array<short> scratch(n);
    launch(match_and_merge, unsigned(n / (2 * d)),
           dim3(unsigned(s.d1), unsigned(s.d2)), 0, {}, hood.data(),
           newhood.data(), scratch.data());
    hoods = to_host(newhood);
    const auto left = to_host(scratch);
    if (after) after(s, left);
  }
  return hoods;
}
std::vector<float2> vertices_of(std::vector<float2> hoods) {
  hoods.erase(std::remove_if(hoods.begin(), hoods.end(), remote),
              hoods.end());
  return hoods;
}
}
using namespace detail::hull;
std::optional<objection> published_objection(
    const std::vector<float2>& p) {
  const auto n = std::int64_t(p.size());
  if (n < 2 || n > wagener_limit || (n & (n - 1)) != 0)
    return objection{
        -1, format("%ld points, where the number must be a power of "
                   "two from 2 to %ld", n, wagener_limit)};
  for (std::int64_t i = 0; i < n; ++i) {
    if (!(p[i].x >= 0 && p[i].x <= 1))
      return objection{i, format("x = %.9g does not lie between 0 and 1",
                                 p[i].x)};
    if (i > 0 && !(p[i].x > p[i - 1].x))
      return objection{
          i, format("x = %.9g is not greater than %.9g, the x of the point "
                    "before: the points must come in left-to-right order",
                    p[i].x, p[i - 1].x)};
  }
  if (const auto t = find_collinear_triple(p))
    return objection{(*t)[2],
                     format("points %ld, %ld and %ld lie on one line",
                            (*t)[0] + 1, (*t)[1] + 1, (*t)[2] + 1)};
  return {};
}
void published_upper_hull(const std::vector<float2>& points,
                          std::vector<std::uint32_t>& hull) {
  hull.clear();
  std::size_t i = 0;
  for (float2 vertex :
       vertices_of(published_stages(points, {}, {}))) {
    while (points[i].x < vertex.x) ++i;
    hull.push_back(std::uint32_t(i));
  }
}
}
