#include <memory>
#include <ww/detail/sort/sort2008-kernels.cuh>
#include <ww/detail/sort/timed-sort.cuh>

namespace {
using namespace ww;
using namespace ww::detail;
using namespace ww::detail::sort;
workload one_pass(std::int64_t n, std::int64_t run) {
  auto a = std::make_shared<sort_arrays<float>>();
  a->in = drawn_keys<float>(key_input::uniform, n);
  a->out = device_array<float>(n);
  auto* other = reinterpret_cast<uint4*>(a->out.data());
  auto* one = run_passes(reinterpret_cast<uint4*>(a->in.data()), other,
                         n / 4, nullptr, run);
  if (one == other) other = reinterpret_cast<uint4*>(a->in.data());
  workload w;
  w.resident = [=] {
    launch(merge_pass<uint4>, blocks_for(n / (8 * run), 128), 128, 0,
           nullptr, one, other, n / 4, run), void(a);
  };
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
sweep bucket_sweep() {
  sweep s{"sort-buckets", "the hybrid's number of buckets", {},
          {"hybrid"}};
  s.block = "buckets";
  for (int buckets : {16, 64, 256, 512, 1024})
    add_sort<float>(
        s, "hybrid", "uniform", std::int64_t(1) << 22, buckets,
        [=](void* t, std::size_t& bytes, const sorting<float>& a) {
          hybrid_sort(t, bytes,
                      keys_of<float>(a.in, a.out, order::ascending),
                      a.n, nullptr, buckets);
        });
  return s;
}
}
int main(int argc, char** argv) {
  return run_sweeps("sort2008", argc, argv,
                    {pass_sweep(), bucket_sweep()});
}
