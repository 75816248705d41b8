#pragma once
#include <cstdint>
#include <utility>
#include <vector>
#include <ww/errors.h>
#if defined(__CUDACC__)
#define WW_CUDA 1
#define WW_HOST 0
#define WW_MODEL 0
#include <cuda_runtime.h>
#include <ww/detail/ground/opaque.h>
#else
#include <ww/detail/ground/host.h>
#endif
#if defined(__CUDA_ARCH__)
#define WW_UNROLL _Pragma("unroll")
#else
#define WW_UNROLL
#endif

namespace ww {
inline constexpr const char* backend_name =
    WW_CUDA ? "cuda" : WW_MODEL ? "model" : "host";
#if WW_CUDA
template <class N> __device__ inline N load_relaxed(const N* p) {
  N v;
  if constexpr (sizeof(N) == 8)
    asm volatile("ld.relaxed.gpu.u64 %0, [%1];" : "=l"(v) : "l"(p)
                 : "memory");
  else
    asm volatile("ld.relaxed.gpu.u32 %0, [%1];" : "=r"(v) : "l"(p)
                 : "memory");
  return v;
}
template <class N> __device__ inline void store_relaxed(N* p, N v) {
  if constexpr (sizeof(N) == 8)
    asm volatile("st.relaxed.gpu.u64 [%0], %1;" :: "l"(p), "l"(v)
                 : "memory");
  else
    asm volatile("st.relaxed.gpu.u32 [%0], %1;" :: "l"(p), "r"(v)
                 : "memory");
}
#else
template <class N> __forceinline__ N load_relaxed(const N* p) {
  return __atomic_load_n(p, __ATOMIC_RELAXED);
}
template <class N> __forceinline__ void store_relaxed(N* p, N v) {
  __atomic_store_n(p, v, __ATOMIC_RELAXED);
}
#endif
#if WW_CUDA
inline void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  cudaGetLastError();
  throw device_error(cudaGetErrorString(status));
}
inline int device_count() {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess) cudaGetLastError();
  return count;
}
inline void use_device(int d) { check(cudaSetDevice(d)); }
inline bool reach_device(int other) {
  int mine = 0, possible = 0;
  check(cudaGetDevice(&mine));
  if (mine == other) return true;
  check(cudaDeviceCanAccessPeer(&possible, mine, other));
  if (!possible) return false;
  const auto status = cudaDeviceEnablePeerAccess(other, 0);
  if (status != cudaErrorPeerAccessAlreadyEnabled) check(status);
  cudaGetLastError();
  return true;
}
inline bool device_present() {
  return device_count() > 0;
}
inline void require_device() {
  if (!device_present())
    throw bad_input("no CUDA device found; the program of the same "
                    "name in build/host runs without one");
}
inline int device_attribute(cudaDeviceAttr what) {
  int device = 0, value = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&value, what, device));
  return value;
}
inline int multiprocessors() {
  return device_attribute(cudaDevAttrMultiProcessorCount);
}
inline int shared_per_block() {
  return device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
}
inline std::int64_t free_device_memory() {
  std::size_t available = 0, total = 0;
  check(cudaMemGetInfo(&available, &total));
  return std::int64_t(available);
}
inline void require_memory(std::int64_t bytes) {
  const std::int64_t available = free_device_memory();
  if (bytes > available)
    throw bad_input(format(
        "%.2f GiB of device memory are needed, %.2f GiB are free",
        double(bytes) / (1 << 30), double(available) / (1 << 30)));
}
inline void* allocate_device(std::int64_t bytes) {
  require_memory(bytes);
  void* p = nullptr;
  check(cudaMalloc(&p, bytes));
  return p;
}
inline void free_device(void* p) { cudaFree(p); }
inline void copy_device(void* to, const void* from, std::int64_t bytes,
                        cudaStream_t s) {
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, s));
  check(cudaStreamSynchronize(s));
}
#else
inline bool device_present() { return true; }
inline void require_device() {}
inline int multiprocessors() { return 4; }
inline int shared_per_block() { return 1 << 20; }
inline int device_count() { return 64; }
inline void use_device(int d) { present_device = d; }
inline bool reach_device(int) { return true; }
__forceinline__ void copy_device(void* to, const void* from,
                                 std::int64_t bytes, cudaStream_t s) {
  copy_in_order(to, from, bytes, s, true);
}
#endif
class stream {
 public:
#if WW_CUDA
  stream() {
    check(cudaStreamCreateWithFlags(&handle, cudaStreamNonBlocking));
  }
  ~stream() { cudaStreamDestroy(handle); }
#else
  stream() : handle(reinterpret_cast<cudaStream_t>(this)) {}
  ~stream() {
    order_streams(ordering::end_stream, nullptr, handle, {});
  }
#endif
  stream(const stream&) = delete;
  operator cudaStream_t() const { return handle; }
 private:
  cudaStream_t handle = nullptr;
};
#if WW_CUDA
inline void synchronize(cudaStream_t s) {
  check(cudaStreamSynchronize(s));
}
#else
inline void synchronize(cudaStream_t s, WW_HERE) {
  order_streams(ordering::synchronize, nullptr, s, {file, line});
}
#endif
class event {
 public:
  event(const event&) = delete;
#if WW_CUDA
  event() {
    check(cudaEventCreateWithFlags(&handle, cudaEventDisableTiming));
  }
  ~event() { cudaEventDestroy(handle); }
  void record(cudaStream_t s) { check(cudaEventRecord(handle, s)); }
  void hold(cudaStream_t s) const {
    check(cudaStreamWaitEvent(s, handle, 0));
  }
 private:
  cudaEvent_t handle = nullptr;
#else
  event() = default;
  ~event() { order_streams(ordering::end_event, this, {}, {}); }
  void record(cudaStream_t s, WW_HERE) {
    order_streams(ordering::record, this, s, {file, line});
  }
  void hold(cudaStream_t s, WW_HERE) const {
    order_streams(ordering::hold, this, s, {file, line});
  }
#endif
};
__forceinline__ void copy_async(void* to, const void* from,
                                std::int64_t bytes, cudaStream_t s) {
  if (bytes == 0) return;
#if WW_CUDA
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, s));
#else
  copy_in_order(to, from, bytes, s, false);
