#pragma once
#include <cstdint>
#include <type_traits>
#include <vector>
#include <ww/launch.cuh>

namespace ww {
template <class K>
using word_of_key = std::conditional_t<sizeof(K) == 4, std::uint32_t,
                                       unsigned long long>;
template <class W> struct key_order { W turn, flip; };

template <class K> key_order<word_of_key<K>> order_of(bool descending) {
  using W = word_of_key<K>;
  const W top = W(1) << (8 * sizeof(W) - 1);
  key_order<W> o{0, std::is_unsigned_v<K> ? W(0) : top};
  if (std::is_floating_point_v<K>) o.turn = W(top - 1);
  if (descending) o.flip = W(~o.flip);
  return o;
}
template <class W> __host__ __device__ inline W spread_sign(W x) {
  return W(std::make_signed_t<W>(x) >> (8 * sizeof(W) - 1));
}
template <class W>
__host__ __device__ inline W to_order(W bits, key_order<W> o) {
  return bits ^ (spread_sign(bits) & o.turn) ^ o.flip;
}
template <class W>
__host__ __device__ inline W from_order(W word, key_order<W> o) {
  const W bits = word ^ o.flip;
  return bits ^ (spread_sign(bits) & o.turn);
}
template <class K>
std::int64_t sort_keys(const K* in, K* out, std::int64_t n, bool descending,
                       void* temporary, cudaStream_t s);
template <class K>
std::int64_t sort_pairs(const K* in, K* out, const std::uint32_t* values_in,
                        std::uint32_t* values_out, std::int64_t n,
                        bool descending, void* temporary, cudaStream_t s);
template <class K>
std::int64_t argsort(const K* in, std::uint32_t* places, std::int64_t n,
                     bool descending, void* temporary, cudaStream_t s);
template <class K>
std::int64_t sort_segments(const K* in, K* out, std::int64_t n,
                           const std::int64_t* offsets, std::int64_t segments,
                           bool descending, void* temporary, cudaStream_t s);
template <class K> struct sort_variant {
  const char* name;
  void (*host)(std::vector<K>& keys, bool descending);
  std::int64_t (*device)(const K* in, K* out, std::int64_t n, bool descending,
                         void* temporary, cudaStream_t s);
};
template <class K> const std::vector<sort_variant<K>>& sort_variants();
}
