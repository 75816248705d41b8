#include <getopt.h>
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <ww/points.cuh>

namespace {
using namespace ww;
struct line_source {
  std::string name;
  std::FILE* file;
  std::int64_t number = 0;
  [[noreturn]] void fail(const std::string& what) const {
    throw bad_input(name + ":" + std::to_string(number) + ": " + what);
  }
  bool next(std::string& line) {
    do {
      if (!next_of_any_kind(line)) return false;
    } while (line.starts_with('#'));
    return true;
  }
  bool next_of_any_kind(std::string& line) {
    int c;
    ++number;
    for (line.clear(); (c = std::getc(file)) != EOF && c != '\n';
         line += char(c)) {
      if (c == 0) fail("a NUL byte; is this a text file?");
      if (line.size() == 1000)
        fail("the line is longer than 1000 characters; is this a text file?");
    }
    if (std::ferror(file))
      throw bad_input(name + ": cannot be read (" + std::strerror(errno) + ")");
    if (c == EOF && !line.empty())
      fail("the file is cut off: its last line has no end");
    return c != EOF;
  }
};
std::string shown(const std::string& text) {
  if (text.empty()) return "an empty line";
  std::string s;
  for (unsigned char c : text.substr(0, 24))
    s += c >= 0x20 && c < 0x7f ? std::string(1, c) : format("\\x%02x", c);
  return "'" + s + (text.size() > 24 ? "...'" : "'");
}
struct hood_source : line_source {
  std::string line;
  bool waiting = false;
  double last_x = -INFINITY;
  void take(const std::string& what) {
    if (!waiting && !next(line))
      fail("the file ends where " + what + " was expected");
    waiting = false;
  }
  [[noreturn]] void refuse(const std::string& what) const {
    fail(what + " was expected, not " + shown(line));
  }
  std::int64_t count(const std::string& what) {
    take(what);
    std::int64_t n = 0;
    const char* end = line.data() + line.size();
    if (line.empty() || line.find_first_not_of("0123456789") != line.npos)
      refuse(what);
    if (std::from_chars(line.data(), end, n).ec != std::errc())
      fail(shown(line) + " is too large");
    return n;
  }
  point<double> take_point(const std::string& what) {
    take(what);
    const auto blank = line.find(' ');
    if (blank == line.npos) refuse(what);
    point<double> p{number_in(0, blank), number_in(blank + 1, line.size())};
    if (p.x < last_x)
      fail(format("x = %g is less than %g, the x of the point before",
                  p.x, last_x));
    last_x = p.x;
    return p;
  }
  double number_in(std::size_t first, std::size_t end) const {
    const std::string text = line.substr(first, end - first);
    double x = 0;
    auto [rest, error] = std::from_chars(text.data(),
                                         text.data() + text.size(), x);
    if (rest != text.data() + text.size() ||
        error == std::errc::invalid_argument)
      fail((text.empty() ? "nothing" : shown(text)) + " is not a number");
    if (error != std::errc() || !std::isfinite(x))
      fail(shown(text) + " is not a finite number");
    return x;
  }
  void end_sequence() {
    take("an empty line");
    if (!line.empty()) refuse("an empty line");
    last_x = -INFINITY;
  }
};
using polyline = std::vector<point<double>>;
using hood_sequence = std::vector<polyline>;
polyline flattened(const hood_sequence& hoods) {
  polyline all;
  for (const polyline& h : hoods) all.insert(all.end(), h.begin(), h.end());
  return all;
}
hood_sequence take_hoods(hood_source& in, std::int64_t hoods, std::int64_t d,
                         const polyline* among) {
  hood_sequence sequence;
  std::size_t at = 0;
  for (std::int64_t h = 1; h <= hoods; ++h) {
    sequence.emplace_back();
    const auto corners =
        in.count(format("the number of corners of hood %lld of %lld",
                        static_cast<long long>(h),
                        static_cast<long long>(hoods)));
    const std::int64_t least = std::min<std::int64_t>(d, 2);
    if (corners < least || corners > d)
      in.fail(format("a hood of %lld points has from %lld to %lld corners, "
                     "not %lld", static_cast<long long>(d),
                     static_cast<long long>(least), static_cast<long long>(d),
                     static_cast<long long>(corners)));
    for (std::int64_t c = 1; c <= corners; ++c) {
      const auto p = in.take_point(format("corner %lld of %lld",
                                          static_cast<long long>(c),
                                          static_cast<long long>(corners)));
      auto same = [p](point<double> q) { return p.x == q.x && p.y == q.y; };
      while (among && at < among->size() && !same((*among)[at])) ++at;
      if (among && at++ == among->size())
        in.fail("this corner is none of the points that are left");
      sequence.back().push_back(p);
    }
  }
  in.end_sequence();
  return sequence;
}
struct hood_file {
  bool trace = false;
  polyline points;
  std::vector<hood_sequence> stages;
};
void take_stages(hood_source& in, std::int64_t hoods, hood_file& file) {
  for (std::int64_t d = 2; hoods > 0; d *= 2) {
    const polyline before =
        d > 2 ? flattened(file.stages.back()) : polyline();
    file.stages.push_back(take_hoods(in, hoods, d, d > 2 ? &before : nullptr));
    const std::int64_t left = in.count("the number of hoods");
    if (left != (hoods > 2 ? hoods / 2 : 0) || hoods % 2 != 0)
      in.fail(format("%lld hoods cannot follow upon %lld",
                     static_cast<long long>(left),
                     static_cast<long long>(hoods)));
    hoods = left;
  }
  if (!file.stages.empty()) file.points = flattened(file.stages[0]);
}
void take_output(hood_source& in, std::int64_t n, hood_file& file) {
  for (std::int64_t i = 1; i <= n; ++i)
    file.points.push_back(in.take_point(
        format("point %lld of %lld", static_cast<long long>(i),
               static_cast<long long>(n))));
  in.end_sequence();
  if (in.count("the number of hoods, which is 1,") != 1)
    in.fail("the output has one hood, not " + in.line);
  file.stages.push_back(take_hoods(in, 1, n, &file.points));
}
hood_file take_file(hood_source in) {
  hood_file file;
  const std::int64_t n = in.count("the number of points or hoods");
  if (n > 0) {
    in.take("a point or the number of corners");
    in.waiting = true;
  }
  file.trace = n == 0 || in.line.find(' ') == in.line.npos;
  if (file.trace) take_stages(in, n, file);
  else take_output(in, n, file);
  if (in.next(in.line)) in.refuse("the end of the file");
  return file;
}
hood_file read_hood_file(const std::string& path) {
  auto close = [](std::FILE* f) { if (f != stdin) std::fclose(f); };
  std::unique_ptr<std::FILE, decltype(close)> file(
      path == "-" ? stdin : std::fopen(path.c_str(), "rb"), close);
  if (!file)
    throw bad_input(path + ": cannot be opened (" + std::strerror(errno) +
                    ")");
  return take_file({{path == "-" ? "<stdin>" : path, file.get()}, {}});
}
struct extent {
  double low = INFINITY, high = -INFINITY;
  void add(double v) { low = std::min(low, v); high = std::max(high, v); }
  double half() const { return high / 2 - low / 2; }
  double place(double v, double whole) const {
    return whole > 0 ? 0.5 + (v / 2 - low / 2 - half() / 2) / whole : 0.5;
  }
};
struct page_frame {
  static constexpr double margin = 12;
  int size;
  bool equal;
  extent x, y;
  double caption_size() const { return std::min(10.0, size / 25.0); }
  int height() const { return size + int(2 * caption_size()); }
  std::string operator()(point<double> p) const {
    const double most = std::max(x.half(), y.half());
    const double room = size - 2 * margin;
    return format("%.2f %.2f",
                  margin + room * x.place(p.x, equal ? most : x.half()),
                  height() - size + margin +
                      room * y.place(p.y, equal ? most : y.half()));
  }
};
const char prologue[] =
    "%%BeginProlog\n"
    "/point { 1.1 0 360 arc fill } bind def\n"
    "/corner { 1.5 0 360 arc fill } bind def\n"
    "/begin-line { newpath moveto } bind def\n"
    "/to { lineto } bind def\n"
    "/draw-line { 0.8 setlinewidth 1 setlinejoin stroke } bind def\n"
    "/grey { 0.66 0.68 0.70 setrgbcolor } bind def\n"
    "/ink { 0.11 0.13 0.16 setrgbcolor } bind def\n"
    "/indigo { 0.14 0.35 0.49 setrgbcolor } bind def\n"
    "/madder { 0.69 0.28 0.16 setrgbcolor } bind def\n"
    "%%EndProlog\n";
std::string drawn_hood(const page_frame& at, const polyline& hood) {
  std::string text = "indigo\n";
  for (std::size_t i = 0; i < hood.size(); ++i)
    text += at(hood[i]) + (i == 0 ? " begin-line\n" : " to\n");
  text += "draw-line\nmadder\n";
  for (point<double> p : hood) text += at(p) + " corner\n";
  return text;
}
std::string drawn_page(const page_frame& at, int label, int ordinal,
                       const polyline& points, const hood_sequence& hoods,
                       const std::string& caption) {
  std::string text = format("%%%%Page: %d %d\n%%%%BeginPageSetup\n"
                            "/saved save def\n%%%%EndPageSetup\ngrey\n",
                            label, ordinal);
  for (point<double> p : points) text += at(p) + " point\n";
  for (const polyline& h : hoods) text += drawn_hood(at, h);
  return text + format("ink /Helvetica findfont %.2f scalefont setfont\n"
                       "%.2f %.2f moveto (%s) show\n"
                       "saved restore\nshowpage\n", at.caption_size(),
                       at.margin, at.caption_size(), caption.c_str());
}
std::string counted(std::size_t n, const char* what) {
  return format("%zu %s%s", n, what, n == 1 ? "" : "s");
}
std::string caption_of(const hood_file& file, std::size_t stage) {
  const hood_sequence& hoods = file.stages[stage];
  if (!file.trace)
    return counted(file.points.size(), "point") + " and the hood of " +
           counted(hoods[0].size(), "corner");
  return format("stage %zu: ", stage + 1) + counted(hoods.size(), "hood") +
         " of " + counted(file.points.size() / hoods.size(), "point") +
         " each";
}
std::string document(const page_frame& at, const std::string& title,
                     const std::string& pages, std::size_t count) {
  return format("%%!PS-Adobe-3.0\n%%%%Creator: hood2ps\n%%%%Title: (%s)\n"
                "%%%%BoundingBox: 0 0 %d %d\n%%%%Pages: %zu\n"
                "%%%%PageOrder: Ascend\n%%%%LanguageLevel: 2\n"
                "%%%%DocumentNeededResources: font Helvetica\n"
                "%%%%EndComments\n", title.c_str(), at.size, at.height(),
                count) +
         prologue +
         "%%BeginSetup\n%%IncludeResource: font Helvetica\n%%EndSetup\n" +
         pages + "%%Trailer\n%%EOF\n";
}
const char usage[] =
    "usage: hood2ps [FILE] [options]\n"
    "Draw what wagener prints, or the trace that it writes, in PostScript:\n"
    "the points and their hood, or a page for each stage. Without FILE, or\n"
    "with -, standard input is read.\n\n"
    "  --size POINTS   width of a page, 100 to 10000 (default 432)\n"
    "  --equal         one scale for x and y (default: each fills the page)\n"
    "  --page K        draw page K only\n"
    "  --output FILE   write to FILE; - for standard output (the default)\n"
    "  --help          print this\n";
struct picture {
  std::string input = "-", output = "-";
  int size = 432, page = 0;
  bool equal = false, help = false;
};
int number_of(const char* option, const char* text, int least, int most) {
  int value = 0;
  const char* end = text + std::strlen(text);
  auto [rest, error] = std::from_chars(text, end, value);
  if (error != std::errc() || rest != end || value < least || value > most)
    throw bad_input(format("%s %s: a whole number from %d to %d is expected",
                           option, text, least, most));
  return value;
}
const ::option options[] = {{"size", required_argument, nullptr, 's'},
                          {"equal", no_argument, nullptr, 'e'},
                          {"page", required_argument, nullptr, 'p'},
                          {"output", required_argument, nullptr, 'o'},
                          {"help", no_argument, nullptr, 'h'},
                          {nullptr, 0, nullptr, 0}};
picture read_picture_options(int argc, char** argv) {
  picture p;
  opterr = 0;
  for (int c; (c = getopt_long(argc, argv, ":o:h", options, nullptr)) != -1;) {
    switch (c) {
      case 's': p.size = number_of("--size", optarg, 100, 10000); break;
      case 'p': p.page = number_of("--page", optarg, 1, 1000000); break;
      case 'e': p.equal = true; break;
      case 'o': p.output = optarg; break;
      case 'h': p.help = true; break;
      default: refuse_option(c, argv, "speoh");
    }
  }
  if (argc - optind > 1)
    throw bad_input("one file name at most is expected (see --help)");
  if (argc - optind == 1) p.input = argv[optind];
  return p;
}
int draw(int argc, char** argv) {
  const picture wanted = read_picture_options(argc, argv);
  if (wanted.help) return std::fputs(usage, stdout) < 0;
  if (same_file(wanted.input, wanted.output))
    throw bad_input(wanted.output +
                    ": the picture would be written over its input");
  const hood_file file = read_hood_file(wanted.input);
  const std::size_t all = file.stages.size();
  const std::size_t first = wanted.page ? std::size_t(wanted.page) - 1 : 0;
  const std::size_t last = wanted.page ? first + 1 : all;
  if (last > all)
    throw bad_input(format("%s: there is no page %d (of %zu)",
                           wanted.input == "-" ? "<stdin>"
                                               : wanted.input.c_str(),
                           wanted.page, all));
  page_frame frame{wanted.size, wanted.equal, {}, {}};
  for (point<double> p : file.points) frame.x.add(p.x), frame.y.add(p.y);
  std::string pages;
  for (std::size_t s = first; s < last; ++s)
    pages += drawn_page(frame, int(s + 1), int(s - first + 1), file.points,
                        file.stages[s], caption_of(file, s));
  const std::string title =
      file.trace ? "The stages of Wagener's hull" : "Points and their upper hood";
  output_file out(wanted.output);
  out.write(document(frame, title, pages, last - first));
  out.commit();
  return 0;
}
}
int main(int argc, char** argv) {
  return run_program("hood2ps", argc, argv, draw);
}
