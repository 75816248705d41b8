#pragma once
#include <cstdint>
#include <type_traits>
#include <ww/sort.cuh>

namespace ww::detail {
template <class K>
using ordered_key = std::conditional_t<sizeof(K) == 4, std::uint32_t,
                                       unsigned long long>;
template <class W> struct key_order {
  W turn, flip;
  bool point = false;
};
template <class K>
__host__ __device__ key_order<ordered_key<K>> order_of(order o) {
  using W = ordered_key<K>;
  const W top = W(1) << (8 * sizeof(W) - 1);
  key_order<W> map{0, std::is_unsigned_v<K> ? W(0) : top};
  if (std::is_floating_point_v<K>) map.turn = W(top - 1);
  if (o == order::descending) map.flip = W(~map.flip);
  return map;
}
template <class W> __host__ __device__ inline W spread_sign(W x) {
  return W(std::make_signed_t<W>(x) >> (8 * sizeof(W) - 1));
}
template <class W>
__host__ __device__ inline W to_order(W bits, key_order<W> map);
template <class W>
__host__ __device__ inline W from_order(W key, key_order<W> map);
__host__ __device__ inline unsigned long long key_of_point(
    unsigned long long bits) {
  auto key = [](std::uint32_t b) -> unsigned long long {
    return to_order(b << 1 == 0 ? 0u : b,
                    order_of<float>(order::ascending));
  };
  return key(std::uint32_t(bits)) << 32 |
         key(std::uint32_t(bits >> 32));
}
__host__ __device__ inline unsigned long long point_of_key(
    unsigned long long key) {
  auto number = [](std::uint32_t k) -> unsigned long long {
    return from_order(k, order_of<float>(order::ascending));
  };
  return number(std::uint32_t(key)) << 32 |
         number(std::uint32_t(key >> 32));
}
template <class W>
__host__ __device__ inline W to_order(W bits, key_order<W> map) {
  if constexpr (sizeof(W) == 8)
    if (map.point) return key_of_point(bits);
  return bits ^ (spread_sign(bits) & map.turn) ^ map.flip;
}
template <class W>
__host__ __device__ inline W from_order(W key, key_order<W> map) {
  if constexpr (sizeof(W) == 8)
    if (map.point) return point_of_key(key);
  const W bits = key ^ map.flip;
  return bits ^ (spread_sign(bits) & map.turn);
}
}
