#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>
#include <ww/detail/ground/philox.cuh>
#include <ww/detail/ground/rounding.cuh>
#include <ww/points.cuh>

namespace ww {
namespace detail {
__host__ __device__ inline double natural_log(double x) {
  std::int64_t bits;
  memcpy(&bits, &x, sizeof bits);
  std::int64_t e = (bits >> 52) - 1023;
  bits -= e * (std::int64_t(1) << 52);
  double m;
  memcpy(&m, &bits, sizeof m);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    ++e;
  }
  double z =
      rounded_quotient(rounded_difference(m, 1), rounded_sum(m, 1));
  double w = rounded_product(z, z), sum = 0;
  for (int k = 21; k > 0; k -= 2)
    sum = rounded_sum(rounded_product(sum, w), rounded_quotient(1, k));
  return rounded_sum(rounded_product(double(e), 0.6931471805599453),
                     rounded_product(2 * z, sum));
}
struct disk_sample {
  double x, y, square;
};
__host__ __device__ inline disk_sample in_disk(const random_source& r,
                                               std::uint32_t block) {
  for (;; ++block) {
    two_numbers p = r.uniform(block);
    double x = rounded_difference(2 * p.u, 1);
    double y = rounded_difference(2 * p.v, 1);
    double s =
        rounded_sum(rounded_product(x, x), rounded_product(y, y));
    if (s > 0 && s < 1) return {x, y, s};
  }
}
__host__ __device__ inline two_numbers normal(const random_source& r,
                                              std::uint32_t block) {
  disk_sample d = in_disk(r, block);
  double f = rounded_root(
      rounded_quotient(-2 * natural_log(d.square), d.square));
  return {rounded_product(d.x, f), rounded_product(d.y, f)};
}
template <class T>
__host__ __device__ point<T> rounded_point(double x, double y) {
  return {T(x), T(y)};
}
template <class T>
__host__ __device__ point<T> square_point(random_source r,
                                          std::int64_t) {
  two_numbers p = r.uniform(0);
  return rounded_point<T>(p.u, p.v);
}
template <class T>
__host__ __device__ point<T> disk_point(random_source r, std::int64_t) {
  disk_sample d = in_disk(r, 0);
  return rounded_point<T>(d.x, d.y);
}
template <class T>
__host__ __device__ point<T> normal_point(random_source r,
                                          std::int64_t) {
  two_numbers p = normal(r, 0);
  return rounded_point<T>(p.u, p.v);
}
template <class T>
__host__ __device__ point<T> circle_point(random_source r,
                                          std::int64_t) {
  disk_sample d = in_disk(r, 0);
  double length = rounded_root(d.square);
  return rounded_point<T>(rounded_quotient(d.x, length),
                          rounded_quotient(d.y, length));
}
template <class T>
inline constexpr int parabola_bits = std::is_same_v<T, float> ? 12 : 26;
template <class T>
__host__ __device__ std::int64_t parabola_x(std::int64_t t) {
  constexpr int p = parabola_bits<T>;
  std::int64_t q = (t >> (p - 1)) - 1;
  return q > 0 ? (t - (q << (p - 1))) << q : t;
}
template <class T>
__host__ __device__ point<T> parabola_point(random_source r,
                                            std::int64_t n) {
  std::int64_t t = r.i - n / 2, end = parabola_x<T>(n / 2), size = 1;
  while (size < end) size *= 2;
  double x = double(parabola_x<T>(t < 0 ? -t : t)) / double(size);
  return rounded_point<T>(t < 0 ? -x : x, x * x);
}
template <class T>
__host__ __device__ point<T> kuzmin_point(random_source r,
                                          std::int64_t) {
  double t = rounded_quotient(1, rounded_difference(1, r.uniform(0).u));
  double radius =
      rounded_root(rounded_difference(rounded_product(t, t), 1));
  disk_sample d = in_disk(r, 1);
  double f = rounded_quotient(radius, rounded_root(d.square));
  return rounded_point<T>(rounded_product(d.x, f),
                          rounded_product(d.y, f));
}
template <class T>
__host__ __device__ point<T> grid_point(random_source r,
                                        std::int64_t n) {
  std::uint64_t m = std::uint64_t(rounded_root(double(n)));
  while (m * m < std::uint64_t(n)) ++m;
  random_words w = r.words(0);
  return rounded_point<T>(double(w.word[0] * m >> 32),
                          double(w.word[1] * m >> 32));
}
template <class T>
__host__ __device__ point<T> clustered_point(random_source r,
                                             std::int64_t) {
  std::int64_t cluster = r.words(0).word[0] >> 28;
  random_source own{r.seed, -1 - cluster, r.family};
  two_numbers centre = own.uniform(0), p = normal(r, 1);
  double deviation =
      rounded_sum(0.01, rounded_product(0.04, own.uniform(1).u));
  return rounded_point<T>(
      rounded_sum(centre.u, rounded_product(deviation, p.u)),
      rounded_sum(centre.v, rounded_product(deviation, p.v)));
}
}
template <class T>
inline constexpr std::int64_t any_size = std::int64_t(1) << 48;
template <class T>
inline constexpr std::int64_t parabola_size =
    (std::int64_t(64 - detail::parabola_bits<T>)
     << detail::parabola_bits<T>) - 1;
