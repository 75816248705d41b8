#pragma once
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace ww {
struct bad_input : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct device_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};
[[gnu::format(printf, 1, 2)]] std::string format(const char* pattern, ...);
int run_program(const char* name, int argc, char** argv,
                const std::function<int(int, char**)>& body);
[[noreturn]] void refuse_option(int answer, char* const* argv,
                                const char* letters);
class output_file {
 public:
  explicit output_file(const std::string& path);
  ~output_file();
  output_file(const output_file&) = delete;
  output_file& operator=(const output_file&) = delete;
  void write(std::string_view bytes);
  void finish();
  void commit();

 private:
  [[noreturn]] void fail() const;
  std::string name, target, temporary;
  std::FILE* stream = nullptr;
};
bool same_file(const std::string& a, const std::string& b);
}
