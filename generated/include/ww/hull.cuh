#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>
#include <ww/launch.cuh>
#include <ww/program.h>

namespace ww {
enum class hull_side { lower, upper, both };
struct hull_options {
  hull_side side = hull_side::both;
  bool keep_collinear = false;
};
template <class P>
void convex_hull(void* temporary, std::size_t& bytes, const P* points,
                 std::int64_t n, std::uint32_t* ring,
                 std::int64_t* size, hull_options options = {},
                 cudaStream_t stream = nullptr);
template <class P>
void hull_of_sorted(void* temporary, std::size_t& bytes,
                    const P* points, std::int64_t n,
                    std::uint32_t* ring, std::int64_t* size,
                    hull_options options = {},
                    cudaStream_t stream = nullptr);
template <class P>
void sort_points(void* temporary, std::size_t& bytes, const P* points,
                 std::int64_t n, P* sorted, std::uint32_t* order,
                 cudaStream_t stream = nullptr);
template <class P>
using host_hull = void(const std::vector<P>& points,
                       const hull_options& options,
                       std::vector<std::uint32_t>& ring);
template <class P> std::vector<variant<host_hull<P>>> hull_variants();
template <class P>
std::vector<variant<host_hull<P>>> sorted_hull_variants();
template <class P>
std::vector<P> in_lexicographic_order(const std::vector<P>& points);
template <class P>
void convex_hulls(void* temporary, std::size_t& bytes, const P* points,
                  std::int64_t n, const std::int64_t* offsets,
                  std::int64_t sets, std::uint32_t* rings,
                  std::int64_t* sizes, hull_options options = {},
                  cudaStream_t stream = nullptr);
template <class P>
using host_hulls = void(const std::vector<P>& points,
                        const std::vector<std::int64_t>& offsets,
                        const hull_options& options,
                        std::vector<std::uint32_t>& rings,
                        std::vector<std::int64_t>& sizes);
template <class P>
std::vector<variant<host_hulls<P>>> hulls_variants();
}
