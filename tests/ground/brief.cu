// The example of "The ground in brief": the sum is exact, asks for its memory, and costs what the chapter says.
#include "catch.h"
#include <numeric>
#include <ww/detail/ground/philox.cuh>
#include <ww/detail/ground/sum.cuh>
#include <ww/model.h>
using namespace ww;

namespace {
struct call {
  device_array<std::uint64_t> words, result{1};
  device_array<char> lent;
  explicit call(const std::vector<std::uint64_t>& v) : words(to_device(v)) { result.upload(std::vector<std::uint64_t>{7}.data(), 1); }
  std::size_t asked() {
    std::size_t bytes = 0;
    detail::sum(nullptr, bytes, words.data(), words.size(), result.data());
    return bytes;
  }
  std::uint64_t run(std::size_t bytes) {
    lent = device_array<char>(std::int64_t(bytes));
    detail::sum(lent.data(), bytes, words.data(), words.size(), result.data());
    return to_host(result)[0];
  }
};
}  // namespace

TEST_CASE("the sum of any number of words is exact") {
  REQUIRE_GPU();
  for (std::size_t n : {0, 1, 31, 255, 256, 257, 8191, 8192, 8193, 30001}) {
    CAPTURE(n);
    std::vector<std::uint64_t> v(n);
    for (std::size_t i = 0; i < n; ++i) {
      const detail::random_words r = detail::random_source{1, std::int64_t(i), 0}.words(0);
      v[i] = std::uint64_t(r.word[0]) << 32 | r.word[1];
    }
    call c(v);
    REQUIRE(c.run(c.asked()) == std::accumulate(v.begin(), v.end(), std::uint64_t(0)));
  }
}

TEST_CASE("without memory the sum says how much it needs, and with less it refuses") {
  REQUIRE_GPU();
  call c({1, 2, 3});
  const auto bytes = c.asked();
  REQUIRE(bytes >= 8u * 8 * std::size_t(multiprocessors()));
  REQUIRE(to_host(c.result)[0] == 7);
  REQUIRE_THROWS_AS(c.run(bytes - 1), bad_input);
  REQUIRE(to_host(c.result)[0] == 7);
  REQUIRE(c.run(bytes) == 6);
}

TEST_CASE("the sum costs what the chapter says") {
  if (!WW_MODEL) return;
  const std::int64_t n = 1 << 16;
  call c(std::vector<std::uint64_t>(n, 1));
  const auto bytes = c.asked();
  model::watch w;
  c.run(bytes);
  const auto r = w.stop();
  REQUIRE(r.findings.empty());
  REQUIRE(r.launches == 2);
  REQUIRE(r.steps == 2 * 10);
  REQUIRE(r.work == 33 * (256 + 128 + 64 + 32 + 16 + 8 + 4 + 2 + 1 + 1));
  using model::space, model::access;
  const auto loads = r.sum(space::device, access::load);
  REQUIRE(loads.requests == n / 32 + 1);
  REQUIRE(loads.sectors == 8 * loads.requests);
  for (auto kind : {access::load, access::store}) {
    const auto shared = r.sum(space::shared, kind);
    REQUIRE(shared.wavefronts == shared.ideal_wavefronts);
  }
  REQUIRE(r.sum(space::device, access::store).lanes == 33);
}

namespace {
__global__ void read_every(const std::uint32_t* a, int step, std::uint32_t* out) {
  __shared__ std::uint32_t tile[1024];
  const int t = int(threadIdx.x);
  for (int i = t; i < 1024; i += 32) tile[i] = a[i];
  __syncthreads();
  out[t] = a[step * t] + tile[step * t];
}
}  // namespace

TEST_CASE("a request costs what the figure says") {
  if (!WW_MODEL) return;
  const auto a = to_device(std::vector<std::uint32_t>(1024, 1));
  device_array<std::uint32_t> out(32);
  struct { int step; std::int64_t sectors, wavefronts; } figure[] = {{1, 4, 1}, {4, 16, 4}, {0, 1, 1}};
  for (const auto& f : figure) {
    CAPTURE(f.step);
    model::watch w;
    launch(read_every, 1u, 32u, 0, nullptr, a.data(), f.step, out.data());
    const auto r = w.stop();
    const auto device = r.sum(model::space::device, model::access::load, 1);
    const auto shared = r.sum(model::space::shared, model::access::load, 1);
    REQUIRE((device.requests == 1 && shared.requests == 1));
    REQUIRE(device.sectors == f.sectors);
    REQUIRE((shared.wavefronts == f.wavefronts && shared.ideal_wavefronts == 1));
  }
}
