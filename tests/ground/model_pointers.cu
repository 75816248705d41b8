// What a GPU refuses, and what a kernel may not be given: each is named, and by the line of the kernel.
#include <algorithm>
#include "catch.h"
#include <ww/launch.cuh>
#include <ww/model.h>
#include <ww/detail/ground/block.cuh>
#if WW_MODEL
using namespace ww;
using model::fault;

namespace {
struct pair_of_doubles {
  double x, y;
};
constexpr int vector_line = __LINE__ + 3;
template <class V>
__global__ void copy_vectors(const int* from, int* to, int first) {
  const V v = reinterpret_cast<const V*>(from + first)[threadIdx.x];
  reinterpret_cast<V*>(to)[threadIdx.x] = v;
}
template <int words>
__global__ void keep_in_shared(int* to) {
  __shared__ int tile[words];
  tile[threadIdx.x] = dynamic_shared<int>()[threadIdx.x] = 1;
  to[threadIdx.x] = tile[threadIdx.x];
}
template <int bytes>
__global__ void keep_bytes(int* to) {
  __shared__ char tile[bytes];
  tile[threadIdx.x] = 1;
  to[threadIdx.x] = tile[threadIdx.x];
}
constexpr int read_line = __LINE__ + 2;
__global__ void copy_int(const int* from, int* to) {
  if (from) to[threadIdx.x] = from[threadIdx.x];
}
constexpr int helper_line = __LINE__ + 4;
__global__ void ask_helpers(const int* sorted, int n, std::int64_t* to, bool in_system) {
  if (in_system)
    std::sort(to, to + n); else
    to[0] = ww::detail::first_that(0, n, [=](int i) { return sorted[i] > n; });
}
constexpr int char_line = __LINE__ + 1;
__global__ void copy_char(const char* from, char* to) { to[0] = from[0]; }
[[gnu::noipa]] void set_last(int* own) { own[3] = 1; }
__global__ void fill_own() {  // nothing else lies between the variable and the end of its frame
  int own[4];
  set_last(own);
}
__global__ void add_twice(int* to) {
  __shared__ int sums[32];
  int first = 0, second = 0;
  const int before = detail::block_exclusive(1, sums, first);
  to[threadIdx.x] = before + detail::block_exclusive(before, sums, second);
  if (threadIdx.x == 0) to[0] = first + second;
}
// One that is copied by itself, not together with those beside it.
struct letter {
  char c;
  explicit letter(char c) : c(c) {}
  letter(const letter& other) : c(other.c) {}
};
template <class... L>
__global__ void take_letters(L... l) { static_cast<void>((l.c + ...)); }
template <class F>
model::report watched(F f) {
  model::watch w;
  f();
  return w.stop();
}
const model::finding& only(const model::report& r, fault kind) {
  REQUIRE(r.findings.size() == 1);
  REQUIRE(r.findings[0].kind == kind);
  return r.findings[0];
}
bool says(const std::string& text, const std::string& what) { return text.find(what) != text.npos; }
int on_the_disk = 7;
[[gnu::section(".data.like_shared")]] alignas(65536) int like_shared[32] = {7};
}  // namespace

