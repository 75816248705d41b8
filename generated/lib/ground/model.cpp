#include <ww/model.h>
#include <cxxabi.h>
#include <elf.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>
#include <unwind.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <ww/errors.h>
#include <ww/launch.cuh>
extern char __executable_start, __data_start;
extern "C" __attribute__((weak)) void* __real_memmove(void*,
                                                      const void*,
                                                      std::size_t);

namespace ww {
std::recursive_mutex& device_lock();
}
namespace ww::model {
const finding* report::first(fault kind) const {
  for (const finding& f : findings)
    if (f.kind == kind) return &f;
  return nullptr;
}
counts report::sum(space memory, access kind, int phase) const {
  counts all;
  for (const site_counts& s : sites)
    if (s.memory == memory && s.kind == kind &&
        (phase < 0 || s.phase == phase)) {
      all.requests += s.total.requests;
      all.lanes += s.total.lanes;
      all.sectors += s.total.sectors;
      all.wavefronts += s.total.wavefronts;
      all.ideal_wavefronts += s.total.ideal_wavefronts;
      all.bytes += s.total.bytes;
    }
  return all;
}
std::string report::text() const {
  std::string out = format(
      "model: %ld launches, %ld blocks, %ld steps, %ld work, "
      "%ld span, %ld bytes of shared memory, %zu findings\n",
      launches, blocks, steps, work, span, shared_bytes,
      findings.size());
  for (const finding& f : findings) out += "model: " + f.text + "\n";
  if (!sites.empty())
    out += "model: kernel, source location, phase, access: requests, "
           "lanes a request, sectors a request or bank ways\n";
  for (const site_counts& s : sites) {
    static const char* kinds[] = {"load", "store", "atomic"};
    const double q = double(s.total.requests);
    out += format("  %s  %s:%d  %d  %s %s: %ld, %.1f, %.2f\n",
                  s.kernel.c_str(),
                  s.where.file.substr(s.where.file.rfind('/') + 1).c_str(),
                  s.where.line, s.phase,
                  s.memory == space::device ? "device" : "shared",
                  kinds[int(s.kind)], s.total.requests,
                  double(s.total.lanes) / q,
                  s.memory == space::device
                      ? double(s.total.sectors) / q
                      : double(s.total.wavefronts) /
                            double(s.total.ideal_wavefronts));
  }
  return out;
}
std::vector<counter_row> count(const std::function<void()>& work) {
  watch w;
  work();
  const report r = w.stop();
  if (!r.findings.empty()) throw device_error(r.findings[0].text);
  return counter_rows(r);
}
std::vector<counter_row> counter_rows(const report& r) {
  std::map<std::tuple<std::string, int, std::string>, double> sums;
  for (const site_counts& s : r.sites) {
    static const char* kinds[] = {"load", "store", "atomic"};
    const bool device = s.memory == space::device;
    const std::string kernel = s.kernel.substr(0, s.kernel.find('<'));
    const std::string name = std::string(device ? "device-" : "shared-") +
                             kinds[int(s.kind)];
    auto add = [&](const char* what, std::int64_t value) {
      sums[{kernel, s.phase, name + what}] += double(value);
      if (!s.array.empty())
        sums[{kernel, s.phase,
              s.array + "-" + kinds[int(s.kind)] + what}] += double(value);
    };
    add("-requests", s.total.requests);
    add("-lanes", s.total.lanes);
    add("-bytes", s.total.bytes);
    if (device) {
      add("-sectors", s.total.sectors);
    } else {
      add("-wavefronts", s.total.wavefronts);
      add("-ideal-wavefronts", s.total.ideal_wavefronts);
    }
  }
  std::vector<counter_row> rows = {
      {"", "", "launches", double(r.launches)},
      {"", "", "steps", double(r.steps)},
      {"", "", "work", double(r.work)}};
  for (const auto& [key, value] : sums)
    rows.push_back({std::get<0>(key), std::to_string(std::get<1>(key)),
                    std::get<2>(key), value});
  return rows;
}
#if WW_MODEL
void* unseen_copy(void* to, const void* from, std::size_t n) {
  return (__real_memmove ? __real_memmove : std::memmove)(to, from, n);
}
enum class manner { whole, parts, atomic };
constexpr bool conflict(access one, access other) {
  return one != other || one == access::store;
}
struct mark {
  std::uint32_t epoch = 0, block = 0, site = 0, clock = 0;
  std::uint16_t thread = 0;
};
struct trail {
  mark last, other_warp, other_block;
  std::uint32_t lanes = 0, earlier = 0;
};
struct cell {
  std::uint32_t written = 0;
  std::uint8_t kinds = 0;
  std::array<trail, 3> by;
};
struct region {
  std::uintptr_t base = 0;
  std::int64_t bytes = 0;
  std::string name, array;
  space memory = space::device;
  std::uint32_t generation = 0;
  int granule = 4;
  std::vector<cell> cells;
  bool holds(std::uintptr_t a) const {
    return a - base < std::uintptr_t(bytes);
  }
  void refresh(std::uint32_t now) {
    if (generation == now && !cells.empty()) return;
    generation = now;
    cells.resize(std::size_t((bytes + granule - 1) / granule));
  }
  bool is_written(const cell& c) const {
    return c.written == generation + 1;
  }
  void note_written(cell& c) const { c.written = generation + 1; }
  void refine() {
    if (granule == 1) return;
    std::vector<cell> fine(cells.size() * 4);
    for (std::size_t i = 0; i < fine.size(); ++i) fine[i] = cells[i / 4];
    cells.swap(fine);
    granule = 1;
  }
};
std::string variable_name(const std::string& mangled) {
  int status = 0;
  char* plain = abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr,
                                    &status);
  std::string name = status == 0 ? plain : mangled;
  std::free(plain);
  const auto colons = name.rfind("::");
  return colons == name.npos ? name : name.substr(colons + 2);
}
template <class F> void each_symbol(F f) {
  std::ifstream file("/proc/self/exe", std::ios::binary | std::ios::ate);
  std::vector<char> image(std::size_t(file.tellg()));
  file.seekg(0).read(image.data(), std::streamsize(image.size()));
  auto* header = reinterpret_cast<const Elf64_Ehdr*>(image.data());
  auto* sections =
      reinterpret_cast<const Elf64_Shdr*>(image.data() + header->e_shoff);
  for (int s = 0; s < header->e_shnum; ++s) {
    if (sections[s].sh_type != SHT_SYMTAB) continue;
    const char* names =
        image.data() + sections[sections[s].sh_link].sh_offset;
    auto* symbol = reinterpret_cast<const Elf64_Sym*>(
        image.data() + sections[s].sh_offset);
    const auto* end = symbol + sections[s].sh_size / sizeof *symbol;
    for (; symbol != end; ++symbol)
      f(ELF64_ST_TYPE(symbol->st_info), *symbol,
        std::string(names + symbol->st_name));
  }
}
std::map<std::uintptr_t, region> find_shared_variables() {
  std::map<std::uintptr_t, region> found;
  each_symbol([&](int type, const Elf64_Sym& symbol, std::string name) {
    if (type != STT_OBJECT || symbol.st_value % 65536 != 0 ||
        symbol.st_value == 0 || name.rfind("_ZZ", 0) != 0)
      return;
    region r;
    r.base = symbol.st_value;
    r.bytes = std::int64_t(symbol.st_size);
    r.memory = space::shared;
    r.name = "shared variable " + variable_name(name);
    found[r.base] = r;
  });
  return found;
}
std::string function_at(const void* p) {
  static const auto names = [] {
    std::map<std::uintptr_t, std::string> all;
    each_symbol([&](int type, const Elf64_Sym& symbol,
                    std::string name) {
      if (type == STT_FUNC) all[symbol.st_value] = std::move(name);
    });
    return all;
  }();
  const auto at = names.find(reinterpret_cast<std::uintptr_t>(p));
  return at == names.end() ? "" : at->second;
}
struct request {
  unsigned lanes = 0;
  space memory = space::device;
  const region* in = nullptr;
  access kind = access::load;
  std::size_t width = 0;
  std::array<std::uintptr_t, 32> address;
  std::array<std::uint8_t, 32> lane;
};
std::vector<std::uintptr_t> touched;
void find_touched(const request& q, std::size_t each,
                  unsigned first = 0, unsigned end = 32) {
  touched.clear();
  for (unsigned i = 0; i < q.lanes; ++i)
    if (q.lane[i] >= first && q.lane[i] < end)
      for (auto s = q.address[i] / each;
           s <= (q.address[i] + q.width - 1) / each; ++s)
        if (touched.empty() || touched.back() != s)
          touched.push_back(s);
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()),
                touched.end());
}
std::int64_t sectors(const request& q) {
  find_touched(q, 32);
  return std::int64_t(touched.size());
}
void add_wavefronts(const request& q, counts& to) {
  const unsigned at_once = q.width > 8 ? 8 : q.width > 4 ? 16 : 32;
  for (unsigned first = 0; first < 32; first += at_once) {
    std::array<std::int64_t, 32> bank = {};
    std::int64_t most = 0;
    find_touched(q, 4, first, first + at_once);
    for (auto w : touched) most = std::max(most, ++bank[w % 32]);
    to.wavefronts += most;
    to.ideal_wavefronts += most > 0;
  }
}
struct raw_finding {
  fault kind;
  std::uintptr_t here = 0, there = 0;
  location here_location = {}, there_location = {};
  std::string text;
  const void *kernel_here = nullptr, *kernel_there = nullptr;
  std::vector<std::uintptr_t> callers = {};
};
std::vector<std::uintptr_t> callers_of(std::uintptr_t site) {
  std::vector<std::uintptr_t> all;
  _Unwind_Backtrace([](_Unwind_Context* c, void* list) {
    auto& all = *static_cast<std::vector<std::uintptr_t>*>(list);
    all.push_back(_Unwind_GetIP(c));
    return all.size() < 40 ? _URC_NO_REASON : _URC_END_OF_STACK;
  }, &all);
  const auto here = std::find(all.begin(), all.end(), site);
  if (here == all.end()) return {};
  return {here + 1, all.end()};
}
const char* verb(access kind) {
  return kind == access::load    ? "reads"
         : kind == access::store ? "writes"
                                 : "updates";
}
struct machine : observer {
  std::map<std::uintptr_t, region> device, shared;
  std::map<std::uintptr_t, std::int64_t> freed;
  region dynamic;
  thread_state* thread = nullptr;
  const void* parameters = nullptr;
  std::size_t parameters_size = 0;
  static constexpr std::size_t stack_reach = 128 * 1024;
  std::uintptr_t device_low = ~std::uintptr_t(0), device_high = 0;
  void touched_outside(std::uintptr_t a, std::size_t bytes, access kind,
                       std::uintptr_t site) {
    if (a < latest_high && a + bytes > latest_low)
      compare_with_copies(a, bytes, kind, site);
    if (a < device_low || a >= device_high) return;
    if (in_bulk) return void(touched_by_operation(a, bytes, kind));
    if (kind == access::load) return;
    if (region* r = array_at(a, bytes, kind, "the host", site))
      mark_written(*r, a, bytes);
  }
  region* array_at(std::uintptr_t a, std::size_t& bytes, access kind,
                   const char* by, std::uintptr_t site) {
    if (bytes == 0) return nullptr;
    region* r = among(device, a);
    const std::size_t all = bytes;
    if (r) bytes = std::min(all, r->base + std::size_t(r->bytes) - a);
    if (r ? bytes < all : harmless(a, 1)) {
      const std::lock_guard one_at_a_time(device_lock());
      found_outside(a, all, kind, site, by);
    }
    return r;
  }
  void mark_written(region& r, std::uintptr_t a, std::size_t bytes) {
    r.refresh(0);
    if ((a - r.base) % 4 != 0 || (bytes % 4 != 0)) r.refine();
    each_cell(r, a, bytes, [&](cell& c) { r.note_written(c); });
  }
  template <class F>
  static void each_cell(region& r, std::uintptr_t a, std::size_t bytes,
                        F f) {
    const std::size_t first = (a - r.base) / r.granule;
    const std::size_t last = (a - r.base + bytes - 1) / r.granule;
    for (std::size_t i = first; i <= last; ++i) f(r.cells[i]);
  }
  bool strict = false;
  static constexpr std::uintptr_t margin = (1 << 20) - 1;
  bool harmless(std::uintptr_t a, std::size_t bytes) const {
    auto next = device.upper_bound(a + margin);
    if (next == device.begin()) return false;
    const region& r = std::prev(next)->second;
    return a + bytes <= r.base + std::uintptr_t(r.bytes) + margin;
  }
  void end_if_stray(std::uintptr_t a, std::size_t bytes) const {
    if (of_the_executor(a) || (strict && !harmless(a, bytes)))
      std::abort();
  }
  std::uint32_t epoch = 1, launch_epoch = 1;
  std::uint32_t block_serial = 0, first_serial = 1;
  std::vector<std::array<std::uint32_t, 32>> clocks;
  std::uint32_t clock_of(unsigned rank) const {
    return clocks[rank][rank % 32];
  }
  std::uint32_t heard(unsigned rank, unsigned of) const {
    return clocks[rank][of % 32];
  }
  void join(unsigned warp, unsigned mask) {
    std::array<std::uint32_t, 32> all{};
    for (unsigned l = 0; l < 32; ++l)
      if (mask >> l & 1)
        for (unsigned k = 0; k < 32; ++k)
          all[k] = std::max(all[k], clocks[warp * 32 + l][k]);
    for (unsigned l = 0; l < 32; ++l)
      if (mask >> l & 1) {
        clocks[warp * 32 + l] = all;
        ++clocks[warp * 32 + l][l];
      }
  }
  struct origin {
    const void* kernel = nullptr;
    const char* what = "";
    const void* caller = nullptr;
  };
  struct operation {
    std::uint32_t epoch, number;
    int stream;
    origin from;
  };
  using stream_clock = std::map<int, std::uint32_t>;
  struct queue {
    std::uint32_t given = 0;
    std::uint32_t known = 1;  // operations before it are over
    stream_clock over, begun;
  };
  std::uint32_t over_before = 1;
  std::vector<operation> operations{{0, 0, 0, {}}};
  std::vector<queue> queues{1};
  std::vector<std::uint32_t> seen_by_host{0};
  std::map<std::pair<cudaStream_t, int>, int> streams;
  std::map<const void*, stream_clock> events;
  int stream_number(cudaStream_t s) {
    auto [at, fresh] = streams.try_emplace(
        {s, s ? 0 : present_device}, int(queues.size()));
    if (fresh) {
      queues.emplace_back();
      seen_by_host.push_back(0);
    }
    return at->second;
  }
  bool early = false;
  stream_clock before, before_wait;
  std::vector<char> has_waited;
  void begin_operation(cudaStream_t s, bool is_early, origin from) {
    const int at = stream_number(s);
    queue& q = queues[std::size_t(at)];
    for (stream_clock* c : {&q.over, &q.begun})
      std::erase_if(*c, [&](const auto& entry) {
        return seen_by_host[std::size_t(entry.first)] >= entry.second;
      });
    early = is_early;
    thread = nullptr;
    before = q.over;
    before_wait = early ? q.begun : q.over;
    while (q.known < operations.size() &&
           in(before_wait, operations[q.known]))
      ++q.known;
    q.begun = from.kernel ? before_wait : q.over;
    q.over[at] = ++q.given;
    if (!from.kernel) q.begun = q.over;
    operations.push_back({++epoch, q.given, at, from});
    launch_epoch = epoch;
    over_before = operations[q.known].epoch;
  }
  bool seen(const operation& o) const {
    return seen_by_host[std::size_t(o.stream)] >= o.number;
  }
  bool in(const stream_clock& known, const operation& o) const {
    if (seen(o)) return true;
    const auto at = known.find(o.stream);
    return at != known.end() && at->second >= o.number;
  }
  bool over(std::uint32_t number) const {
    const bool waiting = thread && !has_waited[thread->rank];
    return in(waiting ? before_wait : before, operations[number]);
  }
  mutable std::uint32_t latest = 0;  // an operation that was looked for
  std::uint32_t operation_of(std::uint32_t epoch) const {
    auto later = [](std::uint32_t e, const operation& o) {
      return e < o.epoch;
    };
    auto next = operations.begin() + latest + 1;
    if (later(epoch, next[-1]) ||
        (next != operations.end() && !later(epoch, *next)))
      next = std::upper_bound(operations.begin(), operations.end(), epoch,
                              later);
    return latest = std::uint32_t(next - operations.begin() - 1);
  }
  struct earlier_access {
    std::uint32_t operation, site, next;
    auto operator<=>(const earlier_access&) const = default;
  };
  std::vector<earlier_access> earlier_accesses{{}};
  std::map<earlier_access, std::uint32_t> earlier_numbers;
  void begin_again(trail& t) {
    t.earlier = not_over(t.earlier);
    if (t.last.epoch >= over_before)
      t.earlier =
          with(operation_of(t.last.epoch), t.last.site, t.earlier);
    t.last = t.other_warp = t.other_block = mark{};
    t.lanes = 0;
  }
  std::uint32_t with(std::uint32_t number, std::uint32_t site,
                     std::uint32_t rest) {
    if (over(number)) return rest;
    auto [at, fresh] = earlier_numbers.try_emplace(
        {number, site, rest}, std::uint32_t(earlier_accesses.size()));
    if (fresh) earlier_accesses.push_back({number, site, rest});
    return at->second;
  }
  std::uint32_t not_over(std::uint32_t list) {
    if (list == 0) return 0;
    const earlier_access e = earlier_accesses[list];
    return with(e.operation, e.site, not_over(e.next));
  }
  void compare_earlier(const trail& t, access kind_before,
                       const mark& now, const region& r, std::uintptr_t a,
                       access kind) {
    auto compare_one = [&](std::uint32_t number, std::uint32_t site) {
      if (!over(number))
        found_unordered(number, site, kind_before, now, r, a, kind);
    };
    if (t.last.epoch < launch_epoch)
      compare_one(operation_of(t.last.epoch), t.last.site);
    for (std::uint32_t e = t.earlier; e; e = earlier_accesses[e].next)
      compare_one(earlier_accesses[e].operation,
                  earlier_accesses[e].site);
  }
  struct late_copy {
    std::uint32_t operation;
    std::uintptr_t to, from;
    std::vector<char> data;
  };
  std::vector<late_copy> late;
  std::atomic<std::uintptr_t> latest_low = 0, latest_high = 0;
  template <class Due> void deliver(Due due) {
    std::erase_if(late, [&](const late_copy& c) {
      if (!due(c)) return false;
      if (c.to)
        unseen_copy(reinterpret_cast<void*>(c.to), c.data.data(),
                    c.data.size());
      return true;
    });
    bound_late();
  }
  void bound_late() {
    std::uintptr_t low = ~std::uintptr_t(0), high = 0;
    for (const late_copy& c : late)
      for (std::uintptr_t p : {c.to, c.from})
        if (p) {
          low = std::min(low, p);
          high = std::max(high, p + c.data.size());
        }
    latest_low = low;
    latest_high = high;
  }
  void compare_with_copies(std::uintptr_t a, std::size_t bytes,
                           access kind, std::uintptr_t site) {
    const std::lock_guard one_at_a_time(device_lock());
    for (const late_copy& c : late) {
      auto meets = [&](std::uintptr_t p) {
        return p && a < p + c.data.size() && p < a + bytes;
      };
      const bool both_read = kind == access::load && !meets(c.to);
      if (!both_read && (meets(c.to) || meets(c.from)))
        found_early_host(c.operation, kind, site,
                         meets(c.to) ? access::store : access::load);
    }
  }
  struct lane_access {
    std::uint32_t clock = 0, site = 0;
  };
  std::vector<std::array<lane_access, 32>> tables;
  lane_access& of_lane(const trail& t, unsigned thread_rank) {
    return tables[t.lanes - 1][thread_rank % 32];
  }
  void give_lanes(trail& t) {
    tables.emplace_back();
    t.lanes = std::uint32_t(tables.size());
    of_lane(t, t.last.thread) = {t.last.clock, t.last.site};
  }
  void remember(trail& t, const mark& now) {
    if (t.last.epoch < launch_epoch) begin_again(t);
    const bool same_block = t.last.block == now.block;
    const bool same_warp =
        same_block && t.last.thread / 32 == now.thread / 32;
    if (!same_block) t.other_block = t.last;
    if (!same_warp) t.other_warp = same_block ? t.last : mark{};
    if (!same_warp || t.last.epoch != now.epoch)
      t.lanes = 0;
    else if (t.lanes == 0 && t.last.thread != now.thread)
      give_lanes(t);
    t.last = now;
    if (t.lanes) of_lane(t, now.thread) = {now.clock, now.site};
  }
  struct site_state {
    std::uintptr_t address = 0;
    std::uint32_t seen_in = 0;
    std::vector<std::uint32_t> times;
    std::vector<std::vector<request>> warps;
  };
  std::vector<site_state> sites;
  std::map<std::uintptr_t, std::uint32_t> numbers;
  std::vector<std::uint32_t> busy;
  std::uint32_t number_of(std::uintptr_t site) {
    auto [at, fresh] = numbers.try_emplace(site, sites.size());
    if (fresh) {
      sites.emplace_back();
      sites.back().address = site;
    }
    return at->second;
  }
  void gather(const region& r, std::uintptr_t a, std::size_t bytes,
              access kind, const mark& now) {
    site_state& s = sites[now.site];
    if (s.seen_in != epoch) {
      s.seen_in = epoch;
      s.times.assign(clocks.size(), 0);
      s.warps.assign((clocks.size() + 31) / 32, {});
      busy.push_back(now.site);
    }
    auto& list = s.warps[thread->rank / 32];
    const std::uint32_t k = s.times[thread->rank]++;
    if (list.size() <= k) list.resize(k + 1);
    request& q = list[k];
    if (q.lanes == 0) q.in = &r;
    q.memory = r.memory;
    q.kind = kind;
    q.width = std::max(q.width, bytes);
    q.address[q.lanes] = a;
    q.lane[q.lanes] = std::uint8_t(thread->rank % 32);
    ++q.lanes;
  }
  using site_key = std::tuple<const void*, int, std::uintptr_t, space,
                               access, std::string>;
  std::map<site_key, counts> totals;
  void fold() {
    for (std::uint32_t number : busy) {
      const site_state& s = sites[number];
      for (const auto& list : s.warps)
        for (const request& q : list)
          if (q.lanes)
            add(q, totals[{kernel, phase, s.address, q.memory, q.kind,
                           q.in->array}]);
    }
    busy.clear();
  }
  static void add(const request& q, counts& to) {
    ++to.requests;
    to.lanes += q.lanes;
    to.bytes += std::int64_t(q.lanes * q.width);
    if (q.memory == space::device) to.sectors += sectors(q);
    else add_wavefronts(q, to);
  }
  const void* kernel = nullptr;
  int phase = 0;
  report so_far;
  std::vector<std::int64_t> ended;
  std::int64_t block_steps = 0, launch_steps = 0, active_threads = 0;
  using carried = std::array<std::int64_t, 2>;
  carried block_span{}, launch_span{};
  std::vector<carried> carried_by;
  void carry(std::size_t bytes, bool stored) {
    const auto words = std::int64_t(bytes + 3) / 4;
    carried_by[thread->rank][0] += words;
    if (stored) carried_by[thread->rank][1] += words;
  }
  void add_span() {
    for (int k : {0, 1}) {
      std::int64_t most = 0;
      for (carried& c : carried_by)
        most = std::max(most, std::exchange(c[k], 0));
      block_span[k] += most;
    }
  }
  std::vector<std::uint32_t> active_in;
  void active() {
    if (active_in[thread->rank] == epoch) return;
    active_in[thread->rank] = epoch;
    ++active_threads;
  }
  void end_phase() {
    fold();
    block_steps += active_threads > 0;
    so_far.work += active_threads;
    active_threads = 0;
    add_span();
    tables.clear();
    ++epoch;
    ++phase;
  }
  bool near_by(std::uintptr_t a) const {
    auto* here = static_cast<const char*>(__builtin_frame_address(0));
    return a - reinterpret_cast<std::uintptr_t>(here - stack_reach) <
           2 * stack_reach;
  }
  static bool within(std::uintptr_t a, const void* p, std::size_t size) {
    return a - reinterpret_cast<std::uintptr_t>(p) < size;
  }
  bool of_a_thread(std::uintptr_t a) const {
    return within(a, thread, sizeof *thread) ||
           within(a, thread->block, sizeof *thread->block) ||
           within(a, &self, sizeof self);
  }
  bool given(std::uintptr_t a) const {
    return within(a, parameters, parameters_size) || of_a_thread(a) ||
           read_only(a);
  }
  bool of_the_executor(std::uintptr_t a) const {
    return of_a_thread(a) || near_by(a) || within(a, this, sizeof *this);
  }
  bool own_variable(std::uintptr_t a, std::size_t bytes) const {
    std::uintptr_t last = 0, frame = reinterpret_cast<std::uintptr_t>(
                                 __builtin_frame_address(0));
    while (frame > last && near_by(frame)) {
      if (a < frame + 2 * sizeof frame)
        return last && a >= last && a + bytes <= frame;
      last = frame;
      frame = *reinterpret_cast<const std::uintptr_t*>(frame);
    }
    return false;
  }
  bool innocent(std::uintptr_t a, std::size_t bytes, access kind) const {
    return kind == access::load ? near_by(a) || given(a)
                                : own_variable(a, bytes);
  }
  static bool read_only(std::uintptr_t a) {
    return a >= reinterpret_cast<std::uintptr_t>(&__executable_start) &&
           a < reinterpret_cast<std::uintptr_t>(&__data_start);
  }
  static region* among(std::map<std::uintptr_t, region>& regions,
                       std::uintptr_t a) {
    auto next = regions.upper_bound(a);
    if (next == regions.begin()) return nullptr;
    region& r = std::prev(next)->second;
    return r.holds(a) ? &r : nullptr;
  }
  struct habit {
    std::uintptr_t site = 0;
    std::uint32_t number = 0;
    region* latest = nullptr;
    bool own = false;
  };
  std::array<habit, 256> habits;
  habit& habit_of(std::uintptr_t site) {
    habit& h = habits[site % habits.size()];
    if (h.site != site) h = {site, number_of(site)};
    return h;
  }
  region* find(std::uintptr_t a, habit& h) {
    if (h.latest && h.latest->holds(a)) return h.latest;
    if (dynamic.holds(a)) return &dynamic;
    region* r = among(shared, a);
    if (!r) r = among(device, a);
    if (r) h.latest = r;
    return r;
  }
  void accessed(std::uintptr_t a, std::size_t bytes, access kind,
                std::uintptr_t site, manner how) {
    habit& h = habit_of(site);
    const bool own = h.own && innocent(a, bytes, kind);
    region* hit = own ? nullptr : find(a, h);
    h.own = own || (!hit && innocent(a, bytes, kind));
    if (!h.own || !given(a)) carry(bytes, !h.own && kind != access::load);
    if (h.own) return;
    active();
    if (!hit || a + bytes > hit->base + std::uintptr_t(hit->bytes)) {
      found_outside(a, bytes, kind, site);
      if (kind != access::load) end_if_stray(a, bytes);
      return;
    }
    region& r = *hit;
    if (how != manner::parts && (a - r.base) % bytes != 0)
      found_misaligned(r, a, bytes, kind, site);
    r.refresh(r.memory == space::shared ? block_serial : 0);
    if ((a - r.base) % 4 != 0 || (bytes % 4 != 0)) r.refine();
    const mark now{epoch, block_serial, h.number, clock_of(thread->rank),
                   std::uint16_t(thread->rank)};
    const bool atomic_load = how == manner::atomic && kind == access::load;
    each_cell(r, a, bytes, [&](cell& c) {
      if (kind == access::load && !r.is_written(c))
        found_unset(r, a, now);
      if (atomic_load)
        compare(c.by[1], access::store, now, r, a, kind);
      else
        check_cell(c, now, r, a, kind);
      if (kind != access::load) r.note_written(c);
    });
    if (!atomic_load) gather(r, a, bytes, kind, now);
  }
  void check_cell(cell& c, const mark& now, const region& r,
                  std::uintptr_t a, access kind) {
    for (access before : {access::store, access::load, access::atomic})
      if (conflict(before, kind) && (c.kinds >> int(before) & 1))
        compare(c.by[int(before)], before, now, r, a, kind);
    remember(c.by[int(kind)], now);
    c.kinds |= std::uint8_t(1 << int(kind));
  }
  void compare(const trail& t, access kind_before, const mark& now,
               const region& r, std::uintptr_t a, access kind) {
    if (t.last.epoch < over_before && !t.earlier) return;
    auto compare_mark = [&](const mark& m) {
      if (m.epoch >= launch_epoch && unordered(m, now, r))
        found_race(m, kind_before, now, r, a, kind);
    };
    if (r.memory == space::device)
      compare_earlier(t, kind_before, now, r, a, kind);
    compare_mark(t.last);
    compare_mark(t.other_warp);
    compare_mark(t.other_block);
    if (t.lanes && t.last.epoch == now.epoch)
      for (unsigned l = 0, first = t.last.thread / 32 * 32; l < 32; ++l) {
        const lane_access& x = of_lane(t, l);
        if (x.clock && first + l != t.last.thread)
          compare_mark({t.last.epoch, t.last.block, x.site, x.clock,
                        std::uint16_t(first + l)});
      }
  }
  bool unordered(const mark& before, const mark& now,
                 const region& r) const {
    if (before.block != now.block) return r.memory == space::device;
    if (before.thread == now.thread || before.epoch != now.epoch)
      return false;
    if (before.thread / 32 != now.thread / 32) return true;
    return heard(now.thread, before.thread) < before.clock;
  }
  void launch_begins(const task& t) override {
    parameters = t.data;
    parameters_size = t.data_bytes;
    kernel = t.kernel;
    grid = t.grid;
    dynamic.bytes = t.shared_bytes;
    begin_operation(t.stream, t.early, {t.kernel});
    first_serial = block_serial + 1;
    launch_steps = 0;
    launch_span = {};
    ++so_far.launches;
  }
  void launch_ends() override {
    so_far.steps += launch_steps;
    so_far.span += launch_span[0];
    so_far.store_span += launch_span[1];
  }
  void block_begins(const block_state& b) override {
    ++block_serial;
    ++so_far.blocks;
    phase = 0;
    block_steps = 0;
    block_span = {};
    const unsigned n = b.block_size.x * b.block_size.y * b.block_size.z;
    clocks.assign(n, {});
    for (unsigned i = 0; i < n; ++i) clocks[i][i % 32] = 1;
    active_in.assign(n, 0);
    carried_by.assign(n, {});
    has_waited.assign(n, !early);
    dynamic.base = reinterpret_cast<std::uintptr_t>(b.dynamic_shared);
    dynamic.name = "dynamic shared memory";
    dynamic.memory = space::shared;
  }
  void waited(unsigned rank) override { has_waited[rank] = true; }
  void phase_ends(location) override {
    ++so_far.barriers;
    end_phase();
  }
  void lanes_met(unsigned warp, unsigned mask, bool orders_memory,
                 location) override {
    ++so_far.warp_operations;
    if (orders_memory) join(warp, mask);
  }
  void block_ends() override {
    end_phase();
    for (unsigned i = 0; i < has_waited.size(); ++i)
      if (!has_waited[i]) {
        found_no_wait(i);
        break;
      }
    launch_steps = std::max(launch_steps, block_steps);
    for (int k : {0, 1})
      launch_span[k] = std::max(launch_span[k], block_span[k]);
    std::int64_t fixed = 0;
    for (const auto& [base, r] : shared)
      if (r.generation == block_serial) fixed += r.bytes;
    so_far.shared_bytes =
        std::max(so_far.shared_bytes, fixed + dynamic.bytes);
    if (fixed > 48 * 1024 || fixed + dynamic.bytes > 227 * 1024)
      found_too_much_shared(fixed);
  }
  void device_allocated(void* p, std::int64_t bytes) override {
    region r;
    r.base = reinterpret_cast<std::uintptr_t>(p);
    r.bytes = bytes;
    r.name = format("device array of %ld bytes", bytes);
    device_low = std::min(device_low, r.base - margin);
    device_high = std::max(device_high,
                           r.base + std::uintptr_t(bytes) + margin);
    device[r.base] = std::move(r);
    ++so_far.allocations;
    so_far.allocated_bytes += bytes;
  }
  void device_freed(void* p) override {
    const auto at = device.find(reinterpret_cast<std::uintptr_t>(p));
    if (at == device.end()) return;
    freed[at->first] = at->second.bytes;
    device.erase(at);
    habits = {};
  }
  void look_for_unset(region& r, std::uintptr_t a, std::size_t bytes) {
    if (!so_far.unset_result.empty()) return;
    std::int64_t at = std::int64_t(a - r.base) / r.granule * r.granule;
    bytes = std::min(bytes, r.base + std::size_t(r.bytes) - a);
    each_cell(r, a, bytes, [&](cell& c) {
      if (!r.is_written(c) && so_far.unset_result.empty())
        so_far.unset_result =
            format("nothing wrote byte %ld of %s", at, r.name.c_str());
      at += r.granule;
    });
  }
  void copies(void* to, const void* from, std::int64_t bytes,
              cudaStream_t s, const void* caller, bool wait) override {
    const auto size = std::size_t(bytes);
    const auto source = reinterpret_cast<std::uintptr_t>(from);
    const auto target = reinterpret_cast<std::uintptr_t>(to);
    begin_operation(s, false, {nullptr, "a copy", caller});
    deliver([&](const late_copy& c) {
      return c.to && over(c.operation) && source < c.to + c.data.size() &&
             c.to < source + size;
    });
    ++block_serial;
    so_far.copied_bytes += bytes;
    const bool read = touched_by_operation(source, size, access::load);
    const bool write = touched_by_operation(target, size, access::store);
    if (read && !write)
      look_for_unset(*among(device, source), source, size);
    if (write || wait) unseen_copy(to, from, size);
    if (wait)
      streams_ordered(ordering::synchronize, nullptr, s);
    else if (!read || !write) {
      auto* bytes_from = static_cast<const char*>(from);
      late.push_back({std::uint32_t(operations.size() - 1),
                      write ? 0 : target, read ? 0 : source,
                      {bytes_from, bytes_from + size}});
      bound_late();
    }
  }
  static thread_local bool in_bulk;
  void bulk_begins(cudaStream_t s, const void* caller) override {
    begin_operation(s, false, {nullptr, "a bulk operation", caller});
    ++block_serial;
    in_bulk = true;
  }
  void bulk_ends() override { in_bulk = false; }
  bool touched_by_operation(std::uintptr_t a, std::size_t bytes,
                            access kind) {
    const origin& from = operations.back().from;
    const auto caller = reinterpret_cast<std::uintptr_t>(from.caller);
    region* hit = array_at(a, bytes, kind, from.what, caller);
    if (!hit) return false;
    region& r = *hit;
    r.refresh(0);
    if ((a - r.base) % 4 != 0 || (bytes % 4 != 0)) r.refine();
    const mark now{epoch, block_serial, number_of(caller), 1, 0};
    each_cell(r, a, bytes, [&](cell& c) {
      check_cell(c, now, r, a, kind);
      if (kind != access::load) r.note_written(c);
    });
    return true;
  }
  void streams_ordered(ordering what, const void* e,
                       cudaStream_t s) override {
    if (what == ordering::end_event) return void(events.erase(e));
    const int at = stream_number(s);
    queue& q = queues[std::size_t(at)];
    if (what == ordering::record) events[e] = q.over;
    if (what == ordering::end_stream) streams.erase({s, 0});
    if (what == ordering::hold) {
      for (auto [stream, number] : events[e])
        q.over[stream] = std::max(q.over[stream], number);
      q.begun = q.over;
    }
    if (what == ordering::synchronize) {
      for (auto [stream, number] : q.over) seen_by_host[std::size_t(stream)] =
                                               std::max(seen_by_host[std::size_t(stream)], number);
      deliver([&](const late_copy& c) {
        return seen(operations[c.operation]);
      });
    }
  }
  dim3 grid;
  std::vector<raw_finding> found, unwatched;
  std::set<std::tuple<fault, std::uintptr_t, std::uintptr_t>> known;
  void add_finding(raw_finding f) {
    if (f.here == 0) {
      const auto file =
          reinterpret_cast<std::uintptr_t>(f.here_location.file);
      f.here = file * 65599u + unsigned(f.here_location.line);
      f.there = unsigned(f.there_location.line);
    }
    if (found.size() >= 100 ||
        !known.insert({f.kind, f.here, f.there}).second)
      return;
    if (!f.here_location.file) f.callers = callers_of(f.here);
    found.push_back(std::move(f));
  }
  std::string who(std::uint32_t thread_rank, std::uint32_t serial) const {
    const std::uint32_t b = serial - first_serial;
    return format("thread %u of block (%u,%u,%u)", thread_rank,
                  b % grid.x, b / grid.x % grid.y,
                  b / grid.x / grid.y);
  }
  void found_race(const mark& before, access kind_before, const mark& now,
                  const region& r, std::uintptr_t a, access kind) {
    add_finding({fault::race, sites[now.site].address,
                 sites[before.site].address, {}, {},
                 format("race on %s, byte %ld: %s %s it at %%1, %s %s "
                        "it at %%2", r.name.c_str(), a - r.base,
                        who(now.thread, now.block).c_str(), verb(kind),
                        who(before.thread, before.block).c_str(),
                        verb(kind_before))});
  }
  void found_unordered(std::uint32_t number, std::uint32_t site,
                       access kind_before, const mark& now,
                       const region& r, std::uintptr_t a, access kind) {
    const operation& here = operations.back();
    const operation& there = operations[number];
    raw_finding f{fault::unordered, sites[now.site].address,
                  sites[site].address, {}, {}, "", here.from.kernel,
                  there.from.kernel};
    f.text = format(
        "unordered: %s%s on stream %d %s byte %ld of %s at %%1, %s%s on "
        "stream %d %s it at %%2, and nothing orders the two",
        here.from.what, here.from.kernel ? "kernel %3" : "", here.stream,
        verb(kind), a - r.base, r.name.c_str(), there.from.what,
        there.from.kernel ? "kernel %4" : "", there.stream,
        verb(kind_before));
    add_finding(f);
  }
  void found_early_host(std::uint32_t number, access kind,
                        std::uintptr_t site, access kind_before) {
    const origin& from = operations[number].from;
    add_finding({fault::unordered, site,
                 reinterpret_cast<std::uintptr_t>(from.caller), {}, {},
                 format("unordered: the host %s memory at %%1 that a "
                        "copy at %%2 %s, and nothing waited for the copy",
                        verb(kind), verb(kind_before))});
  }
  void found_no_wait(unsigned rank) {
    raw_finding f{fault::unordered,
                  reinterpret_cast<std::uintptr_t>(kernel) + 1, 0, {}, {},
                  format("unordered: kernel %%3 at %%1 may start early, "
                         "and %s never waits for the launch before",
                         who(rank, block_serial).c_str()), kernel};
    add_finding(f);
  }
  void found_unset(const region& r, std::uintptr_t a, const mark& now) {
    add_finding({fault::unset_read, sites[now.site].address, 0, {}, {},
                 format("unset memory: %s reads byte %ld of %s at %%1, "
                        "which nothing wrote yet (if another thread is "
                        "to write it, a barrier is missing)",
                        who(now.thread, now.block).c_str(), a - r.base,
                        r.name.c_str())});
  }
  void found_outside(std::uintptr_t a, std::size_t bytes, access kind,
                     std::uintptr_t site, std::string by = "") {
    if (by.empty()) by = who(thread->rank, block_serial);
    add_finding({fault::out_of_bounds, site, 0, {}, {},
                 format("out of bounds: %s %s %zu bytes at %%1, %s",
                        by.c_str(), verb(kind), bytes,
                        neighbourhood(a, bytes).c_str())});
  }
  void found_too_much_shared(std::int64_t fixed) {
    add_finding({fault::too_much_shared,
                 reinterpret_cast<std::uintptr_t>(kernel) + 1, 0, {}, {},
                 format("too much shared memory: kernel %%3 at %%1 has "
                        "%ld bytes in variables and %ld asked for at "
                        "its launch; a block may have 49152 in variables "
                        "and 232448 in all", fixed,
                        dynamic.bytes), kernel});
  }
  void found_misaligned(const region& r, std::uintptr_t a,
                        std::size_t bytes, access kind,
                        std::uintptr_t site) {
    add_finding({fault::misaligned, site, 0, {}, {},
                 format("misaligned: %s %s %zu bytes at once at %%1, "
                        "from byte %ld of %s on, which is no multiple "
                        "of %zu", who(thread->rank, block_serial).c_str(),
                        verb(kind), bytes, a - r.base, r.name.c_str(),
                        bytes)});
  }
  std::string neighbourhood(std::uintptr_t a, std::size_t bytes) const {
    const region* best = nullptr;
    std::int64_t distance = margin + 1;
    auto consider = [&](const region& r) {
      const auto before = std::int64_t(r.base - a);
      const auto after = std::int64_t(a - r.base) - r.bytes + 1;
      const std::int64_t d =
          a < r.base ? before : std::max(after, std::int64_t(0));
      if (d < distance) best = &r, distance = d;
    };
    for (const auto& [base, r] : device) consider(r);
    for (const auto& [base, r] : shared)
      if (r.generation == block_serial) consider(r);
    if (dynamic.bytes) consider(dynamic);
    if (!best) return not_of_the_device(a);
    if (best->holds(a)) {
      const auto more = a + bytes - best->base - std::size_t(best->bytes);
      return format("%zu byte%s too many for %s", more,
                    more == 1 ? "" : "s", best->name.c_str());
    }
    return format("%ld byte%s %s %s", distance, distance == 1 ? "" : "s",
                  a < best->base ? "before" : "past the last byte of",
                  best->name.c_str()) + index_in(*best, a, bytes);
  }
  static std::string index_in(const region& r, std::uintptr_t a,
                              std::size_t bytes) {
    const auto size = std::int64_t(bytes);
    const auto at = std::int64_t(a - r.base);
    const std::int64_t index = (at < 0 ? at - size + 1 : at) / size;
    return format(" (index %ld of %ld elements of %zu bytes)", index,
                  r.bytes / size, bytes);
  }
  std::string not_of_the_device(std::uintptr_t a) const {
    if (a < 65536) return "through a null pointer";
    if (near_by(a)) return "on its stack, beside its variables";
    if (of_the_executor(a))
      return "where its number and the model are: a kernel may only read "
             "threadIdx and the like";
    const auto next = freed.upper_bound(a);
    if (next != freed.begin() &&
        a - std::prev(next)->first < std::size_t(std::prev(next)->second))
      return "in a device array that was freed";
    unsigned char in_use = 0;
    const auto page = a / 4096 * 4096;
    if (mincore(reinterpret_cast<void*>(page), 1, &in_use) != 0)
      return "far from every array";
    return "in the host's memory: a kernel was given a host's pointer "
           "where one to a device array belongs";
  }
  void went_wrong(mistake kind, unsigned waiting, location where,
                  unsigned other, location elsewhere) override {
    const std::string first = who(waiting, block_serial);
    const bool lane = kind == mistake::absent_lane;
    std::string text = format(
        lane ? "absent lane: %s waits in a warp operation at %%1 for thread "
               "%u, which never comes"
        : kind == mistake::left_barrier
            ? "barrier divergence: %s waits at %%1, thread %u has left the "
              "kernel"
            : "barrier divergence: %s waits at %%1, thread %u waits at %%2",
        first.c_str(), other);
    add_finding({lane ? fault::absent_lane : fault::barrier_divergence,
                 0, 0, where, elsewhere, text});
  }
};
machine* the = nullptr;
thread_local bool machine::in_bulk = false;
void touch(const volatile void* p, std::size_t bytes, access kind,
           std::uintptr_t site, manner how = manner::parts) {
  const auto a = reinterpret_cast<std::uintptr_t>(p);
  if (!the || bytes == 0) return;
  thread_state* me = self;
  if (!me) return the->touched_outside(a, bytes, kind, site);
  self = nullptr;
  the->thread = me;
  the->accessed(a, bytes, kind, site, how);
  self = me;
}
bool ours(const source_location& q) {
  const std::string_view file = q.file;
  for (const char* name :
       {"/host.h", "/host.cpp", "/launch.cuh", "/bulk.cuh"})
    if (file.ends_with(name)) return true;
  return file.starts_with("/usr/") || file == "??" ||
         file.find("/detail/ground/") != file.npos;
}
std::map<std::uintptr_t, source_location>& look_up(
    std::set<std::uintptr_t> addresses) {
  static auto& found = *new std::map<std::uintptr_t, source_location>;
  std::erase_if(addresses,
                [](auto a) { return !found[a].file.empty(); });
  if (addresses.empty()) return found;
  static int file = -1;
  if (file < 0) file = open("/proc/self/exe", O_RDONLY);
  std::string command =
      format("addr2line -a -f -i -C -e /proc/self/fd/%d", file);
  for (std::uintptr_t a : addresses)
    command += format(" %zx", std::size_t(a));
  std::unique_ptr<FILE, int (*)(FILE*)> pipe(
      popen(command.c_str(), "r"), pclose);
  if (!pipe) return found;
  char line[4096];
  std::uintptr_t at = 0;
  std::string function;
  while (std::fgets(line, sizeof line, pipe.get())) {
    line[std::strcspn(line, "\n")] = 0;
    char* colon = std::strrchr(line, ':');
    if (std::strncmp(line, "0x", 2) == 0 && !colon) {
      at = std::strtoull(line, nullptr, 16);
      function.clear();
    } else if (function.empty()) {
      function = line;
    } else {
      source_location p{std::string(line, colon ? colon - line : 0), function,
                   colon ? std::atoi(colon + 1) : 0};
      source_location& known = found[at];
      if (known.file.empty() || (ours(known) && !ours(p))) known = p;
      function.clear();
    }
  }
  return found;
}
std::string kernel_name(std::string f) {
  const std::string unnamed = "(anonymous namespace)::";
  for (auto at = f.find(unnamed); at != f.npos; at = f.find(unnamed))
    f.erase(at, unnamed.size());
  f = f.substr(0, f.find('('));
  const auto behind = f.find_last_of(": ", f.find('<'));
  return behind == f.npos ? f : f.substr(behind + 1);
}
report machine_report(machine& m) {
  report r = m.so_far;
  std::set<std::uintptr_t> addresses;
  for (const auto& [key, c] : m.totals) {
    addresses.insert(std::get<2>(key) - 1);
    addresses.insert(reinterpret_cast<std::uintptr_t>(std::get<0>(key)));
  }
  for (const raw_finding& f : m.found)
    if (!f.here_location.file) {
      addresses.insert(f.here - 1);
      if (f.there) addresses.insert(f.there - 1);
      for (std::uintptr_t a : f.callers) addresses.insert(a - 1);
    }
  for (const raw_finding& f : m.found)
    for (const void* kernel : {f.kernel_here, f.kernel_there})
      if (kernel)
        addresses.insert(reinterpret_cast<std::uintptr_t>(kernel));
  auto& lines = look_up(addresses);
  auto written = [](std::string text, const char* what,
                    const source_location& p, std::uintptr_t a) {
    auto at = text.find(what);
    if (at == text.npos) return text;
    const std::string place =
        p.line ? p.file.substr(p.file.rfind('/') + 1) + ":" +
                     std::to_string(p.line)
               : format("address %#zx (addr2line says no line)", a - 1);
    return text.replace(at, 2, place);
  };
  auto location_of = [&](std::uintptr_t a, const location& p) {
    return p.file ? source_location{p.file, "", p.line}
           : a    ? lines[a - 1]
                  : source_location{};
  };
  for (const raw_finding& f : m.found) {
    finding out{f.kind, location_of(f.here, f.here_location),
                location_of(f.there, f.there_location), ""};
    if (ours(out.here)) {
      auto at = std::find_if(f.callers.begin(), f.callers.end(),
                             [&](auto a) { return !ours(lines[a - 1]); });
      if (at != f.callers.end()) out.here = lines[*at - 1];
    }
    out.text = written(written(f.text, "%1", out.here, f.here), "%2",
                       out.there, f.there);
    for (auto [what, kernel] : {std::pair{"%3", f.kernel_here},
                                std::pair{"%4", f.kernel_there}})
      if (auto at = out.text.find(what); at != out.text.npos)
        out.text.replace(
            at, 2, kernel_name(lines[reinterpret_cast<std::uintptr_t>(
                                   kernel)].function));
    r.findings.push_back(out);
  }
  for (const auto& [key, c] : m.totals) {
    const auto& [kernel, phase, site, memory, kind, array] = key;
    source_location k = lines[reinterpret_cast<std::uintptr_t>(kernel)];
    r.sites.push_back({kernel_name(k.function), lines[site - 1], phase,
                       memory, kind, array, c});
  }
  return r;
}
bool watched = false;
std::vector<std::int64_t> all_counts(
    const report& r, const decltype(machine::totals)& totals) {
  std::vector<std::int64_t> list = {
      r.launches, r.blocks, r.barriers, r.warp_operations,
      r.allocations, r.allocated_bytes, r.copied_bytes, r.steps,
      r.work};
  const std::size_t first = list.size();
  list.resize(first + 2 * 3 * 3);
  for (const auto& [key, c] : totals) {
    const space memory = std::get<3>(key);
    const auto at = first + 9 * std::size_t(memory) +
                    3 * std::size_t(std::get<4>(key));
    list[at] += c.requests;
    list[at + 1] += c.lanes;
    list[at + 2] += memory == space::device ? c.sectors : c.wavefronts;
  }
  return list;
}
void add_to(std::vector<std::int64_t>& sums,
            const std::vector<std::int64_t>& more) {
  sums.resize(more.size());
  for (std::size_t i = 0; i < more.size(); ++i) sums[i] += more[i];
}
void begin_watch() {
  watched = true;
  add_to(the->ended, all_counts(the->so_far, the->totals));
  for (raw_finding& f : the->found)
    the->unwatched.push_back(std::move(f));
  the->so_far = {};
  the->totals.clear();
  the->found.clear();
  the->known.clear();
}
watch::watch() { begin_watch(); }
watch::~watch() { the->found.clear(); }
report watch::stop() { return machine_report(*the); }
std::vector<std::int64_t> spent() {
  add_to(the->ended, all_counts(the->so_far, the->totals));
  the->so_far = {};
  the->totals.clear();
  return std::exchange(the->ended, {});
}
void be_strict() { the->strict = true; }
void name_array(const void* first, const std::string& name) {
  auto at = the->device.find(reinterpret_cast<std::uintptr_t>(first));
  if (at == the->device.end()) return;
  at->second.array = name;
  at->second.name = "device array " + name;
}
void report_and_die(int signal) {
  machine* m = std::exchange(the, nullptr);
  watcher = nullptr;
  self = nullptr;
  if (m) std::fputs(machine_report(*m).text().c_str(), stderr);
  std::fflush(nullptr);
  raise(signal);
}
struct installation {
  machine model;
  installation() {
    model.shared = find_shared_variables();
    the = &model;
    watcher = &model;
    static char room[1 << 18];
    stack_t other = {};
    other.ss_sp = room;
    other.ss_size = sizeof room;
    sigaltstack(&other, nullptr);
    struct sigaction action = {};
    action.sa_handler = report_and_die;
    action.sa_flags = SA_ONSTACK | SA_RESETHAND;
    for (int signal : {SIGSEGV, SIGBUS, SIGABRT})
      sigaction(signal, &action, nullptr);
  }
  ~installation() {
    if (watched) begin_watch();
    the = nullptr;
    watcher = nullptr;
    if (watched) model.found = model.unwatched;
    if (model.found.empty() && model.so_far.launches == 0) return;
    report r = machine_report(model);
    std::fputs(r.text().c_str(), stderr);
    std::fflush(nullptr);
    if (!r.findings.empty()) _exit(3);
  }
} installed __attribute__((init_priority(101)));
#else
watch::watch() = default;
watch::~watch() = default;
report watch::stop() { return {}; }
std::vector<std::int64_t> spent() { return {}; }
void name_array(const void*, const std::string&) {}
#endif
}
#if WW_MODEL
extern "C" {
using ww::model::access;
using ww::model::manner;
using ww::model::touch;
#define WW_SITE                                                        \
  reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))
