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
__host__ __device__ inline double rounded_sum(double a, double b) {
  WW_ROUND_ONCE(__dadd_rn(a, b), a + b);
}
__host__ __device__ inline double rounded_difference(double a,
                                                     double b) {
  WW_ROUND_ONCE(__dsub_rn(a, b), a - b);
}
__host__ __device__ inline double rounded_product(double a, double b) {
  WW_ROUND_ONCE(__dmul_rn(a, b), a * b);
}
__host__ __device__ inline float rounded_sum(float a, float b) {
  WW_ROUND_ONCE(__fadd_rn(a, b), a + b);
}
__host__ __device__ inline float rounded_difference(float a, float b) {
  WW_ROUND_ONCE(__fsub_rn(a, b), a - b);
}
__host__ __device__ inline float rounded_product(float a, float b) {
  WW_ROUND_ONCE(__fmul_rn(a, b), a * b);
}
__host__ __device__ inline double rounded_quotient(double a, double b) {
  WW_ROUND_ONCE(__ddiv_rn(a, b), a / b);
}
__host__ __device__ inline double rounded_root(double a) {
  WW_ROUND_ONCE(__dsqrt_rn(a), std::sqrt(a));
}
__host__ __device__ inline double rounded_fma(double a, double b,
                                              double c) {
  WW_ROUND_ONCE(__fma_rn(a, b, c), std::fma(a, b, c));
}
#undef WW_ROUND_ONCE
}
