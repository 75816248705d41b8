#include <cmath>
#include <numeric>
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
  std::string variant, sets;
  bool named = false, in_double = false, stats = false;
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
    "serial, parallel, general (kernels); "
    "as published, not always right, without --side and "
    "--keep-collinear: heaphull, heaphull-gpu, cudachain, concurrent, "
    "concurrent-gpu; default ";
command hull_command(hull_settings& s) {
  std::vector<option> options = {
      {"--side", "SIDE", "both (the default); or upper or lower: "
       "of the polygon between that side and its chord",
       [&](const std::string& v) { s.hull.side = side_named(v); }},
      file_name("--sets", "WHERE", "a hull for each set, and a line's "
                "last number is its set: column (the third of POINTS), "
                "or a .npy of offsets (first 0, last the number of "
                "points); variants serial, parallel, general", s.sets,
                {"column", ".npy"}),
      flag("--keep-collinear", "also the points on the edges",
           s.hull.keep_collinear),
      flag("--double", "in double precision (default: single)",
           s.in_double),
      {"--variant", "NAME", variants + s.variant,
       [&](const std::string& v) { s.variant = v, s.named = true; }},
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
  if (published && (one_side || s.hull.keep_collinear))
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
  const auto me = this_process(s.gpus, file);
  memory_need need = need_of_hull(one ? s.variant : "general");
  need.part = me.rank, need.parts = me.of;
  rank_options gpus = s.gpus;
  need.whole = &gpus.whole;
  gpus.call = {sizeof(T), int(s.hull.side), s.hull.keep_collinear};
  const auto input = read_point_file<T>(file, need);
  std::vector<std::uint32_t> ring;
  std::vector<point<T>> vertices;
  filter_stats kept;
  try {
    if (one) v.run(input.points, s.hull, ring, kept);
    else ring = hull_by_gpus(gpus, input.points, s.hull, &vertices);
  } catch (const bad_input& e) {
    throw bad_input(input.name + ": " + e.what());
  }
  if (me.rank > 0) return;
  for (std::uint32_t i : ring)
    if (one) vertices.push_back(input.points[i]);
  if (s.stats) out.write(told(input.points.size(), kept));
  for (std::size_t k = 0; k < ring.size(); ++k) {
    const bool back = s.hull.side == hull_side::upper && k > 0;
    const std::size_t v = back ? ring.size() - k : k;
    out.write(text_line(ring[v], vertices[v].x, vertices[v].y));
  }
  all.commit();
}
template <class T>
struct sets_of_points {
  std::string name;
  std::vector<point<T>> points;
  std::vector<std::int64_t> offsets = {0}, numbers;
  std::vector<std::uint32_t> from;
};
template <class T>
sets_of_points<T> sets_by_column(const std::string& file,
                                 memory_need need) {
  const auto input = read_table<T>(file, 3, need);
  const auto n = std::int64_t(input.values.size()) / 3;
  sets_of_points<T> all;
  all.name = input.name;
  auto set = [&](std::int64_t i) { return input.values[3 * i + 2]; };
  const T most = sizeof(T) == 4 ? T(1 << 24) : T(std::int64_t(1) << 53);
  for (std::int64_t i = 0; i < n; ++i)
    if (set(i) != std::floor(set(i)) || std::abs(set(i)) >= most)
      throw bad_input(
          input.where(i) +
          format(": the set is %.17g, not a whole number below %.0f",
                 double(set(i)), double(most)));
  all.from.resize(n);
  std::iota(all.from.begin(), all.from.end(), 0u);
  std::stable_sort(
      all.from.begin(), all.from.end(),
      [&](auto a, auto b) { return set(a) < set(b); });
  for (std::uint32_t i : all.from) {
    const auto number = std::int64_t(set(i));
    if (all.numbers.empty() || all.numbers.back() != number) {
      all.numbers.push_back(number);
      all.offsets.push_back(all.offsets.back());
    }
    ++all.offsets.back();
    all.points.push_back({input.values[3 * i], input.values[3 * i + 1]});
  }
  return all;
}
template <class T>
sets_of_points<T> sets_by_offsets(const std::string& file,
                                  const std::string& offsets,
                                  memory_need need) {
  auto input = read_point_file<T>(file, need);
  sets_of_points<T> all;
  all.name = offsets;
  all.points = std::move(input.points);
  all.offsets.clear();
  std::visit([&](const auto& list) {
    using number = std::decay_t<decltype(list[0])>;
    if constexpr (!std::is_integral_v<number>)
      throw bad_input(offsets + ": offsets are whole numbers");
    else
      for (number x : list) all.offsets.push_back(std::int64_t(x));
  }, read_array(offsets));
  for (std::size_t k = 1; k < all.offsets.size(); ++k)
    all.numbers.push_back(std::int64_t(k - 1));
  all.from.resize(all.points.size());
  std::iota(all.from.begin(), all.from.end(), 0u);
  return all;
}
template <class T>
void print_hulls(const hull_settings& s, const std::string& file) {
  if (s.stats) throw bad_input("--stats: --sets has no filter");
  if (s.gpus.ranks > 0) throw bad_input("--sets is for one device");
  const auto table = hulls_variants<point<T>>();
  const auto& v = find_variant(table, s.variant);
  if (v.needs_device) require_device();
  const bool column = s.sets == "column";
  output_set all(column ? std::vector{file}
                        : std::vector{file, s.sets});
  output_file& out = all.open("-");
  const memory_need need{v.needs_device && !WW_CUDA ? 4.0 : 2.0, 24};
  const auto sets = column ? sets_by_column<T>(file, need)
                           : sets_by_offsets<T>(file, s.sets, need);
  std::vector<std::uint32_t> rings;
  std::vector<std::int64_t> sizes;
  try {
    v.run(sets.points, sets.offsets, s.hull, rings, sizes);
  } catch (const bad_input& e) {
    throw bad_input(sets.name + ": " + e.what());
  }
  std::uint32_t* ring = rings.data();
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    std::uint32_t* const end = ring + sizes[k];
    if (s.hull.side == hull_side::upper && sizes[k] > 0)
      std::reverse(ring + 1, end);
    for (; ring != end; ++ring) {
      const point<T> p = sets.points[*ring];
      out.write(text_line(sets.from[*ring], p.x, p.y, sets.numbers[k]));
    }
  }
  all.commit();
}
int run(int argc, char** argv) {
  hull_settings s;
  const std::string usual = WW_CUDA ? "filtered" : "octagon-parallel";
  s.variant = usual;
  const auto operands = read_command(hull_command(s), argc, argv);
  if (!operands) return 0;
  if (!s.sets.empty()) {
    if (!s.named) s.variant = WW_CUDA ? "general" : "parallel";
    if (s.in_double) print_hulls<double>(s, operands->at(0));
    else print_hulls<float>(s, operands->at(0));
    return 0;
  }
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
