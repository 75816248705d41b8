#include <ww/points.cuh>
#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <clocale>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <locale.h>
#include <utility>

namespace ww {
input_file open_input(const std::string& path, struct stat& status) {
  input_file f(path == "-" ? stdin : std::fopen(path.c_str(), "rb"));
  if (!f || fstat(fileno(f.get()), &status) != 0)
    throw bad_input(path + ": cannot be opened (" + std::strerror(errno) +
                    ")");
  if (S_ISDIR(status.st_mode)) throw bad_input(path + ": is a directory");
  return f;
}
namespace {
std::string shown(std::string_view text) {
  std::string s;
  for (unsigned char c : text.substr(0, 24))
    s += c >= 0x20 && c < 0x7f ? std::string(1, c)
                               : format("\\x%02x", c);
  return "'" + s + (text.size() > 24 ? "...'" : "'");
}
class line_reader {
 public:
  explicit line_reader(const std::string& path)
      : name(path == "-" ? "<stdin>" : path),
        source(open_input(path, status)) {}
  [[noreturn]] void fail(const std::string& what) const {
    throw bad_input(name + ":" + std::to_string(number) + ": " + what);
  }
  bool next(std::string_view& line) {
    ++number;
    std::size_t searched = 0;
    do {
      const char* start = buffer.data() + begin;
      const void* newline = std::memchr(start + searched, '\n',
                                        end - begin - searched);
      if (newline) {
        line = {start, static_cast<const char*>(newline)};
        begin += line.size() + 1;
        return true;
      }
      searched = end - begin;
    } while (read_more());
    line = {buffer.data() + begin, end - begin};
    begin = end;
    return !line.empty();
  }
  const std::string name;
  std::int64_t number = 0;

