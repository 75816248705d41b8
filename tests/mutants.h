// SPDX-FileCopyrightText: 2026 The Warp and Weave authors
// SPDX-License-Identifier: MIT
// The switch of tests/mutants: change WW_MUTANT is on; what was reached is appended to WW_TRACE. The model is not to see it.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <unistd.h>
#include <vector>
#ifdef __CUDACC__
#define WW_BOTH __host__ __device__
static __device__ int ww_chosen_there = -1;
static __device__ char ww_reached_there[1 << 14];
#else
#define WW_BOTH
#endif
inline int ww_chosen = -1;
inline char ww_reached[1 << 14];
inline void ww_begin();
[[gnu::noinline, gnu::no_sanitize("thread")]] WW_BOTH inline bool ww_is(int n) {
#ifdef __CUDA_ARCH__
  if (!ww_reached_there[n]) ww_reached_there[n] = 1;
  return n == ww_chosen_there;
#else
  if (ww_chosen < 0) ww_begin();
  if (!ww_reached[n]) ww_reached[n] = 1;
  return n == ww_chosen;
#endif
}
[[gnu::always_inline]] WW_BOTH constexpr inline bool ww_mutant(int n) {
  if (__builtin_is_constant_evaluated()) return false;
#ifndef __CUDA_ARCH__
  asm(".pushsection .ww_mutants\n .ascii \"ww_mutant:%c0;\"\n .popsection" : : "i"(n));  // this switch is in the program
#endif
  return ww_is(n);
}
[[gnu::no_sanitize("thread")]] inline void ww_trace() {
  const char* to = std::getenv("WW_TRACE");
  if (FILE* f = to ? std::fopen(to, "a") : nullptr) {
    for (int n = 0; n < 1 << 14; ++n)
      if (ww_reached[n]) std::fprintf(f, "%d\n", n);
    std::fclose(f);
  }
}
[[gnu::no_sanitize("thread")]] inline void ww_begin() {
  if (ww_chosen >= 0) return;
  const char* said = std::getenv("WW_MUTANT");
  ww_chosen = said ? std::atoi(said) : 1 << 14;
  if (std::getenv("WW_TRACE")) std::atexit(ww_trace);
}
// Before what the model does at first, so that it is known after what it does at last.
[[gnu::constructor(101), gnu::no_sanitize("thread")]] static void ww_begin_first() { ww_begin(); }
[[noreturn, gnu::no_sanitize("thread")]] inline void ww_exit(int status) { ww_trace(); _exit(status); }
#define _exit ww_exit
#define WW_PLAIN(name, expression) \
  template <class T> WW_BOTH T plain_##name(T* p, std::type_identity_t<T> v) { T old = *p; *p = expression; return old; }
WW_PLAIN(atomicAdd, old + v) WW_PLAIN(atomicSub, old - v) WW_PLAIN(atomicMin, v < old ? v : old) WW_PLAIN(atomicMax, v > old ? v : old)
WW_PLAIN(atomicAnd, old & v) WW_PLAIN(atomicOr, old | v) WW_PLAIN(atomicXor, old ^ v) WW_PLAIN(atomicExch, v)
template <class T> WW_BOTH T plain_atomicCAS(T* p, std::type_identity_t<T> e, std::type_identity_t<T> v) { T old = *p; if (old == e) *p = v; return old; }
#ifdef __CUDACC__
// Each source compiled for the GPU has its own copy of the choice there. tests/main.cpp of the copied tree calls this first and last.
inline std::vector<void (*)(bool)>& ww_modules() { static std::vector<void (*)(bool)> all; return all; }
static void ww_module(bool begin) {
  static char there[1 << 14];
  if (begin) cudaMemcpyToSymbol(ww_chosen_there, &ww_chosen, sizeof ww_chosen);
  else if (cudaMemcpyFromSymbol(there, ww_reached_there, sizeof there) == cudaSuccess)
    for (int n = 0; n < 1 << 14; ++n) ww_reached[n] |= there[n];
}
static const bool ww_known = (ww_modules().push_back(ww_module), true);
extern "C" [[gnu::weak]] void ww_device(bool begin) { for (auto module : ww_modules()) module(begin); }
#endif
