#include <memory>
#include <stdexcept>
#include <ww/measure.h>
#include <ww/detail/ground/arena.cuh>
#include <ww/detail/ground/key-inputs.cuh>
#include <ww/detail/sort/merge-kernels.cuh>

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
  s.block = "width";
  for (int n : {1 << 20, 1 << 24}) {
    add_merge(s, "merge", merge_of<8, 8192>(0), n, 8);
    add_merge(s, "merge", merge_of<16, 8192>(0), n, 16);
    add_merge(s, "merge", merge_of<32, 8192>(0), n, 32);
  }
  return s;
}
sweep ways_sweep() {
  sweep s{"sort-ways", "the runs of a pass of the merge", {}, {}};
  s.block = "ways";
  for (int n : {1 << 20, 1 << 24, 100000000, 1 << 28})
    for (int ways = 2; ways <= most_ways; ways *= 2)
      add_merge(s, "merge", merge_of<16, 8192>(ways), n, ways);
  return s;
}
sweep tile_sweep() {
  sweep s{"sort-tile", "the merge's tiles, and their threads", {}, {}};
  s.block = "tile";
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
