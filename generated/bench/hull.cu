#include <map>
#include <ww/detail/ground/host-call.cuh>
#include <ww/datasets.cuh>
#include <ww/detail/hull/hull-kernels.cuh>
#include <ww/detail/hull/judge.h>
#include <ww/heaphull.cuh>
#include <ww/measure.h>
#include <ww/model.h>
#include <ww/sort.cuh>

namespace {
using namespace ww; using namespace ww::detail;
using namespace ww::detail::hull;
template <class P>
using points_ptr = std::shared_ptr<const std::vector<P>>;
template <class P>
std::vector<P> drawn(const std::string& generator, std::int64_t n,
                     bool in_order) {
  using T = decltype(P::x);
  if (!times_device())
    return in_lexicographic_order(generate<T>(generator, n, 1));
  const auto points = generate_on_device<T>(generator, n, 1);
  if (!in_order) return to_host(points);
  device_array<P> sorted(n);
  device_array<point_index> order(n);
  host_call<>()([&](void* temporary, std::size_t& bytes) {
    sort_points(temporary, bytes, points.data(), n, sorted.data(),
                order.data());
  });
  return to_host(sorted);
}
template <class P>
points_ptr<P> input_of(const std::string& generator, std::int64_t n,
                       bool in_order = true) {
  using key = std::pair<std::string, std::int64_t>;
  static std::map<key, points_ptr<P>> kept[2];
  auto& p = kept[in_order][{generator, n}];
  if (!p) p = std::make_shared<const std::vector<P>>(
              drawn<P>(generator, n, in_order));
  return p;
}
template <class P>
struct hull_arrays {
  points_ptr<P> host;
  device_array<P> points;
  device_array<point_index> ring;
  device_array<std::int64_t> size;
  device_array<char> memory;
  explicit hull_arrays(points_ptr<P> p)
      : host(p), points(to_device(*p)), ring(points.size()), size(1) {}
  template <hull_shape Shape = hull_policy<P>>
  void find(void* t, std::size_t& bytes) {
    find_hull<P, Shape>(t, bytes, points.data(), points.size(), nullptr,
                        ring.data(), size.data(), {hull_side::upper},
                        nullptr);
  }
  void check() const {
    std::vector<point_index> hull(std::size_t(to_host(size)[0]), 0);
    ring.download(hull.data(), std::int64_t(hull.size()));
    check_upper_hull(*host, hull);
  }
};
template <class Arrays, class Call>
std::function<void()> resident_call(std::shared_ptr<Arrays> a,
                                    Call call) {
  std::size_t bytes = 0;
  ((*a).*call)(nullptr, bytes);
  a->memory = device_array<char>(std::int64_t(bytes));
  return [=]() mutable { ((*a).*call)(a->memory.data(), bytes); };
}
template <class P>
workload prepared(const variant<host_hull<P>>& v,
                  points_ptr<P> points) {
  workload w;
  auto hull = std::make_shared<std::vector<point_index>>();
  w.whole = [=, find = v.run] {
    find(*points, {hull_side::upper}, *hull);
  };
  w.check = [=] { w.whole(); check_upper_hull(*points, *hull); };
  w.bytes = double(points->size() * sizeof(P));
  if (!v.needs_device) return w;
  w.on_device = true;
  using shape = hull_policy<P>;
  w.resident = resident_call(std::make_shared<hull_arrays<P>>(points),
                             &hull_arrays<P>::template find<shape>);
  return w;
}
template <class P, hull_shape Shape>
__global__ void
__launch_bounds__(Shape::threads, tiles_at_once<Shape>)
find_tile_hulls_until(const P* points, std::int64_t n, chain_rule rule,
                      point_index* vertices, hull_run* runs,
                      int* counts, int widest, int steps,
                      bool lower) {
  find_tile_hull<P, Shape>(points, n, rule, vertices, runs, counts,
                           widest, steps, lower);
}
struct trial {
  int steps = most_steps, widest = 128;
  bool tiles_only = false, lower = false;
};
void run_trial(hull_arrays<float2>& a, const trial& k) {
  using shape = hull_policy<float2>;
  using tile = tile_memory<float2, shape>;
  const auto n = a.points.size();
  const auto tiles = tiles_of(n, tile::size);
  const float2* points = a.points.data();
  arena memory(a.memory.data());
  auto* vertices = memory.take<point_index>(n);
  auto* runs = memory.take<hull_run>(tiles);
  auto* counts = memory.take<int>(tiles);
  launch(find_tile_hulls_until<float2, shape>, unsigned(tiles),
         shape::threads, sizeof(tile), nullptr, points, n, chain_rule(),
         vertices, runs, counts, k.widest, k.steps, k.lower);
  if (!k.tiles_only)
    join_all(points, n, chain_rule(), 1, vertices, runs, counts, tiles,
             tiles, nullptr);
  const auto blocks = unsigned(std::min<std::int64_t>(tiles, 4096));
  launch(write_ring<float2>, blocks, 256, 0, nullptr, vertices, runs,
         counts, tiles, n, nullptr, a.ring.data(), a.size.data());
}
template <class P>
void add_times(sweep& s, const std::string& input) {
  const std::string name =
      input + (std::is_same_v<P, double2> ? "-double" : "");
  const auto after = [&](std::int64_t n) {
    return name != "square" || n < 1024 || n > 2048 ? 4 * n : 2 * n;
  };
  const bool drawn = name == "square" || input == "circle";
  for (std::int64_t n = 64; n <= (1 << 26); n = after(n)) {
    if (input == "parabola" && n > parabola_size<decltype(P::x)>) break;
    if (!drawn && n != 1024 && n != 16384 && n != 1 << 24) continue;
    for (const auto& v : sorted_hull_variants<P>())
      if (!v.needs_device || times_device())
        s.cells.push_back({v.name, name, n, 2, 0, [=] {
                             return prepared<P>(
                                 v, input_of<P>(input, n));
                           }});
  }
}
template <class Prepare>
void add_cell(sweep& s, const std::string& name,
              const std::string& input, std::int64_t n, int threads,
              bool whole, Prepare prepare) {
  s.cells.push_back({name, input, n, 2, threads, [=] {
                       auto a = std::make_shared<hull_arrays<float2>>(
                           input_of<float2>(input, n));
                       workload w;
                       w.resident = prepare(a);
                       if (whole)
                         w.check = [=] { w.resident(); a->check(); };
                       w.on_device = true;
                       return w;
                     }});
}
void add_trial(sweep& s, const std::string& name,
               const std::string& input, std::int64_t n, trial k) {
  add_cell(s, name, input, n, 128, !k.tiles_only, [=](auto a) {
    resident_call(a, &hull_arrays<float2>::find<hull_policy<float2>>);
    return [=] { run_trial(*a, k); };
  });
}
template <int t, int e>
struct tried : hull_policy<float2> {
  static constexpr int threads = t, each = e;
};
template <int threads, int each>
void add_tile(sweep& s, const std::string& input) {
  using shape = tried<threads, each>;
  add_cell(s, format("%d each", each), input, 1 << 24, threads, true,
           [](auto a) {
             return resident_call(a, &hull_arrays<float2>::find<shape>);
           });
}
void add_shapes(sweep& s, const std::string& input) {
  const std::int64_t n = 1 << 24;
  for (int steps : {0, 4, 64})
    add_trial(s, format("walk-%d", steps), input, n, {steps});
  add_trial(s, "lower too", input, n, {most_steps, 128, false, true});
  add_tile<128, 8>(s, input);
  add_tile<128, 16>(s, input);
  add_tile<128, 32>(s, input);
  add_tile<128, 64>(s, input);
  add_tile<64, 32>(s, input);
}
void add_parts(sweep& s, const std::string& input) {
  for (std::int64_t n : {1 << 16, 1 << 24}) {
    for (int width : {1, 128})
      add_trial(s, format("tile-%d", width), input, n,
                {most_steps, width, true});
    add_trial(s, "stages-12", input, n, {});
  }
}
struct unsorted_arrays {
  device_array<float2> points, sorted;
  device_array<point_index> order, ring;
  device_array<std::int64_t> size;
  device_array<char> memory;
  unsorted_arrays(const std::string& input, std::int64_t n)
      : points(generate_on_device<float>(input, n, 1)), sorted(n),
        order(n), ring(n), size(1) {}
  void sort(void* t, std::size_t& bytes) {
    sort_points(t, bytes, points.data(), points.size(), sorted.data(),
                nullptr);
  }
  void sort_pairs(void* t, std::size_t& bytes) {
    sort_points(t, bytes, points.data(), points.size(), sorted.data(),
                order.data());
  }
  void find(void* t, std::size_t& bytes) {
    convex_hull(t, bytes, points.data(), points.size(), ring.data(),
                size.data());
  }
};
using unsorted_call = void (unsorted_arrays::*)(void*, std::size_t&);
workload unsorted_workload(const std::string& input, std::int64_t n,
                           unsorted_call call, bool sorts) {
  auto a = std::make_shared<unsorted_arrays>(input, n);
  workload w;
  w.resident = resident_call(a, call);
  w.on_device = true;
  if (sorts) w.check = [=] {
    w.resident();
    const auto found = to_host(a->sorted);
    if (!std::is_sorted(found.begin(), found.end(), precedes<float2>))
      throw std::runtime_error("the points are not in order");
  };
  return w;
}
void add_sorts(sweep& s) {
  for (std::int64_t n : {1 << 12, 1 << 16, 1 << 20, 1 << 24}) {
    auto add = [&](const char* name, unsorted_call call, bool sorts) {
      for (const std::string input : {"square", "clustered"})
        s.cells.push_back({name, input, n, 2, 0, [=] {
                             return unsorted_workload(input, n, call,
                                                      sorts);
                           }});
    };
    add("bucket", &unsorted_arrays::sort, true);
    add("pairs", &unsorted_arrays::sort_pairs, true);
    add("unsorted", &unsorted_arrays::find, false);
  }
}
std::vector<std::int64_t> drawn_offsets(const std::string& law,
                                        std::int64_t n) {
  std::vector<std::int64_t> offsets = {0};
  random_source r{1, 0, 7};
  const bool pareto = law == "pareto";
  const std::int64_t alike =
      law == "half" ? 3 : law == "one" ? n : std::atoll(law.c_str());
  for (; offsets.back() < n; ++r.i) {
    const double u = (r.words(0).word[0] + 1.0) / 4294967297.0;
    std::int64_t size = pareto ? std::int64_t(8 / (u * u)) : alike;
    if (law == "half" && r.i == 1000) size = n / 2;
    offsets.push_back(std::min(n, offsets.back() + size));
  }
  return offsets;
}
struct set_arrays {
  points_ptr<float2> host;
  std::vector<std::int64_t> host_offsets;
  device_array<float2> points;
  device_array<std::int64_t> offsets, sizes;
  device_array<point_index> rings;
  device_array<char> memory;
  set_arrays(const std::string& input, const std::string& law,
             std::int64_t n)
      : host(input_of<float2>(input, n, false)),
        host_offsets(drawn_offsets(law, n)),
        points(generate_on_device<float>(input, n, 1)),
        offsets(to_device(host_offsets)), sizes(offsets.size() - 1),
        rings(n) {}
  void together(void* t, std::size_t& bytes) {
    convex_hulls(t, bytes, points.data(), points.size(),
                 offsets.data(), sizes.size(), rings.data(),
                 sizes.data());
  }
  void as_one(void* t, std::size_t& bytes) {
    convex_hull(t, bytes, points.data(), points.size(), rings.data(),
                sizes.data());
  }
  void check(bool round) {
    const auto all = find_variant(hull_variants<float2>(), "parallel");
    const auto few = find_variant(heaphull_variants<float2>(),
                                  "octagon-parallel");
    const auto got = to_host(rings);
    const auto size = to_host(sizes);
    const std::int64_t step = sizes.size() / 1000 + 1;
    filter_stats stats;
    for (std::int64_t k = 0; k < sizes.size(); ++k) {
      const std::int64_t first = host_offsets[k];
      const std::int64_t end = host_offsets[k + 1];
      if (k % step != 0 && end - first < 100000) continue;
      const std::vector<float2> set(host->begin() + first,
                                    host->begin() + end);
      std::vector<point_index> ring;
      if (round) all.run(set, {}, ring);
      else few.run(set, {}, ring, stats);
      for (point_index& i : ring) i += point_index(first);
      if (size[k] != std::int64_t(ring.size()) ||
          !std::equal(ring.begin(), ring.end(), got.begin() + first))
        throw std::runtime_error("a hull is another");
    }
  }
};
using sets_call = void (set_arrays::*)(void*, std::size_t&);
workload sets_workload(const std::string& input, const std::string& law,
                       std::int64_t n, sets_call call, bool checks) {
  auto a = std::make_shared<set_arrays>(input, law, n);
  workload w;
  w.resident = resident_call(a, call);
  w.on_device = true;
  if (checks)
    w.check = [=] { w.resident(); a->check(input == "circle"); };
  w.bytes = double(n * sizeof(float2));
  return w;
}
workload sets_workload(const std::string& input, const std::string& law,
                       std::int64_t n) {
  auto a = std::make_shared<set_arrays>(input, law, n);
  auto v = find_variant(hulls_variants<float2>(), "parallel");
  workload w;
  auto rings = std::make_shared<std::vector<point_index>>();
  auto sizes = std::make_shared<std::vector<std::int64_t>>();
  w.whole = [=] {
    v.run(*a->host, a->host_offsets, {}, *rings, *sizes);
  };
  return w;
}
void add_sets(sweep& s, const std::string& input, std::int64_t n) {
  std::size_t bytes = 0;
  convex_hulls<float2>(nullptr, bytes, nullptr, n, nullptr, 1, nullptr,
                       nullptr);
  const int memory = int(125 * std::int64_t(bytes) / n);
  for (const std::string law :
       {"3", "100", "1000", "4096", "4097", "pareto", "half", "one"}) {
    auto add = [&](const char* name, int memory, auto... call) {
      s.cells.push_back({name, input + "-" + law, n, 2, memory, [=] {
        return sets_workload(input, law, n, call...);
      }});
    };
    add("together", memory, &set_arrays::together, true);
    if (law == "one") add("as-one", memory, &set_arrays::as_one, false);
    if (n == 1 << 24) add("parallel", 0);
  }
}
std::vector<sweep> sweeps() {
  sweep many{"hull-time", "the upper hull of many sorted points"};
  sweep shapes{"hull-shape", "other walks, other tiles"};
  sweep parts{"hull-parts", "the general hull, a part at a time"};
  sweep sorts{"hull-sort", "sorting points; the hull of any points"};
  sweep sets{"hull-sets", "many hulls at once"};
  sweep work{"hull-count", "the model's counts of the general kernels"};
  for (const auto& g : generators()) add_times<float2>(many, g.name);
  for (const char* input : {"square", "circle"}) {
    add_times<double2>(many, input);
    for (std::int64_t n = 64; n <= (1 << 16); n *= 4) {
      cell c{"general", input, n, 2, 0};
      c.count = [=] {
        return model::count(resident_call(
            std::make_shared<hull_arrays<float2>>(
                input_of<float2>(input, n)),
            &hull_arrays<float2>::find<hull_policy<float2>>));
      };
      work.cells.push_back(c);
    }
  }
  sets.block = "memory";
  if (times_device()) {
    for (const char* input : {"square", "circle"}) {
      add_shapes(shapes, input);
      add_parts(parts, input);
      add_sets(sets, input, 100000000);
      add_sets(sets, input, 1 << 24);
    }
    add_sorts(sorts);
  } else {
    many.left_out = {"general"};
    for (sweep* one : {&shapes, &parts, &sorts, &sets})
      one->left_out = {"all"};
  }
  return {many, shapes, parts, sorts, sets, work};
}
}
int main(int argc, char** argv) {
  return run_sweeps("hull", argc, argv, sweeps());
}
