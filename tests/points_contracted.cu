// The predicate compiled by a GCC that is told to fuse products and sums wherever it can (x86-64 with FMA). The
// namespace is renamed, so that no other test links to these copies.
#include <cfloat>
#include <cstring>
#include "catch.h"
#include "exact.h"
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)
#pragma GCC push_options
#pragma GCC optimize("O3", "fp-contract=fast")
#pragma GCC target("fma,avx2")
#define ww ww_contracted
#include "orientation.cuh"
#undef ww

namespace {
int contracted(const double* p) { return ww_contracted::orientation(p[0], p[1], p[2], p[3], p[4], p[5]); }
int naive(const double* p) {
  double d = (p[2] - p[0]) * (p[5] - p[1]) - (p[3] - p[1]) * (p[4] - p[0]);
  return (d > 0) - (d < 0);
}
}  // namespace
#pragma GCC pop_options

TEST_CASE("orientation survives contraction", "[points][orientation]") {
  if (!__builtin_cpu_supports("fma")) {
    WARN("left out: this processor has no fused multiply-add");
    return;
  }
  const int step = WW_MODEL ? 8 : 1;
  int wrong = 0, invented = 0, zeros = 0;
  for (int i = 0; i < 256; i += step)
    for (int j = 0; j < 256; j += step) {
      double p[6] = {0.5 + i * 0x1p-53, 0.5 + j * 0x1p-53, 12, 12, 24, 24};
      int right = exact_oracle::orientation(p[0], p[1], p[2], p[3], p[4], p[5]);
      wrong += contracted(p) != right;
      zeros += right == 0;
      invented += right == 0 && naive(p) != 0;
    }
  REQUIRE(wrong == 0);
  REQUIRE(invented > zeros / 2);  // so the compiler did contract, and it would have mattered
}
#endif
