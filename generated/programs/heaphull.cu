#include <ww/detail/hull/hull-program.h>
#include <ww/heaphull.cuh>

namespace {
using namespace ww;
using namespace ww::detail;
using namespace ww::detail::hull;
const char about[] =
    "Prints the convex hull of the points in the file POINTS (- is "
    "standard input), as hull does, after discarding what is certainly "
    "inside: index x y, one vertex a line, counter-clockwise from the "
    "lexicographically smallest.";
command heaphull_command(hull_settings& s, bool& stats) {
  auto options = hull_option_table(s);
  options.push_back(
      text("--variant", "NAME", "filtered (kernels), octagon, "
           "octagon-parallel; as published, not always right, without "
           "--side and --keep-collinear: heaphull, heaphull-gpu, "
           "cudachain, concurrent, concurrent-gpu; default " +
           s.variant, s.variant));
  options.push_back(flag("--stats", "first, as comments, what the "
                         "filter kept", stats));
  return {"heaphull", "POINTS", about, options, 1, 1};
}
template <class T>
void print_hull(const hull_settings& s, bool wanted,
                const std::string& file) {
  const auto table = heaphull_variants<point<T>>();
  const auto& v = find_variant(table, s.variant);
  if (v.needs_device) require_device();
  const bool one_side = s.hull.side != hull_side::both;
  if (*v.accepts && (one_side || s.hull.keep_collinear))
    throw bad_input(
        std::string(one_side ? "--side" : "--keep-collinear") +
        ": --variant " + s.variant +
        " finds both sides, without collinear points");
  output_set all({file});
  output_file& out = all.open("-");
  const auto input = read_point_file<T>(file, need_of_hull(s.variant));
  std::vector<std::uint32_t> ring;
  filter_stats stats;
  try {
    v.run(input.points, s.hull, ring, stats);
  } catch (const bad_input& e) {
    throw bad_input(input.name + ": " + e.what());
  }
  std::string text;
  if (wanted) {
    text = "# points " + std::to_string(input.points.size()) + "\n";
    for (const auto& [name, count] : stats)
      text += "# " + name + " " + std::to_string(count) + "\n";
  }
  print_ring(all, out, input.points, ring, s.hull.side, text);
}
int run(int argc, char** argv) {
  hull_settings s;
  s.variant = WW_CUDA ? "filtered" : "octagon-parallel";
  bool stats = false;
  const auto operands =
      read_command(heaphull_command(s, stats), argc, argv);
  if (!operands) return 0;
  if (s.in_double) print_hull<double>(s, stats, operands->at(0));
  else print_hull<float>(s, stats, operands->at(0));
  return 0;
}
}
int main(int argc, char** argv) {
  return run_program("heaphull", argc, argv, run);
}
