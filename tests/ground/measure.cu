// The harness: the interval and the stopping rule, the order of cells, the file of samples.
#include "catch.h"
#include "scratch.h"
#include <ww/detail/ground/harness.h>
#include <ww/detail/ground/philox.cuh>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <map>
#include <set>
#include <string>
#include <unistd.h>
using namespace ww;

namespace {
std::string output_of(const std::string& command) {
  std::FILE* pipe = popen(command.c_str(), "r");
  std::string said;
  for (int c; (c = std::fgetc(pipe)) != EOF;) said += char(c);
  pclose(pipe);
  return said;
}

double failure(int n) {  // 2 P(B < j), B binomial(n, 1/2)
  double sum = 0;
  for (std::int64_t k = 0; k < lower_rank(n); ++k)
    sum += std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) -
                    std::lgamma(n - k + 1) - n * std::log(2.0));
  return 2 * sum;
}

sweep made_sweep() {
  sweep s{"made", "nothing in particular"};
  for (const char* variant : {"a", "b"})
    for (std::int64_t n = 1; n <= 512; n *= 2)
      s.cells.push_back({variant, "none", n, 2, 32, {}});
  s.cells.push_back({"slow", "none", 2, 2, 32, {}});
  s.cells.push_back({"slow", "none", 4, 2, 32, {}});
  s.cells.push_back({"slow", "none", 16, 2, 32, {}});
  return s;
}
const std::string head = sample_columns(made_sweep());
const std::vector<sample> three{{1e-3, 2e-3}, {NAN, 2.5e-3}, {1.5e-3, NAN}};
}  // namespace

TEST_CASE("the median's interval fails at most once in twenty",
          "[measure]") {
  for (int n = 6; n <= 1000; ++n) {
    CAPTURE(n);
    REQUIRE(failure(n) <= 0.05);
    REQUIRE(2 * lower_rank(n) <= n);
  }
  REQUIRE(lower_rank(6) == 1);
  REQUIRE(lower_rank(30) == 9);
  REQUIRE(lower_rank(100) == 40);
}

TEST_CASE("medians of few and of no samples", "[measure]") {
  REQUIRE(std::isnan(median_interval({}).median));
  const interval one = median_interval({3});
  REQUIRE((one.low == 3 && one.median == 3 && one.high == 3));
  const interval four = median_interval({4, 1, 3, 2});
  REQUIRE(four.median == 2.5);
  REQUIRE((four.low == 1 && four.high == 4));
}

TEST_CASE("the query finds the same intervals", "[measure]") {
  if (output_of("command -v sqlite3").empty() ||
      !std::filesystem::exists("generated/bench/summary.sql")) {
    WARN("left out: no sqlite3, or not run from the repository's root");
    return;
  }
  scratch dir;
  std::ofstream sql(dir("in.sql"));
  sql << "CREATE TABLE cells(cell, sweep, variant, input, n, dim, block, gpus,"
         " cache);\nCREATE TABLE samples(cell, batch, sample INTEGER,"
         " device_s REAL, total_s REAL);\n";
  std::vector<interval> expected;
  const std::vector<int> sizes{1, 2, 5, 6, 7, 29, 30, 31, 64, 99, 100, 400};
  for (int n : sizes) {
    sql << "INSERT INTO cells VALUES(" << n << ",'s','v','i'," << n
        << ",0,0,0,'cold');\n";
    std::vector<double> samples;
    for (int i = 0; i < n; ++i) {
      char number[32];
      const double u = detail::random_source{1, i, std::uint32_t(n)}.uniform(0).u;
      std::snprintf(number, sizeof number, "%.9g", -std::log(1 - u));
      samples.push_back(std::atof(number));
      sql << "INSERT INTO samples VALUES(" << n << ",1," << n - 1 - i << ","
          << number << ",NULL);\n";
    }
    expected.push_back(median_interval(samples));
  }
  sql << ".read generated/bench/summary.sql\nSELECT printf('%.17g %.17g %.17g',"
         " device_median, device_low, device_high) FROM medians ORDER BY n;";
  sql.close();
  std::istringstream found(
      output_of("sqlite3 :memory: < '" + dir("in.sql") + "'"));
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    CAPTURE(sizes[i]);
    double median = 0, low = 0, high = 0;
    found >> median >> low >> high;
    REQUIRE(median == Approx(expected[i].median).epsilon(1e-14));
    REQUIRE(low == Approx(expected[i].low).epsilon(1e-14));
    REQUIRE(high == Approx(expected[i].high).epsilon(1e-14));
  }
}

