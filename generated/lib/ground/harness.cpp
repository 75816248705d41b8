#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>
#include <thread>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <ww/detail/ground/harness.h>
#include <ww/detail/ground/philox.cuh>
#include <ww/program.h>

namespace ww {
std::int64_t lower_rank(std::int64_t n) {
  const double rank = (double(n) - 1.96 * std::sqrt(double(n))) / 2;
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(rank));
}
interval median_interval(std::vector<double> samples) {
  const auto n = static_cast<std::int64_t>(samples.size());
  if (n == 0) return {NAN, NAN, NAN};
  std::sort(samples.begin(), samples.end());
  return {(samples[(n - 1) / 2] + samples[n / 2]) / 2,
          samples[lower_rank(n) - 1], samples[n - lower_rank(n)]};
}
static bool narrow(const std::vector<double>& samples,
                   double relative) {
  const interval i = median_interval(samples);
  return std::isnan(i.median) ||
         (i.high - i.low) / 2 <= relative * i.median;
}

static double seconds_of(const sample& s) {
  return (std::isnan(s.device_s) ? 0 : s.device_s) +
         (std::isnan(s.total_s) ? 0 : s.total_s);
}
bool enough(const std::vector<sample>& samples, const effort& e,
            double elapsed) {
  const int n = static_cast<int>(samples.size());
  const bool slow = seconds_of(samples.back()) > e.slow;
  if (n < (slow ? e.fewest_slow : e.fewest)) return false;
  if (n >= e.most || elapsed > 2 * e.seconds) return true;
  if (n < e.least) return false;
  if (elapsed > e.seconds) return true;
  std::vector<double> device, total;
  for (const sample& s : samples) {
    device.push_back(s.device_s);
    total.push_back(s.total_s);
  }
  return narrow(device, e.relative) && narrow(total, e.relative);
}
std::string sample_columns(const sweep& s) {
  return "sweep,variant,input,n," + s.dim + "," + s.block +
         ",cache,batch,sample,device_s,total_s\n";
}

static std::string counter_columns(const sweep& s) {
  return "sweep,kernel,input,n," + s.block + ",phase,counter,value\n";
}
std::string cell_key(const std::string& sweep_name, const cell& c) {
  return format("%s,%s,%s,%ld,%d,%d,%s", sweep_name.c_str(),
                c.variant.c_str(), c.input.c_str(), c.n, c.dim, c.block,
                c.warm ? "warm" : "cold");
}
static std::string series_key(const cell& c) {
  return format("%s,%s,%d,%d,%d", c.variant.c_str(), c.input.c_str(),
                c.dim, c.block, c.warm);
}
static std::string seconds_field(double s) {
  return std::isnan(s) ? "" : format("%.9g", s);
}

