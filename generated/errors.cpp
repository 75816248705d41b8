#include "errors.h"
#include <csignal>
#include <cstdarg>
#include <cstdio>

namespace ww {
std::string format(const char* pattern, ...) {
  va_list arguments, again;
  va_start(arguments, pattern);
  va_copy(again, arguments);
  std::string text(std::vsnprintf(nullptr, 0, pattern, arguments), '\0');
  std::vsnprintf(text.data(), text.size() + 1, pattern, again);
  va_end(again);
  va_end(arguments);
  return text;
}
int run_program(const char* name, int argc, char** argv,
                int (*body)(int, char**)) {
  std::signal(SIGPIPE, SIG_IGN);
  try {
    int status = body(argc, argv);
    if (std::fflush(stdout) != 0 || std::ferror(stdout))
      throw bad_input("standard output: cannot be written");
    return status;
  }
  catch (const bad_input& e) {
    std::fprintf(stderr, "%s: %s\n", name, e.what());
    return 2;
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "%s: not enough memory\n", name);
    return 2;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s: internal error: %s\n", name, e.what());
    return 1;
  }
}
}
