#pragma once
#include <cmath>
#include <cstring>
#include <ww/detail/philox.cuh>

namespace ww::detail {
enum class key_input {
  uniform,
  bits,
  gaussian,
  equal,
  two,
  sixteen,
  sorted,
  reversed,
  nearly,
  organ,
  zipf,
  outlier,
  staggered,
  bucket,
  interleaved,
  banks,
  clusters
};
inline constexpr const char* key_input_names[] = {
    "uniform", "bits",    "gaussian",  "equal",  "two",
    "sixteen", "sorted",  "reversed",  "nearly", "organ",
    "zipf",    "outlier", "staggered", "bucket", "interleaved",
    "banks",   "clusters"};
inline constexpr int timed_key_inputs = 16, key_inputs = 17;
template <class K> __host__ __device__ inline K key_of(double x) {
  return std::is_floating_point_v<K> ? K(x) : K(x * 2147483647.0);
}
__host__ __device__ inline double fraction_of(std::uint32_t r) {
  return double(r >> 8) * 0x1p-24;
}
template <class K>
__host__ __device__ inline K key_of_bits(random_words r) {
  const auto w = std::uint64_t(r.word[0]) << 32 | r.word[1];
  K key;
  memcpy(&key, &w, sizeof key);
  return key;
}
__host__ __device__ inline double turned_round(std::int64_t i,
                                               std::int64_t n,
                                               int low) {
  int bits = low;
  while (std::int64_t(1) << bits < n) ++bits;
  std::int64_t turned = 0;
  for (int k = low; k < bits; ++k) turned = 2 * turned + (i >> k) % 2;
  const std::int64_t run = std::int64_t(1) << low;
  return double(turned * run + i % run) /
         double(std::int64_t(1) << bits);
}
__host__ __device__ inline double draw_ordered(key_input what,
                                               std::int64_t i,
                                               std::int64_t n,
                                               random_words r) {
  using enum key_input;
  const std::int64_t parts = 256, part = i * parts / n;
  const double at = double(i) / double(n), u = fraction_of(r.word[0]);
  switch (what) {
    case sorted:
      return at;
    case reversed:
      return 1 - at;
    case nearly:
      return r.word[1] % 100 == 0 ? u : at;
    case organ:
      return at < 0.5 ? at : 1 - at;
    case staggered:
      return (double(part < parts / 2 ? 2 * part + 1
                                      : 2 * part - parts) +
              u) /
             double(parts);
    case bucket:
      return (double((i * parts - part * n) * parts / n) + u) /
             double(parts);
    case interleaved:
      return turned_round(i, n, 0);
    default:
      return turned_round(i, n, 5);
  }
}
template <class K>
__host__ __device__ inline K draw_key(key_input what, std::int64_t i,
                                      std::int64_t n,
                                      std::uint64_t seed) {
  using enum key_input;
  const random_words r = random_source{seed, i, 0}.words(0);
  const double u = fraction_of(r.word[0]);
  switch (what) {
    case uniform:
      return key_of<K>(u);
    case bits:
      return key_of_bits<K>(r);
    case gaussian:
      return key_of<K>((u + fraction_of(r.word[1]) +
                        fraction_of(r.word[2]) + fraction_of(r.word[3])) /
                       4);
    case equal:
      return key_of<K>(0.5);
    case two:
      return K(r.word[0] % 2);
    case sixteen:
      return K(r.word[0] % 16);
    case zipf:
      return K(floor(exp(u * 13.8)));
    case outlier:
      return i == n / 3 ? K(2147483647) : key_of<K>(u / 1024);
    case clusters:
      return key_of<K>(double(r.word[1] % 5) / 8 + u / 1e6);
    default: return key_of<K>(draw_ordered(what, i, n, r));
  }
}
template <class K>
__global__ void draw_keys(K* keys, std::int64_t n, key_input what,
                          std::uint64_t seed) {
  const std::int64_t i =
      std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) keys[i] = draw_key<K>(what, i, n, seed);
}
template <class K>
device_array<K> drawn_keys(key_input what, std::int64_t n,
                           std::uint64_t seed = 1) {
  device_array<K> keys(n);
  const auto blocks = unsigned((n + 255) / 256);
  if (n > 0)
    launch(draw_keys<K>, blocks, 256, 0, nullptr, keys.data(), n, what,
           seed);
  return keys;
}
}
