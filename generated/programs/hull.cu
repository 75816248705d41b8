#include <ww/detail/hull/hull-program.h>
#include <ww/gpus.cuh>
#include <ww/heaphull.cuh>

namespace {
using namespace ww;
using namespace ww::detail;
using namespace ww::detail::hull;
const char about[] =
    "Prints the convex hull of the points in the file POINTS (- is "
    "standard input): index x y, one vertex a line, counter-clockwise "
    "from the lexicographically smallest. The index is that of the "
    "input, from 0; of equal points the first counts.";
struct program_settings : hull_settings {
  rank_options gpus;
};
command hull_command(program_settings& s) {
  auto options = hull_option_table(s);
  options.push_back(
      text("--variant", "NAME", "serial, parallel, general (kernels), "
           "filtered (kernels), octagon, octagon-parallel, faithful "
           "(2 to 2048 points, a power of two, in general position, "
           "x in [0,1]; single precision); default " +
           s.variant, s.variant));
  for (option& more : gpu_options(s.gpus)) options.push_back(more);
  return {"hull", "POINTS", about, options, 1, 1};
}
template <class P>
std::vector<variant<host_hull<P>>> all_hull_variants() {
  auto table = hull_variants<P>();
  for (const auto& v : heaphull_variants<P>())
    if (!*v.accepts)
      table.push_back({v.name, v.needs_device, "",
                       [run = v.run](const std::vector<P>& points,
                                     const hull_options& o,
                                     std::vector<std::uint32_t>& ring) {
        filter_stats kept;
        run(points, o, ring, kept);
      }});
  return table;
}
template <class T>
void print_hull(const program_settings& s, const std::string& file) {
  const auto table = all_hull_variants<point<T>>();
  const auto& v = find_variant(table, s.variant);
  if (v.needs_device) require_device();
  output_set all({file});
  output_file& out = all.open("-");
  const auto input = read_point_file<T>(
      file, need_of_hull(s.gpus.ranks > 0 ? "general" : s.variant));
  std::vector<std::uint32_t> ring;
  try {
    if (s.gpus.ranks > 0)
      ring = hull_by_gpus(s.gpus, input.points, s.hull);
    else
      v.run(input.points, s.hull, ring);
  } catch (const bad_input& e) {
    throw bad_input(input.name + ": " + e.what());
  }
  if (s.gpus.ranks == 0 || is_first_process())
    print_ring(all, out, input.points, ring, s.hull.side);
}
int run(int argc, char** argv) {
  program_settings s;
  const std::string usual = WW_CUDA ? "filtered" : "parallel";
  s.variant = usual;
  const auto operands = read_command(hull_command(s), argc, argv);
  if (!operands) return 0;
  if (s.gpus.ranks > 0 && s.variant != usual)
    throw bad_input("--gpus has one variant, and --variant " +
                    s.variant + " is another");
  if (s.in_double) print_hull<double>(s, operands->at(0));
  else print_hull<float>(s, operands->at(0));
  return 0;
}
}
int main(int argc, char** argv) {
  return run_program("hull", argc, argv, run);
}
