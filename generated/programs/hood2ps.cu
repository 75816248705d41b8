#include <algorithm>
#include <charconv>
#include <cmath>
#include <ww/points.cuh>

namespace {
using namespace ww;
using polyline = std::vector<point<double>>;
using hull_sequence = std::vector<polyline>;
struct hull_reader : line_reader {
  using line_reader::line_reader;
  std::string_view line;
  bool waiting = false;
  void expect(const std::string& what) {
    for (bool taken = waiting; !taken; taken = !line.starts_with('#')) {
      if (!next(line))
        fail("the file ends where " + what + " was expected");
      if (!ended) fail("the file is cut off: its last line has no end");
    }
    waiting = false;
  }
  [[noreturn]] void refuse(const std::string& what) const {
    fail(what + " was expected, not " +
         (line.empty() ? "an empty line" : shown(line)));
  }
  std::int64_t count(const std::string& what) {
    expect(what);
    std::int64_t n = -1;
    const char* end = line.data() + line.size();
    const auto [rest, error] = std::from_chars(line.data(), end, n);
    if (error != std::errc() || rest != end || n < 0) refuse(what);
    return n;
  }
  polyline points(std::int64_t n, const std::string& what) {
    polyline p;
    for (std::int64_t i = 0; i < n; ++i) {
      expect(what);
      const auto blank = line.find(' ');
      if (blank == line.npos) refuse(what);
      p.push_back({to_number<double>(line.substr(0, blank), *this),
                   to_number<double>(line.substr(blank + 1), *this)});
    }
    return p;
  }
  hull_sequence hulls(std::int64_t n) {
    hull_sequence sequence;
    for (std::int64_t h = 0; h < n; ++h)
      sequence.push_back(
          points(count("a number of vertices"), "a vertex"));
    end_sequence();
    return sequence;
  }
  void end_sequence() {
    expect("an empty line");
    if (!line.empty()) refuse("an empty line");
  }
};
struct hull_file {
  bool trace = false;
  polyline points;
  std::vector<hull_sequence> stages;
};
hull_file read_hull_file(const std::string& path) {
  hull_reader in(path);
  hull_file f;
  std::int64_t n = in.count("a number of points or hulls");
  if (n > 0) in.expect("a point or a number of vertices");
  in.waiting = n > 0;
  f.trace = n == 0 || in.line.find(' ') == in.line.npos;
  if (f.trace) {
    while (n > 0) {
      f.stages.push_back(in.hulls(n));
      const auto next = in.count("a number of hulls");
      if (next != (n > 2 ? n / 2 : 0))
        in.fail(format("%ld hulls cannot follow upon %ld", next, n));
      n = next;
    }
    if (!f.stages.empty())
      for (const polyline& h : f.stages[0])
        f.points.insert(f.points.end(), h.begin(), h.end());
  } else {
    f.points = in.points(n, "a point");
    in.end_sequence();
    f.stages = {in.hulls(in.count("a number of hulls"))};
  }
  if (in.next(in.line)) in.refuse("the end of the file");
  return f;
}
struct extent {
  double low = INFINITY, high = -INFINITY;
  void add(double v) {
    low = std::min(low, v);
    high = std::max(high, v);
  }
  double operator()(double v) const {
    const double room = high / 2 - low / 2;
    return 12 + 408 * (room > 0 ? (v / 2 - low / 2) / room : 0.5);
  }
};
struct page_frame {
  extent x, y;
  std::string operator()(point<double> p) const {
    return format("%.2f %.2f", x(p.x), 20 + y(p.y));
  }
};
const char prologue[] =
    "/point { 1.1 0 360 arc fill } bind def\n"
    "/vertex { 1.5 0 360 arc fill } bind def\n"
    "/begin-line { newpath moveto } bind def\n"
    "/to { lineto } bind def\n"
    "/draw-line { 0.8 setlinewidth 1 setlinejoin stroke } bind def\n"
    "/grey { 0.66 0.68 0.70 setrgbcolor } bind def\n"
    "/indigo { 0.14 0.35 0.49 setrgbcolor } bind def\n"
    "/madder { 0.69 0.28 0.16 setrgbcolor } bind def\n"
    "/Helvetica findfont 10 scalefont setfont\n"
    "%%EndProlog\n";
std::string drawn_hull(const page_frame& at, const polyline& hull) {
  std::string text = "indigo\n";
  for (std::size_t i = 0; i < hull.size(); ++i)
    text += at(hull[i]) + (i == 0 ? " begin-line\n" : " to\n");
  text += "draw-line\nmadder\n";
  for (point<double> p : hull) text += at(p) + " vertex\n";
  return text;
}
std::string drawn_page(const page_frame& at, const hull_file& file,
                       std::size_t stage, std::size_t ordinal) {
  const hull_sequence& hulls = file.stages[stage];
  std::string text =
      format("%%%%Page: %zu %zu\n/saved save def\n12 10 moveto (",
             stage + 1, ordinal) +
      (file.trace
           ? format("stage %zu: %zu hulls", stage + 1, hulls.size())
           : format("%zu points", file.points.size())) +
      ") show\ngrey\n";
  for (point<double> p : file.points) text += at(p) + " point\n";
  for (const polyline& h : hulls) text += drawn_hull(at, h);
  return text + "saved restore\nshowpage\n";
}
int draw(int argc, char** argv) {
  std::size_t page = 0;
  std::string output = "-";
  const auto operands = read_command(
      {"hood2ps", "[FILE]",
       "Draw what wagener prints, or the trace that it writes, in "
       "PostScript: the points and their hull, or a page for each stage. "
       "Without FILE, or with -, standard input is read.",
       {{"--page", "K", "draw page K only",
         [&](const std::string& v) {
           page = whole_number<std::size_t>("--page", v, 1, 1000000);
         }},
        file_name("--output", "FILE", "write to FILE; - is standard "
                  "output, the default", output)},
       0, 1}, argc, argv);
  if (!operands) return 0;
  const std::string input = operands->empty() ? "-" : operands->front();
  output_set all({input});
  output_file& out = all.open(output);
  const hull_file file = read_hull_file(input);
  const std::size_t first = page ? page - 1 : 0;
  const std::size_t last = page ? page : file.stages.size();
  if (last > file.stages.size())
    throw bad_input(format("%s: there is no page %zu (of %zu)",
                           input_name(input).c_str(), page,
                           file.stages.size()));
  page_frame frame;
  for (point<double> p : file.points) {
    frame.x.add(p.x);
    frame.y.add(p.y);
  }
  std::string pages;
  for (std::size_t s = first; s < last; ++s)
    pages += drawn_page(frame, file, s, s - first + 1);
  out.write(format("%%!PS-Adobe-3.0\n%%%%BoundingBox: 0 0 432 452\n"
                   "%%%%Pages: %zu\n%%%%EndComments\n", last - first) +
            prologue + pages + "%%EOF\n");
  all.commit();
  return 0;
}
}
int main(int argc, char** argv) {
  return run_program("hood2ps", argc, argv, draw);
}
