// Arrays that have been given names are counted under them as well.
#include <algorithm>
#include <cstring>
#include <map>
#include <tuple>
#include "catch.h"
#include <ww/detail/ground/bulk.cuh>
#include <ww/launch.cuh>
#include <ww/model.h>
#include <thrust/fill.h>
using namespace ww;

#if WW_MODEL
namespace {
__global__ void spread(const int* from, int* to) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  to[i] = from[4 * i] + to[i];
}
__global__ void copy_byte(const unsigned char* from, unsigned char* to, int at) { to[at] = from[at]; }
__global__ void set_bytes(unsigned char* to, int first, int size) { std::memset(to + first, 7, std::size_t(size)); }
std::map<std::string, double> counted(bool named) {
  device_array<int> from(256), to(64);
  std::vector<int> zeros(256);
  from = to_device(zeros);
  zeros.resize(64);
  to = to_device(zeros);
  if (named) model::name_array(from.data(), "from");
  if (named) model::name_array(to.data(), "to");
  model::name_array(to.data() + 1, "middle");
  model::name_array(nullptr, "nothing");
  model::watch w;
  launch(spread, 2, 32, 0, {}, static_cast<const int*>(from.data()), to.data());
  std::map<std::string, double> rows;
  for (const auto& row : model::counter_rows(w.stop())) rows[row.counter] = row.value;
  return rows;
}
template <bool one>
__global__ void share_out(const int* from, int* to, int n) {
  int own[64];
  for (int i = int(threadIdx.x); i < n; i += int(blockDim.x))
    if (!one) to[i] = from[i];
  __syncthreads();
  if (!one || threadIdx.x > 0) return;
  std::memcpy(own, from, std::size_t(n) * sizeof(int));
  std::memcpy(to, own, std::size_t(n) * sizeof(int));
}
__global__ void clear(int* to, int n) {
  if (threadIdx.x == 0) std::memset(to, 0, std::size_t(n) * sizeof(int));
}
model::report shared_out(bool one) {
  const auto from = to_device(std::vector<int>(64, 7));
  device_array<int> to(64);
  model::watch w;
  for (int k : {0, 1, 0})
    launch(one ? share_out<true> : share_out<false>, 1, 32, 0, {}, static_cast<const int*>(from.data()), to.data(), one ? 64 : 32 * k);
  const auto r = w.stop();
  if (one) CHECK(to_host(to) == std::vector<int>(64, 7));
  return r;
}
}  // namespace

