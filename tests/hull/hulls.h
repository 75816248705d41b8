// What the tests of hulls share: the exact judge, sets from bug reports, the generators' names.
#pragma once
#include <algorithm>
#include <set>
#include <string>
#include <vector>
#include "catch.h"
#include "exact.h"
#include <ww/datasets.cuh>
#include <ww/detail/hull/chain.cuh>
#include <ww/model.h>
using namespace ww;
using namespace ww::detail;
using namespace ww::detail::hull;

using ring_t = std::vector<point_index>;
// Makes a call in two steps, call(temporary, bytes), with memory of exactly the size that it asks for; the model finds nothing.
template <class Call>
void call_with_memory(Call call) {
  std::size_t bytes = 0;
  call(nullptr, bytes);
  device_array<char> memory{std::int64_t(bytes)};
#if WW_MODEL
  model::watch w;
#endif
  call(memory.data(), bytes);
#if WW_MODEL
  const model::report report = w.stop();
  CAPTURE(report.findings.empty() ? "" : report.findings[0].text);
  CHECK(report.findings.empty());
#endif
}
inline float2 f(double x, double y) { return {float(x), float(y)}; }
inline std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const auto& g : generators()) all.push_back(g.name);
  return all;
}
template <class P>
std::vector<P> shuffled_points(std::vector<P> p, std::uint64_t seed) {
  random_source r{seed, 0, 99};
  for (std::size_t i = p.size(); i > 1; --i) {
    r.i = std::int64_t(i);
    std::swap(p[i - 1], p[r.words(0).word[0] % i]);
  }
  return p;
}
// The judge. It does not compute a hull: it looks at the definition, with exact integers.
// Empty if `ring` is the hull of `points`; else what is wrong with it.
template <class P>
std::string wrong(const std::vector<P>& points, const ring_t& ring, bool keep) {
  std::vector<point_index> distinct;  // the first of equal points
  for (point_index i = 0; i < points.size(); ++i) distinct.push_back(i);
  std::stable_sort(distinct.begin(), distinct.end(),
                   [&](point_index a, point_index b) { return precedes(points[a], points[b]); });
  distinct.erase(std::unique(distinct.begin(), distinct.end(),
                             [&](point_index a, point_index b) { return same(points[a], points[b]); }),
                 distinct.end());
  const std::set<point_index> firsts(distinct.begin(), distinct.end());
  std::set<point_index> seen;
  for (point_index i : ring) {
    if (!firsts.count(i)) return "an index that is not the first of its equals";
    if (!seen.insert(i).second) return "an index that is there twice";
  }
  const std::size_t m = distinct.size(), h = ring.size();
  if (m < 2) return h == m ? "" : "not one vertex for one point";
  auto turn = [&](point_index a, point_index b, point_index c) {
    return exact_oracle::orientation(points[a], points[b], points[c]);
  };
  const point_index least = distinct.front(), most = distinct.back();
  if (h < 2 || ring[0] != least) return "does not begin at the lexicographically smallest";
  const bool flat = std::all_of(distinct.begin(), distinct.end(),
                                [&](point_index i) { return turn(least, most, i) == 0; });
  if (flat) {
    if (keep) return ring == distinct ? "" : "not all points of a line, in order";
    return ring == ring_t{least, most} ? "" : "not the two ends of a line";
  }
  // Up to the largest point, and down again: around once.
  std::size_t top = 0;
  while (top + 1 < h && precedes(points[ring[top]], points[ring[top + 1]])) ++top;
  if (ring[top] != most) return "does not pass the lexicographically largest on its way up";
  for (std::size_t k = top; k + 1 < h; ++k)
    if (!precedes(points[ring[k + 1]], points[ring[k]])) return "goes up twice";
  for (std::size_t k = 0; k < h; ++k)
    if (turn(ring[k], ring[(k + 1) % h], ring[(k + 2) % h]) < (keep ? 0 : 1)) return "does not turn left";
  // What is on the left of the edge below it and of the edge above it is on the left of all: the way up and the way down turn left.
  auto before = [&](point_index a, point_index b) { return precedes(points[a], points[b]); };
  auto after = [&](point_index a, point_index b) { return before(b, a); };
  std::set<point_index> on_edges;
  const auto at = ring.begin(), highest = at + std::ptrdiff_t(top);
  for (point_index i : distinct) {
    const auto up = std::max(std::lower_bound(at, highest + 1, i, before), at + 1);
    const auto down = std::max(std::lower_bound(highest, ring.end(), i, after), highest + 1);
    for (const int t : {turn(up[-1], *up, i), turn(down[-1], down == ring.end() ? *at : *down, i)}) {
      if (t < 0) return "a point outside";
      if (t == 0) on_edges.insert(i);
    }
  }
  return keep && on_edges.size() != h ? "a point of an edge is missing" : "";
}

