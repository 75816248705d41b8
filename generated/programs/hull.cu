#include <getopt.h>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <string>
#include <ww/hull.cuh>
#include <ww/points.cuh>

namespace {
using namespace ww;
const char usage[] =
    "usage: hull [options] POINTS\n"
    "Prints the convex hull of the points in the file POINTS (- is standard\n"
    "input): index x y, one corner a line, counter-clockwise from the\n"
    "lexicographically smallest. The index is that of the input, from 0; of\n"
    "equal points the first counts.\n\n"
    "  --side SIDE       both (the default); or upper or lower: of the\n"
    "                    polygon between that hood and its chord\n"
    "  --keep-collinear  also the points on the edges\n"
    "  --double          in double precision (default: single)\n"
    "  --variant NAME    general (the default), serial, parallel, faithful\n"
    "                    (needs 2 to 2048 points, a power of two, in general\n"
    "                    position, x in [0,1]; single precision)\n"
    "  --help            print this\n";
struct settings {
  hull_options hull;
  std::string variant = "general", file;
  bool in_double = false, help = false;
};
const ::option options[] = {{"side", required_argument, nullptr, 's'},
                          {"keep-collinear", no_argument, nullptr, 'k'},
                          {"double", no_argument, nullptr, 'd'},
                          {"variant", required_argument, nullptr, 'v'},
                          {"help", no_argument, nullptr, 'h'},
                          {nullptr, 0, nullptr, 0}};
hull_side side_named(const std::string& name) {
  if (name == "both") return hull_side::both;
  if (name == "upper") return hull_side::upper;
  if (name == "lower") return hull_side::lower;
  throw bad_input("--side is upper, lower or both, not " + name);
}
settings read_options(int argc, char** argv) {
  settings s;
  opterr = 0;
  for (int c; (c = getopt_long(argc, argv, ":s:kdv:h", options,
                               nullptr)) != -1;)
    switch (c) {
      case 's': s.hull.side = side_named(optarg); break;
      case 'k': s.hull.keep_collinear = true; break;
      case 'd': s.in_double = true; break;
      case 'v': s.variant = optarg; break;
      case 'h': s.help = true; break;
      default: refuse_option(c, argv, "skdvh");
    }
  if (s.help) return s;
  if (argc - optind != 1)
    throw bad_input("one file of points is expected (see --help)");
  s.file = argv[optind];
  return s;
}
template <class P>
std::string line_of(position i, P p) {
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
const hull_variant<P>& variant_named(const std::string& name) {
  for (const auto& v : hull_variants<P>()) {
    if (name != v.name) continue;
    if (v.kernels) require_device();
    return v;
  }
  throw bad_input("no variant is named " + name +
                  (sizeof(P) == 16 ? " in double precision" : "") +
                  " (see --help)");
}
template <class T>
void print_hull(const settings& s) {
  const auto& v = variant_named<point<T>>(s.variant);
  const auto input = read_point_file<T>(s.file);
  const auto& points = input.points;
  const auto why = v.objection ? v.objection(in_lexicographic_order(points))
                               : std::string();
  if (!why.empty())
    throw bad_input(input.name + ": not for --variant " + s.variant + ": " +
                    why);
  std::vector<position> ring;
  v.hull()(points, s.hull, ring);
  if (s.hull.side == hull_side::upper && !ring.empty())
    std::reverse(ring.begin() + 1, ring.end());
  output_file out("-");
  std::string text;
  for (position i : ring) {
    text += line_of(i, points[i]);
    if (text.size() < 1 << 20) continue;
    out.write(text);
    text.clear();
  }
  out.write(text);
  out.commit();
}
int run(int argc, char** argv) {
  const settings s = read_options(argc, argv);
  if (s.help) return std::fputs(usage, stdout) < 0;
  if (s.in_double) print_hull<double>(s);
  else print_hull<float>(s);
  return 0;
}
}
int main(int argc, char** argv) {
  return run_program("hull", argc, argv, run);
}
