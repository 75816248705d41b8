#include <cstdio>
#include <map>
#include <memory>
#include <ww/datasets.cuh>
#include <ww/detail/hull/point-inputs.cuh>
#include <ww/detail/hull/rivals.cuh>
#include <ww/measure.h>
#include <ww/model.h>

struct other_hull {
  std::string name;
  std::function<std::function<std::size_t()>(const double* xy,
                                             std::size_t n)>
      prepare;
};
std::vector<other_hull> other_hulls();
namespace {
using namespace ww;
using namespace ww::detail;
using namespace ww::detail::hull;
template <class P>
P* pinned_block() {
  static const auto block = pinned<P>(100000000);
  return block.get();
}
template <class P>
struct filter_arrays {
  device_array<P> points;
  device_array<point_index> ring;
  device_array<std::int64_t> size{1};
  device_array<unsigned> count{1};
  device_array<char> memory;
  filter_arrays(const std::string& input, std::int64_t n)
      : points(generate_on_device<decltype(P::x)>(input, n, 1)),
        ring(n) {}
  filter_arrays(const structured_points& set, std::int64_t n)
      : points(n), ring(n) {
    launch(draw_structured<decltype(P::x)>, 2048, 256, 0, nullptr,
           points.data(), set, n, samples_of<filter_policy<P>>(n));
  }
  void put_in_order() {
    device_array<P> sorted(points.size());
    host_call<>()([&](void* t, std::size_t& bytes) {
      sort_points(t, bytes, points.data(), points.size(), sorted.data(),
                  ring.data());
    });
    points = std::move(sorted);
  }
  void put_on_host() {
    points.download(pinned_block<P>(), points.size());
  }
  void sorted(void* t, std::size_t& bytes) {
    convex_hull(t, bytes, points.data(), points.size(), ring.data(),
                size.data());
  }
  template <class Shape = filter_policy<P>>
  void filtered(void* t, std::size_t& bytes) {
    filter_and_find<P, Shape>(t, bytes, points.data(), points.size(),
                              ring.data(), size.data(), {}, nullptr);
  }
  void filter(void* t, std::size_t& bytes) {
    filter_points(t, bytes, points.data(), points.size(), ring.data(),
                  count.data(), points.size());
  }
  void in_order(void* t, std::size_t& bytes) {
    hull_of_sorted(t, bytes, points.data(), points.size(), ring.data(),
                   size.data());
  }
  void from_host(void* t, std::size_t& bytes) {
    if (t) copy(t, bytes);
    filtered(t, bytes);
  }
  void copy(void* t, std::size_t& bytes) {
    if (t)
      copy_async(points.data(), pinned_block<P>(),
                 points.size() * sizeof(P), nullptr);
    else bytes = 1;
  }
  std::vector<point_index> found() const {
    std::vector<point_index> hull(std::size_t(to_host(size)[0]), 0);
    ring.download(hull.data(), std::int64_t(hull.size()));
    return hull;
  }
};
template <class P>
using filter_call = void (filter_arrays<P>::*)(void*, std::size_t&);
template <class P>
using preparation = void (filter_arrays<P>::*)();
template <class P, class Input>
workload filter_workload(const Input& input, std::int64_t n,
                         filter_call<P> call, bool compared,
                         preparation<P> first = nullptr) {
  auto a = std::make_shared<filter_arrays<P>>(input, n);
  if (first) ((*a).*first)();
  std::size_t most = 0, bytes = 0;
  a->sorted(nullptr, most);
  ((*a).*call)(nullptr, bytes);
  a->memory = device_array<char>(std::int64_t(std::max(most, bytes)));
  workload w;
  w.resident = [=]() mutable { ((*a).*call)(a->memory.data(), bytes); };
  if (compared) w.check = [=]() mutable {
    a->sorted(a->memory.data(), most);
    const auto wanted = a->found();
    w.resident();
    if (a->found() != wanted) throw std::runtime_error("another ring");
  };
  w.bytes = double(n) * sizeof(P);
  w.on_device = true;
  return w;
}
template <int samples_, int threads_, int each_, int slots_ = 4096,
          int strips_ = 512>
struct other_filter : filter_policy<float2> {
  static constexpr std::int64_t most_samples = samples_;
  static constexpr int threads = threads_, each = each_;
  static constexpr int blocks = 1024 / threads_;
  static constexpr int slots = slots_, strips = strips_;
};
void add_shapes(sweep& s, const std::string& input, std::int64_t n) {
  auto add = [&]<class Shape>(const std::string& name, Shape) {
    s.cells.push_back({name, input, n, 2, Shape::threads, [=] {
      return filter_workload<float2>(
          input, n, &filter_arrays<float2>::filtered<Shape>, true);
    }});
  };
  constexpr int usual = 1 << 19;
  add("as it is", filter_policy<float2>());
  add("2^15 samples", other_filter<1 << 15, 512, 8>());
  add("2^17 samples", other_filter<1 << 17, 512, 8>());
  add("4 each", other_filter<usual, 512, 4>());
  add("16 each", other_filter<usual, 512, 16>());
  add("256 threads", other_filter<usual, 256, 8>());
  add("1024 threads", other_filter<usual, 1024, 8>());
  add("1024 slots", other_filter<usual, 512, 8, 1024>());
  add("2048 slots", other_filter<usual, 512, 8, 2048>());
  add("4096 strips", other_filter<usual, 512, 8, 4096, 4096>());
}
template <class P>
void add_call(sweep& s, const char* variant, const std::string& input,
              std::int64_t n, filter_call<P> call, bool compared,
              preparation<P> first = nullptr) {
  const std::string name =
      input + (std::is_same_v<P, double2> ? "-double" : "");
  s.cells.push_back({variant, name, n, 2, 0, [=] {
    return filter_workload<P>(input, n, call, compared, first);
  }});
}
template <class P>
void add_times(sweep& s, const std::string& input, std::int64_t n) {
  using a = filter_arrays<P>;
  add_call<P>(s, "filtered", input, n, &a::template filtered<>, true);
  add_call<P>(s, "sorted", input, n, &a::sorted, false);
  add_call<P>(s, "filter", input, n, &a::filter, false);
}
template <class P>
void add_large(sweep& order, sweep& pinned, const std::string& input) {
  using a = filter_arrays<P>;
  auto add = [&](sweep& s, const char* name, auto... all) {
    add_call<P>(s, name, input, 100000000, all...);
  };
  add(order, "filtered", &a::template filtered<>, true,
      &a::put_in_order);
  add(order, "hull", &a::in_order, true, &a::put_in_order);
  if (input != "normal" && input != "square") return;
  add(pinned, "filtered", &a::from_host, true, &a::put_on_host);
  add(pinned, "copy", &a::copy, false, &a::put_on_host);
}
template <class P>
void add_structured(sweep& s, std::uint64_t seed) {
  constexpr bool single = std::is_same_v<P, float2>;
  const auto set = structured_points::draw<decltype(P::x)>(seed);
  const std::string name =
      format("%d %s: ", int(seed), single ? "float" : "double") +
      set.describe();
  auto add = [&](const char* variant, filter_call<P> call,
                 bool compared) {
    s.cells.push_back({variant, name, 10000000, 2, 0, [=] {
      return filter_workload<P>(set, 10000000, call, compared);
    }});
  };
  add("filtered", &filter_arrays<P>::template filtered<>, true);
  add("sorted", &filter_arrays<P>::sorted, false);
}
std::vector<sweep> sweeps_on_device() {
  sweep times{"filter-time", "the hull of unsorted points, filtered"};
  sweep order{"filter-order", "the hull of sorted points, filtered"};
  sweep pinned{"filter-pinned", "points of pinned memory, and a copy"};
  sweep shapes{"filter-shape", "slots, samples, threads"};
  sweep sets{"filter-structured", "structured sets, filtered"};
  for (const char* input : {"normal", "square", "disk", "circle"}) {
    for (std::int64_t n = 10000; n <= 100000000; n *= 10)
      add_times<float2>(times, input, n);
    for (std::int64_t n : {10000, 10000000, 100000000})
      add_times<double2>(times, input, n);
    add_large<float2>(order, pinned, input);
    add_large<double2>(order, pinned, input);
  }
  add_times<float2>(times, "normal", 1000000000);
  for (const char* input : {"normal", "disk"})
    add_shapes(shapes, input, 100000000);
  for (std::uint64_t k = 1; k <= 900; ++k)
    if (k % 2 == 1) add_structured<float2>(sets, k);
    else add_structured<double2>(sets, k);
  pinned.samples = 20;
  sets.samples = 6;
  return {times, order, pinned, shapes, sets};
}
template <class P>
const std::vector<P>& published_points(const std::string& input,
                                       std::int64_t n) {
  using T = decltype(P::x);
  static std::map<std::pair<std::string, std::int64_t>,
                  std::vector<P>> drawn;
  auto& points = drawn[{input, n}];
  if (!points.empty()) return points;
  const bool rough = input == "rough-circle";
  points = generate<T>(rough ? "circle" : input, n, 1);
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    P& p = points[std::size_t(i)];
    const double s =
        rough ? 0.98 + 0.04 * random_source{2, i, 12}.uniform(0).u : 1;
    p = {T(s * p.x), T(s * p.y)};
    if (input == "normal") p = {T(0.5 + 0.1 * p.x), T(0.5 + 0.1 * p.y)};
  }
  return points;
}
template <class P>
workload extremes_on_gpu(std::int64_t n) {
  using T = decltype(P::x);
  const dim3 blocks = blocks_of_extremes(n);
  const int warps = int(blocks.x) * 8;
  auto points = std::make_shared<device_array<P>>(
      generate_on_device<T>("normal", n, 1));
  auto far = std::make_shared<device_array<farthest<T, 4>>>(2 * warps);
  workload w;
  w.resident = [=] {
    launch(find_axis_extremes<P>, blocks, 256, 0, {}, points->data(), n,
           far->data());
    launch(find_corner_extremes<P>, blocks, 256, 0, {}, points->data(),
           n, far->data(), warps, far->data() + warps);
  };
  w.bytes = double(n) * sizeof(P);
  w.on_device = true;
  return w;
}
template <class P>
void add_extremes(sweep& s, std::int64_t n) {
  using call = std::function<eight<P>(const P*, std::int64_t)>;
  const std::pair<const char*, call> ways[] = {
      {"one thread", [](const P* p, std::int64_t n) {
         return extremes_of(p, 0, n); }},
      {"reduction", extremes_by_reduction<P>}};
  for (const auto& [name, find] : ways)
    s.cells.push_back({name, "normal", n, 2, 0, [=, find = find] {
      const P* p = published_points<P>("normal", n).data();
      auto far = std::make_shared<eight<P>>();
      return workload{.resident = [=] { *far = find(p, n); },
                      .bytes = double(n) * sizeof(P)};
    }});
  if (times_device())
    s.cells.push_back({"kernels", "normal", n, 2, 256,
                       [=] { return extremes_on_gpu<P>(n); }});
}
template <class P>
workload published_workload(const std::function<host_filter<P>>& find,
                            const std::string& input, std::int64_t n) {
  const auto* points = &published_points<P>(input, n);
  auto ring = std::make_shared<std::vector<point_index>>();
  workload w;
  w.whole = [=] {
    filter_stats stats;
    find(*points, {}, *ring, stats);
  };
  w.check = [=] {
    static const auto table = heaphull_variants<P>();
    std::vector<point_index> right;
    filter_stats stats;
    find_variant(table,
                 times_device() ? "filtered" : "octagon-parallel")
        .run(*points, {}, right, stats);
    if (ring->empty()) w.whole();
    if (*ring != right)
      std::fprintf(stderr, "%s %ld: %zu vertices, not %zu\n",
                   input.c_str(), n, ring->size(), right.size());
  };
  w.bytes = double(n) * sizeof(P);
  return w;
}
void add_published(sweep& some, sweep& worst, const std::string& input,
                   std::int64_t most) {
  static const auto table = heaphull_variants<float2>();
  for (std::int64_t n = 10000; n <= most; n *= n < 100000000 ? 10 : 2)
    for (const auto& v : table) {
      const std::string name = v.name;
      const bool large = n > (input == "normal" ? 10000000 : 1000000);
      const bool heaps = name.find("heap") == 0;
      if ((v.needs_device && !times_device()) ||
          (heaps && n == 100000000 && input != "normal") ||
          name.find("octagon") == 0)
        continue;
      const bool slow =
          heaps ? input != "normal" || name == "heaphull"
                : input == "circle" && name != "filtered";
      sweep& s = large ? worst : some;
      s.cells.push_back({name, input, n, 2, 0, [=, find = v.run] {
        return published_workload<float2>(find, input, n);
      }, false, large && slow});
    }
}
workload other_workload(const other_hull& other,
                        const std::string& input, std::int64_t n) {
  const auto& points = published_points<double2>(input, n);
  auto find = std::make_shared<std::function<std::size_t()>>(
      other.prepare(&points[0].x, points.size()));
  workload w;
  auto h = std::make_shared<std::size_t>(0);
  w.whole = [=] { *h = (*find)(); };
  w.check = [=, name = other.name] {
    if (*h == 0) w.whole();
    std::fprintf(stderr, "filter-others,%s,%s,%ld,0,,vertices,%zu\n",
                 name.c_str(), input.c_str(), n, *h);
  };
  w.bytes = double(n) * sizeof(double2);
  return w;
}
void add_others(sweep& s, const std::string& input, std::int64_t n) {
  static const auto table = heaphull_variants<double2>();
  auto all = other_hulls();
  for (const char* name : {"octagon", "octagon-parallel", "filtered"}) {
    const auto v = find_variant(table, name);
    if (v.needs_device && !times_device()) continue;
    all.push_back({name, [=, run = v.run](const double*, std::size_t) {
      auto ring = std::make_shared<std::vector<point_index>>();
      return [=] {
        filter_stats stats;
        run(published_points<double2>(input, n), {}, *ring, stats);
        return ring->size();
      };
    }});
  }
  auto most = [](const std::string& name) {
    const bool whole = name == "copy" || name == "filtered" ||
                       name == "vqhull-parallel";
    return name == "qhull" ? 1000000 : whole ? 100000000 : 10000000;
  };
  for (const other_hull& one : all)
    if (n <= most(one.name))
      s.cells.push_back({one.name, input, n, 2, 0, [=] {
        return other_workload(one, input, n);
      }, false, input == "circle" && n == most(one.name) && n < 1e8});
}
template <class F>
void add_kept(sweep& s, const char* name, const std::string& input,
              std::int64_t n, F kept) {
  cell c{name, input, n, 2, 0};
  c.count = [=]() -> std::vector<counter_row> {
    return {{name, "", "kept", double(kept(n))}};
  };
  s.cells.push_back(c);
}
template <class P>
void add_filtered(sweep& s, const std::string& input, std::int64_t n) {
  const bool single = std::is_same_v<P, float2>;
  add_kept(s, single ? "float" : "double", input, n,
           [=](std::int64_t n) {
    filter_arrays<P> a(input, n);
    host_call<>()([&](void* t, std::size_t& bytes) {
      a.filter(t, bytes);
    });
    return to_host(a.count)[0];
  });
}
void add_shares(sweep& s, const char* name, const std::string& input,
                std::int64_t n) {
  add_kept(s, name, input, n, [=](std::int64_t n) {
    const auto table = heaphull_variants<float2>();
    std::vector<point_index> ring;
    filter_stats stats;
    find_variant(table, name)
        .run(published_points<float2>(input, n), {}, ring, stats);
    std::int64_t kept = 0;
    for (const auto& [part, count] : stats) kept += count;
    return kept;
  });
}
std::vector<sweep> counts() {
  sweep kept{"filter-kept", "the model's counts of the filter"};
  sweep shares{"filter-shares", "what the programs keep"};
  for (const char* input : {"normal", "square", "disk", "kuzmin"}) {
    add_filtered<float2>(kept, input, 1 << 18);
    add_filtered<double2>(kept, input, 1 << 18);
    add_filtered<float2>(kept, input, 1000000);
  }
  for (const char* input : {"normal", "circle"})
    for (std::int64_t n : {10000, 100000})
      for (const char* name :
           {"heaphull", "cudachain", "concurrent-gpu", "filtered"})
        add_shares(shares, name, input, n);
  return {kept, shares};
}
std::vector<sweep> sweeps() {
  sweep extremes{"filter-extremes", "eight extremes on the host"};
  sweep published{"filter-published", "the programs of the thesis"};
  sweep worst{"filter-worst", "as filter-published, sampled once"};
  sweep others{"filter-others", "ours beside others' programs"};
  for (std::int64_t n = 10000; n <= 100000000; n *= 10)
    add_extremes<float2>(extremes, n);
  const bool gpu = times_device();
  add_published(published, worst, "normal", gpu ? 200000000 : 10000000);
  for (const char* input : {"circle", "rough-circle"})
    add_published(published, worst, input, gpu ? 100000000 : 1000000);
  for (const char* input : {"normal", "square", "disk", "circle"}) {
    add_others(others, input, 1000000);
    if (gpu) add_others(others, input, 10000000);
  }
  for (const char* input : {"square", "circle"})
    if (gpu) add_others(others, input, 100000000);
  if (!gpu) worst.left_out = {"all"};
  published.samples = 5;
  worst.samples = 1, others.samples = 3;
  auto all = sweeps_on_device();
  if (!times_device())
    for (sweep& one : all) one.cells.clear(), one.left_out = {"all"};
  for (const sweep& one : {extremes, published, worst, others})
    all.push_back(one);
  for (const sweep& one : counts()) all.push_back(one);
  return all;
}
}
int main(int argc, char** argv) {
  return run_sweeps("heaphull", argc, argv, sweeps());
}
