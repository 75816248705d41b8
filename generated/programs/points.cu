#include <getopt.h>
#include <charconv>
#include <cstdio>
#include <ww/generators.cuh>
#include <ww/points.cuh>

namespace {
const char usage[] =
    "usage: points GENERATOR N [options]\n"
    "Write N points of a data set, as text or NumPy's .npy.\n\n"
    "  --seed S            any number from 0 to 2^64 - 1 (default 1)\n"
    "  --double            in double precision (default: single)\n"
    "  --sorted            in order of x, then y\n"
    "  --general-position  x in [0,1] and strictly increasing, no three\n"
    "                      collinear; N at most 16384\n"
    "  --count             begin with the number of points (text only)\n"
    "  --output FILE       write to FILE; .npy by its name; - for\n"
    "                      standard output (the default)\n"
    "  --list              list the generators\n"
    "  --help              print this\n";
struct settings {
  std::string generator, output = "-";
  std::int64_t n = 0;
  std::uint64_t seed = 1;
  bool in_double = false, sorted = false, count = false, list = false;
  bool general_position = false, help = false;
};
template <class Integer>
Integer number(const std::string& what, const char* text) {
  Integer value = 0;
  const char* end = text + std::string(text).size();
  auto result = std::from_chars(text, end, value);
  if (result.ec == std::errc::result_out_of_range)
    throw ww::bad_input(what + " " + text + " is too large");
  if (result.ec != std::errc() || result.ptr != end)
    throw ww::bad_input(what + " is no whole number: " + text);
  return value;
}
const option options[] = {{"seed", required_argument, nullptr, 's'},
                          {"double", no_argument, nullptr, 'd'},
                          {"sorted", no_argument, nullptr, 'x'},
                          {"general-position", no_argument, nullptr, 'g'},
                          {"count", no_argument, nullptr, 'c'},
                          {"output", required_argument, nullptr, 'o'},
                          {"list", no_argument, nullptr, 'l'},
                          {"help", no_argument, nullptr, 'h'},
                          {nullptr, 0, nullptr, 0}};
settings read_options(int argc, char** argv) {
  settings s;
  opterr = 0;
  for (int c; (c = getopt_long(argc, argv, ":s:dxgco:lh", options,
                               nullptr)) != -1;) {
    switch (c) {
      case 's': s.seed = number<std::uint64_t>("--seed", optarg); break;
      case 'd': s.in_double = true; break;
      case 'x': s.sorted = true; break;
      case 'g': s.general_position = true; break;
      case 'c': s.count = true; break;
      case 'o': s.output = optarg; break;
      case 'l': s.list = true; break;
      case 'h': s.help = true; break;
      default: ww::refuse_option(c, argv, "sdxgcolh");
    }
  }
  if (s.list || s.help) return s;
  if (argc - optind != 2)
    throw ww::bad_input("a generator and a number of points are needed "
                        "(see --help)");
  s.generator = argv[optind];
  s.n = number<std::int64_t>("the number of points", argv[optind + 1]);
  if (s.count && s.output.ends_with(".npy"))
    throw ww::bad_input("--count applies to text, not to .npy");
  return s;
}
template <class T>
void write_data_set(const settings& s) {
  auto points = s.general_position
                    ? ww::general_position<T>(s.generator, s.n, s.seed)
                    : ww::generate<T>(s.generator, s.n, s.seed);
  if (s.sorted) ww::sort_by_x(points);
  ww::write_points(s.output, points, s.count);
}
int body(int argc, char** argv) {
  settings s = read_options(argc, argv);
  if (s.help) std::fputs(usage, stdout);
  else if (s.list)
    for (const ww::generator& g : ww::generators())
      std::printf("%-10s %s\n", g.name.c_str(), g.description.c_str());
  else if (s.in_double) write_data_set<double>(s);
  else write_data_set<float>(s);
  return 0;
}
}
int main(int argc, char** argv) {
  return ww::run_program("points", argc, argv, body);
}