TEST_CASE("when sampling stops", "[measure]") {
  const effort e;
  const auto steady = [](int n, double seconds = 0.05) {
    return std::vector<sample>(std::size_t(n), sample{seconds, NAN});
  };
  std::vector<sample> wild;
  for (int i = 0; i < 100; ++i) wild.push_back({1e-3 + i * 1e-3, NAN});
  const auto first = [&](int n) {
    return std::vector<sample>(wild.begin(), wild.begin() + n);
  };
  REQUIRE_FALSE(enough(steady(29), e, 0.4));
  REQUIRE(enough(steady(30), e, 0.1));
  REQUIRE_FALSE(enough(first(99), e, 0.4));
  REQUIRE(enough(first(30), e, 0.6));
  REQUIRE_FALSE(enough(first(29), e, 0.6));
  REQUIRE(enough(first(100), e, 0.1));
  REQUIRE_FALSE(enough(first(5), e, 1000));
  REQUIRE(enough(first(6), e, 1.1));
  REQUIRE_FALSE(enough(steady(2, 5), e, 10));
  REQUIRE(enough(steady(3, 5), e, 15));
  REQUIRE_FALSE(enough(steady(3, 0.2), e, 0.6));
  REQUIRE_FALSE(enough(steady(5, 0.09), e, 10));
  REQUIRE_FALSE(enough(first(30), e, 0.5));
  REQUIRE_FALSE(enough(first(29), e, 1));
  REQUIRE_FALSE(enough(steady(5, 0.1), e, 10));
  REQUIRE(enough(steady(6, 0.1), e, 10));
  std::vector<sample> near(30, sample{1, NAN});  // the interval is as wide as it may be, and wider
  for (int i = 0; i < 30; ++i) near[std::size_t(i)].device_s += i < 15 ? -0.0078125 : 0.0078125;
  effort narrow;
  narrow.slow = 10;
  narrow.relative = 0.0078125;
  REQUIRE(enough(near, narrow, 0.1));
  narrow.relative = 0.0078;
  REQUIRE_FALSE(enough(near, narrow, 0.1));
}

TEST_CASE("both clocks are read, and the device's is asked", "[measure]") {
  int calls = 0, flushes = 0;
  device_clock clock{[](const std::function<void()>& call, int batch) {
                       for (int i = 0; i < batch; ++i) call();
                       return 0.25 * batch;
                     },
                     [&] { ++flushes; }, [] {}};
  workload w;
  w.resident = [&] { ++calls; };
  w.on_device = true;
  w.bytes = 1e12;
  const auto device_only = take_samples(w, true, 4, effort{}, &clock);
  REQUIRE(device_only.size() == 30);
  REQUIRE(device_only[0].device_s == 0.25);
  REQUIRE(std::isnan(device_only[0].total_s));
  REQUIRE((calls == 120 && flushes == 0));
  w.whole = [] {};
  effort quick;
  quick.seconds = 0;
  quick.least = quick.fewest;
  const auto both = take_samples(w, false, 1, quick, &clock);
  REQUIRE(flushes == 2 * int(both.size()));
  REQUIRE(both[0].total_s >= 0);
  w.on_device = false;
  flushes = 0;
  REQUIRE(take_samples(w, false, 1, quick, &clock)[0].device_s != 0.25);
  REQUIRE(flushes == 0);
}

TEST_CASE("cells are shuffled the same way each time", "[measure]") {
  const sweep s = made_sweep();
  const auto order = shuffled(s);
  REQUIRE(order == shuffled(s));
  REQUIRE(std::set<const cell*>(order.begin(), order.end()).size() ==
          s.cells.size());
  std::vector<const cell*> plain;
  for (const cell& c : s.cells) plain.push_back(&c);
  REQUIRE(order != plain);
  sweep other = s;
  other.name = "other";
  std::vector<std::int64_t> a, b;
  for (const cell* c : order) a.push_back(c->n);
  for (const cell* c : shuffled(other)) b.push_back(c->n);
  REQUIRE(a != b);
  REQUIRE(shuffled(sweep{"empty", ""}).empty());
  REQUIRE(thinned(sweep{"empty", ""}).empty());
}

