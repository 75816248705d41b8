#pragma once
#include <sys/stat.h>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>
#include <ww/detail/ground/key-types.h>
#include <ww/program.h>

namespace ww {
struct memory_need {
  double copies = 1, bytes_a_row = 0;
  int part = 0, parts = 1;
  std::int64_t* whole = nullptr;
  std::int64_t begin(std::int64_t rows, int next = 0) const;
  std::int64_t size(std::int64_t rows) const {
    return begin(rows, 1) - begin(rows);
  }
  template <class X> void keep(std::vector<X>& rows) const {
    const auto n = std::int64_t(rows.size());
    rows.erase(rows.begin() + begin(n, 1), rows.end());
    rows.erase(rows.begin(), rows.begin() + begin(n));
  }
  void require(const std::string& name, std::int64_t rows,
               double bytes_of_row, bool held = false) const {
    require_host_memory(
        double(rows) * (copies * bytes_of_row + bytes_a_row),
        name + ": ", held ? double(rows) * bytes_of_row : 0);
  }
};
struct row_source {
  std::string name;
  std::vector<std::int64_t> lines;
  bool counted = false;
  std::string where(std::int64_t i) const {
    return lines.empty() ? name + ": row " + std::to_string(i)
                         : name + ":" + std::to_string(lines[i]);
  }
};
template <class T>
using row_room = std::function<T*(std::int64_t)>;
template <class T>
row_source read_open_rows(const std::string& path, int& columns,
                          const row_room<T>& room,
                          memory_need need = {});
template <class T>
row_source read_rows(const std::string& path, int columns,
                     const row_room<T>& room, memory_need need = {}) {
  return read_open_rows<T>(path, columns, room, need);
}
template <class T>
struct table : row_source {
  std::vector<T> values;
  int columns = 0;
};
template <class T>
table<T> read_table(const std::string& path, int columns,
                    memory_need need = {}) {
  table<T> t;
  static_cast<row_source&>(t) = read_open_rows<T>(
      path, columns,
      [&](std::int64_t rows) {
        t.values.resize(t.values.size() + rows * columns);
        return t.values.data() + t.values.size() - rows * columns;
      },
      need);
  t.columns = columns;
  return t;
}
template <class T>
void write_table(output_file& out, const T* values, std::int64_t rows,
                 int columns, bool counted = false);
template <char between = ' ', class... X>
std::string text_line(X... x) {
  char text[32 * sizeof...(X)];
  char* end = text;
  ((end = std::to_chars(end, end + 31, x).ptr, *end++ = between), ...);
  end[-1] = '\n';
  return {text, end};
}
struct number_type {
  const char *name, *numpy;
  int bytes;
};
const std::vector<number_type>& number_types();
const number_type& find_number_type(const std::string& name);
#define WW_VECTOR(K, ...) std::vector<K>
#define WW_COMMA ,
using number_array = std::variant<WW_FOR_KEYS(WW_VECTOR, WW_COMMA)>;
#undef WW_VECTOR
#undef WW_COMMA
number_array read_array(const std::string& path,
                        const number_type* type = nullptr,
                        memory_need need = {});
void write_array(output_file& out, const number_array& array);
struct closer {
  void operator()(std::FILE* f) const {
    if (f != stdin) std::fclose(f);
  }
};
using input_file = std::unique_ptr<std::FILE, closer>;
input_file open_input(const std::string& path, struct stat& status);
std::string input_name(const std::string& path);
std::string shown(std::string_view text);
class line_reader {
 public:
  explicit line_reader(const std::string& path);
  [[noreturn]] void fail(const std::string& what) const {
    throw bad_input(name + ":" + std::to_string(number) + ": " + what);
  }
  bool next(std::string_view& line);
  const std::string name;
  std::int64_t number = 0;
  bool ended = false;

 private:
  bool read_more();
  struct stat status;
  input_file source;
  std::vector<char> buffer = std::vector<char>(1 << 20);
  std::size_t begin = 0, end = 0;
};
template <class T>
T to_number(std::string_view text, const line_reader& at);
}
