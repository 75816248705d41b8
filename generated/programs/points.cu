#include <cstdio>
#include <ww/datasets.cuh>
#include <ww/general-position.cuh>
#include <ww/program.h>

namespace {
struct data_set_options {
  std::uint64_t seed = 1;
  std::string output = "-";
  bool in_double = false, sorted = false, count = false, list = false;
  bool general_position = false;
};
template <class T>
void write_data_set(const data_set_options& o, const std::string& name,
                    std::int64_t n) {
  ww::output_set out({});
  ww::output_file& file = out.open(o.output);
  auto points = o.general_position
                    ? ww::general_position<T>(name, n, o.seed)
                    : ww::generate<T>(name, n, o.seed);
  if (o.sorted) ww::sort_by_x(points);
  ww::write_points(file, points, o.count);
  out.commit();
}
ww::command points_command(data_set_options& o) {
  return {"points", "GENERATOR N",
          "Writes N points of a data set, as text or NumPy's .npy.",
          {{"--seed", "S", "any number from 0 to 2^64 - 1 (default 1)",
            [&](const std::string& v) {
              o.seed = ww::whole_number<std::uint64_t>("--seed", v);
            }},
           ww::flag("--double", "in double precision (default: single)",
                    o.in_double),
           ww::flag("--sorted", "in order of x, then y", o.sorted),
           ww::flag("--general-position", "x in [0,1] and strictly "
                    "increasing, no three points collinear; N at most "
                    "16384", o.general_position),
           ww::flag("--count", "begin with the number of points (text "
                    "only)", o.count),
           ww::file_name("--output", "FILE", "write to FILE, .npy by "
                         "its name; - for standard output (the "
                         "default)", o.output),
           ww::flag("--list", "list the generators", o.list)},
          0, 2};
}
int body(int argc, char** argv) {
  data_set_options o;
  const auto operands = ww::read_command(points_command(o), argc, argv);
  if (!operands) return 0;
  if (o.list) {
    for (const ww::generator& g : ww::generators())
      std::printf("%-10s %s\n", g.name.c_str(), g.description.c_str());
    return 0;
  }
  if (operands->size() < 2)
    throw ww::bad_input("GENERATOR N expected (see --help)");
  if (o.count && o.output.ends_with(".npy"))
    throw ww::bad_input("--count applies to text, not to .npy");
  const auto n = ww::whole_number<std::int64_t>("the number of points",
                                                (*operands)[1]);
  if (o.in_double) write_data_set<double>(o, (*operands)[0], n);
  else write_data_set<float>(o, (*operands)[0], n);
  return 0;
}
}
int main(int argc, char** argv) {
  return ww::run_program("points", argc, argv, body);
}
