#pragma once
#include <charconv>
#include <cstdio>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
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
inline option file_name(
    const char* name, const char* value, std::string help,
    std::string& given,
    std::initializer_list<const char*> ends = {""}) {
  return {name, value, std::move(help),
          [=, &given, ends = std::vector(ends)](const std::string& v) {
            given = v;
            std::string known;
            for (const char* end : ends) {
              if (!v.empty() && v.ends_with(end)) return;
              known += (known.empty() ? "" : " or ") + std::string(end);
            }
            throw bad_input(
                format("%s %s: a name%s is expected", name, v.c_str(),
                       known.empty() ? ""
                           : (" that ends in " + known).c_str()));
          }};
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
  const std::string name;

 private:
  [[noreturn]] void fail();
  void discard();
  void make_named();
  void put_in_place();
  std::string target, temporary;
  int descriptor = -1;
  std::FILE* stream = nullptr;
};
class output_set {
 public:
  explicit output_set(std::vector<std::string> all_inputs)
      : inputs(std::move(all_inputs)) {}
  output_file& open(const std::string& path);
  void commit();

 private:
  std::vector<std::string> inputs, outputs;
  std::vector<std::unique_ptr<output_file>> files;
};
}
