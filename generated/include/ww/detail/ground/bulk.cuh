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
struct bulk_work : thrust::cpp::execution_policy<bulk_work> {
  __forceinline__ explicit bulk_work(cudaStream_t s) { bulk_begins(s); }
  bulk_work(const bulk_work& other)
      : thrust::cpp::execution_policy<bulk_work>(other), ends(false) {}
  ~bulk_work() {
    if (ends) bulk_ends();
  }
  bool ends = true;
};
__forceinline__ bulk_work bulk(cudaStream_t s) { return bulk_work(s); }
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