TEST_CASE("the short form keeps every variant and both ends", "[measure]") {
  sweep s = made_sweep();
  for (std::int64_t n : {8, 4, 32}) s.cells.push_back({"between", "none", n, 2, 32, {}});
  for (std::int64_t n = 1 << 22; n <= 1 << 26; n *= 4)
    for (const char* variant : {"a", "large"})
      s.cells.push_back({variant, "none", n, 2, 32, {}});
  for (std::int64_t n : {1, 2, 8}) s.cells.push_back({"one-once", "none", n, 2, 32, {}}), s.cells.back().once = n == 1;
  // Of sets of many coordinates those of 2^24 are the largest, but where a variant has no others.
  for (int dim : {32768, 32769}) {
    s.cells.push_back({"some", "dims", 512, dim, 32, {}});
    s.cells.push_back({format("only-%d", dim), "dims", 512, dim, 32, {}});
  }
  std::map<std::string, std::set<std::int64_t>> sizes;
  for (const cell* c : thinned(s)) sizes[c->variant].insert(c->n);
  REQUIRE(sizes["a"] == std::set<std::int64_t>{1, 16, 512});
  REQUIRE(sizes["a"] == sizes["b"]);
  REQUIRE(sizes["slow"] == std::set<std::int64_t>{16});
  REQUIRE(sizes["between"] == std::set<std::int64_t>{4});
  REQUIRE(sizes["one-once"] == std::set<std::int64_t>{2});
  REQUIRE(sizes["large"] == std::set<std::int64_t>{1 << 22});
  std::multiset<int> dims;
  for (const cell* c : thinned(s))
    if (c->input == "dims") dims.insert(c->dim);
  REQUIRE(dims == std::multiset<int>{32768, 32768, 32769});
}

TEST_CASE("the short form's sizes are of those up to 2^20 that are timed more than once", "[measure]") {
  sweep s{"made", ""};
  for (std::int64_t n = 1 << 16; n <= 1 << 22; n *= 2) s.cells.push_back({"a", "none", n, 2, 32, {}});
  s.cells.push_back({"b", "none", 1 << 10, 2, 32, {}});
  s.cells.back().once = true;
  std::set<std::int64_t> sizes;
  for (const cell* c : thinned(s)) sizes.insert(c->n);
  REQUIRE(sizes == std::set<std::int64_t>{1 << 16, 1 << 18, 1 << 20});
}

TEST_CASE("the short form keeps some of many inputs, the same for every variant", "[measure]") {
  sweep s{"many", ""};
  for (int i = 0; i < 500; ++i)
    for (const char* variant : {"a", "b"}) s.cells.push_back({variant, std::to_string(i), 8, 2, 32, {}});
  std::map<std::string, std::set<std::string>> inputs;
  for (const cell* c : thinned(s)) inputs[c->variant].insert(c->input);
  REQUIRE(inputs["a"].size() >= 12);
  REQUIRE(inputs["a"].size() <= 18);
  REQUIRE(inputs["a"] == inputs["b"]);
  for (cell& c : s.cells) c.n = 1 << 21;
  inputs.clear();
  for (const cell* c : thinned(s)) inputs[c->variant].insert(c->input);
  REQUIRE(inputs["a"].size() >= 4);
  REQUIRE(inputs["a"].size() <= 6);
  REQUIRE(inputs["a"] == inputs["b"]);
  s.samples = 1;
  REQUIRE(thinned(s).empty());
}

TEST_CASE("a file of samples is read back", "[measure]") {
  scratch dir;
  const std::string file = dir("made.csv");
  REQUIRE(read_record(file, head).whole.empty());
  const sweep s = made_sweep();
  const std::string a = cell_key("made", s.cells[0]);
  const std::string b = cell_key("made", s.cells[1]);
  append_rows(file, head, rows_of(a, 8, three));
  append_rows(file, head, rows_of(b, 1, three));
  const record r = read_record(file, head);
  REQUIRE(r.whole == std::set<std::string>{a, b});
  REQUIRE(r.dropped == 0);
  REQUIRE(r.kept == bytes_of(file));
  REQUIRE(r.kept.find("\nmade,a,none,1,2,32,cold,8,2,0.001,0.002\n"
                      "made,a,none,1,2,32,cold,8,1,,0.0025\n"
                      "made,a,none,1,2,32,cold,8,0,0.0015,\n") !=
          std::string::npos);
}

