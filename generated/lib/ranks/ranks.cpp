#include <omp.h>
#include <filesystem>
#include <future>
#include <latch>
#include <ww/detail/ground/block.cuh>
#include <ww/detail/ranks/board.h>

namespace ww {
namespace detail::ranks {
template <int = 0>
__global__ void add_counts(const std::uint64_t* all, std::int64_t n,
                           int ranks, reduction how,
                           std::uint64_t* result) {
  const auto i = thread_number();
  if (i >= n) return;
  std::uint64_t total = all[i];
  for (int r = 1; r < ranks; ++r) {
    const std::uint64_t next = all[r * n + i];
    total = how == reduction::sum ? total + next
            : next > total       ? next : total;
  }
  result[i] = total;
}
namespace {
inline void require_match(std::int64_t sent, int from,
                          std::int64_t wanted, int here) {
  auto said = [](std::int64_t bytes) {
    return bytes < 0 ? "no more" : std::to_string(bytes) + " bytes";
  };
  if (sent != wanted)
    throw device_error(format(
        "rank %d expects %s from rank %d, which sends %s", here,
        said(wanted).c_str(), from, said(sent).c_str()));
}
class copying : public communicator {
 public:
  copying(int rank, int ranks, board& shared)
      : communicator(rank, ranks), shared(shared) {}
  void wait(cudaStream_t s) override { synchronize(s); }
  void exchange(const std::vector<outgoing>& out,
                const std::vector<incoming>& in,
                cudaStream_t s) override {
    std::exception_ptr error;
    auto attempt = [&error](auto work) {
      try {
        work();
      } catch (...) {
        if (!error) error = std::current_exception();
      }
    };
    attempt([&] { ready.record(s); });
    shared.posted[std::size_t(rank())] = {&out, &ready, &done};
    shared.meet();
    for (int step = 0; step < ranks(); ++step)
      attempt([&] { fetch((rank() + step) % ranks(), in, s); });
    attempt([&] { done.record(s); });
    shared.meet();
    for (const auto& other : shared.posted)
      attempt([&] { other.done->hold(s); });
    if (error) shared.failed = true;
    shared.meet();
    if (!shared.failed) return;
    attempt([&] { synchronize(s); });
    shared.meet();
    shared.stop();
    if (error) std::rethrow_exception(error);
    throw rank_stopped();
  }
 private:
  void fetch(int from, const std::vector<incoming>& in, cudaStream_t s) {
    const auto& other = shared.posted[std::size_t(from)];
    other.ready->hold(s);
    auto piece = other.out->begin();
    const auto end = other.out->end();
    auto sent = [&]() -> std::int64_t {
      while (piece != end && piece->to != rank()) ++piece;
      return piece == end ? -1 : piece->bytes;
    };
    for (const incoming& wanted : in) {
      if (wanted.from != from) continue;
      require_match(sent(), from, wanted.bytes, rank());
      copy_async(wanted.first, piece++->first, wanted.bytes, s);
    }
    require_match(sent(), from, -1, rank());
  }
  board& shared;
  event ready, done;
};
[[noreturn]] inline void rethrow_as(int rank, int ranks,
                                    std::exception_ptr error) {
  const std::string whose = format("rank %d of %d: ", rank, ranks);
  try {
    std::rethrow_exception(error);
  } catch (const bad_input& e) {
    throw bad_input(whose + e.what());
  } catch (const std::bad_alloc&) {
    throw bad_input(whose + "not enough memory");
  } catch (const std::exception& e) {
    throw device_error(whose + e.what());
  }
}
inline int device_of(const rank_options& o, int rank) {
  return o.devices.empty() ? rank : o.devices.at(std::size_t(rank));
}
inline bool reaches(const rank_options& o, int from, int to) {
  return (!o.can_reach || o.can_reach(from, to)) &&
         reach_device(device_of(o, to));
}
inline void open_ways(const rank_options& o, int from) try {
  use_device(device_of(o, from));
  for (int to = 0; to < o.ranks; ++to)
    if (!reaches(o, from, to))
      throw bad_input(format(
          "GPU %d has no access to the memory of GPU %d, which direct "
          "copies need; --link nccl does without", device_of(o, from),
          device_of(o, to)));
} catch (...) {
  rethrow_as(from, o.ranks, std::current_exception());
}
inline void require_link(const std::string& link) {
  if (link != "copies" && link != "nccl")
    throw bad_input("--link is nccl or copies, not " + link);
}
inline bool chooses_nccl(const rank_options& o) {
  if (!o.link.empty()) require_link(o.link);
  if (o.link == "nccl") return true;
  try {
    std::async(std::launch::async, [&o] {
      for (int r = 0; r < o.ranks; ++r) open_ways(o, r);
    }).get();
  } catch (const bad_input&) {
    if (o.link == "copies" || !has_nccl()) throw;
    return true;
  }
  return false;
}
inline void require_ranks(const rank_options& o) {
  if (o.ranks < 1 || o.ranks > 64)
    throw bad_input(format("%d GPUs: from 1 to 64 can be asked for",
                           o.ranks));
  if (o.devices.empty() && o.ranks > device_count())
    throw bad_input(format("%d GPUs are asked for, this machine has %d",
                           o.ranks, device_count()));
}
void require_alike(communicator& c, const rank_options& o) {
  const stream s;
  const auto [a, b, d] = o.call;
  const auto all = gather_values(c, std::vector{a, b, d, o.whole}, s);
  for (std::size_t i = 4; i < all.size(); ++i)
    if (all[i] != all[i % 4])
      throw bad_input(
          i % 4 < 3 ? "the processes have different options or types"
                    : format("the input has %ld rows in one process, "
                             "%ld in another", all[3], all[i]));
}
void run_process(const rank_options& o, process_place& place,
                 const std::function<void(communicator&)>& body) {
  place.failed = true;
  try {
    if (o.ranks != place.ranks)
      throw bad_input(format("%d GPUs are asked for, %d processes were "
                             "started", o.ranks, place.ranks));
    if (o.link == "copies")
      throw bad_input("--link copies is for the ranks of one process");
    use_device(place.device);
    const auto c =
        make_nccl(place.rank, place.ranks, place.key, nullptr);
    require_alike(*c, o);
    body(*c);
    place.failed = false;
  } catch (...) {
    rethrow_as(place.rank, place.ranks, std::current_exception());
  }
}
void send_to_first(communicator& c, int from, const void* share,
                   std::int64_t bytes, char* to, cudaStream_t s) {
  const std::int64_t most = 1 << 24;
  for (std::int64_t i = 0; i < bytes; i += most) {
    const std::int64_t size = std::min(most, bytes - i);
    auto* here = static_cast<char*>(c.lend(most));
    std::vector<outgoing> out;
    std::vector<incoming> in;
    if (c.rank() == from)
      out.push_back({0, static_cast<const char*>(share) + i, size});
    if (c.rank() == 0) in.push_back({from, here, size});
    c.exchange(out, in, s);
    c.wait(s);
    if (c.rank() == 0) device_array<char>::copy(to + i, here, size, s);
  }
}
}
}
using namespace detail::ranks;
void gather_pieces(communicator& c, const void* mine, void* all,
                   const std::vector<std::int64_t>& bytes,
                   cudaStream_t s) {
  std::vector<outgoing> out;
  std::vector<incoming> in;
  auto* to = static_cast<char*>(all);
  for (int r = 0; r < c.ranks(); ++r) {
    const auto size = bytes[std::size_t(r)];
    out.push_back({r, mine, bytes[std::size_t(c.rank())]});
    in.push_back({r, to, size});
    to += size;
  }
  c.exchange(out, in, s);
}
void communicator::gather(const void* mine, void* all,
                          std::int64_t bytes, cudaStream_t s) {
  gather_pieces(*this, mine, all,
                std::vector(std::size_t(ranks()), bytes), s);
}
void communicator::reduce(std::uint64_t* counts, std::int64_t n,
                          cudaStream_t s, reduction how) {
  if (by_kernels()) wait(s);
  auto* all = reinterpret_cast<std::uint64_t*>(
      lend(n * ranks() * std::int64_t(sizeof *counts)));
  gather(counts, all, n * std::int64_t(sizeof *counts), s);
  if (n > 0)
    launch(add_counts<>, detail::blocks_for(n), 256, 0, s, all, n,
           ranks(), how, counts);
}
void run_ranks(const rank_options& o,
               const std::function<void(communicator&)>& body) {
  using namespace detail;
  if (auto* const place = place_among_processes())
    return run_process(o, *place, body);
  require_ranks(o);
  const bool nccl = chooses_nccl(o);
  board shared(o.ranks);
  const std::string key = nccl ? nccl_key() : "";
  std::vector<std::exception_ptr> errors(std::size_t(o.ranks));
  const auto no_thread =
      std::make_exception_ptr(bad_input("no thread is left for it"));
  const int each = std::max(1, omp_get_max_threads() / o.ranks);
  require_threads(o.ranks * each);
  std::latch have_teams(o.ranks);
  std::mutex turn;
  std::vector<std::thread> threads;
  std::unique_lock closed(turn);
  std::vector<char> reserve(std::size_t(o.ranks) << 18);
  for (int r = 0; r < o.ranks; ++r)
    try {
      threads.emplace_back([&, r] {
        try {
          {
            const std::lock_guard mine(turn);
            omp_set_num_threads(each);
            #pragma omp parallel
            static_cast<void>(omp_get_thread_num());
          }
          have_teams.arrive_and_wait();
          use_device(device_of(o, r));
          const auto c =
              nccl ? make_nccl(r, o.ranks, key, &shared)
                   : std::unique_ptr<communicator>(
                         new copying(r, o.ranks, shared));
          body(*c);
        } catch (const rank_stopped&) {
        } catch (...) {
          errors[std::size_t(r)] = std::current_exception();
          shared.stop();
        }
      });
    } catch (const std::exception&) {
      errors[std::size_t(r)] = no_thread;
      shared.stop();
      have_teams.count_down();
    }
  std::vector<char>().swap(reserve);
  closed.unlock();
  for (auto& t : threads) t.join();
  for (int r = 0; r < o.ranks; ++r)
    if (errors[std::size_t(r)])
      rethrow_as(r, o.ranks, errors[std::size_t(r)]);
}
void collect(communicator& c, const void* share, std::int64_t bytes,
             void* whole, cudaStream_t s) {
  const auto sizes = gather_values(c, std::vector{bytes}, s);
  std::int64_t first = 0;
  for (int r = 0; r < c.ranks(); ++r) {
    auto* to = static_cast<char*>(whole) + first;
    if (this_process().of > 1)
      send_to_first(c, r, share, sizes[r], to, s);
    else if (r == c.rank())
      copy_async(to, share, bytes, s);
    first += sizes[r];
  }
  c.wait(s);
}
std::vector<option> gpu_options(rank_options& o) {
  o.ranks = 0;
  return {{"--gpus", "N", "use N GPUs (without a GPU: N threads)",
           [&](const std::string& v) {
             o.ranks = whole_number<int>("--gpus", v, 1, 64);
           }},
          {"--link", "NAME",
           "what GPUs speak by: nccl or copies (default: copies, "
           "where they have access to each other's memory)",
           [&](const std::string& v) {
             detail::ranks::require_link(o.link = v);
           }}};
}
process_number this_process() {
  const auto* const place = place_among_processes();
  return place ? process_number{place->rank, place->ranks}
               : process_number{};
}
process_number this_process(const rank_options& o,
                            const std::string& input) {
  if (o.ranks == 0 && !o.link.empty())
    throw bad_input("--link is for --gpus");
  const auto me = o.ranks > 0 ? this_process() : process_number{};
  std::error_code failed;
  const auto is = std::filesystem::status(input, failed).type();
  using enum std::filesystem::file_type;
  if (me.of > 1 && (input == "-" || is == fifo || is == character))
    throw bad_input((input == "-" ? "<stdin>" : input) +
                    ": several processes need a regular file");
  return me;
}
}
