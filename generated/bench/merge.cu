#include <memory>
#include <stdexcept>
#include <ww/measure.h>
#include <ww/detail/merge-kernels.cuh>

namespace {
using namespace ww;
using namespace ww::detail;
const char* const input_names[] = {
    "uniform", "bits",   "gaussian", "equal",   "two",      "sixteen",
    "sorted",  "reversed", "nearly", "organ",   "zipf",     "outlier",
    "staggered", "bucket", "interleaved", "banks"};
__device__ std::uint32_t random_word(std::int64_t i, std::uint32_t salt) {
  return mixed(std::uint32_t(i) * 0x9e3779b9u ^
               mixed(std::uint32_t(i >> 32) + salt));
}
__device__ float fraction_of(std::uint32_t word) {
  return float(word >> 8) * (1.0f / 16777216);
}
__device__ float draw_random(int what, std::int64_t i, std::uint32_t r,
                             float u) {
  switch (what) {
    case 0: return u;
    case 1: return __uint_as_float(r);
    case 2:
      return (u + fraction_of(mixed(r + 1)) + fraction_of(mixed(r + 2)) +
              fraction_of(mixed(r + 3))) / 4;
    case 3: return 0.5f;
    case 4: return float(r % 2);
    case 5: return float(r % 16);
    case 10: return floorf(expf(u * 13.8f));
    default: return i == 12345 ? 1e30f : u;
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
    case 6: return place;
    case 7: return 1 - place;
    case 8: return r % 100 == 0 ? fraction_of(mixed(r)) : place;
    case 9: return place < 0.5f ? place : 1 - place;
    case 14: return turned_round(i, n, 0);
    case 15: return turned_round(i, n, 5);
    case 12:
      return (float(part < parts / 2 ? 2 * part + 1 : 2 * part - parts) + u) /
             float(parts);
    default:
      return (float((i * parts - part * n) * parts / n) + u) / float(parts);
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
struct verdict { unsigned long long disorder, in, out; };
__global__ void judge_sort(const float* in, const float* out, std::int64_t n,
                           key_order<std::uint32_t> order, verdict* v) {
  const std::int64_t i =
      std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) return;
  auto word = [=](float k) { return to_order(__float_as_uint(k), order); };
  auto mix = [](std::uint32_t w) {
    return (mixed(w) + 0ull) << 32 | mixed(~w);
  };
  if (i > 0 && word(out[i]) < word(out[i - 1])) atomicAdd(&v->disorder, 1ull);
  atomicAdd(&v->in, mix(word(in[i])));
  atomicAdd(&v->out, mix(word(out[i])));
}
void check_sort(const device_array<float>& in, const device_array<float>& out) {
  const std::vector<verdict> clean(1);
  const auto v = to_device(clean);
  launch(judge_sort, blocks_for(in.size(), 256), 256, 0, {},
         static_cast<const float*>(in.data()),
         static_cast<const float*>(out.data()), in.size(),
         order_of<float>(order::ascending), v.data());
  const verdict said = to_host(v)[0];
  if (said.disorder > 0) throw std::runtime_error("the keys are not in order");
  if (said.in != said.out)
    throw std::runtime_error("the keys are not the same");
}
using sorter = std::function<device_sort<float>>;
struct sorting {
  device_array<float> in, out;
  device_array<char> temporary;
};
device_array<float> drawn(int what, std::int64_t n) {
  device_array<float> keys(n);
  launch(draw_keys, blocks_for(n, 256), 256, 0, {}, keys.data(), n, what);
  return keys;
}
workload time_device_sort(const sorter& sort, int what, std::int64_t n) {
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
  w.check = [=] { w.resident(); check_sort(a->in, a->out); };
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
  sweep s{"sort-tile", "the tiles of the merge, and their threads", {}, {}};
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
