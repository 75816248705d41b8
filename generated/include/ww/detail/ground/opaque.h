#pragma once

namespace ww {
template <class T>
__host__ __device__ inline T rounded(T x) {
  #if defined(__CUDA_ARCH__)
  #elif defined(__x86_64__)
    asm("" : "+x"(x));
  #elif defined(__aarch64__)
    asm("" : "+w"(x));
  #else
    asm("" : "+m"(x));
  #endif
  return x;
}
}
