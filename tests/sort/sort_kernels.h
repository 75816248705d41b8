// What the tests of the bucket sort's kernels share: keys of 32, 64 and 128 bits, small levels, and each kernel by itself.
#pragma once
#include "sorts.h"

// Nothing is made of the words that a test writes down.
template <class W> struct plain_io {
  using word = W;
  const W* in;
  W* out;
  __device__ bool idle() const { return false; }
  __device__ W load(std::int64_t i) const { return in[i]; }
  __device__ void store(std::int64_t i, W w) const { out[i] = w; }
};
template <class W> W word_from(std::uint64_t high, std::uint64_t low) {
  if constexpr (sizeof(W) > 8) return W(high) << 64 | low;
  else return W(high);
}
template <class W> std::vector<W> in_order(std::vector<W> keys) {
  std::sort(keys.begin(), keys.end());
  return keys;
}
enum shape { any_words, all_equal, extremes, powers, two_clusters, sixteen, half_equal, clusters_at_powers, rising_words, last_shape };
template <class W> std::vector<W> shaped(int what, std::int64_t n) {
  std::mt19937_64 g(std::uint64_t(n * 16 + what));
  const int bits = 8 * sizeof(W);
  std::vector<W> keys(n);
  for (std::int64_t i = 0; i < n; ++i) {
    const std::uint64_t r = g(), s = g();
    const W any = sizeof(W) == 4 ? W(r >> 32) : word_from<W>(r, s);
    keys[i] = what == all_equal            ? W(7)
              : what == extremes           ? i % 2 ? W(~W(0)) : W(0)
              : what == powers             ? W(1) << i % bits
              : what == two_clusters       ? (r % 2 ? W(1) << (bits - 2) : W(0)) + W(s % (8 * std::uint64_t(n)))
              : what == sixteen            ? W(1000 + r % 16)
              : what == half_equal         ? (s % 2 ? W(5) : any)
              : what == clusters_at_powers ? (W(1) << r % bits) + W(s % 3)
              : what == rising_words       ? W(~W(0)) / W(n) * W(i)
                                           : any;
  }
  return keys;
}
template <class W> int varying_digits(const std::vector<W>& keys) {
  W varying = 0;
  for (W k : keys) varying |= k ^ keys[0];
  int digits = 0;
  for (; varying != 0; varying >>= 8) digits += (varying & 255) != 0;
  return digits;
}
template <class W> std::pair<W, W> range_of(const std::vector<W>& keys) {
  if (keys.empty()) return {W(~W(0)), W(0)};
  const auto ends = std::minmax_element(keys.begin(), keys.end());
  return {*ends.first, *ends.second};
}
template <class W> std::vector<W> structured_words(std::uint64_t seed, std::int64_t n) {
  using K = std::conditional_t<sizeof(W) == 4, std::uint32_t, std::uint64_t>;
  const auto input = structured_input::draw<K>(seed);
  std::vector<W> keys(n);
  for (std::int64_t i = 0; i < n; ++i) keys[i] = word_from<W>(draw_key<K>(input, i, n), seed % 2 ? std::uint64_t(i) : 0);
  return keys;
}

