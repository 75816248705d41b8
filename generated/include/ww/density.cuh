#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>
#include <ww/launch.cuh>
#include <ww/program.h>

namespace ww {
enum class density_kernel { gaussian, cutoff };
struct density_options {
  density_kernel kernel = density_kernel::gaussian;
  double percent = 2, dc = 0;
  std::int64_t clusters = 0;
  bool halo = false, all_pairs = false;
  const double* weights = nullptr;
};
struct density_arrays {
  double *dc = nullptr, *gap = nullptr, *rho = nullptr;
  double* delta = nullptr;
  std::int64_t *parent = nullptr, *cluster = nullptr;
  std::int64_t* clusters = nullptr;
  unsigned char* halo = nullptr;
};
template <class T>
void density_peaks(void* temporary, std::size_t& bytes, const T* points,
                   std::int64_t n, int k,
                   const density_options& options,
                   const density_arrays& out,
                   cudaStream_t stream = nullptr);
template <class T>
void cutoff_distance(void* temporary, std::size_t& bytes,
                     const T* points, std::int64_t n, int k,
                     double percent, double* dc,
                     cudaStream_t stream = nullptr);
template <class T>
void local_density(void* temporary, std::size_t& bytes, const T* points,
                   std::int64_t n, int k, const double* dc,
                   const density_options& options, double* rho,
                   cudaStream_t stream = nullptr);
struct density_result {
  double dc = 0, gap = 0;
  std::int64_t clusters = 0;
  std::vector<double> rho, delta;
  std::vector<std::int64_t> parent, cluster;
  std::vector<unsigned char> halo;
};
template <class T>
using host_density = void(const std::vector<T>& points, int k,
                          const density_options& options,
                          density_result& result);
template <class T>
std::vector<variant<host_density<T>>> density_variants();
}
