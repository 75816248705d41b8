#pragma once
#include <algorithm>
#include <numeric>
#include <vector>
#include <ww/detail/neighbours/higher-kernels.cuh>

namespace ww::detail::neighbours {
inline constexpr int leaf_size = 8, fan_out = 4, most_levels = 16;
template <class T, int K>
struct node {
  T low[K], high[K];
  std::uint32_t least = nobody;
  node() {
    std::fill_n(low, K, T(INFINITY));
    std::fill_n(high, K, -T(INFINITY));
  }
  void join(const T* lower, const T* higher, std::uint32_t rank) {
    for (int c = 0; c < K; ++c) {
      low[c] = std::min(low[c], lower[c]);
      high[c] = std::max(high[c], higher[c]);
    }
    least = std::min(least, rank);
  }
};
template <class T, int K>
struct host_tree {
  std::int64_t n = 0, begin[most_levels + 1] = {0};
  int levels = 0;
  std::vector<T> points;
  std::vector<std::uint32_t> ranks, cells, starts;
  std::vector<node<T, K>> nodes;
  std::int64_t leaf_of(std::int64_t t) const {
    return cells.empty() ? t / leaf_size : cells[t];
  }
  std::int64_t leaf_begin(std::int64_t leaf) const {
    return starts.empty() ? std::min(leaf * leaf_size, n)
                          : starts[leaf];
  }
  std::int64_t count(int level) const {
    return begin[level + 1] - begin[level];
  }
  node<T, K> joined(int level, std::int64_t i) const {
    node<T, K> all;
    if (level == 0) {
      for (std::int64_t t = leaf_begin(i); t < leaf_begin(i + 1); ++t)
        all.join(&points[t * K], &points[t * K], ranks[t]);
    } else {
      const std::int64_t from = begin[level - 1] + i * fan_out;
      const std::int64_t to = std::min(from + fan_out, begin[level]);
      for (std::int64_t j = from; j < to; ++j)
        all.join(nodes[j].low, nodes[j].high, nodes[j].least);
    }
    return all;
  }
  void build(const std::vector<T>& rows, [[maybe_unused]] bool by_all) {
    n = std::int64_t(ranks.size());
    points.resize(n * K);
    #pragma omp parallel for if (by_all)
    for (std::int64_t t = 0; t < n; ++t)
      std::copy_n(&rows[std::int64_t(ranks[t]) * K], K, &points[t * K]);
    std::int64_t here = starts.empty() ? tiles_of(n, leaf_size)
                                       : std::int64_t(starts.size()) - 1;
    for (levels = 1;; ++levels) {
      begin[levels] = begin[levels - 1] + here;
      if (here <= 1) break;
      here = tiles_of(here, fan_out);
    }
    nodes.resize(begin[levels]);
    for (int level = 0; level < levels; ++level) {
      #pragma omp parallel for if (by_all)
      for (std::int64_t i = 0; i < count(level); ++i)
        nodes[begin[level] + i] = joined(level, i);
    }
  }
};
template <class T, int K>
struct seeker {
  const host_tree<T, K>& tree;
  T at[K];
  std::uint32_t limit;
  candidate best = no_candidate();
  int visits = 0;
  seeker(const host_tree<T, K>& tree, const ranking& ranks,
         std::int64_t t)
      : tree(tree), limit(ranks.limit(tree.ranks[t])) {
    std::copy_n(&tree.points[t * K], K, at);
  }
  bool may_improve(std::int64_t node) {
    ++visits;
    const auto& b = tree.nodes[node];
    if (b.least >= limit) return false;
    T c[K];
    for (int i = 0; i < K; ++i)
      c[i] = std::min(std::max(at[i], b.low[i]), b.high[i]);
    return nearer({squared_distance(c, at, K), b.least}, best);
  }
  void look_at_leaf(std::int64_t leaf) {
    const std::int64_t to = tree.leaf_begin(leaf + 1);
    for (std::int64_t t = tree.leaf_begin(leaf); t < to; ++t) {
      const std::uint32_t r = tree.ranks[t];
      if (r >= limit) continue;
      const candidate next{squared_distance(&tree.points[t * K], at, K),
                           r};
      if (nearer(next, best)) best = next;
    }
  }
  void look_below(int top, std::int64_t node, int budget) {
    int level = top;
    std::int64_t i = node;
    while (visits < budget) {
      if (may_improve(tree.begin[level] + i)) {
        if (level > 0) {
          --level;
          i *= fan_out;
          continue;
        }
        look_at_leaf(i);
      }
      while (level < top && ((i + 1) % fan_out == 0 ||
                             i + 1 == tree.count(level))) {
        ++level;
        i /= fan_out;
      }
      if (level == top) return;
      ++i;
    }
  }
  void look_from(std::int64_t own, int budget) {
    if (limit == 0) return;
    look_at_leaf(own);
    for (int level = 0; level + 1 < tree.levels; ++level) {
      const std::int64_t from = own / fan_out * fan_out;
      const std::int64_t to = std::min(from + fan_out, tree.count(level));
      for (std::int64_t i = from; i < to && visits < budget; ++i)
        if (i != own) look_below(level, i, budget);
      own /= fan_out;
    }
  }
};
template <class T, int K>
std::uint32_t cell_of(const T* p, const node<T, K>& frame, int bits) {
  const double cells = double(1u << bits);
  double widest = 0;
  for (int c = 0; c < K; ++c)
    widest = max(widest, double(frame.high[c]) - double(frame.low[c]));
  std::uint32_t x[K];
  for (int c = 0; c < K; ++c) {
    const double part = (double(p[c]) - double(frame.low[c])) / widest;
    x[c] = part > 0 ? std::uint32_t(min(part * cells, cells - 1)) : 0;
  }
  return std::uint32_t(interleaved(x));
}
template <int K>
int grid_bits(std::int64_t n) {
  int bits = 1;
  while (bits < 30 / K && (std::int64_t(2) << K * (bits + 1)) <= n)
    ++bits;
  return bits;
}
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
}
