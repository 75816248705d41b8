#include <ww/detail/ranks/gpus-hull-kernels.cuh>

namespace ww {
using namespace detail::ranks;
template <class P>
rank_hull<P> hull_of_ranks(communicator& c, const P* points,
                           std::int64_t n, rank_hull_memory& memory,
                           hull_options o, cudaStream_t s,
                           std::int64_t few) {
  return rank_huller<P>(c, o, few, memory, s).run(points, n);
}
template <class P>
std::vector<std::uint32_t> hull_by_gpus(const rank_options& ranks,
                                        const std::vector<P>& points,
                                        hull_options o,
                                        std::vector<P>* vertices) {
  require_device();
  const auto n = std::int64_t(points.size());
  detail::require_indices(n, "points");
  const bool one = this_process().of == 1;
  std::vector<std::int64_t> ring;
  run_ranks(ranks, [&](communicator& c) {
    const stream s;
    const auto first = one ? part_begin(n, c.rank(), c.ranks()) : 0;
    const auto mine =
        one ? part_begin(n, c.rank() + 1, c.ranks()) - first : n;
    if (!one)
      detail::require_indices(share_out(c, n, s).total(), "points");
    device_array<P> in(mine);
    in.upload(points.data() + first, mine, s);
    rank_hull_memory memory;
    const auto h = hull_of_ranks(c, in.data(), mine, memory, o, s);
    if (c.rank() > 0) return;
    ring.resize(std::size_t(h.size));
    device_array<std::int64_t>::copy(ring.data(), h.index, h.size, s);
    if (!vertices) return;
    vertices->resize(ring.size());
    device_array<P>::copy(vertices->data(), h.points, h.size, s);
  });
  return {ring.begin(), ring.end()};
}
#define WW_HULL(P)                                                     \
  template std::vector<std::uint32_t> hull_by_gpus(                    \
      const rank_options&, const std::vector<P>&, hull_options,        \
      std::vector<P>*);                                                \
  template rank_hull<P> hull_of_ranks(                                 \
      communicator&, const P*, std::int64_t, rank_hull_memory&,        \
      hull_options, cudaStream_t, std::int64_t);
WW_HULL(float2)
WW_HULL(double2)
#undef WW_HULL
}
