#pragma once
#include <string>
#include <type_traits>
#include <vector>
#include <ww/files.h>
#include <ww/launch.cuh>

namespace ww {
template <class T>
using point =
    std::conditional_t<std::is_same_v<T, float>, float2, double2>;
template <class T>
struct point_file : row_source {
  std::vector<point<T>> points;
};
template <class T>
point_file<T> read_point_file(const std::string& path,
                              memory_need need = {}) {
  point_file<T> f;
  static_cast<row_source&>(f) = read_rows<T>(
      path, 2,
      [&](std::int64_t n) {
        f.points.resize(f.points.size() + n);
        return reinterpret_cast<T*>(f.points.data() + f.points.size()) -
               2 * n;
      },
      need);
  if (!f.lines.empty()) need.keep(f.points), need.keep(f.lines);
  return f;
}
template <class T>
std::vector<point<T>> read_points(const std::string& path) {
  return read_point_file<T>(path).points;
}
template <class P>
void write_points(output_file& out, const std::vector<P>& points,
                  bool counted = false) {
  using T = decltype(P::x);
  write_table(out, reinterpret_cast<const T*>(points.data()),
              std::int64_t(points.size()), 2, counted);
}
template <class P>
void write_points(const std::string& path, const std::vector<P>& points,
                  bool counted = false) {
  output_file out(path);
  write_points(out, points, counted);
  out.commit();
}
}
