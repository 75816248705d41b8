#include <ww/detail/ranks/gpus-hull-kernels.cuh>

namespace ww {
using namespace detail::ranks;
template <class P>
rank_hull<P> hull_of_ranks(communicator& c, const P* points,
                           std::int64_t n, rank_hull_memory& memory,
                           hull_options o, cudaStream_t s,
                           const rank_hull_options& more) {
  return rank_huller<P>(c, o, more, memory, s).run(points, n);
}
template <class P>
void collect_ring(communicator& c, const rank_hull<P>& h,
                  hull_options o, std::vector<P>& points,
                  std::vector<std::int64_t>& index, cudaStream_t s) {
  const auto sizes =
      gather_values(c, std::vector{h.size[0], h.size[1]}, s);
  std::size_t lower = 0, all = 0;
  for (std::size_t r = 0; r < sizes.size(); r += 2) {
    lower += std::size_t(sizes[r]);
    all += std::size_t(sizes[r] + sizes[r + 1]);
  }
  if (c.rank() == 0) points.resize(all), index.resize(all);
  c.barrier();
  for (int side : {0, 1}) {
    const std::size_t to = side == 1 ? lower : 0;
    collect(c, h.points[side], h.size[side] * std::int64_t(sizeof(P)),
            points.data() + to, s);
    collect(c, h.index[side], h.size[side] * 8, index.data() + to, s);
  }
  c.barrier();
  if (c.rank() > 0 || o.side != hull_side::both) return;
  std::reverse(points.begin() + std::ptrdiff_t(lower), points.end());
  std::reverse(index.begin() + std::ptrdiff_t(lower), index.end());
}
template <class P>
std::vector<std::uint32_t> hull_by_gpus(const rank_options& ranks,
                                        const std::vector<P>& points,
                                        hull_options o) {
  require_device();
  const auto n = std::int64_t(points.size());
  require_short_indices(n, "points");
  std::vector<P> at;
  std::vector<std::int64_t> ring;
  run_ranks(ranks, [&](communicator& c) {
    const stream s;
    const auto first = part_begin(n, c.rank(), c.ranks());
    const auto mine = part_begin(n, c.rank() + 1, c.ranks()) - first;
    device_array<P> in(mine);
    in.upload(points.data() + first, mine, s);
    rank_hull_memory memory;
    const auto h = hull_of_ranks(c, in.data(), mine, memory, o, s);
    collect_ring(c, h, o, at, ring, s);
  });
  return {ring.begin(), ring.end()};
}
#define WW_HULL(P)                                                     \
  template std::vector<std::uint32_t> hull_by_gpus(                    \
      const rank_options&, const std::vector<P>&, hull_options);       \
  template rank_hull<P> hull_of_ranks(                                 \
      communicator&, const P*, std::int64_t, rank_hull_memory&,        \
      hull_options, cudaStream_t, const rank_hull_options&);           \
  template void collect_ring(communicator&, const rank_hull<P>&,       \
                             hull_options, std::vector<P>&,            \
                             std::vector<std::int64_t>&, cudaStream_t);
WW_HULL(float2)
WW_HULL(double2)
#undef WW_HULL
}
