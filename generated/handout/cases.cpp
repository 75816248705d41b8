#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <vector>
#include "cases.h"

namespace ww::handout {
std::vector<int> sizes(std::vector<int> of) {
  if (seed() == 0) return of;
  const auto [least, most] = std::minmax_element(of.begin(), of.end());
  const detail::random_source r{seed(), *most, 99};
  const unsigned range = unsigned(*most - *least) + 1;
  of.push_back(*least + int(r.words(0).word[0] % range));
  return of;
}
namespace {
enum class part { by_hand, program, counter, judge };
part playing = part::by_hand;
std::uint64_t seed_of_run = 0;
constexpr std::size_t room = std::size_t(1) << 26;
char *page = nullptr, *page_end = nullptr;
char* map_room(int kind, int file) {
  void* p = mmap(nullptr, room, PROT_READ | PROT_WRITE, kind, file, 0);
  if (p == MAP_FAILED) std::_Exit(2);
  return static_cast<char*>(p);
}
void say(const std::string& line) {
  if (playing == part::by_hand) {
    std::puts(line.c_str());
    return void(std::fflush(stdout));
  }
  if (std::size_t(page_end - page) < line.size() + 2) std::_Exit(2);
  page = std::copy(line.begin(), line.end(), page);
  *page++ = '\n';
}
}
namespace {
const char* const digit = "0123456789abcdef";
void say_bytes(std::string line, const void* data, std::size_t n) {
  auto* const at = static_cast<const unsigned char*>(data);
  for (std::size_t k = 0; k < n; ++k)
    line += {digit[at[k] / 16], digit[at[k] % 16]};
  say(line);
}
bool hear_bytes(const std::string& word, void* data, std::size_t n) {
  std::string line;
  while (std::getline(std::cin, line) && line.rfind(word, 0) != 0) {}
  if (line.size() != word.size() + 2 * n) return false;
  auto value = [&](std::size_t k) {
    return unsigned(std::strchr(digit, line[word.size() + k]) -
                    digit) % 16;
  };
  for (std::size_t k = 0; k < n; ++k)
    static_cast<char*>(data)[k] =
        static_cast<char>(16 * value(2 * k) + value(2 * k + 1));
  return true;
}
struct told_site {
  model::counts total;
  int phase;
  model::space memory;
  model::access kind;
  char array[32];
};
#if WW_MODEL
struct request {
  enum { run, take, release, copy, order, name, tell, end } what;
  const void *to = nullptr, *from = nullptr;
  std::int64_t n = 0;
  cudaStream_t s = nullptr;
  int how = 0;
  task work = {};
};
struct reply {
  void* made = nullptr;
  bool done = true;
};
char* window = nullptr;
int wire = -1;
std::int64_t put(const void* data, std::size_t n) {
  require(n < room, "more than 64 MB are moved at once");
  std::memcpy(window, data, n);
  window[n] = 0;
  return std::int64_t(n);
}
void* ask(const request& r) {
  reply a;
  if (send(wire, &r, sizeof r, MSG_NOSIGNAL) != sizeof r ||
      recv(wire, &a, sizeof a, 0) != sizeof a)
    std::_Exit(2);
  if (!a.done) throw std::runtime_error(window);
  return a.made;
}
auto& arrays() {
  static std::map<const char*, std::int64_t> all;
  return all;
}
void* add_array(void* p, std::int64_t bytes) {
  if (p) arrays()[static_cast<char*>(p)] = bytes;
  return p;
}
bool on_device(const void* p, std::int64_t n) {
  auto* const first = static_cast<const char*>(p);
  const auto next = arrays().upper_bound(first);
  if (next == arrays().begin()) return false;
  const auto& [base, bytes] = *std::prev(next);
  if (first - base >= bytes) return false;
  require(n <= bytes - (first - base), "a copy goes beyond its array");
  return true;
}
#endif
[[noreturn, maybe_unused]] void count_for_program();
__attribute__((constructor(102))) void take_part(int argc,
                                                 char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "--program") playing = part::program;
  if (what == "--judge") playing = part::judge;
  if (playing == part::by_hand) return;
#if WW_MODEL
  if (playing == part::program) {
    int ends[2];
    window = map_room(MAP_SHARED | MAP_ANONYMOUS, -1);
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0) std::_Exit(2);
    const pid_t child = fork();
    if (child < 0) std::_Exit(2);
    wire = ends[child == 0];
    close(ends[child != 0]);
    if (child == 0) return void(close(3));
    playing = part::counter;
  }
#endif
  page = map_room(MAP_SHARED, 3);
  page_end = page + room;
  close(3);
#if WW_MODEL
  if (playing == part::counter) count_for_program();
#endif
}
}
std::uint64_t seed() { return seed_of_run; }
void pass_on(void* data, std::size_t bytes) {
#if WW_MODEL
  if (playing == part::program)
    ask({.what = request::tell, .n = put(data, bytes)});
#else
  if (playing == part::program) say_bytes("told ", data, bytes);
#endif
  if (playing == part::judge)
    require(hear_bytes("told ", data, bytes),
            "the case asks for another number of answers");
}
namespace {
enum class kind { test, count, timed };
struct one_case {
  kind what;
  std::string task, name;
  work run;
  value pick;
  std::function<work()> prepare;
};
const char* name_of(kind k) {
  return k == kind::test ? "test" : k == kind::count ? "count" : "time";
}
std::vector<one_case>& all_cases() {
  static std::vector<one_case> list;
  return list;
}
struct verdict {
  bool passed = true;
  std::string why;
  double number = 0;
  model::report told;
};
verdict tried(const work& w) {
  try {
    w();
    return {};
  } catch (const std::exception& e) {
    if (*e.what()) return {false, e.what()};
  } catch (...) {
  }
  return {false, "it threw something that gives no reason"};
}
double time_of(const one_case& c) {
  const work w = c.prepare();
  double least = 1e30;
#if WW_CUDA
  cudaEvent_t from, to;
  check(cudaEventCreate(&from));
  check(cudaEventCreate(&to));
  for (int k = 0; k < 10; ++k) {
    check(cudaEventRecord(from));
    w();
    check(cudaEventRecord(to));
    check(cudaEventSynchronize(to));
    float ms = 0;
    check(cudaEventElapsedTime(&ms, from, to));
    if (k > 0) least = std::min(least, 1e-3 * double(ms));
  }
#else
  w();
#endif
  return least;
}
model::report heard_report() {
  model::report r;
  model::sums& all = r;
  hear_bytes("sums ", &all, sizeof all);
  for (told_site s; hear_bytes("site ", &s, sizeof s);)
    r.sites.push_back(
        {"", {}, s.phase, s.memory, s.kind, s.array, s.total});
  return r;
}
bool runs_here(const one_case& c) {
  return c.what == kind::test ||
         (c.what == kind::count) == bool(WW_MODEL);
}
#if WW_MODEL
std::string cause_in(const model::report& r) {
  if (r.findings.empty())
    return r.unset_result.empty() ? ""
                                  : "unset result: " + r.unset_result;
  const model::finding* race = r.first(model::fault::race);
  const model::finding& first = r.findings[0];
  const bool early = first.kind == model::fault::unset_read && race;
  const std::string& text = early ? race->text : first.text;
  return text.empty() ? "a finding" : text;
}
verdict with_findings(verdict v, model::report r) {
  v.told = std::move(r);
  const std::string cause = cause_in(v.told);
  if (cause != "" && (!v.passed || !v.told.findings.empty()))
    v = {false, cause + (v.passed ? "" : "; and " + v.why)};
  return v;
}
#endif
verdict observe(const one_case& c) {
#if WW_MODEL
  if (playing == part::program) return tried(c.run);
  model::watch w;
  const verdict v = tried(c.run);
  return with_findings(v, w.stop());
#else
  return tried(c.run);
#endif
}
verdict judge(const one_case& c) {
  verdict v;
  if (playing == part::judge) {
    v = tried(c.prepare ? work([&] { c.prepare(); }) : c.run);
    v.told = heard_report();
  } else if (c.what == kind::timed) {
    double seconds = 0;
    v = tried([&] { seconds = time_of(c); });
    v.number = seconds;
  } else {
    v = observe(c);
  }
  if (c.pick) v.number = c.pick(v.told);
  return v;
}
std::string in_words(kind what, const verdict& v) {
  std::string why = v.why;
  std::replace(why.begin(), why.end(), '\n', ' ');
  if (!v.passed) return "failed " + why;
  return (what == kind::test ? "passed"
                             : format("number %.9g", v.number)) +
         format("; span %ld, of stores %ld, launches %ld, "
                "copied %ld", v.told.span, v.told.store_span,
                v.told.launches, v.told.copied_bytes);
}
void tell(const one_case& c, const verdict& v) {
#if WW_MODEL
  if (playing == part::program) {
    put(v.why.data(), std::min(v.why.size(), room - 1));
    ask({.what = request::end, .how = v.passed});
  }
#endif
  const std::string said = in_words(c.what, v);
  say(playing != part::by_hand
          ? "end " + said
          : format("%-7s %s: %s", name_of(c.what), c.name.c_str(),
                   said.c_str()));
}
bool say_what_there_is(const char* name) {
  std::fprintf(stderr, "there is no case '%s'; the cases are:\n", name);
  for (const one_case& c : all_cases())
    std::fprintf(stderr, "  %s\n", c.name.c_str());
  return false;
}
void list_cases() {
  for (const one_case& c : all_cases())
    std::printf("%s|%s|%s\n", name_of(c.what), c.task.c_str(),
                c.name.c_str());
}
}
void add_case(kind what, std::string_view task, std::string_view name,
              work w, value v, std::function<work()> prepare) {
  all_cases().push_back(
      {what, std::string(task), std::string(name), w, v, prepare});
}
void test(std::string_view task, std::string_view name, work w) {
  add_case(kind::test, task, name, w, {}, {});
}
void count(std::string_view task, std::string_view name, work w,
           value v) {
  add_case(kind::count, task, name, w, v, {});
}
void timed(std::string_view task, std::string_view name,
           std::function<work()> prepare) {
  add_case(kind::timed, task, name, {}, {}, prepare);
}
void require(bool holds, const char* otherwise, ...) {
  if (holds) return;
  char text[4096];
  va_list rest;
  va_start(rest, otherwise);
  std::vsnprintf(text, sizeof text, otherwise, rest);
  va_end(rest);
  throw std::runtime_error(text);
}
#if WW_MODEL
void be_block(unsigned x) {
  const_cast<block_state*>(self->block)->index.x = x;
}
#endif
bool run_case(const one_case& c) {
  const verdict v = judge(c);
  tell(c, v);
  if (playing != part::by_hand) std::_Exit(0);
  return v.passed;
}
bool run_apart(const one_case& c) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    std::_Exit(run_case(c) ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status))
    std::printf("%-7s %s: failed it %s\n", name_of(c.what),
                c.name.c_str(), WTERMSIG(status) == SIGALRM
                                    ? "did not end within 60 s"
                                    : "crashed");
  std::fflush(stdout);
  return status == 0;
}
void report([[maybe_unused]] const one_case& c) {
#if WW_MODEL
  model::watch w;
  std::fputs((tried(c.run).why + "\n").c_str(), stderr);
  std::fputs(w.stop().text().c_str(), stdout);
#endif
}
int run_cases(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  const char* const given = std::getenv("WW_SEED");
  if (const char* s = argc > 3 ? argv[3] : given)
    seed_of_run = std::strtoull(s, nullptr, 10);
  const bool one = what == "--case" || playing != part::by_hand;
  if (what == "--list") list_cases();
  bool good = true, found = false;
  for (const one_case& c : all_cases()) {
    const bool named = argc > 2 && c.name == argv[2];
    found = found || named;
    if (what == "" && runs_here(c)) good = run_apart(c) && good;
    if (one && named) good = run_case(c) && good;
    if (what == "--report" && named) report(c);
  }
  if (argc > 2 && !found) good = say_what_there_is(argv[2]);
  return good ? 0 : 1;
}
double sectors_a_request(const model::report& r, model::access kind) {
  const auto c = r.sum(model::space::device, kind);
  return c.requests == 0 ? 0 : double(c.sectors) / double(c.requests);
}
double wavefronts(const model::report& r) {
  const auto load = r.sum(model::space::shared, model::access::load);
  const auto store = r.sum(model::space::shared, model::access::store);
  return double(load.wavefronts + store.wavefronts);
}
#if WW_MODEL
#define WW_WRAP(result, name, symbol, ...)                             \
  result real_##name(__VA_ARGS__) __asm__("__real_" symbol);           \
  result wrapped_##name(__VA_ARGS__) __asm__("__wrap_" symbol);
