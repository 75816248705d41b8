// Files of numbers: what is read, what is refused and in which words, what is written.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <bit>
#include <cfloat>
#include <cstdlib>
#include <cstring>
#include "catch.h"
#include "scratch.h"
#include <ww/datasets.cuh>
#include <ww/points.cuh>

namespace {
using ww::read_points;

// What the reader says of a file, without the directory; empty if it is content.
template <class T = double>
std::string refusal(const scratch& dir, const std::string& path) {
  try {
    read_points<T>(path);
  } catch (const ww::bad_input& e) {
    std::string s = e.what();
    if (s.starts_with(dir.directory + "/")) s.erase(0, dir.directory.size() + 1);
    return s;
  }
  return "";
}

bool same(const std::vector<double2>& a, const std::vector<double2>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double2)) == 0);
}

std::string npy(const std::string& dictionary, const std::string& data, int version = 1) {
  std::string header = dictionary + "\n", s = "\x93NUMPY";
  s += {char(version), '\0'};
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i) s += char(header.size() >> (8 * i) & 0xff);
  return s + header + data;
}
template <class T>
std::string raw(std::initializer_list<T> values) {
  return std::string(reinterpret_cast<const char*>(values.begin()), values.size() * sizeof(T));
}
}  // namespace

TEST_CASE("text files are read as they are meant", "[files]") {
  scratch dir;
  auto read = [&](const std::string& text) { return read_points<double>(dir.put("p", text)); };
  const std::vector<double2> two = {{1, 2}, {-3.5, 4e10}};
  REQUIRE(same(read("1 2\n-3.5 4e10\n"), two));
  REQUIRE(same(read("1 2\n-3.5 4e10"), two));
  REQUIRE(same(read("1,2\n-3.5 ,\t4E+10\n"), two));
}

TEST_CASE("text files: blanks, comments, line ends, counts", "[files]") {
  scratch dir;
  auto read = [&](const std::string& text) { return ww::read_point_file<double>(dir.put("p", text)); };
  const std::vector<double2> two = {{1, 2}, {-3.5, 4e10}};
  auto f = read("# a comment, 1 2 3\n\n \t\n  1\t +2  # trailing\n#\n-3.5,4e10#x\n\n");
  REQUIRE(same(f.points, two));
  REQUIRE(f.lines == std::vector<std::int64_t>{4, 6});
  REQUIRE(f.where(1) == dir("p") + ":6");
  REQUIRE_FALSE(f.counted);
  f = read("\xef\xbb\xbf" "1 2\r\n\r\n-3.5 , 4e10 \r\n");
  REQUIRE(same(f.points, two));
  f = read("# first\n2\n1 2\n-3.5 4e10\n# last");
  REQUIRE(same(f.points, two));
  REQUIRE(f.counted);
  REQUIRE(f.lines == std::vector<std::int64_t>{3, 4});
  REQUIRE(read("").points.empty());
  REQUIRE(read("\n# nothing\n").points.empty());
  f = read("0\n");
  REQUIRE(f.points.empty());
  REQUIRE(f.counted);
}

TEST_CASE("numbers round to the nearest, and may underflow", "[files]") {
  scratch dir;
  auto p = read_points<double>(dir.put("p", "1e-400 -1e-400\n4.9e-324 2.5e-324\n.5 5.\n-0 0.1\n"
                                            "1.7976931348623157e308 1.7976931348623158e308\n"));
  REQUIRE(same(p, {{0.0, -0.0}, {4.9406564584124654e-324, 4.9406564584124654e-324}, {0.5, 5.0}, {-0.0, 0.1},
                   {DBL_MAX, DBL_MAX}}));
  auto q = read_points<float>(dir.put("p", "1e-46 1e-45\n3.4028235e38 3.40282356e38\n"
                                           "1.00000005960464477539063 0.1\n"));
  REQUIRE(q[0].x == 0);
  REQUIRE(q[0].y == FLT_TRUE_MIN);
  REQUIRE(q[1].x == FLT_MAX);
  REQUIRE(q[1].y == FLT_MAX);
  REQUIRE(q[2].x == std::nextafter(1.0f, 2.0f));  // once rounded: by way of a double it would be 1
  REQUIRE(q[2].y == 0.1f);
}

