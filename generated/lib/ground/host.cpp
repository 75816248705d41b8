#include <ww/detail/ground/host.h>
#include <sys/mman.h>
#include <unistd.h>
#include <array>
#include <atomic>
#include <boost/context/detail/fcontext.hpp>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <map>
#include <exception>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>
#include <ww/errors.h>
#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace ww {
using namespace boost::context::detail;
constinit thread_local thread_state* self = nullptr;
observer* watcher = nullptr;
std::recursive_mutex& device_lock() {
  static auto& lock = *new std::recursive_mutex;
  return lock;
}
thread_local int present_device = 0;
enum class status { ready, at_barrier, at_rendezvous, finished };
struct fiber {
  thread_state thread;
  fcontext_t context = nullptr;
  char* stack = nullptr;
  void* shadow_stack = nullptr;
  status now = status::finished;
  location where = {};
  bool predicate = false, orders_memory = false;
  unsigned mask = 0;
  std::uint64_t value = 0;
  int source = 0;
  warp_result result = {};
  std::exception_ptr thrown;
};
#if defined(__SANITIZE_ADDRESS__)
constexpr std::size_t stack_bytes = 512 * 1024;
#else
constexpr std::size_t stack_bytes = 128 * 1024;
#endif
inline char* make_stack() {
  const std::size_t page = std::size_t(sysconf(_SC_PAGESIZE));
  void* p = mmap(nullptr, page + stack_bytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED || mprotect(p, page, PROT_NONE) != 0)
    throw std::bad_alloc();
  return static_cast<char*>(p) + page;
}
struct scheduler {
  std::vector<std::unique_ptr<fiber>> fibers;
  unsigned threads = 0;
  block_state block;
  struct alignas(128) all_banks { unsigned char bytes[128]; };
  std::vector<all_banks> shared;
  const task* work = nullptr;
  fcontext_t context = nullptr;
  const void *stack = nullptr, *passed = nullptr;
  std::size_t stack_size = 0, passed_size = 0, stacks = 0;
  void* shadow_stack = nullptr;
  void jump(fiber* from, fiber* to);
  void arrive(transfer_t t, void* shadow);
  fiber* ready_from(unsigned i);
  void suspend(fiber& f);
  void enter(transfer_t t);
  void run_block(const task& t, dim3 index);
  void lay_out(const task& t, dim3 index);
  void throw_first();
  bool release_rendezvous();
  void release_barrier();
  void revive(fiber& f);
  void complain(mistake kind, const fiber& waiting, const fiber& other);
  unsigned count(status s) const {
    unsigned n = 0;
    for (unsigned i = 0; i < threads; ++i) n += fibers[i]->now == s;
    return n;
  }
};
thread_local scheduler* mine = nullptr;
#if defined(__SANITIZE_ADDRESS__)
#define WW_LEAVE(save, bottom, size) \
  __sanitizer_start_switch_fiber(save, bottom, size)
#define WW_ARRIVE(saved, bottom, size) \
  __sanitizer_finish_switch_fiber(saved, bottom, size)
