#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>
#include <ww/detail/ground/key-types.h>
#include <ww/launch.cuh>
#include <ww/program.h>

namespace ww {
enum class order { ascending, descending };
template <class K>
void sort_keys(void* temporary, std::size_t& bytes, const K* in, K* out,
               std::int64_t n, order o = order::ascending,
               cudaStream_t stream = nullptr);
template <class K>
void sort_pairs(void* temporary, std::size_t& bytes, const K* keys_in,
                K* keys_out, const std::uint32_t* values_in,
                std::uint32_t* values_out, std::int64_t n,
                order o = order::ascending,
                cudaStream_t stream = nullptr);
template <class K>
void sort_keys_in_place(void* temporary, std::size_t& bytes, K* keys,
                        K* other, std::int64_t n,
                        order o = order::ascending,
                        cudaStream_t stream = nullptr);
template <class K>
void sort_pairs_in_place(void* temporary, std::size_t& bytes, K* keys,
                         K* other, std::uint32_t* values,
                         std::uint32_t* other_values, std::int64_t n,
                         order o = order::ascending,
                         cudaStream_t stream = nullptr);
template <class K>
void argsort(void* temporary, std::size_t& bytes, const K* keys,
             std::uint32_t* indices, std::int64_t n,
             order o = order::ascending, cudaStream_t stream = nullptr);
template <class K>
void sort_segments(void* temporary, std::size_t& bytes, const K* in,
                   K* out, std::int64_t n, const std::int64_t* offsets,
                   std::int64_t segments, order o = order::ascending,
                   cudaStream_t stream = nullptr);
namespace detail {
void require_indices(std::int64_t n, const char* what = "keys");
struct early_sort {
  unsigned long long* wanted;
  std::function<void(unsigned long long*, std::int64_t)> decide;
  std::function<bool()> goes_on;
};
void sort_points_by_key(void* temporary, std::size_t& bytes,
                        const float2* in, float2* out, bool ordered,
                        std::uint32_t* order, std::int64_t n,
                        cudaStream_t stream,
                        const early_sort* early = nullptr);
}
namespace detail {
void sort_first_pairs(const unsigned long long* number,
                      void* temporary, std::size_t& bytes,
                      const std::uint64_t* keys,
                      const std::uint32_t* values_in,
                      std::uint32_t* values_out, std::int64_t n,
                      cudaStream_t stream);
template <class K>
void sort_first_segments(const unsigned long long* number,
                         void* temporary, std::size_t& bytes,
                         const K* in, K* out, std::int64_t n,
                         const std::int64_t* offsets,
                         std::int64_t segments, cudaStream_t stream,
                         order o = order::ascending);
}
template <class K>
void sort_serial(std::vector<K>& keys, order o);
template <class K>
void sort_parallel(std::vector<K>& keys, order o);
template <class K>
std::vector<std::uint32_t> argsort_parallel(const std::vector<K>& keys,
                                            order o);
template <class K> using host_sort = void(std::vector<K>&, order);
template <class K>
using device_sort = void(void*, std::size_t&, const K*, K*,
                         std::int64_t, order, cudaStream_t);
template <class K>
const std::vector<variant<host_sort<K>>>& sort_variants();
template <class K>
const std::vector<variant<device_sort<K>>>& device_sorts();
}
