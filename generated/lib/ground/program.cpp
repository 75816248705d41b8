#include <ww/program.h>
#include <fcntl.h>
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
void require_host_memory(double bytes, const std::string& whose) {
  const double available = free_memory();
  if (bytes > available)
    throw bad_input(whose + format(
        "%.2f GiB of memory are needed, %.2f GiB are free",
        bytes * 0x1p-30, available * 0x1p-30));
}
static int report(const char* name, std::string message, int status) {
  for (char& c : message)
    if (static_cast<unsigned char>(c) < ' ') c = '?';
  std::fprintf(stderr, "%s: %s\n", name, message.c_str());
  return status;
}
int run_program(const char* name, int argc, char** argv,
                const std::function<int(int, char**)>& body) {
  for (int descriptor = 0; descriptor < 3; ++descriptor)
    if (fcntl(descriptor, F_GETFD) < 0)
      static_cast<void>(
          !open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY));
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    int status = body(argc, argv);
    if (std::fflush(stdout) != 0 || std::ferror(stdout))
      throw bad_input("<stdout>: cannot be written");
    return status;
  }
  catch (const bad_input& e) {
    return report(name, e.what(), 2);
  } catch (const std::filesystem::filesystem_error& e) {
    return report(name, e.what(), 2);
  } catch (const std::bad_alloc&) {
    return report(name, "not enough memory", 2);
  } catch (const std::exception& e) {
    return report(name, std::string("internal error: ") + e.what(), 1);
  }
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
static std::atomic<const char*> unfinished[8];
static void remove_unfinished(int signal) {
  for (auto& name : unfinished)
    if (const char* path = name) unlink(path);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}
static void forget(const char* path) {
  for (auto& name : unfinished)
    if (name == path) name = nullptr;
}
static void remember(const char* path) {
  for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    struct sigaction now;
    sigaction(signal, nullptr, &now);
    if (now.sa_handler == SIG_DFL)
      std::signal(signal, remove_unfinished);
  }
  for (auto& name : unfinished)
    if (const char* none = nullptr;
        name.compare_exchange_strong(none, path))
      return;
}
static bool same_inode(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}
bool same_file(const std::string& a, const std::string& b) {
  struct stat one, other;
  if (a == "-" || b == "-" || stat(a.c_str(), &one) != 0 ||
      stat(b.c_str(), &other) != 0 || S_ISCHR(one.st_mode))
    return false;
  return same_inode(one, other) ||
         (S_ISBLK(one.st_mode) && S_ISBLK(other.st_mode) &&
          one.st_rdev == other.st_rdev);
}
output_file::output_file(const std::string& path)
    : name(path == "-" ? "<stdout>" : path), target(path) {
  struct stat status, out;
  bool exists = path != "-" && stat(path.c_str(), &status) == 0;
  if (path == "-" ||
      (exists && fstat(1, &out) == 0 && S_ISREG(out.st_mode) &&
       same_inode(status, out))) {
    stream = stdout;
  } else if (exists && S_ISDIR(status.st_mode)) {
    throw bad_input(path + ": is a directory");
  } else if (exists && !S_ISREG(status.st_mode)) {
    stream = std::fopen(path.c_str(), "wb");
  } else {
    if (exists && access(path.c_str(), W_OK) != 0) fail();
    if (!exists) {
      if (lstat(path.c_str(), &status) == 0) errno = ENOENT;
      else if (errno != ENAMETOOLONG) errno = 0;
      if (errno != 0) fail();
    }
    if (exists) target = std::filesystem::canonical(path);
    const std::filesystem::path whole(target);
    temporary = whole.parent_path() /
                (whole.filename().string().substr(0, 240) + ".XXXXXX");
    mode_t mask = umask(0);
    umask(mask);
    int descriptor = mkstemp(temporary.data());
    if (descriptor < 0) fail();
    remember(temporary.c_str());
    fchmod(descriptor, exists ? status.st_mode & 0777 : 0666 & ~mask);
    stream = fdopen(descriptor, "wb");
  }
  if (!stream) fail();
}
void output_file::write(std::string_view bytes) {
  if (bytes.empty()) return;
  const std::size_t size = bytes.size();
  if (std::fwrite(bytes.data(), 1, size, stream) != size) fail();
}
void output_file::finish() {
  if (!stream) return;
  if (std::fflush(stream) != 0 || std::ferror(stream)) fail();
  std::FILE* closing = std::exchange(stream, nullptr);
  if (closing != stdout && std::fclose(closing) != 0) fail();
}
void output_file::commit() {
  finish();
  if (!temporary.empty()) {
    if (std::rename(temporary.c_str(), target.c_str()) != 0) fail();
    forget(temporary.c_str());
    temporary.clear();
  }
}
void output_file::fail() const {
  throw bad_input(name + ": cannot be written (" +
                  std::strerror(errno) + ")");
}
output_file::~output_file() {
  if (stream && stream != stdout) std::fclose(stream);
  if (temporary.empty()) return;
  unlink(temporary.c_str());
  forget(temporary.c_str());
}
}
