#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>
#include <string>
#include <ww/detail/neighbours/scale.h>
#include <ww/files.h>
#include <ww/gpus.cuh>

namespace {
using namespace ww;
using namespace ww::detail::neighbours;
const char about[] =
    "Density peak clustering of the points in the file POINTS (- is "
    "standard input; k columns). Prints '# dc D', '# clusters K' and, "
    "for each point in the order of the file, its index (from 0), "
    "density, distance to the nearest denser point, that point's index "
    "(-1 for the densest) and cluster (from 1). Coordinates other "
    "than 0 may be up to 10^54 times smaller than the largest, with "
    "--double 10^154 times.";
struct settings {
  density_options density;
  std::string variant = WW_CUDA ? "tiles" : "parallel";
  std::string graph, out, weights;
  bool in_double = false, percent_given = false;
  rank_options gpus;
};
density_kernel kernel_said(const std::string& name) {
  if (name == "gaussian") return density_kernel::gaussian;
  if (name == "cutoff") return density_kernel::cutoff;
  throw bad_input("--kernel is gaussian or cutoff, not " + name);
}
std::vector<option> density_options_of(settings& s) {
  density_options& d = s.density;
  std::vector<option> list = {
      {"--percent", "P", "take as cutoff distance the one below which P per "
       "cent of all distances are (default: 2)", [&](const std::string& v) {
         d.percent = number_said("--percent", v, 100);
         s.percent_given = true;
       }},
      {"--dc", "D", "the cutoff distance itself", [&](const std::string& v) {
         d.dc = number_said("--dc", v, 1.7976931348623157e308);
       }},
      {"--kernel", "KERNEL", "gaussian (the default) or cutoff",
       [&](const std::string& v) { d.kernel = kernel_said(v); }},
      file_name("--weights", "FILE", "the weights of the points in "
                "densities: a column of numbers, none below 0",
                s.weights),
      {"--clusters", "K", "the number of clusters (default: where "
       "gamma has its largest gap)", [&](const std::string& v) {
         d.clusters = whole_number<std::int64_t>("--clusters", v, 1);
       }},
      flag("--halo", "a last column: 1 in the halo, 0 not", d.halo),
      file_name("--graph", "FILE", "write the decision graph: as a "
                "table, .csv, or as a picture, .svg", s.graph,
                {".csv", ".svg"}),
      flag("--double", "in double precision (default: single)",
           s.in_double),
      text("--variant", "NAME", "serial, parallel, tiles (kernels), "
           "all-pairs, published; default " + s.variant, s.variant),
      file_name("--out", "FILE.npy", "write the columns behind the "
                "index there, and print the comments only", s.out,
                {".npy"})};
  for (option& of_gpus : gpu_options(s.gpus)) list.push_back(of_gpus);
  return list;
}
void print_points(output_file& out, const density_result& r,
                  bool points) {
  out.write("# dc " + text_line(r.dc) + "# clusters " +
            text_line(r.clusters));
  for (std::size_t i = 0; points && i < r.rho.size(); ++i) {
    auto line = [&](auto... halo) {
      out.write(text_line(i, r.rho[i], r.delta[i], r.parent[i],
                          r.cluster[i], halo...));
    };
    if (r.halo.empty()) line();
    else line(int(r.halo[i]));
  }
}
std::vector<double> columns_of(const density_result& r) {
  std::vector<double> rows;
  for (std::size_t i = 0; i < r.rho.size(); ++i) {
    rows.insert(rows.end(), {r.rho[i], r.delta[i], double(r.parent[i]),
                             double(r.cluster[i])});
    if (!r.halo.empty()) rows.push_back(r.halo[i]);
  }
  return rows;
}
std::string svg_of(const density_result& r,
                   const std::set<std::size_t>& centres) {
  double widest = 0, highest = 0;
  for (double x : r.rho) widest = std::max(widest, x);
  for (double y : r.delta) highest = std::max(highest, y);
  auto part = [](double x, double most, int length) {
    return most > 0 ? int(std::round(length * (x / most))) : 0;
  };
  auto across = [&](std::size_t i) {
    return 40 + part(r.rho[i], widest, 480);
  };
  auto up = [&](std::size_t i) {
    return 340 - part(r.delta[i], highest, 320);
  };
  std::string text =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"540\" "
      "height=\"380\">\n<path d=\"M40 20V340H520\" fill=\"none\" "
      "stroke=\"black\"/>\n";
  std::set<std::pair<int, int>> drawn;
  for (std::size_t i = 0; i < r.rho.size(); ++i)
    if (!centres.count(i) && drawn.insert({across(i), up(i)}).second)
      text += format("<circle cx=\"%d\" cy=\"%d\" r=\"1.5\" "
                     "fill=\"#888\"/>\n", across(i), up(i));
  for (std::size_t i : centres)
    text += format("<circle cx=\"%d\" cy=\"%d\" r=\"3\" "
                   "fill=\"hsl(%d,80%%,40%%)\"><title>%ld: point "
                   "%zu</title></circle>\n", across(i), up(i),
                   int(r.cluster[i] * 137 % 360), r.cluster[i], i);
  text += format("<text x=\"280\" y=\"365\">density, to %g</text>\n"
                 "<text x=\"44\" y=\"16\">distance, to %g</text>\n",
                 widest, highest);
  return text + "</svg>\n";
}
std::set<std::size_t> centres_of(const density_result& r) {
  std::set<std::size_t> centres;
  for (std::size_t i = 0; i < r.rho.size(); ++i)
    if (r.parent[i] < 0 || r.cluster[r.parent[i]] != r.cluster[i])
      centres.insert(i);
  return centres;
}
std::string csv_of(const density_result& r,
                   const std::set<std::size_t>& centres) {
  std::string text = "index,rho,delta,gamma,centre\n";
  for (std::size_t i = 0; i < r.rho.size(); ++i)
    text += text_line<','>(i, r.rho[i], r.delta[i],
                           r.rho[i] * r.delta[i],
                           int(centres.count(i)));
  return text;
}
memory_need need_of(bool kernels) {
  if (kernels && !WW_CUDA) return {4, 160};
  return {2, 120};
}
void refuse_early(settings& s, const std::string& file) {
  const bool all = s.variant == "all-pairs";
  if (s.gpus.ranks > 0 && !all && s.variant != "tiles" &&
      s.variant != settings().variant)
    throw bad_input("--gpus has the variants tiles and all-pairs, "
                    "not " + s.variant);
  if (s.gpus.ranks > 0) s.density.all_pairs = all;
  if (s.weights == "-" && file == "-")
    throw bad_input("POINTS and --weights: only one of them can be "
                    "standard input");
  if (s.percent_given && s.density.dc > 0)
    throw bad_input("--percent and --dc: only one of them can be "
                    "given");
}
std::vector<double> read_weights(const std::string& file,
                                 std::size_t points) {
  if (file.empty()) return {};
  auto given = read_table<double>(file, 1, {2, 0});
  auto weights = std::move(given.values);
  double sum = 0;
  for (std::size_t i = 0; i < weights.size(); sum += weights[i++])
    if (weights[i] < 0)
      throw bad_input(given.where(std::int64_t(i)) +
                      ": a weight below 0");
  if (!(sum <= 0x1p1023))
    throw bad_input(input_name(file) +
                    ": the weights add up to more than 2^1023");
  if (weights.size() != points)
    throw bad_input(input_name(file) +
                    format(": %zu weights for %zu points",
                           weights.size(), points));
  return weights;
}
void warn_of_gap(const density_result& r, const std::string& input) {
  if (r.gap < 1)
    std::fprintf(stderr,
                 "density: %s: the decision graph has no gap: gamma "
                 "falls nowhere\n", input.c_str());
  else if (r.gap < 1.5)
    std::fprintf(stderr,
                 "density: %s: the decision graph has no clear gap: at "
                 "%ld cluster%s gamma falls by a factor of %.3f only\n",
                 input.c_str(), r.clusters,
                 r.clusters == 1 ? "" : "s", r.gap);
}
template <class T>
void cluster(settings& s, const std::string& file) {
  const auto variants = density_variants<T>();
  const auto& v = find_variant(variants, s.variant);
  if (v.needs_device) require_device();
  output_set all({file, s.weights.empty() ? file : s.weights});
  output_file *out = nullptr, *graph = nullptr, *columns = nullptr;
  if (this_process(s.gpus, file).rank == 0) {
    out = &all.open("-");
    if (!s.graph.empty()) graph = &all.open(s.graph);
    if (!s.out.empty()) columns = &all.open(s.out);
  }
  const auto input = read_table<T>(
      file, 0, need_of(v.needs_device || s.gpus.ranks > 0));
  const double scale = scale_of(input, input.columns);
  density_result r;
  const int k = std::max(1, input.columns);
  s.gpus.whole = std::int64_t(input.values.size()) / k;
  s.gpus.call = {sizeof(T), k};
  const auto weights = read_weights(s.weights, input.values.size() / k);
  if (!s.weights.empty()) s.density.weights = weights.data();
  try {
    if (s.gpus.ranks == 0) v.run(input.values, k, s.density, r);
    else density_by_gpus(s.gpus, input.values, k, s.density, r);
  } catch (const bad_input& e) {
    throw bad_input(input.name + ": " + e.what());
  }
  if (!out) return;
  if (r.dc > 0 && r.dc * scale < (sizeof(T) == 4 ? 0x1p-45 : 0x1p-459))
    throw bad_input(input.name + format(
        ": the cutoff distance, %g, is lost beside the largest "
        "coordinate%s", r.dc,
        sizeof(T) == 4 ? " (--double takes more)" : ""));
  if (graph) {
    const auto centres = centres_of(r);
    graph->write(s.graph.ends_with(".csv") ? csv_of(r, centres)
                                           : svg_of(r, centres));
    graph->finish();
  }
  if (columns) {
    const auto rows = columns_of(r);
    write_table(*columns, rows.data(), std::int64_t(r.rho.size()),
                s.density.halo ? 5 : 4);
    columns->finish();
  }
  print_points(*out, r, !columns);
  all.commit();
  if (s.density.clusters == 0 && r.rho.size() > 1)
    warn_of_gap(r, input.name);
}
int run(int argc, char** argv) {
  settings s;
  const command c{"density", "POINTS", about, density_options_of(s), 1,
                  1};
  const auto operands = read_command(c, argc, argv);
  if (!operands) return 0;
  refuse_early(s, operands->at(0));
  if (s.in_double) cluster<double>(s, operands->at(0));
  else cluster<float>(s, operands->at(0));
  return 0;
}
}
int main(int argc, char** argv) {
  return run_program("density", argc, argv, run);
}
