#include <ww/detail/sort/merge-kernels.cuh>

namespace ww {
template <class K>
void merge_keys(void* temporary, std::size_t& bytes, const K* in,
                K* out, std::int64_t n, order o, cudaStream_t s) {
  constexpr int width = sizeof(K) == 4 ? 16 : 8;
  detail::sort::require_keys(n);
  detail::sort::merge_sort<width>(temporary, bytes,
                            detail::sort::keys_of(in, out, o), n, s);
}
#define WW_SORT(K, ...)                                       \
  template void merge_keys(void*, std::size_t&, const K*, K*, \
                           std::int64_t, order, cudaStream_t);
WW_FOR_KEYS(WW_SORT, )
#undef WW_SORT
}
