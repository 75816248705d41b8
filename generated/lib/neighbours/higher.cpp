#include <ww/detail/neighbours/host-tree.h>

namespace ww {
using namespace detail;
using namespace detail::neighbours;
template <class T, class V>
void nearest_higher_reference(points_with_heights<T, V> in,
                              std::int64_t* higher, double* squared,
                              higher_options o) {
  require_searchable(in, o);
  const auto order = order_by_height(in.values, in.value_stride, in.n);
  for (std::int64_t r = 0; r < in.n; ++r) {
    const std::uint32_t i = order[r];
    candidate best = no_candidate();
    for (std::int64_t q = 0; q < r; ++q) {
      const std::uint32_t j = order[q];
      if (is_strict(o) &&
          !exceeds(in.values[j * in.value_stride],
                   in.values[i * in.value_stride], o.ratio))
        break;
      const candidate next{
          squared_distance(in.points + j * in.stride,
                           in.points + i * in.stride, in.k),
          std::uint32_t(q)};
      if (nearer(next, best)) best = next;
    }
    higher[i] = best.rank == nobody
                    ? -1 : std::int64_t(order[best.rank]);
    squared[i] = best.squared;
  }
}
template <class T, class V>
void nearest_higher_tiled(void* temporary, std::size_t& bytes,
                          points_with_heights<T, V> in,
                          std::int64_t* higher, double* squared,
                          higher_options o, cudaStream_t s) {
  require_searchable(in, o);
  const std::int64_t tiles = tiles_of(in.n, tile_side);
  const std::int64_t wanted = 16 * multiprocessors();
  const int parts = int(std::clamp<std::int64_t>(
      wanted / std::max<std::int64_t>(tiles, 1), 1, 32));
  arena a(temporary);
  ranker<T, V> ranks(a, in, o);
  auto* found = a.take<candidate>(parts * in.n);
  ranks.take_room(a);
  if (!a.holds(bytes) || in.n == 0) return;
  ranks.rank(s);
  launch(find_in_tiles<T>, dim3(unsigned(tiles), unsigned(parts)),
         dim3(16, 16), 0, s, in.points, in.stride, in.k, in.n,
         ranks.found, parts, found);
  launch_for(write_higher<>, in.n, s, found, parts, in.n, ranks.found,
             nearest_output{higher, squared});
}
template <class T, class V>
void nearest_higher_tree(void* temporary, std::size_t& bytes,
                         points_with_heights<T, V> in,
                         std::int64_t* higher, double* squared,
                         higher_options o, cudaStream_t s) {
  require_searchable(in, o);
  if (in.k > 3)
    throw bad_input(format("%d coordinates, where the tree has 1 to 3",
                           in.k));
  search_tree(temporary, bytes, in, higher, squared, o, s);
}
constexpr std::int64_t few_as_published = 2048, few_in_tiles = 16384;
template <class T, class V>
void nearest_higher(void* temporary, std::size_t& bytes,
                    points_with_heights<T, V> in, std::int64_t* higher,
                    double* squared, higher_options o, cudaStream_t s) {
  if (in.k <= 3 && in.n <= few_as_published)
    return nearest_higher_published<T, V>(
        temporary, bytes, in, higher, squared, o, s, nullptr,
        few_as_published);
  (in.k > 3 || in.n <= few_in_tiles ? nearest_higher_tiled<T, V>
                                    : nearest_higher_tree<T, V>)(
      temporary, bytes, in, higher, squared, o, s);
}
#define WW_HIGHER(T, V)                                            \
  template decltype(nearest_higher<T, V>) nearest_higher<T, V>;     \
  template decltype(nearest_higher_tree<T, V>)                      \
      nearest_higher_tree<T, V>;                                    \
  template decltype(nearest_higher_tiled<T, V>)                     \
      nearest_higher_tiled<T, V>;                                   \
  template decltype(nearest_higher_reference<T, V>)                 \
      nearest_higher_reference<T, V>;
WW_HIGHER(float, float)
WW_HIGHER(float, double)
WW_HIGHER(double, float)
WW_HIGHER(double, double)
template struct detail::neighbours::higher_room<float>;
template struct detail::neighbours::higher_room<double>;
}