TEST_CASE("cells that were never ended are dropped, wherever they are", "[measure]") {
  scratch dir;
  const sweep s = made_sweep();
  const std::string begun = rows_of(cell_key("made", s.cells[0]), 8, three), whole = rows_of(cell_key("made", s.cells[1]), 8, three);
  const std::string two = begun.substr(0, begun.rfind('\n', begun.size() - 2) + 1);
  const std::string other = rows_of(cell_key("made", s.cells[2]), 8, {three[0]}), torn = other.substr(0, other.rfind(",0,")) + ",1,,1\n";
  const record r = read_record(dir.put("made.csv", head + two + torn + two + whole + two), head);
  CHECK(r.dropped == 7);
  CHECK(r.kept == head + whole);
  CHECK(r.whole.size() == 1);
}

TEST_CASE("wherever a file is cut, whole cells are kept", "[measure]") {
  scratch dir;
  const sweep s = made_sweep();
  const std::string a = cell_key("made", s.cells[0]);
  const std::string b = cell_key("made", s.cells[1]);
  const std::string whole = dir("whole.csv"), cut = dir("cut.csv");
  append_rows(whole, head, rows_of(a, 1, three));
  const std::size_t first = bytes_of(whole).size();
  append_rows(whole, head, rows_of(b, 1, three));
  const std::string text = bytes_of(whole);
  for (std::size_t n = 0; n < text.size(); ++n) {
    CAPTURE(n);
    replace_file(cut, text.substr(0, n));
    const record r = read_record(cut, head);
    REQUIRE(r.whole.count(a) == (n >= first));
    REQUIRE(r.whole.count(b) == 0);
    REQUIRE(text.compare(0, r.kept.size(), r.kept) == 0);
    // Dropped are all lines behind what is kept, a torn one included.
    const std::string rest = text.substr(r.kept.size(), n - r.kept.size());
    REQUIRE(r.dropped == std::count(rest.begin(), rest.end(), '\n') + (!rest.empty() && rest.back() != '\n'));
    replace_file(cut, r.kept);
    append_rows(cut, head, rows_of(n < first ? a : b, 1, three));
    REQUIRE(read_record(cut, head).dropped == 0);
  }
}

TEST_CASE("rows that are none are refused", "[measure]") {
  scratch dir;
  const std::string file = dir("made.csv");
  const std::string good = "x,a,i,1,0,0,cold,1,0,,1\n";
  replace_file(file, "n,s\n1,2\n");
  REQUIRE_THROWS_WITH(read_record(file, head), CONTAINS(":1: not the columns"));
  replace_file(file, head + good + "nonsense\n" + good);
  REQUIRE_THROWS_WITH(read_record(file, head), CONTAINS(":3: not a row"));
  REQUIRE_THROWS_AS(append_rows(dir("no/such.csv"), head, good), bad_input);
  REQUIRE_THROWS_AS(append_rows("/dev/full", head, good), bad_input);
}

namespace {
int run_made(std::vector<sweep> sweeps, const std::string& results,
             const char* backend, bool quick = true, const device_clock* device = nullptr,
             std::vector<std::string> more = {}) {
  std::vector<std::string> words{"bench/made", "--results", results};
  if (quick) words.push_back("--quick");
  words.insert(words.end(), more.begin(), more.end());
  std::vector<char*> arguments;
  for (std::string& w : words) arguments.push_back(w.data());
  return run_sweeps("made", int(arguments.size()), arguments.data(), sweeps,
                    {backend, device, {}});
}
bool at_root() {
  if (std::filesystem::exists("generated/bench/environment.sh")) return true;
  WARN("left out: not run from the repository's root");
  return false;
}
}  // namespace