TEST_CASE("each fault of a text file has its message", "[files]") {
  scratch dir;
  auto says = [&](const std::string& text) { return refusal(dir, dir.put("p", text)); };
  REQUIRE(says("1 2\n3\n") == "p:2: 2 numbers expected, 1 found");
  REQUIRE(says("1 2 3\n") == "p:1: 2 numbers expected, more found");
  REQUIRE(says("1 2 3 4 5\n") == "p:1: 2 numbers expected, more found");
  REQUIRE(says("1 2,\n") == "p:1: a number is missing next to a comma");
  REQUIRE(says("1,,2\n") == "p:1: a number is missing next to a comma");
  REQUIRE(says(",1 2\n") == "p:1: a number is missing next to a comma");
  REQUIRE(says("# x\n1 2x\n") == "p:2: '2x' is not a number");
  REQUIRE(says("1 two\n") == "p:1: 'two' is not a number");
  REQUIRE(says("1 0x10\n") == "p:1: '0x10' is not a number");
  REQUIRE(says("1 1e\n") == "p:1: '1e' is not a number");
  REQUIRE(says("1 +-1\n") == "p:1: '+-1' is not a number");
  REQUIRE(says("1 ++1\n") == "p:1: '++1' is not a number");
  REQUIRE(says("1 +\n") == "p:1: '+' is not a number");
  REQUIRE(says("1 -\n") == "p:1: '-' is not a number");
  REQUIRE(says("1;2\n") == "p:1: 2 numbers expected, 1 found");
  REQUIRE(says("nan 1\n") == "p:1: 'nan' is not a finite number");
  REQUIRE(says("1 -inf\n") == "p:1: '-inf' is not a finite number");
  REQUIRE(says("1 1e999\n") == "p:1: '1e999' is too large for a double");
  REQUIRE(says("1 -1e999\n") == "p:1: '-1e999' is too large for a double");
  REQUIRE(refusal<float>(dir, dir.put("p", "1 1e39\n")) == "p:1: '1e39' is too large for a float");
  REQUIRE(says("3\n1 2\n3 4\n") == "p:1: the count is 3, but 2 rows follow");
  REQUIRE(says("\n1\n1 2\n3 4\n") == "p:2: the count is 1, but 2 rows follow");
  REQUIRE(says("4\n1 2\n") == "p:1: the count is 4, but 1 row follows");
  REQUIRE(says("7") == "p:1: the count is 7, but 0 rows follow");
  REQUIRE(says("9000000000000000000\n1 2\n") == "p:1: the count is 9000000000000000000, but 1 row follows");
  REQUIRE(says("99999999999999999999\n1 2\n") == "p:1: the count '99999999999999999999' is too large");
  REQUIRE(says("-3\n1 2\n") == "p:1: 2 numbers expected, 1 found");
  REQUIRE(says("1\n2\n") == "p:2: 2 numbers expected, 1 found");
  REQUIRE(says("1 2\r3 4\n") == "p:1: 2 numbers expected, more found");
  REQUIRE(says(std::string("1 2\n\0\x7f~ELF 1\n", 13)) == "p:2: '\\x00\\x7f~ELF' is not a number");
  REQUIRE(says("1 " + std::string(23, '7') + "z\n") == "p:1: '77777777777777777777777z' is not a number");
  REQUIRE(says("1 " + std::string(100, '7') + "z\n") == "p:1: '777777777777777777777777...' is not a number");
  REQUIRE(says("1 2\n" + std::string(2 << 20, 'x')) == "p:2: the line is longer than 1 MiB; is this a text file?");
}

TEST_CASE("files that cannot be read", "[files]") {
  scratch dir;
  REQUIRE(refusal(dir, dir("none")) == "none: cannot be opened (No such file or directory)");
  REQUIRE(refusal(dir, dir("none.npy")) == "none.npy: cannot be opened (No such file or directory)");
  fs::create_directory(dir("d"));
  REQUIRE(refusal(dir, dir("d")) == "d: is a directory");
  fs::create_directory(dir("d.npy"));
  REQUIRE(refusal(dir, dir("d.npy")) == "d.npy: is a directory");
  if (geteuid() != 0) {
    chmod(dir.put("secret", "1 2\n").c_str(), 0);
    REQUIRE(refusal(dir, dir("secret")) == "secret: cannot be opened (Permission denied)");
  }
}

TEST_CASE("a long text is read whole, across the buffer's ends", "[files]") {
  scratch dir;
  auto p = ww::generate<double>("kuzmin", WW_MODEL ? 3000 : 60000, 3);
  ww::write_points(dir("p"), p, true);
  auto f = ww::read_point_file<double>(dir("p"));
  REQUIRE(same(f.points, p));
  REQUIRE(f.counted);
  REQUIRE(f.lines.back() == std::int64_t(p.size()) + 1);
}

