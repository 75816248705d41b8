#include <memory>
#include <stdexcept>
#include <ww/measure.h>
#include <ww/detail/key-inputs.cuh>
#include <ww/detail/sort2008-kernels.cuh>

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
void run_pass(const uint4* in, uint4* out, std::int64_t n,
              std::int64_t run) {
  launch(merge_pass<uint4>, blocks_for(n / (8 * run), 128), 128, 0,
         nullptr, in, out, n / 4, run);
}
workload one_pass(std::int64_t n, std::int64_t run) {
  auto a = std::make_shared<sorting>();
  a->in = drawn(0, n);
  a->out = device_array<float>(n);
  auto* one = reinterpret_cast<uint4*>(a->in.data());
  auto* other = reinterpret_cast<uint4*>(a->out.data());
  launch(sort_vectors<uint4>, blocks_for(n / 4, 128), 128, 0, nullptr,
         one, n / 4);
  for (std::int64_t r = 1; r < run; r *= 2) {
    run_pass(one, other, n, r);
    std::swap(one, other);
  }
  workload w;
  w.resident = [=] { run_pass(one, other, n, run), void(a); };
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
workload hybrid_of(int buckets) {
  return time_device_sort(
      [=](void* temporary, std::size_t& bytes, const float* in,
          float* out, std::int64_t n, order o, cudaStream_t s) {
        const auto io = keys_of(in, out, o);
        hybrid_sort(temporary, bytes, io.in, io.out, n, io.order, s,
                    buckets);
      },
      0, std::int64_t(1) << 22);
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
}
int main(int argc, char** argv) {
  return run_sweeps("sort2008", argc, argv,
                    {pass_sweep(), bucket_sweep()});
}
