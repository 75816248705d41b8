#include <ww/files.h>
#include <locale.h>
#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <utility>
#include <ww/detail/ground/block.cuh>

namespace ww {
std::string input_name(const std::string& path) {
  return path == "-" ? "<stdin>" : path;
}
input_file open_input(const std::string& path, struct stat& status) {
  input_file f(path == "-" ? stdin : std::fopen(path.c_str(), "rb"));
  if (!f || fstat(fileno(f.get()), &status) != 0)
    throw bad_input(input_name(path) + ": cannot be opened (" +
                    std::strerror(errno) + ")");
  if (S_ISDIR(status.st_mode))
    throw bad_input(input_name(path) + ": is a directory");
  return f;
}
std::string shown(std::string_view text) {
  std::string s;
  for (unsigned char c : text.substr(0, 24))
    s += c >= 0x20 && c < 0x7f ? std::string(1, c)
                               : format("\\x%02x", c);
  return "'" + s + (text.size() > 24 ? "...'" : "'");
}
line_reader::line_reader(const std::string& path)
    : name(input_name(path)), source(open_input(path, status)) {}
bool line_reader::next(std::string_view& line) {
  ++number;
  std::size_t searched = 0;
  do {
    const char* start = buffer.data() + begin;
    const void* newline = std::memchr(start + searched, '\n',
                                      end - begin - searched);
    if (newline) {
      line = {start, static_cast<const char*>(newline)};
      begin += line.size() + 1;
      ended = true;
      return true;
    }
    searched = end - begin;
  } while (read_more());
  line = {buffer.data() + begin, end - begin};
  begin = end;
  ended = false;
  return !line.empty();
}
bool line_reader::read_more() {
  if (end - begin == buffer.size())
    fail("the line is longer than 1 MiB; is this a text file?");
  std::memmove(buffer.data(), buffer.data() + begin, end - begin);
  end -= begin;
  begin = 0;
  std::size_t n = std::fread(buffer.data() + end, 1,
                             buffer.size() - end, source.get());
  if (n == 0 && std::ferror(source.get()))
    throw bad_input(name + ": cannot be read (" + std::strerror(errno) +
                    ")");
  end += n;
  return n > 0;
}
template <class T>
T to_number(std::string_view text, const line_reader& at) {
  std::string_view s = text;
  if (s.size() > 1 && s[0] == '+' && s[1] != '-') s.remove_prefix(1);
  T x = 0;
  auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), x);
  if (error == std::errc::invalid_argument ||
      end != s.data() + s.size())
    at.fail(shown(text) + " is not a number");
  if (error == std::errc::result_out_of_range) {
    static const locale_t c = newlocale(LC_ALL_MASK, "C", nullptr);
    std::string copy(s);
    if constexpr (sizeof(T) == 4) x = strtof_l(copy.c_str(), nullptr, c);
    else x = strtod_l(copy.c_str(), nullptr, c);
    if (std::isinf(x))
      at.fail(shown(text) + " is too large for " +
              (sizeof(T) == 4 ? "a float" : "a double"));
  }
  if (!std::isfinite(x))
    at.fail(shown(text) + " is not a finite number");
  return x;
}
template float to_number(std::string_view, const line_reader&);
template double to_number(std::string_view, const line_reader&);
namespace {
using fields = std::vector<std::string_view>;
void split(std::string_view line, std::size_t most, fields& f,
           const line_reader& at) {
  f.clear();
  line = line.substr(0, line.find('#'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  auto skip = [&](std::size_t n) {
    line.remove_prefix(n);
    n = line.find_first_not_of(" \t");
    line.remove_prefix(std::min(n, line.size()));
  };
  skip(0);
  while (!line.empty() && f.size() < most) {
    if (!f.empty() && line[0] == ',') skip(1);
    std::size_t n = std::min(line.find_first_of(" \t,"), line.size());
    if (n == 0) at.fail("a number is missing next to a comma");
    f.push_back(line.substr(0, n));
    skip(n);
  }
}
bool is_whole(std::string_view field) {
  return field.find_first_not_of("0123456789") == field.npos;
}
std::int64_t to_count(std::string_view s, const std::string& file,
                      std::int64_t line) {
  std::int64_t count = 0;
  if (std::from_chars(s.data(), s.data() + s.size(), count).ec !=
      std::errc())
    throw bad_input(file + ":" + std::to_string(line) + ": the count " +
                    shown(s) + " is too large");
  return count;
}
void require_count(std::int64_t count, std::int64_t found,
                   const std::string& file, std::int64_t line) {
  if (found == count) return;
  throw bad_input(file + ":" + std::to_string(line) +
                  ": the count is " + std::to_string(count) + ", but " +
                  std::to_string(found) +
                  (found == 1 ? " row follows" : " rows follow"));
}
template <class T>
row_source read_text(const std::string& path, int& known,
                     const row_room<T>& room, memory_need need) {
  line_reader in(path);
  row_source out{in.name, {}, false};
  std::size_t columns = std::size_t(known);
  std::int64_t count = 0, count_line = 0;
  std::string held;
  fields f;
  for (std::string_view line; in.next(line);) {
    if (in.number == 1 && line.starts_with("\xef\xbb\xbf"))
      line.remove_prefix(3);
    split(line, columns > 0 ? columns + 1 : line.size(), f, in);
    if (f.empty()) continue;
    if (columns == 0) {
      if (f.size() == 1 && is_whole(f[0]) && held.empty()) {
        held = f[0];
        count_line = in.number;
        continue;
      }
      known = int(columns = f.size());
      if (!held.empty() && columns == 1) {
        std::swap(in.number, count_line);
        *room(1) = to_number<T>(held, in);
        out.lines.push_back(in.number);
        std::swap(in.number, count_line);
      } else if (!held.empty()) {
        count = to_count(held, in.name, count_line);
        out.counted = true;
      }
    }
    if (columns > 1 && f.size() == 1 && is_whole(f[0]) &&
        out.lines.empty() && !out.counted) {
      count = to_count(f[0], in.name, count_line = in.number);
      out.counted = true;
      continue;
    }
    const std::string found =
        f.size() > columns ? "more" : std::to_string(f.size());
    if (f.size() != columns)
      in.fail(format("%zu number%s expected, %s found", columns,
                     columns == 1 ? "" : "s", found.c_str()));
    T* row = room(1);
    for (std::size_t c = 0; c < columns; ++c)
      row[c] = to_number<T>(f[c], in);
    out.lines.push_back(in.number);
  }
  if (columns == 0 && !held.empty()) {
    known = 1;
    std::swap(in.number, count_line);
    *room(1) = to_number<T>(held, in);
    out.lines.push_back(in.number);
  }
  const std::int64_t found = std::int64_t(out.lines.size());
  if (out.counted) require_count(count, found, in.name, count_line);
  need.require(in.name, found, double(known) * sizeof(T), true);
  return out;
}
struct npy_header {
  std::string type;
  bool fortran_order = false;
  std::vector<std::int64_t> shape;
  std::int64_t length = 0;
};
struct npy_dictionary {
  std::string_view rest;
  const std::string& path;
  [[noreturn]] void fail() const {
    throw bad_input(path + ": the .npy header is damaged");
  }
  bool accept(char c) {
    std::size_t n = rest.find_first_not_of(" \n");
    rest.remove_prefix(std::min(n, rest.size()));
    bool here = rest.starts_with(c);
    if (here) rest.remove_prefix(1);
    return here;
  }
  void expect(char c) { if (!accept(c)) fail(); }
  std::string string() {
    char quote = accept('\'') ? '\'' : '"';
    if (quote == '"') expect('"');
    std::size_t n = rest.find(quote);
    if (n == std::string_view::npos) fail();
    std::string s(rest.substr(0, n));
    rest.remove_prefix(n + 1);
    return s;
  }
  std::int64_t integer() {
    std::int64_t value = 0;
    auto [end, error] =
        std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (error != std::errc() || value < 0) fail();
    rest.remove_prefix(end - rest.data());
    return value;
  }
  npy_header parse() {
    npy_header h;
    bool type = false, order = false, shape = false;
    expect('{');
    while (!accept('}')) {
      std::string key = string();
      expect(':');
      if (key == "descr" && !std::exchange(type, true)) {
        h.type = string();
      } else if (key == "fortran_order" && !std::exchange(order, true)) {
        h.fortran_order = accept('T');
        const std::string_view word = h.fortran_order ? "rue" : "False";
        if (!rest.starts_with(word)) fail();
        rest.remove_prefix(word.size());
      } else if (key == "shape" && !std::exchange(shape, true)) {
        expect('(');
        while (!accept(')')) {
          h.shape.push_back(integer());
          if (accept(',')) continue;
          if (h.shape.size() == 1) fail();
          expect(')');
          break;
        }
      } else {
        fail();
      }
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    accept(' ');
    if (!type || !order || !shape || !rest.empty()) fail();
    return h;
  }
};
npy_header read_npy_header(std::FILE* f, const std::string& path,
                           std::int64_t file_size) {
  unsigned char start[12] = {};
  std::size_t got = std::fread(start, 1, 10, f);
  if (got < 10 || std::memcmp(start, "\x93NUMPY", 6) != 0)
    throw bad_input(path + ": is not a .npy file");
  int version = start[6];
  if (version < 1 || version > 3 || start[7] != 0)
    throw bad_input(format("%s: .npy version %d.%d is unknown",
                           path.c_str(), version, start[7]));
  int length_bytes = version == 1 ? 2 : 4;
  if (version > 1 && std::fread(start + 10, 1, 2, f) != 2)
    throw bad_input(path + ": ends within the .npy header");
  std::int64_t length = 0;
  for (int i = length_bytes; i-- > 0;)
    length = length * 256 + start[8 + i];
  std::int64_t data_begins = 8 + length_bytes + length;
  if (length > 1 << 20)
    throw bad_input(path + ": a .npy header of " +
                    std::to_string(length) + " bytes is absurd");
  std::string text(length, ' ');
  if (data_begins > file_size ||
      std::fread(text.data(), 1, length, f) != std::size_t(length))
    throw bad_input(path + ": ends within the .npy header");
  npy_header header = npy_dictionary{text, path}.parse();
  header.length = data_begins;
  return header;
}
input_file open_npy(const std::string& path, struct stat& status) {
  if (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) &&
      !S_ISDIR(status.st_mode))
    throw bad_input(path + ": a .npy file must be a regular file");
  return open_input(path, status);
}
struct npy_input {
  struct stat status;
  input_file file;
  npy_header header;
  explicit npy_input(const std::string& path)
      : file(open_npy(path, status)),
        header(read_npy_header(file.get(), path, status.st_size)) {}
};
[[noreturn]] void refuse_shape(const std::string& path,
                               const npy_header& h,
                               const std::string& wanted) {
  std::string shape;
  for (std::int64_t n : h.shape)
    shape += (shape.empty() ? "" : ", ") + std::to_string(n);
  throw bad_input(path + ": has shape (" + shape +
                  (h.shape.size() == 1 ? ",)" : ")") + ", not " +
                  wanted);
}
void check_size(const std::string& path, const npy_input& in,
                std::int64_t row) {
  const std::int64_t n = in.header.shape[0];
  const std::int64_t data = in.status.st_size - in.header.length;
  if (data % row != 0 || data / row != n)
    throw bad_input(path + ": has " + std::to_string(data) +
                    " bytes of data, but its shape asks for " +
                    std::to_string(n) + " rows of " +
                    std::to_string(row) + " bytes");
}
template <class Stored, class T>
void read_values(const npy_input& in, const std::string& path,
                 int columns, const memory_need& need, T* values) {
  const std::int64_t n = in.header.shape[0], most = 1 << 17;
  const std::int64_t stride = in.header.fortran_order ? columns : 1;
  const std::int64_t count = need.size(n) * columns / stride;
  const std::int64_t skipped = need.begin(n);
  std::vector<Stored> block(std::min(count, most));
  for (std::int64_t start = 0; start < stride; ++start)
    for (std::int64_t first = 0; first < count; first += most) {
      const std::size_t size = std::min(most, count - first);
      const std::int64_t before =
          (start * n + skipped) * columns / stride + first;
      if (fseeko(in.file.get(), in.header.length + before * sizeof(Stored),
                 SEEK_SET) != 0 ||
          std::fread(block.data(), sizeof(Stored), size, in.file.get()) !=
              size)
        throw bad_input(path + ": cannot be read to its end");
      for (std::size_t k = 0; k < size; ++k) {
        const std::int64_t at = (first + k) * stride + start;
        values[at] = T(block[k]);
        if (!std::isfinite(values[at]))
          throw bad_input(path + ": row " +
                          std::to_string(at / columns + skipped) +
                          format(": %g is ", double(block[k])) +
                          (std::isfinite(block[k]) ? "too large for a float"
                                                   : "not a finite number"));
      }
    }
}
template <class T>
row_source read_npy(const std::string& path, int& columns,
                    const row_room<T>& room, memory_need need) {
  npy_input in(path);
  const npy_header& h = in.header;
  const bool any = columns == 0;
  if (any)
    columns = h.shape.size() == 2 && h.shape[1] > 0
                  ? int(std::min<std::int64_t>(h.shape[1], 1 << 30))
                  : 1;
  if (h.type != "<f4" && h.type != "<f8")
    throw bad_input(path + ": has elements of type " + shown(h.type) +
                    ", not '<f4' or '<f8'");
  const bool one = columns == 1 && h.shape.size() == 1;
  if (!one && (h.shape.size() != 2 || h.shape[1] != columns))
    refuse_shape(path, h,
                 any            ? "(n, k), k from 1 to 2^30"
                 : columns == 1 ? "(n,) or (n, 1)"
                                : format("(n, %d)", columns));
  check_size(path, in,
             std::int64_t(columns) * (h.type == "<f4" ? 4 : 8));
  const std::int64_t rows = need.size(h.shape[0]);
  need.require(path, rows, double(columns) * sizeof(T));
  T* values = room(rows);
  if (h.type == "<f4")
    read_values<float>(in, path, columns, need, values);
  else read_values<double>(in, path, columns, need, values);
  return {path, {}, false};
}
template <class T>
void write_text(output_file& out, const T* values, std::int64_t rows,
                int columns) {
  std::string line;
  for (const T* row = values; row < values + rows * columns;
       row += columns) {
    line.clear();
    for (int c = 0; c < columns; ++c) {
      char digits[32];
      const char* end = std::to_chars(digits, digits + 32, row[c]).ptr;
      line.append(digits, std::size_t(end - digits));
      line += c + 1 < columns ? ' ' : '\n';
    }
    out.write(line);
  }
}
std::string npy_start(const char* type, const std::string& shape) {
  std::string header = format(
      "{'descr': '%s', 'fortran_order': False, 'shape': %s, }", type,
      shape.c_str());
  header.resize((header.size() + 11 + 63) / 64 * 64 - 11, ' ');
  header += '\n';
  return std::string("\x93NUMPY\x01\0", 8) + char(header.size()) +
         '\0' + header;
}
}
std::int64_t memory_need::begin(std::int64_t rows, int next) const {
  if (whole) *whole = rows;
  return detail::part_begin(rows, part + next, parts);
}
template <class T>
row_source read_open_rows(const std::string& path, int& columns,
                          const row_room<T>& room, memory_need need) {
  return path.ends_with(".npy")
             ? read_npy<T>(path, columns, room, need)
             : read_text<T>(path, columns, room, need);
}
template row_source read_open_rows(const std::string&, int&,
                                   const row_room<float>&, memory_need);
template row_source read_open_rows(
    const std::string&, int&, const row_room<double>&, memory_need);
template <class T>
void write_table(output_file& out, const T* values, std::int64_t rows,
                 int columns, bool counted) {
  if (out.name.ends_with(".npy")) {
    const std::string shape =
        format("(%ld, %d)", rows, columns);
    out.write(npy_start(sizeof(T) == 4 ? "<f4" : "<f8", shape));
    out.write({reinterpret_cast<const char*>(values),
               rows * columns * sizeof(T)});
  } else {
    if (counted) out.write(std::to_string(rows) + "\n");
    write_text(out, values, rows, columns);
  }
}
template void write_table(output_file&, const float*, std::int64_t, int,
                          bool);
template void write_table(output_file&, const double*, std::int64_t,
                          int, bool);
static_assert(std::endian::native == std::endian::little);
const std::vector<number_type>& number_types() {
#define WW_TYPE(K, name, numpy) {name, numpy, sizeof(K)},
  static const std::vector<number_type> types = {
      WW_FOR_KEYS(WW_TYPE, )};
#undef WW_TYPE
  return types;
}
const number_type& find_number_type(const std::string& name) {
  return find_named(number_types(), name, "type");
}
template <std::size_t... I>
static number_array array_of(std::size_t type,
                             std::index_sequence<I...>) {
  number_array a;
  ((type == I ? void(a.emplace<I>()) : void()), ...);
  return a;
}
static std::size_t read_bytes(std::FILE* f, const std::string& name,
                              void* to, std::size_t size) {
  const std::size_t got = size > 0 ? std::fread(to, 1, size, f) : 0;
  if (std::ferror(f))
    throw bad_input(name + ": cannot be read (" + std::strerror(errno) +
                    ")");
  return got;
}
template <class K>
static void read_part(std::FILE* f, const std::string& name,
                      std::int64_t first, std::vector<K>& keys) {
  const std::size_t bytes = keys.size() * sizeof(K);
  if (fseeko(f, first * std::int64_t(sizeof(K)), SEEK_CUR) != 0 ||
      read_bytes(f, name, keys.data(), bytes) != bytes)
    throw bad_input(name + ": cannot be read to its end");
}
static std::deque<std::string> read_pipe(std::FILE* f,
                                         const std::string& name) {
  const std::size_t most = 1 << 22;
  std::deque<std::string> blocks;
  do {
    blocks.emplace_back(most, '\0');
    blocks.back().resize(
        read_bytes(f, name, blocks.back().data(), most));
  } while (blocks.back().size() == most);
  return blocks;
}
template <class K>
static void read_blocks(std::deque<std::string> blocks,
                        std::vector<K>& keys) {
  auto* to = reinterpret_cast<char*>(keys.data());
  for (; !blocks.empty(); blocks.pop_front())
    to = std::copy(blocks.front().begin(), blocks.front().end(), to);
}
const auto all_types =
    std::make_index_sequence<std::variant_size_v<number_array>>();
static number_array read_npy_array(const std::string& path,
                                   const number_type* type,
                                   memory_need need) {
  npy_input in(path);
  const auto& types = number_types();
  const auto found = std::find_if(
      types.begin(), types.end(),
      [&](const number_type& t) { return in.header.type == t.numpy; });
  if (found == types.end())
    throw bad_input(path + ": has elements of type " +
                    shown(in.header.type) + ", which is none of ours");
  if (type && type != &*found)
    throw bad_input(path + ": has elements of type " + found->name +
                    ", not " + type->name);
  if (in.header.shape.size() != 1)
    refuse_shape(path, in.header, "(n,)");
  check_size(path, in, found->bytes);
  const std::int64_t n = in.header.shape[0];
  need.require(path, need.size(n), found->bytes);
  number_array a =
      array_of(std::size_t(&*found - types.data()), all_types);
  std::visit([&](auto& keys) {
    keys.resize(std::size_t(need.size(n)));
    read_part(in.file.get(), path, need.begin(n), keys);
  }, a);
  return a;
}
template <class K>
static void read_raw(std::FILE* f, const struct stat& status,
                     const std::string& name, const number_type& type,
                     memory_need need, std::vector<K>& keys) {
  const bool sized = S_ISREG(status.st_mode) && status.st_size > 0 &&
                     f != stdin;
  std::deque<std::string> blocks;
  if (!sized) blocks = read_pipe(f, name);
  const std::size_t bytes =
      sized ? std::size_t(status.st_size)
            : ((blocks.size() - 1) << 22) + blocks.back().size();
  if (bytes % type.bytes != 0)
    throw bad_input(
        format("%s: %zu bytes are no whole number of %s keys",
               name.c_str(), bytes, type.name));
  const auto n = std::int64_t(bytes / sizeof(K));
  const auto held = sized ? need.size(n) : n;
  need.require(name, held, type.bytes, !sized);
  keys.resize(std::size_t(held));
  if (sized) return read_part(f, name, need.begin(n), keys);
  read_blocks(std::move(blocks), keys);
  need.keep(keys);
}
number_array read_array(const std::string& path,
                        const number_type* type, memory_need need) {
  if (path.ends_with(".npy")) return read_npy_array(path, type, need);
  struct stat status;
  const input_file f = open_input(path, status);
  const auto& types = number_types();
  if (!type) type = &types[0];
  number_array a =
      array_of(std::size_t(type - types.data()), all_types);
  std::visit([&](auto& keys) {
    read_raw(f.get(), status, input_name(path), *type, need, keys);
  }, a);
  return a;
}
void write_array(output_file& out, const number_array& array) {
  const number_type& type = number_types()[array.index()];
  std::visit([&](const auto& values) {
    if (out.name.ends_with(".npy"))
      out.write(
          npy_start(type.numpy, format("(%zu,)", values.size())));
    out.write({reinterpret_cast<const char*>(values.data()),
               values.size() * sizeof values[0]});
  }, array);
}
}
