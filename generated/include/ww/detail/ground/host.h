#pragma once
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <type_traits>
#define WW_CUDA 0
#if __has_include(<vector_functions.h>)
#define __NV_NO_VECTOR_DEPRECATION_DIAG
#include <vector_types.h>
#include <vector_functions.h>
#undef __global__
#undef __device__
#undef __host__
#undef __shared__
#undef __constant__
#undef __forceinline__
#undef __launch_bounds__
#undef __grid_constant__
#else
#define WW_VECTORS(T, name, a2, a4)                                    \
  struct alignas(a2) name##2 { T x, y; };                              \
  struct name##3 { T x, y, z; };                                       \
  struct alignas(a4) name##4 { T x, y, z, w; };                        \
  inline name##2 make_##name##2(T x, T y) { return {x, y}; }           \
  inline name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; }   \
  inline name##4 make_##name##4(T x, T y, T z, T w) {                  \
    return {x, y, z, w};                                               \
  }
WW_VECTORS(short, short, 4, 8)
WW_VECTORS(int, int, 8, 16)
WW_VECTORS(unsigned, uint, 8, 16)
WW_VECTORS(long long, longlong, 16, 16)
WW_VECTORS(unsigned long long, ulonglong, 16, 16)
WW_VECTORS(float, float, 8, 16)
WW_VECTORS(double, double, 16, 16)
#undef WW_VECTORS
struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1)
      : x(x), y(y), z(z) {}
};
#endif
using cudaStream_t = struct CUstream_st*;
#if defined(WW_BACKEND_MODEL)
#define WW_MODEL 1
#define WW_HOST 0
#define WW_ONE_THREAD 1
#define __shared__ alignas(65536) static
#else
#define WW_MODEL 0
#define WW_HOST 1
#if defined(__SANITIZE_ADDRESS__)
#define WW_ONE_THREAD 1
#define __shared__ static
#else
#define WW_ONE_THREAD 0
#define __shared__ static thread_local
#endif
#endif
#define __global__
#define __device__
#define __host__
#define __constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __grid_constant__
#define __restrict__ __restrict
#include <ww/detail/ground/opaque.h>
namespace ww {
struct block_state {
  dim3 index, grid_size, block_size;
  unsigned char* dynamic_shared = nullptr;
};
struct thread_state {
  dim3 index;
  unsigned rank = 0;
  const block_state* block = nullptr;
};
extern constinit thread_local thread_state* self;
template <class T>
T* dynamic_shared() {
  return reinterpret_cast<T*>(self->block->dynamic_shared);
}
}
#define threadIdx (static_cast<const dim3&>(::ww::self->index))
#define blockIdx (::ww::self->block->index)
#define blockDim (::ww::self->block->block_size)
#define gridDim (::ww::self->block->grid_size)
inline constexpr int warpSize = 32;
namespace ww {
struct location {
  const char* file;
  int line;
};
int wait_at_barrier(bool predicate, location where);
struct warp_result {
  std::uint64_t value;
  unsigned ballot;
};
warp_result meet_lanes(unsigned mask, std::uint64_t value, int source,
                       bool predicate, bool orders_memory,
                       location where);
void previous_is_over();
inline unsigned lane() { return self->rank % 32; }
}
#define WW_HERE                                                        \
  const char *file = __builtin_FILE(), int line = __builtin_LINE()
inline void __syncthreads(WW_HERE) {
  ww::wait_at_barrier(false, {file, line});
}
inline int __syncthreads_count(int predicate, WW_HERE) {
  return ww::wait_at_barrier(predicate != 0, {file, line});
}
inline int __syncthreads_or(int predicate, WW_HERE) {
  return ww::wait_at_barrier(predicate != 0, {file, line}) != 0;
}
inline int __syncthreads_and(int predicate, WW_HERE) {
  return ww::wait_at_barrier(predicate == 0, {file, line}) == 0;
}
inline void __syncwarp(unsigned mask = 0xffffffffu, WW_HERE) {
  ww::meet_lanes(mask, 0, int(ww::lane()), false, true, {file, line});
}
inline void __threadfence() { __sync_synchronize(); }
template <class T>
T ww_shuffle(unsigned mask, T value, int source, ww::location where) {
  static_assert(sizeof(T) <= 8 && std::is_trivially_copyable_v<T>);
  std::uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  bits = ww::meet_lanes(mask, bits, source, false, false, where).value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}
