#pragma once
#include <algorithm>
#include <numeric>
#include <vector>
#include <ww/detail/neighbours/higher-kernels.cuh>

namespace ww::detail::neighbours {
template <class V>
std::vector<std::uint32_t> order_by_height(const V* values,
                                           std::int64_t stride,
                                           std::int64_t n) {
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) {
    return values[a * stride] > values[b * stride];
  });
  return order;
}
template <class T, int K>
struct host_tree {
  box_tree<T, K> tree;
  std::vector<T> placed;
  std::vector<box<T, K>> boxes;
  std::vector<std::uint32_t> least;
  void build(const std::vector<T>& rows,
             const std::vector<std::uint32_t>& along,
             std::int64_t leaves, [[maybe_unused]] bool by_all) {
    const auto n = tree.n = std::int64_t(along.size());
    placed.resize(n * K);
    #pragma omp parallel for if (by_all)
    for (std::int64_t t = 0; t < n; ++t)
      for (int c = 0; c < K; ++c)
        placed[t * K + c] = rows[std::int64_t(along[t]) * K + c];
    boxes.resize(lay_out_levels(tree, leaves));
    least.resize(boxes.size());
    tree.points = placed.data();
    tree.ranks = along.data();
    tree.boxes = boxes.data();
    tree.least = least.data();
    for (int level = 0; level < tree.levels; ++level) {
      #pragma omp parallel for if (by_all)
      for (std::int64_t i = 0; i < tree.count(level); ++i)
        make_node(tree, level, i);
    }
  }
};
}
