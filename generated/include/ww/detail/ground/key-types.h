#pragma once
#include <cstdint>
#define WW_FOR_KEYS(X, between)                                       \
  X(float, "float", "<f4") between X(double, "double", "<f8") between \
  X(std::int32_t, "int32", "<i4") between                             \
  X(std::uint32_t, "uint32", "<u4") between                           \
  X(std::int64_t, "int64", "<i8") between                             \
  X(std::uint64_t, "uint64", "<u8")
