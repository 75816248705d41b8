#include <array>
#include <cmath>
#include <map>
#include <memory>
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
          const float d = p[i * k + c] - p[j * k + c];
          sum += d * d;
        }
        matrix[i * n + j] = std::sqrt(sum);
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
        const float d = matrix[i * n + j] / float(dc);
        sum += std::exp(-d * d);
      }
      rho[i] = sum;
    }
  }
  void find_delta() {
    for (std::int64_t i = 0; i < n; ++i) {
      const float* row = matrix.data() + i * n;
      float best = *std::max_element(row, row + n);
      for (std::int64_t j = 0; j < n; ++j)
        if (rho[i] < rho[j]) best = std::min(best, row[j]);
      delta[i] = best;
    }
  }
};
const std::vector<std::string> parts = {"matrix", "dc", "rho", "delta"};

using twin_ptr = std::shared_ptr<const std::vector<float>>;
twin_ptr twin_of(const std::string& name, std::int64_t n, int k) {
  return std::make_shared<std::vector<float>>(draw_twin(name, n, k));
}
struct stepwise {
  std::array<std::function<void()>, 4> steps;
  std::array<bool, 4> done = {};
  void take(std::size_t s) {
    steps[s]();
    done[s] = true;
  }
};
std::function<void()> part_of(std::shared_ptr<stepwise> a,
                              const std::string& part) {
  const auto named = std::find(parts.begin(), parts.end(), part);
  const auto first = std::size_t(named - parts.begin());
  for (std::size_t s = 0; s < first; ++s)
    if (!a->done[s]) a->take(s);
  if (first < parts.size()) return [=] { a->take(first); };
  return [=] { for (std::size_t s = 0; s < 4; ++s) a->take(s); };
}
workload published_part(const std::string& part, twin_ptr p, int k,
                        published_shape shape, bool sampled = false) {
  auto a = std::make_shared<published_density>(*p, k, shape);
  auto dc = std::make_shared<double>(0);
  const std::int64_t each = std::max<std::int64_t>(1, a->n / 100);
  workload w;
  w.resident = part_of(
      std::make_shared<stepwise>(
          stepwise{{[=] { a->find_matrix(); },
                    [=] {
                      *dc = sampled ? a->sampled(2, each)
                                    : a->bisect(2, 0x1p-20);
                    },
                    [=] { a->find_rho(*dc); },
                    [=] { a->find_delta(); }}}),
      part);
  w.on_device = true;
  w.bytes = 4.0 * double(a->n) * double(a->n);
  return w;
}
workload sequential_part(const std::string& part, twin_ptr p, int k) {
  static std::map<std::pair<std::size_t, int>,
                  std::shared_ptr<stepwise>> kept;
  auto& steps = kept[{p->size(), k}];
  if (!steps) {
    auto a = std::make_shared<sequential>(*p, k);
    const columns<double> exact(*p, k, 1, {});
    a->dc = cutoff_on_cpu(exact, 2, true);
    steps = std::make_shared<stepwise>(
        stepwise{{[=] { a->find_matrix(); }, [=] { a->find_dc(); },
                  [=] { a->find_rho(); }, [=] { a->find_delta(); }},
                 {false, true}});
  }
  return {.whole = part_of(steps, part)};
}
struct our_memory {
  int k;
  device_array<float> points;
  result_arrays arrays;
  device_array<char> memory;
  std::size_t bytes = 0;
  our_memory(const std::vector<float>& p, int k)
      : k(k), points(to_device(p)), arrays(points.size() / k) {}
};
workload our_part(const std::string& part,
                  std::shared_ptr<our_memory> a, density_options o) {
  const int k = a->k;
  const std::int64_t n = a->points.size() / k;
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
  if (part == "rho")
    cutoff_distance(a->memory.data(), before, a->points.data(), n, k,
                    o.percent, a->arrays.names().dc);
  workload w;
  w.resident = [=] {
    std::size_t bytes = a->bytes;
    call(a->memory.data(), bytes);
  };
  w.on_device = true;
  w.bytes = 4.0 * double(a->points.size());
  return w;
}
void add_ours(sweep& s, const std::string& part,
              const std::string& twin, std::int64_t n, int k,
              density_options o, const std::string& name,
              bool once = false) {
  if (!times_device()) return;
  s.cells.push_back({name, twin, n, k, 0, [=] {
    const auto points = draw_twin(twin, n, k);
    return our_part(part, std::make_shared<our_memory>(points, k), o);
  }, false, once});
}
workload cpu_part(const std::string& part, twin_ptr p, bool parallel) {
  workload w;
  auto r = std::make_shared<density_result>();
  if (part == "whole") {
    w.whole = [=, run = cpu_density<float>(parallel)] {
      run(*p, 2, {}, *r);
    };
  } else {
    const double scale = scale_of_all(*p);
    auto x =
        std::make_shared<columns<float>>(*p, 2, scale, order_list());
    r->rho.resize(std::size_t(x->n));
    w.whole = [=] { gaussian_on_cpu(*x, 0.01, parallel, r->rho); };
  }
  return w;
}
workload ours_from_host(twin_ptr p, const density_options& o) {
  const auto size = std::int64_t(p->size());
  auto a = std::make_shared<our_memory>(*p, 2);
  workload w = our_part("whole", a, o);
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
    return published_part(part, twin_of(twin, n, k), k, shape, sampled);
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
  for (std::int64_t n : {1000, 2000, 5000, 10000, 46000}) {
    for (const std::string& part : parts) {
      add_published(steps, part, "birch", n, 2, {}, "gpu-" + part);
      add_sequential(steps, part, "birch", n, 2);
    }
    add_published(steps, "whole", "birch", n, 2, {}, "gpu-whole");
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
                      {128, shared, soa},
                      std::string(soa ? "soa" : "aos") +
                          (shared ? "-shared" : ""));
  }
  sweep cutoff{"density-dc", "ways to the cutoff distance"};
  for (auto [twin, n] : {std::pair<const char*, std::int64_t>{"r15", 600},
                         {"d31", 3100}, {"birch", 5000},
                         {"birch", 46000}}) {
    add_published(cutoff, "dc", twin, n, 2, {}, "bisection");
    add_published(cutoff, "dc", twin, n, 2, {}, "sampling", true);
    add_ours(cutoff, "dc", twin, n, 2, {}, "exact");
  }
  for (auto* s : {&steps, &threads, &layout, &cutoff}) {
    if (!times_device()) s->left_out = {"published"};
    all.push_back(*s);
  }
}
void add_cpu(sweep& s, const std::string& part,
             const std::string& twin, std::int64_t n) {
  const bool slow = times_device() && part == "whole" && n > 20000;
  for (bool parallel : {false, true})
    s.cells.push_back(
        {std::string(parallel ? "parallel-" : "serial-") + part, twin,
         n, 2, 0,
         [=] { return cpu_part(part, twin_of(twin, n, 2), parallel); },
         false, slow && !parallel});
}
sweep time_sweep() {
  sweep s{"density-time", "density peaks, Gaussian, 2 per cent"};
  density_options all;
  all.all_pairs = true;
  for (std::int64_t n : {1000, 4000, 16000, 46000, 100000, 1000000}) {
    add_ours(s, "whole", "birch", n, 2, {}, "tiles-whole");
    add_ours(s, "whole", "birch", n, 2, all, "all-whole");
    if (n <= 46000) add_cpu(s, "whole", "birch", n);
  }
  for (const char* part : {"dc", "rho"})
    add_ours(s, part, "birch", 46000, 2, {},
             std::string("tiles-") + part);
  for (std::int64_t n : {46000, 1000000})
    add_ours(s, "rho", "birch", n, 2, all, "all-rho");
  add_cpu(s, "rho", "birch", 46000);
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
      add_ours(s, "dc", twin, 1000000, 2, o,
               format("dc-%g", o.percent));
    }
  add_ours(s, "whole", "uniform", 1000000, 2,
           {.kernel = density_kernel::cutoff, .percent = 0.01},
           "whole-0.01");
  return s;
}
std::vector<sweep> dimension_sweeps() {
  sweep far{"density-far", "densities in many dimensions"};
  density_options o{.all_pairs = true};
  for (int k : {128, 1024})
    add_ours(far, "rho", "dim", 32768, k, o, "tiles-rho");
  sweep dims{"density-dims", "whole clusterings over dimensions"};
  sweep shapes{"density-shapes", "sets of the shapes of embeddings"};
  sweep hard{"density-hard", "sets that products like least"};
  auto add_both = [&](sweep& s, const std::string& twin,
                      std::int64_t n, int k) {
    for (bool squares : {false, true})
      add_ours(s, "whole", twin, n, k,
               {.percent = 1, .all_pairs = squares},
               squares ? "squares" : "products",
               squares && double(n) * double(n) * k > 3e12);
  };
  for (int k : {2, 3, 4, 8, 12, 16, 24, 32, 64, 128, 256, 512, 1024})
    add_both(dims, "mixture", 65536, k);
  for (auto twin : hard_twins)
    for (int k : {128, 784}) add_both(hard, twin, 32768, k);
  for (auto [n, k] : {std::pair{100000, 16}, {100000, 64}, {70000, 784},
                      {84635, 1024}})
    add_both(shapes, "mixture", n, k);
  o = {.percent = 1};
  for (auto [n, k] : {std::pair{1000000, 128}, {420464, 1024},
                      {732723, 1024}, {1281167, 1024}})
    add_ours(shapes, "whole", "mixture", n, k, o, "products", true);
  return {far, dims, shapes, hard};
}
sweep drawn_sweep() {
  sweep drawn{"density-drawn", "sets whose structure is drawn"};
  drawn.samples = 3;
  for (int set = 0; set < 64; ++set) {
    const int k =
        std::array{9, 17, 64, 65, 100, 128, 256, 784}[set / 8];
    for (bool squares : {false, true})
      add_ours(drawn, "whole", format("many-drawn-%d", set),
               k > 100 ? 16384 : 32768, k,
               {.kernel = density_kernel::cutoff, .percent = 1,
                .all_pairs = squares},
               squares ? "squares" : "products");
  }
  return drawn;
}
std::vector<sweep> our_sweeps() {
  sweep sparse{"density-sparse", "tiles left out, Gaussian"};
  add_ours(sparse, "whole", "birch", 1000000, 2, {.percent = 0.5},
           "whole-0.5");
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
  std::vector<sweep> all{sparse, cutoff, over_percentages(),
                         drawn_sweep()};
  for (sweep& s : dimension_sweeps()) all.push_back(std::move(s));
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
  if (!times_device()) return {s.name, s.description, {}, {"all"}};
  using given = std::pair<const char*, density_kernel>;
  for (std::int64_t n : {131072, 262144, 524288}) {
    for (auto [name, kernel] :
         {given{"cutoff", density_kernel::cutoff},
          {"gaussian", density_kernel::gaussian}}) {
      density_options o{.kernel = kernel, .dc = 1.5};
      s.cells.push_back({name, "blobs", n, 2, 0, [=] {
        return ours_from_host(twin_of("blobs", n, 2), o);
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
sweep count_sweep() {
  sweep s{"density-count", "the model's counts of CUDA-DP's matrix"};
  for (bool soa : {false, true}) {
    cell c{"matrix", soa ? "32-soa" : "32-aos", 256, 32, 128};
    c.count = [=] {
      published_density a(draw_twin("dim", 256, 32), 32,
                          {128, false, soa});
      return model::count([&] { a.find_matrix(); });
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
  return all;
}
}
int main(int argc, char** argv) {
  return run_sweeps("density", argc, argv, sweeps(), rival_facts());
}
