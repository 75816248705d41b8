#include <memory>
#include "generators.cuh"
#include "measure.h"
#include "model.h"
#include "points.cuh"
#include "wagener.cuh"

namespace {
using namespace ww;
using points_ptr = std::shared_ptr<const std::vector<float2>>;
points_ptr input_of(const std::string& generator, std::int64_t n) {
  return std::make_shared<const std::vector<float2>>(
      general_position<float>(generator, n, 1));
}
void check_hood(const std::vector<float2>& points,
                const std::vector<float2>& hood) {
  auto require = [](bool right) {
    if (!right) throw std::runtime_error("this is not the upper hood");
  };
  auto same = [](float2 a, float2 b) { return a.x == b.x && a.y == b.y; };
  require(!hood.empty() && same(hood.front(), points.front()) &&
          same(hood.back(), points.back()));
  std::size_t edge = 0;
  for (float2 p : points) {
    if (edge + 1 < hood.size() && same(p, hood[edge + 1])) ++edge;
    else if (!same(p, hood[edge]))
      require(edge + 1 < hood.size() && left_of(hood[edge + 1], hood[edge], p));
  }
  require(edge + 1 == hood.size());
  for (std::size_t c = 2; c < hood.size(); ++c)
    require(left_of(hood[c - 1], hood[c - 2], hood[c]));
}
workload prepared(const hood_variant& v, points_ptr points) {
  workload w;
  w.check = [=] { check_hood(*points, v.hood(*points)); };
  w.whole = [=] { v.hood(*points); };
  if (v.kernels) {
    auto arrays = std::make_shared<resident_hood>(*points);
    w.resident = [=] { arrays->run(); };
    w.on_device = true;
  }
  return w;
}
std::vector<counter_row> counted(points_ptr points) {
  resident_hood arrays(*points);
  for (const auto* hoods : {&arrays.points, &arrays.one, &arrays.other})
    model::name_array(hoods->data(), "hoods");
  model::name_array(arrays.scratch.data(), "scratch");
  model::watch watch;
  arrays.run();
  model::report report = watch.stop();
  if (!report.findings.empty())
    throw std::runtime_error(report.findings[0].text);
  auto rows = model::counter_rows(report);
  model::watch journeys;
  const double corners = double(upper_hood_faithful(*points).size());
  const model::report whole = journeys.stop();
  rows.push_back({"", "", "corners", corners});
  rows.push_back({"", "", "allocations", double(whole.allocations)});
  rows.push_back({"", "", "copied-bytes", double(whole.copied_bytes)});
  return rows;
}
std::vector<sweep> sweeps() {
  sweep time{"wagener-time", "the upper hood of n points"};
  sweep count{"wagener-count", "the model's counts of the kernel"};
  for (const char* input : {"square", "parabola"})
    for (std::int64_t n = 4; n <= wagener_limit; n *= 2) {
      for (const hood_variant& v : hood_variants())
        if (!v.kernels || times_device())
          time.cells.push_back({v.name, input, n, 2, 0, [=] {
                                  return prepared(v, input_of(input, n));
                                }});
      cell c{"faithful", input, n, 2, 0};
      c.count = [=] { return counted(input_of(input, n)); };
      count.cells.push_back(c);
    }
  if (!times_device()) time.left_out = {"faithful"};
  return {time, count};
}
}
int main(int argc, char** argv) {
  return run_sweeps("wagener", argc, argv, sweeps());
}
