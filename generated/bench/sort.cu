#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <ww/measure.h>
#include <ww/model.h>
#include <ww/detail/ground/arena.cuh>
#include <ww/detail/ground/key-inputs.cuh>
#include <ww/detail/sort/sort-kernels.cuh>
#if WW_CUDA
#include <cub/cub.cuh>
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>
#ifdef WW_CUSORT
#include <libcusort.cuh>
#endif
#endif

namespace {
using namespace ww;
using namespace ww::detail;
using namespace ww::detail::sort;
struct key_indices {};
template <class K>
__host__ __device__ K draw_key(key_indices, std::int64_t i,
                               std::int64_t) {
  return K(i);
}
template <class K> struct sorting {
  bool pairs = false;
  std::int64_t n = 0;
  K *in = nullptr, *out = nullptr;
  std::uint32_t *values_in = nullptr, *values_out = nullptr;
};
struct verdict {
  unsigned long long disorder, in, out;
};
__host__ __device__ inline unsigned long long hashed(
    unsigned long long x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}
template <class K>
__global__ void judge_sort(sorting<K> a, verdict* v) {
  using W = ordered_key<K>;
  const key_order<W> order = order_of<K>(order::ascending);
  const std::int64_t step = std::int64_t(gridDim.x) * blockDim.x;
  verdict mine{};
  for (std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x +
                        threadIdx.x;
       i < a.n; i += step) {
    auto word = [=](const K* key) {
      W bits;
      memcpy(&bits, key, sizeof bits);
      return to_order(bits, order);
    };
    const W here = word(a.out + i);
    const W before = i > 0 ? word(a.out + i - 1) : here;
    if (before > here) ++mine.disorder;
    mine.in += hashed(word(a.in + i));
    mine.out += hashed(here);
    if (a.pairs) {
      const std::uint32_t from = a.values_out[i];
      if (from >= a.n || word(a.in + from) != here)
        ++mine.disorder;
      else if (i > 0 && before == here && a.values_out[i - 1] >= from)
        ++mine.disorder;
    }
  }
  atomicAdd(&v->disorder, mine.disorder);
  atomicAdd(&v->in, mine.in);
  atomicAdd(&v->out, mine.out);
}
template <class Judge> void require_sorted(const Judge& judge) {
  const auto v = to_device(std::vector<verdict>(1));
  judge(v.data());
  const verdict said = to_host(v)[0];
  if (said.disorder > 0)
    throw std::runtime_error("the keys are not in order");
  if (said.in != said.out)
    throw std::runtime_error("the keys are not the same");
}
template <class K> void check_sort(const sorting<K>& a) {
  const auto blocks = std::min<std::int64_t>(tiles_of(a.n, 256), 2048);
  require_sorted([&](verdict* v) {
    launch(judge_sort<K>, unsigned(blocks), 256, 0, {}, a, v);
  });
}
char* bench_memory(std::size_t bytes) {
  static auto* memory = new device_array<char>;
  if (std::size_t(memory->size()) < bytes) {
    *memory = device_array<char>();
    *memory = device_array<char>(std::int64_t(bytes));
  }
  return memory->data();
}
template <class Take>
void* lay_out_in_bench(std::size_t bytes, const Take& take) {
  void* temporary = nullptr;
  auto lay_out = [&](char* base) {
    arena r(base);
    take(r);
    temporary = r.take<char>(std::int64_t(bytes));
    return r.used();
  };
  lay_out(bench_memory(lay_out(nullptr)));
  return temporary;
}
template <class Arrays, class Sort>
workload sorted_on_device(const Sort& sort, Arrays a, void* temporary,
                          std::size_t bytes, double moved,
                          void (*check)(const Arrays&)) {
  workload w;
  w.resident = [=]() mutable { sort(temporary, bytes, a); };
  w.check = [=]() mutable {
    sort(temporary, bytes, a);
    check(a);
  };
  w.on_device = true;
  w.bytes = moved;
  return w;
}
template <class K>
using any_sort =
    std::function<void(void*, std::size_t&, const sorting<K>&)>;
template <class K, class Input>
workload time_sort(const any_sort<K>& sort, const Input& input,
                   std::int64_t n, bool pairs = false) {
  sorting<K> a{pairs, n};
  std::size_t bytes = 0;
  sort(nullptr, bytes, a);
  void* temporary = lay_out_in_bench(bytes, [&](arena& r) {
    a.in = r.take<K>(n);
    a.out = r.take<K>(n);
    a.values_in = r.take<std::uint32_t>(pairs ? n : 0);
    a.values_out = r.take<std::uint32_t>(pairs ? n : 0);
  });
  draw_into(a.in, n, input);
  if (pairs) draw_into(a.values_in, n, key_indices{});
  return sorted_on_device(
      sort, a, temporary, bytes,
      double(n) * double(2 * sizeof(K) + (pairs ? 8 : 0)),
      check_sort<K>);
}
using sorter = std::function<device_sort<float>>;
inline any_sort<float> as_any_sort(const sorter& run) {
  return [=](void* t, std::size_t& bytes, const sorting<float>& a) {
    run(t, bytes, a.in, a.out, a.n, {}, nullptr);
  };
}
inline workload time_device_sort(const sorter& run, int what,
                                 std::int64_t n) {
  return time_sort(as_any_sort(run), seeded_input{key_input(what), 1},
                   n);
}
template <class K>
void our_sort(void* t, std::size_t& bytes, const sorting<K>& a) {
  if (a.pairs)
    sort_pairs<K>(t, bytes, a.in, a.out, a.values_in, a.values_out,
                  a.n);
  else
    sort_keys<K>(t, bytes, a.in, a.out, a.n);
}
template <class K>
void our_buckets(void* t, std::size_t& bytes, const sorting<K>& a) {
  bucket_sort_keys<K>(t, bytes, a.in, a.out, a.n, order::ascending,
                      nullptr);
}
#if WW_CUDA
template <class Sort, class K>
void radix_sort(void* t, std::size_t& bytes, const sorting<K>& a) {
  const auto n = std::uint32_t(a.n);
  const K* in = a.in;
  const std::uint32_t* values = a.values_in;
  check(a.pairs ? Sort::SortPairs(t, bytes, in, a.out, values,
                                  a.values_out, n)
                : Sort::SortKeys(t, bytes, in, a.out, n));
}
struct total_less {
  __device__ bool operator()(float a, float b) const {
    const key_order<std::uint32_t> o{0x7fffffffu, 0x80000000u};
    return to_order(__float_as_uint(a), o) <
           to_order(__float_as_uint(b), o);
  }
};
struct plain_less {
  __device__ bool operator()(float a, float b) const { return a < b; }
};
template <class Less>
void cub_merge(void* t, std::size_t& bytes, const sorting<float>& a) {
  check(cub::DeviceMergeSort::SortKeysCopy(t, bytes, a.in, a.out, a.n,
                                           Less{}));
}
void thrust_sort(void* t, std::size_t& bytes,
                 const sorting<float>& a) {
  if (!arena{t}.holds(bytes)) return;
  check(cudaMemcpyAsync(a.out, a.in, a.n * sizeof(float),
                        cudaMemcpyDeviceToDevice));
  thrust::device_ptr<float> first(a.out);
  thrust::sort(thrust::cuda::par.on(cudaStream_t{}), first,
               first + a.n);
}
#endif
template <class K> struct rival {
  const char* name;
  any_sort<K> sort;
};
template <class K> std::vector<rival<K>> radix_rivals() {
  return {
    {"bucket", our_buckets<K>},
    {"digits", our_sort<K>},
#if WW_CUDA
    {"cub-radix", radix_sort<cub::DeviceRadixSort, K>},
#ifdef WW_CUSORT
    {"cusort", radix_sort<cusort::DeviceRadixSort, K>},
#endif
#endif
  };
}
workload time_host_sort(const std::function<host_sort<float>>& sort,
                        int what, std::int64_t n) {
  auto in = std::make_shared<std::vector<float>>(
      to_host(drawn_keys<float>(key_input(what), n)));
  auto keys = std::make_shared<std::vector<float>>(*in);
  workload w;
  w.whole = [=] {
    std::copy(in->begin(), in->end(), keys->begin());
    sort(*keys, order::ascending);
  };
  w.check = [=] {
    w.whole();
    const auto a = to_device(*in), b = to_device(*keys);
    check_sort(sorting<float>{false, n, a.data(), b.data()});
  };
  return w;
}
struct named_sorter {
  std::string name;
  std::int64_t limit;
  any_sort<float> device;
  std::function<host_sort<float>> host;
};
std::vector<named_sorter> sorters(int what) {
  using namespace std::string_literals;
  std::vector<named_sorter> list;
  for (const auto& v : sort_variants<float>())
    if (!v.needs_device)
      list.push_back({v.name,
                      std::int64_t(1) << (v.name == "serial"s ? 20 : 24),
                      nullptr, v.run});
  for (const auto& v : device_sorts<float>()) {
    const std::string name = v.name;
    const int power = name == "vector" ? 20 : name == "hybrid" ? 24 : 28;
    list.push_back({name, std::int64_t(1) << power, as_any_sort(v.run),
                    nullptr});
  }
  #if WW_CUDA
  const std::int64_t all = std::int64_t(1) << 28;
  for (const auto& r : radix_rivals<float>())
    if (r.name != "bucket"s && r.name != "digits"s)
      list.push_back({r.name, all, r.sort, nullptr});
  list.push_back({"cub-merge", all,
                  what == 1 ? cub_merge<total_less>
                            : cub_merge<plain_less>,
                  nullptr});
  list.push_back({"thrust", all, thrust_sort, nullptr});
  #endif
  static_cast<void>(what);
  return list;
}
void add_cells(sweep& s, int what, std::int64_t n, bool host,
               const std::string& only = "") {
  for (const named_sorter& v : sorters(what)) {
    if (n > v.limit || (only != "" && only.find(v.name) == only.npos))
      continue;
    const char* input = key_input_names[what];
    if (v.device && times_device())
      s.cells.push_back({v.name, input, n, 1, 0, [=] {
        return time_sort(v.device, seeded_input{key_input(what), 1}, n);
      }});
    if (!v.device && host)
      s.cells.push_back({v.name, input, n, 1, 0, [=] {
        return time_host_sort(v.host, what, n);
      }});
  }
}
const char* const libraries =
    "bucket digits cub-radix cub-merge cusort";
sweep time_sweep() {
  sweep s{"sort-time",
          "sorting n uniform floats",
          {},
          {"bucket", "digits", "merge", "vector", "hybrid"}};
  for (int k = 10; k <= 28; k += 2)
    add_cells(s, 0, std::int64_t(1) << k, true);
  for (std::int64_t n : {1000, 100000, 10000000, 100000000})
    add_cells(s, 0, n, false, libraries);
  return s;
}
sweep input_sweep() {
  sweep s{"sort-input", "sorting floats of every distribution", {},
          {"bucket", "digits"}};
  for (int what = 0; what < timed_key_inputs; ++what)
    for (int k : {14, 17, 20, 22, 24, 26, 28})
      if (k < 28 || what < 2)
        add_cells(s, what, std::int64_t(1) << k, false,
                  "bucket digits cub-radix cub-merge");
  return s;
}
template <class K>
void add_structured(sweep& s, std::uint64_t seed, const char* type) {
  const auto input = structured_input::draw<K>(seed);
  const std::int64_t n = structured_size(seed, 14, 28);
  const std::string name = format("%llu %s: ", (unsigned long long)seed,
                                  type) + input.describe();
  for (const rival<K>& r : radix_rivals<K>())
    s.cells.push_back({r.name, name, n, 1, 0, [=] {
                         return time_sort<K>(r.sort, input, n);
                       }});
}
sweep structured_sweep() {
  sweep s{"sort-structured", "five hundred structured inputs", {},
          {"bucket", "digits"}};
  s.samples = 6;
  const char* from = std::getenv("FIRST");
  const std::uint64_t first =
      from ? std::strtoull(from, nullptr, 10) : 1;
  for (auto k = first; k < first + 500 && times_device(); ++k)
    if (k % 3 == 0) add_structured<std::uint32_t>(s, k, "uint32");
    else if (k % 3 == 1) add_structured<float>(s, k, "float");
    else add_structured<std::uint64_t>(s, k, "uint64");
  return s;
}
sweep rows_sweep() {
  sweep s{"sort-rows", "the five inputs of a contest", {},
          {"bucket", "digits"}};
  const std::pair<std::int64_t, int> inputs[] = {{100000, 54352},
                                                 {500000, 93246},
                                                 {1000000, 6256},
                                                 {10000000, 8841},
                                                 {100000000, 6252}};
  for (auto [n, seed] : inputs)
    for (const named_sorter& v : sorters(0)) {
      const std::string all = libraries, input = format("%d", seed);
      const auto rows = normal_rows::draw(seed, n);
      if (times_device() && v.device && all.find(v.name) != all.npos)
        s.cells.push_back({v.name, input, n, 1, 0, [=, n = n] {
                             return time_sort(v.device, rows, n);
                           }});
    }
  return s;
}
template <int T, int I> struct shape : bucket_policy<std::uint32_t> {
  static constexpr int threads = T, each = I;
};
template <int T, int I> void add_block(sweep& s) {
  const sorter sort = [](void* temporary, std::size_t& bytes,
                         const float* in, float* out, std::int64_t n,
                         order o, cudaStream_t s) {
    bucket_sort<shape<T, I>>(temporary, bytes, keys_of(in, out, o), n,
                             s);
  };
  if (times_device())
    s.cells.push_back(
        {format("%d keys", I), "uniform", std::int64_t(1) << 24, 1, T,
         [=] { return time_device_sort(sort, 0, 1 << 24); }});
}
sweep block_sweep() {
  sweep s{"sort-block", "threads of a block, and keys of a thread", {},
          {"bucket"}};
  add_block<256, 12>(s);
  add_block<256, 16>(s);
  add_block<512, 8>(s);
  add_block<512, 12>(s);
  add_block<512, 16>(s);
  add_block<1024, 6>(s);
  return s;
}
template <class K>
void add_type(sweep& s, const char* name, std::int64_t n, bool pairs) {
  const seeded_input bits{key_input::bits, 1};
  for (const rival<K>& r : radix_rivals<K>())
    if (!pairs || r.name != std::string("bucket"))
      s.cells.push_back({std::string(r.name) + (pairs ? "-pairs" : ""),
                         name, n, 1, 0, [=] {
                           return time_sort<K>(r.sort, bits, n, pairs);
                         }});
}
sweep type_sweep() {
  sweep s{"sort-types", "random bits, alone and with values", {},
          {"bucket", "digits", "digits-pairs"}};
  for (int k = 14; k <= 28 && times_device(); k += 2)
    for (bool pairs : {false, true}) {
      const std::int64_t n = std::int64_t(1) << k;
      add_type<std::uint32_t>(s, "uint32", n, pairs);
      add_type<std::uint64_t>(s, "uint64", n, pairs);
    }
  return s;
}
struct segmented : sorting<float> {
  std::int64_t segments = 0;
  std::int64_t* offsets = nullptr;
};
using segment_sort =
    std::function<void(void*, std::size_t&, const segmented&)>;
inline void our_segments(void* t, std::size_t& bytes,
                         const segmented& a) {
  sort_segments<float>(t, bytes, a.in, a.out, a.n, a.offsets,
                       a.segments);
}
#if WW_CUDA
template <class Sort>
void cub_segments(void* t, std::size_t& bytes, const segmented& a) {
  const float* in = a.in;
  check(Sort::SortKeys(t, bytes, in, a.out, a.n, a.segments, a.offsets,
                       a.offsets + 1));
}
#endif
std::vector<std::pair<const char*, segment_sort>> segment_sorts() {
  return {{"bucket", our_segments},
#if WW_CUDA
          {"cub-segmented-sort",
           cub_segments<cub::DeviceSegmentedSort>},
          {"cub-segmented-radix",
           cub_segments<cub::DeviceSegmentedRadixSort>}
#endif
  };
}
template <class K>
__global__ void judge_segments(const K* in, const K* out,
                               const std::int64_t* offsets,
                               verdict* v) {
  const std::int64_t s = blockIdx.x, first = offsets[s];
  verdict mine{};
  auto word = [](K key) {
    ordered_key<K> bits;
    memcpy(&bits, &key, sizeof bits);
    return to_order(bits, order_of<K>(order::ascending));
  };
  for (std::int64_t i = first + threadIdx.x; i < offsets[s + 1];
       i += blockDim.x) {
    if (i > first && word(out[i - 1]) > word(out[i])) ++mine.disorder;
    mine.in += hashed(word(in[i]) ^ hashed(s));
    mine.out += hashed(word(out[i]) ^ hashed(s));
  }
  if (mine.disorder > 0) atomicAdd(&v->disorder, mine.disorder);
  if (mine.in > 0) atomicAdd(&v->in, mine.in);
  if (mine.out > 0) atomicAdd(&v->out, mine.out);
}
inline void check_segments(const segmented& a) {
  require_sorted([&](verdict* v) {
    launch(judge_segments<float>, unsigned(a.segments), 128, 0, {},
           static_cast<const float*>(a.in),
           static_cast<const float*>(a.out),
           static_cast<const std::int64_t*>(a.offsets), v);
  });
}
workload time_segments(const segment_sort& sort,
                       const std::vector<std::int64_t>& offsets) {
  segmented a;
  a.n = offsets.back();
  a.segments = std::int64_t(offsets.size()) - 1;
  std::size_t bytes = 0;
  sort(nullptr, bytes, a);
  void* temporary = lay_out_in_bench(bytes, [&](arena& r) {
    a.in = r.take<float>(a.n);
    a.out = r.take<float>(a.n);
    a.offsets = r.take<std::int64_t>(a.segments + 1);
  });
  draw_into(a.in, a.n, seeded_input{key_input::uniform, 1});
  device_array<std::int64_t>::copy(a.offsets, offsets.data(),
                                   a.segments + 1, nullptr);
  return sorted_on_device(
      sort, a, temporary, bytes,
      8.0 * double(a.n) + 8.0 * double(a.segments), check_segments);
}
std::vector<std::int64_t> segment_offsets(int segments, int longest,
                                          int least, int extra) {
  std::vector<std::int64_t> offsets = {0};
  for (int s = 0; s < segments; ++s) {
    const random_words r = random_source{1, s, 14}.words(0);
    offsets.push_back(offsets.back() + least +
                      r.word[0] % (longest - least + 1));
    if (s == segments / 2 && extra > 0)
      offsets.push_back(offsets.back() + extra);
  }
  return offsets;
}
sweep segment_sweep() {
  sweep s{"sort-segments", "segments, each sorted by itself", {},
          {"bucket"}};
  s.samples = 10;
  if (!times_device()) return s;
  const std::pair<const char*, std::vector<std::int64_t>> inputs[] = {
      {"short", segment_offsets(1000000, 100, 1, 0)},
      {"short and one long",
       segment_offsets(1000000, 100, 1, 1 << 24)},
      {"tiny", segment_offsets(1000000, 16, 1, 0)},
      {"thousand", segment_offsets(16384, 1000, 1000, 0)},
      {"middling", segment_offsets(1000, 1 << 14, 1 << 14, 0)}};
  for (const auto& [input, offsets] : inputs)
    for (const auto& [name, sort] : segment_sorts())
      s.cells.push_back({name, input, offsets.back(), 1, 0,
                         [offsets = offsets, sort = sort] {
                           return time_segments(sort, offsets);
                         }});
  return s;
}
sweep count_sweep() {
  sweep s{"sort-count", "the model's counts of the sorts", {}, {}};
  for (const auto& v : sort_variants<float>())
    if (v.needs_device && std::string(v.name) != "hybrid") {
      cell c{v.name, v.name, 4096, 1, 0};
      c.count = [&v] {
        auto keys =
            to_host(drawn_keys<float>(key_input::uniform, 4096));
        return model::count([&] { v.run(keys, order::ascending); });
      };
      s.cells.push_back(c);
    }
  return s;
}
std::vector<sweep> sort_sweeps() {
  return {time_sweep(),  input_sweep(), structured_sweep(),
          rows_sweep(),  block_sweep(), type_sweep(),
          segment_sweep(), count_sweep()};
}
int sort_once(int, char** words) {
  const std::string name = words[2];
  const std::int64_t n = 4194267;
  if (!times_device()) throw bad_input("--once needs a GPU");
  any_sort<float> sort = our_buckets<float>;
#if WW_CUDA
  if (name == "cub-merge") sort = cub_merge<plain_less>;
#endif
  if (name != "bucket" && name != "cub-merge")
    throw bad_input("--once knows bucket and cub-merge");
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    time_sort(sort, seeded_input{key_input::bits, seed}, n).check();
  std::printf("sorted\n");
  return 0;
}
}
int main(int argc, char** argv) {
  std::vector<std::string> facts;
#ifdef WW_CUSORT
  facts = {"libcusort=" LIBCUSORT_VERSION_STRING};
#endif
  if (argc == 3 && std::string(argv[1]) == "--once")
    return run_program("bench/sort", argc, argv, sort_once);
  return run_sweeps("sort", argc, argv, sort_sweeps(), facts);
}
