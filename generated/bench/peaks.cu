#include <bit>
#include <cstdio>
#include <memory>
#include <ww/detail/neighbours/host-tree.h>
#include <ww/detail/neighbours/peak-inputs.cuh>
#include <ww/measure.h>
#include <ww/model.h>
#include <ww/peaks.cuh>
#include <ww/sphere.cuh>

namespace {
using namespace ww;
using namespace ww::detail;
using namespace ww::detail::neighbours;
template <class T>
__global__ void draw_scene(int kind, std::int64_t n, std::uint64_t seed,
                           T* points, T* heights) {
  const std::int64_t i = thread_number();
  if (i >= n) return;
  const summit p = draw_summit(kind, n, seed, i);
  points[2 * i] = T(p.x);
  points[2 * i + 1] = T(p.y);
  heights[i] = T(p.h);
}
template <class T>
struct scene_arrays {
  int k = 2;
  device_array<T> points, heights;
  device_array<std::int64_t> higher;
  device_array<double> squared;
  device_array<char> memory;
  scene_arrays(int k, std::int64_t n)
      : k(k), points(n * k), heights(n), higher(n), squared(n) {}
  scene_arrays(int kind, std::int64_t n, std::uint64_t seed)
      : scene_arrays(2, n) {
    launch_for(draw_scene<T>, n, nullptr, kind, n, seed, points.data(),
               heights.data());
  }
  points_with_heights<T, T> view() const {
    return {points.data(), k, k, heights.data(), 1, heights.size()};
  }
};
template <class T, class Search>
workload on_device(std::shared_ptr<scene_arrays<T>> a, Search search,
                   higher_options o = {}) {
  std::size_t bytes = 0;
  search(nullptr, bytes, *a);
  a->memory = device_array<char>(std::int64_t(bytes));
  workload w;
  w.on_device = true;
  w.resident = [=]() mutable { search(a->memory.data(), bytes, *a); };
  w.bytes = double(a->heights.size()) * ((a->k + 1) * sizeof(T) + 16);
  w.check = [=] {
    w.resident();
    const auto n = a->heights.size();
    static int scenes = 0;
    if (n > 1 << 20 || (n > 1 << 18 && scenes++ % 20 > 0)) return;
    std::vector<std::int64_t> higher;
    std::vector<double> squared;
    const auto table = peak_variants<T>();
    find_variant(table, "parallel")
        .run(to_host(a->points), a->k, to_host(a->heights), o, higher,
             squared);
    if (higher != to_host(a->higher) || squared != to_host(a->squared))
      throw std::runtime_error("the device's answer is not the host's");
  };
  return w;
}
auto with_more(auto search, auto... more) {
  return [=](void* m, std::size_t& bytes, const auto& a) {
    search(m, bytes, a.view(), a.higher.data(), a.squared.data(),
           more...);
  };
}
template <class T>
auto with(std::decay_t<decltype(nearest_higher<T, T>)> search,
          higher_options o = {}) {
  return with_more(search, o, nullptr);
}
using floats = scene_arrays<float>;
auto as_published(std::int64_t blocks, int threads) {
  return with_more(nearest_higher_published<float, float>,
                   higher_options(), nullptr, nullptr, blocks, threads);
}
auto as_tree(int together, int parts) {
  return with_more(search_tree<float, float>, higher_options(), nullptr,
                   together, steps_alone, parts);
}
workload on_host(const char* name, std::int64_t n) {
  const floats a(0, n, 1);
  const auto points = to_host(a.points), heights = to_host(a.heights);
  auto higher = std::make_shared<std::vector<std::int64_t>>();
  auto squared = std::make_shared<std::vector<double>>();
  const auto table = peak_variants<float>();
  const auto run = find_variant(table, name).run;
  workload w;
  w.whole = [=] { run(points, 2, heights, {}, *higher, *squared); };
  w.bytes = double(n) * 28;
  return w;
}
std::shared_ptr<scene_arrays<double>> relief() {
  std::vector<double> points, heights;
  std::FILE* in = popen("experiments/neighbours/relief", "r");
  double l = 0, b = 0, h = 0;
  while (in && std::fscanf(in, "%lf %lf %lf", &l, &b, &h) == 3) {
    points.resize(points.size() + 3);
    unit_vector(l, b, &points.end()[-3]);
    heights.push_back(h);
  }
  if (in) pclose(in);
  const auto n = std::int64_t(heights.size());
  if (n != 583200)
    throw bad_input("experiments/neighbours/relief: not the relief");
  auto a = std::make_shared<scene_arrays<double>>(3, n);
  a->points.upload(points.data(), 3 * n);
  a->heights.upload(heights.data(), n);
  return a;
}
enum class curve_order { morton, linear, bits, shells };
using curve_key = std::pair<std::uint64_t, std::uint64_t>;
curve_key key_of(curve_order which, const float* p,
                 const node<float, 2>& frame) {
  if (which == curve_order::shells)
    return {address_of<float, 2>(p), second_key<float, 2>(p)};
  const double wide = std::max(double(frame.high[0]) - frame.low[0],
                               double(frame.high[1]) - frame.low[1]);
  std::uint32_t x[2];
  for (int c = 0; c < 2; ++c) {
    const double part =
        wide > 0 ? (double(p[c]) - frame.low[c]) / wide : 0;
    x[c] = std::uint32_t(std::min(part * 0x1p32, 0x1p32 - 1));
    if (which == curve_order::bits)
      x[c] = to_order(std::bit_cast<std::uint32_t>(p[c] + 0.0f),
                      order_of<float>(ww::order::ascending));
  }
  if (which != curve_order::morton) follow_curve<32>(x);
  return {interleaved(x), 0};
}
host_tree<float, 2> tree_along(int kind, std::int64_t n,
                               std::uint64_t seed, curve_order which) {
  const floats a(kind, n, seed);
  const auto points = to_host(a.points), heights = to_host(a.heights);
  std::vector<float> rows;
  node<float, 2> frame;
  for (std::uint32_t i : order_by_height(heights.data(), 1, n)) {
    rows.insert(rows.end(), {points[2 * i], points[2 * i + 1]});
    frame.join(&points[2 * i], &points[2 * i], 0);
  }
  std::vector<curve_key> keys(n);
  for (std::int64_t r = 0; r < n; ++r)
    keys[r] = key_of(which, &rows[2 * r], frame);
  host_tree<float, 2> tree;
  tree.ranks.resize(n);
  std::iota(tree.ranks.begin(), tree.ranks.end(), 0u);
  std::stable_sort(tree.ranks.begin(), tree.ranks.end(),
                   [&](auto a, auto b) { return keys[a] < keys[b]; });
  tree.build(rows, false);
  return tree;
}
std::vector<counter_row> visits_of(int kind, std::int64_t n,
                                   std::uint64_t seed,
                                   curve_order which) {
  const host_tree<float, 2> tree = tree_along(kind, n, seed, which);
  double sum = 0, most = 0, over = 0;
  for (std::int64_t t = 0; t < n; ++t) {
    seeker<float, 2> me(tree, ranking{}, t);
    me.look_from(tree.leaf_of(t), 10000);
    sum += me.visits;
    most = std::max(most, double(me.visits));
    over += me.visits >= 256;
  }
  const char* names[] = {"morton", "linear", "bits", "shells"};
  const std::string name = names[int(which)];
  return {{name, "", "visits", sum / double(n)},
          {name, "", "most-visits", most},
          {name, "", "long-searches", over}};
}
sweep on_gpu(const char* name, const char* what) {
  sweep s{name, what};
  if (!times_device()) s.left_out = {"all"};
  return s;
}
void add_device(sweep& s, const char* name, std::int64_t n,
                auto search) {
  if (!times_device()) return;
  s.cells.push_back({name, "random", n, 2, 0, [=] {
    return on_device(std::make_shared<floats>(0, n, 1), search);
  }});
}
sweep times() {
  sweep s{"peaks-time", "nearest higher points of random points"};
  if (!times_device()) s.left_out = {"tree", "tiled", "published"};
  for (std::int64_t n = 1 << 10; n <= 1 << 24; n *= 4) {
    add_device(s, "tree", n, with<float>(nearest_higher_tree));
    if (n <= 1 << 20)
      add_device(s, "tiled", n, with<float>(nearest_higher_tiled));
    if (n <= 1 << 18)
      add_device(s, "published", n, as_published(2048, 128));
    for (const char* v : {"serial", "parallel", "serial-grid",
                          "parallel-grid"})
      if (n <= 1 << (v[0] == 's' ? 20 : 22))
        s.cells.push_back({v, "random", n, 2, 0,
                           [=] { return on_host(v, n); }});
  }
  for (std::int64_t n : {1000000, 100000000})
    add_device(s, "tree", n, with<float>(nearest_higher_tree));
  return s;
}
sweep few() {
  auto s = on_gpu("peaks-few", "few points, by all that are fast");
  for (std::int64_t n = 1 << 8; n <= 1 << 16; n *= 2) {
    add_device(s, "published", n, as_published(2048, 128));
    if (n <= 1 << 15)
      add_device(s, "tiled", n, with<float>(nearest_higher_tiled));
    add_device(s, "tree", n, with<float>(nearest_higher_tree));
    add_device(s, "chosen", n, with<float>(nearest_higher));
  }
  return s;
}
std::string scene_name(int kind, std::uint64_t seed) {
  return std::string(scene_names[kind]) + ":" + std::to_string(seed);
}
sweep scenes() {
  auto s = on_gpu("peaks-scenes", "five hundred scenes with structure");
  s.samples = 6;
  const std::int64_t n = 1 << 20;
  for (std::uint64_t seed = 1; seed <= 500 && times_device(); ++seed) {
    const int kind = int(seed % scene_kinds);
    for (const higher_options o : {higher_options{}, {true}})
      s.cells.push_back({o.strict ? "strict" : "tree",
                         scene_name(kind, seed), n, 2, 0, [=] {
        return on_device(std::make_shared<floats>(kind, n, seed),
                         with<float>(nearest_higher_tree, o), o);
      }});
  }
  return s;
}
sweep shapes() {
  auto s = on_gpu("peaks-shape", "the published kernel's shapes");
  const std::int64_t n = 1 << 16;
  for (std::int64_t blocks : {n - 1, n / 2 - 1, n / 8, n / 64})
    for (int threads = 32; threads <= 1024 && times_device();
         threads *= 2)
      s.cells.push_back(
          {"M=" + std::to_string(blocks), "random", n, 2, threads, [=] {
             return on_device(std::make_shared<floats>(0, n, 1),
                              as_published(blocks, threads));
           }});
  return s;
}
sweep parts() {
  auto s = on_gpu("peaks-parts", "the tree's search by its parts");
  const char* names[] = {"rank", "curve", "boxes", "search"};
  for (std::int64_t n : {1000000, 100000000})
    for (int p = 1; p <= 4 && times_device(); ++p)
      s.cells.push_back({names[p - 1], "random", n, 2, 0, [=] {
        auto w = on_device(std::make_shared<floats>(0, n, 1),
                           as_tree(steps_together, p));
        if (p < 4) w.check = w.resident;
        return w;
      }});
  return s;
}
sweep budgets() {
  auto s = on_gpu("peaks-budget", "steps of a walk together");
  s.block = "steps";
  const std::int64_t n = 1 << 20;
  for (int kind : {0, 1, 2, 3, 8, 11, 14})
    for (int budget = 16; budget <= 1024 && times_device(); budget *= 4)
      s.cells.push_back(
          {"tree", scene_names[kind], n, 2, budget, [=] {
             return on_device(std::make_shared<floats>(kind, n, 1),
                              as_tree(budget, 4));
           }});
  return s;
}
sweep earth() {
  auto s = on_gpu("peaks-relief", "the Earth's relief, on the sphere");
  if (times_device())
    s.cells.push_back({"tree", "relief", 583200, 3, 0, [] {
      return on_device(relief(), with<double>(nearest_higher_tree));
    }});
  return s;
}
sweep visits() {
  sweep s{"peaks-visits", "nodes that a search visits, on one thread"};
  const std::int64_t n = 1 << 14;
  for (int kind = 0; kind < scene_kinds; ++kind)
    for (int copy = 0; copy < 4; ++copy)
      for (int which = 0; which < 4; ++which) {
        const int seed = kind + (copy + 1) * scene_kinds;
        cell c{std::to_string(which), scene_name(kind, seed), n, 2, 0};
        c.count = [=] {
          return visits_of(kind, n, seed, curve_order(which));
        };
        s.cells.push_back(c);
      }
  return s;
}
sweep counts() {
  sweep s{"peaks-count", "the published kernel, pairs of neighbours"};
  cell c{"published-neighbours", "published-neighbours", 1024, 2, 0};
  c.count = [n = c.n] {
    const floats a(0, n, 1);
    std::vector<std::uint32_t> identity(n);
    std::iota(identity.begin(), identity.end(), 0u);
    auto there = to_device(identity);
    return model::count([&] {
      launch(published_peaks<float, true>, 64, 128,
             128 * std::int64_t(sizeof(candidate)), nullptr,
             a.points.data(), 2, n, ranking{there.data(), nullptr},
             nearest_output{a.higher.data(), a.squared.data()});
    });
  };
  s.cells.push_back(c);
  return s;
}
std::vector<sweep> sweeps() {
  return {times(),   few(),   scenes(), shapes(), parts(),
          budgets(), earth(), visits(), counts()};
}
}
int main(int argc, char** argv) {
  return run_sweeps("peaks", argc, argv, sweeps());
}
