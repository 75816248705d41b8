#pragma once
#include <cmath>
#include <ww/launch.cuh>

#if defined(__FAST_MATH__) || defined(__USE_FAST_MATH__) || \
    (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "orientation and data sets need IEEE arithmetic: no fast math"
#endif
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0 && \
    __FLT_EVAL_METHOD__ != 16
#error "orientation and data sets need doubles that round to double"
#endif

namespace ww {
#if defined(__CUDA_ARCH__)
#define WW_ROUND_ONCE(device, host) return device
#else
#define WW_ROUND_ONCE(device, host) return rounded(host)
#endif
#define WW_OPERATION(T, name, device, sign)                            \
  __host__ __device__ inline T name(T a, T b) {                        \
    WW_ROUND_ONCE(device(a, b), a sign b);                             \
  }
WW_OPERATION(double, rounded_sum, __dadd_rn, +)
WW_OPERATION(double, rounded_difference, __dsub_rn, -)
WW_OPERATION(double, rounded_product, __dmul_rn, *)
WW_OPERATION(double, rounded_quotient, __ddiv_rn, /)
WW_OPERATION(float, rounded_sum, __fadd_rn, +)
WW_OPERATION(float, rounded_difference, __fsub_rn, -)
WW_OPERATION(float, rounded_product, __fmul_rn, *)
__host__ __device__ inline double rounded_root(double a) {
  WW_ROUND_ONCE(__dsqrt_rn(a), std::sqrt(a));
}
__host__ __device__ inline double rounded_fma(double a, double b,
                                              double c) {
  WW_ROUND_ONCE(__fma_rn(a, b, c), std::fma(a, b, c));
}
#undef WW_OPERATION
#undef WW_ROUND_ONCE
}
