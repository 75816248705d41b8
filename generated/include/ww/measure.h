#pragma once
#include <memory>
#include <ww/detail/ground/harness.h>
#include <ww/launch.cuh>
#if WW_CUDA
#include <cub/version.cuh>
#ifndef CCCL_MAJOR_VERSION
#define CCCL_MAJOR_VERSION CUB_MAJOR_VERSION
#define CCCL_MINOR_VERSION CUB_MINOR_VERSION
#define CCCL_PATCH_VERSION CUB_SUBMINOR_VERSION
#endif
#endif
#ifndef WW_FLAGS
#define WW_FLAGS "unknown"
#endif

namespace ww {
inline bool times_device() { return WW_CUDA && device_present(); }
template <class T>
std::shared_ptr<T> pinned(std::int64_t n) {
#if WW_CUDA
  void* p = nullptr;
  check(cudaMallocHost(&p, std::size_t(n) * sizeof(T)));
  return {static_cast<T*>(p), [](T* q) { cudaFreeHost(q); }};
#else
  return {new T[n], std::default_delete<T[]>()};
#endif
}
#if WW_CUDA
inline double event_seconds(const std::function<void()>& call,
                            int batch) {
  cudaEvent_t start, stop;
  check(cudaEventCreate(&start));
  check(cudaEventCreate(&stop));
  check(cudaEventRecord(start));
  for (int i = 0; i < batch; ++i) call();
  check(cudaEventRecord(stop));
  check(cudaEventSynchronize(stop));
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, start, stop));
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  return milliseconds * 1e-3;
}
inline device_clock make_device_clock() {
  cudaDeviceProp p;
  check(cudaGetDeviceProperties(&p, 0));
  const std::int64_t bytes = 2 * std::int64_t(p.l2CacheSize);
  auto buffer = std::make_shared<device_array<char>>(bytes);
  return {event_seconds,
          [=] { check(cudaMemsetAsync(buffer->data(), 1, bytes)); },
          [] { check(cudaDeviceSynchronize()); }};
}
inline std::vector<std::string> device_facts() {
  cudaDeviceProp p;
  check(cudaGetDeviceProperties(&p, 0));
  return {format("gpu=%s", p.name),
          format("gpu_memory=%zu MiB", p.totalGlobalMem >> 20),
          format("gpu_l2=%d KiB", p.l2CacheSize / 1024),
          format("gpu_multiprocessors=%d", p.multiProcessorCount),
          format("gpu_capability=%d.%d", p.major, p.minor),
          format("cccl=%d.%d.%d", CCCL_MAJOR_VERSION,
                 CCCL_MINOR_VERSION, CCCL_PATCH_VERSION)};
}
#endif
inline std::string compiler_name() {
#if defined(__CUDACC__)
  return format("nvcc %d.%d with g++ %s", __CUDACC_VER_MAJOR__,
                __CUDACC_VER_MINOR__, __VERSION__);
#elif defined(__clang__)
  return std::string("clang++ ") + __clang_version__;
#else
  return std::string("g++ ") + __VERSION__;
#endif
}
inline int run_sweeps(const char* program, int argc, char** argv,
                      std::vector<sweep> sweeps,
                      const std::vector<std::string>& facts = {}) {
  measuring_machine m{backend_name, nullptr, {}};
  m.facts = {std::string("backend=") + backend_name,
             "compiler=" + compiler_name(),
             std::string("flags=") + WW_FLAGS};
  m.facts.insert(m.facts.end(), facts.begin(), facts.end());
#if WW_CUDA
  device_clock device;
  if (device_present()) {
    device = make_device_clock();
    m.device = &device;
    for (sweep& s : sweeps)
      if (!s.cells.empty()) s.left_out.clear();
    for (const std::string& fact : device_facts())
      m.facts.push_back(fact);
  }
#endif
  return run_sweeps(program, argc, argv, sweeps, m);
}
}
