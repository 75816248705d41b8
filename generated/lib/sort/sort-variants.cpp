#include <ww/detail/ground/host-call.cuh>
#include <ww/merge.cuh>
#include <ww/sort2008.cuh>

namespace ww {
template <class K>
const std::vector<variant<device_sort<K>>>& device_sorts() {
  static const auto table = [] {
    std::vector<variant<device_sort<K>>> t = {
        {"digits", true, "", sort_keys<K>},
        {"merge", true, "", merge_keys<K>}};
    if constexpr (sizeof(K) == 4) {
      t.push_back({"vector", true, "", vector_sort_keys<K>});
      t.push_back({"hybrid", true, "", hybrid_sort_keys<K>});
    }
    return t;
  }();
  return table;
}
template <class K>
const std::vector<variant<host_sort<K>>>& sort_variants() {
  static const auto table = [] {
    std::vector<variant<host_sort<K>>> t = {
        {"serial", false, "", sort_serial<K>},
        {"parallel", false, "", sort_parallel<K>}};
    for (const auto& v : device_sorts<K>()) {
      auto sort = [&v](std::vector<K>& keys, order o) {
        const auto n = std::int64_t(keys.size());
        detail::host_call<K, K>()(
            [&](void* temporary, std::size_t& bytes, auto... arrays) {
              v.run(temporary, bytes, arrays..., n, o, nullptr);
            },
            {.n = n, .from = keys.data()}, {.n = n, .to = &keys});
      };
      t.push_back({v.name, true, v.accepts, sort});
    }
    return t;
  }();
  return table;
}
#define WW_SORTS(K, ...)                                              \
  template const std::vector<variant<host_sort<K>>>& sort_variants(); \
  template const std::vector<variant<device_sort<K>>>& device_sorts();
WW_FOR_KEYS(WW_SORTS, )
#undef WW_SORTS
}
