// SPDX-FileCopyrightText: 2026 The Warp and Weave authors
// SPDX-License-Identifier: MIT
// A folder for a test alone, what its files hold, and what is printed.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <unistd.h>

namespace fs = std::filesystem;

struct scratch {
  scratch() {
    char name[] = "/tmp/ww-test-XXXXXX";
    directory = mkdtemp(name);
  }
  ~scratch() { fs::remove_all(directory); }
  std::string operator()(const std::string& name) const { return directory + "/" + name; }
  std::string put(const std::string& name, const std::string& bytes) const {
    std::ofstream((*this)(name), std::ios::binary) << bytes;
    return (*this)(name);
  }
  std::string directory;
};

inline std::string bytes_of(const std::string& path) {
  std::ostringstream s;
  s << std::ifstream(path, std::ios::binary).rdbuf();
  return s.str();
}

// What is written to standard output or standard error meanwhile.
template <class F>
std::string printed(int descriptor, F f) {
  scratch dir;
  std::fflush(stdout);
  const int kept = dup(descriptor);
  std::FILE* file = std::fopen(dir("said").c_str(), "w");
  dup2(fileno(file), descriptor);
  f();
  std::fflush(stdout);
  dup2(kept, descriptor);
  close(kept);
  std::fclose(file);
  return bytes_of(dir("said"));
}