#define WW_ACCESS(name, size, kind, how)                               \
  void __tsan_##name(void* p) { touch(p, size, kind, WW_SITE, how); }
#define WW_SIZES(name, kind, how)                                      \
  WW_ACCESS(name##1, 1, kind, how) WW_ACCESS(name##2, 2, kind, how)    \
  WW_ACCESS(name##4, 4, kind, how) WW_ACCESS(name##8, 8, kind, how)    \
  WW_ACCESS(name##16, 16, kind, how)
WW_SIZES(read, access::load, manner::whole)
WW_SIZES(write, access::store, manner::whole)
WW_SIZES(unaligned_read, access::load, manner::parts)
WW_SIZES(unaligned_write, access::store, manner::parts)
WW_SIZES(read_write, access::store, manner::whole)
WW_SIZES(volatile_read, access::load, manner::whole)
WW_SIZES(volatile_write, access::store, manner::whole)
void __tsan_read_range(void* p, std::size_t n) {
  touch(p, n, access::load, WW_SITE);
}
void __tsan_write_range(void* p, std::size_t n) {
  touch(p, n, access::store, WW_SITE);
}
#define WW_COPY(name)                                                  \
  void* __tsan_##name(void* to, const void* from, std::size_t n) {     \
    touch(from, n, access::load, WW_SITE);                             \
    touch(to, n, access::store, WW_SITE);                              \
    return ww::model::unseen_copy(to, from, n);                        \
  }                                                                    \
  void* __wrap_##name(void* to, const void* from, std::size_t n)       \
      __attribute__((alias("__tsan_" #name)));
WW_COPY(memcpy)
WW_COPY(memmove)
__attribute__((weak)) void* __real_memset(void*, int, std::size_t);
void* __tsan_memset(void* to, int byte, std::size_t n) {
  touch(to, n, access::store, WW_SITE);
  return __real_memset ? __real_memset(to, byte, n)
                       : std::memset(to, byte, n);
}
void* __wrap_memset(void* to, int byte, std::size_t n)
    __attribute__((alias("__tsan_memset")));
void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}
void __tsan_atomic_thread_fence(int) {}
void __tsan_atomic_signal_fence(int) {}
#define WW_PLAIN_ATOMICS(bits, T)                                      \
  T __tsan_atomic##bits##_load(const volatile T* p, int) {             \
    touch(p, sizeof *p, access::load, WW_SITE, manner::atomic);        \
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);                       \
  }                                                                    \
  void __tsan_atomic##bits##_store(volatile T* p, T v, int) {          \
    touch(p, sizeof *p, access::atomic, WW_SITE, manner::atomic);      \
    __atomic_store_n(p, v, __ATOMIC_SEQ_CST);                          \
  }                                                                    \
  T __tsan_atomic##bits##_exchange(volatile T* p, T v, int) {          \
    touch(p, sizeof *p, access::atomic, WW_SITE, manner::atomic);      \
    return __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST);                \
  }
