#pragma once
#include <algorithm>
#include <numeric>
#include <vector>
#include <ww/detail/neighbours/higher-kernels.cuh>

namespace ww::detail::neighbours {
template <class T, int K>
struct alignas(K == 1 ? 2 * sizeof(T) : 16) box {
  T low[K], high[K];
  __host__ __device__ T width(int c) const { return high[c] - low[c]; }
};
inline constexpr int leaf_size = 8, fan_out = 4, most_levels = 16;
template <class T, int K>
struct box_tree {
  const T* points;
  const std::uint32_t* ranks;
  box<T, K>* boxes;
  std::uint32_t* least;
  std::int64_t n;
  int levels = 0;
  std::int64_t begin[most_levels + 1] = {0};
  const std::uint32_t* cells = nullptr;
  const std::uint32_t* starts = nullptr;
  __host__ __device__ std::int64_t leaf_of(std::int64_t t) const {
    return cells ? cells[t] : t / leaf_size;
  }
  __host__ __device__ std::int64_t leaf_begin(std::int64_t leaf) const {
    return starts ? starts[leaf] : min(leaf * leaf_size, n);
  }
  __host__ __device__ std::int64_t count(int level) const {
    return begin[level + 1] - begin[level];
  }
};
template <class T, int K>
std::int64_t lay_out_levels(box_tree<T, K>& tree, std::int64_t nodes) {
  tree.levels = 0;
  for (;;) {
    const int l = tree.levels++;
    tree.begin[l + 1] = tree.begin[l] + nodes;
    if (nodes <= 1) return tree.begin[l + 1];
    nodes = tiles_of(nodes, fan_out);
  }
}
template <class T, int K>
struct node {
  box<T, K> around;
  std::uint32_t least = nobody;
  __host__ __device__ node() {
    for (int c = 0; c < K; ++c) {
      around.low[c] = T(INFINITY);
      around.high[c] = -T(INFINITY);
    }
  }
  __host__ __device__ void join(const T* low, const T* high,
                                std::uint32_t rank) {
    for (int c = 0; c < K; ++c) {
      around.low[c] = min(around.low[c], low[c]);
      around.high[c] = max(around.high[c], high[c]);
    }
    least = min(least, rank);
  }
};
template <class T, int K>
__host__ __device__ void make_node(const box_tree<T, K>& tree,
                                   int level, std::int64_t i) {
  node<T, K> made;
  if (level == 0) {
    const std::int64_t to = tree.leaf_begin(i + 1);
    for (std::int64_t t = tree.leaf_begin(i); t < to; ++t) {
      const T* p = tree.points + t * K;
      made.join(p, p, tree.ranks[t]);
    }
  } else {
    const std::int64_t from = tree.begin[level - 1] + i * fan_out;
    const std::int64_t to = min(from + fan_out, tree.begin[level]);
    for (std::int64_t j = from; j < to; ++j) {
      const box<T, K> b = tree.boxes[j];
      made.join(b.low, b.high, tree.least[j]);
    }
  }
  tree.boxes[tree.begin[level] + i] = made.around;
  tree.least[tree.begin[level] + i] = made.least;
}
template <class T, int K>
struct seeker {
  T at[K];
  std::uint32_t limit;
  candidate best;
  int visits = 0;
  __host__ __device__ seeker(const box_tree<T, K>& tree,
                             const ranking& ranks, std::int64_t t)
      : limit(ranks.limit(tree.ranks[t])), best(no_candidate()) {
    for (int c = 0; c < K; ++c) at[c] = tree.points[t * K + c];
  }
  __host__ __device__ bool may_improve(const box_tree<T, K>& tree,
                                       std::int64_t node) {
    ++visits;
    const std::uint32_t least = tree.least[node];
    if (least >= limit) return false;
    const box<T, K> b = tree.boxes[node];
    T c[K];
    for (int i = 0; i < K; ++i)
      c[i] = min(max(at[i], b.low[i]), b.high[i]);
    return nearer({squared_distance(c, at, K), least}, best);
  }
  __host__ __device__ void look_at_leaf(const box_tree<T, K>& tree,
                                        std::int64_t leaf) {
    const std::int64_t to = tree.leaf_begin(leaf + 1);
    for (std::int64_t t = tree.leaf_begin(leaf); t < to; ++t) {
      const std::uint32_t r = tree.ranks[t];
      if (r >= limit) continue;
      const candidate next{
          squared_distance(tree.points + t * K, at, K), r};
      if (nearer(next, best)) best = next;
    }
  }
  __host__ __device__ void look_below(const box_tree<T, K>& tree,
                                      int top, std::int64_t node,
                                      int budget) {
    int level = top;
    std::int64_t i = node;
    while (visits < budget) {
      if (may_improve(tree, tree.begin[level] + i)) {
        if (level > 0) {
          --level;
          i *= fan_out;
          continue;
        }
        look_at_leaf(tree, i);
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
  __host__ __device__ void look_from(const box_tree<T, K>& tree,
                                     std::int64_t own, int budget) {
    if (limit == 0) return;
    look_at_leaf(tree, own);
    for (int level = 0; level + 1 < tree.levels; ++level) {
      const std::int64_t from = own / fan_out * fan_out;
      const std::int64_t to = min(from + fan_out, tree.count(level));
      for (std::int64_t i = from; i < to && visits < budget; ++i)
        if (i != own) look_below(tree, level, i, budget);
      own /= fan_out;
    }
  }
};
template <class T, int K>
__host__ __device__ std::uint32_t cell_of(const T* p, box<T, K> frame,
                                          int bits) {
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
