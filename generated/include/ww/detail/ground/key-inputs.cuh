#pragma once
#include <cmath>
#include <cstring>
#include <string>
#include <ww/datasets.cuh>
#include <ww/detail/ground/key-order.cuh>

namespace ww::detail {
enum class key_input {
  uniform, bits, gaussian, equal, two, sixteen, sorted, reversed,
  nearly, organ, zipf, outlier, staggered, bucket, interleaved, banks,
  clusters
};
inline constexpr const char* key_input_names[] = {
    "uniform", "bits", "gaussian", "equal", "two", "sixteen", "sorted",
    "reversed", "nearly", "organ", "zipf", "outlier", "staggered",
    "bucket", "interleaved", "banks", "clusters"};
inline constexpr int timed_key_inputs = 16, key_inputs = 17;
template <class K> __host__ __device__ inline K key_of(double x) {
  return std::is_floating_point_v<K> ? K(x) : K(x * 2147483647.0);
}
__host__ __device__ inline double fraction_of(std::uint32_t r) {
  return double(r >> 8) * 0x1p-24;
}
template <class K>
__host__ __device__ inline K key_of_bits(random_words r) {
  const auto w = std::uint64_t(r.word[0]) << 32 | r.word[1];
  K key;
  memcpy(&key, &w, sizeof key);
  return key;
}
__host__ __device__ inline double turned_round(std::int64_t i,
                                               std::int64_t n,
                                               int low) {
  int bits = low;
  while (std::int64_t(1) << bits < n) ++bits;
  std::int64_t turned = 0;
  for (int k = low; k < bits; ++k) turned = 2 * turned + (i >> k) % 2;
  const std::int64_t run = std::int64_t(1) << low;
  return double(turned * run + i % run) /
         double(std::int64_t(1) << bits);
}
__host__ __device__ inline double draw_ordered(key_input what,
                                               std::int64_t i,
                                               std::int64_t n,
                                               random_words r) {
  using enum key_input;
  const std::int64_t parts = 256, part = i * parts / n;
  const double at = double(i) / double(n), u = fraction_of(r.word[0]);
  switch (what) {
    case sorted: return at;
    case reversed: return 1 - at;
    case nearly: return r.word[1] % 100 == 0 ? u : at;
    case organ: return at < 0.5 ? at : 1 - at;
    case staggered:
      return (double(part < parts / 2 ? 2 * part + 1
                                      : 2 * part - parts) +
              u) /
             double(parts);
    case bucket:
      return (double((i * parts - part * n) * parts / n) + u) /
             double(parts);
    case interleaved: return turned_round(i, n, 0);
    default: return turned_round(i, n, 5);
  }
}
template <class K>
__host__ __device__ inline K draw_key(key_input what, std::int64_t i,
                                      std::int64_t n,
                                      std::uint64_t seed) {
  using enum key_input;
  const random_words r = random_source{seed, i, 0}.words(0);
  const double u = fraction_of(r.word[0]);
  switch (what) {
    case uniform: return key_of<K>(u);
    case bits: return key_of_bits<K>(r);
    case gaussian:
      return key_of<K>((u + fraction_of(r.word[1]) +
                        fraction_of(r.word[2]) + fraction_of(r.word[3])) /
                       4);
    case equal: return key_of<K>(0.5);
    case two: return K(r.word[0] % 2);
    case sixteen: return K(r.word[0] % 16);
    case zipf: return K(floor(exp(u * 13.8)));
    case outlier:
      return i == n / 3 ? K(2147483647) : key_of<K>(u / 1024);
    case clusters:
      return key_of<K>(double(r.word[1] % 5) / 8 + u / 1e6);
    default: return key_of<K>(draw_ordered(what, i, n, r));
  }
}
enum class range_order {
  random, in_turn, blocks, ascending, descending
};
struct structured_input {
  std::uint64_t seed;
  std::uint32_t ranges = 1;
  int width = 0;
  bool varied = false, rising = false;
  range_order order = range_order::random;
  std::uint32_t equal = 0, outliers = 0;
  std::uint32_t period = 0;
  int noise = 0;
  template <class K> static structured_input draw(std::uint64_t seed);
  std::string describe() const;
};
template <class W>
__host__ __device__ inline W share_of(W things, std::uint64_t f) {
  return W(static_cast<unsigned __int128>(things) * f >> 64);
}
__host__ __device__ inline std::uint64_t joined(std::uint32_t high,
                                                std::uint32_t low) {
  return std::uint64_t(high) << 32 | low;
}
inline std::uint32_t octave_number(std::uint32_t octaves,
                                   std::uint32_t r, std::uint32_t s) {
  const std::uint32_t one = 1u << r % octaves;
  return one + s % one;
}
inline std::int64_t structured_size(std::uint64_t seed, int least,
                                    int most) {
  const random_words r = random_source{seed, 0, 11}.words(2);
  const std::int64_t one = std::int64_t(1)
                           << (least + int(r.word[0] % (most - least)));
  return one + 1 + r.word[1] % (one - 1);
}
template <class K>
structured_input structured_input::draw(std::uint64_t seed) {
  const random_source source{seed, 0, 11};
  const random_words a = source.words(0), b = source.words(1);
  const std::uint32_t rates[] = {0, 1000, 100, 30};
  structured_input s{seed};
  s.ranges = octave_number(15, a.word[0], a.word[1]);
  if (s.ranges > 30000) s.ranges = 30000;
  s.width = int(a.word[2] % (8 * sizeof(K) + 1));
  s.order = range_order(a.word[3] % 5);
  s.outliers = rates[b.word[0] % 4];
  s.varied = (a.word[2] >> 16) % 3 == 0;
  s.rising = (a.word[3] >> 16) % 4 == 0;
  const std::uint32_t fifth = b.word[1] % 5;
  s.equal = fifth == 0   ? 500
            : fifth == 1 ? 900 + (b.word[1] >> 16) % 100
                         : 0;
  if (std::is_floating_point_v<K> && b.word[2] % 6 == 0) {
    s.period = octave_number(16, b.word[3], b.word[3] >> 4);
    s.noise = 1 + int((b.word[2] >> 16) % 20);
  }
  return s;
}
inline std::string structured_input::describe() const {
  if (period > 0)
    return format("i mod %u plus 2^-%d of noise", period, noise);
  const char* orders[] = {"random", "in turn", "in blocks", "ascending",
                          "descending"};
  std::string s =
      format("%u ranges of %s2^%d; %s", ranges, varied ? "up to " : "",
             width, orders[int(order)]);
  if (rising) s += "; rising";
  if (equal == 500) s += "; half equal";
  else if (equal > 0) s += format("; %.1f%% equal", equal / 10.0);
  if (outliers > 0) s += format("; outliers 1/%u", outliers);
  return s;
}
template <class W> __host__ __device__ W words_below(int power) {
  return power == 0 ? W(0) : W(W(~W(0)) >> (8 * sizeof(W) - power));
}
template <class W> struct drawn_range { W first, last; };
template <class W>
__host__ __device__ drawn_range<W> range_of(const structured_input& s,
                                          std::uint32_t r) {
  const random_words h = random_source{s.seed, r, 10}.words(0);
  const std::uint64_t u = joined(h.word[0], h.word[1]);
  const int width =
      s.varied ? int(h.word[2] % (s.width + 1u)) : s.width;
  const std::uint64_t step = ~0ull / s.ranges;
  std::uint64_t at = u;
  if (s.order == range_order::descending) r = s.ranges - 1 - r;
  if (s.order >= range_order::ascending)
    at = step * r + share_of(step, u);
  const W first = share_of(W(~words_below<W>(s.width)), at);
  return {first, W(first + words_below<W>(width))};
}
template <class W>
__host__ __device__ W ranged_key(const structured_input& s,
                                 std::int64_t i, std::int64_t n,
                                 random_words r) {
  const bool blocks = s.order >= range_order::blocks;
  const auto range = std::uint32_t(
      blocks                            ? i * s.ranges / n
      : s.order == range_order::in_turn ? i % s.ranges
                : share_of(s.ranges, joined(r.word[0], 0)));
  const drawn_range<W> in = range_of<W>(s, range);
  const std::int64_t step = blocks ? i * s.ranges % n : i;
  return in.first +
         share_of(W(in.last - in.first),
                  s.rising ? ~0ull / n * step
                           : joined(r.word[2], r.word[3]));
}
template <class W>
__host__ __device__ W structured_word(const structured_input& s,
                                      std::int64_t i, std::int64_t n) {
  const random_words r = random_source{s.seed, i, 9}.words(0);
  if (s.outliers > 0 && r.word[0] % s.outliers == 0)
    return W(joined(r.word[2], r.word[3]));
  if (share_of(1000u, joined(r.word[1], 0)) < s.equal) {
    const random_words h = random_source{s.seed, 0, 12}.words(0);
    return h.word[0] % 2 ? range_of<W>(s, 0).last
                         : W(joined(h.word[1], h.word[2]));
  }
  return ranged_key<W>(s, i, n, r);
}
template <class K>
__host__ __device__ K periodic_key(const structured_input& s,
                                   std::int64_t i) {
  const random_words r = random_source{s.seed, i, 9}.words(0);
  const double noise = double(r.word[0] >> 8) /
                       double(std::int64_t(1) << (24 + s.noise));
  return K(double(i % s.period) + noise);
}
template <class K>
__host__ __device__ K draw_key(const structured_input& s,
                               std::int64_t i, std::int64_t n) {
  using W = ordered_key<K>;
  if (s.period > 0) return periodic_key<K>(s, i);
  const key_order<W> map = order_of<K>(order::ascending);
  W word = structured_word<W>(s, i, n);
  if (map.turn > 0 && word == map.turn) ++word;
  const W bits = from_order(word, map);
  K key;
  memcpy(&key, &bits, sizeof key);
  return key;
}
struct normal_rows {
  std::uint64_t seed;
  std::int64_t columns;
  static normal_rows draw(std::uint64_t seed, std::int64_t n) {
    const auto rows = std::int64_t(std::sqrt(double(n)));
    return {seed, rows > 0 ? (n + rows - 1) / rows : 1};
  }
};
template <class K>
__host__ __device__ K draw_key(const normal_rows& s, std::int64_t i,
                               std::int64_t) {
  const two_numbers z = normal(random_source{s.seed, i / 2, 13}, 0);
  return K(rounded_sum(double(s.seed) + double(i / s.columns),
                       i % 2 ? z.v : z.u));
}
struct seeded_input {
  key_input what;
  std::uint64_t seed;
};
template <class K>
__host__ __device__ K draw_key(const seeded_input& s, std::int64_t i,
                               std::int64_t n) {
  return draw_key<K>(s.what, i, n, s.seed);
}
template <class K, class Input>
__global__ void draw_keys(K* keys, std::int64_t n, Input input) {
  const std::int64_t i =
      std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) keys[i] = draw_key<K>(input, i, n);
}
template <class K, class Input>
void draw_into(K* keys, std::int64_t n, const Input& input) {
  const auto blocks = unsigned((n + 255) / 256);
  if (n > 0)
    launch(draw_keys<K, Input>, blocks, 256, 0, nullptr, keys, n,
           input);
}
template <class K>
device_array<K> drawn_keys(key_input what, std::int64_t n,
                           std::uint64_t seed = 1) {
  device_array<K> keys(n);
  draw_into(keys.data(), n, seeded_input{what, seed});
  return keys;
}
}