WW_WRAP(void, run, "_ZN2ww8run_gridERKNS_4taskE", const task&)
WW_WRAP(void*, take, "_ZN2ww15allocate_deviceEl", std::int64_t)
WW_WRAP(void, release, "_ZN2ww11free_deviceEPv", void*)
WW_WRAP(void, copy, "_ZN2ww13copy_in_orderEPvPKvlP11CUstream_stb",
        void*, const void*, std::int64_t, cudaStream_t, bool)
WW_WRAP(void, order,
        "_ZN2ww13order_streamsENS_8orderingEPKvP11CUstream_stNS_"
        "8locationE",
        ordering, const void*, cudaStream_t, location)
WW_WRAP(void, name,
        "_ZN2ww5model10name_arrayEPKvRKNSt7__cxx1112basic_stringIcSt"
        "11char_traitsIcESaIcEEE",
        const void*, const std::string&)
bool asks() {
  if (playing == part::counter) std::abort();
  return playing == part::program;
}
void wrapped_run(const task& t) {
  if (playing == part::judge) return;
  if (!asks()) return real_run(t);
  put(t.data, t.data_bytes);
  ask({.what = request::run, .work = t});
}
void* wrapped_take(std::int64_t n) {
  if (!asks()) return real_take(n);
  return add_array(ask({.what = request::take, .n = n}), n);
}
void wrapped_release(void* p) {
  if (!asks()) return real_release(p);
  arrays().erase(static_cast<char*>(p));
  ask({.what = request::release, .to = p});
}
void wrapped_copy(void* to, const void* from, std::int64_t n,
                  cudaStream_t s, bool wait) {
  if (!asks()) return real_copy(to, from, n, s, wait);
  if (!on_device(from, n)) put(from, std::size_t(n));
  ask({request::copy, to, from, n, s, wait});
  if (!on_device(to, n)) std::memcpy(to, window, std::size_t(n));
}
void wrapped_order(ordering what, const void* e, cudaStream_t s,
                   location at) {
  if (!asks()) return real_order(what, e, s, at);
  ask({request::order, nullptr, e, 0, s, int(what)});
}
void wrapped_name(const void* p, const std::string& name) {
  if (!asks()) return real_name(p, name);
  ask({request::name, nullptr, p, put(name.data(), name.size())});
}
namespace {
void run_kernel(task t) {
  require(t.data_bytes >= sizeof t.kernel && t.data_bytes < room,
          "a kernel has too many parameters");
  const std::vector<char> data(window, window + t.data_bytes);
  const std::string body = model::function_at((const void*)t.body);
  const std::string name = model::function_at(t.kernel);
  require(body.rfind("_ZZN2ww5startI", 0) == 0 &&
              body.find("UlPKvE_cl") == body.npos &&
              (name.rfind("_ZN2ww6detail", 0) == 0 ||
               name.rfind("_ZN12_GLOBAL__N_1", 0) == 0) &&
              std::memcmp(data.data(), &t.kernel, sizeof t.kernel) == 0,
          "what is launched is no kernel");
  t.data = data.data();
  real_run(t);
}
void copy_for(const request& r) {
  const bool in = on_device(r.to, r.n), out = on_device(r.from, r.n);
  require(r.n >= 0 && ((in && out) || r.n < std::int64_t(room)),
          "more than 64 MB are moved at once");
  real_copy(in ? const_cast<void*>(r.to) : window,
            out ? r.from : window, r.n, r.s, r.how || !in || !out);
}
void* serve(const request& r) {
  static std::set<const void*> named;
  const bool fits = r.n >= 0 && r.n < std::int64_t(room);
  void* const p = const_cast<void*>(r.to);
  switch (r.what) {
    case request::run: run_kernel(r.work); break;
    case request::take: return add_array(real_take(r.n), r.n);
    case request::release:
      if (arrays().erase(static_cast<char*>(p))) real_release(p);
      break;
    case request::copy: copy_for(r); break;
    case request::order:
      real_order(ordering(r.how), r.from, r.s, {});
      break;
    case request::name:
      if (fits && named.insert(r.from).second)
        real_name(r.from, {window, std::size_t(r.n)});
      break;
    case request::tell:
      if (fits) say_bytes("told ", window, std::size_t(r.n));
      break;
    case request::end: break;
  }
  return nullptr;
}
void tell_counts(const model::report& r) {
  const model::sums& all = r;
  say_bytes("sums ", &all, sizeof all);
  for (const model::site_counts& c : r.sites) {
    told_site s{c.total, c.phase, c.memory, c.kind, {}};
    c.array.copy(s.array, sizeof s.array - 1);
    say_bytes("site ", &s, sizeof s);
  }
}
void count_for_program() {
  prctl(PR_SET_DUMPABLE, 0);
  model::be_strict();
  model::watch w;
  for (request r; recv(wire, &r, sizeof r, 0) == sizeof r;) {
    if (r.what == request::end) {
      const std::string why(window, strnlen(window, 4096));
      const verdict v = with_findings({r.how != 0, why}, w.stop());
      tell_counts(v.told);
      say("end " + in_words(kind::test, v));
      std::_Exit(0);
    }
    reply a;
    const verdict v = tried([&] { a.made = serve(r); });
    a.done = v.passed;
    if (!v.passed) put(v.why.data(), std::min(v.why.size(), room - 1));
    send(wire, &a, sizeof a, MSG_NOSIGNAL);
  }
  std::fputs(w.stop().text().c_str(), stderr);
  std::_Exit(2);
}
}
#endif
}
#if !WW_CUDA
extern "C" {
int __wrap_printf(const char* text, ...) {
  if (ww::handout::playing != ww::handout::part::by_hand) return 0;
  va_list rest;
  va_start(rest, text);
  const int n = std::vprintf(text, rest);
  va_end(rest);
  return n;
}
int __wrap_puts(const char* text) {
  return __wrap_printf("%s\n", text);
}
int __wrap_putchar(int c) { return __wrap_printf("%c", c); }
}
#endif
int main(int argc, char** argv) { return ww_assignment(argc, argv); }