TEMPLATE_TEST_CASE("what is written is read back bit by bit", "[files]", float, double) {
  scratch dir;
  using P = ww::point<TestType>;
  std::vector<P> p = {{TestType(0.1), TestType(-0.0)}, {std::numeric_limits<TestType>::denorm_min(),
                       std::numeric_limits<TestType>::max()}, {TestType(1e7), TestType(1) / 3}};
  for (std::string name : {"t", "t.npy"})
    for (std::size_t n : {0, 1, 3}) {
      std::vector<P> some(p.begin(), p.begin() + n);
      ww::write_points(dir(name), some, n == 1);
      auto back = read_points<TestType>(dir(name));
      REQUIRE(back.size() == n);
      REQUIRE((n == 0 || std::memcmp(back.data(), some.data(), n * sizeof(P)) == 0));
    }
  REQUIRE(std::distance(fs::directory_iterator(dir.directory), {}) == 2);  // nothing temporary stays
}

TEST_CASE("the bytes of what is written", "[files]") {
  scratch dir;
  ww::write_points(dir("t"), std::vector<double2>{{0.1, -2}, {1e300, 0x1p-1074}});
  REQUIRE(bytes_of(dir("t")) == "0.1 -2\n1e+300 5e-324\n");
  ww::write_points(dir("t"), std::vector<float2>{{0.1f, 16777216}}, true);
  REQUIRE(bytes_of(dir("t")) == "1\n0.1 16777216\n");
  ww::write_points(dir("t.npy"), std::vector<float2>{{1, 2}});
  std::string s = bytes_of(dir("t.npy"));
  REQUIRE(s.size() == 128 + 8);
  REQUIRE(s.substr(10, 62) == "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }   ");
  REQUIRE(s.substr(127) == "\n" + raw<float>({1, 2}));
}

TEST_CASE(".npy files of every version and both types", "[files]") {
  scratch dir;
  const std::string d = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }";
  const std::string data = raw<double>({1, 2, 0.1, 1e300});
  for (int version : {1, 2, 3})
    REQUIRE(same(read_points<double>(dir.put("p.npy", npy(d, data, version))), {{1, 2}, {0.1, 1e300}}));
  auto f = ww::read_point_file<double>(
      dir.put("p.npy", npy("{\"shape\":(1,2),\"fortran_order\":False,\"descr\":\"<f4\"}", raw<float>({0.1f, 3}))));
  REQUIRE(same(f.points, {{double(0.1f), 3}}));
  REQUIRE(f.lines.empty());
  REQUIRE(f.where(7) == dir("p.npy") + ": row 7");
  REQUIRE(refusal<float>(dir, dir.put("p.npy", npy(d, data))) == "p.npy: row 1: 1e+300 is too large for a float");
  auto q = read_points<float>(dir.put("p.npy", npy(d, raw<double>({0.1, 1e-60, 3.4028235e38, 7}))));
  REQUIRE(q[0].x == 0.1f);
  REQUIRE(q[0].y == 0);
  REQUIRE(q[1].x == FLT_MAX);
  REQUIRE(read_points<double>(dir.put("p.npy", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (0, 2), }",
                                                   ""))).empty());
}

