#pragma once
#include <ww/sort.cuh>

namespace ww {
template <class K>
void merge_keys(void* temporary, std::size_t& bytes, const K* in,
                K* out, std::int64_t n, order o = order::ascending,
                cudaStream_t s = nullptr);
}
