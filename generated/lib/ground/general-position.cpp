#include <ww/general-position.cuh>
#include <algorithm>
#include <ww/datasets.cuh>
#include <ww/orientation.cuh>

namespace ww {
template <class P>
void sort_by_x(std::vector<P>& points) {
  std::sort(points.begin(), points.end(), [](P a, P b) {
    return a.x < b.x || (a.x == b.x && a.y < b.y);
  });
}
struct strip_map {
  double x0 = 0, y0 = 0, scale = 1;
  template <class P>
  explicit strip_map(const std::vector<P>& points) {
    if (points.empty()) return;
    double x1 = x0 = points[0].x;
    y0 = points[0].y;
    for (P p : points) {
      x0 = std::min(x0, double(p.x));
      x1 = std::max(x1, double(p.x));
      y0 = std::min(y0, double(p.y));
    }
    while ((x1 - x0) * scale > 1) scale *= 0.5;
    while (x1 > x0 && (x1 - x0) * scale <= 0.5) scale *= 2;
  }
  template <class P>
  P operator()(P p) const {
    using T = decltype(P::x);
    return {T((p.x - x0) * scale), T((p.y - y0) * scale)};
  }
};
template <class P>
std::vector<P> to_unit_strip(std::vector<P> points) {
  strip_map map(points);
  for (P& p : points) p = map(p);
  return points;
}
namespace {
template <class P, class Visit>
void visit_collinear(const std::vector<P>& p, Visit visit) {
  const std::int64_t n = std::int64_t(p.size());
  for (std::int64_t i = 1; i < n && n > 2; ++i)
    if (p[i - 1].x == p[i].x && p[i - 1].y == p[i].y) {
      visit(i > 1 ? three_indices{0, i - 1, i} : three_indices{0, 1, 2});
      return;
    }
  std::vector<std::int64_t> later;
  for (std::int64_t i = 0; i + 2 < n; ++i) {
    later.clear();
    for (std::int64_t j = i + 1; j < n; ++j) later.push_back(j);
    std::sort(later.begin(), later.end(), [&](auto a, auto b) {
      return orientation(p[i], p[a], p[b]) > 0;
    });
    for (std::size_t k = 1; k < later.size(); ++k)
      if (orientation(p[i], p[later[k - 1]], p[later[k]]) == 0) {
        auto [a, b] = std::minmax(later[k - 1], later[k]);
        if (!visit(three_indices{i, a, b})) return;
      }
  }
}
template <class P>
struct candidate {
  P at;
  std::int64_t drawn;
};
template <class P>
void thin_out(std::vector<candidate<P>>& kept, std::int64_t n) {
  std::sort(kept.begin(), kept.end(), [](auto a, auto b) {
    return a.at.x < b.at.x || (a.at.x == b.at.x && a.drawn < b.drawn);
  });
  auto end = std::unique(kept.begin(), kept.end(), [](auto a, auto b) {
    return a.at.x == b.at.x;
  });
  kept.erase(end, kept.end());
  if (std::int64_t(kept.size()) < n) return;
  std::vector<P> points;
  for (auto c : kept) points.push_back(c.at);
  std::vector<bool> dropped(kept.size());
  visit_collinear(points, [&](three_indices t) {
    dropped[*std::max_element(t.begin(), t.end(), [&](auto a, auto b) {
      return kept[a].drawn < kept[b].drawn;
    })] = true;
    return true;
  });
  std::size_t left = 0;
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (!dropped[i]) kept[left++] = kept[i];
  kept.resize(left);
}
}
template <class P>
std::optional<three_indices> find_collinear_triple(
    const std::vector<P>& points) {
  std::optional<three_indices> found;
  visit_collinear(points, [&](three_indices t) {
    found = t;
    return false;
  });
  return found;
}
template <class T>
std::vector<point<T>> general_position(const std::string& name,
                                       std::int64_t n,
                                       std::uint64_t seed) {
  if (n > 16384)
    throw bad_input("at most 16384 points can be drawn in general "
                    "position");
  strip_map map(generate<T>(name, n, seed));
  distribution d = find_distribution<T>(name, n);
  std::vector<candidate<point<T>>> kept;
  for (std::int64_t next = 0; std::int64_t(kept.size()) < n;) {
    if (next > 64 * n + 1024)
      throw bad_input(name + ": there are not " + std::to_string(n) +
                      " points in general position among the first " +
                      std::to_string(next));
    for (std::int64_t k = n - std::int64_t(kept.size()); k > 0; --k) {
      point<T> p = map(draw_point<T>(d, n, seed, next));
      if (p.x >= 0 && p.x <= 1) kept.push_back({p, next});
      ++next;
    }
    thin_out(kept, n);
  }
  std::vector<point<T>> points;
  for (auto c : kept) points.push_back(c.at);
  return points;
}
#define WW_INSTANTIATE(T)                                              \
  template std::vector<point<T>> general_position<T>(                  \
      const std::string&, std::int64_t, std::uint64_t);                \
  template void sort_by_x(std::vector<point<T>>&);                     \
  template std::vector<point<T>> to_unit_strip(std::vector<point<T>>); \
  template std::optional<three_indices> find_collinear_triple(         \
      const std::vector<point<T>>&);
WW_INSTANTIATE(float)
WW_INSTANTIATE(double)
#undef WW_INSTANTIATE
}
