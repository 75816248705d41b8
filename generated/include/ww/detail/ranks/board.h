#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <thread>
#include <ww/ranks.cuh>

namespace ww::detail::ranks {
struct rank_stopped {};
class board {
 public:
  explicit board(int ranks, std::chrono::microseconds awake =
                                std::chrono::microseconds(200))
      : posted(std::size_t(ranks)), ranks(ranks),
        awake(ranks > int(std::thread::hardware_concurrency())
                  ? std::chrono::microseconds(0) : awake) {}
  void meet() {
    std::unique_lock lock(guard);
    if (stopped) throw rank_stopped();
    if (++arrived == ranks) {
      arrived = 0;
      ++round;
      changed.notify_all();
      return;
    }
    const std::int64_t mine = round;
    auto over = [&] { return stopped || round != mine; };
    lock.unlock();
    using clock = std::chrono::steady_clock;
    for (const auto end = clock::now() + awake; !over();) {
      if (clock::now() > end) break;
      std::this_thread::yield();
    }
    lock.lock();
    changed.wait(lock, over);
    if (round == mine) throw rank_stopped();
  }
  void stop() {
    const std::lock_guard lock(guard);
    stopped = true;
    changed.notify_all();
  }
  bool is_stopped() const { return stopped; }
  struct post {
    const std::vector<outgoing>* out = nullptr;
    const event *ready = nullptr, *done = nullptr;
  };
  std::vector<post> posted;
  std::atomic<bool> failed = false;
 private:
  const int ranks;
  const std::chrono::microseconds awake;
  int arrived = 0;
  std::atomic<std::int64_t> round = 0;
  std::atomic<bool> stopped = false;
  std::mutex guard;
  std::condition_variable changed;
};
bool has_nccl();
std::string nccl_key();
std::unique_ptr<communicator> make_nccl(int rank, int ranks,
                                        const std::string& key,
                                        board* shared);
struct process_place {
  int rank = 0, ranks = 0, device = 0;
  std::string key;
  bool failed = true;
};
process_place* place_among_processes();
}
