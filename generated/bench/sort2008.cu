#include <memory>
#include <stdexcept>
#include <ww/measure.h>
#include <ww/detail/ground/arena.cuh>
#include <ww/detail/ground/key-inputs.cuh>
#include <ww/detail/sort/sort2008-kernels.cuh>

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
void run_pass(const uint4* in, uint4* out, std::int64_t n,
              std::int64_t run) {
  launch(merge_pass<uint4>, blocks_for(n / (8 * run), 128), 128, 0,
         nullptr, in, out, n / 4, run);
}
workload one_pass(std::int64_t n, std::int64_t run) {
  struct arrays { device_array<float> in, out; };
  auto a = std::make_shared<arrays>();
  a->in = drawn_keys<float>(key_input::uniform, n);
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
  sweep s{"sort-passes", "each pass of the vector merge sort", {},
          {"vector"}};
  const std::int64_t n = std::int64_t(1) << 22;
  for (std::int64_t run = 1; run < n / 4; run *= 2)
    if (times_device())
      s.cells.push_back({"vector", "uniform", run, 1, 0,
                         [=] { return one_pass(n, run); }});
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
  sweep s{"sort-buckets", "the hybrid's number of buckets", {},
          {"hybrid"}};
  s.block = "buckets";
  for (int buckets = 16; buckets <= 1024; buckets *= 2)
    if (times_device())
      s.cells.push_back({"hybrid", "uniform", std::int64_t(1) << 22, 1,
                         buckets, [=] { return hybrid_of(buckets); }});
  return s;
}
}
int main(int argc, char** argv) {
  return run_sweeps("sort2008", argc, argv,
                    {pass_sweep(), bucket_sweep()});
}
