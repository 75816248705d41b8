#include <memory>
#include <ww/model.h>
#include <ww/detail/sort/sort-kernels.cuh>
#include <ww/detail/sort/timed-sort.cuh>
#if WW_CUDA
#include <cub/cub.cuh>
#endif
#ifdef WW_CUSORT
#include <libcusort.cuh>
#endif
namespace ww_rivals {
template <class K>
using cub_count =
    std::conditional_t<std::is_same_v<K, std::uint32_t>, std::int64_t,
                       std::uint32_t>;
template <class K>
bool newer_cub(void* t, std::size_t& bytes, const K* in, K* out,
               const std::uint32_t* values_in,
               std::uint32_t* values_out, std::uint32_t n);
bool ips4o_sort(float* first, float* last);
std::vector<std::string> facts();
}

namespace {
using namespace ww;
using namespace ww::detail;
using namespace ww::detail::sort;
template <class K>
void our_sort(void* t, std::size_t& bytes, const sorting<K>& a) {
  if (a.pairs)
    sort_pairs<K>(t, bytes, a.in, a.out, a.values_in, a.values_out,
                  a.n);
  else
    sort_keys<K>(t, bytes, a.in, a.out, a.n);
}
#if WW_CUDA
template <class Sort, class N, class K>
void radix_sort(void* t, std::size_t& bytes, const sorting<K>& a) {
  const K* in = a.in;
  const std::uint32_t* values = a.values_in;
  check(a.pairs ? Sort::SortPairs(t, bytes, in, a.out, values,
                                  a.values_out, std::uint32_t(a.n))
                : Sort::SortKeys(t, bytes, in, a.out, N(a.n)));
}
template <class K>
void newer_radix_sort(void* t, std::size_t& bytes,
                      const sorting<K>& a) {
  if (!ww_rivals::newer_cub<K>(t, bytes, a.in, a.out, a.values_in,
                               a.values_out, std::uint32_t(a.n)))
    throw std::runtime_error("the newer CUB fails");
}
template <bool total> struct key_less {
  __device__ bool operator()(float a, float b) const {
    if (!total) return a < b;
    const key_order<std::uint32_t> o{0x7fffffffu, 0x80000000u};
    return to_order(__float_as_uint(a), o) <
           to_order(__float_as_uint(b), o);
  }
};
template <bool total>
void cub_merge(void* t, std::size_t& bytes, const sorting<float>& a) {
  check(cub::DeviceMergeSort::SortKeysCopy(t, bytes, a.in, a.out, a.n,
                                           key_less<total>{}));
}
template <class Sort>
void cub_segments(void* t, std::size_t& bytes,
                  const sorting<float>& a) {
  const float* in = a.in;
  check(Sort::SortKeys(t, bytes, in, a.out, a.n, a.segments, a.offsets,
                       a.offsets + 1));
}
#endif
template <class K> struct rival {
  const char* name;
  any_sort<K> sort;
};
template <class K> std::vector<rival<K>> radix_rivals() {
  std::vector<rival<K>> list = {{"digits", our_sort<K>}};
#if WW_CUDA
  list.push_back({"cub-radix", radix_sort<cub::DeviceRadixSort,
                                          ww_rivals::cub_count<K>, K>});
  if (!ww_rivals::facts().empty())
    list.push_back({"cub-newer", newer_radix_sort<K>});
#ifdef WW_CUSORT
  list.push_back({"cusort", radix_sort<cusort::DeviceRadixSort,
                                       std::uint32_t, K>});
#endif
#endif
  return list;
}
workload time_host_sort(const std::function<host_sort<float>>& sort,
                        std::int64_t n) {
  auto in = std::make_shared<std::vector<float>>(
      to_host(drawn_keys<float>(key_input::uniform, n)));
  auto keys = std::make_shared<std::vector<float>>(*in);
  workload w;
  w.whole = [=] {
    std::copy(in->begin(), in->end(), keys->begin());
    sort(*keys, order::ascending);
  };
  w.check = [=] {
    w.whole();
    const auto a = to_device(*in), b = to_device(*keys);
    check_sort(sorting<float>{false, n, 0, a.data(), b.data()});
  };
  return w;
}
std::int64_t largest(const std::string& variant) {
  const bool slow = variant == "serial" || variant == "vector";
  const bool fair = variant == "parallel" || variant == "hybrid";
  return std::int64_t(1) << (slow ? 20 : fair ? 24 : 28);
}
void add_cells(sweep& s, int what, std::int64_t n,
               const std::string& only = "") {
  std::vector<rival<float>> list = radix_rivals<float>();
#if WW_CUDA
  list.push_back(
      {"cub-merge", what == 1 ? cub_merge<true> : cub_merge<false>});
#endif
  for (const auto& v : device_sorts<float>())
    if (v.name != std::string("digits"))
      list.push_back({v.name, [&v](void* t, std::size_t& bytes,
                                   const sorting<float>& a) {
                        v.run(t, bytes, a.in, a.out, a.n, {}, nullptr);
                      }});
  for (const rival<float>& r : list)
    if (n <= largest(r.name) &&
        (only == "" || only.find(r.name) != only.npos))
      add_sort(s, r.name, key_input_names[what], n, 0, r.sort,
               seeded_input{key_input(what), 1});
}
void add_host_cells(sweep& s, std::int64_t n) {
  auto add = [&](const char* name, const auto& sort) {
    if (n <= largest(name))
      s.cells.push_back({name, "uniform", n, 1, 0,
                         [=] { return time_host_sort(sort, n); }});
  };
  for (const auto& v : sort_variants<float>())
    if (!v.needs_device) add(v.name, v.run);
  float none = 0;
  if (ww_rivals::ips4o_sort(&none, &none))
    add("ips4o", [](std::vector<float>& keys, order) {
      ww_rivals::ips4o_sort(keys.data(), keys.data() + keys.size());
    });
}
sweep time_sweep() {
  sweep s{"sort-time", "sorting n uniform floats", {},
          {"digits", "merge", "vector", "hybrid"}};
  for (int k = 10; k <= 28; k += 2) {
    add_host_cells(s, std::int64_t(1) << k);
    add_cells(s, 0, std::int64_t(1) << k);
  }
  for (std::int64_t n : {10000000, 100000000})
    add_cells(s, 0, n, "digits cub-radix cub-newer cub-merge cusort");
  return s;
}
sweep input_sweep() {
  sweep s{"sort-input", "sorting floats of every distribution", {},
          {"digits"}};
  for (int what = 0; what < timed_key_inputs; ++what)
    for (int k : {14, 17, 20, 22, 24, 26, 28})
      if (k < 28 || what < 2)
        add_cells(s, what, std::int64_t(1) << k,
                  "digits cub-radix cub-merge");
  return s;
}
template <class K>
void add_structured(sweep& s, std::uint64_t seed, const char* type,
                    bool pairs) {
  auto add = [&](const auto& input) {
    const std::int64_t n = structured_size(seed, 10, 28);
    const std::string name =
        format("%llu %s: ", (unsigned long long)seed, type) +
        input.describe();
    for (const rival<K>& r : radix_rivals<K>())
      add_sort(s, r.name, name, n, 0, r.sort, input, pairs);
  };
  if (seed / 6 % 4 == 0) add(structured_input::draw<K>(seed));
  else add(family_input::draw<K>(seed));
}
void add_structured(sweep& s, std::uint64_t k) {
  using word = std::uint32_t;
  using wide = std::uint64_t;
  switch (k % 6) {
    case 0: return add_structured<word>(s, k, "uint32", false);
    case 1: return add_structured<float>(s, k, "float", false);
    case 2: return add_structured<wide>(s, k, "uint64", false);
    case 3: return add_structured<double>(s, k, "double", false);
    case 4: return add_structured<float>(s, k, "float pairs", true);
    default: return add_structured<double>(s, k, "double pairs", true);
  }
}
sweep structured_sweep() {
  sweep s{"sort-structured", "a thousand structured inputs", {},
          {"digits"}};
  s.samples = 6;
  for (std::uint64_t k = 1; k <= 1000 && times_device(); ++k)
    add_structured(s, k);
  return s;
}
template <class P, class W>
void add_rung(sweep& s, const char* name, std::int64_t n) {
  const any_sort<W> sort = [](void* t, std::size_t& bytes,
                              const sorting<W>& a) {
    digit_sort<P, W>(t, bytes,
                     {a.in, a.out, nullptr, nullptr, nullptr, nullptr,
                      order_of<W>(order::ascending), a.n},
                     nullptr);
  };
  add_sort(s, name, sizeof(W) == 4 ? "uint32" : "uint64", n, 0, sort,
           seeded_input{key_input::bits, 1});
}
template <class P, int writes = 1> struct plain : one_column<P> {
  static constexpr int at_once = writes;
};
sweep ladder_sweep() {
  sweep s{"sort-ladder", "what each idea of the sort gives", {},
          {"digits"}};
  using wide = unsigned long long;
  for (int k : {24, 28}) {
    const auto n = std::int64_t(1) << k;
    using word = std::uint32_t;
    using stable = digit_policy<false, 384, 16, 2, wide, false, true>;
    using many = many_digits<false, word>;
    add_rung<plain<stable>, word>(s, "stable", n);
    add_rung<plain<digit_policy<false, 384, 16, 2, wide>>, word>(
        s, "free", n);
    add_rung<plain<digit_policy<false, 384, 16>>, word>(
        s, "short words", n);
    add_rung<plain<many>, word>(s, "40 keys", n);
    add_rung<plain<many, 4>, word>(s, "four at once", n);
    add_rung<many, word>(s, "columns", n);
    add_rung<many_digits<false, wide>, wide>(s, "digits", n);
  }
  return s;
}
template <class K>
void add_type(sweep& s, const char* name, std::int64_t n, bool pairs) {
  const seeded_input bits{key_input::bits, 1};
  for (const rival<K>& r : radix_rivals<K>())
    add_sort(s, std::string(r.name) + (pairs ? "-pairs" : ""), name, n,
             0, r.sort, bits, pairs);
}
sweep type_sweep() {
  sweep s{"sort-types", "random bits, alone and with values", {},
          {"digits", "digits-pairs"}};
  for (int k = 10; k <= 28 && times_device(); ++k)
    for (bool pairs : {false, true}) {
      const std::int64_t n = std::int64_t(1) << k;
      add_type<std::uint32_t>(s, "uint32", n, pairs);
      add_type<std::uint64_t>(s, "uint64", n, pairs);
    }
  return s;
}
offset_list segment_offsets(const std::string& law, std::int64_t mean,
                            std::int64_t n) {
  offset_list offsets = {0};
  const std::int64_t all = law == "one long" ? n / 2 : n;
  for (std::int64_t s = 0; offsets.back() < all; ++s) {
    const double u = random_source{1, s, 14}.uniform(0).u;
    double size = double(mean);
    if (law == "uniform") size *= 2 * u;
    if (law == "Pareto") size /= 3 * std::pow(1 - u, 2 / 3.0);
    offsets.push_back(std::min(
        all, offsets.back() + std::int64_t(std::ceil(size))));
  }
  if (law == "one long")
    for (std::size_t s = offsets.size() / 2; s < offsets.size(); ++s)
      offsets[s] += n - all;
  return offsets;
}
std::vector<rival<float>> segment_rivals([[maybe_unused]] int mean) {
  std::vector<rival<float>> list = {
      {"digits",
       [](void* t, std::size_t& bytes, const sorting<float>& a) {
         sort_segments<float>(t, bytes, a.in, a.out, a.n, a.offsets,
                              a.segments);
       }}};
#if WW_CUDA
  list.push_back({"cub-segmented-sort",
                  cub_segments<cub::DeviceSegmentedSort>});
  if (mean >= 1 << 12)
    list.push_back({"cub-segmented-radix",
                    cub_segments<cub::DeviceSegmentedRadixSort>});
#endif
  return list;
}
sweep segment_sweep() {
  sweep s{"sort-segments", "segments, each sorted by itself", {},
          {"digits"}};
  s.samples = 10;
  s.block = "size";
  for (std::int64_t n : {1 << 20, 1 << 26})
    for (const char* law : {"alike", "uniform", "Pareto", "one long"})
      for (int mean = law == std::string("one long") ? 1 << 18 : 4;
           mean <= 1 << 18 && times_device(); mean *= 4)
        for (const rival<float>& r : segment_rivals(mean))
          s.cells.push_back({r.name, law, n, 1, mean, [=] {
            return time_sort<float>(r.sort, uniform_keys, n, false,
                                    segment_offsets(law, mean, n));
          }});
  return s;
}
std::vector<sweep> sort_sweeps() {
  return {time_sweep(),   input_sweep(), structured_sweep(),
          ladder_sweep(), type_sweep(),  segment_sweep()};
}
}
int main(int argc, char** argv) {
  auto facts = ww_rivals::facts();
#ifdef WW_CUSORT
  facts.push_back("libcusort=" LIBCUSORT_VERSION_STRING);
#endif
  return ww::run_sweeps("sort", argc, argv, sort_sweeps(), facts);
}
