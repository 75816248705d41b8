#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>
#ifdef WW_CCCL
#include <cub/device/device_radix_sort.cuh>
#include <cub/version.cuh>
#endif

namespace ww_rivals {
template <class K>
using cub_count =
    std::conditional_t<std::is_same_v<K, std::uint32_t>, std::int64_t,
                       std::uint32_t>;
template <class K>
bool newer_cub(void* t, std::size_t& bytes, const K* in, K* out,
               const std::uint32_t* values_in,
               std::uint32_t* values_out, std::uint32_t n);
bool ips4o_sort(float* first, float* last);
std::vector<std::string> facts();
#ifdef WW_CCCL
template <class K>
bool newer_cub(void* t, std::size_t& bytes, const K* in, K* out,
               const std::uint32_t* values_in,
               std::uint32_t* values_out, std::uint32_t n) {
  using radix = cub::DeviceRadixSort;
  return (values_in ? radix::SortPairs(t, bytes, in, out, values_in,
                                       values_out, n)
                    : radix::SortKeys(t, bytes, in, out,
                                      cub_count<K>(n))) ==
         cudaSuccess;
}
std::vector<std::string> facts() {
  return {"cub_newer=" + std::to_string(CUB_MAJOR_VERSION) + "." +
          std::to_string(CUB_MINOR_VERSION)};
}
#else
template <class K>
bool newer_cub(void*, std::size_t&, const K*, K*, const std::uint32_t*,
               std::uint32_t*, std::uint32_t) {
  return false;
}
std::vector<std::string> facts() { return {}; }
#endif
auto every_type = std::make_tuple(
    newer_cub<float>, newer_cub<double>, newer_cub<std::uint32_t>,
    newer_cub<std::uint64_t>);
}