#define WW_COMPARE(bits, T, kind)                                      \
  int __tsan_atomic##bits##_compare_exchange_##kind(                   \
      volatile T* p, T* expected, T v, int, int) {                     \
    touch(p, sizeof *p, access::atomic, WW_SITE, manner::atomic);      \
    return __atomic_compare_exchange_n(p, expected, v, false,          \
                                       __ATOMIC_SEQ_CST,               \
                                       __ATOMIC_SEQ_CST);              \
  }
#define WW_COMPARE_VALUE(bits, T)                                      \
  T __tsan_atomic##bits##_compare_exchange_val(volatile T* p, T c, T v,\
                                               int, int) {             \
    touch(p, sizeof *p, access::atomic, WW_SITE, manner::atomic);      \
    __atomic_compare_exchange_n(p, &c, v, false, __ATOMIC_SEQ_CST,     \
                                __ATOMIC_SEQ_CST);                     \
    return c;                                                          \
  }
#define WW_FETCH(bits, T, op)                                          \
  T __tsan_atomic##bits##_fetch_##op(volatile T* p, T v, int) {        \
    touch(p, sizeof *p, access::atomic, WW_SITE, manner::atomic);      \
    return __atomic_fetch_##op(p, v, __ATOMIC_SEQ_CST);                \
  }
#define WW_ATOMICS(bits, T)                                            \
  WW_PLAIN_ATOMICS(bits, T)                                            \
  WW_COMPARE(bits, T, strong) WW_COMPARE(bits, T, weak)                \
  WW_COMPARE_VALUE(bits, T)                                            \
  WW_FETCH(bits, T, add) WW_FETCH(bits, T, sub) WW_FETCH(bits, T, and) \
  WW_FETCH(bits, T, or) WW_FETCH(bits, T, xor) WW_FETCH(bits, T, nand)
WW_ATOMICS(8, std::uint8_t)
WW_ATOMICS(16, std::uint16_t)
WW_ATOMICS(32, std::uint32_t)
WW_ATOMICS(64, std::uint64_t)
}
#endif