#else
#define WW_LEAVE(save, bottom, size)
#define WW_ARRIVE(saved, bottom, size)
#endif
inline fiber& current() {
  return *mine->fibers[self->rank];
}
void scheduler::jump(fiber* from, fiber* to) {
  self = to ? &to->thread : nullptr;
  WW_LEAVE(from ? &from->shadow_stack : &shadow_stack,
           to ? to->stack : stack, to ? stack_bytes : stack_size);
  const transfer_t t = jump_fcontext(to ? to->context : context, from);
  arrive(t, from ? from->shadow_stack : shadow_stack);
}
void scheduler::arrive(transfer_t t, [[maybe_unused]] void* shadow) {
  [[maybe_unused]] const void*& bottom = t.data ? passed : stack;
  [[maybe_unused]] std::size_t& size =
      t.data ? passed_size : stack_size;
  WW_ARRIVE(shadow, &bottom, &size);
  auto* const from = static_cast<fiber*>(t.data);
  (from ? from->context : context) = t.fctx;
}
fiber* scheduler::ready_from(unsigned i) {
  while (i < threads && fibers[i]->now != status::ready) ++i;
  return i < threads ? fibers[i].get() : nullptr;
}
void scheduler::suspend(fiber& f) {
  jump(&f, ready_from(f.thread.rank + 1));
}
void scheduler::enter(transfer_t t) {
  arrive(t, nullptr);
  fiber& f = current();
  for (;;) {
    try {
      work->body(work->data);
    } catch (...) {
      f.thrown = std::current_exception();
    }
    f.now = status::finished;
    suspend(f);
  }
}
void scheduler::run_block(const task& t, dim3 index) {
  lay_out(t, index);
  if (watcher) watcher->block_begins(block);
  for (;;) {
    if (fiber* first = ready_from(0)) jump(nullptr, first);
    if (count(status::finished) == threads) break;
    if (release_rendezvous()) continue;
    release_barrier();
  }
  if (watcher) watcher->block_ends();
  throw_first();
}
void scheduler::throw_first() {
  for (unsigned i = 0; i < threads; ++i)
    if (fibers[i]->thrown) std::rethrow_exception(fibers[i]->thrown);
}
void scheduler::lay_out(const task& t, dim3 index) {
  work = &t;
  threads = t.block.x * t.block.y * t.block.z;
  shared.assign((std::size_t(t.shared_bytes) + 127) / 128, {});
  block = {index, t.grid, t.block,
           reinterpret_cast<unsigned char*>(shared.data())};
  while (fibers.size() < threads)
    fibers.push_back(std::make_unique<fiber>());
  for (unsigned i = 0; i < threads; ++i) {
    fiber& f = *fibers[i];
    if (f.now != status::finished || !f.stack) revive(f);
    f.thread = {dim3(i % t.block.x, i / t.block.x % t.block.y,
                     i / (t.block.x * t.block.y)), i, &block};
    f.now = status::ready;
    f.thrown = nullptr;
  }
}
bool scheduler::release_rendezvous() {
  bool released = false;
  for (unsigned i = 0; i < threads; ++i) {
    fiber& f = *fibers[i];
    if (f.now != status::at_rendezvous) continue;
    const unsigned first = i / 32 * 32;
    const unsigned size = std::min(32u, threads - first);
    const unsigned mask = f.mask & (size == 32 ? ~0u : (1u << size) - 1);
    auto lane = [&](unsigned l) -> fiber& { return *fibers[first + l]; };
    bool complete = mask >> (i - first) & 1;
    for (unsigned l = 0; l < size; ++l)
      if (mask >> l & 1)
        complete = complete && lane(l).now == status::at_rendezvous &&
                   lane(l).mask == f.mask;
    if (!complete) continue;
    unsigned ballot = 0;
    for (unsigned l = 0; l < size; ++l)
      if (mask >> l & 1) ballot |= unsigned(lane(l).predicate) << l;
    for (unsigned l = 0; l < size; ++l)
      if (mask >> l & 1) {
        fiber& to = lane(l);
        unsigned from = unsigned(to.source) & 31u;
        if (!(mask >> from & 1)) from = l;
        to.result = {lane(from).value, ballot};
        to.now = status::ready;
      }
    if (watcher)
      watcher->lanes_met(first / 32, mask, f.orders_memory, f.where);
    released = true;
  }
  return released;
}
void scheduler::release_barrier() {
  fiber* waiting = nullptr;
  unsigned votes = 0;
  for (unsigned i = 0; i < threads; ++i) {
    fiber& f = *fibers[i];
    if (f.now == status::at_rendezvous)
      {
        const fiber* absent = &f;
        const unsigned first = i / 32 * 32;
        for (unsigned l = 0; l < 32 && first + l < threads; ++l) {
          const fiber& other = *fibers[first + l];
          if (absent == &f && (f.mask >> l & 1) &&
              (other.now != status::at_rendezvous || other.mask != f.mask))
            absent = &other;
        }
        complain(mistake::absent_lane, f, *absent);
        throw device_error(
            "a warp operation waits for a lane that never comes");
      }
    if (f.now == status::at_barrier) {
      if (!waiting) waiting = &f;
      votes += f.predicate;
    }
  }
  for (unsigned i = 0; i < threads; ++i) {
    const fiber& f = *fibers[i];
    if (f.now == status::finished) {
      complain(mistake::left_barrier, *waiting, f);
      break;
    }
    if (f.where.line != waiting->where.line ||
        std::strcmp(f.where.file, waiting->where.file) != 0) {
      complain(mistake::other_barrier, *waiting, f);
      break;
    }
  }
  if (watcher) watcher->phase_ends(waiting->where);
  for (unsigned i = 0; i < threads; ++i)
    if (fibers[i]->now == status::at_barrier) {
      fibers[i]->result.ballot = votes;
      fibers[i]->now = status::ready;
    }
}
void scheduler::complain(mistake kind, const fiber& waiting,
                         const fiber& other) {
  if (watcher)
    return watcher->went_wrong(kind, waiting.thread.rank, waiting.where,
                               other.thread.rank, other.where);
  const char* rest = kind == mistake::left_barrier
                         ? "has left the kernel"
                     : kind == mistake::other_barrier
                         ? "waits at another barrier"
                         : "never comes";
  throw device_error(format(
      "block (%u,%u,%u): thread %u waits at %s:%d, thread %u %s",
      block.index.x, block.index.y, block.index.z, waiting.thread.rank,
      waiting.where.file, waiting.where.line, other.thread.rank, rest));
}
int wait_at_barrier(bool predicate, location where) {
  fiber& f = current();
  f.predicate = predicate;
  f.where = where;
  f.now = status::at_barrier;
  mine->suspend(f);
  return int(f.result.ballot);
}
void previous_is_over() {
  thread_state* me = self;
  self = nullptr;
  watcher->waited(me->rank);
  self = me;
}
warp_result meet_lanes(unsigned mask, std::uint64_t value, int source,
                       bool predicate, bool orders_memory,
                       location where) {
  fiber& f = current();
  f.mask = mask;
  f.value = value;
  f.source = source;
  f.predicate = predicate;
  f.orders_memory = orders_memory;
  f.where = where;
  f.now = status::at_rendezvous;
  mine->suspend(f);
  return f.result;
}
void scheduler::revive(fiber& f) {
  if (!f.stack) f.stack = make_stack();
#if defined(__SANITIZE_ADDRESS__)
  __asan_unpoison_memory_region(f.stack, stack_bytes);
#endif
  const std::size_t size = stack_bytes - stacks++ * 192 % 4096;
  f.context = make_fcontext(f.stack + size, size,
                            [](transfer_t t) { mine->enter(t); });
}
struct scheduler_pool {
  std::mutex guard;
  std::condition_variable came_back;
  std::array<scheduler, 28> all;
  std::vector<scheduler*> idle;
  scheduler_pool() {
    for (scheduler& s : all) idle.push_back(&s);
  }
};
class borrowed_scheduler {
 public:
  borrowed_scheduler() {
    std::unique_lock lock(pool.guard);
    pool.came_back.wait(lock, [&] { return !pool.idle.empty(); });
    mine = pool.idle.back();
    pool.idle.pop_back();
  }
  ~borrowed_scheduler() {
    {
      const std::lock_guard lock(pool.guard);
      pool.idle.push_back(std::exchange(mine, nullptr));
    }
    pool.came_back.notify_one();
  }
 private:
  static scheduler_pool& the_pool() {
    static auto& pool = *new scheduler_pool;
    return pool;
  }
  scheduler_pool& pool = the_pool();
};
void run_grid(const task& t) {
  auto product = [](dim3 d) { return std::int64_t(d.x) * d.y * d.z; };
  if (product(t.grid) == 0 || product(t.block) == 0 ||
      product(t.block) > 1024 || t.block.z > 64 || t.grid.x > INT32_MAX ||
      t.grid.y > 65535 || t.grid.z > 65535 || t.shared_bytes < 0 ||
      t.shared_bytes > 227 * 1024)
    throw device_error(format(
        "invalid configuration: grid (%u,%u,%u), block (%u,%u,%u), "
        "%ld bytes of shared memory (a block may have 1024 threads "
        "and 232448 bytes)", t.grid.x, t.grid.y, t.grid.z, t.block.x,
        t.block.y, t.block.z, t.shared_bytes));
#if WW_ONE_THREAD
  const std::lock_guard one_at_a_time(device_lock());
#endif
  const std::int64_t blocks =
      std::int64_t(t.grid.x) * t.grid.y * t.grid.z;
  std::exception_ptr error;
  std::int64_t error_block = blocks;
  if (watcher) watcher->launch_begins(t);
  std::atomic<std::int64_t> next = 0;
  #if !WW_ONE_THREAD
  #pragma omp parallel if (blocks > 1)
  #endif
  {
    try {
      const borrowed_scheduler borrowed;
      for (std::int64_t b; (b = next++) < blocks;) {
        try {
          mine->run_block(t, dim3(unsigned(b % t.grid.x),
                                  unsigned(b / t.grid.x % t.grid.y),
                                  unsigned(b / t.grid.x / t.grid.y)));
        } catch (...) {
        #pragma omp critical(ww_error)
          if (b < error_block) {
            error_block = b;
            error = std::current_exception();
          }
        }
      }
    } catch (const std::bad_alloc&) {
    }
  }
  if (next < blocks) throw std::bad_alloc();
  if (watcher) watcher->launch_ends();
  if (error) std::rethrow_exception(error);
}
constexpr std::size_t margin = 1 << 20;
std::map<void*, std::size_t>& observed_arrays() {
  static auto& list = *new std::map<void*, std::size_t>;
  return list;
}
void* map_with_margins(std::size_t bytes) {
  void* p = mmap(nullptr, bytes + 2 * margin, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) return nullptr;
  void* first = static_cast<char*>(p) + margin;
  observed_arrays()[first] = bytes;
  return first;
}
void* allocate_device(std::int64_t bytes) {
  require_memory(bytes);
  const std::lock_guard one_at_a_time(device_lock());
  const std::size_t size = (std::size_t(bytes) + 255) / 256 * 256;
  void* p = watcher ? map_with_margins(size)
                    : std::aligned_alloc(256, size);
  if (!p) throw std::bad_alloc();
  std::memset(p, 0xb5, std::size_t(bytes));
  if (watcher) watcher->device_allocated(p, bytes);
  return p;
}
void require_memory(std::int64_t bytes) {
  require_host_memory(double(bytes));
}
void free_device(void* p) {
  const std::lock_guard one_at_a_time(device_lock());
  if (watcher) watcher->device_freed(p);
  auto observed = observed_arrays().find(p);
  if (observed == observed_arrays().end()) return std::free(p);
  madvise(p, observed->second, MADV_DONTNEED);
  observed_arrays().erase(observed);
}
void copy_in_order(void* to, const void* from, std::int64_t bytes,
                   cudaStream_t s, bool wait) {
  if (!watcher) {
    if (bytes > 0) std::memcpy(to, from, std::size_t(bytes));
    return;
  }
  const std::lock_guard one_at_a_time(device_lock());
  watcher->copies(to, from, bytes, s, __builtin_return_address(0),
                  wait);
}
void bulk_begins(cudaStream_t s) {
  device_lock().lock();
  if (watcher) watcher->bulk_begins(s, __builtin_return_address(0));
}
void bulk_ends() {
  if (watcher) watcher->bulk_ends();
  device_lock().unlock();
}
void order_streams(ordering what, const void* event, cudaStream_t s,
                   location) {
  if (!watcher) return;
  const std::lock_guard one_at_a_time(device_lock());
  watcher->streams_ordered(what, event, s);
}
}
