#pragma once
#include <ww/launch.cuh>
#if WW_CUDA
#include <thrust/system/cuda/execution_policy.h>
namespace ww::detail {
inline auto bulk(cudaStream_t s) {
  return thrust::cuda::par_nosync.on(s);
}
}
#elif WW_MODEL
#ifndef THRUST_DEVICE_SYSTEM
#define THRUST_DEVICE_SYSTEM THRUST_DEVICE_SYSTEM_CPP
#endif
#include <thrust/system/cpp/execution_policy.h>
namespace ww::detail {
inline auto bulk(cudaStream_t) { return thrust::cpp::par; }
}
#else
#ifndef THRUST_DEVICE_SYSTEM
#define THRUST_DEVICE_SYSTEM THRUST_DEVICE_SYSTEM_OMP
#endif
#include <thrust/system/omp/execution_policy.h>
namespace ww::detail {
inline auto bulk(cudaStream_t) { return thrust::omp::par; }
}
#endif