TEST_CASE("each fault of a .npy file has its message", "[files]") {
  scratch dir;
  const std::string data = raw<double>({1, 2, 3, 4});
  auto says = [&](const std::string& bytes) { return refusal(dir, dir.put("p.npy", bytes)); };
  auto dictionary = [&](const std::string& type, const std::string& order, const std::string& shape) {
    return says(npy("{'descr': " + type + ", 'fortran_order': " + order + ", 'shape': " + shape + ", }", data));
  };
  REQUIRE(dictionary("'<f8'", "False", "(2, 2)") == "");
  REQUIRE(dictionary("'>f8'", "False", "(2, 2)") == "p.npy: has elements of type '>f8', not '<f4' or '<f8'");
  REQUIRE(dictionary("'<i8'", "False", "(2, 2)") == "p.npy: has elements of type '<i8', not '<f4' or '<f8'");
  REQUIRE(dictionary("'<f8'", "False", "(4,)") == "p.npy: has shape (4,), not (n, 2)");
  REQUIRE(dictionary("'<f8'", "False", "()") == "p.npy: has shape (), not (n, 2)");
  REQUIRE(dictionary("'<f8'", "False", "(1, 4)") == "p.npy: has shape (1, 4), not (n, 2)");
  REQUIRE(dictionary("'<f8'", "False", "(1, 2, 2)") == "p.npy: has shape (1, 2, 2), not (n, 2)");
  REQUIRE(dictionary("'<f8'", "False", "(3, 2)") ==
          "p.npy: has 32 bytes of data, but its shape asks for 3 rows of 16 bytes");
  REQUIRE(dictionary("'<f4'", "False", "(3, 2)") ==
          "p.npy: has 32 bytes of data, but its shape asks for 3 rows of 8 bytes");
  // 2^60 + 2 rows of 16 bytes are 32 bytes, modulo 2^64
  REQUIRE(dictionary("'<f8'", "False", "(1152921504606846978, 2)") ==
          "p.npy: has 32 bytes of data, but its shape asks for 1152921504606846978 rows of 16 bytes");
  REQUIRE(dictionary("'<f8'", "False", "(99999999999999999999, 2)") == "p.npy: the .npy header is damaged");
  REQUIRE(dictionary("'<f8'", "False", "(-1, 2)") == "p.npy: the .npy header is damaged");
  REQUIRE(dictionary("[('x', '<f8')]", "False", "(2, 2)") == "p.npy: the .npy header is damaged");
  REQUIRE(dictionary("'<f8'", "Perhaps", "(2, 2)") == "p.npy: the .npy header is damaged");
  REQUIRE(says(npy("{'descr': '<f8', 'shape': (2, 2), }", data)) == "p.npy: the .npy header is damaged");
  REQUIRE(says("") == "p.npy: is not a .npy file");
  REQUIRE(says("1 2\n3 4\n5 6\n") == "p.npy: is not a .npy file");
  REQUIRE(says(npy("{}", data, 4)) == "p.npy: .npy version 4.0 is unknown");
  REQUIRE(says(std::string("\x93NUMPY\x02\0\xff\xff\xff\xff{}", 14)) == "p.npy: a .npy header of 4294967295 bytes is absurd");
  REQUIRE(says(std::string("\x93NUMPY\x01\0\xff\xff{}", 12)) == "p.npy: ends within the .npy header");
  REQUIRE(says(std::string("\x93NUMPY\x02\0\0\0\x10\0{}", 14)) == "p.npy: ends within the .npy header");
  REQUIRE(says(std::string("\x93NUMPY\x02\0\x01\0\x10\0{}", 14)) == "p.npy: a .npy header of 1048577 bytes is absurd");
  REQUIRE(says(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }", raw<double>({1, 2, 3, NAN}))) ==
          "p.npy: row 1: nan is not a finite number");
}

// Whoever opens a named pipe to read it waits for a writer, and here comes none: the alarm ends the test that waits.
TEST_CASE("a .npy file that is a pipe is refused before it is opened", "[files]") {
  scratch dir;
  mkfifo(dir("fifo.npy").c_str(), 0600);
  alarm(20);
  REQUIRE(refusal(dir, dir("fifo.npy")) == "fifo.npy: a .npy file must be a regular file");
  REQUIRE_THROWS_WITH(ww::read_array(dir("fifo.npy")), CONTAINS("fifo.npy: a .npy file must be a regular file"));
  alarm(0);
}

TEST_CASE("a file larger than the memory is refused with both figures", "[files]") {
  scratch dir;
  const std::string start = npy("{'descr': '<f8', 'fortran_order': False, 'shape': (274877906944, 2), }", "");
  const std::string keys = npy("{'descr': '<u8', 'fortran_order': False, 'shape': (549755813888,), }", "");
  std::error_code failed;
  auto grown = [&](const std::string& name, const std::string& bytes) {
    fs::resize_file(dir.put(name, bytes), bytes.size() + (std::uintmax_t(1) << 42), failed);
    return dir(name);
  };
  const auto points = grown("p.npy", start), raw_keys = grown("k", ""), npy_keys = grown("k.npy", keys);
  if (failed) {
    WARN("left out: no file of 4 TiB can be made here");
    return;
  }
  REQUIRE_THAT(refusal(dir, points), CONTAINS("p.npy: 4096.00 GiB of memory are needed, ") && CONTAINS(" GiB are free"));
  REQUIRE_THAT(refusal<float>(dir, points), CONTAINS("p.npy: 2048.00 GiB of memory are needed, "));
  for (const std::string& path : {raw_keys, npy_keys})
    REQUIRE_THROWS_WITH(ww::read_array(path), CONTAINS(": 4096.00 GiB of memory are needed, "));
  // What the caller will hold besides: three times the numbers, and 8 bytes a row.
  REQUIRE_THROWS_WITH(ww::read_array(raw_keys, nullptr, {3, 8}), CONTAINS(": 20480.00 GiB of memory are needed, "));
  REQUIRE_THROWS_WITH(ww::read_table<float>(points, 2, {3, 8}), CONTAINS("p.npy: 8192.00 GiB of memory are needed, "));
  REQUIRE_THROWS_WITH(ww::read_table<float>(dir.put("t", "1 2\n3 4\n"), 2, {1, 0x1p40}),
                      CONTAINS("t: 2048.00 GiB of memory are needed, "));
}

