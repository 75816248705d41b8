// SPDX-FileCopyrightText: 2026 The Warp and Weave authors
// SPDX-License-Identifier: MIT
// Catch2 2 and 3 from one source.
#pragma once
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
#define CONTAINS Catch::Matchers::ContainsSubstring
#else
#define CATCH_CONFIG_EXTERNAL_INTERFACES
#include <catch2/catch.hpp>
#define CONTAINS Catch::Contains
#endif
#include <ww/launch.cuh>

// A test that launches kernels says so first; where the cuda back end finds no device it is left out, in a line.
#define REQUIRE_GPU()                                            \
  do {                                                           \
    if (!ww::device_present()) {                                 \
      WARN("left out: no CUDA device");                          \
      return;                                                    \
    }                                                            \
  } while (false)
