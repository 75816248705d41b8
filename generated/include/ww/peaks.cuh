#pragma once
#include <cstdint>
#include <vector>
#include <ww/higher.cuh>
#include <ww/program.h>

namespace ww {
template <class T>
using host_peaks = void(const std::vector<T>& points, int k,
                        const std::vector<T>& heights,
                        const higher_options& options,
                        std::vector<std::int64_t>& higher,
                        std::vector<double>& squared);
template <class T> std::vector<variant<host_peaks<T>>> peak_variants();
}
