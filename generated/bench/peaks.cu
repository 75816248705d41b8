#include <bit>
#include <cstdio>
#include <memory>
#include <ww/detail/higher-kernels.cuh>
#include <ww/detail/peak-inputs.cuh>
#include <ww/measure.h>
#include <ww/model.h>
#include <ww/peaks.cuh>
#include <ww/sphere.cuh>

namespace {
using namespace ww;
using namespace ww::detail;
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
    launch(draw_scene<T>, blocks_of(n), dim3(256), 0, nullptr, kind, n,
           seed, points.data(), heights.data());
  }
  points_with_heights<T, T> view() const {
    return {points.data(), k, k, heights.data(), 1, heights.size()};
  }
};
template <class T, class Search>
std::function<void()> prepared_search(
    std::shared_ptr<scene_arrays<T>> a, Search search) {
  std::size_t bytes = 0;
  search(nullptr, bytes, *a);
  a->memory = device_array<char>(std::int64_t(bytes));
  return [=]() mutable { search(a->memory.data(), bytes, *a); };
}
template <class T, class Search>
workload on_device(std::shared_ptr<scene_arrays<T>> a, Search search) {
  workload w;
  w.on_device = true;
  w.resident = prepared_search(a, search);
  w.bytes = double(a->heights.size()) * ((a->k + 1) * sizeof(T) + 16);
  w.check = [=] {
    w.resident();
    const auto n = a->heights.size();
    if (n > 1 << 22) return;
    const auto points = to_host(a->points), heights = to_host(a->heights);
    std::vector<std::int64_t> higher;
    std::vector<double> squared;
    const auto table = peak_variants<T>();
    find_variant(table, "parallel")
        .run(points, a->k, heights, {}, higher, squared);
    if (higher != to_host(a->higher) || squared != to_host(a->squared))
      throw std::runtime_error("the device's answer is not the host's");
  };
  return w;
}
template <class T>
auto with(void (*search)(void*, std::size_t&, points_with_heights<T, T>,
                         std::int64_t*, double*, higher_options,
                         cudaStream_t)) {
  return [=](void* m, std::size_t& bytes, const scene_arrays<T>& a) {
    search(m, bytes, a.view(), a.higher.data(), a.squared.data(), {},
           nullptr);
  };
}
inline auto as_published(std::int64_t blocks, int threads) {
  return [=](void* m, std::size_t& bytes,
             const scene_arrays<float>& a) {
    nearest_higher_published<float, float>(
        m, bytes, a.view(), a.higher.data(), a.squared.data(), {},
        blocks, threads, nullptr);
  };
}
workload on_host(const char* name, int kind, std::int64_t n) {
  const scene_arrays<float> a(kind, n, 1);
  const auto points = to_host(a.points), heights = to_host(a.heights);
  auto higher = std::make_shared<std::vector<std::int64_t>>();
  auto squared = std::make_shared<std::vector<double>>();
  const auto table = peak_variants<float>();
  const auto run = find_variant(table, name).run;
  workload w;
  w.whole = [=] { run(points, 2, heights, {}, *higher, *squared); };
  w.check = w.whole;
  w.bytes = double(n) * 28;
  return w;
}
template <class T, int K, class V = T>
void search_until(void* temporary, std::size_t& bytes,
                  points_with_heights<T, V> in, std::int64_t* higher,
                  double* squared, int parts, int budget) {
  const higher_options o;
  const cudaStream_t s = nullptr;
  const std::int64_t n = in.n;
  const int blocks = 4 * multiprocessors();
  box_tree<T, K> tree;
  tree.n = n;
  const std::int64_t nodes =
      lay_out_levels(tree, (n + leaf_size - 1) / leaf_size);
  arena a(temporary);
  ranker<T, V> ranks(a, in, o);
  auto* along = a.take<std::uint32_t>(n);
  auto* placed = a.take<T>(n * K);
  tree.boxes = a.take<box<T, K>>(nodes);
  tree.firsts = a.take<std::uint32_t>(nodes);
  const long_searches rest{a.take<std::uint32_t>(n),
                           a.take<std::uint32_t>(1)};
  auto* found = a.take<candidate>(blocks * 8);
  std::size_t to_sort = 0;
  sort_pairs<std::uint64_t>(nullptr, to_sort, nullptr, nullptr, nullptr,
                            nullptr, n);
  arena shared = a;
  ranks.take_room(a);
  auto* keys = shared.take<std::uint64_t>(n);
  auto* other = curve_words<T, K> > 1 ? shared.take<std::uint32_t>(n)
                                      : nullptr;
  auto* memory = shared.take<char>(std::int64_t(to_sort));
  if (shared.used() > a.used()) a = shared;
  if (!a.holds(bytes)) return;
  ranks.rank(s);
  if (parts < 2) return;
  const std::uint32_t* from = nullptr;
  for (int word = curve_words<T, K> - 1; word >= 0; --word) {
    auto* to = word % 2 == 0 ? along : other;
    launch(make_curve_keys<T, K>, blocks_of(n), dim3(256), 0, s,
           in.points, in.stride, n, ranks.found.order, from, word, keys);
    sort_pairs<std::uint64_t>(memory, to_sort, keys, nullptr, from, to, n,
                              order::ascending, s);
    from = to;
  }
  launch(place_points<T, K>, blocks_of(n), dim3(256), 0, s, in.points,
         in.stride, n, ranks.found.order, along, placed);
  if (parts < 3) return;
  tree.points = placed;
  tree.ranks = along;
  launch(clear_list<std::uint32_t>, dim3(1), dim3(1), 0, s, rest.size);
  make_levels(tree, s);
  if (parts < 4) return;
  const nearest_output out{higher, squared};
  launch(find_along_curve<T, K>, blocks_of(n), dim3(256), 0, s, tree,
         ranks.found, budget, out, rest);
  launch(find_by_warps<T, K>, dim3(unsigned(blocks)), dim3(256), 0, s,
         tree, ranks.found, out, rest, found);
  launch(join_shares<T, K>, blocks_of(blocks * 8), dim3(256), 0, s, tree,
         ranks.found, out, rest, static_cast<const candidate*>(found),
         std::int64_t(blocks) * 8);
}
std::shared_ptr<scene_arrays<double>> relief() {
  std::vector<double> degrees, heights;
  std::FILE* in = popen("experiments/relief", "r");
  double l = 0, b = 0, h = 0;
  while (in && std::fscanf(in, "%lf %lf %lf", &l, &b, &h) == 3) {
    degrees.insert(degrees.end(), {l, b});
    heights.push_back(h);
  }
  if (in) pclose(in);
  const auto n = std::int64_t(heights.size());
  if (n != 583200)
    throw bad_input("experiments/relief: not the relief");
  auto a = std::make_shared<scene_arrays<double>>(3, n);
  const auto there = to_device(degrees);
  unit_vectors(there.data(), 2, n, a->points.data());
  a->heights.upload(heights.data(), n);
  return a;
}
std::uint64_t place_on(bool hilbert, bool bits, const float* p,
                       const box<float, 2>& frame) {
  if (hilbert && bits) return curve_word<float, 2>(p, 0);
  const double wide =
      std::max(double(frame.high[0]) - frame.low[0],
               double(frame.high[1]) - frame.low[1]);
  std::uint32_t x[2];
  const auto map = order_of<float>(ww::order::ascending);
  for (int c = 0; c < 2; ++c) {
    const double share =
        wide > 0 ? (double(p[c]) - frame.low[c]) / wide : 0;
    const auto raw = std::bit_cast<std::uint32_t>(p[c] + 0.0f);
    x[c] = bits ? to_order(raw, map)
                : std::uint32_t(std::min(share * 0x1p32, 0x1p32 - 1));
  }
  if (hilbert) follow_curve<std::uint32_t, 2>(x);
  std::uint64_t index = 0;
  for (int b = 31; b >= 0; --b)
    for (int c = 0; c < 2; ++c) index = 2 * index + (x[c] >> b & 1);
  return index;
}
struct ordered_scene {
  std::vector<std::uint32_t> order, along;
  std::vector<float> placed;
  std::vector<box<float, 2>> boxes;
  std::vector<std::uint32_t> firsts;
  box_tree<float, 2> tree;
  ordered_scene(int kind, std::int64_t n, bool hilbert, bool bits) {
    std::vector<float> rows(2 * n), heights(n);
    std::vector<summit> all(n);
    for (std::int64_t i = 0; i < n; ++i) {
      all[i] = draw_summit(kind, n, 1, i);
      heights[i] = float(all[i].h) + 0.0f;
    }
    order = argsort_parallel(heights, ww::order::descending);
    node<float, 2> frame;
    for (std::int64_t r = 0; r < n; ++r) {
      rows[2 * r] = float(all[order[r]].x);
      rows[2 * r + 1] = float(all[order[r]].y);
      frame.join(&rows[2 * r], &rows[2 * r], 0);
    }
    std::vector<std::uint64_t> keys(n);
    for (std::int64_t r = 0; r < n; ++r)
      keys[r] = place_on(hilbert, bits, &rows[2 * r], frame.around);
    along.resize(n);
    for (std::int64_t r = 0; r < n; ++r) along[r] = std::uint32_t(r);
    std::stable_sort(along.begin(), along.end(), [&](auto a, auto b) {
      return keys[a] < keys[b];
    });
    for (std::uint32_t r : along)
      placed.insert(placed.end(), {rows[2 * r], rows[2 * r + 1]});
    tree.n = n;
    boxes.resize(lay_out_levels(tree, (n + leaf_size - 1) / leaf_size));
    firsts.resize(boxes.size());
    tree.points = placed.data();
    tree.ranks = along.data();
    tree.boxes = boxes.data();
    tree.firsts = firsts.data();
    for (int level = 0; level < tree.levels; ++level)
      for (std::int64_t i = 0; i < tree.count(level); ++i)
        make_node(tree, level, i);
  }
};
std::vector<counter_row> visits_of(int kind, std::int64_t n,
                                   bool hilbert, bool bits) {
  const ordered_scene a(kind, n, hilbert, bits);
  const box_tree<float, 2>& tree = a.tree;
  const ranking ranks;
  double sum = 0, most = 0, over = 0;
  for (std::int64_t t = 0; t < n; ++t) {
    constexpr int K = 2;
    seeker<float, 2> s;
    for (int c = 0; c < K; ++c) s.at[c] = tree.points[t * K + c];
    s.limit = ranks.limit(tree.ranks[t]);
    s.best = no_candidate();
    s.look_from(tree, tree.leaf_of(t), 10000);
    sum += s.visits;
    most = std::max(most, double(s.visits));
    over += s.visits >= visits_of_a_thread;
  }
  const std::string name =
      std::string(hilbert ? "hilbert" : "morton") +
      (bits ? "-bits" : "-linear");
  return {{name, "", "visits", sum / double(n)},
          {name, "", "most-visits", most},
          {name, "", "long-searches", over}};
}
void add_device(sweep& s, const char* name, std::int64_t n,
                auto search) {
  if (!times_device()) return;
  s.cells.push_back({name, "random", n, 2, 0, [=] {
    return on_device(std::make_shared<scene_arrays<float>>(0, n, 1),
                     search);
  }});
}
sweep times() {
  sweep s{"peaks-time", "nearest higher points of random points"};
  if (!times_device())
    s.left_out = {"tree", "grid", "tiled", "published"};
  for (std::int64_t n = 1 << 10; n <= 1 << 26; n *= 4) {
    add_device(s, "tree", n, with<float>(nearest_higher_tree));
    if (n <= 1 << 20)
      add_device(s, "tiled", n, with<float>(nearest_higher_tiled));
    if (n <= 1 << 18)
      add_device(s, "published", n, as_published(2048, 128));
    add_device(s, "grid", n, with<float>(nearest_higher_grid));
    for (const char* v : {"serial", "parallel", "serial-grid",
                          "parallel-grid"})
      if (n <= 1 << 22)
        s.cells.push_back({v, "random", n, 2, 0,
                           [=] { return on_host(v, 0, n); }});
  }
  for (std::int64_t n : {1000000, 100000000})
    add_device(s, "tree", n, with<float>(nearest_higher_tree));
  return s;
}
sweep scenes() {
  sweep s{"peaks-scenes", "five hundred scenes with structure"};
  s.samples = 6;
  const std::int64_t n = 1 << 20;
  const char* from = std::getenv("FIRST");
  const std::uint64_t first =
      from ? std::strtoull(from, nullptr, 10) : 1;
  for (auto seed = first; seed < first + 500; ++seed) {
    if (!times_device()) break;
    const int kind = int(seed % scene_kinds);
    const std::string input =
        std::string(scene_names[kind]) + ":" + std::to_string(seed);
    s.cells.push_back({"tree", input, n, 2, 0, [=] {
      return on_device(
          std::make_shared<scene_arrays<float>>(kind, n, seed),
          with<float>(nearest_higher_tree));
    }});
  }
  if (!times_device()) s.left_out = {"tree"};
  for (int kind : {0, 1, 6, 7, 12})
    for (const char* v : {"serial", "serial-grid"})
      s.cells.push_back({v, scene_names[kind], 1 << 16, 2, 0,
                         [=] { return on_host(v, kind, 1 << 16); }});
  return s;
}
sweep shapes() {
  sweep s{"peaks-shape", "the published kernel's blocks and threads"};
  if (!times_device()) s.left_out = {"all"};
  for (std::int64_t n = 1 << 10; n <= 1 << 16; n *= 8)
    for (std::int64_t blocks : {n - 1, n / 2 - 1, n / 8, n / 64})
      for (int threads = 32; threads <= 1024 && times_device();
           threads *= 2)
        s.cells.push_back(
            {"M=" + std::to_string(blocks), "random", n, 2, threads,
             [=] {
               return on_device(
                   std::make_shared<scene_arrays<float>>(0, n, 1),
                   as_published(blocks, threads));
             }});
  return s;
}
sweep parts() {
  sweep s{"peaks-parts", "the tree's search, a part at a time"};
  const char* names[] = {"rank", "curve", "boxes", "search"};
  if (!times_device()) s.left_out = {"all"};
  for (std::int64_t n : {1000000, 10000000, 100000000})
    for (int p = 1; p <= 4 && times_device(); ++p)
      s.cells.push_back({names[p - 1], "random", n, 2, 0, [=] {
        auto w = on_device(
            std::make_shared<scene_arrays<float>>(0, n, 1),
            [=](void* m, std::size_t& bytes,
                const scene_arrays<float>& a) {
              search_until<float, 2>(m, bytes, a.view(),
                                     a.higher.data(),
                                     a.squared.data(), p,
                                     visits_of_a_thread);
            });
        if (p < 4) w.check = w.resident;
        return w;
      }});
  return s;
}
sweep budgets() {
  sweep s{"peaks-budget", "visits before a search counts as long"};
  if (!times_device()) s.left_out = {"all"};
  for (int kind : {0, 1, 2, 8, 11})
    for (int budget = 64; budget <= 4096 && times_device(); budget *= 4)
      s.cells.push_back({"tree", scene_names[kind], 1 << 20, 2, budget,
                         [=] {
        return on_device(
            std::make_shared<scene_arrays<float>>(kind, 1 << 20, 1),
            [=](void* m, std::size_t& bytes,
                const scene_arrays<float>& a) {
              search_until<float, 2>(m, bytes, a.view(),
                                     a.higher.data(),
                                     a.squared.data(), 4, budget);
            });
      }});
  return s;
}
sweep earth() {
  sweep s{"peaks-relief", "the relief of the Earth, on the sphere"};
  if (!times_device()) s.left_out = {"tree"};
  else
    s.cells.push_back({"tree", "relief", 583200, 3, 0, [] {
      return on_device(relief(), with<double>(nearest_higher_tree));
    }});
  return s;
}
sweep visits() {
  sweep s{"peaks-visits", "nodes that a search visits, on one thread"};
  for (int kind = 0; kind < scene_kinds; ++kind)
    for (std::int64_t n : {1 << 12, 1 << 16})
      for (int order = 0; order < 4; ++order) {
        cell c{std::to_string(order), scene_names[kind], n, 2, 0};
        c.count = [=] {
          return visits_of(kind, n, order / 2, order % 2);
        };
        s.cells.push_back(c);
      }
  return s;
}
std::vector<counter_row> counts_of(const char* name, std::int64_t n,
                                   bool neighbours) {
  auto a = std::make_shared<scene_arrays<float>>(0, n, 1);
  if (name[0] == 't')
    return model::count(
        prepared_search(a, with<float>(nearest_higher_tree)));
  device_array<std::uint32_t> order(n);
  std::vector<std::uint32_t> identity(n);
  for (std::int64_t i = 0; i < n; ++i) identity[i] = std::uint32_t(i);
  order.upload(identity.data(), n);
  const ranking ranks{order.data(), nullptr};
  return model::count([=, &order] {
    launch(neighbours ? published_peaks<float, true>
                      : published_peaks<float, false>,
           dim3(64), dim3(128), 128 * std::int64_t(sizeof(candidate)),
           nullptr, a->points.data(), 2, n, ranks,
           nearest_output{a->higher.data(), a->squared.data()});
  });
}
sweep counts() {
  sweep s{"peaks-count", "the model's counts of the kernels"};
  for (const char* name : {"tree", "published", "published-neighbours"})
    for (std::int64_t n : {256, 1024, 4096}) {
      if (name[0] == 'p' && n > 1024) continue;
      cell c{name, name, n, 2, 0};
      c.count = [=] {
        return counts_of(name, n, std::string(name) != "published");
      };
      s.cells.push_back(c);
    }
  return s;
}
std::vector<sweep> sweeps() {
  return {times(),   scenes(), shapes(), parts(),
          budgets(), earth(),  visits(), counts()};
}
}
int main(int argc, char** argv) {
  return run_sweeps("peaks", argc, argv, sweeps());
}
