// What programs do alike: options, variants, errors, output files.
#include <fcntl.h>
#include <stdio_ext.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <csignal>
#include <unistd.h>
#include <fstream>
#include <functional>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <new>
#include <thread>
#include "catch.h"
#include "scratch.h"
#include <ww/program.h>

namespace {
int next_descriptor() {
  const int free = dup(2);
  close(free);
  return free;
}
// What a command line means: a=... for each option taken, then the operands; or the complaint.
std::string meaning(std::vector<std::string> words) {
  std::string said;
  auto note = [&](std::string name) {
    return [&said, name](const std::string& v) { said += name + "=" + v + " "; };
  };
  bool quick = false;
  const ww::command c{"toy", "IN [OUT]", "Does nothing.",
                      {{"--type", "TYPE", "what", note("type")},
                       {"--keep", "", "keep", note("keep")},
                       ww::flag("--quick", "quick", quick),
                       {"--tail", "N", "how much", note("tail")}}, 1, 2};
  words.insert(words.begin(), "toy");
  std::vector<char*> argv;
  for (auto& w : words) argv.push_back(w.data());
  try {
    const auto operands = ww::read_command(c, int(argv.size()), argv.data());
    for (auto& o : operands.value()) said += o + " ";
    if (quick) said += "quick";
  } catch (const ww::bad_input& e) {
    return e.what();
  }
  return said;
}
}  // namespace

TEST_CASE("a command line in all its forms", "[program]") {
  REQUIRE(meaning({"a"}) == "a ");
  REQUIRE(meaning({"a", "b", "--type", "x"}) == "type=x a b ");
  REQUIRE(meaning({"--type=x", "a"}) == "type=x a ");
  REQUIRE(meaning({"--type=", "a"}) == "type= a ");
  REQUIRE(meaning({"--type", "--keep", "a"}) == "type=--keep a ");
  REQUIRE(meaning({"--type=a=b", "--type", "c", "a"}) == "type=a=b type=c a ");
  REQUIRE(meaning({"-kq", "a"}) == "keep= a quick");
  REQUIRE(meaning({"-ktx", "a"}) == "keep= type=x a ");
  REQUIRE(meaning({"-kt", "x", "a"}) == "keep= type=x a ");
  REQUIRE(meaning({"-t=x", "a"}) == "type==x a ");
  REQUIRE(meaning({"--", "--keep", "-k"}) == "--keep -k ");
  REQUIRE(meaning({"-", "--", "--"}) == "- -- ");
  REQUIRE(meaning({"", "--tail", ""}) == "tail=  ");
}

TEST_CASE("a command line that is refused", "[program]") {
  REQUIRE(meaning({}) == "IN [OUT] expected (see --help)");
  REQUIRE(meaning({"--keep"}) == "IN [OUT] expected (see --help)");
  REQUIRE(meaning({"a", "b", "c"}) == "unexpected argument c (see --help)");
  REQUIRE(meaning({"a", "--fast=1"}) == "unknown option --fast=1 (see --help)");
  REQUIRE(meaning({"a", "--typ", "x"}) == "unknown option --typ (see --help)");
  REQUIRE(meaning({"a", "--types", "x"}) == "unknown option --types (see --help)");
  REQUIRE(meaning({"a", "-kz"}) == "unknown option -z (see --help)");
  REQUIRE(meaning({"a", "--type"}) == "option --type needs a value");
  REQUIRE(meaning({"a", "-kt"}) == "option -t needs a value");
  REQUIRE(meaning({"a", "--keep="}) == "option --keep= takes no value");
  REQUIRE(meaning({"a", "--help=me"}) == "option --help=me takes no value");
}

