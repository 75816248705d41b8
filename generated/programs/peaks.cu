#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>
#include <ww/detail/neighbours/scale.h>
#include <ww/files.h>
#include <ww/peaks.cuh>
#include <ww/sort.cuh>
#include <ww/sphere.cuh>

namespace {
using namespace ww;
using namespace ww::detail::neighbours;
const char about[] =
    "For each point of the file POINTS (- is standard input; three "
    "columns: x y height) finds the nearest one that stands higher. "
    "Prints index x y height distance higher, by distance descending; "
    "'inf -1' where nobody is higher. Of equal heights the first is "
    "the higher. Coordinates other than 0 may be up to 10^54 times "
    "smaller than the largest, with --double 10^154 times.";
struct peak_settings {
  higher_options higher;
  bool sphere = false, in_double = false;
  std::int64_t top = std::numeric_limits<std::int64_t>::max();
  std::string variant = WW_CUDA ? "tree" : "parallel", out = "-";
};
command peaks_command(peak_settings& s) {
  return {"peaks", "POINTS", about,
          {flag("--sphere", "the columns are longitude, latitude (in "
                "degrees) and height; distances are great circles, in "
                "kilometres", s.sphere),
           flag("--strict", "equal heights are not higher",
                s.higher.strict),
           {"--ratio", "C", "higher is who exceeds when multiplied by "
            "C, above 0 and at most 1; below 1 it is strict, and "
            "heights must not be negative (0.9: adaptive non-maximal "
            "suppression)",
            [&](auto& c) {
              s.higher.ratio = number_said("--ratio", c, 1);
            }},
           {"--top", "K", "only the first K lines",
            [&](const std::string& v) {
              s.top = whole_number<std::int64_t>("--top", v, 1);
            }},
           flag("--double", "in double precision (default: single)", s.in_double),
           text("--variant", "NAME", "serial, parallel, serial-grid, "
                "parallel-grid (the host's); tree, tiled, published "
                "(kernels); default " + s.variant, s.variant),
           file_name("--out", "FILE", "write the rows to FILE, as an array of "
                     "doubles if its name ends in .npy, and print nothing", s.out)},
          1, 1};
}
memory_need need_of(const peak_settings& s, bool kernels) {
  if (kernels && !WW_CUDA) return {4.5, 90};
  return {s.sphere ? 6.0 : 3.0, 48};
}
template <class T>
void require_rankable(const table<T>& input, const peak_settings& s) {
  const auto n = std::int64_t(input.values.size()) / 3;
  for (std::int64_t i = 0; i < n; ++i) {
    const double latitude = input.values[3 * i + 1];
    const double height = input.values[3 * i + 2];
    if (s.sphere && !(std::abs(latitude) <= 90))
      throw bad_input(input.where(i) + format(": latitude %g is not "
                      "between -90 and 90", latitude));
    if (s.higher.ratio < 1 && height < 0)
      throw bad_input(input.where(i) + format(": height %g is "
                      "negative, which --ratio does not take", height));
  }
}
struct found_peaks {
  std::vector<std::int64_t> higher;
  std::vector<double> distance;
};
template <class C, class T>
found_peaks find_peaks(const table<T>& input, const peak_settings& s,
                       const variant<host_peaks<C>>& v) {
  const auto n = std::int64_t(input.values.size()) / 3;
  const int k = s.sphere ? 3 : 2;
  const double scale = s.sphere ? 1 : scale_of(input, 2);
  std::vector<C> points(n * k), heights(n);
  for (std::int64_t i = 0; i < n; ++i) {
    const T* row = &input.values[3 * i];
    heights[i] = C(row[2]);
    double at[3] = {row[0] * scale, row[1] * scale, 0};
    if (s.sphere) unit_vector(row[0], row[1], at);
    for (int c = 0; c < k; ++c) points[i * k + c] = C(at[c]);
  }
  found_peaks f;
  try {
    v.run(points, k, heights, s.higher, f.higher, f.distance);
  } catch (const bad_input& e) {
    throw bad_input(input.name + ": " + e.what());
  }
  for (double& d : f.distance)
    d = s.sphere ? great_circle(d) : std::sqrt(d) / scale;
  return f;
}
template <class T>
void write_peaks(output_file& out, const table<T>& input,
                 const found_peaks& f, const peak_settings& s) {
  auto order = argsort_parallel(f.distance, ww::order::descending);
  order.resize(std::min<std::int64_t>(order.size(), s.top));
  if (s.out.ends_with(".npy")) {
    std::vector<double> rows;
    for (std::uint32_t i : order) {
      rows.push_back(i);
      for (int c = 0; c < 3; ++c)
        rows.push_back(input.values[3 * i + c]);
      rows.insert(rows.end(), {f.distance[i], double(f.higher[i])});
    }
    return write_table(out, rows.data(), std::int64_t(order.size()), 6);
  }
  for (std::uint32_t i : order) {
    const T* row = &input.values[3 * i];
    out.write(text_line(i, row[0], row[1], row[2], f.distance[i],
                        f.higher[i]));
  }
}
template <class C, class T>
void print_peaks(const peak_settings& s, const std::string& file) {
  const auto variants = peak_variants<C>();
  const auto& v = find_variant(variants, s.variant);
  if (v.needs_device) require_device();
  output_set all({file});
  output_file& out = all.open(s.out);
  const auto input = read_table<T>(file, 3, need_of(s, v.needs_device));
  require_rankable(input, s);
  write_peaks(out, input, find_peaks<C>(input, s, v), s);
  all.commit();
}
int run(int argc, char** argv) {
  peak_settings s;
  const auto operands = read_command(peaks_command(s), argc, argv);
  if (!operands) return 0;
  const std::string& file = operands->at(0);
  if (s.in_double) print_peaks<double, double>(s, file);
  else if (s.sphere) print_peaks<double, float>(s, file);
  else print_peaks<float, float>(s, file);
  return 0;
}
}
int main(int argc, char** argv) {
  return run_program("peaks", argc, argv, run);
}
