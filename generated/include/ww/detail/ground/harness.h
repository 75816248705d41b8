#pragma once
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>
#include <ww/model.h>

namespace ww {
struct workload {
  std::function<void()> resident = {}, whole = {}, check = {};
  bool on_device = false;
  double bytes = 0;
};

using model::counter_row;
struct cell {
  std::string variant, input;
  std::int64_t n = 0;
  int dim = 0, block = 0;
  std::function<workload()> prepare = {};
  bool warm = false, once = false;
  std::function<std::vector<counter_row>()> count = {};
};

struct sweep {
  std::string name, description;
  std::vector<cell> cells = {};
  std::vector<std::string> left_out = {};
  int samples = 0;
  std::string dim = "dim", block = "block";
};
struct effort {
  int fewest_slow = 3, fewest = 6, least = 30, most = 100;
  double slow = 0.1, seconds = 0.5, relative = 0.01;
};

struct sample {
  double device_s, total_s;
};
bool enough(const std::vector<sample>& samples, const effort& e,
            double elapsed);
struct interval { double median, low, high; };
std::int64_t lower_rank(std::int64_t n);
interval median_interval(std::vector<double> samples);
struct record {
  std::string kept;
  std::set<std::string> whole;
  int dropped = 0;
};
std::string sample_columns(const sweep& s);
record read_record(const std::string& path, const std::string& columns);
void append_rows(const std::string& path, const std::string& columns,
                 const std::string& rows);
void replace_file(const std::string& path, const std::string& text);
std::string rows_of(const std::string& key, int batch,
                    const std::vector<sample>& samples);
struct device_clock {
  std::function<double(const std::function<void()>&, int batch)> time;
  std::function<void()> flush;
  std::function<void()> wait;
};

struct measuring_machine {
  std::string backend;
  const device_clock* device = nullptr;
  std::vector<std::string> facts;
};
std::vector<const cell*> shuffled(const sweep& s);
std::vector<const cell*> thinned(const sweep& s);
std::string cell_key(const std::string& sweep_name, const cell& c);
int run_sweeps(const char* program, int argc, char** argv,
               const std::vector<sweep>& sweeps,
               const measuring_machine& m);
std::vector<sample> take_samples(const workload& w, bool warm,
                                 int batch, const effort& e,
                                 const device_clock* device);
}
