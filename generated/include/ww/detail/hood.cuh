#pragma once
#include <omp.h>
#include <algorithm>
#include <vector>
#include <ww/detail/chain.cuh>
#if WW_CUDA
#pragma nv_diagnostic push
#pragma nv_diag_suppress 20011, 20013, 20014, 20015
#endif

namespace ww {
template <class Int, class Vote, class Ask>
__host__ __device__ Int last_yes(Int size, int parts, int mine, Vote yes_of,
                                 Ask ask) {
  const Int end = size;
  Int found = 0;
  while (size > 1) {
    const Int step = (size + (Int(1) << parts) - 1) >> parts;
    const Int at = found + step * mine;
    found += step * yes_of(mine > 0 && at < end && ask(at));
    size = step;
  }
  return found;
}
struct one_thread {
  int row_parts = 1, row = 1, lane_parts = 1, lane = 1;
  __host__ __device__ int rows_yes(bool yes) const { return yes; }
  __host__ __device__ int lanes_yes(bool yes) const { return yes; }
};
template <class Int>
struct corner_place {
  Int run, index;
};
template <class P, class Hood, class Team>
__host__ __device__ auto touching(const hood_rule& rule, P p,
                                  const Hood& hood, const Team& team) {
  auto count = [&](bool yes) { return team.lanes_yes(yes); };
  const auto run = last_yes(
      hood.runs(), team.lane_parts, team.lane, count, [&](auto r) {
        return rule.drops(p, hood.before(r), hood.at(r, 0));
      });
  const auto index = last_yes(
      hood.length(run), team.lane_parts, team.lane, count, [&](auto i) {
        return rule.drops(p, hood.at(run, i - 1), hood.at(run, i));
      });
  return corner_place<std::decay_t<decltype(run)>>{run, index};
}
template <class Int>
struct tangent {
  corner_place<Int> left, right;
};
template <class Left, class Right, class Team>
__host__ __device__ auto common_tangent(const hood_rule& rule,
                                        const Left& left, const Right& right,
                                        const Team& team) {
  auto count = [&](bool yes) { return team.rows_yes(yes); };
  auto stays = [&](auto before, auto corner) {
    const auto q = touching(rule, corner, right, team);
    return !rule.drops(before, corner, right.at(q.run, q.index));
  };
  const auto run = last_yes(
      left.runs(), team.row_parts, team.row, count,
      [&](auto r) { return stays(left.before(r), left.at(r, 0)); });
  const auto index = last_yes(
      left.length(run), team.row_parts, team.row, count,
      [&](auto i) { return stays(left.at(run, i - 1), left.at(run, i)); });
  return tangent<std::decay_t<decltype(run)>>{
      {run, index}, touching(rule, left.at(run, index), right, team)};
}
template <class Hood>
__host__ __device__ tangent<int> walked_tangent(const hood_rule& rule,
                                                const Hood& left,
                                                const Hood& right) {
  int p = left.length(0) - 1, q = 0;
  for (bool again = true; again;) {
    while (p > 0 && rule.drops(left.at(0, p - 1), left.at(0, p),
                               right.at(0, q)))
      --p;
    again = false;
    for (; q + 1 < right.length(0) &&
           rule.drops(left.at(0, p), right.at(0, q), right.at(0, q + 1));
         ++q)
      again = true;
  }
  return {{0, p}, {0, q}};
}
template <class P>
struct strip_runs {
  struct run { const position* first; std::int64_t size; };
  const P* points;
  std::vector<run> list;
  std::int64_t runs() const { return std::int64_t(list.size()); }
  std::int64_t length(std::int64_t r) const { return list[r].size; }
  P at(std::int64_t r, std::int64_t i) const {
    return points[list[r].first[i]];
  }
  P before(std::int64_t r) const { return at(r - 1, length(r - 1) - 1); }
};
template <class P>
class parallel_hood {
 public:
  void operator()(const std::vector<P>& points, const hood_rule& rule,
                  std::vector<position>& hood) {
    const auto n = std::int64_t(points.size());
    const auto strips =
        std::clamp<std::int64_t>(n / 256, 1, omp_get_max_threads());
    strip.resize(strips);
    auto at = [p = points.data()](std::int64_t i) { return p[i]; };
    #pragma omp parallel for schedule(static) if (strips > 1)
    for (std::int64_t s = 0; s < strips; ++s)
      strip[s].resize(monotone_chain(rule, std::int64_t(0), n * s / strips,
                                 n * (s + 1) / strips, at,
                                 growing_stack{strip[s]}));
    strip_runs<P> joined{points.data(), {}};
    for (const auto& corners : strip) {
      typename strip_runs<P>::run next{corners.data(),
                                       std::int64_t(corners.size())};
      if (next.size == 0) continue;
      if (joined.runs() > 0) {
        const auto t = common_tangent(
            rule, joined, strip_runs<P>{points.data(), {next}}, one_thread());
        joined.list.resize(t.left.run + 1);
        joined.list.back().size = t.left.index + 1;
        next = {next.first + t.right.index, next.size - t.right.index};
      }
      joined.list.push_back(next);
    }
    std::vector<std::int64_t> rank = {0};
    for (const auto& run : joined.list) rank.push_back(rank.back() + run.size);
    hood.resize(rank.back());
    #pragma omp parallel for schedule(static) if (strips > 1)
    for (std::int64_t r = 0; r < joined.runs(); ++r)
      std::copy_n(joined.list[r].first, joined.list[r].size, &hood[rank[r]]);
  }
 private:
  std::vector<std::vector<position>> strip;
};
}
#if WW_CUDA
#pragma nv_diagnostic pop
#endif
