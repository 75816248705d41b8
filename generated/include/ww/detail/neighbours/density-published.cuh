#pragma once
#include <ww/detail/ground/block.cuh>
#include <ww/detail/neighbours/density-kernels.cuh>

namespace ww::detail::neighbours::density {
template <bool Soa>
__device__ float coordinate(const float* p, std::int64_t n, int k,
                            std::int64_t i, int c) {
  return Soa ? p[c * n + i] : p[i * k + c];
}
template <bool Soa>
__global__ void matrix_naive(const float* p, std::int64_t n, int k,
                             float* matrix) {
  const std::int64_t i = blockIdx.y, j = thread_number();
  if (j >= n) return;
  float sum = 0;
  for (int c = 0; c < k; ++c)
    sum = add_square(sum, coordinate<Soa>(p, n, k, i, c) -
                              coordinate<Soa>(p, n, k, j, c));
  matrix[i * n + j] = sqrtf(sum);
}
template <int X, bool Soa>
__global__ void matrix_shared(const float* p, std::int64_t n, int k,
                              float* matrix) {
  float* const rows = dynamic_shared<float>();
  const std::int64_t first = std::int64_t(blockIdx.y) * X;
  const std::int64_t j = thread_number();
  for (int w = int(threadIdx.x); w < X * k; w += int(blockDim.x))
    rows[w] =
        coordinate<Soa>(p, n, k, min(first + w % X, n - 1), w / X);
  __syncthreads();
  if (j >= n) return;
  float sum[X] = {};
  for (int c = 0; c < k; ++c) {
    const float mine = coordinate<Soa>(p, n, k, j, c);
    for (int r = 0; r < X; ++r)
      sum[r] = add_square(sum[r], rows[c * X + r] - mine);
  }
  for (int r = 0; r < X && first + r < n; ++r)
    matrix[(first + r) * n + j] = sqrtf(sum[r]);
}
__device__ inline void add_in_block(double* sums) {
  for (int half = int(blockDim.x) / 2; half > 0; half /= 2) {
    __syncthreads();
    if (int(threadIdx.x) < half)
      sums[threadIdx.x] += sums[threadIdx.x + half];
  }
}
template <int = 0>
__global__ void count_below(const float* matrix, std::int64_t n,
                            float value, wide* total) {
  double* const sums = dynamic_shared<double>();
  double mine = 0;
  for (std::int64_t j = threadIdx.x; j < n; j += blockDim.x)
    mine += matrix[blockIdx.x * n + j] < value;
  sums[threadIdx.x] = mine;
  add_in_block(sums);
  if (threadIdx.x == 0) atomicAdd(total, wide(sums[0]));
}
template <class Count>
double bisect_cutoff(double least, double most, double precision,
                     double threshold, Count count, bool as_printed) {
  while (most - least > precision) {
    const double middle = (least + most) / 2;
    if (middle <= least || middle >= most) break;
    if (as_printed || double(count(middle)) > threshold) most = middle;
    else least = middle;
  }
  return (least + most) / 2;
}
template <int = 0>
__global__ void sample_rows(const float* matrix, std::int64_t n,
                            std::int64_t each, float* sample) {
  const std::int64_t i = thread_number();
  if (i >= n) return;
  for (std::int64_t s = 0; s < each; ++s) {
    const random_source r{2, i * each + s, 0xc0d};
    const auto j = std::int64_t(r.uniform(0).u * double(n));
    sample[s * n + i] = matrix[i * n + min(j, n - 1)];
  }
}
template <int = 0>
__global__ void density_of_row(const float* matrix, std::int64_t n,
                               double dc, double* rho) {
  double* const sums = dynamic_shared<double>();
  const std::int64_t i = blockIdx.x;
  const float factor = float(-1.4426950408889634 / dc / dc);
  double mine = 0;
  for (std::int64_t j = threadIdx.x; j < n; j += blockDim.x) {
    const float d = matrix[i * n + j];
    if (j != i) mine += double(power_of_two(d * d * factor));
  }
  sums[threadIdx.x] = mine;
  add_in_block(sums);
  if (threadIdx.x == 0) rho[i] = sums[0];
}
template <bool Ordered>
__device__ bool is_denser(const double* rho, std::int64_t j,
                          std::int64_t i) {
  return rho[j] > rho[i] || (Ordered && rho[j] == rho[i] && j < i);
}
template <bool Ordered>
__global__ void distance_of_row(const float* matrix, std::int64_t n,
                                const double* rho, double* delta,
                                std::int64_t* parent) {
  float* const distance = dynamic_shared<float>();
  auto* const where =
      reinterpret_cast<std::int64_t*>(distance + blockDim.x);
  const std::int64_t i = blockIdx.x;
  const int t = int(threadIdx.x);
  distance[t] = 0;
  for (std::int64_t j = t; j < n; j += blockDim.x)
    distance[t] = max(distance[t], matrix[i * n + j]);
  for (int half = int(blockDim.x) / 2; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) distance[t] = max(distance[t], distance[t + half]);
  }
  __syncthreads();
  float mine = distance[0];
  std::int64_t from = -1;
  for (std::int64_t j = t; j < n; j += blockDim.x)
    if (const float d = matrix[i * n + j];
        is_denser<Ordered>(rho, j, i) &&
        (from < 0 || d < mine ||
         (d == mine && is_denser<true>(rho, j, from)))) {
      mine = d;
      from = j;
    }
  __syncthreads();
  distance[t] = mine;
  where[t] = from;
  for (int half = int(blockDim.x) / 2; half > 0; half /= 2) {
    __syncthreads();
    if (t >= half || where[t + half] < 0) continue;
    const float other = distance[t + half];
    if (where[t] < 0 || other < distance[t] ||
        (other == distance[t] &&
         is_denser<true>(rho, where[t + half], where[t]))) {
      distance[t] = other;
      where[t] = where[t + half];
    }
  }
  if (t == 0) delta[i] = distance[0];
  if (t == 0) parent[i] = where[0];
}
struct published_shape {
  int threads = 128;
  bool shared = true, soa = true;
};
struct published_density {
  std::int64_t n;
  int k;
  published_shape shape;
  device_array<float> points, matrix, sample;
  device_array<double> rho, delta;
  device_array<std::int64_t> parent;
  device_array<wide> total;
  published_density(const std::vector<float>& p, int k,
                    published_shape shape);
  void find_matrix();
  double bisect(double percent, double precision,
                bool as_printed = false);
  double sampled(double percent, std::int64_t each);
  void find_rho(double dc);
  void find_delta(bool ordered = true);
};
}
