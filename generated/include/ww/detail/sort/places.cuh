#pragma once
#include <ww/launch.cuh>

namespace ww::detail::sort {
template <class Add>
__device__ inline std::uint32_t place_of(std::uint32_t which,
                                         bool valid, Add add) {
  const std::uint32_t all = 0xffffffffu, lane = threadIdx.x % 32;
  const std::uint32_t lead = __shfl_sync(all, which, 0);
  const std::uint32_t same = __ballot_sync(all, valid && which == lead);
  std::uint32_t place = 0;
  const bool many = __popc(same) >= 6;
  if (many) {
    if (lane == 0) place = add(lead, unsigned(__popc(same)));
    place = __shfl_sync(all, place, 0) +
            unsigned(__popc(same & ((1u << lane) - 1)));
  }
  if (valid && !(many && which == lead)) place = add(which, 1u);
  return place;
}
template <int I, class In, class Bucket, class Put>
__device__ __forceinline__ void take_places(std::uint32_t* counts,
                                            bool full, In in,
                                            Bucket bucket, Put put) {
  auto add = [=](std::uint32_t b, std::uint32_t by) {
    return atomicAdd(&counts[b], by);
  };
  int alike = 0;
  WW_UNROLL for (int k = 0; k < I; k += (I + 1) / 2) {
    const std::uint32_t b = bucket(k);
    alike += __popc(__ballot_sync(~0u, b == __shfl_sync(~0u, b, 0)));
  }
  if (full && alike <= 12) {
    WW_UNROLL for (int k = 0; k < I; ++k)
      put(k, add(bucket(k), 1u));
  } else {
    WW_UNROLL for (int k = 0; k < I; ++k)
      put(k, place_of(bucket(k), in(k), add));
  }
}
}
