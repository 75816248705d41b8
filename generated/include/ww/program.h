#pragma once
#include <charconv>
#include <cstdio>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include <ww/errors.h>

namespace ww {
int run_program(const char* name, int argc, char** argv,
                const std::function<int(int, char**)>& body);
struct option {
  const char *name, *value;
  std::string help;
  std::function<void(const std::string&)> take;
};
struct command {
  const char *program, *operands, *about;
  std::vector<option> options;
  int fewest, most;
};
std::optional<std::vector<std::string>> read_command(
    const command& c, int argc, char** argv);
inline option flag(const char* name, std::string help, bool& given) {
  return {name, "", std::move(help),
          [&given](const std::string&) { given = true; }};
}
inline option text(const char* name, const char* value,
                   std::string help, std::string& given) {
  return {name, value, std::move(help),
          [&given](const std::string& v) { given = v; }};
}
template <class Integer>
Integer whole_number(
    const std::string& what, const std::string& text, Integer least = 0,
    Integer most = std::numeric_limits<Integer>::max()) {
  Integer value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc() && rest == end && value >= least &&
      value <= most)
    return value;
  throw bad_input(what + " " + text + ": a whole number from " +
                  std::to_string(least) + " to " +
                  std::to_string(most) + " is expected");
}
template <class Signature>
struct variant {
  const char* name;
  bool needs_device;
  const char* accepts;
  std::function<Signature> run;
};
template <class Row>
const Row& find_named(const std::vector<Row>& list,
                      const std::string& name,
                      const std::string& kind) {
  std::string known;
  for (const Row& row : list) {
    if (name == row.name) return row;
    known += (known.empty() ? "" : ", ") + std::string(row.name);
  }
  throw bad_input((name.empty() ? "a " + kind + " has no name"
                                : "no " + kind + " is named " + name) +
                  "; there are " + known);
}
template <class Signature>
const variant<Signature>& find_variant(
    const std::vector<variant<Signature>>& list,
    const std::string& name) {
  return find_named(list, name, "variant");
}
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
