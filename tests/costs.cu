// SPDX-FileCopyrightText: 2026 The Warp and Weave authors
// SPDX-License-Identifier: MIT
// Linked to each test program of the model: what each of its test cases spends, beside what tests/costs/NAME says. So a change that
// only costs time or memory is noticed. All cases must be run, since what one leaves in memory the next need not take; some of them
// are compared only with WW_COSTS=FILE, which takes another file and writes one that is not there: to record anew,
// rm tests/costs/NAME; WW_COSTS=tests/costs/NAME build/model/tests/NAME.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include "catch.h"
#include <ww/model.h>
#if __has_include(<catch2/catch_all.hpp>)
using listener = Catch::EventListenerBase;
#else
using listener = Catch::TestEventListenerBase;
#endif

namespace {
struct costs {
  std::string file, compiler = __VERSION__;
  std::map<std::string, std::string> known, left;
  bool recording = false, differ = false, some = false;
  costs() {
    const char* const named = std::getenv("WW_COSTS");
    std::ifstream line("/proc/self/cmdline", std::ios::binary);
    some = !named && std::count(std::istreambuf_iterator<char>(line), {}, '\0') > 1;
    file = named ? named : "tests/costs/" + std::filesystem::read_symlink("/proc/self/exe").filename().string();
    std::ifstream in(file);
    recording = named && !in;
    std::string name;
    if (in) std::getline(in, compiler);
    while (std::getline(in, name, '\t')) std::getline(in, known[name]);
    if (!named) left = known;
  }
  ~costs() {
    if (recording) {
      std::ofstream out(file);
      out << compiler << '\n';
      for (const auto& [name, spent] : known) out << name << '\t' << spent << '\n';
    }
    if (!some)
      for (const auto& [name, spent] : left) std::printf("%s is in %s and was not run\n", name.c_str(), file.c_str()), differ = true;
    std::fflush(nullptr);
    if (differ) std::_Exit(1);
  }
  // Exact, unless another compiler recorded them: then to a twentieth.
  bool agree(const std::string& mine, const std::string& theirs) const {
    std::istringstream a(mine), b(theirs);
    const double part = compiler == __VERSION__ ? 0 : 0.05;
    double x, y;
    while (a >> x)
      if (!(b >> y) || std::abs(x - y) > part * std::max(x, y)) return false;
    return !(b >> y);
  }
  void ended(const std::string& name) {
    std::string mine;
    bool any = false;
    for (std::int64_t n : ww::model::spent()) mine += (mine.empty() ? "" : " ") + std::to_string(n), any = any || n != 0;
    left.erase(name);
    if (!any || some) return;
    if (recording) known[name] = mine;
    else if (!agree(mine, known[name])) {
      std::printf("%s spends\n  %s; in %s it is\n  %s\n", name.c_str(), mine.c_str(), file.c_str(), known[name].c_str());
      differ = true;
    }
  }
} account;
// Catch2 2 holds a case's description, Catch2 3 points to it.
[[maybe_unused]] const Catch::TestCaseInfo& described(const Catch::TestCaseInfo& i) { return i; }
[[maybe_unused]] const Catch::TestCaseInfo& described(const Catch::TestCaseInfo* i) { return *i; }
}  // namespace
struct cost_listener : listener {
  using listener::listener;
  void testCaseStarting(const Catch::TestCaseInfo&) override { ww::model::spent(); }
  void testCaseEnded(const Catch::TestCaseStats& s) override { account.ended(described(s.testInfo).name); }
};
CATCH_REGISTER_LISTENER(cost_listener)