std::string rows_of(const std::string& key, int batch,
                    const std::vector<sample>& samples) {
  std::string rows;
  std::size_t left = samples.size();
  for (const sample& s : samples)
    rows += format("%s,%d,%zu,%s,%s\n", key.c_str(), batch, --left,
                   seconds_field(s.device_s).c_str(),
                   seconds_field(s.total_s).c_str());
  return rows;
}
static std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  for (char c : line) {
    if (c == ',') fields.emplace_back();
    else fields.back() += c;
  }
  return fields;
}
static std::string read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
record read_record(const std::string& path,
                   const std::string& columns) {
  record r;
  std::string text = read_text(path), pending, pending_key;
  std::size_t line_number = 0, pending_lines = 0;
  for (std::size_t at = 0, end; at < text.size(); at = end + 1) {
    end = text.find('\n', at);
    ++line_number;
    if (end == std::string::npos) {
      ++r.dropped;
      break;
    }
    const std::string line = text.substr(at, end - at);
    if (line_number == 1) {
      if (line + "\n" != columns)
        throw bad_input(path + ":1: not the columns of a sweep's samples");
      r.kept = columns;
      continue;
    }
    const std::vector<std::string> fields = fields_of(line);
    if (fields.size() != 11 || fields[8].empty())
      throw bad_input(format("%s:%zu: not a row of 11 fields", path.c_str(),
                             line_number));
    std::string key = fields[0];
    for (int i = 1; i < 7; ++i) key += "," + fields[i];
    if (key != pending_key) {
      r.dropped += static_cast<int>(pending_lines);
      pending.clear();
      pending_lines = 0;
      pending_key = key;
    }
    pending += line + "\n";
    ++pending_lines;
    if (fields[8] == "0") {
      r.kept += pending;
      r.whole.insert(key);
      pending_key.clear();
      pending_lines = 0;
    }
  }
  r.dropped += static_cast<int>(pending_lines);
  return r;
}
static void write_all(const std::string& path, int flags,
                      const std::string& text) {
  const int file = ::open(path.c_str(), flags, 0644);
  if (file < 0)
    throw bad_input(path + ": cannot be written: " +
                    std::strerror(errno));
  const ssize_t written = ::write(file, text.data(), text.size());
  if (::close(file) != 0 || written != ssize_t(text.size()))
    throw bad_input(path + ": could not be written whole (disk full?)");
}
void append_rows(const std::string& path, const std::string& columns,
                 const std::string& rows) {
  std::error_code none;
  const auto size = std::filesystem::file_size(path, none);
  const bool fresh = none || size == 0;
  write_all(path, O_WRONLY | O_CREAT | O_APPEND,
            (fresh ? columns : "") + rows);
}

void replace_file(const std::string& path, const std::string& text) {
  output_file out(path);
  out.write(text);
  out.commit();
}
std::vector<const cell*> shuffled(const sweep& s) {
  std::uint64_t seed = 0xcbf29ce484222325;
  for (unsigned char c : s.name) seed = (seed ^ c) * 0x100000001b3;
  std::vector<const cell*> order;
  for (const cell& c : s.cells) order.push_back(&c);
  for (auto i = std::int64_t(order.size()); i > 1; --i) {
    const detail::random_source r{seed, i, 0};
    std::swap(order[i - 1], order[r.words(0).word[0] % i]);
  }
  return order;
}
std::vector<const cell*> thinned(const sweep& s) {
  std::set<std::int64_t> sizes, kept;
  std::map<std::string, std::int64_t> own;
  if (s.samples == 1) return {};
  for (const cell& c : s.cells)
    if (c.n <= 1 << 20 && !c.once) sizes.insert(c.n);
  const std::vector<std::int64_t> all(sizes.begin(), sizes.end());
  for (std::size_t i = 0; i < 3 && !all.empty(); ++i)
    kept.insert(all[i * (all.size() - 1) / 2]);
  for (const cell& c : s.cells) {
    if (c.once) continue;
    auto& size = own.try_emplace(series_key(c), c.n).first->second;
    if (!kept.count(size) && (kept.count(c.n) || c.n < size)) size = c.n;
  }
  std::vector<const cell*> order = shuffled(s);
  std::erase_if(order, [&](const cell* c) {
    return c->once ||
           (!kept.count(c->n) && c->n != own.at(series_key(*c)));
  });
  auto large = [](const cell* c) { return c->n * c->dim > 1 << 24; };
  std::set<std::string> elsewhere;
  for (const cell* c : order)
    if (!large(c)) elsewhere.insert(c->variant);
  std::erase_if(order, [&](const cell* c) {
    return large(c) && elsewhere.count(c->variant);
  });
  std::set<std::string> inputs, some;
  for (const cell* c : order) inputs.insert(c->input);
  std::int64_t at = 0;
  const auto step = inputs.size() / (all.empty() ? 4 : 12);
  for (const std::string& input : inputs)
    if (step < 2 || at++ % step == step / 2) some.insert(input);
  std::erase_if(order,
                [&](const cell* c) { return !some.count(c->input); });
  return order;
}
static std::size_t flush_size() {
  const long last_level = sysconf(_SC_LEVEL3_CACHE_SIZE);
  const long least = 64L << 20, most = 512L << 20;
  return std::clamp(2 * last_level, least, most);
}

