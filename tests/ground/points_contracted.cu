// The predicate and the generators compiled by a GCC that is told to fuse products and sums wherever it can (x86-64 with FMA). The
// namespace is renamed, so that no other test links to these copies.
#include <array>
#include <cfloat>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "catch.h"
#include "exact.h"
#include <ww/files.h>
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)
#pragma GCC push_options
#pragma GCC optimize("O3", "fp-contract=fast")
#pragma GCC target("fma,avx2")
namespace ww_contracted {
using namespace ww;
}
#define ww ww_contracted
#include <ww/datasets.cuh>
#include <ww/orientation.cuh>
#undef ww

namespace {
int contracted(const double* p) { return ww_contracted::orientation(p[0], p[1], p[2], p[3], p[4], p[5]); }
int naive(const double* p) {
  double d = (p[2] - p[0]) * (p[5] - p[1]) - (p[3] - p[1]) * (p[4] - p[0]);
  return (d > 0) - (d < 0);
}
std::uint64_t fingerprint(ww_contracted::distribution d) {
  std::uint64_t h = 0xcbf29ce484222325;
  for (int i = 0; i < 1001; ++i) {
    double2 p = ww_contracted::draw_point<double>(d, 1001, 42, i);
    unsigned char bytes[sizeof p];
    std::memcpy(bytes, &p, sizeof p);
    for (unsigned char b : bytes) h = (h ^ b) * 0x100000001b3;
  }
  return h;
}
}  // namespace
#pragma GCC pop_options

TEST_CASE("the generators survive contraction", "[points][generators]") {
  if (!__builtin_cpu_supports("fma")) {
    WARN("left out: this processor has no fused multiply-add");
    return;
  }
  // The same numbers as in points_datasets.cu.
  using ww_contracted::distribution;
  REQUIRE(fingerprint(distribution::normal) == 0x3009e1c54107dd30);
  REQUIRE(fingerprint(distribution::kuzmin) == 0xc1f0271008e62202);
  REQUIRE(fingerprint(distribution::clustered) == 0x1dac4fd60fc62d14);
}

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
