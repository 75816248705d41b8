// What a kernel may use, on every back end: the same source, the same results.
#include "catch.h"
#include <algorithm>
#include <atomic>
#include <cmath>
#include <fstream>
#include <new>
#include <numeric>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
using namespace ww;

namespace {
struct coordinates {
  unsigned thread[3], block[3], block_size[3], grid_size[3];
};
__global__ void note_coordinates(coordinates* out) {
  unsigned b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  unsigned t = threadIdx.x +
               blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  out[b * blockDim.x * blockDim.y * blockDim.z + t] = {
      {threadIdx.x, threadIdx.y, threadIdx.z},
      {blockIdx.x, blockIdx.y, blockIdx.z},
      {blockDim.x, blockDim.y, blockDim.z},
      {gridDim.x, gridDim.y, gridDim.z}};
}
template <int = 0>
__global__ void add_backwards(int* sum, unsigned steps) {
  __shared__ int k[1024];
  volatile unsigned odd = 1;
  for (unsigned i = 0; threadIdx.x == 1023 && i < steps; ++i) odd = odd * 1664525 + 1013904224;
  k[threadIdx.x] = int(threadIdx.x * (odd % 2));
  __syncthreads();
  atomicAdd(sum, k[1023 - threadIdx.x]);
}
template <class T>
__global__ void __launch_bounds__(256)
reverse_block(T* __restrict__ out, const T* __restrict__ in) {
  __shared__ T tile[256];
  T* copy = dynamic_shared<T>();
  const unsigned t = threadIdx.x, first = blockIdx.x * 256;
  tile[t] = in[first + t];
  copy[t] = in[first + t];
  __syncthreads();
  out[first + t] = tile[255 - t] + copy[255 - t];
}
__global__ void prefix_sums(int* out) {
  int v = int(threadIdx.x) + 1;
  for (int d = 1; d < 32; d *= 2) {
    int left = __shfl_up_sync(0xffffffffu, v, unsigned(d));
    if (int(threadIdx.x % 32) >= d) v += left;
  }
  out[threadIdx.x] = v;
}
__global__ void shuffles(int* out) {
  int t = int(threadIdx.x), n = int(blockDim.x);
  out[t] = __shfl_sync(0xffffffffu, t, 5);
  out[n + t] = __shfl_sync(0xffffffffu, t, 11, 8);
  out[2 * n + t] = __shfl_up_sync(0xffffffffu, t, 3, 8);
  out[3 * n + t] = __shfl_down_sync(0xffffffffu, t, 3, 8);
  out[4 * n + t] = __shfl_xor_sync(0xffffffffu, t, 17);
  double d = __shfl_xor_sync(0xffffffffu, 0.5 * t, 1);
  out[5 * n + t] = int(2 * d);
}
__global__ void half_a_warp(int* out) {
  int t = int(threadIdx.x);
  if (t < 16)
    out[t] = int(__ballot_sync(0x0000ffffu, t % 3 == 0)) +
             __shfl_down_sync(0x0000ffffu, t, 1, 16);
  else
    out[t] = int(__ballot_sync(0xffff0000u, t % 5 == 0) >> 16);
}
__global__ void few_lanes(int* out) {
  const int t = int(threadIdx.x), n = int(blockDim.x), lane = t % 32;
  for (int l = 0; l < 32; ++l)
    if (lane == l) out[t] = __shfl_sync(1u << l, t, l);
  for (int l = 0; l < 32; l += 2)
    if (lane / 2 * 2 == l) out[n + t] = __shfl_xor_sync(3u << l, t, 1);
}
__global__ void votes(int* out) {
  int t = int(threadIdx.x), n = int(blockDim.x);
  out[t] = int(__ballot_sync(0xffffffffu, t % 3 == 0));
  out[n + t] = __any_sync(0xffffffffu, t == 40) +
               2 * __all_sync(0xffffffffu, t < 40);
  out[2 * n + t] = __syncthreads_count(t % 5 == 0);
  out[3 * n + t] = __syncthreads_or(t == 63) + 2 * __syncthreads_and(t < 63);
}
template <class T>
__global__ void atomics(T* a) {
  T t = T(blockIdx.x * blockDim.x + threadIdx.x);
  atomicAdd(&a[0], t);
  atomicMin(&a[1], t);
  atomicMax(&a[2], t);
  atomicAnd(&a[3], T(~(T(1) << (unsigned(t) % 31))));
  atomicOr(&a[4], T(1) << (unsigned(t) % 31));
  atomicXor(&a[5], t);
  atomicExch(&a[6], T(7));
  T old = 0, seen;
  do {
    seen = old;
    old = atomicCAS(&a[7], seen, T(seen + 2));
  } while (old != seen);
}
__global__ void unsigned_atomics(unsigned* a) {
  atomicInc(&a[0], 9);
  atomicDec(&a[1], 9);
  atomicSub(&a[2], 1);
}
template <class T>
__global__ void float_atomics(T* a) {
  atomicAdd(&a[0], T(0.5));
}
template <class N>
__global__ void relay(N* word) {
  store_relaxed(&word[1], N(load_relaxed(&word[0]) + 1));
}
__global__ void mathematics(float* f, double* d, int* i) {
  float x = 2.0f;
  f[0] = sqrtf(x);
  f[1] = fmaf(x, 3.0f, 4.0f);
  f[2] = fminf(1.0f, x) + fmaxf(1.0f, x) + fabsf(-x);
  f[3] = __uint_as_float(0x40490fdbu);
  f[4] = max(1.0f, x) + min(1.0f, x);
  d[0] = sqrt(3.0);
  d[1] = fma(3.0, 4.0, 5.0);
  d[2] = __longlong_as_double(0x400921fb54442d18ll);
  i[0] = __popc(0xf0f0u) + __popcll(0xffull) + __clz(1) + __clzll(1) +
         __ffs(8) + __ffsll(16);
  i[1] = min(3, 4) * max(3, 4);
  i[2] = __float_as_int(1.0f);
  int2 p = make_int2(1, 2);
  float4 q = make_float4(1, 2, 3, 4);
  i[3] = p.x + p.y + int(q.x + q.y + q.z + q.w);
}
// a*b - c*d by separate roundings: exactly zero here, and not zero if fused.
__global__ void unfused_zero(float* out, float a, float b) {
  out[0] = __fsub_rn(__fmul_rn(a, b), __fmul_rn(a, b));
  out[1] = __fsub_rn(__fmul_rn(a, b), __fmul_rn(b, a));
}
__global__ void add_neighbour(const int* from, int* to) {
  wait_for_previous();
  const int b = int(blockIdx.x), n = int(gridDim.x);
  const int sum = from[b] + from[(b + 1) % n];
  if (threadIdx.x == 0) to[b] = sum == 1 << 30 ? 1 : sum;
}
__global__ void append(int* log, int* length, int value) {
  log[*length] = value;
  *length += 1;
}
__global__ void nothing() {}
}  // namespace