#define WW_GENERATORS(line)                                           \
  line(square, 1, any_size, "uniform in the unit square")             \
  line(disk, 2, any_size, "uniform in the unit disk")                 \
  line(normal, 3, any_size, "normal, of standard deviation 1")        \
  line(circle, 4, any_size, "on the unit circle, but for rounding")   \
  line(parabola, 5, parabola_size, "on y = x^2, exactly, in x order") \
  line(kuzmin, 6, any_size, "Kuzmin's: dense centre, heavy tail")     \
  line(grid, 7, any_size,                                             \
       "integer grid: duplicates, collinear points")                  \
  line(clustered, 8, any_size, "sixteen normal clusters")
#define WW_ENTRY(name, family, largest, description) name = family,
enum class distribution : std::uint32_t { WW_GENERATORS(WW_ENTRY) };
#undef WW_ENTRY

struct generator {
  std::string name, description;
  distribution kind;
  std::int64_t largest_float, largest_double;
};
const std::vector<generator>& generators();
template <class T>
__host__ __device__ point<T> draw_point(distribution d, std::int64_t n,
                                        std::uint64_t seed,
                                        std::int64_t i) {
  const detail::random_source r{seed, i, std::uint32_t(d)};
  switch (d) {
#define WW_CASE(name, family, largest, description) \
  case distribution::name: return detail::name##_point<T>(r, n);
    WW_GENERATORS(WW_CASE)
#undef WW_CASE
  }
  return {};
}
template <class T>
distribution find_distribution(const std::string& name, std::int64_t n);
template <class T>
std::vector<point<T>> generate(const std::string& name, std::int64_t n,
                               std::uint64_t seed);
namespace detail {
template <class T>
__global__ void draw_points(point<T>* out, distribution d,
                            std::int64_t n, std::uint64_t seed) {
  std::int64_t first =
      std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  std::int64_t stride = std::int64_t(gridDim.x) * blockDim.x;
  for (std::int64_t i = first; i < n; i += stride) {
    const point<T> p = draw_point<T>(d, n, seed, i);
    out[i] = p;
  }
}
}
template <class T>
device_array<point<T>> generate_on_device(const std::string& name,
                                          std::int64_t n,
                                          std::uint64_t seed) {
  distribution d = find_distribution<T>(name, n);
  device_array<point<T>> a(n);
  std::int64_t blocks = std::min<std::int64_t>((n + 255) / 256, 2048);
  if (n > 0)
    launch(detail::draw_points<T>, unsigned(blocks), 256, 0, {},
           a.data(), d, n, seed);
  return a;
}
}
