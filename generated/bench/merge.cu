#include <memory>
#include <ww/detail/sort/merge-kernels.cuh>
#include <ww/detail/sort/timed-sort.cuh>

namespace {
using namespace ww;
using namespace ww::detail;
using namespace ww::detail::sort;
template <int w, int tile>
void add_merge(sweep& s, const char* name, std::int64_t n,
               int ways = 0) {
  const any_sort<float> sort = [=](void* t, std::size_t& bytes,
                                   const sorting<float>& a) {
    merge_sort<w, tile>(
        t, bytes, keys_of<float>(a.in, a.out, order::ascending), a.n,
        nullptr, ways);
  };
  add_sort(s, name, "uniform", n, ways, sort);
}
sweep ways_sweep() {
  sweep s{"sort-ways", "the merge's runs, keys a thread and tiles", {},
          {"merge"}};
  s.block = "ways";
  for (int n : {1 << 24, 1 << 28})
    for (int ways : {2, 4, 8, 16, 32, 128})
      add_merge<16, 8192>(s, "merge", n, ways);
  add_merge<8, 8192>(s, "8 keys", 1 << 24);
  add_merge<32, 8192>(s, "32 keys", 1 << 24);
  add_merge<16, 4096>(s, "tiles of 4096", 1 << 24);
  add_merge<16, 16384>(s, "tiles of 16384", 1 << 24);
  return s;
}
}
int main(int argc, char** argv) {
  return run_sweeps("merge", argc, argv, {ways_sweep()});
}