 private:
  bool read_more() {
    if (end - begin == buffer.size())
      fail("the line is longer than 1 MiB; is this a text file?");
    std::memmove(buffer.data(), buffer.data() + begin, end - begin);
    end -= begin;
    begin = 0;
    std::size_t n = std::fread(buffer.data() + end, 1, buffer.size() - end,
                               source.get());
    if (n == 0 && std::ferror(source.get()))
      throw bad_input(name + ": cannot be read (" + std::strerror(errno) +
                      ")");
    end += n;
    return n > 0;
  }
  struct stat status;
  input_file source;
  std::vector<char> buffer = std::vector<char>(1 << 20);
  std::size_t begin = 0, end = 0;
};
struct fields {
  std::string_view field[3];
  int count = 0;
};
fields split(std::string_view line, const line_reader& at) {
  fields f;
  line = line.substr(0, line.find('#'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  auto skip = [&](std::size_t n) {
    line.remove_prefix(n);
    n = line.find_first_not_of(" \t");
    line.remove_prefix(std::min(n, line.size()));
  };
  skip(0);
  while (!line.empty() && f.count < 3) {
    if (f.count > 0 && line[0] == ',') skip(1);
    std::size_t n = std::min(line.find_first_of(" \t,"), line.size());
    if (n == 0) at.fail("a number is missing next to a comma");
    f.field[f.count++] = line.substr(0, n);
    skip(n);
  }
  return f;
}
template <class T>
T to_number(std::string_view text, const line_reader& at) {
  std::string_view s = text;
  if (s.size() > 1 && s[0] == '+' && s[1] != '-') s.remove_prefix(1);
  T x = 0;
  auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), x);
  if (error == std::errc::invalid_argument || end != s.data() + s.size())
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
template <class T>
point_file<T> read_text(const std::string& path) {
  line_reader in(path);
  point_file<T> out{in.name, {}, {}, false};
  std::int64_t count = 0, count_line = 0;
  for (std::string_view line; in.next(line);) {
    if (in.number == 1 && line.starts_with("\xef\xbb\xbf"))
      line.remove_prefix(3);
    fields f = split(line, in);
    if (f.count == 0) continue;
    bool digits = f.field[0].find_first_not_of("0123456789") ==
                  std::string_view::npos;
    if (f.count == 1 && digits && out.points.empty() && !out.counted) {
      std::string_view s = f.field[0];
      if (std::from_chars(s.data(), s.data() + s.size(), count).ec !=
          std::errc())
        in.fail("the count " + shown(s) + " is too large");
      out.counted = true;
      count_line = in.number;
      continue;
    }
    if (f.count != 2)
      in.fail(f.count < 2 ? "2 numbers expected, 1 found"
                          : "2 numbers expected, more found");
    T x = to_number<T>(f.field[0], in), y = to_number<T>(f.field[1], in);
    out.points.push_back({x, y});
    out.lines.push_back(in.number);
  }
  std::int64_t found = std::int64_t(out.points.size());
  if (out.counted && found != count)
    throw bad_input(in.name + ":" + std::to_string(count_line) +
                    ": the count is " + std::to_string(count) + ", but " +
                    std::to_string(found) +
                    (found == 1 ? " point follows" : " points follow"));
  return out;
}
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
    accept(' ');
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
}
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
  for (int i = length_bytes; i-- > 0;) length = length * 256 + start[8 + i];
  std::int64_t data_begins = 8 + length_bytes + length;
  if (length > 1 << 20)
    throw bad_input(path + ": a .npy header of " + std::to_string(length) +
                    " bytes is absurd");
  std::string text(length, ' ');
  if (data_begins > file_size ||
      std::fread(text.data(), 1, length, f) != std::size_t(length))
    throw bad_input(path + ": ends within the .npy header");
  npy_header header = npy_dictionary{text, path}.parse();
  header.length = data_begins;
  return header;
}
namespace {
template <class Stored, class P>
void read_rows(std::FILE* f, const std::string& path,
               std::vector<P>& points) {
  using T = decltype(P::x);
  const std::int64_t n = std::int64_t(points.size()), most = 1 << 16;
  std::vector<Stored> rows(2 * std::min(n, most));
  for (std::int64_t first = 0; first < n; first += most) {
    std::size_t size = 2 * std::min(most, n - first);
    if (std::fread(rows.data(), sizeof(Stored), size, f) != size)
      throw bad_input(path + ": cannot be read to its end");
    for (std::size_t k = 0; k < size; k += 2) {
      points[first + k / 2] = {T(rows[k]), T(rows[k + 1])};
      P p = points[first + k / 2];
      if (!std::isfinite(p.x) || !std::isfinite(p.y)) {
        Stored bad = std::isfinite(p.x) ? rows[k + 1] : rows[k];
        std::int64_t row = first + std::int64_t(k / 2);
        throw bad_input(path + ": row " + std::to_string(row) +
                        format(": %g is ", double(bad)) +
                        (std::isfinite(bad) ? "too large for a float"
                                            : "not a finite number"));
      }
    }
  }
}
template <class T>
point_file<T> read_npy(const std::string& path) {
  struct stat status;
  input_file f = open_input(path, status);
  if (!S_ISREG(status.st_mode))
    throw bad_input(path + ": a .npy file must be a regular file");
  npy_header h = read_npy_header(f.get(), path, status.st_size);
  if (h.type != "<f4" && h.type != "<f8")
    throw bad_input(path + ": has elements of type " + shown(h.type) +
                    "; points need '<f4' or '<f8'");
  if (h.fortran_order)
    throw bad_input(path + ": is in Fortran order; points need C order");
  if (h.shape.size() != 2 || h.shape[1] != 2) {
    std::string shape;
    for (std::int64_t n : h.shape)
      shape += (shape.empty() ? "" : ", ") + std::to_string(n);
    throw bad_input(path + ": has shape (" + shape +
                    "); points need (n, 2)");
  }
  std::int64_t n = h.shape[0], row = h.type == "<f4" ? 8 : 16;
  std::int64_t data = status.st_size - h.length;
  if (data % row != 0 || data / row != n)
    throw bad_input(path + ": has " + std::to_string(data) +
                    " bytes of data, but its shape asks for " +
                    std::to_string(n) + " points of " +
                    std::to_string(row) + " bytes");
  point_file<T> out{path, {}, {}, false};
  out.points.resize(n);
  if (h.type == "<f4") read_rows<float>(f.get(), path, out.points);
  else read_rows<double>(f.get(), path, out.points);
  return out;
}
}
template <class T>
point_file<T> read_point_file(const std::string& path) {
  return path.ends_with(".npy") ? read_npy<T>(path) : read_text<T>(path);
}
template point_file<float> read_point_file(const std::string&);
template point_file<double> read_point_file(const std::string&);
template <class P>
void write_text(output_file& out, const std::vector<P>& points,
                bool counted) {
  if (counted) out.write(std::to_string(points.size()) + "\n");
  char line[80];
  for (P p : points) {
    char* end = std::to_chars(line, line + 32, p.x).ptr;
    *end++ = ' ';
    end = std::to_chars(end, end + 32, p.y).ptr;
    *end++ = '\n';
    out.write({line, end});
  }
}
template <class P>
void write_npy(output_file& out, const std::vector<P>& points) {
  std::string header = format(
      "{'descr': '<f%zu', 'fortran_order': False, 'shape': (%zu, 2), }",
      sizeof(P) / 2, points.size());
  header.resize((header.size() + 11 + 63) / 64 * 64 - 11, ' ');
  header += '\n';
  std::string start = "\x93NUMPY\x01";
  start += {'\0', char(header.size()), '\0'};
  out.write(start + header);
  out.write({reinterpret_cast<const char*>(points.data()),
             points.size() * sizeof(P)});
}
template <class P>
void write_points(const std::string& path, const std::vector<P>& points,
                  bool counted) {
  output_file out(path);
  if (path.ends_with(".npy")) write_npy(out, points);
  else write_text(out, points, counted);
  out.commit();
}
template void write_points(const std::string&,
                           const std::vector<float2>&, bool);
template void write_points(const std::string&,
                           const std::vector<double2>&, bool);
}
