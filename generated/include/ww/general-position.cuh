#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>
#include <ww/points.cuh>

namespace ww {
using three_indices = std::array<std::int64_t, 3>;
template <class P>
void sort_by_x(std::vector<P>& points);
template <class P>
std::optional<three_indices> find_collinear_triple(
    const std::vector<P>& points);
template <class P>
std::vector<P> to_unit_strip(std::vector<P> points);
template <class T>
std::vector<point<T>> general_position(const std::string& name,
                                       std::int64_t n,
                                       std::uint64_t seed);
}
