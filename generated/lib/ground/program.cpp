#include <ww/program.h>
#include <fcntl.h>
#include <malloc.h>
#include <omp.h>
#include <stdio_ext.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <new>
#include <thread>
#include <utility>

namespace ww {
std::string format(const char* pattern, ...) {
  va_list arguments, again;
  va_start(arguments, pattern);
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, pattern, arguments);
  std::string text(length, '\0');
  std::vsnprintf(text.data(), text.size() + 1, pattern, again);
  va_end(again);
  va_end(arguments);
  return text;
}
static double free_memory() {
  std::ifstream facts("/proc/meminfo");
  std::string word;
  while (facts >> word)
    if (word == "MemAvailable:" && facts >> word)
      return 1024.0 * std::atof(word.c_str());
  return double(sysconf(_SC_AVPHYS_PAGES)) *
         double(sysconf(_SC_PAGESIZE));
}
void require_host_memory(double bytes, const std::string& whose,
                         double held) {
  const double available = free_memory() + held;
  if (bytes > available)
    throw bad_input(whose + format(
        "%.2f GiB of memory are needed, %.2f GiB are free",
        bytes * 0x1p-30, available * 0x1p-30));
}
void require_threads(int count) {
  const int most = std::max(1024, omp_get_num_procs());
  int made = 1;
  try {
    std::mutex gate;
    std::vector<std::jthread> tried;
    const std::lock_guard closed(gate);
    for (; made < std::min(count, most); ++made)
      tried.emplace_back([&] { const std::lock_guard open(gate); });
  } catch (const std::exception&) {
  }
  if (made < count)
    throw bad_input(format("%d threads are needed, %d can be had",
                           count, made));
}
static int report(const char* name, const char* kind,
                  const char* message, int status) {
  char line[8192];
  const int wanted = std::snprintf(line, sizeof line, "%s: %s%s", name,
                                   kind, message);
  const int length = std::min(wanted, int(sizeof line) - 1);
  for (char* c = line; c < line + length; ++c)
    if (static_cast<unsigned char>(*c) < ' ') *c = '?';
  line[length] = '\n';
  std::fwrite(line, 1, length + 1, stderr);
  return status;
}
static int report_exception(const char* name) {
  const char* const internal = "internal error: ";
  try {
    throw;
  } catch (const bad_input& e) {
    return report(name, "", e.what(), 2);
  } catch (const std::filesystem::filesystem_error& e) {
    return report(name, "", e.what(), 2);
  } catch (const std::bad_alloc&) {
    return report(name, "", "not enough memory", 2);
  } catch (const std::system_error& e) {
    if (e.code() == std::errc::resource_unavailable_try_again)
      return report(name, "", "not enough threads", 2);
    return report(name, internal, e.what(), 1);
  } catch (const std::exception& e) {
    return report(name, internal, e.what(), 1);
  }
}
static std::atomic<const char*> unfinished[8];
static void remove_unfinished() {
  for (auto& name : unfinished)
    if (const char* path = name) unlink(path);
}
static void remove_and_raise(int signal) {
  remove_unfinished();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}
static void forget(const char* path) {
  for (auto& name : unfinished)
    if (name == path) name = nullptr;
}
static constexpr int sent[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT,
                               SIGXCPU, SIGALRM, SIGUSR1, SIGUSR2,
                               SIGVTALRM, SIGPROF};
static constexpr int raised[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE,
                                 SIGILL};