TEST_CASE("an array from a pipe is read whole, however long", "[files]") {
  scratch dir;
  for (std::size_t n : {std::size_t(0), std::size_t(1000), std::size_t(1) << 20, (std::size_t(1) << 21) + 3}) {
    std::vector<std::uint32_t> keys(n);
    for (std::size_t i = 0; i < n; ++i) keys[i] = std::uint32_t(i * 2654435761u);
    const auto path = dir.put("k", {reinterpret_cast<const char*>(keys.data()), n * 4});
    mkfifo(dir("pipe").c_str(), 0600);
    const std::string feed = "cat " + path + " >" + dir("pipe") + " &";
    REQUIRE(std::system(feed.c_str()) == 0);
    REQUIRE(std::get<3>(ww::read_array(dir("pipe"), &ww::find_number_type("uint32"))) == keys);
    unlink(dir("pipe").c_str());
  }
}

TEST_CASE("of an array's parts each is read alone, and no more than it", "[files]") {
  scratch dir;
  // How many bytes this process has read by now, or -1 where the system does not say.
  auto bytes_read = [] {
    std::ifstream io("/proc/self/io");
    std::string name;
    std::int64_t n;
    return io >> name >> n && name == "rchar:" ? n : std::int64_t(-1);
  };
  const auto& type = ww::find_number_type("uint64");
  for (std::int64_t n : {0, 1, 10, 1001, 100003}) {
    std::vector<std::uint64_t> keys;
    for (std::int64_t i = 0; i < n; ++i) keys.push_back(std::uint64_t(i) * 0x9e3779b97f4a7c15ull);
    const std::string bytes(reinterpret_cast<const char*>(keys.data()), keys.size() * 8);
    const auto header = "{'descr': '<u8', 'fortran_order': False, 'shape': (" + std::to_string(n) + ",), }";
    for (const std::string& path : {dir.put("k", bytes), dir.put("k.npy", npy(header, bytes)), dir("pipe")})
      for (int parts : {1, 2, 3, 7}) {
        std::vector<std::uint64_t> all;
        for (int part = 0; part < parts; ++part) {
          CAPTURE(path, n, parts, part);
          const bool pipe = path == dir("pipe");
          if (pipe && (mkfifo(path.c_str(), 0600) != 0 || std::system(("cat " + dir("k") + " >" + path + " &").c_str()) != 0)) FAIL("no pipe");
          ww::memory_need need;
          need.part = part, need.parts = parts;
          const auto before = bytes_read();
          const auto mine = std::get<std::vector<std::uint64_t>>(ww::read_array(path, &type, need));
          const auto read = bytes_read() - before;
          REQUIRE(std::abs(std::int64_t(mine.size()) * parts - n) < parts);
          if (before >= 0 && !pipe) REQUIRE(read <= std::int64_t(mine.size()) * 8 + 16384);
          all.insert(all.end(), mine.begin(), mine.end());
          if (pipe) unlink(path.c_str());
        }
        REQUIRE(all == keys);
      }
  }
  // What is wrong with a file is so for each part, and only a part has to fit.
  ww::memory_need need;
  need.parts = 2;
  for (need.part = 0; need.part < 2; ++need.part) {
    REQUIRE_THROWS_WITH(ww::read_array(dir.put("k", "1234567"), &type, need), CONTAINS("k: 7 bytes are no whole number of uint64 keys"));
    REQUIRE_THROWS_WITH(ww::read_array(dir.put("k.npy", npy("{'descr': '<u8', 'fortran_order': False, 'shape': (3,), }", raw<double>({1, 2}))), &type, need),
                        CONTAINS("k.npy: has 16 bytes of data, but its shape asks for 3 rows of 8 bytes"));
    std::error_code failed;
    fs::resize_file(dir.put("k", ""), std::uintmax_t(1) << 42, failed);
    if (!failed) REQUIRE_THROWS_WITH(ww::read_array(dir("k"), &type, need), CONTAINS(": 2048.00 GiB of memory are needed, "));
  }
}

