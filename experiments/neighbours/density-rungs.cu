// SPDX-FileCopyrightText: 2026 The Warp and Weave authors
// SPDX-License-Identifier: MIT
// Times one look at all pairs of 131,072 points of 1024 dimensions for Gaussian sums, as experiments/neighbours/density-rungs asks for it:
// usage: density-rungs products | squares | library. A line is a sample, in seconds. "library" is cuBLAS: three products of bytes for each
// tile of pairs, each tile once, whose results it writes to memory; nothing is decided, and nothing but products is timed.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cublas_v2.h>
#include <vector>
#include <ww/density.cuh>
#include <ww/detail/neighbours/density-inputs.h>

static void check(bool good, const char* what) {
  if (good) return;
  std::fprintf(stderr, "density-rungs: %s failed\n", what);
  std::exit(2);
}
#define CHECK(call) check((call) == 0, #call)
template <class Work> static void time(Work work) {
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  for (int sample = -1; sample < 9; ++sample) {
    CHECK(cudaEventRecord(begin));
    work();
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    float ms = 0;
    CHECK(cudaEventElapsedTime(&ms, begin, end));
    if (sample >= 0) std::printf("%.9g\n", ms / 1e3);
  }
}
template <class T> static T* memory(std::size_t count) {
  void* p = nullptr;
  CHECK(cudaMalloc(&p, count * sizeof(T)));
  CHECK(cudaMemset(p, 1, count * sizeof(T)));
  return static_cast<T*>(p);
}

int main(int count, char** words) {
  constexpr std::int64_t n = 131072, tile = 16384;
  constexpr int k = 1024;
  check(count == 2, "usage: density-rungs products | squares | library;");
  if (!std::strcmp(words[1], "library")) {
    const auto* bytes = memory<signed char>(n * k);
    auto* out = memory<int>(tile * tile);
    cublasHandle_t handle;
    CHECK(cublasCreate(&handle));
    const int one = 1, zero = 0;
    time([&] {
      for (std::int64_t i = 0; i < n; i += tile)
        for (std::int64_t j = i; j < n; j += tile)
          for (int product = 0; product < 3; ++product)
            CHECK(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, tile, tile, k, &one, bytes + i * k, CUDA_R_8I, k, bytes + j * k, CUDA_R_8I, k, &zero, out,
                               CUDA_R_32I, tile, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
    });
    return 0;
  }
  const auto points = ww::detail::neighbours::density::draw_twin("mixture", n, k);
  auto* p = memory<float>(n * k);
  CHECK(cudaMemcpy(p, points.data(), n * k * sizeof(float), cudaMemcpyDefault));
  ww::density_options o;
  o.percent = 1;
  o.all_pairs = !std::strcmp(words[1], "squares");
  auto *dc = memory<double>(1), *rho = memory<double>(n);
  std::size_t bytes = 0, more = 0;
  ww::cutoff_distance<float>(nullptr, bytes, p, n, k, 1.0, dc);
  ww::local_density<float>(nullptr, more, p, n, k, dc, o, rho);
  auto* temporary = memory<char>(bytes > more ? bytes : more);
  ww::cutoff_distance<float>(temporary, bytes, p, n, k, 1.0, dc);
  time([&] { ww::local_density<float>(temporary, more, p, n, k, dc, o, rho); });
}
