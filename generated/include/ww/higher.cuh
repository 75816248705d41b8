#pragma once
#include <cstddef>
#include <cstdint>
#include <ww/launch.cuh>

namespace ww {
template <class T, class V>
struct points_with_heights {
  const T* points;
  std::int64_t stride;
  int k;
  const V* values;
  std::int64_t value_stride, n;
};
struct block_share {
  int rank = 0, ranks = 1;
  __host__ __device__ std::int64_t block(std::int64_t b) const {
    return b * ranks + rank;
  }
  __host__ __device__ bool has(std::int64_t block) const {
    return block % ranks == rank;
  }
  std::int64_t size(std::int64_t blocks) const {
    return (blocks - rank + ranks - 1) / ranks;
  }
};
struct higher_options {
  bool strict = false;
  double ratio = 1;
};
template <class T, class V>
void nearest_higher(void* temporary, std::size_t& bytes,
                    points_with_heights<T, V> in, std::int64_t* higher,
                    double* squared, higher_options options = {},
                    cudaStream_t stream = nullptr);
template <class T, class V>
void nearest_higher_tree(void* temporary, std::size_t& bytes,
                         points_with_heights<T, V> in,
                         std::int64_t* higher, double* squared,
                         higher_options options = {},
                         cudaStream_t stream = nullptr);
template <class T, class V>
void nearest_higher_tiled(void* temporary, std::size_t& bytes,
                          points_with_heights<T, V> in,
                          std::int64_t* higher, double* squared,
                          higher_options options = {},
                          cudaStream_t stream = nullptr);
template <class T, class V>
void nearest_higher_reference(points_with_heights<T, V> in,
                              std::int64_t* higher, double* squared,
                              higher_options options = {});
}
