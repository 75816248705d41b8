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
  static void* const block = [] {
    void* p = nullptr;
#if WW_CUDA
    check(cudaMallocHost(&p, 100000000 * sizeof(double2)));
#endif
    return p;
  }();
  return static_cast<P*>(block);
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
    launch(draw_structured<decltype(P::x)>, dim3(2048), dim3(256), 0,
           nullptr, points.data(), set, n,
           samples_of<filter_policy<P>>(n));
  }
  void put_in_order() {
    const std::int64_t n = points.size();
    device_array<P> sorted(n);
    std::size_t bytes = 0;
    sort_points(nullptr, bytes, points.data(), n, sorted.data(),
                ring.data());
    memory = device_array<char>(std::int64_t(bytes));
    sort_points(memory.data(), bytes, points.data(), n, sorted.data(),
                ring.data());
    points = std::move(sorted);
  }
  void put_on_host() {
    points.download(pinned_block<P>(), points.size());
  }
  std::vector<point_index> found() const {
    std::int64_t h = 0;
    size.download(&h, 1);
    std::vector<point_index> hull(std::size_t(h), 0);
    ring.download(hull.data(), h);
    return hull;
  }
};
template <class P>
using filter_call = std::function<void(filter_arrays<P>&, void*,
                                       std::size_t&)>;
