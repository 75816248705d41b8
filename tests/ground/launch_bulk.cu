// Memory that a caller lends, and Thrust's algorithms on every back end, in order with the kernels around them.
#include "catch.h"
#include <ww/detail/ground/bulk.cuh>
#include <thrust/gather.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/transform.h>
#include <ww/detail/ground/arena.cuh>
#include <ww/model.h>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>
using namespace ww;

namespace {
struct square {
  __host__ __device__ unsigned operator()(unsigned x) const { return x * x; }
};
__global__ void add_one(unsigned* a, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) ++a[i];
}
// 0, 1, 2, ... -> plus one -> squares -> in reverse order
struct chain {
  device_array<unsigned> up, down, squares, reversed;
  unsigned n;
  explicit chain(unsigned n) : up(n), down(n), squares(n), reversed(n), n(n) {}
  void run(cudaStream_t s) {
    thrust::sequence(detail::bulk(s), up.data(), up.data() + n);
    thrust::sequence(detail::bulk(s), down.data(), down.data() + n, int(n) - 1, -1);
    launch(add_one, (n + 255) / 256, 256, 0, s, up.data(), n);
    thrust::transform(detail::bulk(s), up.data(), up.data() + n, squares.data(), square());
    thrust::gather(detail::bulk(s), down.data(), down.data() + n, squares.data(), reversed.data());
    launch(add_one, (n + 255) / 256, 256, 0, s, reversed.data(), n);
  }
  void check() const {
    const auto got = to_host(reversed);
    unsigned wrong = 0;
    for (unsigned i = 0; i < n; ++i) wrong += got[i] != (n - i) * (n - i) + 1;
    CHECK(wrong == 0);
  }
};
}  // namespace

TEST_CASE("bulk operations run in order with kernels, and the model sees what they write") {
  REQUIRE_GPU();
  stream s;
  chain c(10000);
  model::watch w;
  c.run(s);
  synchronize(s);
  CHECK(w.stop().findings.empty());
  c.check();
}

#if WW_MODEL
TEST_CASE("what the host reads after a bulk operation is no part of it") {
  stream s;
  const auto other = to_device(std::vector<unsigned>(1000));
  device_array<unsigned> a(1000);
  model::watch w;
  thrust::sequence(detail::bulk(s), a.data(), a.data() + 1000);
  launch(add_one, 4, 256, 0, s, other.data(), 1000u);
  synchronize(s);
  CHECK(const_cast<volatile unsigned&>(other.data()[0]) == 1);
  CHECK(w.stop().findings.empty());
}

TEST_CASE("a bulk operation is told from the launches of other streams, and none begins meanwhile") {
  stream s, t;
  const auto a = to_device(std::vector<unsigned>(1000));
  std::atomic<bool> launched = false;
  model::watch w;
  std::thread other;
  {
    const auto work = detail::bulk(s);
    thrust::sequence(work, a.data(), a.data() + 1000);
    other = std::thread([&] {
      launch(add_one, 4, 256, 0, t, a.data(), 1000u);
      launched = true;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    CHECK(!launched);
  }
  other.join();
  synchronize(s);
  synchronize(t);
  CHECK(launched);
  const auto r = w.stop();
  CHECK(r.findings.size() == 2);  // what is read, and what is written
  for (const auto& f : r.findings) CHECK_THAT(f.text, CONTAINS("a bulk operation on stream"));
}
#endif

TEST_CASE("a scan is Thrust's on every back end") {
  REQUIRE_GPU();
  const int n = 5000;
  device_array<int> a(n), sums(n);
  thrust::sequence(detail::bulk(nullptr), a.data(), a.data() + n);
  thrust::exclusive_scan(detail::bulk(nullptr), a.data(), a.data() + n, sums.data());
  synchronize(nullptr);
  const auto got = to_host(sums);
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += got[i] != i * (i - 1) / 2;
  CHECK(wrong == 0);
}

#if WW_CUDA
TEST_CASE("bulk operations can be captured into a graph") {
  REQUIRE_GPU();
  stream s;
  chain c(10000);
  c.run(s);
  synchronize(s);
  const std::vector<unsigned> zeros(10000);
  c.reversed.upload(zeros.data(), c.n);
  cudaGraph_t graph;
  cudaGraphExec_t replay;
  check(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  c.run(s);
  check(cudaStreamEndCapture(s, &graph));
  check(cudaGraphInstantiate(&replay, graph, 0));
  check(cudaGraphLaunch(replay, s));
  synchronize(s);
  c.check();
  cudaGraphExecDestroy(replay);
  cudaGraphDestroy(graph);
}
#endif

TEST_CASE("an arena hands out pieces at multiples of 256 bytes, and counts without memory") {
  detail::arena none(nullptr);
  CHECK(none.take<int>(100) == nullptr);
  CHECK(none.take<double>(0) == nullptr);
  CHECK(none.take<char>(257) == nullptr);
  std::size_t bytes = 0;
  CHECK_FALSE(none.holds(bytes));
  CHECK(bytes == none.used());
  CHECK(bytes >= 512 + 512);

  for (std::size_t offset : {0, 1, 255}) {
    std::vector<char> memory(bytes + offset);
    detail::arena some(memory.data() + offset);
    int* i = some.take<int>(100);
    double* d = some.take<double>(0);
    char* c = some.take<char>(257);
    for (void* p : {static_cast<void*>(i), static_cast<void*>(d), static_cast<void*>(c)})
      CHECK(reinterpret_cast<std::uintptr_t>(p) % 256 == 0);
    CHECK(reinterpret_cast<char*>(i + 100) <= c);
    CHECK(reinterpret_cast<char*>(i) >= memory.data() + offset);
    CHECK(c + 257 <= memory.data() + memory.size());
    CHECK(some.used() == bytes);
    CHECK(some.holds(bytes));
    std::size_t less = bytes - 1;
    CHECK_THROWS_AS(some.holds(less), bad_input);
  }
  CHECK(detail::arena(nullptr).used() > 0);
  const std::int64_t one = 1;
  CHECK_THROWS_AS(none.take<char>(-1), bad_input);
  CHECK_THROWS_AS(none.take<double>(one << 61), bad_input);
  CHECK(none.take<char>(one << 61) == nullptr);
  CHECK_THROWS_AS(none.take<char>(one << 61), bad_input);
  // All that there may be, and then nothing more.
  detail::arena whole(nullptr);
  CHECK(whole.take<char>(one << 62) == nullptr);
  CHECK(whole.take<char>(0) == nullptr);
  CHECK_THROWS_AS(whole.take<char>(1), bad_input);
}

TEST_CASE("a device has multiprocessors") {
  REQUIRE_GPU();
  CHECK(multiprocessors() >= 1);
}