TEST_CASE("a vector must lie at a multiple of its size") {
  const auto from = to_device(std::vector<int>(256, 3));
  device_array<int> to(256);
  auto bad = watched([&] { launch(copy_vectors<int2>, 1, 32, 0, {}, from.data(), to.data(), 1); });
  CHECK(only(bad, fault::misaligned).here.line == vector_line);
  CHECK(says(bad.findings[0].text, "thread 0 of block (0,0,0) reads 8 bytes at once at model_pointers.cu:" + std::to_string(vector_line) + ", from byte 4 of device array"));
  for (int first : {0, 2, 4}) CHECK(watched([&] { launch(copy_vectors<int2>, 1, 32, 0, {}, from.data(), to.data(), first); }).findings.empty());
  CHECK(watched([&] { launch(copy_vectors<int4>, 1, 32, 0, {}, from.data(), to.data(), 4); }).findings.empty());
  CHECK(watched([&] { launch(copy_vectors<pair_of_doubles>, 1, 32, 0, {}, from.data(), to.data(), 4); }).findings.empty());
}
TEST_CASE("a block has 48 KiB of shared memory in variables, and 227 KiB in all") {
  device_array<int> to(32);
  CHECK(watched([&] { launch(keep_in_shared<12288>, 1, 32, 179 * 1024, {}, to.data()); }).findings.empty());
  auto fixed = watched([&] { launch(keep_in_shared<12289>, 1, 32, 128, {}, to.data()); });
  CHECK(says(only(fixed, fault::too_much_shared).text, "kernel keep_in_shared<12289> at model_pointers.cu:"));
  CHECK(says(fixed.findings[0].text, "49156 bytes in variables and 128 asked for"));
  CHECK(watched([&] { launch(keep_bytes<48 * 1024>, 1, 32, 0, {}, to.data()); }).findings.empty());
  CHECK(says(only(watched([&] { launch(keep_bytes<48 * 1024 + 1>, 1, 32, 0, {}, to.data()); }), fault::too_much_shared).text, "49153 bytes in variables"));
  for (int bytes : {179 * 1024 + 1, 180 * 1024})
    only(watched([&] { launch(keep_in_shared<12288>, 1, 32, bytes, {}, to.data()); }), fault::too_much_shared);
  CHECK_THROWS_WITH(launch(keep_in_shared<32>, 1, 32, 228 * 1024, {}, to.data()), CONTAINS("232448 bytes"));
}
TEST_CASE("a pointer that is the host's is called that, wherever it points to") {
  device_array<int> to(32);
  std::vector<int> many(1 << 20, 1), few(32, 1);
  static int kept[32] = {7};
  int local[32] = {};
  auto gone = to_device(few);
  const int* const freed = gone.data();
  launch(copy_int, 1, 32, 0, {}, freed, to.data());
  gone = device_array<int>();
  for (auto [from, what] : {std::pair<const int*, const char*>{freed, "was freed"}, {freed + 31, "was freed"}, {freed + 32, "host's pointer"}, {many.data(), "host's pointer"}, {few.data(), "host's pointer"},
                            {local, "host's pointer"}, {&on_the_disk, "host's pointer"}, {like_shared, "host's pointer"}, {kept, "host's pointer"}}) {
    auto bad = watched([&, from = from] { launch(copy_int, 1, 1, 0, {}, from, to.data()); });
    CHECK_THAT(only(bad, fault::out_of_bounds).text, CONTAINS(what));
    CHECK(bad.findings[0].here.line == read_line);
  }
}
TEST_CASE("an array is named where it is less than a mebibyte away") {
  const auto from = to_device(std::vector<char>(256, 'x'));
  device_array<char> to(1);
  constexpr std::int64_t mebibyte = 1 << 20;
  for (auto [at, what] : {std::pair{-mebibyte + 1, "1048575 bytes before device array of 256 bytes (index -1048575 of 256 elements"}, {-std::int64_t(1), "1 byte before"},
                          {256 + mebibyte - 2, "1048575 bytes past the last byte of device array of 256 bytes (index 1048830 of"},
                          {-mebibyte, "in the host's memory"}, {256 + mebibyte - 1, "in the host's memory"}}) {
    const auto bad = watched([&, at = at] { launch(copy_char, 1, 1, 0, {}, static_cast<const char*>(from.data() + at), to.data()); });
    CHECK_THAT(only(bad, fault::out_of_bounds).text, CONTAINS(what));
    CHECK(bad.findings[0].here.line == char_line);
  }
}
TEST_CASE("a kernel may write each byte of its own variables") {
  CHECK(watched([] { launch(fill_own, 1, 1, 0, {}); }).findings.empty());
}
TEST_CASE("a kernel may read each byte of its parameters") {
  const letter a('a');
  CHECK(watched([&] { launch(take_letters<letter, letter, letter, letter, letter, letter, letter, letter>, 1, 1, 0, {}, a, a, a, a, a, a, a, a); }).findings.empty());
}
TEST_CASE("two sums of a block may follow one another") {
  device_array<int> to(256);
  CHECK(watched([&] { launch(add_twice, 1, 256, 0, {}, to.data()); }).findings.empty());
  const auto there = to_host(to);
  CHECK((there[0] == 256 + 255 * 128 && there[255] == 255 + 254 * 255 / 2));
}
TEST_CASE("a mistake in a function of a library is told by the line that called it") {
  const auto sorted = to_device(std::vector<int>(10, 1));
  auto to = to_device(std::vector<std::int64_t>(1));
  for (bool in_system : {false, true}) {
    auto bad = watched([&] { launch(ask_helpers, 1, 1, 0, {}, sorted.data(), 20, to.data(), in_system); });
    REQUIRE(bad.first(fault::out_of_bounds));
    for (const auto& f : bad.findings) {
      CHECK(says(f.here.file, "model_pointers.cu"));
      CHECK(f.here.line == helper_line - in_system);
    }
  }
}
TEST_CASE("of what the host copies, the first byte that nothing wrote is named") {
  const auto from = to_device(std::vector<int>(32, 3));
  device_array<int> to(32);
  auto half = watched([&] { launch(copy_int, 1, 16, 0, {}, from.data(), to.data()); to_host(to); });
  CHECK(half.findings.empty());
  CHECK(says(half.unset_result, "nothing wrote byte 64 of device array of 128 bytes"));
  CHECK(watched([&] { launch(copy_int, 1, 32, 0, {}, from.data(), to.data()); to_host(to); }).unset_result.empty());
}
#endif
