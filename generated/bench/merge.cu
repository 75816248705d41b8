#include <memory>
#include <ww/detail/sort/merge-kernels.cuh>
#include <ww/detail/sort/timed-sort.cuh>

namespace {
using namespace ww;
using namespace ww::detail;
using namespace ww::detail::sort;
template <int w, int tile>
void add_merge(sweep& s, const char* name, std::int64_t n,
               int parameter, int ways = 0) {
  const any_sort<float> sort = [=](void* t, std::size_t& bytes,
                                   const sorting<float>& a) {
    merge_sort<w, tile>(
        t, bytes, keys_of<float>(a.in, a.out, order::ascending), a.n,
        nullptr, ways);
  };
  add_sort(s, name, "uniform", n, parameter, sort);
}
sweep ways_sweep() {
  sweep s{"sort-ways", "the runs of a pass of the merge", {},
          {"merge"}};
  s.block = "ways";
  for (int n : {1 << 24, 1 << 28})
    for (int ways : {2, 4, 8, 16, 32, 128})
      add_merge<16, 8192>(s, "merge", n, ways, ways);
  return s;
}
sweep width_sweep() {
  sweep s{"sort-width", "the width of the merge's compare", {},
          {"merge"}};
  s.block = "width";
  add_merge<8, 8192>(s, "merge", 1 << 24, 8);
  add_merge<32, 8192>(s, "merge", 1 << 24, 32);
  return s;
}
sweep tile_sweep() {
  sweep s{"sort-tile", "the merge's tiles, and their threads", {},
          {"merge"}};
  s.block = "tile";
  add_merge<16, 4096>(s, "merge-256", 1 << 24, 4096);
  add_merge<16, 16384>(s, "merge-1024", 1 << 24, 16384);
  return s;
}
}
int main(int argc, char** argv) {
  return run_sweeps("merge", argc, argv,
                    {width_sweep(), ways_sweep(), tile_sweep()});
}