TEST_CASE("of a table's parts each is read alone from .npy, and cut out of a text", "[files]") {
  scratch dir;
  auto of = [](const std::vector<double>& numbers) { return std::string(reinterpret_cast<const char*>(numbers.data()), numbers.size() * 8); };
  for (std::int64_t n : {0, 1, 10, 1001}) {
    std::vector<double> rows, columns(std::size_t(2 * n));
    std::string text = "# points\n";
    for (std::int64_t i = 0; i < 2 * n; ++i) {
      rows.push_back(double(i));
      columns[std::size_t(i % 2 * n + i / 2)] = double(i);
      text += std::to_string(i) + (i % 2 ? "\n" : " ");
    }
    auto dictionary = [&](const std::string& order) { return "{'descr': '<f8', 'fortran_order': " + order + ", 'shape': (" + std::to_string(n) + ", 2), }"; };
    for (const std::string& path : {dir.put("c.npy", npy(dictionary("False"), of(rows))), dir.put("f.npy", npy(dictionary("True"), of(columns))), dir.put("t", text)})
      for (int parts : {1, 2, 3, 7}) {
        std::int64_t next = 0;
        for (int part = 0; part < parts; ++part) {
          CAPTURE(path, n, parts, part);
          ww::memory_need need;
          need.part = part, need.parts = parts;
          const auto mine = ww::read_point_file<float>(path, need);
          REQUIRE(std::abs(std::int64_t(mine.points.size()) * parts - n) < parts);
          for (const float2& p : mine.points) {
            if (p.x != float(2 * next) || p.y != float(2 * next + 1)) FAIL("row " << next << " is " << p.x << " " << p.y);
            if (path == dir("t")) REQUIRE(mine.lines[std::size_t(&p - mine.points.data())] == next + 2);
            ++next;
          }
        }
        REQUIRE(next == n);
      }
  }
  // A row is numbered in the file, and who does not read it does not refuse it.
  for (bool fortran : {false, true}) {
    const auto path = dir.put("p.npy", npy(std::string("{'descr': '<f8', 'fortran_order': ") + (fortran ? "True" : "False") + ", 'shape': (4, 2), }",
                                           raw<double>({0, 1, 2, 3, 4, 5, 6, NAN})));
    ww::memory_need need;
    need.parts = 2;
    REQUIRE(ww::read_point_file<double>(path, need).points.size() == 2);
    need.part = 1;
    REQUIRE_THROWS_WITH(ww::read_point_file<double>(path, need), CONTAINS("p.npy: row 3: nan is not a finite number"));
  }
}

TEST_CASE("what standard input is called", "[files]") {
  REQUIRE(ww::input_name("-") == "<stdin>");
  REQUIRE(ww::input_name("./-") == "./-");
}

TEST_CASE("a .npy file cut anywhere, or with any byte changed, is refused or read", "[files]") {
  scratch dir;
  ww::write_points(dir("good.npy"), ww::generate<float>("disk", 5, 1));
  const std::string good = bytes_of(dir("good.npy"));
  for (std::size_t n = 0; n < good.size(); ++n) {
    CAPTURE(n);
    REQUIRE(refusal(dir, dir.put("p.npy", good.substr(0, n))) != "");
  }
  REQUIRE(refusal(dir, dir.put("p.npy", good + "x")) != "");
  int read = 0, refused = 0;
  for (std::size_t n = 0; n < 80; ++n)
    for (int flip : {0x01, 0x80, 0xff}) {
      std::string bad = good;
      bad[n] = char(bad[n] ^ flip);
      (refusal(dir, dir.put("p.npy", bad)) == "" ? read : refused)++;
    }
  CAPTURE(read, refused);
  REQUIRE(refused > 150);
}

