#include <memory>
#include <stdexcept>
#include <ww/measure.h>
#include <ww/model.h>
#include <ww/detail/key-inputs.cuh>
#include <ww/detail/sort-kernels.cuh>
#if WW_CUDA
#include <cub/cub.cuh>
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>
#endif

namespace {
using namespace ww;
using namespace ww::detail;
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
struct sorting {
  device_array<float> in, out;
  device_array<char> temporary;
};
device_array<float> drawn(int what, std::int64_t n) {
  return drawn_keys<float>(key_input(what), n);
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
      s.cells.push_back({v.name, key_input_names[what], n, 1, 0, [=] {
                           return time_device_sort(v.device, what, n);
                         }});
    if (!v.device && host)
      s.cells.push_back({v.name, key_input_names[what], n, 1, 0, [=] {
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
  for (int what = 0; what < timed_key_inputs; ++what)
    for (int k : {20, 24, 26, 28})
      if (k < 28 || what < 2)
        add_cells(s, what, std::int64_t(1) << k, false,
                  "bucket cub-radix cub-merge");
  if (!times_device()) s.left_out = {"bucket"};
  return s;
}
template <int T, int I> struct shape : bucket_policy<std::uint32_t> {
  static constexpr int threads = T, each = I;
};
template <int T, int I> void add_block(sweep& s) {
  const sorter sort = [](void* temporary, std::size_t& bytes,
                         const float* in, float* out, std::int64_t n,
                         order o, cudaStream_t s) {
    const auto io = keys_of(in, out, o);
    bucket_sort<shape<T, I>>(temporary, bytes, io, io.out, n, s);
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
  a->in = drawn_keys<K>(key_input::bits, n);
  a->out = device_array<K>(n);
  a->values_in = drawn_keys<std::uint32_t>(key_input::bits, n);
  a->values_out = device_array<std::uint32_t>(n);
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
  auto in = std::make_shared<device_array<K>>(
      drawn_keys<K>(key_input::bits, n));
  auto out = std::make_shared<device_array<K>>(n);
  auto values = std::make_shared<device_array<std::uint32_t>>(2 * n);
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
      c.count = [&v] {
        auto keys = to_host(drawn(0, 4096));
        return model::count([&] { v.run(keys, order::ascending); });
      };
      s.cells.push_back(c);
    }
  return s;
}
std::vector<sweep> sort_sweeps() {
  return {time_sweep(), input_sweep(), block_sweep(), type_sweep(),
          pair_sweep(), count_sweep()};
}
}
int main(int argc, char** argv) {
  return run_sweeps("sort", argc, argv, sort_sweeps());
}
