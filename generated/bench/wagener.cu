#include <memory>
#include <ww/detail/hull/judge.h>
#include <ww/detail/hull/wagener-kernels.cuh>
#include <ww/general-position.cuh>
#include <ww/measure.h>
#include <ww/model.h>

namespace {
using namespace ww;
using namespace ww::detail;
using namespace ww::detail::hull;
using points_ptr = std::shared_ptr<const std::vector<float2>>;
points_ptr input_of(const char* generator, std::int64_t n) {
  return std::make_shared<const std::vector<float2>>(
      general_position<float>(generator, n, 1));
}
template <class F>
workload prepared(F find, points_ptr points) {
  workload w;
  auto hull = std::make_shared<std::vector<point_index>>();
  w.whole = [=] { find(*points, *hull); };
  w.check = [=] { w.whole(); check_upper_hull(*points, *hull); };
  w.bytes = double(points->size() * sizeof(float2));
  return w;
}
workload one_thread(points_ptr points) {
  return prepared([](const auto& p, auto& hull) {
    serial_chain(p, chain_rule(), hull);
  }, points);
}
workload as_published(points_ptr points) {
  auto w = prepared(published_upper_hull, points);
  auto arrays = std::make_shared<wagener_on_device>(*points);
  w.resident = [=] { arrays->run(); };
  w.on_device = true;
  return w;
}
std::vector<counter_row> counted_as_published(points_ptr points) {
  wagener_on_device arrays(*points);
  for (auto* hoods : {&arrays.points, &arrays.one, &arrays.other})
    model::name_array(hoods->data(), "hoods");
  model::name_array(arrays.scratch.data(), "scratch");
  auto rows = model::count([&] { arrays.run(); });
  model::watch transfers;
  std::vector<point_index> hull;
  published_upper_hull(*points, hull);
  const model::report whole = transfers.stop();
  rows.push_back({"", "", "corners", double(hull.size())});
  rows.push_back({"", "", "allocations", double(whole.allocations)});
  rows.push_back({"", "", "copied-bytes", double(whole.copied_bytes)});
  return rows;
}
std::vector<sweep> sweeps() {
  sweep time{"wagener-time", "the upper hull as published"};
  sweep count{"wagener-count", "the model's counts of the kernel"};
  for (const char* input : {"square", "parabola"}) {
    for (std::int64_t n = 4; n <= wagener_limit; n *= 2) {
      cell c{"faithful", input, n, 2, 0};
      c.count = [=] { return counted_as_published(input_of(input, n)); };
      count.cells.push_back(c);
      if (input != std::string("square") && n < wagener_limit) continue;
      time.cells.push_back({"serial", input, n, 2, 0,
                            [=] { return one_thread(input_of(input, n)); }});
      if (times_device())
        time.cells.push_back({"faithful", input, n, 2, 0, [=] {
                                return as_published(input_of(input, n));
                              }});
    }
  }
  if (!times_device()) time.left_out = {"faithful"};
  return {time, count};
}
}
int main(int argc, char** argv) {
  return run_sweeps("wagener", argc, argv, sweeps());
}
