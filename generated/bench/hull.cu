#include <map>
#include <memory>
#include <ww/datasets.cuh>
#include <ww/hull.cuh>
#include <ww/measure.h>
#include <ww/model.h>

namespace {
using namespace ww;
template <class P>
using points_ptr = std::shared_ptr<const std::vector<P>>;
template <class P>
using number_of = decltype(P::x);
template <class P>
std::vector<P> drawn_in_order(const std::string& generator, std::int64_t n) {
  if (!times_device())
    return in_lexicographic_order(generate<number_of<P>>(generator, n, 1));
  auto points = generate_on_device<number_of<P>>(generator, n, 1);
  return to_host(sort_points(points.data(), n).sorted);
}
template <class P>
points_ptr<P> input_of(const std::string& generator, std::int64_t n) {
  static std::map<std::pair<std::string, std::int64_t>, points_ptr<P>> kept;
  auto& p = kept[{generator, n}];
  if (!p) p = std::make_shared<const std::vector<P>>(
              drawn_in_order<P>(generator, n));
  return p;
}
template <class P>
bool is_upper_hull(const std::vector<P>& p,
                   const std::vector<point_index>& hull) {
  const chain_rule rule;
  if (hull.empty() || hull[0] != 0 || !same(p[hull.back()], p.back()))
    return false;
  bool right = true;
  const auto vertices = std::int64_t(hull.size());
#pragma omp parallel for schedule(dynamic, 256) reduction(&& : right)
  for (std::int64_t k = 1; k < vertices; ++k) {
    const point_index a = hull[k - 1], b = hull[k];
    right = right && a < b && !same(p[b - 1], p[b]);
    if (k > 1) right = right && !rule.drops(p[hull[k - 2]], p[a], p[b]);
    for (point_index i = a + 1; i < b && right; ++i)
      right = same(p[i], p[i - 1]) || rule.drops(p[a], p[i], p[b]);
  }
  return right;
}
template <class P>
void check_upper_hull(const std::vector<P>& points,
                      const std::vector<point_index>& hull) {
  if (!is_upper_hull(points, hull))
    throw std::runtime_error("this is not the upper hull");
}
template <class P, int threads = 128, int each = 256 / sizeof(P)>
std::function<void()> general_resident(points_ptr<P> points,
                                       hull_shape shape = {}) {
  struct state {
    device_array<P> points;
    device_hull<P, threads, each> hull;
  };
  auto s = std::make_shared<state>(state{
      to_device(*points),
      device_hull<P, threads, each>(std::int64_t(points->size()), 1)});
  s->hull.shape = shape;
  return [=] {
    s->hull.find(s->points.data(), s->points.size(), {hull_side::upper});
  };
}
template <class P>
workload prepared(const hull_variant<P>& v, points_ptr<P> points) {
  workload w;
  auto hood = std::make_shared<std::vector<position>>();
  w.whole = [=, find = v.hood()] { find(*points, {}, *hood); };
  w.check = [=] { w.whole(); check_upper_hull(*points, *hood); };
  w.bytes = double(points->size() * sizeof(P));
  if (!v.kernels) return w;
  w.on_device = true;
  if (v.name == std::string("general")) w.resident = general_resident(points);
  return w;
}
template <class F>
std::vector<counter_row> counted(F prepare) {
  return model::count(prepare());
}
workload point_sort(std::int64_t n, sort_by choice) {
  using array = device_array<float2>;
  auto points = std::make_shared<array>(
      generate_on_device<float>("square", n, 1));
  workload w;
  w.resident = [=] { sort_points(points->data(), n, {}, choice); };
  w.check = [=] {
    const auto expected = in_lexicographic_order(to_host(*points));
    const auto found =
        to_host(sort_points(points->data(), n, {}, choice).sorted);
    for (std::int64_t i = 0; i < n; ++i)
      if (found[i].x != expected[i].x || found[i].y != expected[i].y)
        throw std::runtime_error("the points are not in order");
  };
  w.on_device = true;
  return w;
}
void add_sorts(sweep& s) {
  for (int k = 10; k <= 24 && times_device(); k += 2) {
    const std::int64_t n = std::int64_t(1) << k;
    s.cells.push_back({"split", "square", n, 2, 0,
                       [=] { return point_sort(n, sort_by::chapter); }});
    s.cells.push_back({"cub-radix", "square", n, 2, 0,
                       [=] { return point_sort(n, sort_by::library); }});
  }
}
template <class P>
void add_times(sweep& s, const std::string& input) {
  const bool in_double = std::is_same_v<P, double2>;
  for (std::int64_t n = 64; n <= (1 << 26); n *= 4) {
    if (input == "parabola" && n > parabola_size<number_of<P>>) break;
    for (const auto& v : hull_variants<P>())
      if (!v.objection &&
          (!v.kernels || times_device()))
        s.cells.push_back({v.name, input + (in_double ? "-double" : ""), n,
                           2, 0, [=] {
                             return prepared<P>(v, input_of<P>(input, n));
                           }});
  }
}
template <int threads = 128, int each = 32>
void add_shape(sweep& s, const std::string& name, const std::string& input,
               std::int64_t n, hull_shape shape) {
  if (!times_device()) return;
  s.cells.push_back({name, input, n, 2, threads, [=] {
                       workload w;
                       w.resident = general_resident<float2, threads, each>(
                           input_of<float2>(input, n), shape);
                       w.check = [] {};
                       w.on_device = true;
                       return w;
                     }});
}
void add_shapes(sweep& s, const std::string& input) {
  const std::int64_t n = 1 << 24;
  for (int lanes : {2, 4, 8, 16, 32})
    for (int rows : {2, 4, 8, 16, 32})
      add_shape(s, format("%dx%d", rows, lanes), input, n,
                {lanes, rows, rows, 0});
  for (int walked = 2; walked <= 128; walked *= 2) {
    hull_shape shape;
    shape.walked = walked;
    add_shape(s, format("walk-%d", walked), input, n, shape);
  }
  add_shape<64, 16>(s, "16 each", input, n, {});
  add_shape<128, 16>(s, "16 each", input, n, {});
  add_shape<256, 16>(s, "16 each", input, n, {});
  add_shape<512, 16>(s, "16 each", input, n, {});
  add_shape<128, 8>(s, "8 each", input, n, {});
  add_shape<256, 8>(s, "8 each", input, n, {});
  add_shape<512, 8>(s, "8 each", input, n, {});
  add_shape<64, 32>(s, "32 each", input, n, {});
  add_shape<128, 32>(s, "32 each", input, n, {});
  add_shape<256, 32>(s, "32 each", input, n, {});
  add_shape<64, 64>(s, "64 each", input, n, {});
  add_shape<128, 64>(s, "64 each", input, n, {});
}
void add_parts(sweep& s, const std::string& input) {
  for (std::int64_t n : {1 << 16, 1 << 20, 1 << 24}) {
    hull_shape shape;
    shape.stages = 0;
    for (int width : {1, 2, 4, 8, 16, 32, 64, 128}) {
      shape.widest = width;
      add_shape(s, format("tile-%d", width), input, n, shape);
    }
    for (int stages : {1, 2, 4, 8, 12}) {
      shape.stages = stages;
      add_shape(s, format("stages-%d", stages), input, n, shape);
    }
  }
}
void add_counts(sweep& s, const std::string& input) {
  for (std::int64_t n = 64; n <= (1 << 16); n *= 4) {
    cell c{"general", input, n, 2, 0};
    c.count = [=] {
      return counted([=] {
        return general_resident<float2>(input_of<float2>(input, n));
      });
    };
    s.cells.push_back(c);
  }
}
std::vector<sweep> sweeps() {
  sweep many{"hull-time", "the upper hood of many sorted points"};
  sweep shapes{"hull-shape", "teams and tiles of other shapes"};
  sweep parts{"hull-parts", "the general hull, a part at a time"};
  sweep sorts{"hull-sort", "sorting points by the one sort and the other"};
  add_sorts(sorts);
  sweep work{"hull-count", "the model's counts of the general kernels"};
  for (const generator& g : generators()) add_times<float2>(many, g.name);
  for (const char* input : {"square", "circle"}) {
    add_times<double2>(many, input);
    add_shapes(shapes, input);
    add_parts(parts, input);
    add_counts(work, input);
  }
  if (!times_device()) {
    many.left_out = {"general"};
    shapes.left_out = parts.left_out = {"all"};
    sorts.left_out = {"all"};
  }
  return {many, shapes, parts, sorts, work};
}
}
int main(int argc, char** argv) {
  return run_sweeps("hull", argc, argv, sweeps());
}
