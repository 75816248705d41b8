#pragma once
#include <algorithm>
#include <ww/generators.cuh>

namespace ww {
template <class T>
__global__ void draw_points(point<T>* out, distribution d, std::int64_t n,
                            std::uint64_t seed) {
  std::int64_t first = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  std::int64_t stride = std::int64_t(gridDim.x) * blockDim.x;
  for (std::int64_t i = first; i < n; i += stride)
    out[i] = draw_point<T>(d, n, seed, i);
}
template <class T>
device_array<point<T>> generate_on_device(const std::string& name,
                                          std::int64_t n,
                                          std::uint64_t seed) {
  distribution d = find_distribution<T>(name, n);
  device_array<point<T>> a(n);
  std::int64_t blocks = std::min<std::int64_t>((n + 255) / 256, 2048);
  if (n > 0)
    launch(draw_points<T>, dim3(unsigned(blocks)), dim3(256), 0, {},
           a.data(), d, n, seed);
  return a;
}
}
