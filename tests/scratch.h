// SPDX-FileCopyrightText: 2026 The Warp and Weave authors
// SPDX-License-Identifier: MIT
// A folder for a test alone, and what its files hold.
#pragma once
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

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