TEST_CASE("help is filled into lines of 79 columns", "[program]") {
  auto fours = [](int n) {
    std::string words = "four";
    while (--n > 0) words += " four";
    return words;
  };
  // One letter more would fit no more; and where it is, it does not.
  const std::string text = fours(33), wide = fours(15) + " fives", narrow = fours(12) + " fives", indent(15, ' ');
  const ww::command c{"toy", "", text.c_str(), {{"--type", "TYPE", text, {}}, {"--one", "", "a b", {}}}, 0, 0};
  const ww::command tight{"toy", "", wide.c_str(), {{"--type", "TYPE", narrow, {}}}, 0, 0};
  char name[] = "toy", help[] = "--help", *argv[] = {name, help};
  CHECK(printed(1, [&] { CHECK(!ww::read_command(tight, 2, argv)); }) ==
        "usage: toy [OPTION]...\n" + fours(15) + "\nfives\n\n  --type TYPE  " + fours(12) + "\n" + indent + "fives\n  --help       print this\n");
  CHECK(printed(1, [&] { CHECK(!ww::read_command(c, 2, argv)); }) ==
        "usage: toy [OPTION]...\n" + fours(16) + "\n" + fours(16) + "\nfour\n\n  --type TYPE  " + fours(13) + "\n" +
            indent + fours(13) + "\n" + indent + fours(7) + "\n  --one        a b\n  --help       print this\n");
}

TEST_CASE("whole numbers", "[program]") {
  REQUIRE(ww::whole_number<int>("n", "7") == 7);
  REQUIRE(ww::whole_number<std::uint64_t>("n", "18446744073709551615") == UINT64_MAX);
  REQUIRE(ww::whole_number("n", "-3", -3, 3) == -3);
  for (std::string text : {"", "x", "1x", " 1", "+1", "1e3", "99999999999999999999", "8", "-1"}) {
    CAPTURE(text);
    REQUIRE_THROWS_WITH(ww::whole_number("n", text, 0, 7), "n " + text + ": a whole number from 0 to 7 is expected");
  }
}

TEST_CASE("variants by name", "[program]") {
  const std::vector<ww::variant<int(int)>> list = {{"one", false, "", [](int x) { return x + 1; }},
                                                   {"two", true, "even numbers", [](int x) { return x + 2; }}};
  REQUIRE(ww::find_variant(list, "two").run(5) == 7);
  REQUIRE_THROWS_WITH(ww::find_variant(list, "tw"), "no variant is named tw; there are one, two");
}

TEST_CASE("what a program throws becomes a status", "[program]") {
  char name[] = "toy";
  char* argv[] = {name, nullptr};
  auto status = [&](auto body) { return ww::run_program("toy", 1, argv, [&](int, char**) -> int { return body(); }); };
  const auto terminate = std::get_terminate();
  const auto no_memory = std::get_new_handler();
  REQUIRE(status([&] { return std::get_terminate() != terminate && std::get_new_handler() != no_memory ? 3 : 4; }) == 3);
  CHECK(std::get_terminate() == terminate);
  CHECK(std::get_new_handler() == no_memory);
  REQUIRE(status([]() -> int { throw ww::bad_input("(a test: bad input)"); }) == 2);
  REQUIRE(status([]() -> int { throw std::bad_alloc(); }) == 2);
  REQUIRE(status([]() -> int { throw std::system_error(EAGAIN, std::generic_category()); }) == 2);
  REQUIRE(status([]() -> int { throw ww::device_error("(a test: a device error)"); }) == 1);
  // What a program has printed is lost where it fails, and where nothing can be printed it fails.
  CHECK(printed(1, [&] { status([]() -> int { std::printf("words"); throw ww::bad_input("(a test: behind words)"); }); }).empty());
  const int kept = dup(1), full = open("/dev/full", O_WRONLY);
  CHECK(printed(2, [&] {
          std::fflush(stdout);
          dup2(full, 1);
          const int ended = status([] { return std::putchar('x') == 'x' ? 0 : 3; });
          std::clearerr(stdout);
          __fpurge(stdout);
          dup2(kept, 1);
          CHECK(ended == 2);
        }) == "toy: <stdout>: cannot be written (No space left on device)\n");
  close(kept), close(full);
  auto said = [&](const std::string& text) { return printed(2, [&] { CHECK(status([&]() -> int { throw ww::bad_input(text); }) == 2); }); };
  CHECK(said("a\x1f\n b") == "toy: a?? b\n");
  CHECK(said("\na\n") == "toy: ?a?\n");
  // A line has 8191 letters at most.
  for (int n : {8185, 8186, 8187, 20000})
    CHECK(said(std::string(std::size_t(n), 'x')) == "toy: " + std::string(std::size_t(std::min(n, 8186)), 'x') + "\n");
}

