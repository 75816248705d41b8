#pragma once
#include <cstdint>
#include <ww/launch.cuh>

namespace ww::detail {
struct random_words {
  std::uint32_t word[4];
};
__host__ __device__ inline random_words philox(random_words c,
                                               std::uint64_t key) {
  std::uint32_t k0 = std::uint32_t(key), k1 = std::uint32_t(key >> 32);
  for (int round = 0; round < 10; ++round) {
    std::uint64_t p = 0xD2511F53ull * c.word[0];
    std::uint64_t q = 0xCD9E8D57ull * c.word[2];
    c = {{std::uint32_t(q >> 32) ^ c.word[1] ^ k0, std::uint32_t(q),
          std::uint32_t(p >> 32) ^ c.word[3] ^ k1, std::uint32_t(p)}};
    k0 += 0x9E3779B9;
    k1 += 0xBB67AE85;
  }
  return c;
}
struct two_numbers {
  double u, v;
};
struct random_source {
  std::uint64_t seed;
  std::int64_t i;
  std::uint32_t family;
  __host__ __device__ random_words words(std::uint32_t block) const {
    return philox({{std::uint32_t(i), std::uint32_t(i >> 32), block,
                    family}}, seed);
  }
  __host__ __device__ static double fraction(std::uint32_t high,
                                             std::uint32_t low) {
    std::uint64_t bits = std::uint64_t(high) << 32 | low;
    return double(bits >> 11) * 0x1p-53;
  }
  __host__ __device__ two_numbers uniform(std::uint32_t block) const {
    random_words w = words(block);
    return {fraction(w.word[0], w.word[1]),
            fraction(w.word[2], w.word[3])};
  }
};
}