TEST_CASE("the span is what the busiest thread touches, on its stack and by memcpy, too") {
  const auto all = shared_out(false), one = shared_out(true);
  CHECK(all.span == 2);
  CHECK(all.store_span == 1);
  CHECK(one.findings.empty());
  CHECK(one.span == 3 * 4 * 64);
  CHECK(one.store_span == 3 * 64);
  CHECK(one.sum(model::space::device, model::access::load).bytes == 3 * 4 * 64);
}
TEST_CASE("a part of a word counts as a word of the span") {
  device_array<unsigned char> from(8), to(8);
  model::watch w;
  launch(set_bytes, 1, 1, 0, {}, from.data(), 0, 5);
  launch(copy_byte, 1, 1, 0, {}, static_cast<const unsigned char*>(from.data()), to.data(), 1);
  const auto r = w.stop();
  CHECK((r.span == 2 + 2 && r.store_span == 2 + 1));
}
TEST_CASE("a kernel's memset stores all that it clears") {
  auto cleared = [](int n) {
    device_array<int> to(64);
    model::watch w;
    launch(clear, 1, 32, 0, {}, to.data(), n);
    const auto there = to_host(to);
    CHECK(std::count(there.begin(), there.end(), 0) == std::min(n, 64));
    return w.stop();
  };
  const auto all = cleared(64), half = cleared(32), more = cleared(65);
  const auto stores = all.sum(model::space::device, model::access::store);
  CHECK((all.findings.empty() && all.unset_result.empty()));
  CHECK((stores.requests == 1 && stores.lanes == 1 && stores.bytes == 256 && stores.sectors == 8));
  CHECK((all.span == 64 && all.store_span == 64));
  CHECK_THAT(half.unset_result, CONTAINS("nothing wrote byte 128 of"));
  REQUIRE(more.first(model::fault::out_of_bounds));
  CHECK_THAT(more.findings[0].text, CONTAINS("writes 260 bytes at model_arrays.cu:") && CONTAINS("4 bytes too many for device array of 256 bytes"));
}
TEST_CASE("of what the host, a copy or a kernel stores each byte is set, and none beside it") {
  enum { host, copy, kernel };
  const std::vector<unsigned char> sevens(16, 7);
  const auto is_set = [&](int how, int first, int size, int at) {
    device_array<unsigned char> from(16), to(16);
    if (how == host) std::memset(from.data() + first, 7, std::size_t(size));
    if (how == copy) copy_async(from.data() + first, sevens.data(), size, {});
    synchronize({});
    if (how == kernel) launch(set_bytes, 1, 1, 0, {}, from.data(), first, size);
    model::watch w;
    launch(copy_byte, 1, 1, 0, {}, static_cast<const unsigned char*>(from.data()), to.data(), at);
    return w.stop().findings.empty();
  };
  for (int how : {host, copy, kernel})
    for (auto [first, size] : {std::pair{1, 1}, {4, 1}, {2, 4}, {3, 6}, {4, 4}, {0, 6}, {0, 16}, {8, 8}})
      for (int at : {first - 1, first, first + size - 1, first + size}) {
        CAPTURE(how, first, size, at);
        if (at >= 0 && at < 16) CHECK(is_set(how, first, size, at) == (at >= first && at < first + size));
      }
}
TEST_CASE("a copy ends where its device arrays do, or is named by its call") {
  const std::vector<char> xs(80, 'x');
  std::vector<char> there(80);
  const auto array = to_device(xs), array64 = to_device(std::vector<char>(64, 'a')), other64 = to_device(std::vector<char>(64, 'b'));
  char *const h = there.data(), *const d = array64.data(), *const e = other64.data(), *const longer = array.data();
  const char *const too_many = " too many for device array of 64 bytes", *const past = "1 byte past the last byte of device array of 64 bytes";
  const std::string one = std::string("1 byte") + too_many, four = std::string("4 bytes") + too_many;
  for (const auto& [to, from, bytes, verb, what] : {
           std::tuple<char*, const char*, int, const char*, std::string>{d, xs.data(), 64, "", ""}, {h, d, 64, "", ""}, {d, e, 64, "", ""}, {d, longer, 64, "", ""}, {d + 60, h, 4, "", ""}, {h, d + 60, 4, "", ""},
           {h, xs.data(), 80, "", ""}, {d, h, 0, "", ""}, {h, d, 0, "", ""}, {d + 64, h, 0, "", ""},
           {d, xs.data(), 65, "writes", one}, {h, d, 65, "reads", one}, {longer, d, 65, "reads", one}, {d, longer, 65, "writes", one},
           {d + 60, h, 8, "writes", four}, {h, d + 60, 8, "reads", four}, {d + 60, longer, 8, "writes", four}, {longer, d + 60, 8, "reads", four},
           {d + 64, h, 4, "writes", past}, {h, d + 64, 4, "reads", past}, {d - 4, h, 8, "writes", "4 bytes before device array of 64 bytes"}})
    for (bool wait : {false, true}) {
      CAPTURE(bytes, verb, what, wait);
      model::watch w;
      const int line = __LINE__ + 1 + wait;
      if (!wait) copy_async(to, from, bytes, {});
      if (wait) copy_device(to, from, bytes, {});
      synchronize({});
      const auto r = w.stop();
      REQUIRE(r.findings.size() == (what.empty() ? 0u : 1u));
      if (what.empty()) continue;
      CHECK(r.findings[0].kind == model::fault::out_of_bounds);
      CHECK(r.findings[0].here.line == line);
      CHECK_THAT(r.findings[0].text, CONTAINS("a copy " + std::string(verb) + " " + std::to_string(bytes) + " bytes at model_arrays.cu:" + std::to_string(line) + ", " + what));
    }
}
TEST_CASE("what the host or a bulk operation fills ends where its device array does, or is named by its call") {
  enum { host, bulk_bytes, bulk_words };
  const device_array<int> array(16);
  int* const d = array.data();
  for (int how : {host, bulk_bytes, bulk_words})
    for (auto [first, size] : {std::pair{0, 16}, {15, 1}, {3, 0}, {16, 0}, {0, 17}, {15, 2}, {16, 1}, {-1, 1}}) {
      CAPTURE(how, first, size);
      model::watch w;
      const int line = __LINE__ + 1 + how;
      if (how == host) std::memset(d + first, 7, 4 * std::size_t(size));
      if (how == bulk_bytes) thrust::fill(detail::bulk({}), reinterpret_cast<char*>(d + first), reinterpret_cast<char*>(d + first + size), '7');
      if (how == bulk_words) thrust::fill(detail::bulk({}), d + first, d + first + size, 7);
      synchronize({});
      const auto r = w.stop();
      const bool inside = first >= 0 && first + size <= 16;
      REQUIRE(r.findings.size() == (inside ? 0u : 1u));
      if (inside) continue;
      CHECK(r.findings[0].kind == model::fault::out_of_bounds);
      CHECK(r.findings[0].here.line == line);
      CHECK_THAT(r.findings[0].text, CONTAINS(how == host ? "the host writes" : "a bulk operation writes") && CONTAINS("device array of 64 bytes"));
    }
}
TEST_CASE("a byte that the host stores is set, and none beside it") {
  const auto of = [](int at) {
    device_array<unsigned char> from(8), to(8);
    from.data()[1] = 7;
    model::watch w;
    launch(copy_byte, 1, 1, 0, {}, static_cast<const unsigned char*>(from.data()), to.data(), at);
    return w.stop().findings.size();
  };
  CHECK(of(1) == 0);
  CHECK((of(0) == 1 && of(2) == 1 && of(3) == 1));
}
TEST_CASE("a named array has counters of its own, and the others stay as they are") {
  auto plain = counted(false), named = counted(true);
  CHECK(plain.count("from-load-sectors") == 0);
  for (const auto& [counter, value] : plain) CHECK(named[counter] == value);
  CHECK(named["device-load-requests"] == 4);
  CHECK(named["from-load-requests"] == 2);
  CHECK(named["from-load-sectors"] == 32);
  CHECK(named["to-load-requests"] == 2);
  CHECK(named["to-load-sectors"] == 8);
  CHECK(named["to-store-sectors"] == 8);
  CHECK(named.count("from-store-requests") == 0);
  CHECK(named.count("middle-load-requests") == 0);
}
TEST_CASE("a finding calls an array by the name that it was given") {
  auto from = to_device(std::vector<int>(256));
  auto to = to_device(std::vector<int>(96));
  model::name_array(from.data(), "from");
  model::watch w;
  launch(spread, 3, 32, 0, {}, static_cast<const int*>(from.data()), to.data());
  const auto r = w.stop();
  const auto* outside = r.first(model::fault::out_of_bounds);
  REQUIRE(outside);
  CHECK(outside->text.find("device array from") != std::string::npos);
}
TEST_CASE("what is spent is told once, watched or not") {
  const auto from = to_device(std::vector<int>(256)), to = to_device(std::vector<int>(64));
  auto run = [&] { launch(spread, 2, 32, 0, {}, static_cast<const int*>(from.data()), to.data()); };
  const std::vector<std::int64_t> one{1, 2, 0, 0, 0, 0, 0, 1, 64, 4, 128, 40, 2, 64, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, none(one.size());
  auto twice = one;
  for (auto& c : twice) c *= 2;
  model::spent();
  run();
  CHECK(model::spent() == one);
  run();
  {
    model::watch w;
    run();
    CHECK(w.stop().launches == 1);
  }
  CHECK(model::spent() == twice);
  CHECK(model::spent() == none);
}
TEST_CASE("allocations and copies are counted") {
  model::watch w;
  auto from = to_device(std::vector<int>(256));
  device_array<int> to(64);
  device_array<int>::copy(to.data(), from.data(), 64, {});
  const std::size_t home = to_host(to).size();
  const auto r = w.stop();
  CHECK(home == 64);
  CHECK(r.allocations == 2);
  CHECK(r.copied_bytes == 4 * (256 + 64 + 64));
}
#endif
