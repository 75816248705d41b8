#ifndef WW_DENSITY_OF
#define WW_DENSITY_OF float
#endif
#include <memory>
#include <ww/detail/ground/host-call.cuh>
#include <ww/detail/neighbours/density-cpu.h>
#include <ww/detail/neighbours/density-published.cuh>

namespace ww {
using namespace detail;
using namespace detail::neighbours;
using namespace detail::neighbours::density;
template <class T>
void cutoff_distance(void* temporary, std::size_t& bytes,
                     const T* points, std::int64_t n, int k,
                     double percent, double* dc, cudaStream_t stream) {
  density_options o;
  o.percent = percent;
  require_clusterable(n, k, o);
  arena a(temporary);
  space_room<T> room(a, n, k);
  arena later = room.later;
  rank_room ranks(later, n, k, percent);
  const pair_room<T> near(later, room.s);
  a.cover(later);
  if (!a.holds(bytes)) return;
  if (n > 0) room.fill(points, k, stream);
  if (n > 0) near.build(stream);
  density_team alone;
  ranks.find(near, percent, dc, alone, stream);
}
template <class T>
void local_density(void* temporary, std::size_t& bytes, const T* points,
                   std::int64_t n, int k, const double* dc,
                   const density_options& o, double* rho,
                   cudaStream_t stream) {
  require_clusterable(n, k, o);
  arena a(temporary);
  space_room<T> room(a, n, k);
  arena later = room.later;
  const pair_room<T> near(later, room.s, !o.all_pairs);
  const density_room<T> densities(later, near, o);
  a.cover(later);
  if (!a.holds(bytes) || n == 0) return;
  room.fill(points, k, stream);
  near.build(stream);
  density_team alone;
  densities.find(near, dc, rho, alone, stream);
}
template <class T>
void detail::neighbours::density::find_peaks(
    void* temporary, std::size_t& bytes, const T* points,
    std::int64_t n, int k, const density_options& o,
    const density_arrays& out, density_team& team,
    cudaStream_t stream) {
  require_clusterable(n, k, o);
  arena a(temporary);
  space_room<T> room(a, n, k);
  arena first = room.later;
  if (o.halo) take_tiles(first, room.s);
  room.s.share = team.share;
  const pair_room<T> near(first, room.s, !o.all_pairs);
  arena second = first, third = first;
  rank_room ranks(first, n, k, o.dc > 0 ? 0 : o.percent);
  const density_room<T> densities(second, near, o);
  label_room<T> labels(third, points, room.s, near, out);
  for (const arena& one : {first, second, third}) a.cover(one);
  if (!a.holds(bytes)) return;
  if (n == 0) return labels.clear(o, stream);
  room.fill(points, k, stream);
  if (o.halo) find_tiles(room.s, stream);
  near.build(stream);
  if (o.dc > 0)
    launch(set_to<double>, 1, 1, 0, stream, out.dc, 1, o.dc);
  else ranks.find(near, o.percent, out.dc, team, stream);
  team.clear(out.rho, n, stream);
  densities.find(near, out.dc, out.rho, team, stream);
  team.add(out.rho, n, stream);
  labels.find(o, team, stream);
  if (o.halo) labels.find_halo(team, stream);
}
template <class T>
void density_peaks(void* temporary, std::size_t& bytes, const T* points,
                   std::int64_t n, int k, const density_options& o,
                   const density_arrays& out, cudaStream_t stream) {
  density_team alone;
  find_peaks(temporary, bytes, points, n, k, o, out, alone, stream);
}
namespace {
template <class T>
std::function<host_density<T>> device_density(bool all_pairs) {
  using index = std::int64_t;
  auto device = std::make_shared<
      host_call<T, double, double, double, double, double, index, index,
                index, unsigned char>>();
  return [=](const std::vector<T>& points, int k, density_options o,
             density_result& r) {
    if (k < 1) throw bad_input("no coordinates");
    const auto n = index(points.size()) / k;
    o.all_pairs = o.all_pairs || all_pairs;
    require_weights(o.weights, n);
    std::vector<double> dc, gap;
    std::vector<index> clusters;
    (*device)(
        [=](void* memory, std::size_t& bytes, const T* in,
            const double* weights, auto*... out) {
          density_options there = o;
          if (memory && o.weights) there.weights = weights;
          density_peaks(memory, bytes, in, n, k, there,
                        density_arrays{out...}, cudaStream_t());
        },
        {.n = n * k, .from = points.data()},
        {.n = o.weights ? n : 0, .from = o.weights}, {.n = 1, .to = &dc},
        {.n = 1, .to = &gap}, {.n = n, .to = &r.rho},
        {.n = n, .to = &r.delta}, {.n = n, .to = &r.parent},
        {.n = n, .to = &r.cluster}, {.n = 1, .to = &clusters},
        {.n = o.halo ? n : 0, .to = &r.halo});
    r.dc = dc[0];
    r.gap = gap[0];
    r.clusters = clusters[0];
    require_cutoff(r, n, o);
  };
}
inline void published_clusters(const std::vector<float>& points, int k,
                            const density_options& o,
                            density_result& r) {
  if (k < 1) throw bad_input("no coordinates");
  const auto n = std::int64_t(points.size()) / k;
  require_clusterable(n, k, o);
  if (o.kernel != density_kernel::gaussian || o.halo || o.weights ||
      n < 2 || n > 65535)
    throw bad_input("not for --variant published: it takes 2 to 65535 "
                    "points, Gaussian densities, and has neither halo "
                    "nor weights");
  r = {};
  published_density a(points, k, {});
  a.find_matrix();
  r.dc = o.dc > 0 ? o.dc : a.bisect(o.percent, 0x1p-20);
  require_cutoff(r, n, o);
  if (!std::isnormal(float(1.4426950408889634 / r.dc / r.dc)))
    throw bad_input("not for --variant published: squared distances "
                    "leave the range of float");
  a.find_rho(r.dc);
  a.find_delta();
  r.rho = to_host(a.rho);
  r.delta = to_host(a.delta);
  r.parent = to_host(a.parent);
  labels_on_cpu(order_by_height(r.rho.data(), 1, n), o.clusters, r);
}
}
template <class T>
std::vector<variant<host_density<T>>> density_variants() {
  std::vector<variant<host_density<T>>> table = {
      {"serial", false, "", cpu_density<T>(false)},
      {"parallel", false, "", cpu_density<T>(true)},
      {"tiles", true, "", device_density<T>(false)},
      {"all-pairs", true, "", device_density<T>(true)}};
  if constexpr (std::is_same_v<T, float>)
    table.push_back({"published", true,
                     "2 to 65535 points, Gaussian, no halo, no weights",
                     published_clusters});
  return table;
}
#define WW_DENSITY(T)                                               \
  template decltype(find_peaks<T>)                                  \
      detail::neighbours::density::find_peaks<T>;                   \
  template decltype(cutoff_distance<T>) cutoff_distance<T>;         \
  template decltype(local_density<T>) local_density<T>;             \
  template decltype(density_peaks<T>) density_peaks<T>;             \
  template decltype(density_variants<T>) density_variants<T>;
WW_DENSITY(WW_DENSITY_OF)
}
