#pragma once
#include <cstddef>
#include <cstdint>
#include <ww/errors.h>

namespace ww::detail {
class arena {
 public:
  explicit arena(void* base) : base(static_cast<char*>(base)) {}
  std::size_t used() const { return taken + 255; }
  template <class T>
  T* take(std::int64_t n) {
    const std::size_t most = std::size_t(1) << 62;
    if (n < 0 || std::size_t(n) > (most - taken) / sizeof(T))
      throw bad_input(format("%ld elements of %zu bytes: no memory has "
                             "room for them", n, sizeof(T)));
    auto up = [](std::size_t x) { return (x + 255) / 256 * 256; };
    const auto p = up(reinterpret_cast<std::uintptr_t>(base)) + taken;
    taken += up(std::size_t(n) * sizeof(T));
    return base ? reinterpret_cast<T*>(p) : nullptr;
  }
  void cover(const arena& other) {
    if (taken < other.taken) taken = other.taken;
  }
  bool holds(std::size_t& bytes) const {
    if (!base) {
      bytes = used();
      return false;
    }
    if (bytes < used())
      throw bad_input(format("%zu bytes of temporary memory are needed, "
                             "%zu are given", used(), bytes));
    return true;
  }
 private:
  char* base;
  std::size_t taken = 0;
};
}
