#pragma once
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <ww/detail/ground/rounding.cuh>

namespace ww {
namespace exact {
inline constexpr int undecided = 2;

template <class T>
struct triple_of {
  T ax, ay, bx, by, cx, cy;
};
using triple = triple_of<double>;
__host__ __device__ inline int sign(double x) {
  return (x > 0) - (x < 0);
}
template <class T>
struct rounded_determinant {
  T value;
  bool certain, zero;
  __host__ __device__ explicit rounded_determinant(
      const triple_of<T>& t) {
    constexpr bool in_single = std::is_same_v<T, float>;
    constexpr T epsilon = in_single ? 0x1p-24 : 0x1p-53;
    constexpr T factor = (3 + 16 * epsilon) * epsilon;
    constexpr T least = in_single ? 0x1p-80 : 0x1p-930;
    T bx = rounded_difference(t.bx, t.ax);
    T by = rounded_difference(t.by, t.ay);
    T cx = rounded_difference(t.cx, t.ax);
    T cy = rounded_difference(t.cy, t.ay);
    T left = rounded_product(bx, cy), right = rounded_product(by, cx);
    value = rounded_difference(left, right);
    T size = rounded_sum(std::fabs(left), std::fabs(right));
    certain = (size >= least) &
              (std::fabs(value) > rounded_product(factor, size));
    zero = (bx == 0 || cy == 0) && (by == 0 || cx == 0);
  }
};
template <class T>
__host__ __device__ inline int by_filter(const triple_of<T>& t) {
  const rounded_determinant<T> d(t);
  if (d.certain) return d.value > 0 ? 1 : -1;
  return d.zero ? 0 : undecided;
}
struct two_doubles {
  double high, low;
};
__host__ __device__ inline two_doubles exact_sum(double a, double b) {
  double high = rounded_sum(a, b);
  double b_part = rounded_difference(high, a);
  double a_part = rounded_difference(high, b_part);
  double b_lost = rounded_difference(b, b_part);
  return {high, rounded_sum(rounded_difference(a, a_part), b_lost)};
}
__host__ __device__ inline two_doubles exact_product(double a,
                                                     double b) {
  double high = rounded_product(a, b);
  return {high, rounded_fma(a, b, -high)};
}
__host__ __device__ inline int by_two_products(const triple& t) {
  two_doubles bx = exact_sum(t.bx, -t.ax), by = exact_sum(t.by, -t.ay);
  two_doubles cx = exact_sum(t.cx, -t.ax), cy = exact_sum(t.cy, -t.ay);
  if (bx.low != 0 || by.low != 0 || cx.low != 0 || cy.low != 0)
    return undecided;
  two_doubles left = exact_product(bx.high, cy.high);
  two_doubles right = exact_product(by.high, cx.high);
  int s = sign(rounded_difference(left.high, right.high));
  return s != 0 ? s : sign(rounded_difference(left.low, right.low));
}
struct six_products {
  double left[6], right[6];
  __host__ __device__ explicit six_products(const triple& t)
      : left{t.bx, -t.bx, -t.ax, -t.by, t.by, t.ay},
        right{t.cy, t.ay, t.cy, t.cx, t.ax, t.cx} {}
};
__host__ __device__ inline int by_expansion(const triple& t) {
  double e[12];
  int m = 0;
  auto grow = [&](double b) {
    for (int i = 0; i < m; ++i) {
      two_doubles s = exact_sum(b, e[i]);
      e[i] = s.low;
      b = s.high;
    }
    e[m++] = b;
  };
  six_products p(t);
  for (int i = 0; i < 6; ++i) {
    two_doubles product = exact_product(p.left[i], p.right[i]);
    grow(product.low);
    grow(product.high);
  }
  while (m > 0 && e[m - 1] == 0) --m;
  return m > 0 ? sign(e[m - 1]) : 0;
}
struct double_parts {
  std::uint64_t mantissa;
  int exponent;
  bool negative;
  __host__ __device__ explicit double_parts(double x) {
    std::uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    negative = bits >> 63;
    exponent = int(bits >> 52 & 0x7ff);
    mantissa = bits & 0xfffffffffffff;
    if (exponent == 0) exponent = 1;
    else mantissa |= 0x10000000000000;
  }
};
struct accumulator {
  static constexpr int digits = 132;
  std::int64_t digit[digits] = {};
  __host__ __device__ void add(std::uint64_t value, int bit,
                               bool negative) {
    std::int64_t* d = digit + bit / 32;
    int shift = bit % 32;
    std::uint64_t low = value << shift;
    std::int64_t part[3] = {
        std::int64_t(low & 0xffffffff), std::int64_t(low >> 32),
        shift ? std::int64_t(value >> (64 - shift)) : 0};
    for (int i = 0; i < 3; ++i) d[i] += negative ? -part[i] : part[i];
  }
  __host__ __device__ void add_product(double a, double b) {
    double_parts p(a), q(b);
    int bit = p.exponent + q.exponent - 2;
    bool negative = p.negative != q.negative;
    std::uint64_t p0 = std::uint32_t(p.mantissa), p1 = p.mantissa >> 32;
    std::uint64_t q0 = std::uint32_t(q.mantissa), q1 = q.mantissa >> 32;
    add(p0 * q0, bit, negative);
    add(p0 * q1, bit + 32, negative);
    add(p1 * q0, bit + 32, negative);
    add(p1 * q1, bit + 64, negative);
  }
  __host__ __device__ int sign() const {
    std::int64_t carry = 0;
    bool any = false;
    for (int i = 0; i < digits; ++i) {
      std::int64_t value = digit[i] + carry;
      any = any || (value & 0xffffffff) != 0;
      carry = value >> 32;
    }
    return carry < 0 ? -1 : any || carry > 0;
  }
};
__host__ __device__ inline int by_accumulator(const triple& t) {
  accumulator sum;
  six_products p(t);
  for (int i = 0; i < 6; ++i) sum.add_product(p.left[i], p.right[i]);
  return sum.sign();
}
__host__ __device__ inline bool tame(double x, double scaled) {
  double size = std::fabs(scaled);
  return x == 0 || (size >= 0x1p-400 && size <= 0x1p400);
}
__host__ __device__ inline bool tame(const triple& t, const triple& s) {
  return tame(t.ax, s.ax) && tame(t.ay, s.ay) && tame(t.bx, s.bx) &&
         tame(t.by, s.by) && tame(t.cx, s.cx) && tame(t.cy, s.cy);
}
__host__ __device__ inline double towards_one(double a, double b,
                                              double c) {
  double x = std::fmax(std::fabs(a),
                       std::fmax(std::fabs(b), std::fabs(c)));
  std::uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  const std::uint64_t field = bits >> 52;
  bits = (field < 2046 ? 2046 - field : 1) << 52;
  memcpy(&x, &bits, sizeof bits);
  return x;
}
__host__ __device__ inline triple scaled(const triple& t) {
  const double u = towards_one(t.ax, t.bx, t.cx);
  const double v = towards_one(t.ay, t.by, t.cy);
  return {rounded_product(t.ax, u), rounded_product(t.ay, v),
          rounded_product(t.bx, u), rounded_product(t.by, v),
          rounded_product(t.cx, u), rounded_product(t.cy, v)};
}
template <class T>
#if defined(__CUDACC__)
__noinline__
#else
[[gnu::noinline]]
#endif
__host__ __device__ int decide(triple t) {
  if constexpr (!std::is_same_v<T, float>)
    if (!tame(t, t)) {
      const triple near_one = scaled(t);
      if (!tame(t, near_one)) return by_accumulator(t);
      t = near_one;
      const int s = by_filter(t);
      if (s != undecided) return s;
    }
  int s = std::is_same_v<T, float> ? by_filter(t) : undecided;
  if (s == undecided) s = by_two_products(t);
  return s != undecided ? s : by_expansion(t);
}
}
template <class T>
__host__ __device__ inline int orientation(T ax, T ay, T bx, T by, T cx,
                                           T cy) {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>);
  const exact::rounded_determinant<T> d({ax, ay, bx, by, cx, cy});
  if (d.certain) [[likely]]
    return d.value > 0 ? 1 : -1;
  return d.zero ? 0 : exact::decide<T>({ax, ay, bx, by, cx, cy});
}
__host__ __device__ inline int orientation(float2 a, float2 b,
                                           float2 c) {
  return orientation(a.x, a.y, b.x, b.y, c.x, c.y);
}
__host__ __device__ inline int orientation(double2 a, double2 b,
                                           double2 c) {
  return orientation(a.x, a.y, b.x, b.y, c.x, c.y);
}
}
