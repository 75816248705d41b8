#pragma once
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <ww/ranks.cuh>

namespace ww::detail {
struct rank_stopped {};
class board {
 public:
  explicit board(int ranks)
      : posted(std::size_t(ranks)), ranks(ranks) {}
  void meet() {
    std::unique_lock lock(guard);
    if (stopped) throw rank_stopped();
    if (++arrived == ranks) {
      arrived = 0;
      ++round;
      changed.notify_all();
      return;
    }
    const auto mine = round;
    changed.wait(lock, [&] { return stopped || round != mine; });
    if (round == mine) throw rank_stopped();
  }
  void stop() {
    const std::lock_guard lock(guard);
    stopped = true;
    changed.notify_all();
  }
  bool is_stopped() {
    const std::lock_guard lock(guard);
    return stopped;
  }
  struct post {
    const std::vector<outgoing>* out = nullptr;
    const event *ready = nullptr, *done = nullptr;
  };
  std::vector<post> posted;
  std::atomic<bool> failed = false;
 private:
  const int ranks;
  int arrived = 0;
  std::int64_t round = 0;
  bool stopped = false;
  std::mutex guard;
  std::condition_variable changed;
};
bool has_nccl();
std::string nccl_key();
std::unique_ptr<communicator> make_nccl(int rank, int ranks,
                                        const std::string& key,
                                        board* shared);
struct process_place {
  int rank, ranks, device;
  std::string key;
};
std::optional<process_place> place_among_processes();
void end_all_processes();
}