static void flush_host() {
  static std::vector<unsigned char> buffer(flush_size());
  const auto cores = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t share = buffer.size() / cores;
  std::vector<std::jthread> crew;
  for (unsigned k = 0; k < cores; ++k)
    crew.emplace_back([=, first = buffer.data() + k * share] {
      for (std::size_t i = 0; i < share; i += 64) ++first[i];
    });
}
static void flush(const workload& w, const device_clock* device,
                  bool host) {
  if (host && w.bytes < double(flush_size())) flush_host();
  if (device) device->flush();
}
static auto now() { return std::chrono::steady_clock::now(); }

using instant = std::chrono::steady_clock::time_point;
static double seconds_since(instant start) {
  return std::chrono::duration<double>(now() - start).count();
}

static double host_seconds(const std::function<void()>& call, int batch,
                           const device_clock* device) {
  if (device) device->wait();
  const auto start = now();
  for (int i = 0; i < batch; ++i) call();
  if (device) device->wait();
  return seconds_since(start);
}
static sample time_once(const workload& w, bool warm, int batch,
                        const device_clock* device) {
  if (!w.on_device) device = nullptr;
  sample s{NAN, NAN};
  if (w.resident) {
    if (!warm) flush(w, device, !device);
    const double taken =
        device ? device->time(w.resident, batch)
               : host_seconds(w.resident, batch, device);
    s.device_s = taken / batch;
  }
  if (w.whole) {
    if (!warm) flush(w, device, true);
    s.total_s = host_seconds(w.whole, batch, device) / batch;
  }
  return s;
}
static int choose_batch(const workload& w, const device_clock* device) {
  int batch = 1;
  for (; batch < 1 << 20; batch *= 2) {
    const sample s = time_once(w, true, batch, device);
    const double call = std::isnan(s.device_s) ? s.total_s : s.device_s;
    if (!(call * batch < 50e-6)) break;
  }
  return batch;
}
std::vector<sample> take_samples(const workload& w, bool warm,
                                 int batch, const effort& e,
                                 const device_clock* device) {
  std::vector<sample> samples;
  const auto start = now();
  do {
    samples.push_back(time_once(w, warm, batch, device));
  } while (!enough(samples, e, seconds_since(start)));
  return samples;
}
static std::string measure_cell(const std::string& sweep_name,
                                const cell& c, effort e,
                                const device_clock* device) {
  const workload w = c.prepare();
  const auto start = now();
  if (!w.resident) e.seconds /= 2;
  if (w.check && !c.once) w.check();
  for (int i = 0; i < 3 && !c.once &&
                  ((i == 0 && w.on_device) ||
                   seconds_since(start) < 0.1); ++i)
    time_once(w, true, 1, device);
  const int batch = c.warm ? choose_batch(w, device) : 1;
  const auto samples = take_samples(w, c.warm, batch, e, device);
  if (w.check && c.once) w.check();
  return rows_of(cell_key(sweep_name, c), batch, samples);
}
struct sweep_options {
  bool list = false, quick = false;
  std::string only, results = "build/samples",
              environment = "generated/bench/environment.sh";
};

