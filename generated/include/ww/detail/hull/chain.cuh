#pragma once
#include <cstdint>
#include <exception>
#include <vector>
#include <ww/launch.cuh>
#include <ww/orientation.cuh>
#if WW_CUDA
#pragma nv_diagnostic push
#pragma nv_diag_suppress 20011, 20013, 20014, 20015
#endif

namespace ww::detail::hull {
struct chain_rule {
  int side = 1;
  bool keep_collinear = false;
  template <class P>
  __host__ __device__ bool drops(P a, P b, P q) const {
    if constexpr (requires { a.set; })
      if (a.set != q.set) return false;
    const int above = side * orientation(a, q, b);
    return keep_collinear ? above < 0 : above <= 0;
  }
  template <class P> __host__ __device__ auto height(P p) const {
    return side > 0 ? p.y : -p.y;
  }
};
template <class P>
__host__ __device__ bool same(P a, P b) {
  return a.x == b.x && a.y == b.y;
}
template <class P>
__host__ __device__ bool precedes(P a, P b) {
  return a.x < b.x || (a.x == b.x && a.y < b.y);
}
using point_index = std::uint32_t;
template <class Int, class At, class Stack>
__host__ __device__ Int monotone_chain(const chain_rule& rule,
                                       Int begin, Int first, Int last,
                                       At at, Stack stack) {
  Int size = 0;
  if (first >= last) return 0;
  auto a = at(first), b = a, previous = a;
  for (Int i = first; i < last; ++i) {
    const auto q = at(i);
    if (i > first ? same(q, previous) : i > begin && same(q, at(i - 1)))
      continue;
    previous = q;
    while (size >= 2 && rule.drops(a, b, q)) {
      b = a;
      if (--size >= 2) a = at(stack.get(size - 2));
    }
    stack.set(size++, point_index(i));
    a = b;
    b = q;
  }
  return size;
}
struct growing_stack {
  std::vector<point_index>& v;
  void set(std::size_t k, point_index i) const {
    if (k < v.size()) v[k] = i;
    else v.push_back(i);
  }
  point_index get(std::size_t k) const { return v[k]; }
};
template <class P>
void serial_chain(const std::vector<P>& points, const chain_rule& rule,
                 std::vector<point_index>& hull) {
  const auto n = std::int64_t(points.size());
  auto at = [p = points.data()](std::int64_t i) { return p[i]; };
  hull.resize(monotone_chain(rule, std::int64_t(0), std::int64_t(0), n,
                             at, growing_stack{hull}));
}
template <class Work>
void on_all_threads(std::int64_t count, Work work) {
  std::exception_ptr error;
  std::int64_t at = count;
  #pragma omp parallel for schedule(dynamic) if (count > 1)
  for (std::int64_t i = 0; i < count; ++i) try {
      work(i);
    } catch (...) {
    #pragma omp critical(ww_on_all_threads)
      if (i < at) {
        at = i;
        error = std::current_exception();
      }
    }
  if (error) std::rethrow_exception(error);
}
}
#if WW_CUDA
#pragma nv_diagnostic pop
#endif
