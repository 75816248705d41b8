// SPDX-FileCopyrightText: 2026 The Warp and Weave authors
// SPDX-License-Identifier: MIT
// Sorts and hulls arrays in device memory, knowing only -I generated/include and -lww. Any pointer to device memory
// serves; device_array is a convenience that the host back end has, too.
#include <cstdio>
#include <ww/hull.cuh>
#include <ww/sort.cuh>

int main() {
  if (!ww::device_present()) return std::puts("no device"), 0;
  auto keys = ww::to_device(std::vector<float>{3, 1, 2, 1});
  auto points = ww::to_device(std::vector<float2>{{0, 0}, {1, 1}, {2, 0}, {1, 2}, {1, .5f}});
  ww::device_array<float> sorted(4);
  ww::device_array<std::uint32_t> ring(5);
  ww::device_array<std::int64_t> size(1);

  std::size_t bytes = 0, more = 0;  // how much temporary memory the calls need
  ww::sort_keys<float>(nullptr, bytes, keys.data(), sorted.data(), 4);
  ww::convex_hull<float2>(nullptr, more, points.data(), 5, ring.data(), size.data());
  ww::device_array<char> temporary(bytes > more ? bytes : more);
  ww::sort_keys(temporary.data(), bytes, keys.data(), sorted.data(), 4);
  ww::convex_hull(temporary.data(), more, points.data(), 5, ring.data(), size.data());

  for (float k : ww::to_host(sorted)) std::printf("%g ", k);
  std::printf("| %lld:", static_cast<long long>(ww::to_host(size)[0]));
  const auto around = ww::to_host(ring);
  for (int i = 0; i < int(ww::to_host(size)[0]); i++) std::printf(" %u", around[i]);
  std::puts("");
}