// What no thread catches ends a program in a line of its name. The program is this test, run once more.
TEST_CASE("what a thread throws is said in the program's name", "[program]") {
  if (std::getenv("WW_LOOM")) {
    char name[] = "loom", *argv[] = {name, nullptr};
    ww::run_program("loom", 1, argv, [](int, char**) {
      std::thread([] { throw ww::bad_input("a thread's words"); }).join();
      return 0;
    });
    return;
  }
  const auto self = std::filesystem::read_symlink("/proc/self/exe").string();
  FILE* const said = popen(("WW_LOOM=1 '" + self + "' 'what a thread throws*' 2>&1 >/dev/null").c_str(), "r");
  REQUIRE(said);
  char line[100] = "";
  CHECK(std::fgets(line, sizeof line, said) == line);
  CHECK(std::string(line) == "loom: a thread's words\n");
  CHECK(WEXITSTATUS(pclose(said)) == 2);
}

TEST_CASE("a program has its three descriptors, whoever starts it", "[program]") {
  std::fflush(stdout);
  char name[] = "toy", *argv[] = {name, nullptr};
  for (int descriptor : {0, 1, 2}) {
    const int kept = dup(descriptor);
    close(descriptor);
    const int status = ww::run_program("toy", 1, argv, [&](int, char**) {
      // What was closed stays of no use: nothing is read from 0 and nothing written to 1 and 2.
      return (fcntl(descriptor, F_GETFL) & O_ACCMODE) == (descriptor == 0 ? O_WRONLY : O_RDONLY) ? 0 : 3;
    });
    dup2(kept, descriptor);
    close(kept);
    CAPTURE(descriptor);
    CHECK(status == 0);
  }
  const int before = next_descriptor();
  CHECK(ww::run_program("toy", 1, argv, [&](int, char**) { return next_descriptor() - before; }) == 0);
}

TEST_CASE("the memory that is free is what the system says", "[program]") {
  auto available = [] {
    std::ifstream facts("/proc/meminfo");
    std::string word;
    while (facts >> word && word != "MemAvailable:") {}
    double kib = 0;
    facts >> kib;
    return kib / (1 << 20);
  };
  const double before = available();
  std::string said;
  try {
    ww::require_host_memory(1e18, "p: ");
  } catch (const ww::bad_input& e) {
    said = e.what();
  }
  const double after = available(), free = std::atof(said.substr(said.find("needed, ") + 8).c_str());
  REQUIRE(said.starts_with("p: 931322574.62 GiB of memory are needed, "));
  CHECK(free > 0.98 * std::min(before, after) - 0.01);
  CHECK(free < 1.02 * std::max(before, after) + 0.01);
}

TEST_CASE("an output that is not committed leaves nothing", "[files]") {
  scratch dir;
  dir.put("old", "old");
  const int before = next_descriptor();
  {
    ww::output_file out(dir("old"));
    out.write("new");
    CHECK(next_descriptor() > before);
  }
  CHECK(next_descriptor() == before);
  REQUIRE(bytes_of(dir("old")) == "old");
  REQUIRE(std::distance(fs::directory_iterator(dir.directory), {}) == 1);
  fs::create_symlink("old", dir("link"));
  chmod(dir("old").c_str(), 0640);
  ww::output_file out(dir("link"));
  out.write("new");
  out.commit();
  CHECK(next_descriptor() == before);
  out.commit();
  REQUIRE(fs::is_symlink(dir("link")));
  REQUIRE(bytes_of(dir("old")) == "new");
  struct stat s;
  REQUIRE(stat(dir("old").c_str(), &s) == 0);
  REQUIRE((s.st_mode & 0777) == 0640);
}

