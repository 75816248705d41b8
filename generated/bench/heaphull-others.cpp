#include <cstddef>
#include <cstdlib>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>
#ifdef WW_CGAL
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/convex_hull_2.h>
#endif
#ifdef WW_QHULL
extern "C" {
#include <libqhull_r/qhull_ra.h>
}
#endif
#ifdef WW_VQHULL
#include <vqhull.h>
#endif
struct other_hull {
  std::string name;
  std::function<std::function<std::size_t()>(const double* xy,
                                             std::size_t n)>
      prepare;
};
std::vector<other_hull> other_hulls();
namespace {
#ifdef WW_CGAL
std::function<std::size_t()> cgal(const double* xy, std::size_t n) {
  using kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
  std::vector<kernel::Point_2> points(n);
  for (std::size_t i = 0; i < n; ++i)
    points[i] = {xy[2 * i], xy[2 * i + 1]};
  return [points = std::move(points)] {
    std::vector<kernel::Point_2> ring;
    CGAL::convex_hull_2(points.begin(), points.end(),
                        std::back_inserter(ring));
    return ring.size();
  };
}
#endif
#ifdef WW_QHULL
std::function<std::size_t()> qhull(const double* xy, std::size_t n) {
  std::vector<double> points(xy, xy + 2 * n);
  return [points = std::move(points)] {
    qhT state, *qh = &state;
    qh_zero(qh, stderr);
    char command[] = "qhull";
    if (qh_new_qhull(qh, 2, int(points.size() / 2),
                     const_cast<double*>(points.data()), False, command,
                     nullptr, stderr) != 0)
      throw std::runtime_error("qhull");
    const auto h = std::size_t(qh->num_vertices);
    int left, total;
    qh_freeqhull(qh, !qh_ALL);
    qh_memfreeshort(qh, &left, &total);
    return h;
  };
}
#endif
#ifdef WW_VQHULL
using in_place = std::size_t (*)(std::size_t, double*, double*);
std::function<std::size_t()> vqhull(const double* xy, std::size_t n,
                                    in_place find) {
  const std::size_t room = (n / 8192 + 2) * 8192;
  const std::shared_ptr<double> a{
      static_cast<double*>(std::aligned_alloc(64, 4 * room * 8)), free};
  double* const p = a.get();
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < room; ++i)
    for (std::size_t k = 0; k < 2; ++k)
      p[k * room + i] = xy[i < n ? 2 * i + k : k];
  return [=] {
    double* const x = a.get() + 2 * room;
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < 2 * room; ++i) x[i] = a.get()[i];
    return find(n, x, x + room);
  };
}
#endif
}
std::vector<other_hull> other_hulls() {
  return {
      #ifdef WW_CGAL
      {"cgal", cgal},
      #endif
      #ifdef WW_QHULL
      {"qhull", qhull},
      #endif
      #ifdef WW_VQHULL
      {"copy", [](const double* p, std::size_t n) {
         return vqhull(p, n, [](std::size_t, double*, double*) {
           return std::size_t(0);
         });
       }},
      {"vqhull", [](const double* p, std::size_t n) {
         return vqhull(p, n, VecQuickhull);
       }},
      {"vqhull-parallel", [](const double* p, std::size_t n) {
         return vqhull(p, n, VecQuickhullP);
       }},
      #endif
  };
}
