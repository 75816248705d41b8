#pragma once
#include <type_traits>
#include <ww/detail/hull/chain.cuh>
#ifdef __CUDACC__
#pragma nv_diagnostic push
#pragma nv_diag_suppress 20011, 20013, 20014, 20015
#endif

namespace ww::detail::hull {
template <class Int, class Count, class Ask>
__host__ __device__ Int last_yes(Int size, int bits, int mine,
                                 Count count, Ask ask) {
  const Int end = size, pieces = Int(1) << bits;
  Int found = 0;
  while (size > 1) {
    const Int stride = (size + pieces - 1) >> bits;
    const Int at = found + stride * mine;
    found += stride * count(mine > 0 && at < end && ask(at));
    size = stride;
  }
  return found;
}
struct one_thread {
  int row_bits = 1, row = 1, lane_bits = 1, lane = 1;
  __host__ __device__ int rows_yes(bool yes) const { return yes; }
  __host__ __device__ int lanes_yes(bool yes) const { return yes; }
};
template <class Int>
struct vertex_at {
  Int run, index;
};
template <class P, class Hull, class Group>
__host__ __device__ auto touching(const chain_rule& rule, P p,
                                  const Hull& hull,
                                  const Group& group) {
  auto count = [&](bool yes) { return group.lanes_yes(yes); };
  const auto run = last_yes(
      hull.runs(), group.lane_bits, group.lane, count, [&](auto r) {
        return rule.drops(p, hull.before(r), hull.at(r, 0));
      });
  const auto index = last_yes(
      hull.length(run), group.lane_bits, group.lane, count,
      [&](auto i) {
        return rule.drops(p, hull.at(run, i - 1), hull.at(run, i));
      });
  return vertex_at<std::decay_t<decltype(run)>>{run, index};
}
template <class Int>
struct tangent {
  vertex_at<Int> left, right;
};
template <class Left, class Right, class Group>
__host__ __device__ auto common_tangent(const chain_rule& rule,
                                        const Left& left,
                                        const Right& right,
                                        const Group& group) {
  auto count = [&](bool yes) { return group.rows_yes(yes); };
  auto stays = [&](auto before, auto vertex) {
    const auto q = touching(rule, vertex, right, group);
    return !rule.drops(before, vertex, right.at(q.run, q.index));
  };
  const auto run = last_yes(
      left.runs(), group.row_bits, group.row, count,
      [&](auto r) { return stays(left.before(r), left.at(r, 0)); });
  const auto index = last_yes(
      left.length(run), group.row_bits, group.row, count,
      [&](auto i) {
        return stays(left.at(run, i - 1), left.at(run, i));
      });
  return tangent<std::decay_t<decltype(run)>>{
      {run, index}, touching(rule, left.at(run, index), right, group)};
}
template <class Hull>
__device__ bool walk_to_tangent(const chain_rule& rule,
                                const Hull& left, const Hull& right,
                                int steps, tangent<int>& found) {
  const int last = right.length(0) - 1;
  int p = left.length(0) - 1, q = 0;
  auto before = left.at(0, max(p - 1, 0)), from = left.at(0, p);
  auto to = right.at(0, 0), after = right.at(0, min(1, last));
  for (; steps > 0; --steps) {
    const bool p_goes = p > 0 && rule.drops(before, from, to);
    const bool q_goes = q < last && rule.drops(from, to, after);
    found = {{0, p}, {0, q}};
    if (!p_goes && !q_goes) return true;
    if (p_goes) {
      from = before;
      before = left.at(0, max(--p - 1, 0));
    }
    if (q_goes) {
      to = after;
      after = right.at(0, min(++q + 1, last));
    }
  }
  return false;
}
}
#ifdef __CUDACC__
#pragma nv_diagnostic pop
#endif
