#include <memory>
#include <ww/datasets.cuh>
#include <ww/detail/heaphull-kernels.cuh>
#include <ww/measure.h>
#include <ww/model.h>

namespace {
using namespace ww;
using namespace ww::detail;
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
workload filter_workload(const std::string& input, std::int64_t n,
                         filter_call<P> call, bool makes_ring,
                         bool in_order = false) {
  auto a = std::make_shared<filter_arrays<P>>(input, n);
  if (in_order) a->put_in_order();
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
template <class P>
workload filter_from_host(const variant<host_filter<P>>& v,
                          const std::string& input, std::int64_t n) {
  using T = decltype(P::x);
  auto points =
      std::make_shared<std::vector<P>>(generate<T>(input, n, 1));
  auto ring = std::make_shared<std::vector<point_index>>();
  auto stats = std::make_shared<filter_stats>();
  workload w;
  w.whole = [=, find = v.run] { find(*points, {}, *ring, *stats); };
  w.check = [=] {
    w.whole();
    std::vector<point_index> wanted;
    const auto table = hull_variants<P>();
    find_variant(table, "parallel").run(*points, {}, wanted);
    if (*ring != wanted) throw std::runtime_error("another ring");
  };
  w.bytes = double(n) * sizeof(P);
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
  add("2^19 samples", other_filter<P, 1 << 19, 512, 8, 2>());
  add("4 each", other_filter<P, 1 << 17, 512, 4, 2>());
  add("16 each", other_filter<P, 1 << 17, 512, 16, 2>());
  add("256 threads", other_filter<P, 1 << 17, 256, 8, 4>());
  add("1024 threads", other_filter<P, 1 << 17, 1024, 8, 1>());
  add("1024 slots", other_slots<P, 1024, 512>());
  add("2048 slots", other_slots<P, 2048, 512>());
  add("4096 strips", other_slots<P, 4096, 4096>());
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
              bool in_order = false) {
  const std::string name =
      input + (std::is_same_v<P, double2> ? "-double" : "");
  if (times_device())
    s.cells.push_back({variant, name, n, 2, 0, [=] {
      return filter_workload<P>(input, n, call, ring, in_order);
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
  add_call<P>(s, "filtered", input, n, filtered_in_order<P>, true,
              true);
  add_call<P>(s, "hull", input, n, in_order_call<P>, true, true);
}
template <class P>
void add_hosts(sweep& s, const std::string& input, std::int64_t most) {
  for (std::int64_t n = 10000; n <= most; n *= 10)
    for (const auto& v : heaphull_variants<P>())
      if (!v.needs_device || times_device())
        s.cells.push_back({v.name, input, n, 2, 0, [=] {
          return filter_from_host<P>(v, input, n);
        }});
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
  for (std::int64_t n = 10000; n <= 100000000; n *= 10)
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
std::vector<sweep> sweeps() {
  sweep times{"filter-time", "the hull of unsorted points, filtered"};
  sweep order{"filter-order", "the hull of sorted points, filtered"};
  sweep hosts{"filter-host", "from host to host, and as published"};
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
  add_hosts<float2>(hosts, "normal", 100000000);
  add_hosts<float2>(hosts, "circle", 1000000);
  add_extremes<float2>(extremes);
  for (const char* input : {"normal", "disk"})
    if (times_device()) add_shapes(shapes, input, 100000000);
  if (!times_device())
    shapes.left_out = times.left_out = order.left_out = {"all"};
  for (const char* input : {"normal", "square", "disk", "kuzmin"}) {
    add_kept<float2>(kept, input, 1 << 18);
    add_kept<double2>(kept, input, 1 << 18);
  }
  return {times, order, hosts, shapes, extremes, kept};
}
}
int main(int argc, char** argv) {
  return run_sweeps("heaphull", argc, argv, sweeps());
}
