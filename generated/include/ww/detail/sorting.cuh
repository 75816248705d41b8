#pragma once
#include <algorithm>
#include <vector>
#include <ww/launch.cuh>
#if WW_CUDA
#include <cub/device/device_radix_sort.cuh>
#endif

namespace ww {
#if WW_CUDA
template <class K>
void sort_pairs(device_array<K>& keys, device_array<std::uint32_t>& values,
                cudaStream_t s = nullptr) {
  device_array<K> other_keys(keys.size());
  device_array<std::uint32_t> other_values(values.size());
  cub::DoubleBuffer<K> k(keys.data(), other_keys.data());
  cub::DoubleBuffer<std::uint32_t> v(values.data(), other_values.data());
  std::size_t bytes = 0;
  auto sort = [&](void* temporary) {
    check(cub::DeviceRadixSort::SortPairs(temporary, bytes, k, v,
                                          keys.size(), 0, int(8 * sizeof(K)),
                                          s));
  };
  sort(nullptr);
  device_array<char> temporary(std::int64_t(std::max<std::size_t>(bytes, 1)));
  sort(temporary.data());
  synchronize(s);
  if (k.Current() != keys.data()) std::swap(keys, other_keys);
  if (v.Current() != values.data()) std::swap(values, other_values);
}
#else
template <class K>
void sort_pairs(device_array<K>& keys, device_array<std::uint32_t>& values,
                cudaStream_t = nullptr) {
  const auto k = to_host(keys);
  const auto v = to_host(values);
  std::vector<std::pair<K, std::uint32_t>> pairs(k.size());
  for (std::size_t i = 0; i < k.size(); ++i) pairs[i] = {k[i], v[i]};
  std::stable_sort(pairs.begin(), pairs.end(), [](auto& a, auto& b) {
    return a.first < b.first;
  });
  std::vector<K> sorted_keys;
  std::vector<std::uint32_t> sorted_values;
  for (const auto& p : pairs) {
    sorted_keys.push_back(p.first);
    sorted_values.push_back(p.second);
  }
  keys.upload(sorted_keys.data(), keys.size());
  values.upload(sorted_values.data(), values.size());
}
#endif
}