#endif
}
template <class T>
class device_array {
 public:
  device_array() = default;
  explicit device_array(std::int64_t n) : count(n) {
    if (n < 0 || n > INT64_MAX / std::int64_t(sizeof(T)))
      throw bad_input(format(
          "an array of %ld elements of %zu bytes cannot be", n,
          sizeof(T)));
    if (n > 0) first = static_cast<T*>(allocate_device(n * sizeof(T)));
  }
  ~device_array() { if (first) free_device(first); }
  device_array(device_array&& other) noexcept {
    *this = std::move(other);
  }
  device_array& operator=(device_array&& other) noexcept {
    std::swap(first, other.first);
    std::swap(count, other.count);
    return *this;
  }
  T* data() const { return first; }
  std::int64_t size() const { return count; }
  __forceinline__ void upload(const T* from, std::int64_t n,
                              cudaStream_t s = nullptr) {
    copy(first, from, n, s);
  }
  __forceinline__ void download(T* to, std::int64_t n,
                                cudaStream_t s = nullptr) const {
    copy(to, first, n, s);
  }
  __forceinline__ static void copy(T* to, const T* from, std::int64_t n,
                                   cudaStream_t s) {
    if (n > 0) copy_device(to, from, n * sizeof(T), s);
  }
 private:
  T* first = nullptr;
  std::int64_t count = 0;
};
template <class T>
__forceinline__ device_array<T> to_device(const std::vector<T>& v,
                                          cudaStream_t s = nullptr) {
  device_array<T> a(std::int64_t(v.size()));
  a.upload(v.data(), a.size(), s);
  return a;
}
template <class T>
__forceinline__ std::vector<T> to_host(const device_array<T>& a,
                                       cudaStream_t s = nullptr) {
  std::vector<T> v(a.size());
  a.download(v.data(), a.size(), s);
  return v;
}
#if WW_CUDA
template <class... P, class... A>
void launch(void (*kernel)(P...), dim3 grid, dim3 block,
            std::int64_t shared_bytes, cudaStream_t s,
            A&&... arguments) {
  if (shared_bytes > 4 * 1024)
    check(cudaFuncSetAttribute(
        reinterpret_cast<const void*>(kernel),
        cudaFuncAttributeMaxDynamicSharedMemorySize, int(shared_bytes)));
  kernel<<<grid, block, size_t(shared_bytes), s>>>(
      std::forward<A>(arguments)...);
  check(cudaGetLastError());
}
__device__ inline void wait_for_previous() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
#ifdef __CUDA_ARCH_LIST__
inline bool can_launch_early() {
  constexpr int compiled[] = {__CUDA_ARCH_LIST__};
  int device = 0, major = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(
      &major, cudaDevAttrComputeCapabilityMajor, device));
  return major >= 9 && compiled[std::size(compiled) - 1] >= 900;
}
#else
inline bool can_launch_early() { return false; }
#endif
template <class... P, class... A>
void launch_next(void (*kernel)(P...), dim3 grid, dim3 block,
                 std::int64_t shared_bytes, cudaStream_t s,
                 A&&... arguments) {
  if (shared_bytes > 4 * 1024)
    check(cudaFuncSetAttribute(
        reinterpret_cast<const void*>(kernel),
        cudaFuncAttributeMaxDynamicSharedMemorySize, int(shared_bytes)));
  cudaLaunchAttribute early = {};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t how = {};
  how.gridDim = grid;
  how.blockDim = block;
  how.dynamicSmemBytes = std::size_t(shared_bytes);
  how.stream = s;
  how.attrs = &early;
  how.numAttrs = can_launch_early() ? 1 : 0;
  check(cudaLaunchKernelEx(&how, kernel,
                           P(std::forward<A>(arguments))...));
}
template <class T>
__device__ T* dynamic_shared() {
  extern __shared__ __align__(16) unsigned char dynamic_shared_bytes[];
  return reinterpret_cast<T*>(dynamic_shared_bytes);
}
#else
template <class... P, class... A>
void start(bool early, void (*kernel)(P...), dim3 grid, dim3 block,
           std::int64_t shared_bytes, cudaStream_t s,
           A&&... arguments) {
  struct call {
    void (*kernel)(P...);
    std::tuple<P...> parameters;
  } c{kernel, std::tuple<P...>(std::forward<A>(arguments)...)};
  run_grid({grid, block, shared_bytes,
            [](const void* data) {
              auto& c = *static_cast<const call*>(data);
              std::apply(c.kernel, std::tuple<P...>(c.parameters));
            },
            &c, reinterpret_cast<const void*>(kernel), s, early,
            sizeof c});
}
template <class... P, class... A>
void launch(void (*kernel)(P...), dim3 grid, dim3 block,
            std::int64_t shared_bytes, cudaStream_t s,
            A&&... arguments) {
  start(false, kernel, grid, block, shared_bytes, s,
        std::forward<A>(arguments)...);
}
template <class... P, class... A>
void launch_next(void (*kernel)(P...), dim3 grid, dim3 block,
                 std::int64_t shared_bytes, cudaStream_t s,
                 A&&... arguments) {
  start(true, kernel, grid, block, shared_bytes, s,
        std::forward<A>(arguments)...);
}
#if WW_MODEL
inline void wait_for_previous() { previous_is_over(); }
#else
inline void wait_for_previous() {}
#endif
#endif
}
