#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <vector>
#include <ww/detail/ground/host-call.cuh>
#include <ww/detail/neighbours/host-tree.h>
#include <ww/peaks.cuh>

namespace ww {
using namespace detail;
using namespace detail::neighbours;
namespace {
template <class T, int K>
void split_at_medians(const T* rows, std::uint32_t* first,
                      std::int64_t n, bool by_all) {
  if (n <= leaf_size) return;
  node<T, K> whole;
  for (std::int64_t i = 0; i < n; ++i)
    whole.join(rows + first[i] * K, rows + first[i] * K, 0);
  int widest = 0;
  for (int c = 1; c < K; ++c)
    if (whole.high[c] - whole.low[c] >
        whole.high[widest] - whole.low[widest])
      widest = c;
  std::int64_t half = leaf_size;
  while (2 * half < n) half *= 2;
  std::nth_element(first, first + half, first + n, [&](auto a, auto b) {
    return rows[a * K + widest] < rows[b * K + widest];
  });
  #pragma omp task if (by_all && n > 4096)
  split_at_medians<T, K>(rows, first, half, by_all);
  split_at_medians<T, K>(rows, first + half, n - half, by_all);
}
template <class T, int K>
struct host_search {
  host_search(bool grid, bool by_all) : grid(grid), by_all(by_all) {}
  void operator()(const std::vector<T>& points, int k,
                  const std::vector<T>& heights,
                  const higher_options& o,
                  std::vector<std::int64_t>& higher,
                  std::vector<double>& squared) {
    const auto n = std::int64_t(heights.size());
    require_searchable<T, T>({nullptr, k, k, nullptr, 1, n}, o);
    rank(points, k, heights, o);
    tree.ranks.resize(n);
    std::iota(tree.ranks.begin(), tree.ranks.end(), 0u);
    if (grid) {
      const int bits = grid_bits<K>(n);
      node<T, K> frame;
      for (std::int64_t r = 0; r < n; ++r)
        frame.join(&rows[r * K], &rows[r * K], 0);
      auto& starts = tree.starts;
      starts.assign((std::int64_t(1) << K * bits) + 1, 0);
      tree.cells.resize(n);
      std::vector<std::uint32_t> cell(n);
      for (std::int64_t r = 0; r < n; ++r) {
        cell[r] = cell_of<T, K>(&rows[r * K], frame, bits);
        ++starts[cell[r] + 1];
      }
      std::partial_sum(starts.begin(), starts.end(), starts.begin());
      std::vector<std::uint32_t> next = starts;
      for (std::int64_t r = 0; r < n; ++r) {
        const std::uint32_t t = next[cell[r]]++;
        tree.ranks[t] = std::uint32_t(r);
        tree.cells[t] = cell[r];
      }
    } else {
      #pragma omp parallel if (by_all)
      #pragma omp single
      split_at_medians<T, K>(rows.data(), tree.ranks.data(), n, by_all);
    }
    tree.build(rows, by_all);
    higher.resize(n);
    squared.resize(n);
    const ranking ranks{order.data(),
                        limits.empty() ? nullptr : limits.data()};
    const nearest_output out{higher.data(), squared.data()};
    #pragma omp parallel for schedule(dynamic, 256) if (by_all)
    for (std::int64_t t = 0; t < n; ++t) {
      seeker<T, K> me(tree, ranks, t);
      me.look_from(tree.leaf_of(t), INT_MAX);
      out.write(ranks, tree.ranks[t], me.best);
    }
  }
  bool grid, by_all;
  std::vector<T> sorted, rows;
  std::vector<std::uint32_t> order, limits;
  host_tree<T, K> tree;
  void rank(const std::vector<T>& points, int k,
            const std::vector<T>& heights, const higher_options& o) {
    const auto n = std::int64_t(heights.size());
    sorted = heights;
    for (T& h : sorted) h += T(0);
    order = by_all ? argsort_parallel(sorted, ww::order::descending)
                   : order_by_height(sorted.data(), 1, n);
    rows.resize(n * K);
    limits.resize(is_strict(o) ? n : 0);
    std::int64_t limit = 0;
    for (std::int64_t r = 0; r < n; ++r) {
      std::copy_n(&points[std::int64_t(order[r]) * k], K, &rows[r * K]);
      if (!is_strict(o)) continue;
      while (limit < r && exceeds(heights[order[limit]],
                                  heights[order[r]], o.ratio))
        ++limit;
      limits[r] = std::uint32_t(limit);
    }
  }
};
template <class T>
std::function<host_peaks<T>> from_host(auto search) {
  return [=](auto& points, int k, auto& heights, auto& o, auto& higher,
             auto& squared) {
    const auto n = std::int64_t(heights.size());
    host_call<T, T, std::int64_t, double>()(
        [&](void* memory, std::size_t& bytes, const T* p, const T* h,
            std::int64_t* found, double* far) {
          const points_with_heights<T, T> in{p, k, k, h, 1, n};
          search(memory, bytes, in, found, far, o, cudaStream_t());
        },
        {.n = n * k, .from = points.data()},
        {.n = n, .from = heights.data()}, {.n = n, .to = &higher},
        {.n = n, .to = &squared});
  };
}
template <class T>
std::function<host_peaks<T>> on_host(bool grid, bool by_all) {
  auto plane = std::make_shared<host_search<T, 2>>(grid, by_all);
  auto space = std::make_shared<host_search<T, 3>>(grid, by_all);
  return [=](auto& points, int k, auto&... rest) {
    if (k == 2) (*plane)(points, k, rest...);
    else (*space)(points, k, rest...);
  };
}
}
template <class T> std::vector<variant<host_peaks<T>>> peak_variants() {
  return {{"serial", false, "", on_host<T>(false, false)},
          {"parallel", false, "", on_host<T>(false, true)},
          {"serial-grid", false, "", on_host<T>(true, false)},
          {"parallel-grid", false, "", on_host<T>(true, true)},
          {"tree", true, "", from_host<T>(nearest_higher_tree<T, T>)},
          {"tiled", true, "", from_host<T>(nearest_higher_tiled<T, T>)},
          {"published", true, "", from_host<T>([](auto&&... a) {
             nearest_higher_published<T, T>(a...);
           })}};
}
template std::vector<variant<host_peaks<float>>> peak_variants();
template std::vector<variant<host_peaks<double>>> peak_variants();
}