static void remove_at(int signal) {
  struct sigaction now;
  sigaction(signal, nullptr, &now);
  if (now.sa_handler == SIG_DFL) std::signal(signal, remove_and_raise);
}
static void remember(const char* path) {
  for (int signal : sent) remove_at(signal);
  for (int signal : raised) remove_at(signal);
  for (auto& name : unfinished)
    if (const char* none = nullptr;
        name.compare_exchange_strong(none, path))
      return;
}
static void flush_stdout() {
  errno = 0;
  bool failed = std::fflush(stdout) != 0 || std::ferror(stdout);
  if (!failed) {
    const int copy = dup(STDOUT_FILENO);
    failed = copy >= 0 && close(copy) != 0;
  }
  if (failed)
    throw bad_input(std::string("<stdout>: cannot be written") +
                    (errno ? format(" (%s)", std::strerror(errno))
                           : ""));
}
static std::string entry_of(int descriptor) {
  return "/proc/self/fd/" + std::to_string(descriptor);
}
template <class Make>
static std::string under_new_name(const std::string& target,
                                  Make make) {
  const std::filesystem::path whole(target);
  const std::string base = whole.filename().string().substr(0, 230);
  for (int i = 0; i < 1000; ++i) {
    std::string path = whole.parent_path() /
                       (base + format(".%d-%d", int(getpid()), i));
    if (make(path.c_str())) return path;
    if (errno != EEXIST) break;
  }
  return {};
}
output_file::output_file(const std::string& path)
    : name(path == "-" ? "<stdout>" : path), target(path) {
  struct stat status, out;
  bool exists = path != "-" && stat(path.c_str(), &status) == 0;
  if (path == "-" ||
      (exists && fstat(STDOUT_FILENO, &out) == 0 &&
       S_ISREG(out.st_mode) && status.st_dev == out.st_dev &&
       status.st_ino == out.st_ino)) {
    stream = stdout;
  } else if (exists && S_ISDIR(status.st_mode)) {
    throw bad_input(path + ": is a directory");
  } else if (exists && !S_ISREG(status.st_mode)) {
    stream = std::fopen(path.c_str(), "wb");
  } else {
    if (exists && access(path.c_str(), W_OK) != 0) fail();
    if (!exists) {
      if (lstat(path.c_str(), &status) == 0 || path.empty()) errno = ENOENT;
      else if (errno != ENAMETOOLONG) errno = 0;
      if (errno != 0) fail();
    }
    if (exists) target = std::filesystem::canonical(path);
    auto folder = std::filesystem::path(target).parent_path();
    if (folder.empty()) folder = ".";
    struct stat around = {};
    errno = EPERM;
    if (exists && geteuid() != 0 && status.st_uid != geteuid() &&
        stat(folder.c_str(), &around) == 0 && around.st_mode & S_ISVTX &&
        around.st_uid != geteuid())
      fail();
    descriptor = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC,
                        0666);
    if (descriptor >= 0 && access(entry_of(descriptor).c_str(), F_OK) != 0)
      close(std::exchange(descriptor, -1));
    if (descriptor < 0) make_named();
    if (exists) fchmod(descriptor, status.st_mode & 0777);
    const int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    if (copy >= 0) stream = fdopen(copy, "wb");
  }
  if (!stream) fail();
}
void output_file::make_named() {
  temporary = under_new_name(target, [&](const char* path) {
    descriptor = ::open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                        0666);
    return descriptor >= 0;
  });
  if (descriptor < 0) fail();
  remember(temporary.c_str());
}
void output_file::write(std::string_view bytes) {
  const std::size_t size = bytes.size();
  if (size > 0 && std::fwrite(bytes.data(), 1, size, stream) != size)
    fail();
}
void output_file::finish() {
  std::FILE* closing = std::exchange(stream, nullptr);
  if (closing == stdout) return flush_stdout();
  if (!closing) return;
  const bool failed = std::fflush(closing) != 0;
  const int reason = errno;
  if (std::fclose(closing) != 0) fail();
  errno = reason;
  if (failed) fail();
}
void output_file::commit() {
  finish();
  if (descriptor >= 0) put_in_place();
}
void output_file::put_in_place() {
  auto link_as = [&](const char* path) {
    return linkat(AT_FDCWD, entry_of(descriptor).c_str(), AT_FDCWD,
                  path, AT_SYMLINK_FOLLOW) == 0;
  };
  if (temporary.empty() && !link_as(target.c_str())) {
    if (errno == EEXIST) temporary = under_new_name(target, link_as);
    if (temporary.empty()) fail();
    remember(temporary.c_str());
  }
  if (!temporary.empty()) {
    if (std::rename(temporary.c_str(), target.c_str()) != 0) fail();
    forget(temporary.c_str());
    temporary.clear();
  }
  close(std::exchange(descriptor, -1));
}
void output_file::fail() {
  const int reason = errno;
  discard();
  throw bad_input(name + ": cannot be written (" +
                  std::strerror(reason) + ")");
}
output_file::~output_file() { discard(); }
void output_file::discard() {
  std::FILE* closing = std::exchange(stream, nullptr);
  if (closing && closing != stdout) std::fclose(closing);
  if (descriptor >= 0) close(std::exchange(descriptor, -1));
  if (temporary.empty()) return;
  unlink(temporary.c_str());
  forget(temporary.c_str());
  temporary.clear();
}
static bool same_file(const struct stat& a, const struct stat& b) {
  if (S_ISCHR(a.st_mode) || S_ISSOCK(a.st_mode)) return false;
  return (a.st_dev == b.st_dev && a.st_ino == b.st_ino) ||
         (S_ISBLK(a.st_mode) && S_ISBLK(b.st_mode) &&
          a.st_rdev == b.st_rdev);
}
static std::filesystem::path whole_name(const std::string& path) {
  return std::filesystem::weakly_canonical(
      std::filesystem::absolute(path));
}
static bool same_file(const std::string& a, int standard_a,
                      const std::string& b) {
  auto look = [](const std::string& path, int standard,
                 struct stat& found) {
    return (path == "-" ? fstat(standard, &found)
                        : stat(path.c_str(), &found)) == 0;
  };
  struct stat one, other;
  const bool old = look(a, standard_a, one);
  if (look(b, STDOUT_FILENO, other) != old) return false;
  return old ? same_file(one, other)
             : !a.empty() && whole_name(a) == whole_name(b);
}
output_file& output_set::open(const std::string& path) {
  const std::string shown = path == "-" ? "<stdout>" : path;
  for (const std::string& in : inputs)
    if (same_file(in, STDIN_FILENO, path))
      throw bad_input(
          shown + ": the output would be written over the input");
  for (const std::string& other : outputs)
    if (same_file(other, STDOUT_FILENO, path))
      throw bad_input(shown + ": two outputs would be written to it");
  outputs.push_back(path);
  files.push_back(std::make_unique<output_file>(path));
  return *files.back();
}
void output_set::commit() {
  for (auto& f : files)
    if (f->name != "<stdout>") f->finish();
  flush_stdout();
  if (!files.empty())
    for (int signal : sent) std::signal(signal, SIG_IGN);
  for (auto& f : files) f->commit();
}
static const char* running = "";
static std::atomic<bool> memory_ran_out = false;
static std::atomic<char*> reserve = nullptr;
static void note_and_throw() {
  memory_ran_out = true;
  delete[] reserve.exchange(nullptr);
  throw std::bad_alloc();
}
[[noreturn]] static void end_in_a_line() {
  static std::atomic_flag ending;
  while (ending.test_and_set()) pause();
  const int status =
      std::current_exception() ? report_exception(running)
      : memory_ran_out ? report(running, "", "not enough memory", 2)
                       : report(running, "internal error: ",
                                "terminated", 1);
  remove_unfinished();
  _exit(status);
}
static void end_with_a_library() {
  if (!*running) return;
  remove_unfinished();
  _exit(2);
}
int run_program(const char* name, int argc, char** argv,
                const std::function<int(int, char**)>& body) {
  for (int descriptor = 0; descriptor < 3; ++descriptor)
    if (fcntl(descriptor, F_GETFD) < 0)
      static_cast<void>(
          !open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY));
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  running = name;
  std::atexit(end_with_a_library);
  const auto before = std::set_terminate(end_in_a_line);
  const auto no_memory = std::set_new_handler(note_and_throw);
  int status = 0;
  mallopt(M_ARENA_MAX, 1);
  try {
    reserve = new char[1 << 16];
    require_threads(
        std::min(omp_get_max_threads(), omp_get_thread_limit()));
    #pragma omp parallel
    static_cast<void>(omp_get_thread_num());
    status = body(argc, argv);
    flush_stdout();
  } catch (...) {
    status = report_exception(name);
    __fpurge(stdout);
  }
  delete[] reserve.exchange(nullptr);
  std::set_terminate(before);
  std::set_new_handler(no_memory);
  running = "";
  return status;
}
static void print_filled(std::string_view words, std::size_t indent) {
  for (std::size_t column = indent; !words.empty();) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (column > indent && column + 1 + end > 79) {
      std::printf("\n%*s", int(indent), "");
      column = indent;
    } else if (column > indent) {
      std::putchar(' ');
      ++column;
    }
    std::printf("%.*s", int(end), words.data());
    column += end;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  std::putchar('\n');
}
static void print_help(const std::vector<option>& options,
                       const command& c) {
  std::printf("usage: %s%s%s [OPTION]...\n", c.program,
              *c.operands ? " " : "", c.operands);
  print_filled(c.about, 0);
  std::putchar('\n');
  std::size_t widest = 0;
  for (const option& o : options)
    widest =
        std::max(widest, std::strlen(o.name) + std::strlen(o.value));
  for (const option& o : options) {
    std::printf("  %-*s  ", int(widest + 1),
                (std::string(o.name) + " " + o.value).c_str());
    print_filled(o.help, widest + 5);
  }
}
struct command_reader {
  std::vector<option> known;
  int argc, at = 1;
  char** argv;
  command_reader(const command& c, int count, char** words, bool& help)
      : known(c.options), argc(count), argv(words) {
    known.push_back(flag("--help", "print this", help));
  }
  [[noreturn]] static void unknown(const std::string& given) {
    throw bad_input("unknown option " + given + " (see --help)");
  }
  std::string next(const std::string& given) {
    if (at == argc) throw bad_input("option " + given + " needs a value");
    return argv[at++];
  }
  void take_long(const std::string& word) {
    const std::size_t equals = word.find('=');
    for (const option& o : known) {
      if (word.substr(0, equals) != o.name) continue;
      if (equals != word.npos && !*o.value)
        throw bad_input("option " + word + " takes no value");
      return o.take(!*o.value            ? ""
                    : equals == word.npos ? next(word)
                                          : word.substr(equals + 1));
    }
    unknown(word);
  }
  void take_short(const std::string& word) {
    for (std::size_t i = 1; i < word.size(); ++i) {
      const std::string given = {'-', word[i]};
      const auto o = std::find_if(
          known.begin(), known.end(),
          [&](const option& k) { return k.name[2] == word[i]; });
      if (o == known.end()) unknown(given);
      if (!*o->value) {
        o->take("");
        continue;
      }
      return o->take(i + 1 < word.size() ? word.substr(i + 1)
                                         : next(given));
    }
  }
};
std::optional<std::vector<std::string>> read_command(
    const command& c, int argc, char** argv) {
  std::vector<std::string> operands;
  bool help = false;
  command_reader in{c, argc, argv, help};
  for (bool options = true; in.at < argc;) {
    const std::string word = argv[in.at++];
    if (options && word == "--") options = false;
    else if (options && word.starts_with("--")) in.take_long(word);
    else if (options && word.size() > 1 && word[0] == '-')
      in.take_short(word);
    else operands.push_back(word);
  }
  if (help) return print_help(in.known, c), std::nullopt;
  if (int(operands.size()) < c.fewest)
    throw bad_input(std::string(c.operands) + " expected (see --help)");
  if (int(operands.size()) > c.most)
    throw bad_input("unexpected argument " + operands[c.most] +
                    " (see --help)");
  return operands;
}
}