static command sweep_command(const char* name, sweep_options& o) {
  return {name, "",
          "Time the sweeps of one chapter, a CSV row a sample.",
          {flag("--list",
                "list the sweeps: name, cells, cells to do, most seconds, what is "
                "left out, description", o.list),
           text("--only", "SWEEP", "run this sweep alone", o.only),
           flag("--quick", "fewer sizes, less time for each, the same shape",
                o.quick),
           text("--results", "DIR", "directory of the samples (build/samples)",
                o.results),
           text("--environment", "FILE", "script that records the environment "
                "(generated/bench/environment.sh)", o.environment)}, 0, 0};
}
static double most_seconds(const sweep& s, bool quick) {
  return s.samples > 0 ? 0.2 : quick ? 0.4 : 1.5;
}
class progress {
 public:
  progress(const sweep& s, std::size_t cells, bool quick)
      : name(s.name), cells(cells), guess(most_seconds(s, quick)) {}
  ~progress() {
    if (terminal && at > skipped) std::fputc('\n', stderr);
  }
  void skip() { ++at; ++skipped; }
  void begin(const cell& c);
 private:
  std::string name;
  std::size_t cells, at = 0, skipped = 0;
  double guess;
  const bool terminal = isatty(2);
  const std::chrono::steady_clock::time_point start = now();
};
void progress::begin(const cell& c) {
  const std::size_t done = at - skipped;
  const double each =
      done ? seconds_since(start) / double(done) : guess;
  const int left = static_cast<int>(each * double(cells - at) + 0.5);
  ++at;
  std::fprintf(stderr,
               "%s%s  cell %zu of %zu  %s n=%ld  left %d:%02d%s",
               terminal ? "\r\033[K" : "", name.c_str(), at, cells,
               c.variant.c_str(), c.n, left / 60, left % 60,
               terminal ? "" : "\n");
}
static std::string name_of(const sweep& s, const cell& c) {
  return format("%s: %s %s n=%ld", s.name.c_str(), c.variant.c_str(),
                c.input.c_str(), c.n);
}
static std::string join(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& w : words)
    all += (all.empty() ? "" : ", ") + w;
  return all;
}

static effort effort_of(const sweep& s, const cell& c,
                        const sweep_options& o) {
  effort e;
  if (o.quick)
    e.least = e.fewest = 3, e.slow = e.seconds = 0.05;
  const int wanted =
      c.once ? 1 : o.quick ? std::min(s.samples, 3) : s.samples;
  if (wanted > 0) e.fewest = e.fewest_slow = e.least = e.most = wanted;
  if (o.quick) e.fewest_slow = 1;
  return e;
}
static std::string quoted(const std::string& word) {
  std::string all = "'";
  for (char c : word) {
    if (c == '\'') all += "'\\''";
    else all += c;
  }
  return all + "'";
}
static void record_environment(const sweep_options& o,
                               const measuring_machine& m,
                               const std::string& path, bool fresh) {
  if (!std::filesystem::exists(o.environment))
    throw bad_input(o.environment +
                    ": not found, and no sample is taken without a "
                    "record of its machine (see --environment)");
  if (fresh) std::filesystem::remove(path);
  else if (!std::filesystem::exists(path))
    throw bad_input(path + " is missing beside its samples: "
                           "remove them to measure again");
  std::string command =
      "sh " + quoted(o.environment) + " " + quoted(path);
  for (const std::string& fact : m.facts) command += " " + quoted(fact);
  std::FILE* pipe = ::popen(command.c_str(), "r");
  if (!pipe) throw bad_input("cannot run " + o.environment);
  std::string said;
  for (int c; (c = std::fgetc(pipe)) != EOF;)
    if (c != '\n') said += static_cast<char>(c);
  if (::pclose(pipe) != 0)
    throw bad_input(said.empty() ? o.environment + " failed" : said);
}
static std::vector<const cell*> in_order(const sweep& s) {
  std::vector<const cell*> order;
  for (const cell& c : s.cells) order.push_back(&c);
  return order;
}
static std::vector<const cell*> cells_for(const sweep& s,
                                          const sweep_options& o,
                                          const measuring_machine& m) {
  const bool counting = m.backend == "model";
  std::vector<const cell*> order = o.quick   ? thinned(s)
                                   : counting ? in_order(s)
                                              : shuffled(s);
  std::erase_if(order, [=](const cell* c) {
    return counting ? !c->count : !c->prepare;
  });
  return order;
}
static void time_sweep(const sweep& s, const sweep_options& o,
                       const measuring_machine& m) {
  const std::string stem = o.results + "/" + s.name;
  const std::string columns = sample_columns(s);
  const record old = read_record(stem + ".csv", columns);
  if (!s.left_out.empty())
    std::fprintf(stderr, "%s: left out, for want of %s%s: %s\n",
                 s.name.c_str(), m.device ? "more GPUs" : "a GPU",
                 m.backend == "cuda" ? "" : " (host back end)",
                 join(s.left_out).c_str());
  const auto order = cells_for(s, o, m);
  if (order.empty()) return;
  if (old.dropped > 0) {
    std::fprintf(stderr,
                 "%s.csv: %d lines of an unfinished cell dropped\n",
                 stem.c_str(), old.dropped);
    replace_file(stem + ".csv", old.kept);
  }
  record_environment(o, m, stem + ".env", old.whole.empty());
  progress shown(s, order.size(), o.quick);
  for (const cell* c : order) {
    if (old.whole.count(cell_key(s.name, *c))) {
      shown.skip();
      continue;
    }
    shown.begin(*c);
    try {
      append_rows(stem + ".csv", columns,
                  measure_cell(s.name, *c, effort_of(s, *c, o), m.device));
    } catch (const bad_input& e) {
      throw bad_input(name_of(s, *c) + ": " + e.what());
    } catch (const std::exception& e) {
      throw std::runtime_error(name_of(s, *c) + ": " + e.what());
    }
  }
}
static std::string counter_line(const sweep& s, const cell& c,
                                const counter_row& row) {
  return format("%s,%s,%s,%ld,%d,%s,%s,%.17g\n", s.name.c_str(),
                row.kernel.c_str(), c.input.c_str(), c.n, c.block,
                row.phase.c_str(), row.counter.c_str(), row.value);
}