TEST_CASE("columns are called what the sweep calls them", "[measure]") {
  REQUIRE(head == "sweep,variant,input,n,dim,block,cache,batch,sample,"
                  "device_s,total_s\n");
  if (!at_root()) return;
  scratch dir;
  sweep s{"made", "ways of GPUs"};
  s.dim = "gpus";
  s.block = "ways";
  s.cells.push_back({"a", "none", 8, 2, 32, [] {
                       workload w;
                       w.whole = [] {};
                       return w;
                     }});
  s.cells[0].count = [] {
    return std::vector<counter_row>{{"merge", "", "races", 0}};
  };
  REQUIRE(run_made({s}, dir("r"), "host") == 0);
  REQUIRE(bytes_of(dir("r/made.csv"))
              .find("sweep,variant,input,n,gpus,ways,cache,batch,sample,"
                    "device_s,total_s\nmade,a,none,8,2,32,cold,") == 0);
  s.dim = "dim";
  REQUIRE(run_made({s}, dir("r"), "host") == 2);
  REQUIRE(run_made({s}, dir("m"), "model") == 0);
  REQUIRE(bytes_of(dir("m/made.csv")) ==
          "sweep,kernel,input,n,ways,phase,counter,value\n"
          "made,merge,none,8,32,,races,0\n");
  s.block = "a,b";
  REQUIRE(run_made({s}, dir("m"), "model") == 1);
}

TEST_CASE("a wrong answer is not timed", "[measure]") {
  if (!at_root()) return;
  scratch dir;
  int runs = 0;
  sweep s{"made", "wrong"};
  s.cells.push_back({"a", "none", 8, 2, 32, [&] {
                       workload w;
                       w.check = [] { throw std::runtime_error("wrong"); };
                       w.whole = [&] { ++runs; };
                       return w;
                     }});
  REQUIRE(run_made({s}, dir("r"), "host") == 1);
  REQUIRE(runs == 0);
  REQUIRE_FALSE(std::filesystem::exists(dir("r/made.csv")));
  s.cells[0].variant = "a,b";
  REQUIRE(run_made({s}, dir("r"), "host") == 1);
}

TEST_CASE("a sweep may ask for few samples of a cell", "[measure]") {
  if (!at_root()) return;
  scratch dir;
  sweep s{"made", "few"};
  s.samples = 2;
  s.cells.push_back({"a", "none", 8, 2, 32, [&] {
                       workload w;
                       w.whole = [runs = 0]() mutable { usleep(50 + detail::random_source{2, ++runs, 0}.words(0).word[0] % 1000); };
                       return w;
                     }});
  REQUIRE(run_made({s}, dir("r"), "host") == 0);
  const std::string text = bytes_of(dir("r/made.csv"));
  REQUIRE(std::count(text.begin(), text.end(), '\n') == 3);
}

TEST_CASE("in the short form a slow cell has one sample", "[measure]") {
  if (!at_root()) return;
  scratch dir;
  sweep s{"made", "slow"};
  s.cells.push_back({"a", "none", 8, 2, 32, [] {
                       workload w;
                       w.whole = [] { usleep(110000); };
                       return w;
                     }});
  REQUIRE(run_made({s}, dir("r"), "host") == 0);
  const std::string text = bytes_of(dir("r/made.csv"));
  CHECK(std::count(text.begin(), text.end(), '\n') == 2);
}

TEST_CASE("a cell that is timed once runs once", "[measure]") {
  if (!at_root()) return;
  scratch dir;
  int runs = 0;
  sweep s{"made", "once"};
  cell c{"a", "none", 8, 2, 32, [&] {
           workload w;
           w.whole = [&] { ++runs; };
           return w;
         }};
  c.once = true;
  s.cells.push_back(c);
  REQUIRE(thinned(s).empty());
  REQUIRE(run_made({s}, dir("r"), "host") == 0);
  REQUIRE(runs == 0);
  REQUIRE_FALSE(std::filesystem::exists(dir("r/made.env")));
  REQUIRE(run_made({s}, dir("r"), "host", false) == 0);
  REQUIRE(runs == 1);
}

