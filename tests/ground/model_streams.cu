// Launches, copies and bulk operations that nothing orders. Each mistake must be found, with both lines; each program
// that is right, often the same with one wait more, must pass in silence.
#include "catch.h"
#if WW_MODEL
#include <ww/detail/ground/bulk.cuh>
#include <ww/model.h>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <tuple>
#include <sys/resource.h>
#include <unistd.h>
#include "scratch.h"
#include <thrust/copy.h>
#include <thrust/sequence.h>
#include <thrust/transform.h>
using namespace ww;
using model::fault;

namespace {
template <class F>
model::report watched(F f) {
  model::watch w;
  f();
  return w.stop();
}
bool names(const model::finding* f, int line) {
  return f && (f->here.line == line || f->there.line == line);
}
constexpr int n = 256;
constexpr int fill_line = __LINE__ + 2;
__global__ void fill(int* a, int value) {
  a[blockIdx.x * 64 + threadIdx.x] = value;
}
constexpr int twice_line = __LINE__ + 3;
__global__ void twice(const int* a, int* b) {
  const auto i = blockIdx.x * 64 + threadIdx.x;
  b[i] = 2 * a[i];
}
constexpr int next_line = __LINE__ + 5;
template <bool waits>
__global__ void next_twice(const int* a, int* b) {
  if (waits) wait_for_previous();
  const auto i = blockIdx.x * 64 + threadIdx.x;
  b[i] = 2 * a[i];
}
__global__ void late_wait(const int* a, int* b, int* first) {
  const auto i = blockIdx.x * 64 + threadIdx.x;
  if (i == 0) *first = a[0];
  wait_for_previous();
  b[i] = 2 * a[i];
}
__global__ void half_waits(const int* a, int* b) {
  if (threadIdx.x >= 32) return;
  wait_for_previous();
  const auto i = blockIdx.x * 64 + threadIdx.x;
  b[i] = 2 * a[i];
}
__global__ void count(int* sum) { atomicAdd(sum, 1); }
constexpr int once_line = __LINE__ + 1;
__global__ void fill_once(int* a) { a[threadIdx.x] = 1; }
struct arrays {
  device_array<int> a = to_device(std::vector<int>(n)), b = to_device(std::vector<int>(n));
};
struct doubled {
  __host__ __device__ int operator()(int x) const { return 2 * x; }
};
}  // namespace

