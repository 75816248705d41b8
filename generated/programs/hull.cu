#include <algorithm>
#include <charconv>
#include <string>
#include <ww/hull.cuh>
#include <ww/points.cuh>
#include <ww/program.h>

namespace {
using namespace ww;
const char about[] =
    "Prints the convex hull of the points in the file POINTS (- is "
    "standard input): index x y, one vertex a line, counter-clockwise "
    "from the lexicographically smallest. The index is that of the "
    "input, from 0; of equal points the first counts.";
struct settings {
  hull_options hull;
  std::string variant = WW_CUDA ? "general" : "parallel";
  bool in_double = false;
};
hull_side side_named(const std::string& name) {
  if (name == "both") return hull_side::both;
  if (name == "upper") return hull_side::upper;
  if (name == "lower") return hull_side::lower;
  throw bad_input("--side is upper, lower or both, not " + name);
}
command hull_command(settings& s) {
  return {"hull", "POINTS", about,
          {{"--side", "SIDE", "both (the default); or upper or lower: "
            "of the polygon between that side and its chord",
            [&](const std::string& v) { s.hull.side = side_named(v); }},
           flag("--keep-collinear", "also the points on the edges",
                s.hull.keep_collinear),
           flag("--double", "in double precision (default: single)",
                s.in_double),
           text("--variant", "NAME", "serial, parallel, general "
                "(kernels), faithful (2 to 2048 points, a power of "
                "two, in general position, x in [0,1]; single "
                "precision); default " + s.variant, s.variant)},
          1, 1};
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
template <class T>
void print_hull(const settings& s, const std::string& file) {
  const auto table = hull_variants<point<T>>();
  const auto& v = find_variant(table, s.variant);
  if (v.needs_device) require_device();
  const auto input = read_point_file<T>(file);
  const auto& points = input.points;
  std::vector<std::uint32_t> ring;
  try {
    v.run(points, s.hull, ring);
  } catch (const bad_input& e) {
    throw bad_input(input.name + ": " + e.what());
  }
  if (s.hull.side == hull_side::upper && !ring.empty())
    std::reverse(ring.begin() + 1, ring.end());
  output_file out("-");
  std::string text;
  for (std::uint32_t i : ring) {
    text += line_of(i, points[i]);
    if (text.size() < 1 << 20) continue;
    out.write(text);
    text.clear();
  }
  out.write(text);
  out.commit();
}
int run(int argc, char** argv) {
  settings s;
  const auto operands = read_command(hull_command(s), argc, argv);
  if (!operands) return 0;
  if (s.in_double) print_hull<double>(s, operands->at(0));
  else print_hull<float>(s, operands->at(0));
  return 0;
}
}
int main(int argc, char** argv) {
  return run_program("hull", argc, argv, run);
}