TEST_CASE("coordinates of grids and blocks of one to three dimensions") {
  REQUIRE_GPU();
  dim3 grid = GENERATE(dim3(1), dim3(5), dim3(3, 2), dim3(2, 3, 4));
  dim3 block = GENERATE(dim3(1), dim3(33), dim3(8, 4), dim3(4, 2, 3));
  unsigned blocks = grid.x * grid.y * grid.z;
  unsigned threads = block.x * block.y * block.z;
  device_array<coordinates> out(blocks * threads);
  launch(note_coordinates, grid, block, 0, {}, out.data());
  auto seen = to_host(out);
  for (unsigned b = 0; b < blocks; ++b)
    for (unsigned t = 0; t < threads; ++t) {
      const coordinates& c = seen[b * threads + t];
      REQUIRE(c.thread[0] == t % block.x);
      REQUIRE(c.thread[1] == t / block.x % block.y);
      REQUIRE(c.thread[2] == t / block.x / block.y);
      REQUIRE(c.block[0] == b % grid.x);
      REQUIRE(c.block[1] == b / grid.x % grid.y);
      REQUIRE(c.block[2] == b / grid.x / grid.y);
      REQUIRE(c.block_size[1] == block.y);
      REQUIRE(c.grid_size[2] == grid.z);
    }
}
TEMPLATE_TEST_CASE("static and dynamic shared memory", "", int, float,
                   double, long long) {
  REQUIRE_GPU();
  std::vector<TestType> in(256 * 37);
  std::iota(in.begin(), in.end(), TestType(1));
  auto device = to_device(in);
  device_array<TestType> out(device.size());
  launch(reverse_block<TestType>, 37, 256, 256 * sizeof(TestType), {},
         out.data(), device.data());
  for (std::size_t b = 0; b < 37; ++b)
    std::reverse(in.begin() + 256 * b, in.begin() + 256 * (b + 1));
  for (auto& x : in) x *= 2;
  CHECK(to_host(out) == in);
}
TEST_CASE("static and dynamic shared memory may be more than 48 KiB together") {
  REQUIRE_GPU();
  std::vector<double> values(256);
  std::iota(values.begin(), values.end(), 1);
  const auto in = to_device(values);
  device_array<double> out(256);
  for (int kilobytes : {46, 47, 48, 49}) {
    launch(reverse_block<double>, 1, 256, kilobytes * 1024, {}, out.data(), in.data());
    CHECK(to_host(out)[0] == 512);
  }
}
TEST_CASE("shuffles") {
  REQUIRE_GPU();
  device_array<int> out(64 * 6);
  launch(shuffles, 1, 64, 0, {}, out.data());
  auto v = to_host(out);
  for (int t = 0; t < 64; ++t) {
    int w = t / 32 * 32, s = t / 8 * 8;
    CHECK(v[t] == w + 5);
    CHECK(v[64 + t] == s + 3);
    CHECK(v[128 + t] == (t - 3 < s ? t : t - 3));
    CHECK(v[192 + t] == (t + 3 > s + 7 ? t : t + 3));
    CHECK(v[256 + t] == (t ^ 17));
    CHECK(v[320 + t] == (t ^ 1));
  }
}
TEST_CASE("prefix sums by shuffles, in several warps") {
  REQUIRE_GPU();
  device_array<int> out(96);
  launch(prefix_sums, 1, 96, 0, {}, out.data());
  auto v = to_host(out);
  for (int t = 0; t < 96; ++t) {
    int w = t / 32 * 32;
    CHECK(v[t] == (t + 1) * (t + 2) / 2 - w * (w + 1) / 2);
  }
}
TEST_CASE("a warp may meet in parts") {
  REQUIRE_GPU();
  device_array<int> out(32);
  launch(half_a_warp, 1, 32, 0, {}, out.data());
  auto v = to_host(out);
  for (int t = 0; t < 16; ++t) CHECK(v[t] == 0x9249 + std::min(t + 1, 15));
  for (int t = 16; t < 32; ++t) CHECK(v[t] == 0x4210);
}
TEST_CASE("each lane of several warps may meet itself alone, and each two neighbours") {
  REQUIRE_GPU();
  device_array<int> out(2 * 96);
  launch(few_lanes, 1, 96, 0, {}, out.data());
  auto v = to_host(out);
  for (int t = 0; t < 96; ++t) {
    CHECK(v[t] == t);
    CHECK(v[96 + t] == (t ^ 1));
  }
}
TEST_CASE("votes of warps and blocks") {
  REQUIRE_GPU();
  device_array<int> out(64 * 4);
  launch(votes, 1, 64, 0, {}, out.data());
  auto v = to_host(out);
  for (int t = 0; t < 64; ++t) {
    unsigned ballot = 0;
    for (int l = 0; l < 32; ++l)
      ballot |= unsigned((t / 32 * 32 + l) % 3 == 0) << l;
    CHECK(unsigned(v[t]) == ballot);
    CHECK(v[64 + t] == (t < 32 ? 2 : 1));
    CHECK(v[128 + t] == 13);
    CHECK(v[192 + t] == 1);
  }
}
TEMPLATE_TEST_CASE("atomic operations on integers", "", int, unsigned,
                   unsigned long long) {
  REQUIRE_GPU();
  using T = TestType;
  auto a = to_device(std::vector<T>{0, 1000, 0, T(-1), 0, 0, 0, 0});
  launch(atomics<T>, 7, 64, 0, {}, a.data());
  auto v = to_host(a);
  const T n = 7 * 64;
  T all = 0;
  for (T t = 0; t < n; ++t) all ^= t;
  CHECK(v[0] == n * (n - 1) / 2);
  CHECK(v[1] == 0);
  CHECK(v[2] == n - 1);
  CHECK(v[3] == T(T(-1) << 31));
  CHECK(v[4] == 0x7fffffff);
  CHECK(v[5] == all);
  CHECK(v[6] == 7);
  CHECK(v[7] == 2 * n);
}
TEST_CASE("atomic counters go round") {
  REQUIRE_GPU();
  auto a = to_device(std::vector<unsigned>{0, 0, 500});
  launch(unsigned_atomics, 4, 32, 0, {}, a.data());
  CHECK(to_host(a) == std::vector<unsigned>{8, 2, 372});
}
TEMPLATE_TEST_CASE("atomic addition of floats", "", float, double) {
  REQUIRE_GPU();
  auto a = to_device(std::vector<TestType>{1});
  launch(float_atomics<TestType>, 16, 128, 0, {}, a.data());
  CHECK(to_host(a)[0] == 1025);
}
TEMPLATE_TEST_CASE("words of 4 and 8 bytes are loaded and stored at once", "", unsigned, unsigned long long) {
  REQUIRE_GPU();
  const auto a = to_device(std::vector<TestType>{TestType(-3), 0, 7});
  launch(relay<TestType>, 1, 1, 0, {}, a.data());
  CHECK(to_host(a) == std::vector<TestType>{TestType(-3), TestType(-2), 7});
}
TEST_CASE("mathematical functions and vectors") {
  REQUIRE_GPU();
  device_array<float> f(5);
  device_array<double> d(3);
  device_array<int> i(4);
  launch(mathematics, 1, 1, 0, {}, f.data(), d.data(), i.data());
  CHECK(to_host(f) == std::vector<float>{std::sqrt(2.0f), 10, 5,
                                         3.14159274f, 3});
  CHECK(to_host(d) == std::vector<double>{std::sqrt(3.0), 17,
                                          3.141592653589793});
  CHECK(to_host(i) == std::vector<int>{8 + 8 + 31 + 63 + 4 + 5, 12,
                                       0x3f800000, 13});
  CHECK(alignof(float2) == 8);
  CHECK(alignof(float4) == 16);
  CHECK(alignof(int4) == 16);
  CHECK(sizeof(float3) == 12);
}
TEST_CASE("rounded operations are not fused") {
  REQUIRE_GPU();
  device_array<float> out(2);
  launch(unfused_zero, 1, 1, 0, {}, out.data(), 1.1f, 3.3f);
  CHECK(to_host(out) == std::vector<float>{0, 0});
}
// Block b adds what block b+1 of the launch before left behind; without the wait it may come too early.
TEST_CASE("launches that begin early still see all that was written") {
  REQUIRE_GPU();
  constexpr int blocks = WW_CUDA ? 2000 : 20, rounds = WW_CUDA ? 50 : 5;
  auto from = to_device(std::vector<int>(blocks, 1)), to = to_device(std::vector<int>(blocks, 0));
  stream s;
  for (int k = 0; k < rounds; ++k) {
    launch_next(add_neighbour, blocks, 64, 0, s, static_cast<const int*>(from.data()), to.data());
    std::swap(from, to);
  }
  CHECK(to_host(from, s) == std::vector<int>(blocks, 1 << (rounds % 30)));
}
TEST_CASE("launches on a stream run in order") {
  REQUIRE_GPU();
  auto log = to_device(std::vector<int>(100, -1));
  auto length = to_device(std::vector<int>{0});
  stream s;
  for (int k = 0; k < 100; ++k)
    launch(append, 1, 1, 0, s, log.data(), length.data(), k);
  synchronize(s);
  std::vector<int> expected(100);
  std::iota(expected.begin(), expected.end(), 0);
  CHECK(to_host(log, s) == expected);
}
TEST_CASE("more threads launch blocks at once than there are stacks for") {
  REQUIRE_GPU();
  // The stacks of 40 blocks of 1024 threads would be more mappings than Linux allows a process. Each block takes long
  // enough for all to have begun before the first ends.
  std::atomic<int> right = 0;
  std::vector<std::thread> crew;
  for (int t = 0; t < (WW_MODEL ? 2 : 40); ++t)
    crew.emplace_back([&] {
      try {
        device_array<int> sum(1);
        const int none = 0;
        sum.upload(&none, 1);
        launch(add_backwards<>, 1, 1024, 0, nullptr, sum.data(), WW_MODEL ? 1u : 30000000u);
        int found = 0;
        sum.download(&found, 1);
        if (found == 1023 * 512) ++right;
      } catch (const std::exception&) {
      }
    });
  for (auto& t : crew) t.join();
  REQUIRE(right == int(crew.size()));
}
TEST_CASE("a configuration that no device runs is refused") {
  REQUIRE_GPU();
  CHECK_THROWS_AS(launch(nothing, 0, 32, 0, {}), device_error);
  CHECK_THROWS_AS(launch_next(nothing, 0, 32, 0, {}), device_error);
  CHECK_THROWS_AS(launch(nothing, 1, 0, 0, {}), device_error);
  CHECK_THROWS_AS(launch(nothing, 1, 1025, 0, {}), device_error);
  CHECK_THROWS_AS(launch(nothing, 1, dim3(1, 1, 65), 0, {}), device_error);
  CHECK_THROWS_AS(launch(nothing, dim3(1u << 31), 1, 0, {}), device_error);
  CHECK_THROWS_AS(launch(nothing, dim3(1, 65536), 1, 0, {}), device_error);
  CHECK_THROWS_AS(launch(nothing, dim3(1, 1, 65536), 1, 0, {}), device_error);
  CHECK_THROWS_AS(launch(nothing, 1, 1, -1, {}), device_error);
  CHECK_THROWS_AS(launch(nothing, 1, 1, 227 * 1024 + 1, {}), device_error);
  if (!WW_CUDA) CHECK_NOTHROW(launch(nothing, 1, 1, 227 * 1024, {}));
  // A refused launch leaves nothing behind for the next one to stumble over.
  CHECK_NOTHROW(launch(nothing, 1, 1024, 48 * 1024, {}));
  CHECK_NOTHROW(launch(nothing, 1, dim3(1, 1, 64), 0, {}));
  CHECK_NOTHROW(launch(nothing, dim3(1, 65535), 1, 0, {}));
}
#if !WW_CUDA && !defined(__SANITIZE_ADDRESS__)
TEST_CASE("an array that the system has no room for is refused") {
  rlimit kept;
  getrlimit(RLIMIT_AS, &kept);
  std::int64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlimit less{rlim_t(pages * sysconf(_SC_PAGESIZE) + (64 << 20)), kept.rlim_max};
  bool refused = false;
  setrlimit(RLIMIT_AS, &less);
  try {
    device_array<char>(256 << 20);
  } catch (const std::bad_alloc&) {
    refused = true;
  }
  setrlimit(RLIMIT_AS, &kept);
  CHECK(refused);
}
#endif
TEST_CASE("arrays move, may be empty, and refuse what cannot be") {
  REQUIRE_GPU();
  device_array<int> a = to_device(std::vector<int>{1, 2, 3});
  device_array<int> b = std::move(a);
  CHECK(to_host(b) == std::vector<int>{1, 2, 3});
  CHECK(device_array<int>(0).size() == 0);
  CHECK(to_host(to_device(std::vector<int>{})).empty());
  CHECK_THROWS_AS(device_array<double>(-1), bad_input);
  // What nothing wrote yet is not zero by chance.
  if (!WW_CUDA) CHECK(to_host(device_array<unsigned char>(3)) == std::vector<unsigned char>(3, 0xb5));
  CHECK_THROWS_AS(device_array<double>(INT64_MAX / 4), bad_input);
  try {
    device_array<double> too_large(std::int64_t(1) << 50);
    FAIL("8 PiB were granted");
  } catch (const bad_input& e) {
    CHECK(std::string(e.what()).find("8388608.00 GiB of ") == 0);
    CHECK(std::string(e.what()).find(" GiB are free") != std::string::npos);
  }
}