TEST_CASE("outputs that fail say so", "[files]") {
  scratch dir;
  auto says = [&](const std::string& path) -> std::string {
    try {
      ww::write_points(path, std::vector<float2>(10));
    } catch (const ww::bad_input& e) {
      return e.what();
    }
    return "";
  };
  REQUIRE(says(dir("none/x")) == dir("none/x") + ": cannot be written (No such file or directory)");
  REQUIRE(says(dir.directory) == dir.directory + ": is a directory");
  REQUIRE(says("/dev/null") == "");
  REQUIRE(says("/dev/full") == "/dev/full: cannot be written (No space left on device)");
}

TEST_CASE("tables of one, three and five columns", "[files]") {
  scratch dir;
  auto t = ww::read_table<double>(dir.put("t", "2\n1 2 3\n\n4, 5,6 # x\n"), 3);
  REQUIRE(t.values == std::vector<double>{1, 2, 3, 4, 5, 6});
  REQUIRE(t.counted);
  REQUIRE(t.where(1) == dir("t") + ":4");
  t = ww::read_table<double>(dir.put("t", "2\n1\n"), 1);  // a number alone is a row here, not a count
  REQUIRE(t.values == std::vector<double>{2, 1});
  REQUIRE_FALSE(t.counted);
  auto says = [&](const std::string& text, int columns) -> std::string {
    try {
      ww::read_table<double>(dir.put("t", text), columns);
    } catch (const ww::bad_input& e) {
      return std::string(e.what()).substr(dir.directory.size() + 1);
    }
    return "";
  };
  REQUIRE(says("1 2\n", 3) == "t:1: 3 numbers expected, 2 found");
  REQUIRE(says("1 2 3 4\n", 3) == "t:1: 3 numbers expected, more found");
  REQUIRE(says("1 2\n", 1) == "t:1: 1 number expected, more found");
  REQUIRE(says("3\n1 2 3\n", 3) == "t:1: the count is 3, but 1 row follows");
  for (int columns : {1, 3, 5})
    for (std::string name : {"w", "w.npy"}) {
      const std::vector<float> values = {0.1f, -0.0f, 3e38f, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
      ww::output_file out(dir(name));
      ww::write_table(out, values.data(), 15 / columns, columns, columns > 1);
      out.commit();
      REQUIRE(ww::read_table<float>(dir(name), columns).values == values);
    }
}

TEST_CASE(".npy in Fortran order, and of one dimension", "[files]") {
  scratch dir;
  const auto path = dir.put("p.npy", npy("{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3), }",
                                         raw<double>({1, 4, 2, 5, 3, 6})));
  REQUIRE(ww::read_table<double>(path, 3).values == std::vector<double>{1, 2, 3, 4, 5, 6});
  REQUIRE(ww::read_table<float>(path, 3).values == std::vector<float>{1, 2, 3, 4, 5, 6});
  dir.put("p.npy", npy("{'descr': '<f8', 'fortran_order': True, 'shape': (2, 2), }", raw<double>({1, 2, 3, NAN})));
  REQUIRE(refusal(dir, dir("p.npy")) == "p.npy: row 1: nan is not a finite number");
  dir.put("p.npy", npy("{'descr': '<f8', 'fortran_order': True, 'shape': (2, 2), }", raw<double>({1, 2, NAN, 3})));
  REQUIRE(refusal(dir, dir("p.npy")) == "p.npy: row 0: nan is not a finite number");
  for (std::string shape : {"(3,)", "(3, 1)"}) {
    dir.put("p.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }", raw<float>({1, 2, 3})));
    REQUIRE(ww::read_table<double>(dir("p.npy"), 1).values == std::vector<double>{1, 2, 3});
  }
  // Longer than the blocks in which numbers are converted.
  const int n = 150000, columns = 3;
  std::vector<float> column(n * columns);
  for (int i = 0; i < n * columns; ++i) column[i] = float(i % n * columns + i / n);
  dir.put("p.npy", npy("{'descr': '<f4', 'fortran_order': True, 'shape': (150000, 3), }",
                       {reinterpret_cast<const char*>(column.data()), column.size() * 4}));
  const auto rows = ww::read_table<double>(dir("p.npy"), columns).values;
  REQUIRE(rows.size() == column.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i] != double(i)) FAIL("element " << i << " is " << rows[i]);
}