TEST_CASE("the model's counters are written", "[measure]") {
  if (!at_root()) return;
  scratch dir;
  sweep s{"made", "counted"};
  s.cells.push_back({"a", "none", 8, 2, 32, {}});
  s.cells.push_back({"b", "none", 8, 2, 32, {}});
  s.cells[1].count = [] {
    return std::vector<counter_row>{{"merge", "", "races", 0},
                                    {"merge", "3", "sectors", 1.5}};
  };
  REQUIRE(run_made({s}, dir("r"), "model") == 0);
  REQUIRE(bytes_of(dir("r/made.csv")) ==
          "sweep,kernel,input,n,block,phase,counter,value\n"
          "made,merge,none,8,32,,races,0\n"
          "made,merge,none,8,32,3,sectors,1.5\n");
  REQUIRE(bytes_of(dir("r/made.env")).find("\ncommit=") !=
          std::string::npos);
  const auto written = std::filesystem::last_write_time(dir("r/made.csv"));
  REQUIRE(run_made({s}, dir("r"), "model") == 0);
  REQUIRE(std::filesystem::last_write_time(dir("r/made.csv")) == written);
  s.cells.pop_back();
  REQUIRE(run_made({s}, dir("none"), "model") == 0);
  REQUIRE_FALSE(std::filesystem::exists(dir("none/made.csv")));
}

TEST_CASE("a warm cell is timed in batches of 50 microseconds", "[measure]") {
  if (!at_root()) return;
  scratch dir;
  int calls = 0, flushes = 0, waits = 0, clocks = 0;
  double each = 1e-6;
  const device_clock clock{[&](const std::function<void()>& call, int batch) {
                             for (int i = 0; i < batch; ++i) call();
                             ++clocks;
                             return each * batch;
                           },
                           [&] { ++flushes; }, [&] { ++waits; }};
  sweep s{"made", "warm"};
  s.samples = 2;
  s.cells.push_back({"a", "none", 8, 2, 32, [&] {
                       workload w;
                       w.resident = [&] { ++calls; };
                       w.on_device = true;
                       return w;
                     }});
  s.cells[0].warm = true;
  const auto rows = [&](const char* in) {
    calls = flushes = waits = clocks = 0;
    REQUIRE(run_made({s}, dir(in), "cuda", false, &clock) == 0);
    const std::string text = bytes_of(dir(in) + "/made.csv");
    return text.substr(text.find('\n') + 1);
  };
  // Three first calls, batches of 1, 2, ... 64, and two samples.
  CHECK(rows("warm") == "made,a,none,8,2,32,warm,64,1,1e-06,\nmade,a,none,8,2,32,warm,64,0,1e-06,\n");
  CHECK((calls == 3 + 127 + 128 && clocks == 3 + 7 + 2 && flushes == 0 && waits == 0));
  each = 50e-6;
  CHECK(rows("long") == "made,a,none,8,2,32,warm,1,1,5e-05,\nmade,a,none,8,2,32,warm,1,0,5e-05,\n");
  CHECK((calls == 3 + 1 + 2 && clocks == 3 + 1 + 2));
  s.cells[0].warm = false;
  CHECK(rows("cold") == "made,a,none,8,2,32,cold,1,1,5e-05,\nmade,a,none,8,2,32,cold,1,0,5e-05,\n");
  CHECK((calls == 3 + 2 && flushes == 2));
}

