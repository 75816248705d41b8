#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace {
using std::string;
struct judged_case {
  string kind, name;
  double naive = 0, reference = 0;
  long long span = 0, stores = 0, launches = 0, copied = 0;
  double points = 0, of = 0;
  bool counted = true, passed = false, as_given = true;
  string why;
};
struct task {
  string part, name;
  double points = 0;
  bool given = false;
  std::vector<judged_case> cases;
};
struct key_file {
  string title, seed = "0";
  std::vector<task> tasks;
};
std::vector<string> fields(const string& line) {
  std::vector<string> all(1);
  for (char c : line)
    if (c == '|') all.emplace_back();
    else all.back() += c;
  return all;
}
void add_line(key_file& key, std::vector<string> f) {
  f.resize(10);
  auto number = [&](int k) { return std::atof(f[k].c_str()); };
  auto whole = [&](int k) { return std::atoll(f[k].c_str()); };
  if (f[0] == "title") key.title = f[1];
  if (f[0] == "seed") key.seed = f[1];
  if (f[0] == "task")
    key.tasks.push_back({f[1], f[2], number(3),
                         f[4].find("given") != f[4].npos, {}});
  if (f[0] == "case")
    for (task& t : key.tasks)
      if (t.name == f[2])
        t.cases.push_back({f[1], f[3], number(4), number(5), whole(6),
                           whole(7), whole(8), whole(9)});
}
key_file read_key(const string& name) {
  std::ifstream in(name);
  if (!in) {
    std::cerr << "grade: " << name << ": cannot be read\n";
    std::exit(2);
  }
  key_file key;
  for (string line; std::getline(in, line);)
    add_line(key, fields(line));
  return key;
}
struct limits { int seconds = 60, megabytes = 16384; };
struct call { string program, part, name, seed, input; };
[[noreturn]] void become(const call& c, int errors, int page, limits l,
                         bool gpu) {
  setpgid(0, 0);
  const int nothing = open("/dev/null", O_RDWR);
  const int input = memfd_create("input", 0);
  const auto size = ssize_t(c.input.size());
  if (write(input, c.input.data(), c.input.size()) != size) _exit(127);
  lseek(input, 0, SEEK_SET);
  int at[] = {input, nothing, errors, page};
  for (int& d : at) d = fcntl(d, F_DUPFD, 10);
  for (int k = 0; k < 4; ++k) dup2(at[k], k);
  if (close_range(4, ~0u, 0) != 0)
    for (int k = 4; k < 1024; ++k) close(k);
  const rlim_t seconds = rlim_t(l.seconds);
  const rlimit time{seconds, seconds + 1}, files{0, 0};
  const rlim_t bytes = rlim_t(l.megabytes) << 20;
  const rlimit memory{bytes, bytes}, no_core{0, 0};
  setrlimit(RLIMIT_CPU, &time);
  setrlimit(RLIMIT_FSIZE, &files);
  setrlimit(RLIMIT_CORE, &no_core);
  if (!gpu) setrlimit(RLIMIT_AS, &memory);
  execl(c.program.c_str(), c.program.c_str(), c.part.c_str(),
        c.name.c_str(), c.seed.c_str(), static_cast<char*>(nullptr));
  _exit(127);
}
struct ending {
  string said, errors;
  bool late = false, flood = false;
};
ending run(const call& c, limits l, bool gpu) {
  int pipe_of[2];
  const int page = memfd_create("page", 0);
  if (pipe(pipe_of) != 0 || ftruncate(page, 1 << 26) != 0)
    std::exit(2);
  const pid_t child = fork();
  if (child == 0) become(c, pipe_of[1], page, l, gpu);
  close(pipe_of[1]);
  ending e;
  using clock = std::chrono::steady_clock;
  const auto until = clock::now() + std::chrono::seconds(l.seconds);
  while (!e.flood) {
    const std::chrono::duration<double> left = until - clock::now();
    pollfd p{pipe_of[0], POLLIN, 0};
    const int ms = std::max(0, int(1e3 * left.count()));
    e.late = poll(&p, 1, ms) == 0;
    char part[1 << 16];
    const ssize_t n = e.late ? 0 : read(pipe_of[0], part, sizeof part);
    if (n <= 0) break;
    e.errors.append(part, std::size_t(n));
    e.flood = e.errors.size() >> 24 != 0;
  }
  close(pipe_of[0]);
  kill(-child, SIGKILL);
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  char part[1 << 16];
  for (ssize_t n; status == 0 && !e.late && !e.flood;) {
    n = pread(page, part, sizeof part, off_t(e.said.size()));
    const std::size_t size = n > 0 ? strnlen(part, std::size_t(n)) : 0;
    e.said.append(part, size);
    if (size != sizeof part) break;
  }
  close(page);
  return e;
}
string finding_in(const string& said) {
  std::istringstream lines(said);
  for (string line; std::getline(lines, line);)
    for (const char* what :
         {"race", "out of bounds", "unset memory", "misaligned"})
      if (line.rfind(string("model: ") + what, 0) == 0)
        return "crashed: " + line.substr(7, 400);
  return "";
}
string why_silent(const ending& e, limits l) {
  if (e.late)
    return "did not end within " + std::to_string(l.seconds) + " s";
  if (e.flood) return "it printed more than 16 MB";
  if (const string f = finding_in(e.errors); f != "") return f;
  return "ended without a verdict: it crashed (did the host touch a "
         "device array?), ran out of memory, or left by itself";
}
void look_at_the_work(judged_case& c, const string& line) {
  long long span = 0, stores = 0, launches = 0, copied = 0;
  std::sscanf(line.substr(line.find(';') + 1).c_str(),
              " span %lld, of stores %lld, launches %lld, copied %lld",
              &span, &stores, &launches, &copied);
  auto most = [&](const string& what, long long n, long long limit) {
    if (limit == 0 || n <= limit) return;
    c.passed = false;
    c.why = what + ' ' + std::to_string(n) + " where " +
            std::to_string(limit) + " are enough";
  };
  most("the host does the work of kernels: bytes copied are", copied,
       c.copied);
  const string one = "one thread does the work of many: it ";
  most(one + "touches words,", span, c.span);
  most(one + "stores words,", stores, c.stores);
  if (std::min(span, launches) >= c.launches) return;
  c.passed = false;
  c.why = "no kernel ran that touches memory";
}
string end_of(const string& said) {
  std::istringstream lines(said);
  string line, end;
  while (std::getline(lines, line))
    if (end != "") return "failed its program speaks after the end";
    else if (line.rfind("end ", 0) == 0) end = line.substr(4);
  return end;
}
void ask(judged_case& c, call who, const string& judge, limits l,
         bool gpu) {
  const ending e = run(who, l, gpu);
  string line = end_of(e.said);
  const bool told = line != "" && line.rfind("failed ", 0) != 0;
  who = {judge, "--judge", who.name, who.seed, e.said};
  const string found = told ? end_of(run(who, l, gpu).said) : line;
  c.passed = found != "" && found.rfind("failed ", 0) != 0;
  c.why = found == "" ? told ? "its answers end the judge"
                             : why_silent(e, l)
          : c.passed ? (gpu ? line : found.substr(0, found.find(';')))
                     : found.substr(7);
  if (c.why == "") c.why = "it failed, and gave no reason";
  for (char& each : c.why)
    if (each < 32 || each > 126) each = ' ';
  if (c.passed && !gpu) look_at_the_work(c, found);
}
double share_of_count(const judged_case& c, double number) {
  if (c.naive <= c.reference) return number <= c.reference ? 1 : 0;
  auto times = [&](double v) {
    return std::log(c.naive / std::max(v, 1e-9));
  };
  return std::clamp(times(number) / times(c.reference), 0.0, 1.0);
}
double share_of_time(double ratio) {
  return ratio <= 1.2 ? 1 : ratio >= 10 ? 0 : 1.2 / ratio;
}
double number_of(const judged_case& c) {
  return c.passed ? std::atof(c.why.c_str() + 7) : 0;
}
string beside_bounds(const judged_case& c, double number,
                     double ratio) {
  const bool time = c.kind == "time";
  char text[160];
  std::snprintf(text, sizeof text,
                time ? "%.3g times the reference's time"
                     : "%.7g (naive %.7g, reference %.7g)",
                time ? ratio : number, c.naive, c.reference);
  return text;
}
void judge_number(judged_case& c, double number, double reference) {
  const bool time = c.kind == "time";
  if (time && c.passed && !(number > 0 && reference > 0))
    c.passed = false, c.why = "no time was measured";
  if (!c.passed) return;
  const double ratio = number / reference;
  const bool hollow = !time && number < c.reference / 2;
  c.why = beside_bounds(c, number, ratio);
  if (hollow) c.why += ": too little for the work to have been done";
  const double share = hollow ? 0
                       : time ? share_of_time(ratio)
                              : share_of_count(c, number);
  c.as_given = !time && share < 0.25;
  c.points = c.of * share;
  c.passed = share > 0.999;
}
void take_points(task& t, const char* why) {
  for (judged_case& c : t.cases)
    if (c.points > 0) c.points = 0, c.passed = false, c.why = why;
}
void take_what_was_given(task& t) {
  for (const judged_case& c : t.cases)
    if (c.kind == "count" && !(c.counted && c.as_given)) return;
  take_points(t, "no count is much better than given");
}
struct programs { string model, judge, gpu, reference; };
void judge(task& t, const programs& p, const string& seed, limits l) {
  const bool modelled = p.model != "-";
  if (t.given && !modelled) {
    t.points = 0;
    for (judged_case& c : t.cases) c.counted = false;
    return;
  }
  int here = 0;
  for (judged_case& c : t.cases)
    here += c.counted = c.kind == "test" ||
                        (c.kind == "time" ? p.gpu != "" : modelled);
  bool sound = true;
  for (judged_case& c : t.cases) {
    if (!c.counted) continue;
    c.of = t.points / here;
    const bool time = c.kind == "time", gpu = time || !modelled;
    ask(c, {gpu ? p.gpu : p.model, "--program", c.name, seed, ""},
        gpu ? p.reference : p.judge, l, gpu);
    if (c.kind == "test") {
      c.points = c.passed ? c.of : 0;
      sound = sound && c.passed;
      continue;
    }
    judged_case reference = c;
    if (time)
      ask(reference, {p.reference, "--program", c.name, seed, ""},
          p.reference, l, true);
    judge_number(c, number_of(c), number_of(reference));
    if (!sound && c.points > 0)
      c.points = 0, c.passed = false, c.why = "the tests come first";
  }
  if (t.given) take_what_was_given(t);
  if (!modelled && !sound)
    take_points(t, "without the model all tests of a task must pass");
}
void print(const judged_case& c) {
  const char* how =
      c.passed ? "passed" : c.points > 0 ? "partly" : "LOST";
  std::printf("  %-6s %-55s %5.1f    %5.1f\n", how, c.name.c_str(),
              c.points, c.of);
  if (c.why != "passed") std::printf("         %s\n", c.why.c_str());
}
double print(const task& t) {
  double sum = 0;
  for (const judged_case& c : t.cases) sum += c.points;
  std::printf("%-64s %5.1f of %5.1f\n",
              (t.part + ": " + t.name).c_str(), sum, t.points);
  for (const judged_case& c : t.cases)
    if (c.counted) print(c);
  return sum;
}
void print(const key_file& key) {
  std::printf("%s\n", key.title.c_str());
  double sum = 0, of = 0;
  for (const task& t : key.tasks) {
    sum += print(t);
    of += t.points;
  }
  std::printf("%-64s %5.1f of %5.1f\n", "total", sum, of);
}
string quoted(const string& text) {
  string q = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') q += '\\';
    q += static_cast<unsigned char>(c) < 32 ? ' ' : c;
  }
  return q + '"';
}
string row(const task& t, const judged_case& c, bool scope) {
  std::ostringstream out;
  out << "{\"name\": " << quoted(t.name + ": " + c.name)
      << ", \"score\": " << c.points << ", \"max_score\": " << c.of
      << (scope ? ", \"output\": " : ", \"why\": ") << quoted(c.why)
      << "}";
  return out.str();
}
void write_json(const key_file& key, const string& name, bool scope) {
  string rows;
  double sum = 0, of = 0;
  for (const task& t : key.tasks) {
    of += t.points;
    for (const judged_case& c : t.cases) {
      if (!c.counted) continue;
      sum += c.points;
      rows += (rows.empty() ? "" : ",\n  ") + row(t, c, scope);
    }
  }
  std::ofstream out(name);
  out << "{\"score\": " << sum;
  if (!scope) out << ", \"of\": " << of;
  out << ",\n \"tests\": [" << rows << "]}\n";
}
string csv_line(const string& name, double score, double of,
                const string& why) {
  std::ostringstream out;
  out << quoted(name) << ',' << score << ',' << of << ',';
  string text = why;
  std::replace(text.begin(), text.end(), '"', '\'');
  return out.str() + '"' + text + "\"\n";
}
void write_csv(const key_file& key, const string& name) {
  string rows, first;
  double sum = 0, of = 0;
  for (const task& t : key.tasks) {
    double points = 0;
    string why;
    for (const judged_case& c : t.cases) {
      points += c.points;
      if (c.counted && !c.passed && why == "")
        why = c.name + ": " + c.why;
    }
    rows += csv_line(t.name, points, t.points, why);
    sum += points, of += t.points;
    if (first == "") first = why;
  }
  std::ofstream(name) << csv_line("total", sum, of, first) << rows;
}
}
int main(int argc, char** argv) {
  programs p;
  limits l;
  string json, scope, table, key_name;
  for (int k = 1; k < argc; ++k) {
    const string a = argv[k];
    auto next = [&] { return k + 1 < argc ? argv[++k] : ""; };
    if (a == "--json") json = next();
    else if (a == "--gradescope") scope = next();
    else if (a == "--csv") table = next();
    else if (a == "--seconds") l.seconds = std::atoi(next());
    else if (a == "--megabytes") l.megabytes = std::atoi(next());
    else if (a == "--gpu") p.gpu = next(), p.reference = next();
    else (key_name.empty() ? key_name : p.model.empty() ? p.model
                                                      : p.judge) = a;
  }
  const string first = p.model == "-" ? p.gpu : p.model;
  if (access(first.c_str(), X_OK) != 0 || l.seconds < 1 ||
      l.megabytes < 1) {
    std::cerr << "grade: usage: grade KEY PROGRAM JUDGE [--gpu PROGRAM "
                 "REFERENCE] [--json FILE]\n";
    return 2;
  }
  key_file key = read_key(key_name);
  for (task& t : key.tasks) judge(t, p, key.seed, l);
  print(key);
  if (json != "") write_json(key, json, false);
  if (scope != "") write_json(key, scope, true);
  if (table != "") write_csv(key, table);
  return 0;
}