#if !WW_CUDA
TEST_CASE("a lane that asks one that is not there has its own value") {
  device_array<int> out(6 * 20);
  launch(shuffles, 1, 20, 0, {}, out.data());
  const auto v = to_host(out);
  for (int t = 0; t < 20; ++t) {
    CHECK(v[60 + t] == (t + 3 > t / 8 * 8 + 7 || t + 3 >= 20 ? t : t + 3));
    CHECK(v[80 + t] == ((t ^ 17) < 20 ? t ^ 17 : t));
  }
}
#endif
#if WW_HOST
namespace {
constexpr int left_line = __LINE__ + 2;
__global__ void barrier_for_some() {
  if (threadIdx.x != 7) __syncthreads();
}
__global__ void throws() {
  if (blockIdx.x >= 3) throw std::runtime_error(std::to_string(blockIdx.x));
}
constexpr int lane_line = __LINE__ + 2;
__global__ void lane_for_some(int* out, int absent) {
  if (int(threadIdx.x) != absent) out[threadIdx.x] = __shfl_sync(0xffffffffu, 1, 0);
}
}  // namespace
TEST_CASE("the host stops a launch that CUDA leaves undefined") {
  try {
    launch(barrier_for_some, 1, 32, 0, {});
    FAIL("a divergent barrier passed");
  } catch (const device_error& e) {
    CHECK(std::string(e.what()) ==
          "block (0,0,0): thread 0 waits at tests/ground/launch.cu:" +
              std::to_string(left_line) + ", thread 7 has left the kernel");
  }
  // Of the warp that lacks a lane the first that waits is named; the last warp has eight lanes.
  device_array<int> out(104);
  for (int absent : {0, 7, 31, 32, 40, 63, 64, 95, 96, 103})
    CHECK_THROWS_WITH(launch(lane_for_some, dim3(1, 2), 104, 0, {}, out.data(), absent),
                      "block (0,0,0): thread " + std::to_string(absent / 32 * 32 + (absent % 32 == 0)) + " waits at tests/ground/launch.cu:" +
                          std::to_string(lane_line) + ", thread " + std::to_string(absent) + " never comes");
  // The executor still works afterwards.
  device_array<int> sums(96);
  launch(prefix_sums, 1, 96, 0, {}, sums.data());
  CHECK(to_host(sums)[31] == 528);
}
TEST_CASE("an exception of the first block in order leaves the launch") {
  for (int run = 0; run < 10; ++run)
    CHECK_THROWS_WITH(launch(throws, 64, 4, 0, {}), "3");
}
namespace {
__global__ void masks_differ(int* out) {
  int t = int(threadIdx.x);
  out[t] = __shfl_sync(t == 0 ? 3u : t == 1 ? 7u : 6u, t, 0);
}
__global__ void empty_mask() { __syncwarp(0); }
__global__ void mask_of_nobody() { __syncwarp(1u << 20); }
__global__ void not_in_mask() {
  __syncwarp(threadIdx.x == 3 ? 1u : 1u << threadIdx.x);
}
}  // namespace
TEST_CASE("masks that can never be met are refused, not waited for") {
  device_array<int> out(32);
  CHECK_THROWS_WITH(launch(masks_differ, 1, 3, 0, {}, out.data()), CONTAINS("thread 0 waits") && CONTAINS("thread 1 never comes"));
  CHECK_THROWS_WITH(launch(empty_mask, 1, 20, 0, {}), CONTAINS("thread 0 waits") && CONTAINS("thread 0 never comes"));
  CHECK_THROWS_WITH(launch(mask_of_nobody, 1, 20, 0, {}), CONTAINS("thread 0 waits") && CONTAINS("thread 0 never comes"));
  CHECK_THROWS_WITH(launch(not_in_mask, 1, 20, 0, {}), CONTAINS("thread 3 waits") && CONTAINS("thread 0 never comes"));
}
#endif
