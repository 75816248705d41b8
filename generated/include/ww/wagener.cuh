#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>
#include <ww/launch.cuh>

namespace ww {
constexpr std::int64_t wagener_limit = 2048;
struct objection {
  std::int64_t point; /* -1: to their number */
  std::string why;
};
std::optional<objection> published_objection(
    const std::vector<float2>& points);
void published_upper_hull(const std::vector<float2>& points,
                          std::vector<std::uint32_t>& hull);
namespace detail::hull {
struct wagener_stage { int d1, d2; };
std::vector<wagener_stage> wagener_stages(std::int64_t n);
std::vector<float2> vertices_of(std::vector<float2> hoods);
std::vector<float2> published_stages(
    const std::vector<float2>& points,
    const std::function<void(int, const std::vector<float2>&)>& before,
    const std::function<void(wagener_stage, const std::vector<short>&)>&
        after);
}
}