TEST_CASE("a standard output that takes nothing more is an error") {
  std::fflush(stdout);
  const int kept = dup(1), full = open("/dev/full", O_WRONLY);
  std::string said;
  auto write = [&](bool also_closed) {
    dup2(full, 1);
    if (also_closed) close(1);
    try {
      ww::output_file out("-");
      out.write("x");
      out.commit();
    } catch (const ww::bad_input& e) {
      said = e.what();
    }
    std::clearerr(stdout);
    __fpurge(stdout);
    dup2(kept, 1);
    return std::exchange(said, {});
  };
  const std::string room = write(false), closed = write(true);
  close(kept), close(full);
  CHECK(room == "<stdout>: cannot be written (No space left on device)");
  CHECK(closed == "<stdout>: cannot be written (Bad file descriptor)");
}

TEST_CASE("outputs that are inputs or each other are refused, by whatever names", "[program]") {
  scratch dir;
  dir.put("in", "old");
  fs::create_symlink("in", dir("link"));
  fs::create_hard_link(dir("in"), dir("hard"));
  fs::create_directory(dir("sub"));
  fs::create_symlink(dir.directory, dir("round"));
  ww::output_set out({dir("in"), dir("none")});
  for (std::string name : {"in", "link", "hard", "sub/../in", "round/in"})
    REQUIRE_THROWS_WITH(out.open(dir(name)), dir(name) + ": the output would be written over the input");
  out.open(dir("new"));
  for (std::string name : {"new", "sub/../new", "round/new"})
    REQUIRE_THROWS_WITH(out.open(dir(name)), dir(name) + ": two outputs would be written to it");
  out.open("/dev/null");
  out.open("/dev/null");
  REQUIRE(bytes_of(dir("in")) == "old");
}

TEST_CASE("an output without a name cannot be written, whatever the input is", "[program]") {
  REQUIRE_THROWS_WITH(ww::output_set({""}).open(""), ": cannot be written (No such file or directory)");
}

TEST_CASE("an output by way of another name takes nobody else's", "[program]") {
  scratch dir;
  const auto other = [&](int i) { return dir(ww::format("out.%d-%d", int(getpid()), i)); };
  dir.put("out", "old");
  dir.put(fs::path(other(0)).filename(), "0");
  {
    ww::output_file out(dir("out"));
    out.write("new");
    out.commit();
    REQUIRE(bytes_of(dir("out")) == "new");
    REQUIRE_FALSE(fs::exists(other(1)));
    dir.put(fs::path(other(1)).filename(), "1");
  }
  REQUIRE(bytes_of(other(0)) + bytes_of(other(1)) == "01");
}

TEST_CASE("outputs are put in place together, and only if all can be written", "[program]") {
  scratch dir;
  dir.put("b", "old");
  for (std::string last : {"/dev/full", "/dev/null"}) {
    ww::output_set out({});
    for (std::string name : {"a", "b"}) out.open(dir(name)).write("new");
    out.open(last).write("new");
    REQUIRE_FALSE(fs::exists(dir("a")));
    if (last == "/dev/full") {
      REQUIRE_THROWS_AS(out.commit(), ww::bad_input);
      REQUIRE_FALSE(fs::exists(dir("a")));
      REQUIRE(bytes_of(dir("b")) == "old");
    } else {
      out.commit();
      REQUIRE(bytes_of(dir("a")) + bytes_of(dir("b")) == "newnew");
    }
  }
  REQUIRE(std::distance(fs::directory_iterator(dir.directory), {}) == 2);
}

TEST_CASE("threads are tried, and more than there can be are refused", "[program]") {
  REQUIRE_NOTHROW(ww::require_threads(1));
  REQUIRE_NOTHROW(ww::require_threads(8));
  REQUIRE_THROWS_WITH(ww::require_threads(100000), CONTAINS("100000 threads are needed, ") && CONTAINS(" can be had"));
}