TEST_CASE("arrays of one dimension: six types, raw and .npy", "[files]") {
  scratch dir;
  const std::string bytes = raw<float>({NAN, -0.0f, INFINITY, 1});
  for (const ww::number_type& t : ww::number_types())
    for (std::string name : {"a", "a.npy"}) {
      const auto index = std::size_t(&t - ww::number_types().data());
      const auto a = ww::read_array(dir.put("raw", bytes), &t);
      REQUIRE(a.index() == index);
      std::visit([&](const auto& keys) { REQUIRE(keys.size() * sizeof keys[0] == bytes.size()); }, a);
      ww::output_file out(dir(name));
      ww::write_array(out, a);
      out.commit();
      REQUIRE(bytes_of(dir(name)).ends_with(bytes));
      const auto b = ww::read_array(dir(name), &t);
      std::visit([&](const auto& keys) {
        REQUIRE(b.index() == index);
        REQUIRE(std::memcmp(keys.data(), bytes.data(), bytes.size()) == 0);
      }, b);
      if (name == "a.npy") REQUIRE(ww::read_array(dir(name)).index() == index);
    }
  auto says = [&](const std::string& name, const std::string& content, const ww::number_type* type) -> std::string {
    try {
      ww::read_array(dir.put(name, content), type);
    } catch (const ww::bad_input& e) {
      return std::string(e.what()).substr(dir.directory.size() + 1);
    }
    return "";
  };
  const auto& float_type = ww::find_number_type("float");
  REQUIRE(ww::read_array(dir.put("a", bytes)).index() == 0);
  REQUIRE(says("a", "1234567", nullptr) == "a: 7 bytes are no whole number of float keys");
  REQUIRE(says("a.npy", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }", bytes), &float_type) ==
          "a.npy: has elements of type double, not float");
  REQUIRE(says("a.npy", npy("{'descr': '<c8', 'fortran_order': False, 'shape': (2,), }", bytes), nullptr) ==
          "a.npy: has elements of type '<c8', which is none of ours");
  REQUIRE(says("a.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }", bytes), nullptr) ==
          "a.npy: has shape (2, 2), not (n,)");
  REQUIRE(says("a.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (), }", bytes), nullptr) ==
          "a.npy: has shape (), not (n,)");
  REQUIRE(says("a.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (5,), }", bytes), nullptr) ==
          "a.npy: has 16 bytes of data, but its shape asks for 5 rows of 4 bytes");
  REQUIRE_THROWS_WITH(ww::find_number_type("half"),
                      "no type is named half; there are float, double, int32, uint32, int64, uint64");
}

TEST_CASE("a table whose columns the file counts", "[files]") {
  const auto path = std::filesystem::temp_directory_path() / ("open-" + std::to_string(getpid()));
  auto read = [&](const char* text) {
    std::ofstream(path) << text;
    return ww::read_table<float>(path.string(), 0);
  };
  auto t = read("2\n1 2 3\n4 5 6\n");
  CHECK((t.columns == 3 && t.counted && t.values == std::vector<float>{1, 2, 3, 4, 5, 6}));
  t = read("# heights\n7\n8\n\n9\n");
  CHECK((t.columns == 1 && !t.counted && t.values == std::vector<float>{7, 8, 9}));
  CHECK(t.lines == std::vector<std::int64_t>{2, 3, 5});
  t = read("0\n");
  CHECK((t.columns == 1 && t.values == std::vector<float>{0}));
  t = read("-1.5 2\n");
  CHECK((t.columns == 2 && t.values.size() == 2));
  t = read("");
  CHECK((t.columns == 0 && t.values.empty()));
  scratch dir;
  REQUIRE_THROWS_WITH(ww::read_table<float>(dir.put("p.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (4, 0), }", "")), 0),
                      CONTAINS("p.npy: has shape (4, 0), not (n, k), k from 1 to 2^30"));
  t = ww::read_table<float>(
      dir.put("p.npy", npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", raw<float>({1, 2, 3, 4, 5, 6}))), 0);
  CHECK((t.columns == 3 && t.values == std::vector<float>{1, 2, 3, 4, 5, 6}));
  std::string wide;
  for (int c = 0; c < 10000; ++c) wide += " 1";
  CHECK(read(wide.c_str()).columns == 10000);
  CHECK_THROWS_WITH(read("3\n1 2\n3 4\n"), CONTAINS(":1: the count is 3, but 2 rows follow"));
  CHECK_THROWS_WITH(read("1 2\n3\n"), CONTAINS(":2: 2 numbers expected, 1 found"));
  CHECK_THROWS_WITH(read("5\n6\n7 8\n"), CONTAINS(":3: 1 number expected, more found"));
  CHECK_THROWS_WITH(read(("1" + std::string(60, '0') + "\n2\n").c_str()), CONTAINS(":1: "));
  std::filesystem::remove(path);
}
