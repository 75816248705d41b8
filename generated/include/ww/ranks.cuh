#pragma once
#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>
#include <ww/launch.cuh>
#include <ww/program.h>

namespace ww {
struct outgoing {
  int to;
  const void* first;
  std::int64_t bytes;
};
struct incoming {
  int from;
  void* first;
  std::int64_t bytes;
};
enum class reduction { sum, largest };
class communicator {
 public:
  communicator(int rank, int ranks) : me(rank), count(ranks) {}
  virtual ~communicator() = default;
  int rank() const { return me; }
  int ranks() const { return count; }
  virtual bool by_kernels() const { return false; }
  void gather(const void* mine, void* all, std::int64_t bytes,
              cudaStream_t s);
  virtual void exchange(const std::vector<outgoing>& out,
                        const std::vector<incoming>& in,
                        cudaStream_t s) = 0;
  void reduce(std::uint64_t* counts, std::int64_t n, cudaStream_t s,
              reduction how = reduction::sum);
  virtual void wait(cudaStream_t s) = 0;
  void* lend(std::int64_t bytes) {
    const std::int64_t least = 1 << 16;
    if (bytes > small.size())
      small = device_array<char>(std::max(bytes, least));
    return small.data();
  }
 private:
  const int me, count;
  device_array<char> small;
};
struct rank_options {
  int ranks = 1;
  std::string link;
  std::vector<int> devices = {};
  std::function<bool(int from, int to)> can_reach = {};
  std::int64_t memory = 0;
  std::int64_t whole = 0;
  std::array<std::int64_t, 3> call = {};
};
void run_ranks(const rank_options& o,
               const std::function<void(communicator&)>& body);
void collect(communicator& c, const void* share, std::int64_t bytes,
             void* whole, cudaStream_t s);
struct process_number {
  int rank = 0, of = 1;
};
process_number this_process();
process_number this_process(const rank_options& o,
                            const std::string& input);
std::vector<option> gpu_options(rank_options& o);
void gather_pieces(communicator& c, const void* mine, void* all,
                   const std::vector<std::int64_t>& bytes,
                   cudaStream_t s);
template <class T>
std::vector<T> read_values(communicator& c, const T* there,
                           std::int64_t n, cudaStream_t s) {
  std::vector<T> here(static_cast<std::size_t>(n));
  c.wait(s);
  device_array<T>::copy(here.data(), there, n, s);
  return here;
}
template <class T>
std::vector<T> gather_values(communicator& c,
                             const std::vector<T>& mine,
                             cudaStream_t s) {
  const auto n = std::int64_t(mine.size());
  auto* here = static_cast<T*>(c.lend((c.ranks() + 1) * n * sizeof(T)));
  device_array<T>::copy(here, mine.data(), n, s);
  c.gather(here, here + n, n * sizeof(T), s);
  return read_values(c, here + n, c.ranks() * n, s);
}
template <class T>
std::vector<T> gather_arrays(communicator& c, const T* mine,
                             std::int64_t n, cudaStream_t s) {
  auto* all = static_cast<T*>(c.lend(c.ranks() * n * sizeof(T)));
  c.gather(mine, all, n * sizeof(T), s);
  return read_values(c, all, c.ranks() * n, s);
}
}
