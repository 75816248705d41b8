#pragma once
#include <ww/detail/hull/heaphull-kernels.cuh>
#include <ww/program.h>

namespace ww::detail::hull {
enum class point_shape {
  square, disk, annulus, tail, clusters, edge, cross, parabola, border,
  dust
};
enum class point_order {
  random, along, outwards, inwards, spiral, blocks, hidden
};
struct structured_points {
  std::uint64_t seed;
  point_shape shape;
  point_order order;
  int thin = 1, clusters = 1, flat = 0, moved = 0, scale = 0;
  int far = 0, equal = 0;
  bool turned = false;
  template <class T> static structured_points draw(std::uint64_t seed);
  std::string describe() const;
};
template <class T>
structured_points structured_points::draw(std::uint64_t seed) {
  const random_source r{seed, 0, 31};
  const random_words a = r.words(0), b = r.words(1), c = r.words(2);
  const int most = sizeof(T) == 4 ? 100 : 900;
  structured_points s{seed, point_shape(a.word[0] % 10),
                      point_order(a.word[1] % 7)};
  s.thin = 1 + int(a.word[2] % 15);
  s.clusters = 1 + int(a.word[3] % 64);
  if (b.word[0] % 3 == 0) s.flat = 1 + int((b.word[0] >> 8) % 30);
  if (b.word[1] % 3 == 0) s.moved = 1 + int((b.word[1] >> 8) % 6);
  if (b.word[2] % 3 == 0)
    s.scale = int((b.word[2] >> 8) % (2 * most)) - most;
  s.turned = b.word[3] % 2 == 0;
  const int fifth = int(c.word[0] % 5), fourth = int(c.word[1] % 4);
  s.equal = fifth == 0 ? 50 : fifth == 1 ? 99 : 0;
  s.far = fourth == 0 ? 2 : fourth == 1 ? 100 : 0;
  if (s.shape == point_shape::dust && s.far == 0) s.far = 2;
  return s;
}
inline std::string structured_points::describe() const {
  const char* shapes[] = {"square", "disk", "annulus", "tail",
                          "clusters", "edge", "cross", "parabola",
                          "border", "dust"};
  const char* orders[] = {"random", "along", "outwards", "inwards",
                          "spiral", "blocks", "hidden"};
  std::string s = format("%s; %s", shapes[int(shape)],
                         orders[int(order)]);
  if (int(shape) > 1 && shape != point_shape::tail)
    s += format("; width 1e-%d", thin);
  if (shape == point_shape::clusters) s += format("; %d", clusters);
  if (turned) s += "; turned";
  if (flat > 0) s += format("; flat 2^-%d", flat);
  if (moved > 0) s += format("; moved 1e%d", moved);
  if (scale != 0) s += format("; times 2^%d", scale);
  if (equal > 0) s += format("; %d%% equal", equal);
  if (far > 0) s += format("; %d far", far);
  return s;
}
__host__ __device__ inline two_numbers on_circle(double f) {
  const int quarter = int(4 * f) % 4;
  const double t = 4 * f - int(4 * f), d = 1 + t * t;
  const double x = (1 - t * t) / d, y = 2 * t / d;
  return quarter == 0 ? two_numbers{x, y}
       : quarter == 1 ? two_numbers{-y, x}
       : quarter == 2 ? two_numbers{-x, -y} : two_numbers{y, -x};
}
__host__ __device__ inline two_numbers times(double r, two_numbers p) {
  return {r * p.u, r * p.v};
}
__host__ __device__ inline double part_of(double x) {
  return x - double(std::int64_t(x));
}
__host__ __device__ inline two_numbers numbers_of(
    const structured_points& s, std::int64_t i, std::int64_t n) {
  const two_numbers r = random_source{s.seed, i, 32}.uniform(0);
  const double at = (double(i) + r.u) / double(n);
  const std::int64_t block = i * 64 / n;
  switch (s.order) {
    case point_order::along: return {at, r.v};
    case point_order::outwards: return {r.v, at};
    case point_order::inwards: return {r.v, 1 - at};
    case point_order::spiral: return {part_of(100 * at), at};
    case point_order::blocks: {
      const random_source b{s.seed, block, 33};
      return {part_of(b.uniform(0).u + r.u / 64), r.v};
    }
    default: return r;
  }
}
__host__ __device__ inline two_numbers on_shape(
    const structured_points& s, two_numbers r) {
  double w = 1;
  for (int k = 0; k < s.thin; ++k) w /= 10;
  const double f = r.u, g = r.v, x = 2 * f - 1;
  const int quarter = int(4 * f) % 4;
  const double t = 2 * (4 * f - quarter) - 1;
  const int k = int(f * s.clusters);
  const random_source own{s.seed, k, 34};
  switch (s.shape) {
    case point_shape::square: return {x, 2 * g - 1};
    case point_shape::disk: return times(rounded_root(g), on_circle(f));
    case point_shape::annulus: return times(1 - w * g, on_circle(f));
    case point_shape::tail: return times(1 / (1 - g), on_circle(f));
    case point_shape::clusters: {
      const two_numbers c = own.uniform(0);
      return {c.u + w * part_of(f * s.clusters), c.v + w * g};
    }
    case point_shape::edge: return {x, 0.37 * x + w * g};
    case point_shape::cross: return {t, (quarter % 2 ? -t : t) + w * g};
    case point_shape::parabola: return {x, x * x + w * g};
    case point_shape::border: {
      const double in = 1 - w * g;
      return quarter == 0 ? two_numbers{t, in}
           : quarter == 1 ? two_numbers{t, -in}
           : quarter == 2 ? two_numbers{in, t} : two_numbers{-in, t};
    }
    case point_shape::dust: return {w * x, w * (2 * g - 1)};
  }
  return r;
}
__host__ __device__ inline bool in_sample(std::int64_t i,
                                          std::int64_t samples,
                                          std::int64_t n) {
  if (n <= samples) return false;
  const std::int64_t run = i / (n / (samples / 32));
  if (run >= samples / 32) return false;
  const std::int64_t first = sample_index(32 * run, samples, n);
  return i >= first && i < first + 32;
}
__host__ __device__ inline two_numbers unplaced_point(
    const structured_points& s, std::int64_t i, std::int64_t n,
    std::int64_t samples) {
  const std::int64_t apart = s.far > 0 ? n / s.far : 0;
  const random_source own{s.seed, i, 35};
  if (apart > 0 && i % apart == apart / 2)
    return times(8, on_circle(own.uniform(0).u));
  if (own.words(1).word[0] % 100 < std::uint32_t(s.equal))
    return on_shape(s, random_source{s.seed, 0, 36}.uniform(0));
  const two_numbers p = on_shape(s, numbers_of(s, i, n));
  const bool hide =
      s.order == point_order::hidden && in_sample(i, samples, n);
  return hide ? times(0x1p-10, p) : p;
}
template <class T>
__host__ __device__ point<T> draw_point_of(const structured_points& s,
                                           std::int64_t i,
                                           std::int64_t n,
                                           std::int64_t samples) {
  two_numbers p = unplaced_point(s, i, n, samples);
  p.v *= std::ldexp(1.0, -s.flat);
  const two_numbers to =
      on_circle(random_source{s.seed, 0, 37}.uniform(0).u);
  if (s.turned) p = {p.u * to.u - p.v * to.v, p.u * to.v + p.v * to.u};
  double away = s.moved > 0 ? 1 : 0;
  for (int k = 0; k < s.moved; ++k) away *= 10;
  p = {p.u + away, p.v - away};
  return {T(std::ldexp(p.u, s.scale)), T(std::ldexp(p.v, s.scale))};
}
template <class T>
__global__ void draw_structured(point<T>* out, structured_points s,
                                std::int64_t n, std::int64_t samples) {
  const std::int64_t step = std::int64_t(gridDim.x) * blockDim.x;
  for (std::int64_t i = thread_number(); i < n; i += step) {
    const point<T> p = draw_point_of<T>(s, i, n, samples);
    out[i].x = p.x;
    out[i].y = p.y;
  }
}
}
