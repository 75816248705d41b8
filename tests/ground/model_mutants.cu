// Small wrong kernels, and their correct twins. Each mistake must be caught and named; each twin must pass in silence.
#include "catch.h"
#if WW_MODEL
#include <ww/model.h>
#include <string>
#include <utility>
using namespace ww;
using model::fault;

namespace {
// In a kernel below, a line that ends with HERE(n) is line_of[n]; the findings must name it.
template <class F>
model::report watched(F f) {
  model::watch w;
  try {
    f();
  } catch (const device_error&) {
  }
  return w.stop();
}
bool names(const model::finding* f, int line) {
  return f && (f->here.line == line || f->there.line == line) &&
         f->here.file.find("model_mutants.cu") != std::string::npos;
}

constexpr int neighbours_write = __LINE__ + 6, neighbours_read = __LINE__ + 8;
template <bool correct>
__global__ void add_neighbours(int* out, const int* in) {
  __shared__ int tile[64];
  int t = int(threadIdx.x);

  tile[t] = in[blockIdx.x * 64 + t];
  if (correct) __syncthreads();
  out[blockIdx.x * 64 + t] = tile[t] + tile[(t + 1) % 64];
}

constexpr int tree_line = __LINE__ + 8;
template <bool correct>
__global__ void sum_block(int* out, const int* in) {
  __shared__ int tile[128];
  int t = int(threadIdx.x);
  tile[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  for (int s = 64; s > 0; s >>= 1) {
    if (t < s) tile[t] += tile[t + s];
    if (correct || s > 16) __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = tile[0];
}

constexpr int branch_line = __LINE__ + 5;
template <bool correct>
__global__ void barrier_in_branch(int* out) {
  int t = int(threadIdx.x);
  if (correct || t < 32)
    __syncthreads();
  out[blockIdx.x * 64 + t] = t;
}

constexpr int two_barriers_line = __LINE__ + 5;
template <bool correct>
__global__ void two_barriers(int* out) {
  int t = int(threadIdx.x);
  if (!correct && t == 5)
    __syncthreads();
  else
    __syncthreads();
  out[blockIdx.x * 64 + t] = t;
}

constexpr int total_line = __LINE__ + 7;
template <bool correct>
__global__ void total(int* sum, const int* in) {
  if (threadIdx.x != 0) return;
  if (correct)
    atomicAdd(sum, in[blockIdx.x]);
  else
    sum[0] += in[blockIdx.x];
}

template <int columns>
__global__ void transpose(float* out, const float* in, int n) {
  __shared__ float tile[32][columns];
  const unsigned x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32;
  for (unsigned j = threadIdx.y; j < 32; j += 8)
    tile[j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  for (unsigned j = threadIdx.y; j < 32; j += 8)
    out[(blockIdx.x * 32 + j) * n + y + threadIdx.x] = tile[threadIdx.x][j];
}
__global__ void naive_transpose(float* out, const float* in, int n) {
  const unsigned x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32;
  for (unsigned j = threadIdx.y; j < 32; j += 8)
    out[x * n + y + j] = in[(y + j) * n + x];
}

constexpr int shift_shared_line = __LINE__ + 7;
template <bool correct>
__global__ void shift_shared(int* out, const int* in) {
  __shared__ int tile[64];
  int t = int(threadIdx.x);
  tile[t] = in[t];
  __syncthreads();
  out[t] = tile[correct && t == 63 ? 63 : t + 1];
}

constexpr int shift_device_line = __LINE__ + 4;
template <bool correct>
__global__ void shift_device(int* out, const int* in, int n) {
  int i = int(blockIdx.x * 64 + threadIdx.x);
  if (correct ? i + 1 < n : i < n) out[i] = in[i + 1];
}

constexpr int before_line = __LINE__ + 4;
template <bool correct>
__global__ void read_before(int* out, const int* in) {
  int i = int(threadIdx.x);
  out[i] = correct && i == 0 ? 0 : in[i - 1];
}

constexpr int unset_line = __LINE__ + 8;
template <bool correct>
__global__ void read_unset(int* out) {
  __shared__ int tile[64];
  int t = int(threadIdx.x);
  if (correct || t != 17) tile[t] = t;
  __syncthreads();

  out[t] = tile[t];
}
template <int = 0>
__global__ void read_unset_later(int* out) {
  __shared__ int tile[64];
  if (blockIdx.x == 0) tile[threadIdx.x] = 1;
  __syncthreads();
  out[64 * blockIdx.x + threadIdx.x] = tile[threadIdx.x];
}
__global__ void read_unset_device(int* out, const int* in) {
  out[threadIdx.x] = in[threadIdx.x];
}

constexpr int warp_line = __LINE__ + 7;
template <bool correct>
__global__ void warp_exchange(int* out) {
  __shared__ int tile[32];
  int t = int(threadIdx.x);
  tile[t] = t;
  if (correct) __syncwarp();
  out[t] = tile[31 - t];
}

constexpr int shuffle_line = __LINE__ + 7;
__global__ void shuffle_orders_nothing(int* out) {
  __shared__ int tile[32];
  int t = int(threadIdx.x);
  tile[t] = t;
  int other = __shfl_xor_sync(0xffffffffu, t, 1);
  
  out[t] = tile[31 - t] + other;
}

constexpr int absent_line = __LINE__ + 5;
template <int present>
__global__ void absent_lane(int* out) {
  int t = int(threadIdx.x), v = t;
  if (t < present)
    v = __shfl_down_sync(0xffffffffu, t, 1);
  out[t] = v;
}

struct five {
  int number[5];
};
constexpr int five_line = __LINE__ + 3;
__global__ void copy_five(five* out, const five* in, int to, int from) {
  const auto t = int(threadIdx.x);
  out[t + to] = in[t + from];
}
__global__ void halves(short* out) {
  out[threadIdx.x] = short(threadIdx.x);
}
constexpr int mixed_line = __LINE__ + 4;
__global__ void atomic_and_plain(int* sum) {
  if (threadIdx.x == 0)
    sum[0] = 1;
  else
    atomicAdd(sum, 1);
}
template <bool correct>
__global__ void dynamic_tile(int* out) {
  int* tile = dynamic_shared<int>();
  tile[threadIdx.x + (correct ? 0 : 1)] = 1;
  out[threadIdx.x] = 0;
}
struct array {
  device_array<int> memory;
  explicit array(std::int64_t n) : memory(to_device(std::vector<int>(n, 1))) {}
  operator int*() const { return memory.data(); }
};
}  // namespace

TEST_CASE("a missing barrier is a race") {
  array in(256), out(256);
  auto bad = watched([&] {
    launch(add_neighbours<false>, 4, 64, 0, {}, out, in);
  });
  REQUIRE(names(bad.first(fault::race), neighbours_write));
  REQUIRE(names(bad.first(fault::race), neighbours_read));
  CHECK(bad.first(fault::race)->text ==
        "race on shared variable tile, byte 4: thread 1 of block (0,0,0) "
        "writes it at model_mutants.cu:" + std::to_string(neighbours_write) +
        ", thread 0 of block (0,0,0) reads it at model_mutants.cu:" +
        std::to_string(neighbours_read));
  CHECK_THAT(bad.text(), CONTAINS("model: " + bad.findings[0].text + "\n"));
  CHECK_THAT(bad.text(), CONTAINS("\nmodel: kernel, source location, "));
  CHECK_THAT(watched([] {}).text(), !CONTAINS("source location"));
  CHECK(watched([&] {
          launch(add_neighbours<true>, 4, 64, 0, {}, out, in);
        }).findings.empty());
}
TEST_CASE("a missing barrier deep in a loop is a race") {
  array in(512), out(4);
  auto bad = watched([&] {
    launch(sum_block<false>, 4, 128, 0, {}, out, in);
  });
  REQUIRE(names(bad.first(fault::race), tree_line));
  auto good = watched([&] {
    launch(sum_block<true>, 4, 128, 0, {}, out, in);
  });
  CHECK(good.findings.empty());
  CHECK(to_host(out.memory) == std::vector<int>{128, 128, 128, 128});
  // Loading, seven halvings, and the final read: nine phases; 128 + (64 + ... + 1) + 1 threads in each of four blocks.
  CHECK(good.steps == 9);
  CHECK(good.work == 4 * (128 + 127 + 1));
  CHECK(good.sum(model::space::shared, model::access::store, 0).lanes == 4 * 128);
  CHECK(good.sum(model::space::shared, model::access::store).lanes == 4 * (128 + 127));
}
TEST_CASE("a barrier in a branch diverges") {
  array out(128);
  auto bad = watched([&] {
    launch(barrier_in_branch<false>, 2, 64, 0, {}, out);
  });
  REQUIRE(names(bad.first(fault::barrier_divergence), branch_line));
  CHECK(bad.findings[0].text.find("thread 32 has left") != std::string::npos);
  CHECK(watched([&] {
          launch(barrier_in_branch<true>, 2, 64, 0, {}, out);
        }).findings.empty());
}
TEST_CASE("two barriers are not one") {
  array out(128);
  auto bad = watched([&] {
    launch(two_barriers<false>, 2, 64, 0, {}, out);
  });
  REQUIRE(names(bad.first(fault::barrier_divergence), two_barriers_line));
  CHECK(watched([&] {
          launch(two_barriers<true>, 2, 64, 0, {}, out);
        }).findings.empty());
}
TEST_CASE("blocks that update one word without atomics race") {
  array in(8), sum(1);
  auto bad = watched([&] { launch(total<false>, 8, 64, 0, {}, sum, in); });
  REQUIRE(names(bad.first(fault::race), total_line));
  CHECK(bad.findings[0].text.find("block (1,0,0)") != std::string::npos);
  CHECK(bad.findings[0].text.find("block (0,0,0)") != std::string::npos);
  auto good = watched([&] { launch(total<true>, 8, 64, 0, {}, sum, in); });
  CHECK(good.findings.empty());
  CHECK(good.sum(model::space::device, model::access::atomic).requests == 8);
}
TEST_CASE("an atomic and a plain update race") {
  array sum(1);
  auto bad = watched([&] { launch(atomic_and_plain, 1, 32, 0, {}, sum); });
  REQUIRE(names(bad.first(fault::race), mixed_line - 1));
}
TEST_CASE("a column of a 32-wide tile has 32 bank ways") {
  auto in = to_device(std::vector<float>(128 * 128, 1.0f));
  device_array<float> out(128 * 128);
  dim3 grid(4, 4), block(32, 8);
  auto ways = [&](auto kernel) {
    auto r = watched([&] {
      launch(kernel, grid, block, 0, {}, out.data(), in.data(), 128);
    });
    REQUIRE(r.findings.empty());
    auto c = r.sum(model::space::shared, model::access::load);
    REQUIRE(c.requests == 16 * 32);
    auto stores = r.sum(model::space::device, model::access::store);
    CHECK(stores.sectors == 4 * stores.requests);
    CHECK(r.shared_bytes == (kernel == transpose<32> ? 4096 : 4224));
    return double(c.wavefronts) / double(c.ideal_wavefronts);
  };
  CHECK(ways(transpose<32>) == 32);
  CHECK(ways(transpose<33>) == 1);
  auto r = watched([&] {
    launch(naive_transpose, grid, block, 0, {}, out.data(), in.data(), 128);
  });
  auto stores = r.sum(model::space::device, model::access::store);
  CHECK(stores.sectors == 32 * stores.requests);
  auto loads = r.sum(model::space::device, model::access::load);
  CHECK(loads.sectors == 4 * loads.requests);
}
TEST_CASE("an index one past a shared array is out of bounds") {
  array in(64), out(64);
  auto bad = watched([&] {
    launch(shift_shared<false>, 1, 64, 0, {}, out, in);
  });
  REQUIRE(names(bad.first(fault::out_of_bounds), shift_shared_line));
  CHECK(bad.findings[0].text.find(
            "thread 63 of block (0,0,0) reads 4 bytes") != std::string::npos);
  CHECK(bad.findings[0].text.find("1 byte past the last byte of shared "
                                  "variable tile") != std::string::npos);
  CHECK(watched([&] {
          launch(shift_shared<true>, 1, 64, 0, {}, out, in);
        }).findings.empty());
}
TEST_CASE("an index one past a device array is out of bounds") {
  array in(128), out(128);
  auto bad = watched([&] {
    launch(shift_device<false>, 2, 64, 0, {}, out, in, 128);
  });
  REQUIRE(names(bad.first(fault::out_of_bounds), shift_device_line));
  CHECK(bad.findings[0].text.find("thread 63 of block (1,0,0)") !=
        std::string::npos);
  CHECK(watched([&] {
          launch(shift_device<true>, 2, 64, 0, {}, out, in, 128);
        }).findings.empty());
}
TEST_CASE("an index before a device array is out of bounds") {
  array in(64), out(64);
  auto bad = watched([&] {
    launch(read_before<false>, 1, 64, 0, {}, out, in);
  });
  REQUIRE(names(bad.first(fault::out_of_bounds), before_line));
  CHECK(watched([&] {
          launch(read_before<true>, 1, 64, 0, {}, out, in);
        }).findings.empty());
}
TEST_CASE("host memory is out of bounds for a kernel") {
  std::vector<int> host(64, 1);
  array out(64);
  auto bad = watched([&] {
    launch(read_unset_device, 1, 64, 0, {}, out, host.data());
  });
  CHECK(bad.first(fault::out_of_bounds));
}
TEST_CASE("dynamic shared memory ends where the launch said") {
  array out(32);
  auto bad = watched([&] {
    launch(dynamic_tile<false>, 1, 32, 32 * sizeof(int), {}, out);
  });
  REQUIRE(bad.first(fault::out_of_bounds));
  CHECK(bad.findings[0].text.find("dynamic shared memory") !=
        std::string::npos);
  auto good = watched([&] {
    launch(dynamic_tile<true>, 1, 32, 32 * sizeof(int), {}, out);
  });
  CHECK(good.findings.empty());
  CHECK(good.shared_bytes == 128);
}
TEST_CASE("reading what nothing wrote is found") {
  array out(64);
  auto bad = watched([&] { launch(read_unset<false>, 1, 64, 0, {}, out); });
  REQUIRE(names(bad.first(fault::unset_read), unset_line));
  CHECK(bad.findings[0].text.find("thread 17") != std::string::npos);
  CHECK(bad.findings[0].text.find("byte 68 of shared variable tile") !=
        std::string::npos);
  CHECK(watched([&] {
          launch(read_unset<true>, 1, 64, 0, {}, out);
        }).findings.empty());
  device_array<int> raw(64);
  CHECK(watched([&] {
          launch(read_unset_device, 1, 64, 0, {}, out, raw.data());
        }).first(fault::unset_read));
}
TEST_CASE("shared memory is unset again in every block") {
  device_array<int> out(128);
  CHECK(!watched([&] { launch(read_unset_later<>, 1, 64, 0, {}, out.data()); }).first(fault::unset_read));
  CHECK(watched([&] { launch(read_unset_later<>, 2, 64, 0, {}, out.data()); }).first(fault::unset_read));
}
TEST_CASE("a warp needs __syncwarp, and a shuffle is none") {
  array out(32);
  auto bad = watched([&] { launch(warp_exchange<false>, 1, 32, 0, {}, out); });
  REQUIRE(names(bad.first(fault::race), warp_line));
  CHECK(watched([&] {
          launch(warp_exchange<true>, 1, 32, 0, {}, out);
        }).findings.empty());
  auto shuffled = watched([&] {
    launch(shuffle_orders_nothing, 1, 32, 0, {}, out);
  });
  REQUIRE(names(shuffled.first(fault::race), shuffle_line));
}
TEST_CASE("a lane that never comes is named") {
  array out(32);
  const std::pair<void (*)(int*), std::string> first[] = {
      {absent_lane<1>, "thread 1,"}, {absent_lane<16>, "thread 16,"}, {absent_lane<31>, "thread 31,"}};
  for (auto [kernel, absent] : first) {
    auto bad = watched([&] { launch(kernel, 1, 32, 0, {}, out); });
    REQUIRE(names(bad.first(fault::absent_lane), absent_line));
    CHECK(bad.first(fault::absent_lane)->text.find(absent) != std::string::npos);
  }
  auto good = watched([&] { launch(absent_lane<32>, 1, 32, 0, {}, out); });
  CHECK(good.findings.empty());
}
TEST_CASE("what is copied as a whole is checked as a whole") {
  const auto in = to_device(std::vector<five>(8));
  device_array<five> out(8), unset(8);
  auto run = [&](const device_array<five>& from, int to, int at) {
    return watched([&] { launch(copy_five, 1, 8, 0, {}, out.data(), from.data(), to, at); });
  };
  CHECK(run(in, 0, 0).findings.empty());
  CHECK(names(run(unset, 0, 0).first(fault::unset_read), five_line));
  CHECK(names(run(in, 0, 1).first(fault::out_of_bounds), five_line));
  CHECK(names(run(in, 1, 0).first(fault::out_of_bounds), five_line));
}
TEST_CASE("two halves of a word may be written by two threads") {
  device_array<short> out(64);
  auto r = watched([&] { launch(halves, 1, 64, 0, {}, out.data()); });
  CHECK(r.findings.empty());
  auto stores = r.sum(model::space::device, model::access::store);
  CHECK(stores.sectors == 2 * stores.requests);
}

namespace {
__global__ void initialise_and_add(int* sum) {
  if (threadIdx.x == 0) sum[0] = 0;
  atomicAdd(sum, 1);
}
__global__ void initialise_in_block_0(int* sum) {
  if (blockIdx.x == 0 && threadIdx.x == 0) sum[0] = 0;
  __syncthreads();
  atomicAdd(sum, 1);
}
__global__ void two_widths(int* out) {
  if (threadIdx.x == 0)
    out[1] = 3;
  else
    *reinterpret_cast<long long*>(out) = 4;
}
enum class before { load, store, atomic };
template <before b>
__global__ void look_at(int* word, int* out) {
  if (threadIdx.x == 0 && b == before::load) out[1] = word[0];
  if (threadIdx.x == 0 && b == before::store) word[0] = 2;
  if (threadIdx.x == 0 && b == before::atomic) store_relaxed(word, 3);
  if (threadIdx.x == 32) out[0] = load_relaxed(word);
}
__global__ void only_atomics(int* sum) {
  __shared__ int s;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  atomicAdd(&s, 1);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(sum, s);
}
}  // namespace
TEST_CASE("a store does not hide behind an update by the same thread") {
  array sum(2);
  CHECK(watched([&] { launch(initialise_and_add, 1, 32, 0, {}, sum); })
            .first(fault::race));
  auto between = watched([&] {
    launch(initialise_in_block_0, 4, 32, 0, {}, sum);
  });
  REQUIRE(between.first(fault::race));
  CHECK_THAT(between.first(fault::race)->text,
             CONTAINS("thread 0 of block (0,0,0) writes it"));
  CHECK(watched([&] { launch(only_atomics, 4, 64, 0, {}, sum); })
            .findings.empty());
}
TEST_CASE("what is loaded atomically races with a plain store, and with nothing else") {
  const array word(1), out(2);
  const auto run = [&](auto kernel) { return watched([&] { launch(kernel, 1, 64, 0, {}, word, out); }); };
  const auto bad = run(look_at<before::store>);
  REQUIRE(bad.findings.size() == 1);
  CHECK_THAT(bad.first(fault::race)->text, CONTAINS("thread 32 of block (0,0,0) reads it") && CONTAINS("thread 0 of block (0,0,0) writes it"));
  for (auto kernel : {look_at<before::load>, look_at<before::atomic>}) CHECK(run(kernel).findings.empty());
  CHECK(to_host(out.memory)[0] == 3);
}
TEST_CASE("accesses of two widths that overlap race") {
  array out(2);
  auto r = watched([&] { launch(two_widths, 1, 2, 0, {}, out); });
  REQUIRE(r.first(fault::race));
  CHECK_THAT(r.first(fault::race)->text,
             CONTAINS("thread 0 of block (0,0,0) writes it"));
}

namespace {
template <class T>
__global__ void strided_load(T* out, int stride) {
  T* tile = dynamic_shared<T>();
  for (int i = int(threadIdx.x); i < 32 * stride; i += 32) tile[i] = T{};
  __syncwarp();
  out[threadIdx.x] = tile[threadIdx.x * unsigned(stride)];
}
template <class T>
double ways(int stride) {
  device_array<T> out(32);
  auto r = watched([&] {
    launch(strided_load<T>, 1, 32, 32 * stride * std::int64_t(sizeof(T)), {},
           out.data(), stride);
  });
  REQUIRE(r.findings.empty());
  auto c = r.sum(model::space::shared, model::access::load);
  return double(c.wavefronts) / double(c.ideal_wavefronts);
}
__global__ void straddle(char* bytes, int n) {
  *reinterpret_cast<int*>(bytes + n - 2) = 1;
}
__global__ void unaligned_sectors(char* bytes) {
  bytes[32 * threadIdx.x] = 1;
  *reinterpret_cast<short*>(bytes + 32 * threadIdx.x + 31) = 1;
}
__global__ void far_away(int* out, std::int64_t by) { out[by] = 1; }
template <int... k>
__global__ void read_strays(int* a) { a[0] = (a[-1 - k] + ...); }
template <class T>
__global__ void read_all(T* out, const T* in) {
  out[threadIdx.x] = in[threadIdx.x];
}
}  // namespace
TEST_CASE("bank ways of accesses of 4, 8 and 16 bytes") {
  for (int stride : {1, 2, 4, 8}) {
    CHECK(ways<float>(stride) == stride);
    CHECK(ways<float2>(stride) == stride);
    CHECK(ways<float4>(stride) == stride);
  }
}
TEST_CASE("an access that begins inside and ends outside is out of bounds") {
  device_array<char> bytes(64);
  auto r = watched([&] { launch(straddle, 1, 1, 0, {}, bytes.data(), 64); });
  REQUIRE(r.first(fault::out_of_bounds));
  CHECK_THAT(r.first(fault::out_of_bounds)->text,
             CONTAINS("2 bytes too many for device array of 64 bytes"));
}
TEST_CASE("an access over the edge of a sector touches two") {
  device_array<char> bytes(33 * 32);
  auto r = watched([&] { launch(unaligned_sectors, 1, 32, 0, {}, bytes.data()); });
  CHECK(r.sum(model::space::device, model::access::store).sectors == 32 + 33);
}
TEST_CASE("a stray write harms nothing before it is named") {
  for (std::int64_t n : {1, 1 << 10, 1 << 20}) {
    device_array<int> a(n), b(n);
    for (std::int64_t by : {std::int64_t(-1), -std::int64_t(1000), n, n + 100000}) {
      auto r = watched([&] { launch(far_away, 1, 1, 0, {}, a.data(), by); });
      CHECK(r.first(fault::out_of_bounds));
    }
    int* freed = nullptr;
    {
      device_array<int> c(n);
      freed = c.data();
    }
    device_array<int> d(n);
    auto r = watched([&] { launch(far_away, 1, 1, 0, {}, freed, 0); });
    CHECK(r.first(fault::out_of_bounds));
  }
}
TEST_CASE("a hundred findings are told, and no more") {
  device_array<int> a(64);
  const auto strays = [&]<int... k>(std::integer_sequence<int, k...>) {
    return watched([&] { launch(read_strays<k...>, 1, 1, 0, {}, a.data()); }).findings.size();
  };
  CHECK(strays(std::make_integer_sequence<int, 99>()) == 99);
  CHECK(strays(std::make_integer_sequence<int, 101>()) == 100);
}
TEST_CASE("half an array that was copied is half written") {
  device_array<int> in(64), out(64);
  std::vector<int> ones(32, 1);
  in.upload(ones.data(), 32);
  auto r = watched([&] { launch(read_all<int>, 1, 64, 0, {}, out.data(), in.data()); });
  REQUIRE(r.first(fault::unset_read));
  CHECK_THAT(r.first(fault::unset_read)->text, CONTAINS("byte 128 of"));
}
TEST_CASE("of a word that a copy fills in part the rest is unset") {
  device_array<char> in(8), out(8);
  in.upload("five", 5);
  auto r = watched([&] { launch(read_all<char>, 1, 8, 0, {}, out.data(), in.data()); });
  REQUIRE(r.first(fault::unset_read));
  CHECK_THAT(r.first(fault::unset_read)->text, CONTAINS("byte 5 of"));
}

// Groups of eight lanes: each lane reads all that the group has written. The last lane of a group writes again after the
// group has met; only a meeting of the whole warp keeps the readers of another group apart from it.
namespace {
constexpr int everyone_reads = __LINE__ + 9, one_writes = __LINE__ + 13;
template <bool correct>
__global__ void groups_of_lanes(int* out) {
  __shared__ int word;
  const unsigned lane = threadIdx.x % 32, group = 0xffu << (lane / 8 * 8);
  if (lane == 0) word = 1;
  __syncwarp();

  //
  int v = word;
  __syncwarp(correct ? 0xffffffffu : group);


  if (lane == 31) word = 2;
  __syncwarp();
  out[threadIdx.x] = v + word;
}
enum class vote { none, any, all, count };
template <vote v>
__device__ int wait_and_vote(int predicate) {
  if (v == vote::any) return __syncthreads_or(predicate);
  if (v == vote::all) return __syncthreads_and(predicate);
  if (v == vote::count) return __syncthreads_count(predicate);
  return predicate;
}
template <vote v>
__global__ void sort_by_exchange(int* out) {
  __shared__ int a[128];
  const int t = int(threadIdx.x);
  a[t] = 128 - t;
  __syncthreads();
  for (int round = 0; round < 128; ++round) {
    const int i = 2 * t + round % 2;
    const bool wrong = i + 1 < 128 && a[i] > a[i + 1];
    if (wrong) {
      const int x = a[i];
      a[i] = a[i + 1];
      a[i + 1] = x;
    }
    if (wait_and_vote<v>(wrong) < 0) break;
  }
  __syncthreads();
  out[t] = a[t];
}
template <bool correct>
__global__ void warp_sums(int* out) {
  __shared__ int a[64];
  const int t = int(threadIdx.x), lane = t % 32;
  a[t] = 1;
  __syncwarp();
  for (int d = 1; d < 32; d *= 2) {
    const int v = lane >= d ? a[t - d] : 0;
    if (correct || d != 4) __syncwarp();
    a[t] += v;
    __syncwarp();
  }
  out[t] = a[t];
}
}  // namespace
TEST_CASE("of a warp's lanes every one is remembered, not the last two alone") {
  array out(32);
  auto bad = watched([&] { launch(groups_of_lanes<false>, 1, 32, 0, {}, out); });
  REQUIRE(bad.first(fault::race));
  CHECK(names(bad.first(fault::race), everyone_reads));
  CHECK(names(bad.first(fault::race), one_writes));
  auto good = watched([&] { launch(groups_of_lanes<true>, 1, 32, 0, {}, out); });
  CHECK(good.findings.empty());
}
TEST_CASE("a barrier that votes is missed like any other") {
  array out(128);
  CHECK(watched([&] { launch(sort_by_exchange<vote::none>, 1, 128, 0, {}, out); }).first(fault::race));
  for (auto kernel : {sort_by_exchange<vote::any>, sort_by_exchange<vote::all>, sort_by_exchange<vote::count>})
    CHECK(watched([&] { launch(kernel, 1, 128, 0, {}, out); }).findings.empty());
}
TEST_CASE("a missing __syncwarp between two others is a race") {
  array out(64);
  CHECK(watched([&] { launch(warp_sums<false>, 1, 64, 0, {}, out); }).first(fault::race));
  CHECK(watched([&] { launch(warp_sums<true>, 1, 64, 0, {}, out); }).findings.empty());
  CHECK(to_host(out.memory)[63] == 32);
}
#endif
