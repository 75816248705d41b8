// SPDX-FileCopyrightText: 2026 The Warp and Weave authors
// SPDX-License-Identifier: MIT
// The switch of tests/mutants: change WW_MUTANT is on; what was reached is appended to WW_TRACE. The model is not to see it.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <type_traits>
inline int ww_chosen = -1;
inline char ww_reached[1 << 14];
[[gnu::noinline, gnu::no_sanitize("thread")]] inline bool ww_is(int n) {
  if (!ww_reached[n]) ww_reached[n] = 1;
  return n == ww_chosen;
}
[[gnu::always_inline]] constexpr inline bool ww_mutant(int n) {
  if (std::is_constant_evaluated()) return false;
  asm(".pushsection .ww_mutants\n .ascii \"ww_mutant:%c0;\"\n .popsection" : : "i"(n));  // this switch is in the program
  return ww_is(n);
}
[[gnu::no_sanitize("thread")]] inline void ww_trace() {
  if (FILE* f = std::fopen(std::getenv("WW_TRACE"), "a")) {
    for (int n = 0; n < 1 << 14; ++n)
      if (ww_reached[n]) std::fprintf(f, "%d\n", n);
    std::fclose(f);
  }
}
[[gnu::constructor, gnu::no_sanitize("thread")]] static void ww_begin() {
  if (ww_chosen >= 0) return;
  const char* said = std::getenv("WW_MUTANT");
  ww_chosen = said ? std::atoi(said) : 1 << 14;
  if (std::getenv("WW_TRACE")) std::atexit(ww_trace);
}
#define WW_PLAIN(name, expression) \
  template <class T> T plain_##name(T* p, std::type_identity_t<T> v) { T old = *p; *p = expression; return old; }
WW_PLAIN(atomicAdd, old + v) WW_PLAIN(atomicSub, old - v) WW_PLAIN(atomicMin, v < old ? v : old) WW_PLAIN(atomicMax, v > old ? v : old)
WW_PLAIN(atomicAnd, old & v) WW_PLAIN(atomicOr, old | v) WW_PLAIN(atomicXor, old ^ v) WW_PLAIN(atomicExch, v)
template <class T> T plain_atomicCAS(T* p, std::type_identity_t<T> e, std::type_identity_t<T> v) { T old = *p; if (old == e) *p = v; return old; }
