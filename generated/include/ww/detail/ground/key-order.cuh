#pragma once
#include <cstdint>
#include <type_traits>
#include <ww/sort.cuh>

namespace ww::detail {
template <class K>
using ordered_key = std::conditional_t<sizeof(K) == 4, std::uint32_t,
                                       unsigned long long>;
template <class W> struct key_order { W turn, flip; };
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
__host__ __device__ inline W to_order(W bits, key_order<W> map) {
  return bits ^ (spread_sign(bits) & map.turn) ^ map.flip;
}
template <class W>
__host__ __device__ inline W from_order(W key, key_order<W> map) {
  const W bits = key ^ map.flip;
  return bits ^ (spread_sign(bits) & map.turn);
}
}
