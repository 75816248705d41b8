#include <ww/detail/sort/sort2008-kernels.cuh>

namespace ww {
using namespace detail::sort;
template <class K>
void vector_sort_keys(void* temporary, std::size_t& bytes, const K* in,
                      K* out, std::int64_t n, order o, cudaStream_t s) {
  vector_sort(temporary, bytes, keys_of(in, out, o), n, s);
}
template <class K>
void hybrid_sort_keys(void* temporary, std::size_t& bytes, const K* in,
                      K* out, std::int64_t n, order o, cudaStream_t s) {
  hybrid_sort(temporary, bytes, keys_of(in, out, o), n, s);
}
#define WW_SORT(K)                                                  \
  template void vector_sort_keys(void*, std::size_t&, const K*, K*, \
                                 std::int64_t, order, cudaStream_t); \
  template void hybrid_sort_keys(void*, std::size_t&, const K*, K*, \
                                 std::int64_t, order, cudaStream_t);
WW_SORT(float)
WW_SORT(std::int32_t)
WW_SORT(std::uint32_t)
#undef WW_SORT
}