TEST_CASE("what a sweep says while it runs", "[measure]") {
  if (!at_root()) return;
  scratch dir;
  sweep s{"made", "some words", {}, {"a", "b"}};
  s.samples = 1;
  for (std::int64_t n : {8, 9})
    s.cells.push_back({"v", "none", n, 2, 32, [] {
                         workload w;
                         w.whole = [] {};
                         return w;
                       }});
  const auto said = [&](int status, const char* backend = "host", const device_clock* device = nullptr,
                        std::vector<std::string> more = {}) {
    return printed(2, [&] { CHECK(run_made({s}, dir("r"), backend, false, device, more) == status); });
  };
  const auto list = [&](bool quick) {
    return printed(1, [&] { CHECK(run_made({s}, dir("r"), "host", quick, nullptr, {"--list"}) == 0); });
  };
  const std::string want = "made: left out, for want of a GPU (host back end): a, b\n";
  CHECK(list(false) == "made\t2\t2\t0\ta, b\tsome words\n");
  CHECK(!std::filesystem::exists(dir("r")));
  CHECK(printed(1, [&] { CHECK(said(0, "host", nullptr, {"--help"}).empty()); }).starts_with("usage: bench/made [OPTION]...\nTime the sweeps"));
  CHECK(!std::filesystem::exists(dir("r")));
  CHECK(said(2, "host", nullptr, {"--only", "none"}) == "bench/made: no sweep named none (see --list)\n");
  CHECK(said(2, "host", nullptr, {"--environment", "none"}) ==
        want + "bench/made: none: not found, and no sample is taken without a record of its machine (see --environment)\n");
  const auto cells = said(0);
  CHECK(cells.starts_with(want + "made  cell 1 of 2  v n="));
  CHECK(cells.substr(0, cells.find('\n', want.size())).ends_with("  left 0:00"));
  CHECK(cells.find("made  cell 2 of 2  v n=") != std::string::npos);
  CHECK(std::count(cells.begin(), cells.end(), '\n') == 3);
  CHECK(said(0) == want);
  CHECK(list(false) == "made\t2\t0\t0\ta, b\tsome words\n");
  const device_clock clock{};
  CHECK(said(0, "cuda") == "made: left out, for want of a GPU: a, b\n");
  CHECK(said(0, "cuda", &clock) == "made: left out, for want of more GPUs: a, b\n");
  std::filesystem::remove(dir("r/made.env"));
  CHECK(said(2) == want + "bench/made: " + dir("r/made.env") + " is missing beside its samples: remove them to measure again\n");
  std::filesystem::remove(dir("r/made.csv"));
  CHECK(said(2, "host", nullptr, {"--environment", dir.put("it's", "echo one; echo two; exit 1")}) == want + "bench/made: onetwo\n");
  CHECK(said(2, "host", nullptr, {"--environment", dir.put("silent", "exit 1")}) == want + "bench/made: " + dir("silent") + " failed\n");
  s.samples = 0;
  CHECK(list(false) == "made\t2\t2\t3\ta, b\tsome words\n");
  CHECK(list(true) == "made\t2\t2\t1\ta, b\tsome words\n");
}

TEST_CASE("on a terminal a sweep says all in one line, and ends it", "[measure]") {
  if (!at_root()) return;
  const int master = posix_openpt(O_RDWR | O_NOCTTY);
  if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) {
    WARN("left out: no terminal can be made");
    return;
  }
  const int terminal = open(ptsname(master), O_RDWR | O_NOCTTY);
  scratch dir;
  sweep s{"made", "some words"};
  s.samples = 1;
  s.cells.push_back({"v", "none", 8, 2, 32, [] {
                       workload w;
                       w.whole = [] {};
                       return w;
                     }});
  const auto said = [&] {
    const int kept = dup(2);
    dup2(terminal, 2);
    CHECK(run_made({s}, dir("r"), "host", false) == 0);
    CHECK(write(2, "!", 1) == 1);
    dup2(kept, 2);
    close(kept);
    std::string all;
    for (char c; all.find('!') == std::string::npos && read(master, &c, 1) == 1;) all += c;
    return all;
  };
  CHECK(said() == "\r\033[Kmade  cell 1 of 1  v n=8  left 0:00\r\n!");
  CHECK(said() == "!");
  const cell done = s.cells[0];
  for (std::int64_t n : {9, 10, 11}) {
    s.cells.push_back(done);
    s.cells.back().n = n;
  }
  std::string all;
  int at = 0;
  for (const cell* c : shuffled(s))
    if (++at; c->n != done.n) all += format("\r\033[Kmade  cell %d of 4  v n=%d  left", at, int(c->n));
  const std::string three = said();
  std::string plain = three;
  for (std::size_t at; (at = plain.find(" 0:")) != plain.npos;) plain.erase(at, plain.find_first_not_of("0123456789", at + 3) - at);
  CHECK(plain == all + "\r\n!");
  CHECK(three.substr(three.find("left"), 9) == "left 0:01");  // before one is timed, a fifth of a second for each
  close(terminal);
  close(master);
}

TEST_CASE("the order of cells is this one", "[measure]") {
  const auto sizes = [](const std::vector<const cell*>& order) {
    std::string said;
    for (const cell* c : order) said += c->variant + std::to_string(c->n) + " ";
    return said;
  };
  const sweep s = made_sweep();
  CHECK(sizes(shuffled(s)) == "slow4 b512 slow16 b64 slow2 b2 a64 a1 a128 b8 a32 b128 b1 b256 a16 a2 a8 a512 a256 a4 b4 b16 b32 ");
  CHECK(sizes(thinned(s)) == "b512 slow16 a1 b1 a16 a512 b16 ");
}