struct small_case {
  const char* name;
  std::vector<double2> points;
  ring_t hull;
};
// Sets from the bug reports of well-known libraries, each with its exact hull; most defeat the naive determinant.
inline std::vector<small_case> famous() {
  return {
      {"Kettner A1",
       {{7.300000000000019, 7.300000000000017}, {24.000000000000068, 24.00000000000007},
        {24.00000000000005, 24.000000000000053}, {0.5000000000000162, 0.5000000000000124}, {8.0, 4.0}, {4.0, 9.0},
        {15.0, 27.0}, {26.0, 25.0}, {19.0, 11.0}},
       {3, 4, 8, 7, 6, 5}},
      {"Kettner A1, large",
       {{0.1, 0.1}, {0.2, 0.20000000000000004}, {0.7999999999999999, 0.8},
        {1.267650600228229e+30, 1.2676506002282291e+30}},
       {0, 3, 2, 1}},
      {"Kettner A2",
       {{27.643564356435643, -21.88118811881188}, {83.36633663366337, 15.544554455445542}, {4.0, 4.0},
        {73.41584158415841, 8.86138613861386}},
       {2, 0, 1}},
      {"Kettner B2",
       {{0.5000000000000124, 0.5000000000000019}, {0.5000000000000124, 0.5000000000000033},
        {24.00000000000005, 24.000000000000053}, {24.000000000000068, 24.00000000000007}, {17.3, 17.3}},
       {0, 3, 2, 4, 1}},
      {"Boost 1208",
       {{-0.038255469645413445, -0.09235687365290937}, {0.0016542954885104266, -0.13226663878683326},
        {-0.08297852678590026, -0.04763381651242256}, {-0.1306123432983228, 0.0},
        {-0.22076807253901337, -0.09015572924069054}, {-0.17999140530708638, -0.049379062008763575},
        {-0.0733919519896319, 0.05722039130869088}},
       {4, 1, 6, 3}},
      {"GEOS 722",
       {{-0.2, -0.1}, {1.38777878e-17, -0.1}, {0.2, -0.1}, {-1.38777878e-17, -0.1}, {-0.2, 0.1},
        {1.38777878e-17, 0.1}, {0.2, 0.1}, {-1.38777878e-17, 0.1}},
       {0, 2, 6, 4}},
      {"JTS, signed zero",
       {{-0.2, -0.1}, {0.0, -0.1}, {0.2, -0.1}, {-0.0, -0.1}, {-0.2, 0.1}, {0.0, 0.1}, {0.2, 0.1}, {-0.0, 0.1}},
       {0, 2, 6, 4}},
      {"georust 1566", {{0.0, 0.0}, {-1.0, 9150170671525436.0}, {63.0, 0.0}, {0.0, 1.0}}, {1, 0, 2}},
      {"OpenSCAD 2220",
       {{-0.707107, 0.707107}, {0.0, 0.0}, {0.707107, 0.707107}, {1.11022e-16, 1.41421}, {5.55112e-17, 1.41421}},
       {0, 1, 2, 3, 4}},
      {"PBBS 23", {{1.0, 0.0}, {1.0, 1.0}, {1.0, -1.0}, {0.0, 0.0}}, {3, 2, 1}},
      {"dyn4j 80", {{23.0, 1.0}, {57.0, 1.0}, {13.0, 1.0}, {27.0, 10.0}}, {2, 1, 3}},
      {"dyn4j 76c",
       {{1.0, 1.0}, {1.0, 1.0}, {9135172.538699752, 1594.2921033236523}, {1.0, 3436.444789677664},
        {53371.47726301303, 63.201463180191396}, {1.0, 1.0}, {0.09713620217398017, 286668.0866273699},
        {104.83526669412421, 579.583503857007}},
       {6, 0, 2}},
      {"CGAL, on a circle",
       {{0.43820224719101125, 0.898876404494382}, {0.5157593123209169, 0.8567335243553008}, {-0.6, -0.8},
        {-0.9286733238231099, 0.37089871611982883}, {0.994475138121547, -0.10497237569060773},
        {-0.827027027027027, 0.5621621621621622}, {-0.9320754716981132, -0.3622641509433962},
        {-0.1245136186770428, 0.9922178988326849}, {0.8490566037735849, -0.5283018867924528},
        {-0.32432432432432434, -0.9459459459459459}},
       {6, 2, 9, 8, 4, 1, 0, 7, 5, 3}},
      {"CGAL, on a line",
       {{16.0, 20.0}, {46.0, 40.0}, {76.0, 60.0}, {106.0, 80.0}, {-14.0, 0.0}, {136.0, 100.0}},
       {4, 5}},
      {"a filter's lost vertex",
       {{-57, 32}, {-49, 41}, {-43, -1}, {-54, 52}, {-43, 11}, {-54, 24}, {-54, -47}, {-46, -53}},
       {0, 6, 7, 2, 4, 1, 3}},
      {"a tie at the largest x",
       {{1, -.5}, {1, .5}, {.9, .95}, {0, 1}, {-1, 0}, {0, -1}, {.9, -.95}, {0, 0}},
       {4, 5, 6, 0, 1, 2, 3}}};
}
