#include <charconv>
#include <ww/gpus.cuh>
#include <ww/heaphull.cuh>
#include <ww/hull.cuh>
#include <ww/points.cuh>
#include <ww/program.h>

namespace {
using namespace ww;
using namespace ww::detail;
struct hull_settings {
  hull_options hull;
  std::string variant;
  bool in_double = false, stats = false;
  rank_options gpus;
};
hull_side side_named(const std::string& name) {
  if (name == "both") return hull_side::both;
  if (name == "upper") return hull_side::upper;
  if (name == "lower") return hull_side::lower;
  throw bad_input("--side is upper, lower or both, not " + name);
}
const char about[] =
    "Prints the convex hull of the points in the file POINTS (- is "
    "standard input): index x y, one vertex a line, counter-clockwise "
    "from the lexicographically smallest. The index is that of the "
    "input, from 0; of equal points the first counts.";
const char variants[] =
    "filtered (kernels), octagon, octagon-parallel; without a filter: "
    "serial, parallel, general (kernels), faithful (2 to 2048 points, "
    "a power of two, in general position, x in [0,1]; single "
    "precision); "
    "as published, not always right, without --side and "
    "--keep-collinear: heaphull, heaphull-gpu, cudachain, concurrent, "
    "concurrent-gpu; default ";
command hull_command(hull_settings& s) {
  std::vector<option> options = {
      {"--side", "SIDE", "both (the default); or upper or lower: "
       "of the polygon between that side and its chord",
       [&](const std::string& v) { s.hull.side = side_named(v); }},
      flag("--keep-collinear", "also the points on the edges",
           s.hull.keep_collinear),
      flag("--double", "in double precision (default: single)",
           s.in_double),
      text("--variant", "NAME", variants + s.variant, s.variant),
      flag("--stats", "first, as comments, what the filter kept",
           s.stats)};
  for (option& more : gpu_options(s.gpus)) options.push_back(more);
  return {"hull", "POINTS", about, options, 1, 1};
}
template <class P> auto all_variants() {
  std::vector<variant<host_filter<P>>> table;
  for (const auto& v : hull_variants<P>())
    table.push_back({v.name, v.needs_device, v.accepts,
                     [run = v.run](const std::vector<P>& points,
                                   const hull_options& o,
                                   std::vector<std::uint32_t>& ring,
                                   filter_stats&) {
      run(points, o, ring);
    }});
  const std::size_t plain = table.size();
  for (auto& v : heaphull_variants<P>()) table.push_back(v);
  return std::pair(table, plain);
}
memory_need need_of_hull(const std::string& variant) {
  if (variant == "serial" || variant == "parallel") return {2, 4};
  if (WW_CUDA) return {1};
  if (variant == "general" || variant == "filtered") return {3.5, 70};
  if (variant == "cudachain") return {2, 30};
  return {1};
}
void require_options(const hull_settings& s, bool filters,
                     bool published) {
  if (s.stats && (!filters || s.gpus.ranks > 0))
    throw bad_input(
        "--stats: " + (s.gpus.ranks > 0 ? "--gpus" :
                       "--variant " + s.variant) + " has no filter");
  const bool one_side = s.hull.side != hull_side::both;
  if (filters && published && (one_side || s.hull.keep_collinear))
    throw bad_input(
        std::string(one_side ? "--side" : "--keep-collinear") +
        ": --variant " + s.variant +
        ", as published, has no such option");
}
std::string told(std::size_t points, const filter_stats& kept) {
  std::string text = "# points " + std::to_string(points) + "\n";
  for (const auto& [name, count] : kept)
    text += "# " + name + " " + std::to_string(count) + "\n";
  return text;
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
void print_ring(output_file& out, const std::vector<P>& points,
                const std::vector<std::uint32_t>& ring,
                std::string text) {
  for (std::uint32_t i : ring) {
    text += line_of(i, points[i]);
    if (text.size() < 1 << 20) continue;
    out.write(text);
    text.clear();
  }
  out.write(text);
}
template <class T>
void print_hull(const hull_settings& s, const std::string& file) {
  const auto [table, plain] = all_variants<point<T>>();
  const auto& v = find_variant(table, s.variant);
  require_options(s, &v - table.data() >= std::ptrdiff_t(plain),
                  *v.accepts);
  if (v.needs_device) require_device();
  output_set all({file});
  output_file& out = all.open("-");
  const bool one = s.gpus.ranks == 0;
  const auto input = read_point_file<T>(
      file, need_of_hull(one ? s.variant : "general"));
  std::vector<std::uint32_t> ring;
  filter_stats kept;
  try {
    if (one) v.run(input.points, s.hull, ring, kept);
    else ring = hull_by_gpus(s.gpus, input.points, s.hull);
  } catch (const bad_input& e) {
    throw bad_input(input.name + ": " + e.what());
  }
  if (!one && !is_first_process()) return;
  if (s.hull.side == hull_side::upper && !ring.empty())
    std::reverse(ring.begin() + 1, ring.end());
  print_ring(out, input.points, ring,
             s.stats ? told(input.points.size(), kept) : "");
  all.commit();
}
int run(int argc, char** argv) {
  hull_settings s;
  const std::string usual = WW_CUDA ? "filtered" : "octagon-parallel";
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