// The superuser may write to any file, and is somebody else meanwhile. What the work throws as bad input, another process says with 2.
static int status_of_another(const std::function<void()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    if (geteuid() == 0 && setuid(65534) != 0) _exit(3);
    try {
      work();
    } catch (const ww::bad_input&) {
      _exit(2);
    }
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

TEST_CASE("what an output does with signals", "[program]") {
  scratch dir;
  dir.put("old", "old");
  chmod(dir.directory.c_str(), 0777);
  chmod(dir("old").c_str(), 0666);
  std::fflush(stdout);
  const auto expect = [](int signal, int kind) {  // 0 and 1 are the default and to ignore it, 2 is something else
    struct sigaction now;
    sigaction(signal, nullptr, &now);
    if (kind != (now.sa_handler == SIG_DFL ? 0 : now.sa_handler == SIG_IGN ? 1 : 2)) throw ww::bad_input("another");
  };
  CHECK(status_of_another([&] {
          std::signal(SIGHUP, SIG_IGN);
          for (int signal : {SIGTERM, SIGSEGV}) std::signal(signal, SIG_DFL);
          ww::output_set({}).commit();
          expect(SIGTERM, 0);
          ww::output_file(dir("old")).commit();  // by way of another name
          expect(SIGHUP, 1), expect(SIGTERM, 2), expect(SIGSEGV, 2);
          ww::output_set set({});
          set.open(dir("new"));
          expect(SIGTERM, 2);
          set.commit();  // one that comes now comes too late
          expect(SIGHUP, 1), expect(SIGTERM, 1), expect(SIGSEGV, 2);
        }) == 0);
}

TEST_CASE("a file that may not be written is left alone", "[program]") {
  scratch dir;
  dir.put("old", "old");
  chmod(dir.directory.c_str(), 0777);
  chmod(dir("old").c_str(), 0444);
  CHECK(status_of_another([&] { ww::output_file(dir("old")).commit(); }) == 2);
  CHECK(bytes_of(dir("old")) == "old");
}

TEST_CASE("somebody else's file in a sticky folder is refused before the work", "[program]") {
  scratch dir;
  dir.put("old", "old");
  chmod(dir.directory.c_str(), 01777);
  chmod(dir("old").c_str(), 0666);
  const bool ones_own = geteuid() != 0;  // which may be replaced
  CHECK(status_of_another([&] { ww::output_file out(dir("old")); }) == (ones_own ? 0 : 2));
  CHECK(status_of_another([&] { ww::output_file out(dir("new")); }) == 0);
  chmod(dir.directory.c_str(), 0777);
  CHECK(status_of_another([&] { ww::output_file out(dir("old")); }) == 0);
  if (ones_own) return;
  // In a sticky folder of one's own anybody's file may be replaced, and one's own in anybody's; by the superuser each.
  chmod(dir.directory.c_str(), 01777);
  for (auto [folder, file] : {std::pair{65534, 0}, {65533, 65534}}) {
    REQUIRE(chown(dir.directory.c_str(), uid_t(folder), gid_t(folder)) == 0);
    REQUIRE(chown(dir("old").c_str(), uid_t(file), gid_t(file)) == 0);
    CHECK(status_of_another([&] { ww::output_file out(dir("old")); }) == 0);
  }
  CHECK_NOTHROW(ww::output_file(dir("old")));
}

TEST_CASE("an output may have as long a name as the file system grants", "[program]") {
  scratch dir;
  const std::string name = dir(std::string(255, 'x'));
  for (std::string text : {"new", "newer"}) {
    ww::output_file out(name);
    out.write(text);
    out.commit();
    REQUIRE(bytes_of(name) == text);
  }
  REQUIRE(std::distance(fs::directory_iterator(dir.directory), {}) == 1);
  REQUIRE_THROWS_AS(ww::output_file(dir(std::string(256, 'x'))), ww::bad_input);
}