template <class T>
T __shfl_sync(unsigned mask, T value, int source, int width = 32,
              WW_HERE) {
  int segment = int(ww::lane()) & ~(width - 1);
  return ww_shuffle(mask, value, segment + (source & (width - 1)),
                    {file, line});
}
template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned delta,
                 int width = 32, WW_HERE) {
  int me = int(ww::lane()), from = me - int(delta);
  return ww_shuffle(mask, value, from < (me & ~(width - 1)) ? me : from,
                    {file, line});
}
template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned delta,
                   int width = 32, WW_HERE) {
  int me = int(ww::lane()), from = me + int(delta);
  return ww_shuffle(mask, value, from > (me | (width - 1)) ? me : from,
                    {file, line});
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, int flip, int width = 32,
                  WW_HERE) {
  int me = int(ww::lane()), from = me ^ flip;
  return ww_shuffle(mask, value, from > (me | (width - 1)) ? me : from,
                    {file, line});
}
inline unsigned __ballot_sync(unsigned mask, int predicate, WW_HERE) {
  return ww::meet_lanes(mask, 0, int(ww::lane()), predicate != 0, false,
                        {file, line}).ballot;
}
inline int __any_sync(unsigned mask, int predicate, WW_HERE) {
  return ww::meet_lanes(mask, 0, int(ww::lane()), predicate != 0, false,
                        {file, line}).ballot != 0;
}
inline int __all_sync(unsigned mask, int predicate, WW_HERE) {
  return ww::meet_lanes(mask, 0, int(ww::lane()), predicate == 0, false,
                        {file, line}).ballot == 0;
}
namespace ww {
template <class T>
struct word_of {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8);
  using plain = std::conditional_t<sizeof(T) == 4, std::uint32_t,
                                   std::uint64_t>;
  using type __attribute__((may_alias)) = plain;
};
template <class T, class F>
__forceinline__ T update(T* address, F next) {
  using plain = typename word_of<T>::plain;
  auto* word = reinterpret_cast<typename word_of<T>::type*>(address);
  plain old = __atomic_load_n(word, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(
      word, &old, std::bit_cast<plain>(T(next(std::bit_cast<T>(old)))),
      false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
  return std::bit_cast<T>(old);
}
}
#define WW_ATOMIC(name, expression)                                    \
  template <class T>                                                   \
  __forceinline__ T name(T* address, std::type_identity_t<T> v) {      \
    return ww::update(address, [=](T old) { return expression; });     \
  }
WW_ATOMIC(atomicAdd, old + v)
WW_ATOMIC(atomicSub, old - v)
WW_ATOMIC(atomicMin, v < old ? v : old)
WW_ATOMIC(atomicMax, v > old ? v : old)
WW_ATOMIC(atomicAnd, old & v)
WW_ATOMIC(atomicOr, old | v)
WW_ATOMIC(atomicXor, old ^ v)
WW_ATOMIC(atomicExch, (void(old), v))
WW_ATOMIC(atomicInc, old >= v ? 0 : old + 1)
WW_ATOMIC(atomicDec, old == 0 || old > v ? v : old - 1)
#undef WW_ATOMIC
template <class T>
__forceinline__ T atomicCAS(T* address,
                            std::type_identity_t<T> expected,
                            std::type_identity_t<T> v) {
  return ww::update(address,
                    [=](T old) { return old == expected ? v : old; });
}
#define WW_ROUNDED(T, letter)                                          \
  inline T __##letter##add_rn(T a, T b) { return ww::rounded(a + b); } \
  inline T __##letter##sub_rn(T a, T b) { return ww::rounded(a - b); } \
  inline T __##letter##mul_rn(T a, T b) { return ww::rounded(a * b); }
WW_ROUNDED(float, f)
WW_ROUNDED(double, d)
#undef WW_ROUNDED
inline float __fmaf_rn(float a, float b, float c) {
  return fmaf(a, b, c);
}
inline double __fma_rn(double a, double b, double c) {
  return fma(a, b, c);
}
inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
inline double rsqrt(double x) { return 1.0 / sqrt(x); }
inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) {
  return __builtin_popcountll(x);
}
inline int __clz(int x) { return std::countl_zero(unsigned(x)); }
inline int __clzll(long long x) {
  return std::countl_zero(static_cast<unsigned long long>(x));
}
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
template <class T>
__forceinline__ T __ldg(const T* p) { return *p; }
inline int __float_as_int(float x) { return std::bit_cast<int>(x); }
inline unsigned __float_as_uint(float x) {
  return std::bit_cast<unsigned>(x);
}
inline float __int_as_float(int x) { return std::bit_cast<float>(x); }
inline float __uint_as_float(unsigned x) {
  return std::bit_cast<float>(x);
}
inline long long __double_as_longlong(double x) {
  return std::bit_cast<long long>(x);
}
inline double __longlong_as_double(long long x) {
  return std::bit_cast<double>(x);
}
#define WW_MINMAX(T)                                                   \
  constexpr T min(T a, T b) { return b < a ? b : a; }                  \
  constexpr T max(T a, T b) { return a < b ? b : a; }
