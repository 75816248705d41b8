#pragma once
#include <ww/density.cuh>
#include <ww/detail/ground/block.cuh>
#include <ww/hull.cuh>
#include <ww/ranks.cuh>
#include <ww/sort.cuh>

namespace ww {
using detail::part_begin;
struct shares {
  std::vector<std::int64_t> given;
  std::int64_t total() const {
    std::int64_t sum = 0;
    for (std::int64_t n : given) sum += n;
    return sum;
  }
  std::int64_t begin(int rank) const {
    return part_begin(total(), rank, std::int64_t(given.size()));
  }
  std::int64_t size(int rank) const {
    return begin(rank + 1) - begin(rank);
  }
};
shares share_out(communicator& c, std::int64_t n,
                 cudaStream_t s = nullptr);
struct rank_sort_options {
  order way = order::ascending;
  int rounds = 0;
  std::int64_t least_split = 1 << 29;
};
template <class K>
void sort_keys(communicator& c, void* temporary, std::size_t& bytes,
               const K* in, K* out, const shares& h,
               const rank_sort_options& options = {},
               cudaStream_t stream = nullptr);
template <class K>
void sort_pairs(communicator& c, void* temporary, std::size_t& bytes,
                const K* keys_in, K* keys_out,
                const std::uint32_t* values_in,
                std::uint32_t* values_out, const shares& h,
                const rank_sort_options& options = {},
                cudaStream_t stream = nullptr);
template <class K>
void sort_host_keys(communicator& c, void* temporary,
                    std::size_t& bytes, const K* in, K* out,
                    const shares& h, order o = order::ascending,
                    cudaStream_t stream = nullptr);
template <class K>
void sort_by_gpus(const rank_options& ranks, std::vector<K>& keys,
                  order o);
template <class K>
std::vector<std::uint32_t> argsort_by_gpus(const rank_options& ranks,
                                           const std::vector<K>& keys,
                                           order o);
struct rank_hull_memory {
  device_array<char> ring, work, own, received, result, small;
};
template <class P> struct rank_hull {
  const P* points = nullptr;
  const std::int64_t* index = nullptr;
  std::int64_t size = 0;
};
template <class P>
rank_hull<P> hull_of_ranks(communicator& c, const P* points,
                           std::int64_t n, rank_hull_memory& memory,
                           hull_options o = {},
                           cudaStream_t stream = nullptr,
                           std::int64_t few = std::int64_t(1) << 16);
template <class P>
std::vector<std::uint32_t> hull_by_gpus(
    const rank_options& ranks, const std::vector<P>& points,
    hull_options o, std::vector<P>* vertices = nullptr);
template <class T>
void density_peaks(communicator& c, void* temporary, std::size_t& bytes,
                   const T* points, const shares& h, int k,
                   const density_options& options,
                   const density_arrays& out,
                   cudaStream_t stream = nullptr);
template <class T>
void density_by_gpus(const rank_options& ranks,
                     const std::vector<T>& points, int k,
                     const density_options& options,
                     density_result& result);
}
