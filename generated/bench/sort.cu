#include <memory>
#include <stdexcept>
#include <ww/measure.h>
#include <ww/model.h>
#include <ww/detail/merge-kernels.cuh>
#include <ww/detail/sort2008-kernels.cuh>
#if WW_CUDA
#include <cub/cub.cuh>
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>
#endif

namespace {
using namespace ww;
using namespace ww::detail;
const char* const input_names[] = {
    "uniform",   "bits",     "gaussian",    "equal", "two",  "sixteen",
    "sorted",    "reversed", "nearly",      "organ", "zipf", "outlier",
    "staggered", "bucket",   "interleaved", "banks"};
__device__ std::uint32_t random_word(std::int64_t i,
                                     std::uint32_t salt) {
  return mixed(std::uint32_t(i) * 0x9e3779b9u ^
               mixed(std::uint32_t(i >> 32) + salt));
}
__device__ float fraction_of(std::uint32_t word) {
  return float(word >> 8) * (1.0f / 16777216);
}
__device__ float draw_random(int what, std::int64_t i, std::uint32_t r,
                             float u) {
  switch (what) {
    case 0:
      return u;
    case 1:
      return __uint_as_float(r);
    case 2:
      return (u + fraction_of(mixed(r + 1)) +
              fraction_of(mixed(r + 2)) + fraction_of(mixed(r + 3))) /
             4;
    case 3:
      return 0.5f;
    case 4:
      return float(r % 2);
    case 5:
      return float(r % 16);
    case 10:
      return floorf(expf(u * 13.8f));
    default:
      return i == 12345 ? 1e30f : u;
  }
}
__device__ float turned_round(std::int64_t i, std::int64_t n, int low) {
  int bits = low;
  while (std::int64_t(1) << bits < n) ++bits;
  std::int64_t turned = 0;
  for (int k = low; k < bits; ++k) turned = 2 * turned + (i >> k) % 2;
  const std::int64_t run = std::int64_t(1) << low;
  return float(double(turned * run + i % run) /
               double(std::int64_t(1) << bits));
}
__device__ float draw_ordered(int what, std::int64_t i, std::int64_t n,
                              std::uint32_t r, float u) {
  const std::int64_t parts = 256, part = i * parts / n;
  const float place = float(double(i) / double(n));
  switch (what) {
    case 6:
      return place;
    case 7:
      return 1 - place;
    case 8:
      return r % 100 == 0 ? fraction_of(mixed(r)) : place;
    case 9:
      return place < 0.5f ? place : 1 - place;
    case 14:
      return turned_round(i, n, 0);
    case 15:
      return turned_round(i, n, 5);
    case 12:
      return (float(part < parts / 2 ? 2 * part + 1
                                     : 2 * part - parts) +
              u) /
             float(parts);
    default:
      return (float((i * parts - part * n) * parts / n) + u) /
             float(parts);
  }
}
__global__ void draw_keys(float* keys, std::int64_t n, int what) {
  const std::int64_t i =
      std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const std::uint32_t r = random_word(i, 1);
  const bool ordered = (what >= 6 && what <= 9) || what >= 12;
  keys[i] = ordered ? draw_ordered(what, i, n, r, fraction_of(r))
                    : draw_random(what, i, r, fraction_of(r));
}
struct verdict {
  unsigned long long disorder, in, out;
};
__global__ void judge_sort(const float* in, const float* out,
                           std::int64_t n,
                           key_order<std::uint32_t> order, verdict* v) {
  const std::int64_t i =
      std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  auto word = [=](float k) {
    return to_order(__float_as_uint(k), order);
  };
  auto mix = [](std::uint32_t w) {
    return (mixed(w) + 0ull) << 32 | mixed(~w);
  };
  if (i > 0 && word(out[i]) < word(out[i - 1]))
    atomicAdd(&v->disorder, 1ull);
  atomicAdd(&v->in, mix(word(in[i])));
  atomicAdd(&v->out, mix(word(out[i])));
}
void check_sort(const device_array<float>& in,
                const device_array<float>& out) {
  const std::vector<verdict> clean(1);
  const auto v = to_device(clean);
  launch(judge_sort, blocks_for(in.size(), 256), 256, 0, {},
         static_cast<const float*>(in.data()),
         static_cast<const float*>(out.data()), in.size(),
         order_of<float>(order::ascending), v.data());
  const verdict said = to_host(v)[0];
  if (said.disorder > 0)
    throw std::runtime_error("the keys are not in order");
  if (said.in != said.out)
    throw std::runtime_error("the keys are not the same");
}
using sorter = std::function<device_sort<float>>;
#if WW_CUDA
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
void cub_radix(void* temporary, std::size_t& bytes, const float* in,
               float* out, std::int64_t n, order, cudaStream_t s) {
  check(cub::DeviceRadixSort::SortKeys(temporary, bytes, in, out, n, 0,
                                       32, s));
}
template <class Less>
void cub_merge(void* temporary, std::size_t& bytes, const float* in,
               float* out, std::int64_t n, order, cudaStream_t s) {
  check(cub::DeviceMergeSort::SortKeysCopy(temporary, bytes, in, out, n,
                                           Less{}, s));
}
void thrust_sort(void* temporary, std::size_t& bytes, const float* in,
                 float* out, std::int64_t n, order, cudaStream_t s) {
  if (!arena{temporary}.holds(bytes)) return;
  check(cudaMemcpyAsync(out, in, n * sizeof(float),
                        cudaMemcpyDeviceToDevice, s));
  thrust::device_ptr<float> first(out);
  thrust::sort(thrust::cuda::par.on(s), first, first + n);
}
#endif
struct sorting {
  device_array<float> in, out;
  device_array<char> temporary;
};
device_array<float> drawn(int what, std::int64_t n) {
  device_array<float> keys(n);
  launch(draw_keys, blocks_for(n, 256), 256, 0, {}, keys.data(), n,
         what);
  return keys;
}
workload time_device_sort(const sorter& sort, int what,
                          std::int64_t n) {
  auto a = std::make_shared<sorting>();
  a->in = drawn(what, n);
  a->out = device_array<float>(n);
  std::size_t bytes = 0;
  sort(nullptr, bytes, a->in.data(), a->out.data(), n, {}, nullptr);
  a->temporary = device_array<char>(std::int64_t(bytes));
  workload w;
  w.resident = [=]() mutable {
    sort(a->temporary.data(), bytes, a->in.data(), a->out.data(), n, {},
         nullptr);
  };
  w.check = [=] {
    w.resident();
    check_sort(a->in, a->out);
  };
  w.on_device = true;
  w.bytes = 8.0 * double(n);
  return w;
}
workload time_host_sort(const std::function<host_sort<float>>& sort,
                        int what, std::int64_t n) {
  auto in =
      std::make_shared<std::vector<float>>(to_host(drawn(what, n)));
  auto keys = std::make_shared<std::vector<float>>(*in);
  workload w;
  w.whole = [=] {
    std::copy(in->begin(), in->end(), keys->begin());
    sort(*keys, order::ascending);
  };
  w.check = [=] {
    w.whole();
    check_sort(to_device(*in), to_device(*keys));
  };
  return w;
}
workload hybrid_of(int buckets) {
  return time_device_sort(
      [=](void* temporary, std::size_t& bytes, const float* in,
          float* out, std::int64_t n, order o, cudaStream_t s) {
        const auto io = keys_of(in, out, o);
        const auto used = hybrid_sort(io.in, io.out, n, io.order,
                                      temporary, s, buckets);
        if (!temporary) bytes = std::size_t(used);
      },
      0, std::int64_t(1) << 22);
}
template <int w, int tile>
sorter merge_of(int ways) {
  return [=](void* temporary, std::size_t& bytes, const float* in,
             float* out, std::int64_t n, order o, cudaStream_t s) {
    const auto used =
        merge_sort<w, tile>(keys_of(in, out, o), n, temporary, s, ways);
    if (!temporary) bytes = std::size_t(used);
  };
}
struct named_sorter {
  std::string name;
  std::int64_t limit;
  sorter device;
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
    list.push_back({name, std::int64_t(1) << power, v.run, nullptr});
  }
  #if WW_CUDA
  const std::int64_t all = std::int64_t(1) << 28;
  list.push_back({"cub-radix", all, cub_radix, nullptr});
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
    if (v.device && times_device())
      s.cells.push_back({v.name, input_names[what], n, 1, 0, [=] {
                           return time_device_sort(v.device, what, n);
                         }});
    if (!v.device && host)
      s.cells.push_back({v.name, input_names[what], n, 1, 0, [=] {
                           return time_host_sort(v.host, what, n);
                         }});
  }
}
sweep time_sweep() {
  sweep s{"sort-time", "sorting n uniform floats", {}, {}};
  for (int k = 10; k <= 28; k += 2)
    add_cells(s, 0, std::int64_t(1) << k, true);
  for (std::int64_t n : {1000, 100000, 10000000, 100000000})
    add_cells(s, 0, n, false, "bucket cub-radix cub-merge");
  if (!times_device())
    s.left_out = {"bucket", "merge", "vector", "hybrid"};
  return s;
}
sweep input_sweep() {
  sweep s{"sort-input", "sorting floats of every distribution", {}, {}};
  for (int what = 0; what < 16; ++what)
    for (int k : {20, 24, 26, 28})
      if (k < 28 || what < 2)
        add_cells(s, what, std::int64_t(1) << k, false,
                  "bucket cub-radix cub-merge");
  if (!times_device()) s.left_out = {"bucket"};
  return s;
}
workload one_pass(std::int64_t n, std::int64_t run) {
  auto a = std::make_shared<sorting>();
  a->in = drawn(0, n);
  a->out = device_array<float>(n);
  auto* one = reinterpret_cast<uint4*>(a->in.data());
  auto* other = reinterpret_cast<uint4*>(a->out.data());
  launch(sort_vectors<uint4>, blocks_for(n / 4, 128), 128, 0, {}, one,
         n / 4);
  for (std::int64_t r = 1; r < run; r *= 2) {
    launch(merge_pass<uint4>, blocks_for(n / (8 * r), 128), 128, 0, {},
           static_cast<const uint4*>(one), other, n / 4, r);
    std::swap(one, other);
  }
  workload w;
  w.resident = [=] {
    launch(merge_pass<uint4>, blocks_for(n / (8 * run), 128), 128, 0,
           {}, static_cast<const uint4*>(one), other, n / 4, run);
    static_cast<void>(a);
  };
  w.check = w.resident;
  w.on_device = true;
  w.bytes = 8.0 * double(n);
  return w;
}
sweep pass_sweep() {
  sweep s{"sort-passes", "each pass of the vector merge sort", {}, {}};
  const std::int64_t n = std::int64_t(1) << 22;
  for (std::int64_t run = 1; run < n / 4; run *= 2)
    if (times_device())
      s.cells.push_back({"vector", "uniform", run, 1, 0,
                         [=] { return one_pass(n, run); }});
  if (!times_device()) s.left_out = {"vector"};
  return s;
}
sweep bucket_sweep() {
  sweep s{"sort-buckets", "the hybrid's number of buckets", {}, {}};
  for (int buckets = 16; buckets <= 1024; buckets *= 2)
    if (times_device())
      s.cells.push_back({"hybrid", "uniform", std::int64_t(1) << 22, 1,
                         buckets, [=] { return hybrid_of(buckets); }});
  if (!times_device()) s.left_out = {"hybrid"};
  return s;
}
void add_merge(sweep& s, const std::string& name, const sorter& sort,
               std::int64_t n, int parameter) {
  if (times_device())
    s.cells.push_back({name, "uniform", n, 1, parameter,
                       [=] { return time_device_sort(sort, 0, n); }});
  else
    s.left_out = {"merge"};
}
sweep width_sweep() {
  sweep s{"sort-width", "the width of the merge's compare", {}, {}};
  for (int n : {1 << 20, 1 << 24}) {
    add_merge(s, "merge", merge_of<8, 8192>(0), n, 8);
    add_merge(s, "merge", merge_of<16, 8192>(0), n, 16);
    add_merge(s, "merge", merge_of<32, 8192>(0), n, 32);
  }
  return s;
}
sweep ways_sweep() {
  sweep s{"sort-ways", "the lists of a pass of the merge", {}, {}};
  for (int n : {1 << 20, 1 << 24, 100000000, 1 << 28})
    for (int ways = 2; ways <= most_ways; ways *= 2)
      add_merge(s, "merge", merge_of<16, 8192>(ways), n, ways);
  return s;
}
sweep tile_sweep() {
  sweep s{
      "sort-tile", "the tiles of the merge, and their threads", {}, {}};
  const std::int64_t n = 1 << 24;
  add_merge(s, "merge-256", merge_of<16, 4096>(0), n, 4096);
  add_merge(s, "merge-512", merge_of<8, 4096>(0), n, 4096);
  add_merge(s, "merge-256", merge_of<32, 8192>(0), n, 8192);
  add_merge(s, "merge-512", merge_of<16, 8192>(0), n, 8192);
  add_merge(s, "merge-1024", merge_of<8, 8192>(0), n, 8192);
  add_merge(s, "merge-512", merge_of<32, 16384>(0), n, 16384);
  add_merge(s, "merge-1024", merge_of<16, 16384>(0), n, 16384);
  return s;
}
template <int T, int I>
void add_block(sweep& s) {
  const sorter sort = [](void* temporary, std::size_t& bytes,
                         const float* in, float* out, std::int64_t n,
                         order o, cudaStream_t s) {
    const auto io = keys_of(in, out, o);
    bucket_sort<T, I>(temporary, bytes, io, io.out, n, s);
  };
  if (times_device())
    s.cells.push_back(
        {format("%d keys", I), "uniform", std::int64_t(1) << 24, 1, T,
         [=] { return time_device_sort(sort, 0, 1 << 24); }});
}
sweep block_sweep() {
  sweep s{
      "sort-block", "threads of a block, and keys of a thread", {}, {}};
  add_block<256, 12>(s);
  add_block<256, 16>(s);
  add_block<512, 8>(s);
  add_block<512, 12>(s);
  add_block<512, 16>(s);
  add_block<1024, 6>(s);
  if (!times_device()) s.left_out = {"bucket"};
  return s;
}
template <class K> workload typed_sort(std::int64_t n, bool pairs) {
  struct arrays {
    device_array<K> in, out;
    device_array<std::uint32_t> values_in, values_out;
    device_array<char> temporary;
  };
  auto a = std::make_shared<arrays>();
  const std::int64_t words = n * std::int64_t(sizeof(K)) / 4;
  a->in = device_array<K>(n);
  a->out = device_array<K>(n);
  a->values_in = device_array<std::uint32_t>(n);
  a->values_out = device_array<std::uint32_t>(n);
  launch(draw_keys, blocks_for(words, 256), 256, 0, {},
         reinterpret_cast<float*>(a->in.data()), words, 1);
  launch(draw_keys, blocks_for(n, 256), 256, 0, {},
         reinterpret_cast<float*>(a->values_in.data()), n, 1);
  auto run = [=](void* temporary, std::size_t& bytes) {
    if (pairs)
      sort_pairs(temporary, bytes, a->in.data(), a->out.data(),
                 a->values_in.data(), a->values_out.data(), n);
    else
      sort_keys(temporary, bytes, a->in.data(), a->out.data(), n);
  };
  std::size_t bytes = 0;
  run(nullptr, bytes);
  a->temporary = device_array<char>(std::int64_t(bytes));
  workload w;
  w.resident = [=]() mutable { run(a->temporary.data(), bytes); };
  w.check = w.resident;
  w.on_device = true;
  w.bytes = double(n) * double(2 * sizeof(K) + (pairs ? 8 : 0));
  return w;
}
#if WW_CUDA
template <class K>
workload radix_of(std::int64_t n, bool pairs) {
  const std::int64_t words = n * std::int64_t(sizeof(K)) / 4;
  auto in = std::make_shared<device_array<K>>(n);
  auto out = std::make_shared<device_array<K>>(n);
  auto values = std::make_shared<device_array<std::uint32_t>>(2 * n);
  launch(draw_keys, blocks_for(words, 256), 256, 0, {},
         reinterpret_cast<float*>(in->data()), words, 1);
  auto run = [=](void* temporary, std::size_t& bytes) {
    std::uint32_t* v = values->data();
    check(pairs
              ? cub::DeviceRadixSort::SortPairs(
                    temporary, bytes, static_cast<const K*>(in->data()),
                    out->data(), static_cast<const std::uint32_t*>(v),
                    v + n, n)
              : cub::DeviceRadixSort::SortKeys(
                    temporary, bytes, static_cast<const K*>(in->data()),
                    out->data(), n));
  };
  std::size_t bytes = 0;
  run(nullptr, bytes);
  auto temporary =
      std::make_shared<device_array<char>>(std::int64_t(bytes));
  workload w;
  w.resident = [=] {
    std::size_t given = bytes;
    run(temporary->data(), given);
  };
  w.check = w.resident;
  w.on_device = true;
  return w;
}
#endif
template <class K> void add_type(sweep& s, const char* name) {
  const std::int64_t n = std::int64_t(1) << 24;
  for (bool pairs : {false, true})
    s.cells.push_back({pairs ? "bucket-pairs" : "bucket", name, n, 1, 0,
                       [=] { return typed_sort<K>(n, pairs); }});
}
sweep type_sweep() {
  sweep s{"sort-types",
          "keys of every type, alone and with values",
          {},
          {}};
  if (times_device()) {
    add_type<float>(s, "float");
    add_type<double>(s, "double");
    add_type<std::int32_t>(s, "int32");
    add_type<std::uint32_t>(s, "uint32");
    add_type<std::int64_t>(s, "int64");
    add_type<std::uint64_t>(s, "uint64");
    #if WW_CUDA
    const std::int64_t n = std::int64_t(1) << 24;
    s.cells.push_back({"cub-radix", "uint32", n, 1, 0,
                       [=] { return radix_of<std::uint32_t>(n, false); }});
    s.cells.push_back({"cub-radix", "uint64", n, 1, 0,
                       [=] { return radix_of<std::uint64_t>(n, false); }});
    s.cells.push_back({"cub-radix-pairs", "uint32", n, 1, 0,
                       [=] { return radix_of<std::uint32_t>(n, true); }});
    s.cells.push_back({"cub-radix-pairs", "uint64", n, 1, 0,
                       [=] { return radix_of<std::uint64_t>(n, true); }});
    #endif
  } else {
    s.left_out = {"bucket", "bucket-pairs"};
  }
  return s;
}
template <class K>
void add_pairs(sweep& s, const char* name, int power) {
  const std::int64_t n = std::int64_t(1) << power;
  s.cells.push_back({"bucket-pairs", name, n, 1, 0,
                     [=] { return typed_sort<K>(n, true); }});
#if WW_CUDA
  s.cells.push_back({"cub-radix-pairs", name, n, 1, 0,
                     [=] { return radix_of<K>(n, true); }});
#endif
}
sweep pair_sweep() {
  sweep s{"sort-pairs", "keys with values, by size", {}, {}};
  if (!times_device()) s.left_out = {"bucket-pairs"};
  for (int power = 10; power <= 24 && times_device(); power += 2) {
    add_pairs<std::uint32_t>(s, "uint32", power);
    add_pairs<std::uint64_t>(s, "uint64", power);
  }
  return s;
}
sweep count_sweep() {
  sweep s{"sort-count", "the model's counts of the sorts", {}, {}};
  for (const auto& v : sort_variants<float>())
    if (v.needs_device && std::string(v.name) != "hybrid") {
      cell c{v.name, v.name, 4096, 1, 0};
      c.count = [=] {
        auto keys = to_host(drawn(0, 4096));
        model::watch watch;
        v.run(keys, order::ascending);
        const model::report r = watch.stop();
        if (!r.findings.empty())
          throw std::runtime_error(r.findings[0].text);
        return model::counter_rows(r);
      };
      s.cells.push_back(c);
    }
  return s;
}
std::vector<sweep> sort_sweeps() {
  return {time_sweep(), input_sweep(), pass_sweep(), bucket_sweep(),
          width_sweep(), ways_sweep(), tile_sweep(), block_sweep(),
          type_sweep(), pair_sweep(), count_sweep()};
}
}
int main(int argc, char** argv) {
  return run_sweeps("sort", argc, argv, sort_sweeps());
}