WW_MINMAX(int)
WW_MINMAX(unsigned)
WW_MINMAX(long)
WW_MINMAX(unsigned long)
WW_MINMAX(long long)
WW_MINMAX(unsigned long long)
WW_MINMAX(float)
WW_MINMAX(double)
#undef WW_MINMAX
namespace ww {
struct task {
  dim3 grid, block;
  std::int64_t shared_bytes;
  void (*body)(const void* data);
  const void* data;
  const void* kernel;
  cudaStream_t stream;
  bool early;
  std::size_t data_bytes;
};
void run_grid(const task& t);
inline std::int64_t free_device_memory() {
  return std::numeric_limits<std::int64_t>::max();
}
void require_memory(std::int64_t bytes);
void* allocate_device(std::int64_t bytes);
void free_device(void* p);
extern thread_local int present_device;
void copy_in_order(void* to, const void* from, std::int64_t bytes,
                   cudaStream_t s, bool wait);
void bulk_begins(cudaStream_t s);
void bulk_ends();
enum class ordering {
  record, hold, synchronize, end_stream, end_event
};
void order_streams(ordering what, const void* event, cudaStream_t s,
                   location where);
enum class mistake { left_barrier, other_barrier, absent_lane };
struct observer {
  virtual void launch_begins(const task&) = 0;
  virtual void launch_ends() = 0;
  virtual void block_begins(const block_state&) = 0;
  virtual void phase_ends(location barrier) = 0;
  virtual void block_ends() = 0;
  virtual void lanes_met(unsigned warp, unsigned mask, bool orders_memory,
                         location where) = 0;
  virtual void waited(unsigned rank) = 0;
  virtual void device_allocated(void* p, std::int64_t bytes) = 0;
  virtual void device_freed(void* p) = 0;
  virtual void copies(void* to, const void* from, std::int64_t bytes,
                      cudaStream_t s, const void* caller, bool wait) = 0;
  virtual void bulk_begins(cudaStream_t s, const void* caller) = 0;
  virtual void bulk_ends() = 0;
  virtual void streams_ordered(ordering what, const void* event,
                               cudaStream_t s) = 0;
  virtual void went_wrong(mistake kind, unsigned waiting,
                          location where, unsigned other,
                          location elsewhere) = 0;
 protected:
  ~observer() = default;
};
extern observer* watcher;
}
