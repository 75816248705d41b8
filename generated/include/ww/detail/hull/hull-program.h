#pragma once
#include <algorithm>
#include <charconv>
#include <string>
#include <ww/hull.cuh>
#include <ww/points.cuh>
#include <ww/program.h>

namespace ww::detail::hull {
struct hull_settings {
  hull_options hull;
  std::string variant;
  bool in_double = false;
};
inline hull_side side_named(const std::string& name) {
  if (name == "both") return hull_side::both;
  if (name == "upper") return hull_side::upper;
  if (name == "lower") return hull_side::lower;
  throw bad_input("--side is upper, lower or both, not " + name);
}
inline std::vector<option> hull_option_table(hull_settings& s) {
  return {{"--side", "SIDE", "both (the default); or upper or lower: "
           "of the polygon between that side and its chord",
           [&](const std::string& v) { s.hull.side = side_named(v); }},
          flag("--keep-collinear", "also the points on the edges",
               s.hull.keep_collinear),
          flag("--double", "in double precision (default: single)",
               s.in_double)};
}
inline memory_need need_of_hull(const std::string& variant) {
  if (variant == "serial" || variant == "parallel") return {2, 4};
  if (WW_CUDA) return {1};
  if (variant == "general" || variant == "filtered") return {3.5, 70};
  if (variant == "cudachain") return {2, 30};
  return {1};
}
template <class P>
std::string line_of(std::uint32_t i, P p) {
  char text[96];
  char* end = std::to_chars(text, text + 24, i).ptr;
  *end++ = ' ';
  end = std::to_chars(end, text + 64, p.x).ptr;
  *end++ = ' ';
  end = std::to_chars(end, text + 95, p.y).ptr;
  *end++ = '\n';
  return {text, end};
}
template <class P>
void print_ring(output_set& all, output_file& out,
                const std::vector<P>& points,
                std::vector<std::uint32_t>& ring, hull_side side,
                std::string text = {}) {
  if (side == hull_side::upper && !ring.empty())
    std::reverse(ring.begin() + 1, ring.end());
  for (std::uint32_t i : ring) {
    text += line_of(i, points[i]);
    if (text.size() < 1 << 20) continue;
    out.write(text);
    text.clear();
  }
  out.write(text);
  all.commit();
}
}
