// The program points, as its user sees it: output, status, and one line for each mistake.
#include <sys/wait.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include "catch.h"
#include <ww/datasets.cuh>

namespace {
namespace fs = std::filesystem;

struct outcome {
  int status;
  std::string out, err;
};
// The tests are BACKEND/tests/all, the program is BACKEND/points.
const fs::path program = fs::read_symlink("/proc/self/exe").parent_path().parent_path() / "points";

outcome run(const std::string& arguments) {
  static const fs::path err = fs::temp_directory_path() / ("points-test-" + std::to_string(getpid()));
  std::FILE* p = popen(("{ " + program.string() + " " + arguments + "; } 2>" + err.string()).c_str(), "r");
  outcome o;
  char buffer[4096];
  for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, p)) > 0;) o.out.append(buffer, n);
  o.status = WEXITSTATUS(pclose(p));
  std::ostringstream s;
  s << std::ifstream(err).rdbuf();
  o.err = s.str();
  fs::remove(err);
  return o;
}
}  // namespace

#define REQUIRE_PROGRAM()                                             \
  do {                                                                \
    if (!fs::exists(program)) {                                       \
      WARN("left out: " + program.string() + " has not been built");  \
      return;                                                         \
    }                                                                 \
  } while (false)

TEST_CASE("the program points writes data sets", "[points][program]") {
  REQUIRE_PROGRAM();
  outcome o = run("disk 3 --seed 5");
  REQUIRE(o.status == 0);
  REQUIRE(o.err == "");
  auto p = ww::generate<float>("disk", 3, 5);
  std::istringstream text(o.out);
  for (float2 q : p) {
    std::string x, y;
    text >> x >> y;
    REQUIRE(std::strtof(x.c_str(), nullptr) == q.x);
    REQUIRE(std::strtof(y.c_str(), nullptr) == q.y);
  }
  REQUIRE(run("grid 0").out == "");
  REQUIRE(run("grid 0 --count").out == "0\n");
  REQUIRE(run("parabola 3 --count --double").out == "3\n-1 1\n0 0\n1 1\n");
  REQUIRE(run("parabola 3 --general-position").out == "0 0.5\n0.5 0\n1 0.5\n");
  REQUIRE(run("disk 3 --seed 5 --double").out != o.out);
  REQUIRE(run("--seed=5 -- disk 3").out == o.out);
}

TEST_CASE("the program points helps and lists", "[points][program]") {
  REQUIRE_PROGRAM();
  outcome o = run("--help");
  REQUIRE(o.status == 0);
  REQUIRE(o.out.starts_with("usage: points GENERATOR N"));
  o = run("--list");
  REQUIRE(o.status == 0);
  for (auto& g : ww::generators()) REQUIRE(o.out.find(g.name + " ") != std::string::npos);
}

TEST_CASE("each mistake of its user is one line, and status 2", "[points][program]") {
  REQUIRE_PROGRAM();
  auto says = [](const std::string& arguments) {
    outcome o = run(arguments);
    CHECK(o.status == 2);
    CHECK(o.out == "");
    return o.err;
  };
  REQUIRE(says("") == "points: GENERATOR N expected (see --help)\n");
  REQUIRE(says("disk") == "points: GENERATOR N expected (see --help)\n");
  REQUIRE(says("disk 1 2") == "points: unexpected argument 2 (see --help)\n");
  REQUIRE(says("disk x") == "points: the number of points x: a whole number from 0 to 9223372036854775807 is expected\n");
  REQUIRE(says("disk 1e3") == "points: the number of points 1e3: a whole number from 0 to 9223372036854775807 is expected\n");
  REQUIRE(says("disk 99999999999999999999") == "points: the number of points 99999999999999999999: a whole number from 0 to 9223372036854775807 is expected\n");
  REQUIRE(says("-- disk -5") == "points: the number of points -5: a whole number from 0 to 9223372036854775807 is expected\n");
  REQUIRE(says("disk 5 --foo") == "points: unknown option --foo (see --help)\n");
  REQUIRE(says("disk 5 -z") == "points: unknown option -z (see --help)\n");
  REQUIRE(says("disk 5 --seed") == "points: option --seed needs a value\n");
  REQUIRE(says("disk 5 --seed -1") == "points: --seed -1: a whole number from 0 to 18446744073709551615 is expected\n");
  REQUIRE(says("disk 5 --double=1") == "points: option --double=1 takes no value\n");
  REQUIRE(says("cube 5").starts_with("points: there is no generator cube; there are square, "));
  REQUIRE(says("parabola 300000") == "points: parabola has from 0 to 212991 float points, not 300000\n");
  REQUIRE(says("disk 5 --count --output /tmp/none.npy") == "points: --count applies to text, not to .npy\n");
  REQUIRE(says("disk 5 --output /none/x") == "points: /none/x: cannot be written (No such file or directory)\n");
  REQUIRE(says("disk 5 --output /dev/full") == "points: /dev/full: cannot be written (No space left on device)\n");
  REQUIRE(says("grid 100 --general-position").starts_with("points: grid: there are not 100 points in general "));
  REQUIRE_FALSE(fs::exists("/tmp/none.npy"));
}

TEST_CASE("a full disk or a closed pipe behind standard output", "[points][program]") {
  REQUIRE_PROGRAM();
  outcome o = run("disk 100000 >/dev/full");
  REQUIRE(o.status == 2);
  REQUIRE(o.err == "points: <stdout>: cannot be written (No space left on device)\n");
  REQUIRE(run("disk 100000 | true").err == "points: <stdout>: cannot be written (Broken pipe)\n");
}
