#pragma once
#include <ww/density.cuh>
#include <ww/higher.cuh>

namespace ww::detail::neighbours::density {
struct rank_window;
struct density_team {
  using wide = unsigned long long;
  block_share share = {};
  virtual ~density_team() = default;
  virtual void clear(void*, std::int64_t, cudaStream_t) {}
  virtual void add(void*, std::int64_t, cudaStream_t) {}
  virtual void largest(wide*, std::int64_t, cudaStream_t) {}
  virtual bool wants(const rank_window*, bool, cudaStream_t) {
    return true;
  }
  virtual void join(const rank_window*, wide*, int, wide*,
                    cudaStream_t) {}
};
template <class T>
void find_peaks(void* temporary, std::size_t& bytes, const T* points,
                std::int64_t n, int k, const density_options& o,
                const density_arrays& out, density_team& team,
                cudaStream_t stream);
}
