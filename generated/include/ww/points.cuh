#pragma once
#include <sys/stat.h>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>
#include <ww/launch.cuh>
#include <ww/program.h>

namespace ww {
template <class T>
using point = std::conditional_t<std::is_same_v<T, float>, float2, double2>;

template <class T>
struct point_file {
  std::string name;
  std::vector<point<T>> points;
  std::vector<std::int64_t> lines;
  bool counted = false;
  std::string where(std::int64_t i) const {
    return lines.empty() ? name + ": row " + std::to_string(i)
                         : name + ":" + std::to_string(lines[i]);
  }
};
template <class T>
point_file<T> read_point_file(const std::string& path);
template <class T>
std::vector<point<T>> read_points(const std::string& path) {
  return read_point_file<T>(path).points;
}
struct closer {
  void operator()(std::FILE* f) const { if (f != stdin) std::fclose(f); }
};
using input_file = std::unique_ptr<std::FILE, closer>;
input_file open_input(const std::string& path, struct stat& status);

struct npy_header {
  std::string type;
  bool fortran_order = false;
  std::vector<std::int64_t> shape;
  std::int64_t length = 0;
};
npy_header read_npy_header(std::FILE* f, const std::string& path,
                           std::int64_t file_size);
template <class P>
void write_points(const std::string& path, const std::vector<P>& points,
                  bool counted = false);
}
