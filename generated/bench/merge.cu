#include <memory>
#include <stdexcept>
#include <ww/measure.h>
#include <ww/detail/key-inputs.cuh>
#include <ww/detail/merge-kernels.cuh>

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
template <int w, int tile> sorter merge_of(int ways) {
  return [=](void* temporary, std::size_t& bytes, const float* in,
             float* out, std::int64_t n, order o, cudaStream_t s) {
    merge_sort<w, tile>(temporary, bytes, keys_of(in, out, o), n, s,
                        ways);
  };
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
  sweep s{"sort-ways", "the runs of a pass of the merge", {}, {}};
  for (int n : {1 << 20, 1 << 24, 100000000, 1 << 28})
    for (int ways = 2; ways <= most_ways; ways *= 2)
      add_merge(s, "merge", merge_of<16, 8192>(ways), n, ways);
  return s;
}
sweep tile_sweep() {
  sweep s{"sort-tile", "the merge's tiles, and their threads", {}, {}};
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
}
int main(int argc, char** argv) {
  return run_sweeps("merge", argc, argv,
                    {width_sweep(), ways_sweep(), tile_sweep()});
}