template <class P>
void sorted_call(filter_arrays<P>& a, void* t, std::size_t& bytes) {
  convex_hull(t, bytes, a.points.data(), a.points.size(), a.ring.data(),
              a.size.data());
}
template <class P, class Shape = filter_policy<P>>
void filtered_call(filter_arrays<P>& a, void* t, std::size_t& bytes) {
  filter_and_find<P, Shape>(t, bytes, a.points.data(), a.points.size(),
                            a.ring.data(), a.size.data(), {}, nullptr);
}
template <class P, class Shape = filter_policy<P>>
void only_filter(filter_arrays<P>& a, void* t, std::size_t& bytes) {
  filter<P, Shape>(t, bytes, a.points.data(), a.points.size(),
                   a.ring.data(), a.count.data(), a.points.size(),
                   nullptr);
}
template <class P>
void in_order_call(filter_arrays<P>& a, void* t, std::size_t& bytes) {
  hull_of_sorted(t, bytes, a.points.data(), a.points.size(),
                 a.ring.data(), a.size.data());
}
template <class P>
void filtered_in_order(filter_arrays<P>& a, void* t,
                       std::size_t& bytes) {
  filtered_hull_of_sorted(t, bytes, a.points.data(), a.points.size(),
                          a.ring.data(), a.size.data());
}
template <class P>
void arriving_call(filter_arrays<P>& a, void* t, std::size_t& bytes) {
  filtered_hull_of_host(t, bytes, pinned_block<P>(), a.points.data(),
                        a.points.size(), a.ring.data(), a.size.data());
}
template <class P>
void only_copy(filter_arrays<P>& a, void* t, std::size_t& bytes) {
  const auto& to = a.points;
  if (t)
    copy_async(to.data(), pinned_block<P>(), to.size() * sizeof(P),
               nullptr);
  else bytes = 1;
}
template <class P>
using preparation = void (filter_arrays<P>::*)();
template <class P, class Input>
workload filter_workload(const Input& input, std::int64_t n,
                         filter_call<P> call, bool makes_ring,
                         preparation<P> first = nullptr) {
  auto a = std::make_shared<filter_arrays<P>>(input, n);
  if (first) ((*a).*first)();
  std::size_t most = 0, bytes = 0;
  sorted_call<P>(*a, nullptr, most);
  call(*a, nullptr, bytes);
  a->memory = device_array<char>(std::int64_t(std::max(most, bytes)));
  workload w;
  w.resident = [=]() mutable { call(*a, a->memory.data(), bytes); };
  w.check = [=]() mutable {
    if (!makes_ring) return;
    sorted_call<P>(*a, a->memory.data(), most);
    const auto wanted = a->found();
    w.resident();
    if (a->found() != wanted) throw std::runtime_error("another ring");
  };
  w.bytes = double(n) * sizeof(P);
  w.on_device = true;
  return w;
}
template <class P, int samples_, int threads_, int each_, int blocks_>
struct other_filter : filter_policy<P> {
  static constexpr std::int64_t most_samples = samples_;
  static constexpr int threads = threads_, each = each_;
  static constexpr int blocks = blocks_;
};
template <class P, int slots_, int strips_>
struct other_slots : filter_policy<P> {
  static constexpr int slots = slots_, strips = strips_;
};
void add_shapes(sweep& s, const std::string& input, std::int64_t n) {
  using P = float2;
  auto add = [&]<class Shape>(const std::string& name, Shape) {
    s.cells.push_back({name, input, n, 2, Shape::threads, [=] {
      return filter_workload<P>(input, n, filtered_call<P, Shape>,
                                true);
    }});
  };
  add("as it is", filter_policy<P>());
  add("2^15 samples", other_filter<P, 1 << 15, 512, 8, 2>());
  add("2^17 samples", other_filter<P, 1 << 17, 512, 8, 2>());
  add("4 each", other_filter<P, 1 << 19, 512, 4, 2>());
  add("16 each", other_filter<P, 1 << 19, 512, 16, 2>());
  add("256 threads", other_filter<P, 1 << 19, 256, 8, 4>());
  add("1024 threads", other_filter<P, 1 << 19, 1024, 8, 1>());
  add("1024 slots", other_slots<P, 1024, 512>());
  add("2048 slots", other_slots<P, 2048, 512>());
  add("4096 strips", other_slots<P, 4096, 4096>());
}
template <class P>
const std::vector<P>& published_points(const std::string& input,
                                       std::int64_t n) {
  using T = decltype(P::x);
  static std::map<std::pair<std::string, std::int64_t>,
                  std::vector<P>> drawn;
  auto& points = drawn[{input, n}];
  if (std::int64_t(points.size()) == n) return points;
  for (auto& [key, old] : drawn)
    if (&old != &points) std::vector<P>().swap(old);
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
workload published_workload(const std::function<host_filter<P>>& find,
                            const std::string& input, std::int64_t n) {
  auto points =
      std::make_shared<std::vector<P>>(published_points<P>(input, n));
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
    const char* judge =
        times_device() ? "filtered" : "octagon-parallel";
    find_variant(table, judge).run(*points, {}, right, stats);
    w.whole();
    if (*ring != right)
      std::fprintf(stderr, "%s %lld: %zu vertices, not %zu\n",
                   input.c_str(), (long long)n, ring->size(),
                   right.size());
  };
  w.bytes = double(n) * sizeof(P);
  return w;
}
template <class P>
struct heaphull_parts {
  std::vector<P> points;
  eight<P> far;
  octagon<P> o;
  std::vector<unsigned char> number;
  std::vector<point_index> queue[4], copy[4], ring;
  heaphull_parts(const std::string& input, std::int64_t n)
      : points(published_points<P>(input, n)), number(points.size()) {
    for (int part = 0; part < 3; ++part) run(part);
  }
  void run(int part);
};
template <class P>
void heaphull_parts<P>::run(int part) {
  const auto n = std::int64_t(points.size());
  if (part == 0) far = extremes_of(points.data(), 0, n);
  if (part == 1) {
    o = octagon_of(points.data(), far);
    for (std::int64_t i = 0; i < n; ++i)
      number[i] = (unsigned char)queue_by_slopes(o, points[i]);
  }
  if (part == 2) {
    for (auto& q : queue) q.clear();
    fill_by_number(number, queue);
  }
  if (part == 3) {
    for (int q = 0; q < 4; ++q) copy[q] = queue[q];
    hull_of_queues(points, o, copy, ring);
  }
}
void add_parts(sweep& s, const std::string& input, std::int64_t n) {
  const char* const names[] = {"extremes", "filter", "queues", "hull"};
  for (int part = 0; part < 4; ++part)
    s.cells.push_back({names[part], input, n, 2, 0, [=] {
      auto a = std::make_shared<heaphull_parts<float2>>(input, n);
      workload w;
      w.resident = [=] { a->run(part); };
      w.bytes = double(n) * sizeof(float2);
      return w;
    }});
  s.samples = 5;
}
workload other_workload(const other_hull& other,
                        const std::string& input, std::int64_t n) {
  const auto& points = published_points<double2>(input, n);
  auto find = std::make_shared<std::function<std::size_t()>>(
      other.prepare(&points[0].x, points.size()));
  workload w;
  w.whole = [=] { (*find)(); };
  w.check = [=, name = other.name] {
    std::fprintf(stderr, "filter-others,%s,%s,%lld,0,,vertices,%zu\n",
                 name.c_str(), input.c_str(), (long long)n, (*find)());
  };
  w.bytes = double(n) * sizeof(double2);
  return w;
}
workload our_workload(const std::function<host_filter<double2>>& run,
                      const std::string& name, const std::string& input,
                      std::int64_t n) {
  auto points = std::make_shared<std::vector<double2>>(
      published_points<double2>(input, n));
  auto ring = std::make_shared<std::vector<point_index>>();
  const other_hull ours{
      name, [=](const double*, std::size_t) {
        return [=] {
          filter_stats stats;
          run(*points, {}, *ring, stats);
          return ring->size();
        };
      }};
  return other_workload(ours, input, n);
}
template <class P>
void add_published(sweep& s, const std::string& input, std::int64_t n) {
  for (const auto& v : heaphull_variants<P>()) {
    if (v.needs_device && !times_device()) continue;
    const std::string name = v.name;
    const bool heaps = name.find("heaphull") == 0;
    const bool slow = heaps && n == 100000000 && input != "normal";
    if (name.find("octagon") == 0 || slow) continue;
    s.cells.push_back({v.name, input, n, 2, 0, [=, find = v.run] {
      return published_workload<P>(find, input, n);
    }});
  }
}
void add_published(sweep& s, sweep& worst) {
  for (std::int64_t n = 10000; n <= 10000000; n *= 10)
    add_published<float2>(s, "normal", n);
  for (std::int64_t n : {100000000, 200000000})
    add_published<float2>(worst, "normal", n);
  for (const char* input : {"circle", "rough-circle"}) {
    for (std::int64_t n = 10000; n <= 1000000; n *= 10)
      add_published<float2>(s, input, n);
    for (std::int64_t n : {10000000, 100000000})
      add_published<float2>(worst, input, n);
  }
  s.samples = 5;
  worst.samples = 1;
}
void add_rival_shapes(sweep& s) {
  using P = float2;
  using call = void(const std::vector<P>&, const hull_options&,
                    std::vector<point_index>&, filter_stats&,
                    rival_shape);
  const std::vector<std::pair<const char*, std::function<call>>>
      rivals = {{"cudachain", cudachain_hull<P>},
       {"concurrent",
        [](auto& p, auto& o, auto& r, auto& t, auto f) {
          concurrent_hull(p, o, false, r, t, f); }},
       {"concurrent-gpu",
        [](auto& p, auto& o, auto& r, auto& t, auto f) {
          concurrent_hull(p, o, true, r, t, f); }}};
  for (const auto& [name, find] : rivals)
    for (const char* input : {"normal", "rough-circle"})
      for (std::int64_t each = 64; each <= 1 << 18; each *= 4)
        for (int threads : {128, 256, 512}) {
          const std::string program = name;
          const bool chain = program == "cudachain";
          if (program == "concurrent" ? threads > 128 : !times_device()) continue;
          if (chain ? each > 4096 : each < 4096) continue;
          if (program != "concurrent" && threads != 256 &&
              each != (chain ? 1024 : 1 << 14))
            continue;
          const std::int64_t n = input == std::string("normal") ? 10000000
                                                                : 1000000;
          s.cells.push_back({program + " " + std::to_string(each), input, n, 2,
                             threads, [=, find = find] {
            return published_workload<P>(
                [=](const std::vector<P>& p, const hull_options& o,
                    std::vector<point_index>& ring, filter_stats& stats) {
                  find(p, o, ring, stats, {threads, each});
                },
                input, n);
          }});
        }
  s.samples = 5;
}
void add_others(sweep& s, const std::string& input, std::int64_t n) {
  auto add = [&](const std::string& name, std::int64_t most,
                 std::function<workload()> prepare) {
    if (n <= most) s.cells.push_back({name, input, n, 2, 0, prepare});
  };
  for (const other_hull& other : other_hulls())
    add(other.name,
        other.name == "qhull"                             ? 1000000
        : other.name == "cgal" || other.name == "vqhull" ? 10000000
                                                         : 100000000,
        [=] { return other_workload(other, input, n); });
  static const auto table = heaphull_variants<double2>();
  for (const char* name : {"octagon", "octagon-parallel", "filtered"})
    if (const auto& v = find_variant(table, name);
        !v.needs_device || times_device())
      add(name, v.needs_device ? 100000000 : 10000000,
          [=] { return our_workload(v.run, name, input, n); });
}
void add_published_kept(sweep& s, const char* name,
                        const std::string& input, std::int64_t n) {
  cell c{name, input, n, 2, 0};
  c.count = [=] {
    const auto table = heaphull_variants<float2>();
    std::vector<point_index> ring;
    filter_stats stats;
    find_variant(table, name)
        .run(published_points<float2>(input, n), {}, ring, stats);
    double kept = 0;
    for (const auto& [part, count] : stats) kept += double(count);
    return std::vector<counter_row>{{name, "", "kept", kept}};
  };
  s.cells.push_back(c);
}
template <class P>
octagon<P> octagon_by(const std::vector<P>& points, bool euclid) {
  eight<P> far =
      extremes_of(points.data(), 0, std::int64_t(points.size()));
  for (int k = 1; k < 8; k += 2) {
    far.value[k] = -infinite<decltype(P::x)>;
    const double x = k == 1 || k == 7 ? far.value[0] : -far.value[4];
    const double y = k == 1 || k == 3 ? far.value[2] : -far.value[6];
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double dx = std::fabs(x - points[i].x),
                   dy = std::fabs(y - points[i].y);
      const double far_off = euclid ? dx * dx + dy * dy : dx + dy;
      far.take(k, decltype(P::x)(-far_off), point_index(i));
    }
  }
  return octagon_of(points.data(), far);
}
std::vector<counter_row> count_corners(const std::string& input,
                                       std::int64_t n, int sets) {
  double differ = 0, kept[2] = {0, 0};
  for (int set = 0; set < sets; ++set) {
    const auto points =
        generate<float>(input, n, std::uint64_t(set) + 1);
    const octagon<float2> by[2] = {octagon_by(points, false),
                                   octagon_by(points, true)};
    for (int k = 1; k < 8; k += 2)
      differ += by[0].index[k] != by[1].index[k];
    for (int e = 0; e < 2; ++e)
      for (float2 p : points)
        kept[e] += queue_by_slopes(by[e], p) > 0;
  }
  return {{"corners", "", "differ", differ / (4.0 * sets)},
          {"manhattan", "", "kept", kept[0] / sets},
          {"euclid", "", "kept", kept[1] / sets}};
}
template <class P>
void add_structured(sweep& s, std::uint64_t seed) {
  constexpr bool single = std::is_same_v<P, float2>;
  const auto set = structured_points::draw<decltype(P::x)>(seed);
  const std::string name =
      format("%d %s: ", int(seed), single ? "float" : "double") +
      set.describe();
  const std::int64_t n = 10000000;
  auto add = [&](const char* variant, filter_call<P> call) {
    s.cells.push_back({variant, name, n, 2, 0, [=] {
      return filter_workload<P>(set, n, call, true);
    }});
  };
  add("filtered", filtered_call<P>);
  add("sorted", sorted_call<P>);
}
sweep structured_sweep() {
  sweep s{"filter-structured", "structured sets, filtered"};
  s.samples = 6;
  for (std::uint64_t k = 1; k <= 900 && times_device(); ++k)
    if (k % 2 == 1) add_structured<float2>(s, k);
    else add_structured<double2>(s, k);
  if (!times_device()) s.left_out = {"all"};
  return s;
}
std::vector<sweep> sweeps_of_thesis() {
  sweep published{"filter-published", "the programs of the thesis"};
  sweep worst{"filter-worst", "as filter-published, sampled once"};
  sweep rival{"filter-rivals", "runs and parts of the rivals"};
  sweep parts{"filter-parts", "where heaphull's time goes"};
  sweep others{"filter-others", "ours beside others' programs"};
  sweep large{"filter-others-large", "the same, sampled once"};
  sweep shares{"filter-shares", "what the programs keep"};
  sweep corners{"filter-corners", "corners by two distances"};
  add_published(published, worst);
  add_rival_shapes(rival);
  add_parts(parts, "normal", 10000000);
  add_parts(parts, "circle", 1000000);
  others.samples = 3;
  large.samples = 1;
  for (const char* input : {"normal", "square", "disk", "circle"}) {
    add_others(others, input, 1000000);
    add_others(large, input, 10000000);
    if (input == std::string("square") ||
        input == std::string("circle"))
      add_others(large, input, 100000000);
    cell c{"corners", input, 10000, 2, 0};
    c.count = [=] { return count_corners(input, 10000, 100); };
    corners.cells.push_back(c);
    if (input == std::string("normal") || input == std::string("circle"))
      for (std::int64_t n : {10000, 100000})
        for (const char* name :
             {"heaphull", "cudachain", "concurrent-gpu", "filtered"})
          add_published_kept(shares, name, input, n);
  }
  if (!times_device())
    for (sweep* one : {&worst, &large}) {
      one->cells.clear();
      one->left_out = {"all"};
    }
  return {published, worst, rival, parts, others, large, shares,
          corners};
}
template <class P>
void add_kept(sweep& s, const std::string& input, std::int64_t n) {
  const bool single = std::is_same_v<P, float2>;
  cell c{single ? "float" : "double", input, n, 2, 0};
  c.count = [=] {
    filter_arrays<P> a(input, n);
    std::size_t bytes = 0;
    only_filter(a, nullptr, bytes);
    a.memory = device_array<char>(std::int64_t(bytes));
    only_filter(a, a.memory.data(), bytes);
    unsigned kept = 0;
    a.count.download(&kept, 1);
    return std::vector<counter_row>{
        {single ? "float" : "double", "", "kept", double(kept)}};
  };
  s.cells.push_back(c);
}
template <class P>
void add_call(sweep& s, const char* variant, const std::string& input,
              std::int64_t n, filter_call<P> call, bool ring,
              preparation<P> first = nullptr) {
  const std::string name =
      input + (std::is_same_v<P, double2> ? "-double" : "");
  if (times_device())
    s.cells.push_back({variant, name, n, 2, 0, [=] {
      return filter_workload<P>(input, n, call, ring, first);
    }});
}
template <class P>
void add_times(sweep& s, const std::string& input, std::int64_t n) {
  add_call<P>(s, "filtered", input, n, filtered_call<P>, true);
  add_call<P>(s, "sorted", input, n, sorted_call<P>, true);
  add_call<P>(s, "filter", input, n, only_filter<P>, false);
}
template <class P>
void add_in_order(sweep& s, const std::string& input, std::int64_t n) {
  const auto first = &filter_arrays<P>::put_in_order;
  add_call<P>(s, "filtered", input, n, filtered_in_order<P>, true,
              first);
  add_call<P>(s, "hull", input, n, in_order_call<P>, true, first);
}
template <class P>
void add_pinned(sweep& s, const std::string& input, std::int64_t n) {
  const auto first = &filter_arrays<P>::put_on_host;
  add_call<P>(s, "filtered", input, n, arriving_call<P>, true, first);
  add_call<P>(s, "copy", input, n, only_copy<P>, false, first);
}
template <class P>
workload extremes_on_gpu(const std::string& input, std::int64_t n) {
  using T = decltype(P::x);
  const dim3 threads(256),
      blocks(unsigned(std::min<std::int64_t>((n + 255) / 256,
                                             8 * multiprocessors())));
  const int warps = int(blocks.x) * 8;
  auto points = std::make_shared<device_array<P>>(
      generate_on_device<T>(input, n, 1));
  auto far = std::make_shared<device_array<farthest<T, 4>>>(2 * warps);
  workload w;
  w.resident = [=] {
    launch(find_axis_extremes<P>, blocks, threads, 0, {},
           points->data(), n, far->data());
    launch(find_corner_extremes<P>, blocks, threads, 0, {},
           points->data(), n, far->data(), warps, far->data() + warps);
  };
  w.bytes = double(n) * sizeof(P);
  w.on_device = true;
  return w;
}
template <class P>
void add_extremes(sweep& s) {
  using T = decltype(P::x);
  using call = std::function<eight<P>(const P*, std::int64_t)>;
  const std::vector<std::pair<const char*, call>> ways = {
      {"one thread", [](const P* p, std::int64_t n) {
         return extremes_of(p, 0, n); }},
      {"reduction", extremes_by_reduction<P>},
      {"halving", extremes_by_halving<P>}};
  for (std::int64_t n = 10000; n <= 100000000; n *= 10) {
    if (times_device())
      s.cells.push_back({"kernels", "normal", n, 2, 256, [=] {
        return extremes_on_gpu<P>("normal", n);
      }});
    for (const auto& [name, find] : ways)
      s.cells.push_back({name, "normal", n, 2, 0, [=] {
        auto p = std::make_shared<std::vector<P>>(
            generate<T>("normal", n, 1));
        auto far = std::make_shared<eight<P>>();
        workload w;
        w.resident = [=] { *far = find(p->data(), n); };
        w.bytes = double(n) * sizeof(P);
        return w;
      }});
  }
}
std::vector<sweep> sweeps_of_filter() {
  sweep times{"filter-time", "the hull of unsorted points, filtered"};
  sweep order{"filter-order", "the hull of sorted points, filtered"};
  sweep pinned{"filter-pinned", "points that arrive, and their copy"};
  sweep shapes{"filter-shape", "slots, samples, threads"};
  sweep extremes{"filter-extremes", "eight extremes on the host"};
  sweep kept{"filter-kept", "the model's counts of the filter"};
  for (const char* input : {"normal", "square", "disk", "circle"}) {
    for (std::int64_t n = 10000; n <= 100000000; n *= 10)
      add_times<float2>(times, input, n);
    for (std::int64_t n : {10000, 10000000, 100000000})
      add_times<double2>(times, input, n);
    add_in_order<float2>(order, input, 100000000);
    add_in_order<double2>(order, input, 100000000);
  }
  add_times<float2>(times, "normal", 1000000000);
  pinned.samples = 20;
  for (const char* input : {"normal", "square"}) {
    add_pinned<float2>(pinned, input, 100000000);
    add_pinned<double2>(pinned, input, 100000000);
  }
  add_extremes<float2>(extremes);
  for (const char* input : {"normal", "disk"})
    if (times_device()) add_shapes(shapes, input, 100000000);
  if (!times_device())
    for (sweep* one : {&shapes, &times, &order, &pinned})
      one->left_out = {"all"};
  for (const char* input : {"normal", "square", "disk", "kuzmin"}) {
    add_kept<float2>(kept, input, 1 << 18);
    add_kept<double2>(kept, input, 1 << 18);
    add_kept<float2>(kept, input, 1000000);
  }
  return {times, order, shapes, extremes, kept, pinned};
}
std::vector<sweep> sweeps() {
  std::vector<sweep> all = sweeps_of_filter();
  for (sweep& one : sweeps_of_thesis()) all.push_back(std::move(one));
  all.push_back(structured_sweep());
  return all;
}
}
int main(int argc, char** argv) {
  return run_sweeps("heaphull", argc, argv, sweeps());
}
