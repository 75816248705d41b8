#pragma once
#include "wagener.cuh"

namespace ww {
__global__ void match_and_merge_as_published(const float2* hood,
                                             float2* newhood,
                                             short* scratch) {
  const int d1 = int(blockDim.x), d2 = int(blockDim.y), d = d1 * d2;
  const int start = int(blockIdx.x) * 2 * d, middle = start + d;
  const int x = int(threadIdx.x), y = int(threadIdx.y);
  const int place = x + d1 * y;
  auto seen_from_p = [=](int i, int j) {
    return side(hood, j, middle, middle + d - 1, hood[i], hood[j]);
  };
  auto seen_from_q = [=](int i, int j) {
    return side(hood, i, start, middle - 1, hood[i], hood[j]);
  };
  scratch[start + place] = scratch[middle + place] = -1;
  __syncthreads();
  int i = start + d2 * x;
  if (!remote(hood[i])) {
    const int j = middle + d1 * y;
    if (seen_from_p(i, j) <= EQUAL &&
        (y == d2 - 1 || remote(hood[j + d1]) ||
         seen_from_p(i, j + d1) == HIGH))
      scratch[start + x] = short(j);
  }
  __syncthreads();
  if (!remote(hood[i])) {
    const int j = scratch[start + x] + y;
    if (seen_from_p(i, j) == EQUAL)
      scratch[middle + x] = short(j);
    else if (d2 < d1 && seen_from_p(i, j + d2) == EQUAL)
      scratch[middle + x] = short(j + d2);
  }
  __syncthreads();
  if (!remote(hood[i])) {
    const int j = scratch[middle + x];
    if (seen_from_q(i, j) <= EQUAL &&
        (x == d1 - 1 || remote(hood[i + d2]) ||
         seen_from_q(i + d2, scratch[middle + x + 1]) == HIGH))
      scratch[start] = short(i);
  }
  __syncthreads();
  i = scratch[start] + y;
  if (!remote(hood[i])) {
    const int j = middle + d2 * x;
    if (seen_from_p(i, j) <= EQUAL &&
        (x == d1 - 1 || remote(hood[j + d2]) ||
         seen_from_p(i, j + d2) == HIGH))
      scratch[middle + y] = short(j);
  }
  __syncthreads();
  if (x < d2) {
    const int j = scratch[middle + y] + x;
    if (seen_from_p(i, j) == EQUAL && seen_from_q(i, j) == EQUAL) {
      scratch[start] = short(i);
      scratch[start + 1] = short(j);
    }
  }
  __syncthreads();
  const int p = scratch[start], q = scratch[start + 1];
  newhood[start + place] = hood[start + place];
  newhood[middle + place] = remote_point();
  __syncthreads();
  if (middle + place >= q)
    newhood[middle + place - (q - p - 1)] = hood[middle + place];
}
}
