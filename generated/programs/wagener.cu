#include <string>
#include <ww/points.cuh>
#include <ww/wagener.cuh>

namespace {
using namespace ww;
using namespace ww::detail;
using namespace ww::detail::hull;
std::string say_points(const std::vector<float2>& points,
                       const char* mark = "") {
  std::string text;
  for (float2 p : points) text += format("%s%f %f\n", mark, p.x, p.y);
  return text;
}
std::string say_hulls(const std::vector<float2>& hoods,
                      std::int64_t d) {
  std::string text = format("%zu\n", hoods.size() / d);
  for (std::size_t first = 0; first < hoods.size(); first += d) {
    const auto vertices = vertices_of({hoods.begin() + first,
                                       hoods.begin() + first + d});
    text += format("%zu\n", vertices.size()) + say_points(vertices);
  }
  return text + "\n";
}
std::string say_scratch(wagener_stage s,
                        const std::vector<short>& scratch) {
  std::string text = format("# returned from match_and_merge, "
                            "d1=%d, d2=%d, d=%d\n# scratch:\n# ",
                            s.d1, s.d2, s.d1 * s.d2);
  for (std::size_t i = 0; i < scratch.size(); ++i)
    text += format(i > 0 && i % 10 == 0 ? "%3d\n# " : "%3d ",
                   scratch[i]);
  return text + "\n";
}
const command usage = {
    "wagener", "POINTS [TRACE]",
    "Print the upper hull of the points in the file POINTS (- is "
    "standard input), and write the hulls before each stage to the "
    "file TRACE. The number of points is a power of two, 2 to 2048; "
    "their x increase and lie between 0 and 1; no three lie on a line.",
    {}, 1, 2};
int run(int argc, char** argv) {
  const auto operands = read_command(usage, argc, argv);
  if (!operands) return 0;
  require_device();
  output_set all({operands->front()});
  output_file& out = all.open("-");
  output_file* trace =
      operands->size() == 2 ? &all.open(operands->back()) : nullptr;
  const auto file = read_point_file<float>(operands->front());
  if (const auto o = published_objection(file.points))
    throw bad_input((o->point < 0 ? file.name : file.where(o->point)) +
                    ": " + o->why);
  std::string stages, traced;
  const auto hoods = published_stages(
      file.points,
      [&](int d, const std::vector<float2>& now) {
        if (trace) traced += say_hulls(now, d);
      },
      [&](wagener_stage s, const std::vector<short>& scratch) {
        stages += say_scratch(s, scratch);
      });
  if (trace) {
    trace->write(traced + "0\n");
    trace->finish();
  }
  out.write(format("%zu\n", file.points.size()) +
            say_points(file.points) + "\n" + stages +
            "# newhood contents\n" +
            say_points(hoods, "# ") +
            say_hulls(hoods, std::int64_t(hoods.size())));
  all.commit();
  return 0;
}
}
int main(int argc, char** argv) {
  return ww::run_program("wagener", argc, argv, run);
}
