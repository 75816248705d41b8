#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ww::model {
enum class fault {
  race, unordered, barrier_divergence, out_of_bounds, unset_read,
  absent_lane, misaligned, too_much_shared
};
struct source_location {
  std::string file, function;
  int line = 0;
};
struct finding {
  fault kind;
  source_location here, there;
  std::string text;
};
enum class space { device, shared };
enum class access { load, store, atomic };
struct counts {
  std::int64_t requests = 0, lanes = 0, sectors = 0, wavefronts = 0;
  std::int64_t ideal_wavefronts = 0, bytes = 0;
};
struct site_counts {
  std::string kernel;
  source_location where;
  int phase;
  space memory;
  access kind;
  std::string array;
  counts total;
};
struct sums {
  std::int64_t launches = 0, blocks = 0;
  std::int64_t steps = 0, work = 0, span = 0, store_span = 0;
  std::int64_t barriers = 0, warp_operations = 0, shared_bytes = 0;
  std::int64_t allocations = 0, allocated_bytes = 0, copied_bytes = 0;
};
struct report : sums {
  std::vector<finding> findings;
  std::vector<site_counts> sites;
  std::string unset_result;
  const finding* first(fault kind) const;
  counts sum(space memory, access kind, int phase = -1) const;
  std::string text() const;
};
class watch {
 public:
  watch();
  ~watch();
  watch(const watch&) = delete;
  report stop();
};
struct counter_row {
  std::string kernel, phase, counter;
  double value;
};
std::vector<counter_row> counter_rows(const report& r);
std::vector<counter_row> count(const std::function<void()>& work);
std::vector<std::int64_t> spent();
void name_array(const void* first, const std::string& name);
std::string function_at(const void* p);
void be_strict();
}
