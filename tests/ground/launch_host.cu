// Vectors of the host, by way of a two-phase call on the device and back.
#include "catch.h"
#include <ww/detail/ground/arena.cuh>
#include <ww/detail/ground/host-call.cuh>
#include <numeric>
using namespace ww;

namespace {
// The even ones of n numbers, doubled by way of lent memory, and how many they are.
__global__ void keep_even(const int* in, int n, int* lent, int* out, std::int64_t* count) {
  std::int64_t kept = 0;
  for (int i = 0; i < n; ++i) lent[i] = 2 * in[i];
  for (int i = 0; i < n; ++i)
    if (in[i] % 2 == 0) out[kept++] = lent[i];
  *count = kept;
}
struct told {
  const int* in;
  bool works;
  std::size_t bytes;
};
using caller = detail::host_call<int, std::int64_t, int>;
std::vector<int> even(caller& c, const std::vector<int>& in, std::vector<told>& calls) {
  const auto n = std::int64_t(in.size());
  std::vector<int> out;
  std::vector<std::int64_t> count;
  c([&](void* memory, std::size_t& bytes, const int* there, std::int64_t* kept, int* found) {
      calls.push_back({there, memory != nullptr, bytes});
      detail::arena a(memory);
      int* lent = a.take<int>(n);
      if (a.holds(bytes)) launch(keep_even, 1, 1, 0, {}, there, int(n), lent, found, kept);
    },
    {.n = n, .from = in.data()}, {.n = 1, .to = &count}, {.n = n, .to = &out, .count = &count});
  return out;
}
std::vector<int> numbers(int n) {
  std::vector<int> v(static_cast<std::size_t>(n));
  std::iota(v.begin(), v.end(), 0);
  return v;
}
}  // namespace

TEST_CASE("vectors go to the device and back, as many as are counted", "[launch]") {
  caller c;
  std::vector<told> calls;
  CHECK(even(c, {3, 4, 6, 7, 8}, calls) == std::vector<int>{8, 12, 16});
  REQUIRE(calls.size() == 3);
  CHECK((!calls[0].in && !calls[0].works));
  CHECK((calls[1].in && !calls[1].works));
  CHECK((calls[2].in == calls[1].in && calls[2].works));
  CHECK(even(c, {1}, calls).empty());
  CHECK(even(c, {}, calls).empty());
}

TEST_CASE("memory on the device is kept, and grows", "[launch]") {
  caller c;
  std::vector<told> calls;
  even(c, numbers(1000), calls);
  even(c, numbers(10), calls);
  CHECK(calls[5].in == calls[2].in);
  CHECK(calls[5].bytes == calls[2].bytes);
  CHECK(even(c, numbers(5000), calls).back() == 2 * 4998);
  CHECK(calls[8].bytes > calls[2].bytes);
}

TEST_CASE("what the device cannot hold is refused before anything is brought", "[launch]") {
  detail::host_call<int> c;
  int calls = 0;
  const auto ask = [&](void*, std::size_t& bytes, int*) { ++calls, bytes = 1; };
  CHECK_THROWS_WITH(c(ask, {.n = std::int64_t(1) << 51}), CONTAINS("8388608.00 GiB of "));
  CHECK(calls == 1);
  std::size_t asked = 0;
  CHECK_THROWS_AS(c([&](void*, std::size_t& bytes, int* p) { bytes = p ? std::size_t(1) << 53 : 1, ++asked; }, {.n = 8}), bad_input);
  CHECK(asked == 2);
}
