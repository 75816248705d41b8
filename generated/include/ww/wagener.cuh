#pragma once
#include <algorithm>
#include <optional>
#include <string>
#include <vector>
#include <ww/detail/chain.cuh>
#include <ww/generators.cuh>

namespace ww::detail {
__host__ __device__ inline float2 remote_point() {
  return make_float2(10.0f, 0.0f);
}
__host__ __device__ inline bool remote(float2 p) { return p.x > 1.0f; }
enum : short { LOW = -1, EQUAL = 0, HIGH = 1 };
__host__ __device__ inline bool left_of(float2 r, float2 p, float2 q) {
  return orientation(p.x, p.y, q.x, q.y, r.x, r.y) > 0;
}
__host__ __device__ inline short side(const float2* hood, int c, int first,
                                      int last, float2 p, float2 q) {
  if (remote(hood[c])) return HIGH;
  if (c < last && !remote(hood[c + 1]) && left_of(hood[c + 1], p, q))
    return LOW;
  if (c > first && left_of(hood[c - 1], p, q)) return HIGH;
  return EQUAL;
}
__global__ void match_and_merge(const float2* hood, float2* newhood,
                                short* scratch) {
  const int d1 = int(blockDim.x), d2 = int(blockDim.y), d = d1 * d2;
  const int left = int(blockIdx.x) * 2 * d, right = left + d;
  const int end = right + d;
  const int x = int(threadIdx.x), y = int(threadIdx.y);
  const int mine = x + d1 * y;
  auto from_left = [=](int p, int q) {
    return side(hood, q, right, end - 1, hood[p], hood[q]);
  };
  auto from_right = [=](int p, int q) {
    return side(hood, p, left, right - 1, hood[p], hood[q]);
  };
  auto last_not_high = [](auto seen, int at, int step, int stop) {
    return seen(at) != HIGH &&
           (at + step >= stop || seen(at + step) == HIGH);
  };
  scratch[left + mine] = scratch[right + mine] = -1;
  __syncthreads();
  const int sample = left + d2 * x;
  if (!remote(hood[sample])) {
    const int q = right + d1 * y;
    if (last_not_high([=](int c) { return from_left(sample, c); }, q, d1, end))
      scratch[left + x] = short(q);
  }
  __syncthreads();
  if (!remote(hood[sample]))
    for (int k = y; k < d1; k += d2) {
      const int q = scratch[left + x] + k;
      if (from_left(sample, q) == EQUAL) scratch[right + x] = short(q);
    }
  __syncthreads();
  if (y == 0 && !remote(hood[sample])) {
    auto seen = [=](int p) {
      return remote(hood[p]) ? short(HIGH)
                             : from_right(p, scratch[right + (p - left) / d2]);
    };
    if (last_not_high(seen, sample, d2, right)) scratch[left] = short(sample);
  }
  __syncthreads();
  const int corner = scratch[left] + y;
  if (!remote(hood[corner])) {
    const int q = right + d2 * x;
    if (last_not_high([=](int c) { return from_left(corner, c); }, q, d2, end))
      scratch[right + y] = short(q);
  }
  __syncthreads();
  if (x < d2 && !remote(hood[corner])) {
    const int q = scratch[right + y] + x;
    if (from_left(corner, q) == EQUAL && from_right(corner, q) == EQUAL) {
      scratch[left] = short(corner);
      scratch[left + 1] = short(q);
    }
  }
  __syncthreads();
  const int p = scratch[left], q = scratch[left + 1];
  const int old = left + mine;
  newhood[old] = old <= p ? hood[old] : remote_point();
  newhood[right + mine] = remote_point();
  __syncthreads();
  if (right + mine >= q)
    newhood[right + mine - (q - p - 1)] = hood[right + mine];
}
struct wagener_stage { int d1, d2; };
inline std::vector<wagener_stage> wagener_stages(std::int64_t n) {
  std::vector<wagener_stage> stages;
  for (wagener_stage s{2, 1}; s.d1 * s.d2 < n;) {
    stages.push_back(s);
    if (s.d1 > s.d2) s.d2 *= 2;
    else s.d1 *= 2;
  }
  return stages;
}
template <class Before, class After>
std::vector<float2> published_stages(const std::vector<float2>& points,
                                      Before before, After after) {
  std::vector<float2> hoods = points;
  const std::int64_t n = std::int64_t(points.size());
  for (wagener_stage s : wagener_stages(n)) {
    const int d = s.d1 * s.d2;
    before(d, hoods);
    device_array<float2> hood = to_device(hoods), newhood(n);
    device_array<short> scratch(n);
    launch(match_and_merge, dim3(unsigned(n / (2 * d))),
           dim3(unsigned(s.d1), unsigned(s.d2)), 0, {},
           static_cast<const float2*>(hood.data()), newhood.data(),
           scratch.data());
    hoods = to_host(newhood);
    after(s, to_host(scratch));
  }
  return hoods;
}
inline std::vector<float2> vertices_of(std::vector<float2> hoods) {
  hoods.erase(std::remove_if(hoods.begin(), hoods.end(), remote),
              hoods.end());
  return hoods;
}
inline void published_upper_hull(const std::vector<float2>& points,
                                 std::vector<detail::point_index>& hull) {
  hull.clear();
  std::size_t i = 0;
  for (float2 vertex : vertices_of(published_stages(
           points, [](int, const std::vector<float2>&) {},
           [](wagener_stage, const std::vector<short>&) {}))) {
    while (points[i].x < vertex.x) ++i;
    hull.push_back(detail::point_index(i));
  }
}
struct wagener_on_device {
  device_array<float2> points, one, other;
  device_array<short> scratch;
  explicit wagener_on_device(const std::vector<float2>& host)
      : points(to_device(host)), one(points.size()), other(points.size()),
        scratch(points.size()) {}
  const float2* run(cudaStream_t s = nullptr) const {
    const float2* from = points.data();
    float2* to = one.data();
    for (wagener_stage k : wagener_stages(points.size())) {
      launch(match_and_merge,
             dim3(unsigned(points.size() / (2 * k.d1 * k.d2))),
             dim3(unsigned(k.d1), unsigned(k.d2)), 0, s, from, to,
             scratch.data());
      from = to;
      to = to == one.data() ? other.data() : one.data();
    }
    return from;
  }
};
}
namespace ww {
constexpr std::int64_t wagener_limit = 2048;
struct objection {
  std::int64_t point; /* -1: to their number */
  std::string why;
};
inline std::optional<objection> published_objection(
    const std::vector<float2>& p) {
  const auto n = static_cast<long long>(p.size());
  if (n < 2 || n > wagener_limit || (n & (n - 1)) != 0)
    return objection{-1, format("%lld points, where the number must be a "
                                "power of two from 2 to %lld", n,
                                static_cast<long long>(wagener_limit))};
  for (std::int64_t i = 0; i < n; ++i) {
    if (!(p[i].x >= 0 && p[i].x <= 1))
      return objection{i, format("x = %.9g does not lie between 0 and 1",
                                 p[i].x)};
    if (i > 0 && !(p[i].x > p[i - 1].x))
      return objection{i, format("x = %.9g is not greater than %.9g, the x of "
                                 "the point before: the points must come in "
                                 "left-to-right order", p[i].x, p[i - 1].x)};
  }
  if (auto t = find_collinear_triple(p))
    return objection{(*t)[2], format("points %lld, %lld and %lld lie on one "
                                     "line",
                                     static_cast<long long>((*t)[0] + 1),
                                     static_cast<long long>((*t)[1] + 1),
                                     static_cast<long long>((*t)[2] + 1))};
  return {};
}
using detail::published_upper_hull;
}
