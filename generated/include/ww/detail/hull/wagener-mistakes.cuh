#pragma once
#include <ww/detail/hull/wagener-kernels.cuh>

namespace ww::detail::hull {
static __global__ void match_and_merge_as_published(const float2* hood,
                                                    float2* newhood,
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
  auto last_not_high = [](auto seen, int at, int stride, int stop) {
    return seen(at) != HIGH &&
           (at + stride >= stop || seen(at + stride) == HIGH);
  };
  scratch[left + mine] = scratch[right + mine] = -1;
  __syncthreads();
  const int sample = left + d2 * x;
  if (!remote(hood[sample])) {
    const int q = right + d1 * y;
    auto seen = [=](int c) { return from_left(sample, c); };
    if (last_not_high(seen, q, d1, end)) scratch[left + x] = short(q);
  }
  __syncthreads();
  if (!remote(hood[sample]))
    for (int k = y; k < d1; k += d2) {
      const int q = scratch[left + x] + k;
      if (from_left(sample, q) == EQUAL) scratch[right + x] = short(q);
    }
  __syncthreads();
  if (!remote(hood[sample])) {
    auto seen = [=](int p) {
      if (remote(hood[p])) return short(HIGH);
      return from_right(p, scratch[right + (p - left) / d2]);
    };
    if (last_not_high(seen, sample, d2, right))
      scratch[left] = short(sample);
  }
  __syncthreads();
  const int vertex = scratch[left] + y;
  if (!remote(hood[vertex])) {
    const int q = right + d2 * x;
    auto seen = [=](int c) { return from_left(vertex, c); };
    if (last_not_high(seen, q, d2, end)) scratch[right + y] = short(q);
  }
  __syncthreads();
  if (x < d2) {
    const int q = scratch[right + y] + x;
    if (from_left(vertex, q) == EQUAL && from_right(vertex, q) == EQUAL) {
      scratch[left] = short(vertex);
      scratch[left + 1] = short(q);
    }
  }
  __syncthreads();
  const int p = scratch[left], q = scratch[left + 1];
  newhood[left + mine] = hood[left + mine];
  newhood[right + mine] = remote_point();
  __syncthreads();
  if (right + mine >= q)
    newhood[right + mine - (q - p - 1)] = hood[right + mine];
}
}
