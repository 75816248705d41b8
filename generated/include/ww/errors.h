#pragma once
#include <stdexcept>
#include <string>

namespace ww {
struct bad_input : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct device_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};
[[gnu::format(printf, 1, 2)]]
std::string format(const char* pattern, ...);
void require_host_memory(double bytes, const std::string& whose = {},
                         double held = 0);
void require_threads(int count);
}
