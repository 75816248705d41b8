#include <cmath>
#include <map>
#include <memory>
#include <tuple>
#include <ww/detail/ground/bulk.cuh>
#include <ww/detail/neighbours/density-cpu.h>
#include <ww/detail/neighbours/density-inputs.h>
#include <ww/detail/neighbours/density-published.cuh>
#include <ww/measure.h>
#include <ww/model.h>
#ifdef WW_CLUE
struct clue_case;
extern "C" {
clue_case* clue_prepare(const float* xy, int n);
void clue_from_host(clue_case*, float radius, float least,
                    float outlier);
void clue_on_device(clue_case*, float radius, float least,
                    float outlier);
void clue_release(clue_case*);
const char* clue_version();
}
#endif

namespace {
using namespace ww;
using namespace ww::detail;
using namespace ww::detail::neighbours;
using namespace ww::detail::neighbours::density;
const std::vector<std::string> parts = {"matrix", "dc", "rho", "delta",
                                        "whole"};

using twin_ptr = std::shared_ptr<const std::vector<float>>;
twin_ptr twin_of(const std::string& name, std::int64_t n, int k) {
  static std::string kept_name;
  static std::int64_t kept_n = -1;
  static int kept_k = 0;
  static twin_ptr kept;
  if (kept_name != name || kept_n != n || kept_k != k)
    kept = std::make_shared<const std::vector<float>>(
        draw_twin(name, n, k));
  kept_name = name;
  kept_n = n;
  kept_k = k;
  return kept;
}
struct sequential {
  std::int64_t n;
  int k;
  std::vector<float> p, matrix, rho, delta;
  double dc = 0;
  sequential(const std::vector<float>& points, int k)
      : n(std::int64_t(points.size()) / k), k(k), p(points),
        matrix(std::size_t(n * n)), rho(std::size_t(n)),
        delta(std::size_t(n)) {}
  void find_matrix() {
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < n; ++j) {
        float sum = 0;
        for (int c = 0; c < k; ++c) {
          const float d = p[std::size_t(i * k + c)] -
                          p[std::size_t(j * k + c)];
          sum += d * d;
        }
        matrix[std::size_t(i * n + j)] = std::sqrt(sum);
      }
  }
  void find_dc() {
    const double most = 2 * *std::max_element(matrix.begin(),
                                              matrix.begin() + n);
    auto count = [&](double value) {
      return std::count_if(matrix.begin(), matrix.end(),
                           [&](float d) { return d < float(value); });
    };
    dc = bisect_cutoff(0, most, 0x1p-20 * most,
                       0.02 * double(n) * double(n), count, false);
  }
  void find_rho() {
    for (std::int64_t i = 0; i < n; ++i) {
      float sum = -1;
      for (std::int64_t j = 0; j < n; ++j) {
        const float d = matrix[std::size_t(i * n + j)] / float(dc);
        sum += std::exp(-d * d);
      }
      rho[std::size_t(i)] = sum;
    }
  }
  void find_delta() {
    for (std::int64_t i = 0; i < n; ++i) {
      const float* row = matrix.data() + i * n;
      float best = *std::max_element(row, row + n);
      for (std::int64_t j = 0; j < n; ++j)
        if (rho[std::size_t(i)] < rho[std::size_t(j)])
          best = std::min(best, row[j]);
      delta[std::size_t(i)] = best;
    }
  }
  int steps = 0;
  void take_step(int s) {
    if (s == 0) find_matrix();
    if (s == 1) find_dc();
    if (s == 2) find_rho();
    if (s == 3) find_delta();
    steps = std::max(steps, s + 1);
  }
  void come_to(int first) {
    while (steps < first) take_step(steps);
  }
};
using published_ptr = std::shared_ptr<published_density>;
std::function<void()> part_of(published_ptr a, const std::string& part,
                              std::function<void()> find_dc,
                              double dc) {
  if (part == "matrix") return [=] { a->find_matrix(); };
  if (part == "dc") return find_dc;
  if (part == "rho") return [=] { a->find_rho(dc); };
  if (part == "delta") {
    a->find_rho(dc);
    return [=] { a->find_delta(); };
  }
  return [=] {
    a->find_matrix();
    find_dc();
    a->find_rho(dc);
    a->find_delta();
  };
}
workload published_part(const std::string& part, twin_ptr p, int k,
                        published_shape shape, bool sampled = false) {
  auto a = std::make_shared<published_density>(*p, k, shape);
  const std::int64_t each = std::max<std::int64_t>(1, a->n / 100);
  a->find_matrix();
  const double dc = a->bisect(2, 0x1p-20);
  workload w;
  w.resident = part_of(a, part, [=] {
    if (sampled) a->sampled(2, each);
    else a->bisect(2, 0x1p-20);
  }, dc);
  w.check = w.resident;
  w.on_device = true;
  w.bytes = 4.0 * double(a->n) * double(a->n);
  return w;
}
workload sequential_part(const std::string& part, twin_ptr p, int k) {
  static std::map<std::pair<std::size_t, int>,
                  std::shared_ptr<sequential>> kept;
  auto& a = kept[{p->size(), k}];
  if (!a) a = std::make_shared<sequential>(*p, k);
  const auto named = std::find(parts.begin(), parts.end(), part);
  const int first = int(named - parts.begin()) % 4;
  const int last = part == "whole" ? 4 : first + 1;
  a->come_to(first);
  workload w;
  w.whole = [=, a = a] {
    for (int s = first; s < last; ++s) a->take_step(s);
  };
  return w;
}
struct our_memory {
  device_array<float> points;
  result_arrays arrays;
  device_array<char> memory;
  std::size_t bytes = 0;
  our_memory(const std::vector<float>& p, std::int64_t n)
      : points(to_device(p)), arrays(n) {}
};
workload our_part(const std::string& part, twin_ptr p, int k,
                  density_options o,
                  std::shared_ptr<our_memory> a = nullptr) {
  const auto n = std::int64_t(p->size()) / k;
  if (!a) a = std::make_shared<our_memory>(*p, n);
  auto call = [=](void* t, std::size_t& bytes) {
    const float* x = a->points.data();
    const density_arrays out = a->arrays.names();
    if (part == "dc")
      cutoff_distance(t, bytes, x, n, k, o.percent, out.dc);
    else if (part == "rho")
      local_density(t, bytes, x, n, k, out.dc, o, out.rho);
    else
      density_peaks(t, bytes, x, n, k, o, out);
  };
  std::size_t before = 0;
  cutoff_distance<float>(nullptr, before, nullptr, n, k, o.percent,
                         nullptr);
  call(nullptr, a->bytes);
  a->memory = device_array<char>(
      std::int64_t(std::max(before, a->bytes)));
  if (o.dc > 0) a->arrays.scalars.upload(&o.dc, 1);
  else
    cutoff_distance(a->memory.data(), before, a->points.data(), n, k,
                    o.percent, a->arrays.names().dc);
  workload w;
  w.resident = [=] {
    std::size_t bytes = a->bytes;
    call(a->memory.data(), bytes);
  };
  w.check = w.resident;
  w.on_device = true;
  w.bytes = 4.0 * double(p->size());
  return w;
}
workload cpu_part(const std::string& part, twin_ptr p, int k,
                  density_options o, bool parallel) {
  workload w;
  auto r = std::make_shared<density_result>();
  if (part == "whole") {
    w.whole = [=, run = cpu_density<float>(parallel)] {
      run(*p, k, o, *r);
    };
  } else {
    const double scale = scale_of_all(*p);
    auto x =
        std::make_shared<columns<float>>(*p, k, scale, order_list());
    r->rho.resize(std::size_t(x->n));
    const double dc = o.dc > 0 ? o.dc : 0.01 / scale;
    w.whole = [=] {
      gaussian_on_cpu(*x, dc * scale, parallel, r->rho);
    };
  }
  w.check = w.whole;
  return w;
}
template <class T>
std::shared_ptr<T> pinned(std::int64_t n) {
#if WW_CUDA
  void* p = nullptr;
  check(cudaMallocHost(&p, std::size_t(n) * sizeof(T)));
  return {static_cast<T*>(p), [](T* q) { cudaFreeHost(q); }};
#else
  return {new T[std::size_t(n)], std::default_delete<T[]>()};
#endif
}
workload ours_from_host(twin_ptr p, const density_options& o) {
  const auto size = std::int64_t(p->size());
  auto a = std::make_shared<our_memory>(*p, size / 2);
  workload w = our_part("whole", p, 2, o, a);
  auto in = pinned<float>(size);
  auto out = pinned<std::int64_t>(size / 2);
  std::copy(p->begin(), p->end(), in.get());
  w.whole = [=, run = w.resident] {
    a->points.upload(in.get(), size);
    run();
    a->arrays.cluster.download(out.get(), size / 2);
  };
  return w;
}
void add_published(sweep& s, const std::string& part,
                   const std::string& twin, std::int64_t n, int k,
                   published_shape shape, const std::string& name,
                   bool sampled = false) {
  if (!times_device()) return;
  s.cells.push_back({name, twin, n, k, shape.threads, [=] {
                       return published_part(part, twin_of(twin, n, k),
                                             k, shape, sampled);
                     }});
}
void add_sequential(sweep& s, const std::string& part,
                    const std::string& twin, std::int64_t n, int k) {
  cell c{"serial-" + part, twin, n, k, 0, [=] {
           return sequential_part(part, twin_of(twin, n, k), k);
         }};
  c.once = n > 20000;
  if (!c.once || times_device()) s.cells.push_back(c);
}
void add_published_sweeps(std::vector<sweep>& all) {
  sweep steps{"density-steps", "CUDA-DP and one thread, step by step"};
  for (std::int64_t n : {1000, 2000, 5000, 10000, 20000, 46000})
    for (const std::string& part : parts) {
      add_published(steps, part, "birch", n, 2, {}, "gpu-" + part);
      if (n != 20000) add_sequential(steps, part, "birch", n, 2);
    }
  sweep threads{"density-threads", "CUDA-DP: threads of a block"};
  for (int t : {32, 64, 128, 256, 512, 1024})
    for (const std::string& part : parts)
      add_published(threads, part, "birch", 20000, 2, {t},
                    "gpu-" + part);
  sweep layout{"density-layout", "CUDA-DP: layouts of points"};
  for (int k : {32, 64, 128, 256, 512, 1024}) {
    add_sequential(layout, "matrix", "dim", 1024, k);
    for (bool shared : {false, true})
      for (bool soa : {false, true})
        add_published(layout, "matrix", "dim", 1024, k,
                      {128, 8, shared, soa, false},
                      std::string(soa ? "soa" : "aos") +
                          (shared ? "-shared" : ""));
  }
  sweep cutoff{"density-dc", "ways to the cutoff distance"};
  for (auto [twin, n] : {std::pair<const char*, std::int64_t>{"r15", 600},
                         {"d31", 3100}, {"birch", 5000},
                         {"birch", 46000}}) {
    add_published(cutoff, "dc", twin, n, 2, {}, "bisection");
    add_published(cutoff, "dc", twin, n, 2, {}, "sampling", true);
    if (!times_device()) continue;
    cutoff.cells.push_back({"exact", twin, n, 2, 0, [=] {
                              return our_part("dc", twin_of(twin, n, 2),
                                              2, {});
                            }});
  }
  for (auto* s : {&steps, &threads, &layout, &cutoff}) {
    if (!times_device()) s->left_out = {"published"};
    all.push_back(*s);
  }
}
void add_ours(sweep& s, const std::string& part,
              const std::string& twin, std::int64_t n, int k,
              density_options o, const std::string& name) {
  if (!times_device()) return;
  s.cells.push_back({name, twin, n, k, 0, [=] {
                       return our_part(part, twin_of(twin, n, k), k, o);
                     }});
}
void add_cpu(sweep& s, const std::string& part,
             const std::string& twin, std::int64_t n, int k,
             density_options o) {
  for (bool parallel : {false, true})
    s.cells.push_back(
        {std::string(parallel ? "parallel-" : "serial-") + part, twin,
         n, k, 0, [=] {
           return cpu_part(part, twin_of(twin, n, k), k, o, parallel);
         }});
}
sweep time_sweep() {
  sweep s{"density-time", "density peaks, Gaussian, 2 per cent"};
  density_options all;
  all.all_pairs = true;
  for (std::int64_t n : {1000, 4000, 16000, 46000, 100000, 1000000}) {
    for (const char* part : {"dc", "rho", "whole"})
      add_ours(s, part, "birch", n, 2, {},
               std::string("tiles-") + part);
    add_ours(s, "rho", "birch", n, 2, all, "all-rho");
    add_ours(s, "whole", "birch", n, 2, all, "all-whole");
    if (n <= 46000) add_cpu(s, "whole", "birch", n, 2, {});
    if (n <= 46000) add_cpu(s, "rho", "birch", n, 2, {});
  }
  if (!times_device()) s.left_out = {"tiles", "all"};
  return s;
}
sweep over_percentages() {
  sweep s{"density-share", "the cutoff distance over its percentage"};
  for (const char* twin : {"uniform", "scales"})
    for (double p = 1e-4; p < 101; p *= std::sqrt(10)) {
      density_options o;
      o.kernel = density_kernel::cutoff;
      o.percent = std::min(100.0, std::round(p * 1e5) / 1e5);
      for (const char* part : {"dc", "whole"})
        add_ours(s, part, twin, 1000000, 2, o,
                 format("%s-%g", part, o.percent));
    }
  return s;
}
std::vector<sweep> our_sweeps() {
  sweep sparse{"density-sparse", "tiles left out, Gaussian"};
  for (double percent : {2.0, 0.5, 0.1}) {
    density_options o;
    o.percent = percent;
    for (const char* part : {"dc", "rho", "whole"})
      add_ours(sparse, part, "birch", 1000000, 2, o,
               format("%s-%g", part, percent));
  }
  sweep cutoff{"density-cutoff", "cutoff densities"};
  density_options o;
  o.kernel = density_kernel::cutoff;
  o.dc = std::sqrt(0.015 / 3.141592653589793);
  add_ours(cutoff, "whole", "uniform", 10000000, 2, o, "1.5 per cent");
  using given = std::pair<std::int64_t, double>;
  for (auto [n, dc] : {given{25000000, 0.0031}, {80000000, 0.0021},
                       {25000000, 0.16}}) {
    o.dc = dc;
    add_ours(cutoff, "whole", "thousand", n, 3, o, format("dc %g", dc));
  }
  sweep far{"density-far", "densities in many dimensions"};
  for (int k : {4, 8, 16, 32, 64, 128, 256, 512, 1024})
    add_ours(far, "rho", "dim", 32768, k, {.all_pairs = true},
             "tiles-rho");
  sweep dims{"density-dims", "whole clusterings over dimensions"};
  sweep shapes{"density-shapes", "sets of the shapes of embeddings"};
  sweep hard{"density-hard", "sets that products like least"};
  auto add_both = [&](sweep& s, const std::string& twin, std::int64_t n,
                      int k) {
    for (bool squares : {false, true})
      add_ours(s, "whole", twin, n, k,
               {.percent = 1, .all_pairs = squares},
               squares ? "squares" : "products");
  };
  for (int k : {2, 3, 4, 8, 12, 16, 24, 32, 64, 128, 256, 512, 1024})
    add_both(dims, "mixture", 65536, k);
  for (const char* twin : hard_twins)
    for (int k : {128, 784}) add_both(hard, twin, 32768, k);
  using shape = std::pair<std::int64_t, int>;
  for (auto [n, k] : {shape{100000, 16}, {100000, 64}, {70000, 784},
                      {84635, 1024}})
    add_both(shapes, "mixture", n, k);
  for (auto [n, k] : {shape{1000000, 128}, {420464, 1024},
                      {732723, 1024}, {1281167, 1024}}) {
    add_ours(shapes, "whole", "mixture", n, k, {.percent = 1},
             "products");
    if (times_device()) shapes.cells.back().once = n > 500000;
  }
  sweep drawn{"density-drawn", "sets whose structure is drawn"};
  drawn.samples = 3;
  for (int set = 0; set < 64; ++set) {
    const int k = std::array{9, 17, 64, 65, 100, 128, 256, 784}[set / 8];
    for (bool squares : {false, true})
      add_ours(drawn, "whole", format("many-drawn-%d", set),
               k > 100 ? 16384 : 32768, k,
               {.kernel = density_kernel::cutoff, .percent = 1,
                .all_pairs = squares},
               squares ? "squares" : "products");
  }
  sweep places{"density-places", "points that coincide"};
  for (const char* twin : {"uniform", "heap5", "heap9", "heap10",
                           "places", "heap5-narrow", "heap9-narrow"})
    for (double dc : {0.05, 0.0056}) {
      density_options o{.dc = dc};
      add_ours(places, "rho", twin, 1000000, 2, o,
               format("gaussian-%g", dc));
      o.kernel = density_kernel::cutoff;
      add_ours(places, "rho", twin, 1000000, 2, o,
               format("cutoff-%g", dc));
    }
  std::vector<sweep> all{sparse, cutoff, far, dims, shapes, hard, drawn,
                         over_percentages(), places};
  if (!times_device()) for (sweep& s : all) s.left_out = {"all"};
  return all;
}
#ifdef WW_CLUE
workload clue_part(twin_ptr p) {
  const std::shared_ptr<clue_case> a(
      clue_prepare(p->data(), int(p->size() / 2)), clue_release);
  workload w;
  w.whole = [=] { clue_from_host(a.get(), 1.5f, 10, 1.5f); };
  w.resident = [=] { clue_on_device(a.get(), 1.5f, 10, 1.5f); };
  w.check = w.whole;
  w.on_device = true;
  w.bytes = 4.0 * double(p->size());
  return w;
}
#endif
sweep rival_sweep() {
  sweep s{"density-rivals", "CLUEstering and ours"};
  if (!times_device()) s.left_out = {"all"};
  using given = std::pair<const char*, density_kernel>;
  for (std::int64_t n : {131072, 262144, 524288}) {
    if (!times_device()) continue;
    for (auto [name, kernel] :
         {given{"cutoff", density_kernel::cutoff},
          {"gaussian", density_kernel::gaussian}}) {
      density_options o{.kernel = kernel, .dc = 1.5};
      s.cells.push_back({name, "blobs", n, 2, 0, [=] {
                           return ours_from_host(
                               twin_of("blobs", n, 2), o);
                         }});
    }
#ifdef WW_CLUE
    s.cells.push_back({"clue", "blobs", n, 2, 0, [=] {
                         return clue_part(twin_of("blobs", n, 2));
                       }});
#endif
  }
  return s;
}
std::vector<std::string> rival_facts() {
  std::vector<std::string> facts;
#ifdef WW_CLUE
  facts.push_back(std::string("cluestering=") + clue_version());
#endif
  return facts;
}
#if !WW_CUDA
template <class Op>
std::vector<counter_row> counted_pairs(const point_space<float>& s,
                                       Op op, const char* name) {
  double pairs[3] = {};
  op.prepare(s);
  const std::int64_t width = block_points(s.k);
  for (std::int64_t first = 0; first < s.n; first += width) {
    const std::int64_t own = std::min(width, s.n - first);
    for (std::int64_t t = 0; t < s.tiles(); ++t)
      pairs[op.tile(s, first, own, t)] +=
          double(own) * double(std::min<std::int64_t>(
                            tile_points, s.n - t * tile_points));
  }
  const double all = double(s.n) * double(s.n);
  return {{name, "", "skipped", pairs[0] / all},
          {name, "", "looked-at", pairs[1] / all},
          {name, "", "whole", pairs[2] / all}};
}
using plane_tree = near_tree<float, 2>;
using plane_box = near_box<float, 2>;
void count_points(const plane_tree& t, const plane_box& own,
                  const threshold<float>& edge, int level,
                  std::int64_t node, double* points) {
  const int place =
      near_place(own, t.boxes[t.begin[level] + node], edge);
  if (place != 1 || level == 0) {
    points[std::min(place, 2)] += double(
        t.first_below(level, node + 1) - t.first_below(level, node));
    return;
  }
  const std::int64_t first = node * near_fan;
  const std::int64_t end =
      std::min<std::int64_t>(first + near_fan, t.count(level - 1));
  for (std::int64_t j = first; j < end; ++j)
    count_points(t, own, edge, level - 1, j, points);
}
std::vector<counter_row> counted_near(const plane_tree& t, double dc) {
  threshold<float> edge;
  edge.set(least_square(dc), 2);
  double pairs[3] = {};
  const std::int64_t leaves = t.count(0);
  for (std::int64_t l = 0; l < leaves; l += 32 / near_leaf) {
    near_box<float, 2> all = t.boxes[l];
    double points[3] = {};
    for (std::int64_t m = l + 1;
         m < std::min(l + 32 / near_leaf, leaves); ++m) {
      const plane_box b = t.boxes[m];
      for (int c = 0; c < 2; ++c) {
        all.low.x[c] = std::min(all.low.x[c], b.low.x[c]);
        all.high.x[c] = std::max(all.high.x[c], b.high.x[c]);
      }
    }
    const int top = t.levels - 1;
    for (std::int64_t node = 0; node < t.count(top); ++node)
      count_points(t, all, edge, top, node, points);
    for (int p = 0; p < 3; ++p)
      pairs[p] += points[p] * double(std::min<std::int64_t>(
                                  32, t.n - l * near_leaf));
  }
  const double n2 = double(t.n) * double(t.n);
  return {{"cutoff", "", "skipped", pairs[0] / n2},
          {"cutoff", "", "looked-at", pairs[1] / n2},
          {"cutoff", "", "whole", pairs[2] / n2}};
}
std::vector<counter_row> visits_of(const std::string& twin,
                                   std::int64_t n, double dc) {
  const auto p = to_device(draw_twin(twin, n, 2));
  auto rooms = [&](arena a) {
    const space_room<float> room(a, n, 2);
    const pair_room<float> near(a, room.s);
    const density_room<float> densities(a, near, {});
    return std::tuple(room, near, densities, a.used());
  };
  device_array<char> memory(
      std::int64_t(std::get<3>(rooms(arena(nullptr)))));
  auto [room, near, densities, used] = rooms(arena(memory.data()));
  room.fill(p.data(), 2, nullptr);
  near.build(nullptr);
  densities.merge(nullptr);
  auto rows = counted_pairs(
      densities.merged.counted(),
      gaussian_sum<float>(&dc, nullptr, n, false), "gaussian");
  for (const counter_row& r :
       counted_near(near.template tree<2>(),
                    dc * room.s.scale()))
    rows.push_back(r);
  return rows;
}
template <class F>
void each_product(const pair_room<float>& near, int every, F look) {
  const auto& f = near.fixed;
  const float factor = float(f.unit() * f.unit());
  const std::int64_t n = near.s.n;
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = i + 1; j < n; ++j) {
      if ((j / square_side - i / square_side) % every > 0) continue;
      int high = 0, mid = 0;
      for (int c = 0; c < f.width; c += 16) {
        const auto* a = f.parts + part_place(i, 0, c, f.width);
        const auto* b = f.parts + part_place(j, 0, c, f.width);
        const auto* la = a + square_slab / 2;
        const auto* lb = b + square_slab / 2;
        for (int e = 0; e < 16; ++e) {
          high += a[e] * b[e];
          mid += a[e] * lb[e] + la[e] * b[e];
        }
      }
      const float c = std::fma(-131072.0f, float(high),
                               f.norms[i] + f.norms[j]);
      look(i, j, std::fma(-512.0f, float(mid), c) * factor);
    }
}
template <class Op>
counter_row open_by_products(const pair_room<float>& near, Op op,
                             const char* name) {
  launch(judge_products<float, Op>, 1, 1024, 0, nullptr, near.s,
         near.fixed, op);
  const bool serves = near.fixed.decide();
  double open = 0;
  if (Op::opens && serves) {
    op.prepare(near.s);
    op.widen(near.fixed.edges());
    std::vector<typename Op::state> rows;
    for (std::int64_t i = 0; i < near.s.n; ++i)
      rows.push_back(op.begin(i));
    each_product(near, 1, [&](std::int64_t i, std::int64_t, float c) {
      open += op.decides(rows[std::size_t(i)], c) >> 31 ^ 1;
    });
  }
  return {name, "", "open-a-point",
          serves ? open / double(near.s.n) : -1};
}
double cutoff_distance_of(const point_space<float>& s) {
  std::vector<double> squares;
  for (std::int64_t i = 0; i < s.n; ++i)
    for (std::int64_t j = i + 1; j < s.n; ++j)
      squares.push_back(s.square(i, j));
  const wide rank = wanted_rank(squares.size(), 1);
  const auto at = squares.begin() + std::int64_t(rank) - 1;
  std::nth_element(squares.begin(), at, squares.end());
  return std::sqrt(*at) / s.scale();
}
std::vector<counter_row> open_pairs_of(const std::string& twin,
                                       std::int64_t n, int k) {
  const auto p = to_device(draw_twin(twin, n, k));
  auto rooms = [&](arena a) {
    const space_room<float> room(a, n, k);
    const pair_room<float> near(a, room.s);
    return std::tuple(room, near, a.used());
  };
  device_array<char> memory(
      std::int64_t(std::get<2>(rooms(arena(nullptr)))));
  auto [room, near, used] = rooms(arena(memory.data()));
  room.fill(p.data(), k, nullptr);
  near.build(nullptr);
  const double dc = cutoff_distance_of(near.s);
  std::vector<wide> nearest(std::size_t(n), 0);
  each_product(near, first_look(n), [&](auto i, auto, float c) {
    wide& best = nearest[std::size_t(i)];
    best = std::max(best, infinite_key -
                              bits_of(std::max(double(c), 0.0)));
  });
  return {open_by_products(near, near_count<float>(&dc, nullptr, {}),
                           "counts"),
          open_by_products(near, product_terms<float>(&dc, nullptr),
                           "Gaussians"),
          open_by_products(near, parent_search<float>(nearest.data(),
                                                      nullptr),
                           "parents")};
}
#endif
std::vector<counter_row> counted_matrix(int k, bool soa, bool shared) {
  auto a = std::make_shared<published_density>(
      draw_twin("dim", 256, k), k,
      published_shape{128, 8, shared, soa, false});
  return model::count([=] { a->find_matrix(); });
}
sweep count_sweep() {
  sweep s{"density-count", "the model's counts of both programs"};
  for (int k : {2, 8, 32})
    for (bool shared : {false, true})
      for (bool soa : {false, true}) {
        cell c{"matrix", format("%d-%s%s", k, soa ? "soa" : "aos",
                               shared ? "-shared" : ""), 256, k, 128};
        c.count = [=] { return counted_matrix(k, soa, shared); };
        s.cells.push_back(c);
      }
  for (std::int64_t n : {256, 1024, 2048}) {
    cell c{"tiles", "birch", n, 2, 0};
    c.count = [=] {
      const workload w = our_part(
          "whole", twin_of("birch", n, 2), 2, {});
      return model::count(w.resident);
    };
    s.cells.push_back(c);
  }
  return s;
}
sweep open_sweep() {
  sweep s{"density-open", "pairs that products leave open"};
  for (const char* twin : hard_twins)
    for (int k : {128, 784}) {
      cell c{"products", format("%s-%d", twin, k), 2048, k, 0};
      c.count = [=] {
#if WW_CUDA
        return std::vector<counter_row>();
#else
        return open_pairs_of(twin, 2048, k);
#endif
      };
      s.cells.push_back(c);
    }
  return s;
}
sweep visit_sweep() {
  sweep s{"density-visits", "pairs that are looked at"};
  using given = std::tuple<const char*, const char*, double>;
  for (std::int64_t n : {16384, 65536, 262144})
    for (auto [name, twin, dc] :
         {given{"birch-0.5", "birch", 34463.6},
          {"birch-0.1", "birch", 14346.5},
          {"uniform-1.5", "uniform", 0.0690988},
          {"uniform-0.1", "uniform", 0.0178412}}) {
      cell c{"tiles", name, n, 2, 0};
      c.count = [=] {
#if WW_CUDA
        return std::vector<counter_row>();
#else
        return visits_of(twin, n, dc);
#endif
      };
      s.cells.push_back(c);
    }
  return s;
}
std::vector<sweep> sweeps() {
  std::vector<sweep> all = {time_sweep()};
  add_published_sweeps(all);
  for (const sweep& s : our_sweeps()) all.push_back(s);
  all.push_back(rival_sweep());
  all.push_back(count_sweep());
  all.push_back(visit_sweep());
  all.push_back(open_sweep());
  return all;
}
}
int main(int argc, char** argv) {
  return run_sweeps("density", argc, argv, sweeps(), rival_facts());
}