TEST_CASE("launches on one stream are ordered, on two they are not") {
  arrays x;
  auto run = [&](bool one) {
    return watched([&] {
      const stream s, t;
      launch(fill, n / 64, 64, 0, s, x.a.data(), 1);
      launch(twice, n / 64, 64, 0, one ? s : t, x.a.data(), x.b.data());
      synchronize(s);
      synchronize(t);
    });
  };
  CHECK(run(true).findings.empty());
  const auto bad = run(false);
  REQUIRE(bad.findings.size() == 1);
  CHECK(bad.findings[0].kind == fault::unordered);
  CHECK(bad.findings[0].here.line == twice_line);
  CHECK(bad.findings[0].there.line == fill_line);
  CHECK_THAT(bad.findings[0].text, CONTAINS("kernel twice on stream"));
  CHECK_THAT(bad.findings[0].text, CONTAINS("kernel fill on stream"));
  CHECK_THAT(bad.findings[0].text, CONTAINS("model_streams.cu:" + std::to_string(fill_line)));
}
TEST_CASE("a new stream does not wait for the default stream") {
  arrays x;
  const auto bad = watched([&] {
    const stream s;
    launch(fill, n / 64, 64, 0, {}, x.a.data(), 1);
    launch(twice, n / 64, 64, 0, s, x.a.data(), x.b.data());
  });
  CHECK(names(bad.first(fault::unordered), fill_line));
}
TEST_CASE("a stream does not go on with what another did at its place") {
  arrays x;
  const auto bad = watched([&] {
    std::optional<stream> s(std::in_place);
    launch(fill, n / 64, 64, 0, *s, x.a.data(), 1);
    s.emplace();
    launch(twice, n / 64, 64, 0, *s, x.a.data(), x.b.data());
    synchronize(*s);
  });
  CHECK(names(bad.first(fault::unordered), fill_line));
}
TEST_CASE("each device has a default stream of its own") {
  arrays x;
  const auto bad = watched([&] {
    launch(fill, n / 64, 64, 0, {}, x.a.data(), 1);
    std::thread([&] {
      use_device(1);
      launch(twice, n / 64, 64, 0, {}, x.a.data(), x.b.data());
      synchronize({});
    }).join();
    synchronize({});
  });
  CHECK(bad.first(fault::unordered));
}
TEST_CASE("an event orders what was recorded before what is held") {
  arrays x;
  enum { right, no_hold, no_record, too_early, wrong_way, another_event_at_its_place };
  auto run = [&](int how) {
    return watched([&] {
      const stream s, t;
      std::optional<event> e(std::in_place);
      if (how == too_early) e->record(s);
      launch(fill, n / 64, 64, 0, s, x.a.data(), 1);
      if (how != no_record && how != too_early) e->record(how == wrong_way ? t : s);
      if (how == another_event_at_its_place) e.emplace();
      if (how != no_hold) e->hold(how == wrong_way ? s : t);
      launch(twice, n / 64, 64, 0, t, x.a.data(), x.b.data());
      synchronize(s);
      synchronize(t);
    }).first(fault::unordered) != nullptr;
  };
  CHECK(!run(right));
  for (int how : {no_hold, no_record, too_early, wrong_way, another_event_at_its_place}) CHECK(run(how));
}
TEST_CASE("an order of two events is passed on") {
  arrays x;
  auto run = [&](bool right) {
    return watched([&] {
      const stream s, t, u;
      event e, f;
      launch(fill, n / 64, 64, 0, s, x.a.data(), 1);
      e.record(s);
      if (!right) f.record(t);
      e.hold(t);
      if (right) f.record(t);
      f.hold(u);
      launch(twice, n / 64, 64, 0, u, x.a.data(), x.b.data());
      for (const stream* one : {&s, &t, &u}) synchronize(*one);
    }).findings.empty();
  };
  CHECK(run(true));
  CHECK(!run(false));
}
TEST_CASE("what the host has waited for is ordered before all that it starts then") {
  arrays x;
  auto run = [&](bool waits) {
    return watched([&] {
      const stream s, t;
      launch(fill, n / 64, 64, 0, s, x.a.data(), 1);
      synchronize(waits ? s : t);
      launch(twice, n / 64, 64, 0, t, x.a.data(), x.b.data());
      synchronize(s);
      synchronize(t);
    }).findings.empty();
  };
  CHECK(run(true));
  CHECK(!run(false));
}
TEST_CASE("of several streams that read a word each is remembered") {
  arrays x;
  auto run = [&](int left_out) {
    return watched([&] {
      const stream s[3], t;
      event e[3];
      device_array<int> out[3];
      for (int k = 0; k < 3; ++k) {
        out[k] = device_array<int>(n);
        launch(twice, n / 64, 64, 0, s[k], x.a.data(), out[k].data());
        e[k].record(s[k]);
      }
      for (int k = 0; k < 3; ++k)
        if (k != left_out) e[k].hold(t);
      launch(fill, n / 64, 64, 0, t, x.a.data(), 1);
      synchronize(t);
      for (const stream& one : s) synchronize(one);
    });
  };
  CHECK(run(3).findings.empty());
  for (int k = 0; k < 3; ++k) CHECK(names(run(k).first(fault::unordered), twice_line));
}
TEST_CASE("two launches that only read, or only update, need no order") {
  arrays x, y;
  CHECK(watched([&] {
          const stream s, t;
          launch(twice, n / 64, 64, 0, s, x.a.data(), x.b.data());
          launch(twice, n / 64, 64, 0, t, x.a.data(), y.b.data());
          launch(count, 2, 64, 0, s, y.a.data());
          launch(count, 2, 64, 0, t, y.a.data());
          synchronize(s);
          synchronize(t);
        }).findings.empty());
  CHECK(to_host(y.a)[0] == 256);
}
TEST_CASE("a copy is ordered like a launch, and its call is named") {
  arrays x;
  std::vector<int> here(n, 3);
  auto run = [&](bool waits) {
    return watched([&] {
      const stream s, t;
      event e;
      copy_async(x.a.data(), here.data(), 4 * n, s); const int line = __LINE__;
      e.record(s);
      if (waits) e.hold(t);
      launch(twice, n / 64, 64, 0, t, x.a.data(), x.b.data());
      synchronize(s);
      synchronize(t);
      here[0] = line;
    });
  };
  CHECK(run(true).findings.empty());
  const auto bad = run(false);
  CHECK(names(bad.first(fault::unordered), here[0]));
  CHECK_THAT(bad.findings[0].text, CONTAINS("a copy on stream"));
}
TEST_CASE("what is downloaded on another stream may not be there yet") {
  arrays x;
  int line = 0;
  auto run = [&](bool same) {
    return watched([&] {
      const stream s, t;
      launch(fill, n / 64, 64, 0, s, x.a.data(), 1);
      to_host(x.a, same ? s : t); line = __LINE__;
      synchronize(s);
    });
  };
  CHECK(run(true).findings.empty());
  CHECK(names(run(false).first(fault::unordered), line));
}
TEST_CASE("a bulk operation is ordered like a launch, and its call is named") {
  arrays x;
  int line = 0;
  auto run = [&](bool same) {
    return watched([&] {
      const stream s, t;
      thrust::sequence(detail::bulk(s), x.a.data(), x.a.data() + n); line = __LINE__;
      thrust::transform(detail::bulk(same ? s : t), x.a.data(), x.a.data() + n, x.b.data(), doubled());
      launch(fill, n / 64, 64, 0, same ? s : t, x.b.data(), 1);
      synchronize(s);
      synchronize(t);
    });
  };
  CHECK(run(true).findings.empty());
  const auto bad = run(false);
  CHECK(names(bad.first(fault::unordered), line));
  CHECK_THAT(bad.findings[0].text, CONTAINS("a bulk operation on stream"));
}
TEST_CASE("a bulk operation that moves its range at once is seen as well") {
  arrays x;
  auto run = [&](bool same) {
    return watched([&] {
      const stream s, t;
      thrust::copy(detail::bulk(s), x.a.data(), x.a.data() + n, x.b.data());
      launch(fill, n / 64, 64, 0, same ? s : t, x.b.data(), 1);
      synchronize(s);
      synchronize(t);
      CHECK(const_cast<volatile int&>(x.b.data()[0]) == 1);  // which is no part of the operation
    }).findings.empty();
  };
  CHECK(run(true));
  CHECK(!run(false));
}
TEST_CASE("an early launch is ordered after the one before only by its wait") {
  arrays x;
  auto run = [&](auto kernel, bool early) {
    return watched([&] {
      const stream s;
      launch(fill, n / 64, 64, 0, s, x.a.data(), 1);
      if (early)
        launch_next(kernel, n / 64, 64, 0, s, x.a.data(), x.b.data());
      else
        launch(kernel, n / 64, 64, 0, s, x.a.data(), x.b.data());
      synchronize(s);
    });
  };
  CHECK(run(next_twice<true>, true).findings.empty());
  CHECK(run(next_twice<true>, false).findings.empty());
  CHECK(run(next_twice<false>, false).findings.empty());
  const auto bad = run(next_twice<false>, true);
  REQUIRE(bad.findings.size() == 2);
  CHECK(bad.findings[0].here.line == next_line);
  CHECK(bad.findings[0].there.line == fill_line);
  CHECK_THAT(bad.findings[1].text, CONTAINS("kernel next_twice<false>"));
  CHECK_THAT(run(half_waits, true).findings.at(0).text,
             CONTAINS("thread 32 of block (0,0,0) never waits for the launch before"));
}
TEST_CASE("what an early launch does before its wait is not ordered, even after two launches") {
  arrays x;
  device_array<int> first(1);
  auto run = [&](int between) {
    return watched([&] {
      const stream s;
      arrays y;
      launch(fill, n / 64, 64, 0, s, x.a.data(), 1);
      if (between == 1) launch_next(next_twice<true>, n / 64, 64, 0, s, y.a.data(), y.b.data());
      if (between == 2) launch(twice, n / 64, 64, 0, s, y.a.data(), y.b.data());
      if (between == 3) synchronize(s);
      event e;
      if (between == 4) e.record(s), e.hold(s);
      launch_next(late_wait, n / 64, 64, 0, s, x.a.data(), x.b.data(), first.data());
      synchronize(s);
    }).findings.empty();
  };
  CHECK(!run(0));
  CHECK(!run(1));  // all of them may begin as soon as the first one's blocks have
  CHECK(run(2));   // a launch that is not early begins when the first has ended
  CHECK(run(3));
  CHECK(run(4));
}
TEST_CASE("the host must wait for a copy before it reads, and before it writes what is copied") {
  arrays x;
  std::vector<int> here(n);
  auto run = [&](bool waits, bool back) {
    return watched([&] {
      const stream s;
      if (back)
        copy_async(here.data(), x.a.data(), 4 * n, s);
      else
        copy_async(x.a.data(), here.data(), 4 * n, s);
      if (waits) synchronize(s);
      const int seen = here[7];
      here[7] = back ? seen : seen + 1;
      synchronize(s);
    });
  };
  for (bool back : {false, true}) {
    CHECK(run(true, back).findings.empty());
    CHECK_THAT(run(false, back).findings.at(0).text, CONTAINS("nothing waited for the copy"));
  }
}
TEST_CASE("a mistake that nobody watches", "[.]") {
  arrays x;
  const stream s, t;
  launch(fill, n / 64, 64, 0, s, x.a.data(), 1);
  launch(twice, n / 64, 64, 0, t, x.a.data(), x.b.data());
}
TEST_CASE("a mistake before a signal", "[.]") {
  arrays x;
  const stream s, t;
  launch(fill, n / 64, 64, 0, s, x.a.data(), 1);
  launch(twice, n / 64, 64, 0, t, x.a.data(), x.b.data());
  std::raise(SIGBUS);
}
TEST_CASE("a null pointer", "[.]") {
  launch(fill, 1, 1, 0, {}, static_cast<int*>(nullptr), 1);
}
__global__ void renumber() { const_cast<dim3&>(threadIdx).x = 7; }
TEST_CASE("a number of its own", "[.]") { launch(renumber, 1, 1, 0, {}); }
TEST_CASE("a mistake before a watch", "[.]") {
  arrays x;
  const stream s, t;
  launch(fill, n / 64, 64, 0, s, x.a.data(), 1);
  launch(twice, n / 64, 64, 0, t, x.a.data(), x.b.data());
  CHECK(watched([&] { launch(fill, n / 64, 64, 0, t, x.b.data(), 1); }).findings.empty());
}
TEST_CASE("a program ends with an error after a mistake that nobody watches") {
  const auto self = "env -u WW_COSTS " + std::filesystem::read_symlink("/proc/self/exe").string();
  CHECK(std::system((self + " 'a mistake that nobody watches' >/dev/null 2>&1").c_str()) == 3 << 8);
  CHECK(std::system((self + " 'a mistake before a watch' 2>&1 >/dev/null | grep -q 'nothing orders the two'").c_str()) == 0);
  CHECK(std::system((self + " 'a mistake before a watch' >/dev/null 2>&1").c_str()) == 3 << 8);
  CHECK(std::system(("ulimit -c 0; " + self + " 'a mistake before a signal' 2>&1 >/dev/null | grep -q 'nothing orders the two'").c_str()) == 0);
  CHECK(std::system(("ulimit -c 0; " + self + " 'a mistake before a signal' >/dev/null 2>&1; [ $? = $((128 + " + std::to_string(SIGBUS) + ")) ]").c_str()) == 0);
  CHECK(std::system(("ulimit -c 0; " + self + " 'a null pointer' 2>&1 >/dev/null | grep -q 'through a null pointer'").c_str()) == 0);
  CHECK(std::system(("ulimit -c 0; " + self + " 'a number of its own' 2>&1 >/dev/null | grep -q 'may only read threadIdx'").c_str()) == 0);
  CHECK(std::system(("ulimit -c 0; " + self + " 'a number of its own' >/dev/null 2>&1; [ $? = $((128 + " + std::to_string(SIGABRT) + ")) ]").c_str()) == 0);
  CHECK(std::system((self + " 'two halves of a word*' >/dev/null 2>&1").c_str()) == 0);
  CHECK(std::system((self + " 'launches on one stream are ordered*' >/dev/null 2>&1").c_str()) == 0);
}
TEST_CASE("a report reads nothing of the standard input, what it knows already included") {
  arrays x;
  scratch dir;
  const int kept = dup(0), file = open(dir.put("in", "1\n2\n").c_str(), O_RDONLY);
  dup2(file, 0);
  for (int k : {0, 1, 1})
    watched([&] {
      if (k) launch(fill, n / 64, 64, 0, {}, x.a.data(), 1);
    });
  const auto read = lseek(file, 0, SEEK_CUR);
  dup2(kept, 0);
  close(kept);
  close(file);
  CHECK(read == 0);
}
TEST_CASE("a report that can ask nobody for its lines has all else, and the next has its lines") {
  arrays x;
  rlimit kept;
  getrlimit(RLIMIT_NOFILE, &kept);
  const rlimit none{0, kept.rlim_max};
  for (bool asks : {false, true}) {
    model::watch w;
    const stream s;
    launch(fill_once, 1, 32, 0, {}, x.a.data());
    launch(fill_once, 1, 32, 0, s, x.a.data());
    if (!asks) setrlimit(RLIMIT_NOFILE, &none);
    const auto r = w.stop();
    setrlimit(RLIMIT_NOFILE, &kept);
    CHECK(r.sum(model::space::device, model::access::store).lanes == 64);
    REQUIRE(r.findings.size() == 1);
    CHECK_THAT(r.findings[0].text, CONTAINS("nothing orders the two"));
    CHECK_THAT(r.findings[0].text, CONTAINS(asks ? "at model_streams.cu:" + std::to_string(once_line) : "at address 0x"));
    CHECK(r.findings[0].here.line == (asks ? once_line : 0));
  }
}
TEST_CASE("what is copied to the host comes as late as may be") {
  arrays x;
  int there = 5, second = 6;
  const stream s;
  launch(fill, n / 64, 64, 0, s, x.a.data(), 1);
  model::watch w;
  copy_async(&there, x.a.data(), sizeof there, s);
  CHECK(const_cast<volatile int&>(there) == 5);
  copy_async(x.b.data(), &there, sizeof there, s);
  copy_async(&second, x.b.data(), sizeof second, s);
  synchronize(s);
  CHECK(there == 1);
  CHECK(second == 1);
  CHECK(w.stop().findings.size() == 1);
}
TEST_CASE("a late copy comes before another takes any of its bytes, and not for what lies beside them") {
  const auto from = to_device(std::vector<char>(8, 'n'));
  const device_array<char> to(8);
  for (auto [first, size, comes] : {std::tuple{0, 4, false}, {1, 4, true}, {4, 4, true}, {5, 2, true}, {7, 4, true}, {8, 4, false}, {0, 8, true}}) {
    CAPTURE(first, size);
    char here[] = "oldoldoldold";
    const stream s;
    model::watch w;
    copy_async(here + 4, from.data(), 4, s);
    copy_async(to.data(), here + first, size, s);
    const bool came = const_cast<volatile char&>(here[4]) == 'n';
    synchronize(s);
    CHECK(came == comes);
    CHECK((here[3] == 'o' && here[4] == 'n' && here[7] == 'n' && here[8] == 'd'));
    CHECK(w.stop().findings.size() == (comes ? 0u : 1u));
  }
}
TEST_CASE("what lies beside a late copy may be read, and a copy is late until its own stream is waited for") {
  arrays x;
  int there[3] = {4, 5, 6}, other = 7;
  const stream s, t;
  launch(fill, n / 64, 64, 0, s, x.a.data(), 1);
  launch(fill, n / 64, 64, 0, t, x.b.data(), 2);
  model::watch w;
  copy_async(&there[1], x.a.data(), sizeof there[1], s);
  copy_async(&other, x.b.data(), sizeof other, t);
  CHECK((const_cast<volatile int&>(there[0]) == 4 && const_cast<volatile int&>(there[2]) == 6));
  synchronize(t);
  CHECK(other == 2);
  CHECK(const_cast<volatile int&>(there[1]) == 5);
  synchronize(s);
  CHECK(there[1] == 1);
  CHECK(w.stop().findings.size() == 1);
}
#endif
