#include <mutex>
#include <ww/detail/neighbours/density-cpu.h>
#include <ww/detail/neighbours/density-kernels.cuh>
#include <ww/gpus.cuh>

namespace ww {
using namespace detail;
namespace detail::neighbours::density {
class rank_team : public density_team {
 public:
  explicit rank_team(communicator& c) : c(c) {
    share = {c.rank(), c.ranks()};
  }
  void clear(void* numbers, std::int64_t n, cudaStream_t s) override {
    launch(set_to<std::uint64_t>, blocks_for(n), 256, 0, s,
           static_cast<std::uint64_t*>(numbers), n, std::uint64_t(0));
  }
  void add(void* numbers, std::int64_t n, cudaStream_t s) override {
    c.reduce(static_cast<std::uint64_t*>(numbers), n, s);
  }
  void largest(wide* numbers, std::int64_t n, cudaStream_t s) override {
    c.reduce(reinterpret_cast<std::uint64_t*>(numbers), n, s,
             reduction::largest);
  }
  bool wants(const rank_window* w, bool thin, cudaStream_t s) override {
    const rank_window now = read_values(c, w, 1, s)[0];
    return !now.found && now.thin == thin;
  }
  void join(const rank_window* w, wide* bins, int bits, wide* below,
            cudaStream_t s) override {
    const bool list = read_values(c, w, 1, s)[0].list;
    if (list) join_lists(bins, below, s);
    else add(bins, std::int64_t(1) << bits, s);
    add(below, list ? below_counters : below_counters + 1, s);
  }
  void join_lists(wide* bins, wide* below, cudaStream_t s) {
    const auto counts = gather_arrays(c, below + below_counters, 1, s);
    wide total = 0;
    std::vector<std::int64_t> bytes;
    for (wide count : counts) {
      total += count;
      bytes.push_back(std::int64_t(count * sizeof(wide)));
    }
    const auto own = bytes[std::size_t(c.rank())];
    void* const copy = c.lend(own);
    copy_async(copy, bins, own, s);
    gather_pieces(c, copy, bins, bytes, s);
    c.wait(s);
    device_array<wide>::copy(below + below_counters, &total, 1, s);
  }
 private:
  communicator& c;
};
}
using namespace detail::neighbours::density;
template <class T>
void density_peaks(communicator& c, void* temporary, std::size_t& bytes,
                   const T* points, const shares& h, int k,
                   const density_options& o, const density_arrays& out,
                   cudaStream_t s) {
  const std::int64_t n = h.total();
  rank_team team(c);
  std::size_t inner = 0;
  find_peaks<T>(nullptr, inner, nullptr, n, k, o, {}, team, s);
  detail::arena m{temporary};
  T* all = m.take<T>(n * k);
  char* rest = m.take<char>(std::int64_t(inner));
  if (!m.holds(bytes)) return;
  auto sizes = h.given;
  for (auto& size : sizes) size *= k * std::int64_t(sizeof(T));
  gather_pieces(c, points, all, sizes, s);
  find_peaks<T>(rest, inner, all, n, k, o, out, team, s);
}
template <class T>
void density_by_gpus(const rank_options& ranks,
                     const std::vector<T>& points, int k,
                     const density_options& o, density_result& result) {
  require_device();
  if (k < 1) throw bad_input("no coordinates");
  const auto n = std::int64_t(points.size()) / k;
  require_weights(o.weights, n);
  std::once_flag once;
  run_ranks(ranks, [&](communicator& c) {
    const stream s;
    const auto first = part_begin(n, c.rank(), c.ranks());
    const auto mine = part_begin(n, c.rank() + 1, c.ranks()) - first;
    const shares h = share_out(c, mine, s);
    device_array<T> in(mine * k);
    in.upload(points.data() + first * k, mine * k, s);
    result_arrays out(n);
    density_options there = o;
    device_array<double> weights(o.weights ? n : 0);
    weights.upload(o.weights, weights.size(), s);
    if (o.weights) there.weights = weights.data();
    std::size_t bytes = 0;
    density_peaks(c, nullptr, bytes, in.data(), h, k, there, out.names(),
                  s);
    const device_array<char> memory{std::int64_t(bytes)};
    density_peaks(c, memory.data(), bytes, in.data(), h, k, there,
                  out.names(), s);
    c.wait(s);
    std::call_once(once, [&] { result = out.to_result(o.halo); });
  });
  require_cutoff(result, n, o);
}
#define WW_DENSITY(T)                                             \
  template void density_by_gpus(const rank_options&,              \
                                const std::vector<T>&, int,       \
                                const density_options&,           \
                                density_result&);                 \
  template void density_peaks(communicator&, void*, std::size_t&, \
                              const T*, const shares&, int,       \
                              const density_options&,             \
                              const density_arrays&, cudaStream_t);
WW_DENSITY(float)
WW_DENSITY(double)
#undef WW_DENSITY
}
