#pragma once
#include <string>
#include <utility>
#include <ww/hull.cuh>

namespace ww {
template <class P>
void filter_points(void* temporary, std::size_t& bytes, const P* points,
                   std::int64_t n, std::uint32_t* kept, unsigned* count,
                   std::int64_t capacity,
                   cudaStream_t stream = nullptr);
template <class P>
std::int64_t filtered_hull(void* temporary, std::size_t& bytes,
                           const P* points, std::int64_t n,
                           std::uint32_t* ring, std::int64_t* size,
                           hull_options options = {},
                           cudaStream_t stream = nullptr);
using filter_stats = std::vector<std::pair<std::string, std::int64_t>>;
template <class P>
using host_filter = void(const std::vector<P>& points,
                         const hull_options& options,
                         std::vector<std::uint32_t>& ring,
                         filter_stats& stats);
template <class P>
std::vector<variant<host_filter<P>>> heaphull_variants();
}