// Levels of a few thousand keys: blocks of 64 threads with 4 keys each, tiles of 1024.
// What the second level leaves goes by digits as ranges, or, where there may be none, as a whole.
enum levels { one, two, two_without_ranges };
// Whatever their number, an uneven sample does not send the keys to digits.
template <class W> struct patient_levels : bucket_policy<W> { static constexpr std::int64_t many = 0; };
template <class W, int levels> struct small_levels : patient_levels<W> {
  static constexpr int threads = 64, each = 4, first_slots = 1024, later_slots = 1024, tile = 2 * move_threads;
  static constexpr int large_threads = 128, keys_a_range = levels == two_without_ranges ? 1 << 30 : 64;
  static constexpr std::int64_t one_level = levels == one ? 1 << 20 : 256;
};
// What a sort of plain words leaves behind: the keys, and the lists' lengths.
template <class W> struct sorted_words {
  std::vector<W> keys;
  sort_control control;
};
template <class P, class W> sorted_words<W> by_levels(const std::vector<W>& keys) {
  const auto n = std::int64_t(keys.size());
  const auto in = to_device(keys);
  model::name_array(in.data(), "keys");
  const guarded<W> out(n);
  const digits_io<W> io{in.data(), out.data(), nullptr, nullptr, nullptr, nullptr, order_of<W>(order::ascending), n};
  std::size_t bytes = 0;
  bucket_sort<P>(nullptr, bytes, io, nullptr);
  const guarded<char> temporary{std::int64_t(bytes)};
  sorted_words<W> r;
  bucket_sort<P>(temporary.data(), bytes, io, nullptr);
  r.keys = out.take();
  REQUIRE(same_bits(to_host(in), keys));
  const auto all = temporary.take();
  arena a{temporary.data()};
  a.take<W>(n);
  const char* control = all.data() + (reinterpret_cast<const char*>(a.take<sort_control>(1)) - temporary.data());
  std::memcpy(&r.control, control, sizeof r.control);
  return r;
}
// The keys in the buckets of the first level.
template <class P, class W> std::vector<W> first_level(const std::vector<W>& keys) {
  const auto in = to_device(keys);
  const device_array<W> out(in.size());
  bucket_levels<P, W> levels{{in.data(), out.data(), order_of<W>(order::ascending)}, in.size(), nullptr};
  const auto lay_out = [&](void* memory) {
    arena a{memory};
    levels.one = a.take<W>(levels.n);
    levels.lay_out_shared(a);
    levels.lay_out(a);
    return std::int64_t(a.used());
  };
  const device_array<char> memory(lay_out(nullptr));
  lay_out(memory.data());
  levels.run(0);
  const device_array<W> moved(in.size());
  copy_device(moved.data(), levels.one, in.size() * std::int64_t(sizeof(W)), nullptr);
  return to_host(moved);
}
template <int T, int I, class W> std::vector<W> at_once(const std::vector<W>& keys, unsigned blocks) {
  const auto in = to_device(keys);
  const guarded<W> out(std::int64_t(keys.size()));
  const plain_io<W> io{in.data(), out.data()};
  launch(sort_at_once<T, I, W, plain_io<W>>, blocks, T, merging_bytes<W>(T * I), {}, io, int(keys.size()));
  return out.take();
}
// Sorts some buckets that are listed as overfull, all of the same keys, by two blocks of 64 threads.
template <class W> std::vector<W> listed(const std::vector<W>& keys, int buckets, bool other) {
  constexpr int T = 64, I = 4;
  const auto n = std::int64_t(keys.size());
  std::vector<W> all;
  std::vector<small_bucket> list;
  for (int b = 0; b < buckets; ++b) {
    list.push_back({b * n, int(n), other});
    all.insert(all.end(), keys.begin(), keys.end());
  }
  const auto overfull = to_device(list);
  const auto full = to_device(all);
  const guarded<W> out(n * buckets);
  sort_control control{};
  control.overfull = unsigned(buckets);
  const auto c = to_device(std::vector<sort_control>{control});
  const W *a = other ? nullptr : full.data(), *b = other ? full.data() : nullptr;
  launch(merge_overfull<T, I, W, plain_io<W>>, 2u, T, merging_bytes<W>(T * I), {}, plain_io<W>{nullptr, out.data()}, a, b,
         static_cast<const sort_control*>(c.data()), static_cast<const small_bucket*>(overfull.data()), std::int64_t(0), 0);
  const auto sorted = out.take();
  for (int k = 1; k < buckets; ++k) REQUIRE(std::equal(sorted.begin(), sorted.begin() + n, sorted.begin() + k * n));
  return {sorted.begin(), sorted.begin() + n};
}

// The map that a sample draws: at the first level for all keys, at the second for the first third and for the rest.
template <class W> struct drawn_map {
  parent_bucket<W> parent;
  std::vector<key_map<W>> line;
  std::vector<std::uint16_t> entry;
};
template <class W> std::vector<drawn_map<W>> draw_maps(const std::vector<W>& keys, int level, int slots) {
  const auto n = std::int64_t(keys.size());
  const auto in = to_device(keys);
  const int p = level + 1;
  sort_level<W> v{};
  v.level = level, v.slots = slots, v.sampled = level == 0 ? samples : later_samples, v.most = level == 0 ? 16 : 8, v.group = 1, v.tile = 1024, v.room = 256, v.target = 170;
  const auto bins = std::size_t(p) * v.entries();
  std::vector<parent_bucket<W>> halves(p);
  if (level == 1) halves[0].size = n / 3, halves[1].first = n / 3, halves[1].size = n - n / 3;
  const auto parents = to_device(halves);
  const auto line = to_device(std::vector<key_map<W>>(p * most_lines));
  const auto entry = to_device(std::vector<std::uint16_t>(bins));
  const auto in_bin = to_device(std::vector<unsigned long long>(bins, 1));
  v.parents = parents.data(), v.line = line.data(), v.entry = entry.data(), v.in_bin = in_bin.data();
  sort_control control{};
  control.reserved = 2ull << tile_bits;
  const auto c = to_device(std::vector<sort_control>{control});
  launch(level == 0 ? sample_parents<samples / 1024, W, plain_io<W>> : sample_parents<later_samples / 1024, W, plain_io<W>>, unsigned(p), 1024, sample_bytes<W>(v.entries()), {}, plain_io<W>{in.data(), nullptr},
         static_cast<const W*>(in.data()), n, c.data(), v);
  for (auto b : to_host(in_bin)) REQUIRE(b == 0);
  const auto q = to_host(parents);
  const auto lines = to_host(line);
  const auto entries = to_host(entry);
  std::vector<drawn_map<W>> maps;
  for (int k = 0; k < p; ++k)
    maps.push_back({q[k], {lines.begin() + k * most_lines, lines.begin() + k * most_lines + q[k].lines},
                    {entries.begin() + k * v.entries(), entries.begin() + k * v.entries() + q[k].entries}});
  return maps;
}
// The small levels are compiled in sort_kernels.cu alone.
#define WW_SMALL_LEVELS(as, W)                                                                       \
  as template sorted_words<W> by_levels<small_levels<W, one>>(const std::vector<W>&);                \
  as template sorted_words<W> by_levels<small_levels<W, two>>(const std::vector<W>&);                \
  as template sorted_words<W> by_levels<small_levels<W, two_without_ranges>>(const std::vector<W>&); \
  as template std::vector<W> first_level<small_levels<W, two>>(const std::vector<W>&);               \
  as template std::vector<drawn_map<W>> draw_maps(const std::vector<W>&, int, int);
WW_SMALL_LEVELS(extern, std::uint32_t)
WW_SMALL_LEVELS(extern, unsigned long long)
