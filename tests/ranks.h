// What the tests of several ranks share.
#pragma once
#include <algorithm>
#include <vector>
#include <ww/ranks.cuh>

// On a GPU several ranks may share one device, so that one machine with one GPU runs every case with direct copies.
inline ww::rank_options ranks_of(int ranks) {
  ww::rank_options o;
  o.ranks = ranks;
  o.link = "copies";
  if (WW_CUDA)
    for (int r = 0; r < ranks; ++r) o.devices.push_back(r % ww::device_count());
  return o;
}
// The parts: rank r has the elements from ends[r] on.
inline std::vector<std::int64_t> ends_of(std::int64_t n, int ranks, int how) {
  std::vector<std::int64_t> ends{0};
  for (int r = 1; r < ranks; ++r) {
    std::int64_t e = n * r / ranks;
    if (how == 1) e = 0;                       // all at the last rank
    if (how == 2) e = n;                       // all at the first
    if (how == 3) e = r % 2 ? n / 3 : 2 * n / 3;  // unequal, some empty
    ends.push_back(std::max(ends.back(), std::min(n, e)));
  }
  ends.push_back(n);
  return ends;
}
