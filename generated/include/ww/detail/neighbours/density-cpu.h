#pragma once
#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>
#include <ww/detail/neighbours/density-kernels.cuh>
#include <ww/detail/neighbours/host-tree.h>
#include <ww/peaks.cuh>

namespace ww::detail::neighbours::density {
constexpr int row_chunk = 256;
using order_list = std::vector<std::uint32_t>;
template <class C>
struct columns {
  std::int64_t n = 0;
  int k = 0;
  std::vector<C> x, weight;
  const C* column(int c) const { return x.data() + c * n; }
  template <class T>
  columns(const std::vector<T>& points, int k, double scale,
          const order_list& order)
      : n(std::int64_t(points.size()) / k), k(k), x(points.size()) {
    for (std::int64_t i = 0; i < n; ++i) {
      const auto from = order.empty() ? i : std::int64_t(order[i]);
      for (int c = 0; c < k; ++c)
        x[c * n + i] = C(double(points[from * k + c]) * scale);
    }
  }
};
template <class T>
double scale_of_all(const std::vector<T>& points) {
  double largest = 0;
  for (T p : points) largest = std::max(largest, std::fabs(double(p)));
  return scale_for(largest);
}
template <class C>
void row_squares(const columns<C>& p, const C* mine, std::int64_t begin,
                 int count, C* square) {
  C product[row_chunk];
  for (int c = 0; c < p.k; ++c) {
    const C x = mine[c], *other = p.column(c) + begin;
#pragma omp simd
    for (int j = 0; j < count; ++j) {
      const C d = x - other[j];
      product[j] = d * d;
    }
    if (c == 0) std::copy(product, product + count, square);
    else
#pragma omp simd
      for (int j = 0; j < count; ++j) square[j] += product[j];
  }
}
template <class C>
std::vector<C> row_at(const columns<C>& p, std::int64_t i) {
  std::vector<C> x(std::size_t(p.k));
  for (int c = 0; c < p.k; ++c) x[c] = p.column(c)[i];
  return x;
}
template <class C, class Use>
void look_past(const columns<C>& p, std::int64_t i, std::int64_t begin,
               std::int64_t end, Use use) {
  const auto x = row_at(p, i);
  C square[row_chunk];
  for (std::int64_t b = begin; b < end; b += row_chunk) {
    const int count = int(std::min<std::int64_t>(row_chunk, end - b));
    row_squares(p, x.data(), b, count, square);
    use(b, count, square);
  }
}
template <bool Weighted, class C>
C plane_terms(const columns<C>& p, std::int64_t i, std::int64_t begin,
              int count, C factor) {
  const C *a = p.column(0) + begin, *b = p.column(1) + begin;
  const C *weight = p.weight.data() + begin;
  const C x0 = p.column(0)[i], x1 = p.column(1)[i];
  C sum = 0;
#pragma omp simd reduction(+ : sum)
  for (int j = 0; j < count; ++j) {
    C square = (x0 - a[j]) * (x0 - a[j]);
    square += (x1 - b[j]) * (x1 - b[j]);
    sum += (Weighted ? weight[j] : C(1)) *
           polynomial_power(square * factor);
  }
  return sum;
}
template <bool Weighted, class C>
C many_terms(const C* square, const C* weight, int count, C factor) {
  C sum = 0;
#pragma omp simd reduction(+ : sum)
  for (int j = 0; j < count; ++j)
    sum += (Weighted ? weight[j] : C(1)) *
           polynomial_power(square[j] * factor);
  return sum;
}
template <bool Weighted, class C>
double sum_of_terms(const columns<C>& p, std::int64_t i, C factor) {
  double sum = 0;
  if (p.k != 2)
    look_past(p, i, 0, p.n, [&](std::int64_t b, int count, C* square) {
      sum += double(many_terms<Weighted>(square, p.weight.data() + b,
                                         count, factor));
    });
  for (std::int64_t b = 0; p.k == 2 && b < p.n; b += row_chunk) {
    const int count = int(std::min<std::int64_t>(row_chunk, p.n - b));
    sum += double(plane_terms<Weighted>(p, i, b, count, factor));
  }
  return sum;
}
template <class C>
void gaussian_on_cpu(const columns<C>& p, double scaled_dc,
                     [[maybe_unused]] bool parallel,
                     std::vector<double>& rho) {
  const C factor = C(std::max(
      -1.4426950408889634 / (scaled_dc * scaled_dc), -0x1p126));
#pragma omp parallel for schedule(static) if (parallel)
  for (std::int64_t i = 0; i < p.n; ++i)
    rho[i] = p.weight.empty()
                 ? std::max(sum_of_terms<false>(p, i, factor) - 1, 0.0)
                 : sum_of_terms<true>(p, i, factor);
}
inline void count_on_cpu(const columns<double>& p, double scaled_dc,
                         const std::vector<wide>& weights,
                         [[maybe_unused]] bool parallel,
                         std::vector<double>& rho) {
  const double bound = least_square(scaled_dc);
#pragma omp parallel for schedule(static) if (parallel)
  for (std::int64_t i = 0; i < p.n; ++i) {
    wide sum = 0;
    auto weighted = [&](auto b, int count, const double* square) {
      for (int j = 0; j < count; ++j)
        sum += square[j] < bound ? weights[b + j] : 0;
    };
    auto plain = [&](auto, int count, const double* square) {
      for (int j = 0; j < count; ++j) sum += square[j] < bound;
    };
    if (weights.empty()) look_past(p, i, 0, p.n, plain);
    else look_past(p, i, 0, p.n, weighted);
    rho[i] = double(weights.empty() ? std::max<wide>(sum, 1) - 1 : sum);
  }
}
template <class T>
void densities_on_cpu(const std::vector<T>& points,
                      const columns<double>& exact,
                      const density_options& o, double scale,
                      bool parallel, density_result& r) {
  std::vector<wide> weights;
  int shift = 0;
  if (o.weights) {
    const double* const end = o.weights + exact.n;
    shift = weight_shift(bits_of(*std::max_element(o.weights, end)),
                         exact.n);
    for (const double* w = o.weights; w < end; ++w)
      weights.push_back(whole_weight(*w, shift));
  }
  if (o.kernel == density_kernel::cutoff) {
    count_on_cpu(exact, r.dc * scale, weights, parallel, r.rho);
  } else {
    columns<T> p(points, exact.k, scale, {});
    p.weight.assign(weights.begin(), weights.end());
    gaussian_on_cpu(p, r.dc * scale, parallel, r.rho);
  }
  for (double& rho : r.rho) rho = std::ldexp(rho, -shift);
}
struct key_list {
  std::vector<std::pair<double, std::int64_t>> keys;
  std::size_t limit = 1 << 20;
  void add(double key, std::int64_t times) {
    keys.emplace_back(key, times);
    if (keys.size() < limit) return;
    compact();
    limit = std::max(limit, 2 * keys.size());
  }
  void compact() {
    std::sort(keys.begin(), keys.end());
    std::size_t kept = 0;
    for (std::size_t i = 0; i < keys.size(); ++i)
      if (kept > 0 && keys[kept - 1].first == keys[i].first)
        keys[kept - 1].second += keys[i].second;
      else keys[kept++] = keys[i];
    keys.resize(kept);
  }
};
inline std::int64_t collect_pairs(const columns<double>& p, double low,
                                  double high,
                                  [[maybe_unused]] bool parallel,
                                  key_list& all) {
  std::int64_t below = 0;
#pragma omp parallel reduction(+ : below) if (parallel)
  {
    key_list mine;
#pragma omp for schedule(dynamic, 16)
    for (std::int64_t i = 0; i < p.n; ++i) {
      std::int64_t fewer = 0;
      look_past(p, i, i + 1, p.n, [&](auto, int count, const double* square) {
        for (int b = 0; b < count; b += 64) {
          const int end = std::min(b + 64, count);
          int less = 0, not_more = 0;
          for (int j = b; j < end; ++j) less += square[j] < low;
          for (int j = b; j < end; ++j) not_more += square[j] <= high;
          fewer += less;
          if (not_more == less) continue;
          for (int j = b; j < end; ++j)
            if (square[j] >= low && square[j] <= high) mine.add(square[j], 1);
        }
      });
      below += fewer;
    }
    mine.compact();
#pragma omp critical
    for (const auto& [key, times] : mine.keys) all.add(key, times);
  }
  all.compact();
  return below;
}
inline std::pair<double, double> sampled_bracket(
    const columns<double>& p, double q) {
  const auto m = std::clamp<std::int64_t>(p.n * p.n / 16, 256,
                                          1 << 18);
  std::vector<double> sample(std::size_t(m), 0);
  for (std::int64_t s = 0; s < m; ++s) {
    const two_points pair = draw_pair(s, p.n);
    row_squares(p, row_at(p, pair.i).data(), pair.j, 1, &sample[s]);
  }
  std::sort(sample.begin(), sample.end());
  const two_points at = bracket_ranks(m, q);
  return {at.i < 1 ? 0 : sample[at.i - 1],
          at.j > m ? HUGE_VAL : sample[at.j - 1]};
}
inline double cutoff_on_cpu(const columns<double>& p, double percent,
                            bool parallel) {
  const wide pairs = pairs_of(wide(p.n));
  if (pairs == 0) return 0;
  const auto rank = std::int64_t(wanted_rank(pairs, percent));
  auto [low, high] = sampled_bracket(p, double(rank) / double(pairs));
  for (;; low = 0, high = HUGE_VAL) {
    key_list found;
    std::int64_t before = collect_pairs(p, low, high, parallel, found);
    if (rank <= before) continue;
    for (const auto& [key, times] : found.keys)
      if ((before += times) >= rank) return std::sqrt(key);
  }
}
inline void parents_by_tree(const columns<double>& p, double scale,
                            bool parallel, density_result& r) {
  std::vector<double> rows(p.x.size());
  for (std::int64_t i = 0; i < p.n; ++i)
    for (int c = 0; c < p.k; ++c) rows[i * p.k + c] = p.column(c)[i];
  std::vector<double> squared;
  const auto searches = peak_variants<double>();
  find_variant(searches, parallel ? "parallel" : "serial")
      .run(rows, p.k, r.rho, {}, r.parent, squared);
  for (std::int64_t i = 0; i < p.n; ++i) {
    double& square = squared[i];
    if (r.parent[i] < 0) {
      square = 0;
      look_past(p, i, 0, p.n, [&](auto, int count, const double* s) {
        square = std::max(square, *std::max_element(s, s + count));
      });
    }
    r.delta[i] = std::sqrt(square) / scale;
  }
}
inline void parents_on_cpu(const columns<double>& p,
                           const order_list& order, double scale,
                           [[maybe_unused]] bool parallel,
                           density_result& r) {
#pragma omp parallel for schedule(dynamic, 64) if (parallel)
  for (std::int64_t q = 0; q < p.n; ++q) {
    double best = HUGE_VAL, far = 0;
    std::int64_t nearest = -1;
    look_past(p, q, 0, q == 0 ? p.n : q,
              [&](std::int64_t b, int count, const double* square) {
      double least = HUGE_VAL, most = far;
#pragma omp simd reduction(min : least) reduction(max : most)
      for (int j = 0; j < count; ++j) {
        least = square[j] < least ? square[j] : least;
        most = square[j] > most ? square[j] : most;
      }
      far = most;
      if (!(least < best)) return;
      best = least;
      nearest = b + (std::find(square, square + count, least) - square);
    });
    const std::size_t i = order[q];
    r.parent[i] = q == 0 ? -1 : std::int64_t(order[nearest]);
    r.delta[i] = std::sqrt(q == 0 ? far : best) / scale;
  }
}
inline void labels_on_cpu(const order_list& order, std::int64_t given,
                          density_result& r) {
  const std::size_t n = order.size();
  order_list ranked = order;
  auto gamma = [&](std::size_t i) { return r.rho[i] * r.delta[i]; };
  std::stable_sort(ranked.begin(), ranked.end(), [&](auto a, auto b) {
    return gamma(a) > gamma(b);
  });
  auto factor = [&](std::size_t k) {
    return k < n && gamma(ranked[k]) > 0
               ? gamma(ranked[k - 1]) / gamma(ranked[k]) : 0;
  };
  r.clusters = 1;
  r.gap = 0;
  for (std::size_t k = 1; k * k <= n; ++k)
    if (factor(k) > r.gap) {
      r.gap = factor(k);
      r.clusters = std::int64_t(k);
    }
  if (given > 0) r.gap = factor(std::size_t(r.clusters = given));
  r.cluster.assign(n, 0);
  for (std::size_t c = 0; c < std::size_t(r.clusters); ++c)
    r.cluster[ranked[c]] = std::int64_t(c + 1);
  for (std::uint32_t i : order)
    if (r.cluster[i] == 0) r.cluster[i] = r.cluster[r.parent[i]];
}
inline void halo_on_cpu(const columns<double>& p, double scaled_dc,
                        density_result& r) {
  const double bound =
      least_square(std::nextafter(scaled_dc, HUGE_VAL));
  std::vector<double> border(std::size_t(r.clusters) + 1, 0);
  for (std::int64_t i = 0; i < p.n; ++i) {
    const double rho = r.rho[i];
    const std::int64_t mine = r.cluster[i];
    double& densest = border[mine];
    look_past(p, i, 0, p.n,
              [&](std::int64_t b, int count, const double* square) {
      for (int j = 0; j < count; ++j)
        if (square[j] < bound && r.cluster[b + j] != mine)
          densest = std::max(densest, (rho + r.rho[b + j]) * 0.5);
    });
  }
  r.halo.resize(r.rho.size());
  for (std::size_t i = 0; i < r.rho.size(); ++i)
    r.halo[i] = r.rho[i] < border[r.cluster[i]];
}
struct result_arrays {
  device_array<double> scalars, rho, delta;
  device_array<std::int64_t> parent, cluster, clusters;
  device_array<unsigned char> halo;
  explicit result_arrays(std::int64_t n)
      : scalars(2), rho(n), delta(n), parent(n), cluster(n),
        clusters(1), halo(n) {}
  density_arrays names() {
    return {scalars.data(), scalars.data() + 1, rho.data(),
            delta.data(),   parent.data(),      cluster.data(),
            clusters.data(), halo.data()};
  }
  density_result to_result(bool with_halo) const {
    const auto both = to_host(scalars);
    density_result r{both[0], both[1], to_host(clusters)[0],
                     to_host(rho), to_host(delta), to_host(parent),
                     to_host(cluster), {}};
    if (with_halo) r.halo = to_host(halo);
    return r;
  }
};
template <class T>
std::function<host_density<T>> cpu_density(bool parallel) {
  return [=](const std::vector<T>& points, int k,
             const density_options& o, density_result& r) {
    if (k < 1) throw bad_input("no coordinates");
    const auto n = std::int64_t(points.size()) / k;
    require_clusterable(n, k, o);
    require_weights(o.weights, n);
    r = {};
    r.dc = o.dc;
    if (n == 0) return;
    const double scale = scale_of_all(points);
    const columns<double> exact(points, k, scale, {});
    if (o.dc == 0)
      r.dc = cutoff_on_cpu(exact, o.percent, parallel) / scale;
    require_cutoff(r, n, o);
    r.rho.resize(std::size_t(n));
    r.delta = r.rho;
    r.parent.resize(std::size_t(n));
    densities_on_cpu(points, exact, o, scale, parallel, r);
    const order_list order = order_by_height(r.rho.data(), 1, n);
    if (k == 2 || k == 3) parents_by_tree(exact, scale, parallel, r);
    else
      parents_on_cpu(columns<double>(points, k, scale, order), order,
                     scale, parallel, r);
    labels_on_cpu(order, o.clusters, r);
    if (o.halo) halo_on_cpu(exact, r.dc * scale, r);
  };
}
}
