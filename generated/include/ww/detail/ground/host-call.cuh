#pragma once
#include <tuple>
#include <vector>
#include <ww/launch.cuh>

namespace ww::detail {
template <class T>
struct host_array {
  std::int64_t n = 0;
  const T* from = nullptr;
  std::vector<T>* to = nullptr;
  const std::vector<std::int64_t>* count = nullptr;
  void bring(const device_array<T>& there) const {
    if (!to) return;
    to->resize(std::size_t(count ? count->front() : n));
    there.download(to->data(), std::int64_t(to->size()));
  }
};
template <class... T>
class host_call {
 public:
  template <class F>
  void operator()(F call, host_array<T>... a) {
    std::size_t bytes = 0;
    call(nullptr, bytes, static_cast<T*>(nullptr)...);
    std::apply([&](device_array<T>&... there) {
      if ((... || (there.size() < a.n)) ||
          memory.size() < std::int64_t(bytes)) {
        memory = {};
        ((there = {}), ...);
        require_memory((std::int64_t(bytes) + ... +
                        (a.n * std::int64_t(sizeof(T)))));
        ((there = device_array<T>(a.n)), ...);
      }
      ((a.from ? there.upload(a.from, a.n) : void()), ...);
      call(nullptr, bytes, there.data()...);
      if (memory.size() < std::int64_t(bytes)) {
        memory = {};
        memory = device_array<char>(std::int64_t(bytes));
      }
      bytes = std::size_t(memory.size());
      call(memory.data(), bytes, there.data()...);
      (a.bring(there), ...);
    }, arrays);
  }
 private:
  std::tuple<device_array<T>...> arrays;
  device_array<char> memory;
};
}