static void count_sweep(const sweep& s, const sweep_options& o,
                        const measuring_machine& m) {
  std::string text = counter_columns(s);
  const auto order = cells_for(s, o, m);
  progress shown(s, order.size(), o.quick);
  for (const cell* c : order) {
    shown.begin(*c);
    for (const counter_row& row : c->count())
      text += counter_line(s, *c, row);
  }
  const std::string stem = o.results + "/" + s.name;
  if (order.empty() || read_text(stem + ".csv") == text) return;
  record_environment(o, m, stem + ".env", true);
  replace_file(stem + ".csv", text);
}
static void check_names(const sweep& s) {
  for (const cell& c : s.cells)
    if ((s.name + c.variant + c.input + s.dim + s.block)
            .find_first_of(",\"\n\t") != std::string::npos)
      throw std::logic_error(name_of(s, c) +
                             ": comma or quote in a name");
}
static void list_sweep(const sweep& s, const sweep_options& o,
                       const measuring_machine& m) {
  const auto order = cells_for(s, o, m);
  std::size_t to_do = 0;
  if (m.backend == "model") {
    to_do = order.size();
  } else {
    const record old =
        read_record(o.results + "/" + s.name + ".csv", sample_columns(s));
    for (const cell* c : order)
      to_do += !old.whole.count(cell_key(s.name, *c));
  }
  std::printf("%s\t%zu\t%zu\t%.0f\t%s\t%s\n", s.name.c_str(),
              order.size(), to_do,
              double(to_do) * most_seconds(s, o.quick),
              join(s.left_out).c_str(), s.description.c_str());
}
static int run_sweeps_of(const sweep_options& o,
                         const std::vector<sweep>& sweeps,
                         const measuring_machine& m) {
  std::vector<const sweep*> chosen;
  for (const sweep& s : sweeps) {
    check_names(s);
    if (o.only.empty() || o.only == s.name) chosen.push_back(&s);
  }
  if (chosen.empty() && !o.only.empty())
    throw bad_input("no sweep named " + o.only + " (see --list)");
  if (!o.list && !chosen.empty())
    std::filesystem::create_directories(o.results);
  for (const sweep* s : chosen) {
    if (o.list) list_sweep(*s, o, m);
    else if (m.backend == "model") count_sweep(*s, o, m);
    else time_sweep(*s, o, m);
  }
  return 0;
}
int run_sweeps(const char* program, int argc, char** argv,
               const std::vector<sweep>& sweeps,
               const measuring_machine& m) {
  const std::string name = format("bench/%s", program);
  return run_program(name.c_str(), argc, argv,
                     [&](int count, char** words) {
    sweep_options o;
    const auto asked =
        read_command(sweep_command(name.c_str(), o), count, words);
    return asked ? run_sweeps_of(o, sweeps, m) : 0;
  });
}
}
