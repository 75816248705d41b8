#include <ww/datasets.cuh>

namespace ww {
const std::vector<generator>& generators() {
#define WW_ENTRY(name, family, largest, description)                  \
  {#name, description, distribution::name, largest<float>, \
   largest<double>},
  static const std::vector<generator> list = {WW_GENERATORS(WW_ENTRY)};
#undef WW_ENTRY
  return list;
}
template <class T>
distribution find_distribution(const std::string& name,
                               std::int64_t n) {
  std::string known;
  for (const generator& g : generators()) {
    std::int64_t largest =
        sizeof(T) == 4 ? g.largest_float : g.largest_double;
    if (g.name == name && n >= 0 && n <= largest) return g.kind;
    if (g.name == name)
      throw bad_input(name + " has from 0 to " +
                      std::to_string(largest) +
                      (sizeof(T) == 4 ? " float" : " double") +
                      " points, not " + std::to_string(n));
    known += (known.empty() ? "" : ", ") + g.name;
  }
  throw bad_input("there is no generator " + name + "; there are " +
                  known);
}
template <class T>
std::vector<point<T>> generate(const std::string& name, std::int64_t n,
                               std::uint64_t seed) {
  distribution d = find_distribution<T>(name, n);
  require_host_memory(double(n) * sizeof(point<T>),
                      std::to_string(n) + " points: ");
  std::vector<point<T>> points(n);
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n; ++i)
    points[i] = draw_point<T>(d, n, seed, i);
  return points;
}
template distribution find_distribution<float>(const std::string&,
                                               std::int64_t);
template distribution find_distribution<double>(const std::string&,
                                                std::int64_t);
template std::vector<float2> generate<float>(
    const std::string&, std::int64_t, std::uint64_t);
template std::vector<double2> generate<double>(
    const std::string&, std::int64_t, std::uint64_t);
}
