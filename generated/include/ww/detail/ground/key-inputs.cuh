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
  std::uint32_t equal = 0, outliers = 0, period = 0;
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
__host__ __device__ K key_of_word(ordered_key<K> bits) {
  K key;
  memcpy(&key, &bits, sizeof key);
  return key;
}
template <class K>
__host__ __device__ K draw_key(const structured_input& s,
                               std::int64_t i, std::int64_t n) {
  using W = ordered_key<K>;
  if (s.period > 0) return periodic_key<K>(s, i);
  const key_order<W> map = order_of<K>(order::ascending);
  W word = structured_word<W>(s, i, n);
  if (map.turn > 0 && word == map.turn) ++word;
  return key_of_word<K>(from_order(word, map));
}
enum class key_family {
  and_words, or_words, cantor, reciprocal, product, octaves, exponents,
  normal, middle, few, lattice, squares, powers, ranges, blocks, runs,
  sawtooth, organ, nearly, steps, ramp, stride, turned, time, pointers,
  half, two, ids, number
};
inline constexpr const char* key_family_names[] = {
    "and", "or", "cantor", "reciprocal", "product", "octaves",
    "exponents", "normal", "middle", "few", "lattice", "squares",
    "powers", "ranges", "blocks", "runs", "sawtooth", "organ", "nearly",
    "steps", "ramp", "stride", "turned", "time", "pointers", "half",
    "two", "ids"};
struct family_input {
  std::uint64_t seed;
  key_family family;
  int p, s;
  std::uint32_t m;
  bool as_number;
  template <class K> static family_input draw(std::uint64_t seed) {
    const random_words r = random_source{seed, 0, 15}.words(0),
                       q = random_source{seed, 0, 15}.words(1);
    return {seed,
            key_family(r.word[0] % unsigned(key_family::number)),
            1 + int(r.word[1] % 8),
            int(r.word[2] % (8 * sizeof(K))),
            octave_number(15, r.word[3], q.word[0]),
            std::is_floating_point_v<K> && q.word[1] % 2 == 1};
  }
  std::string describe() const {
    return format("%s%s; p %d; s %d; m %u",
                  key_family_names[int(family)],
                  as_number ? " numbers" : "", p, s, m);
  }
};
template <class W> struct family_word {
  static constexpr int bits = 8 * int(sizeof(W));
  const family_input& f;
  std::int64_t i, n;
  __host__ __device__ W random(std::uint32_t k) const {
    const auto r = random_source{f.seed, i, 16}.words(k / 2);
    return W(k % 2 ? joined(r.word[2], r.word[3])
                   : joined(r.word[0], r.word[1]));
  }
  __host__ __device__ W fixed(std::int64_t part) const {
    const auto r = random_source{f.seed, part, 17}.words(0);
    return W(joined(r.word[0], r.word[1]));
  }
  __host__ __device__ W rising(std::int64_t at) const {
    return W(~W(0)) / W(n) * W(at);
  }
  __host__ __device__ W below(int power) const {
    return random(1) & words_below<W>(power);
  }
  __host__ __device__ W spread() const {
    using enum key_family;
    const W x = random(0);
    W v = x;
    switch (f.family) {
      case and_words: for (int k = 1; k <= f.p; ++k) v &= random(k);
        return v;
      case or_words: for (int k = 1; k <= f.p; ++k) v |= random(k);
        return v;
      case cantor: v = 0;
        for (int b = 0; b < bits; ++b)
          v |= W(x >> b / (f.p + 1) & 1) << b;
        return v;
      case reciprocal: return W(~W(0)) / W((x >> f.s) | 1);
      case product:
        for (int k = 1; k <= f.p; ++k) v = share_of(v, joined(
            std::uint32_t(random(k)), std::uint32_t(x)));
        return v;
      case octaves: return v >> int(random(1) % unsigned(bits));
      case exponents: return v & ~words_below<W>(bits - 12 - f.p);
      case normal:
        v = (x >> 2) + (random(1) >> 2) + (random(2) >> 2) + (random(3) >> 2);
        return fixed(0) / 2 + (v >> f.s) / 2;
      case middle:
        return fixed(0) ^ (x & words_below<W>(2 * f.p)) << f.s;
      case few: return fixed(std::int64_t(x % f.m));
      case lattice: return W(~W(0)) / f.m * W(x % f.m);
      case squares: v = x % f.m;
        return W(~W(0)) / (W(f.m) * W(f.m)) * v * v + below(f.s / 2);
      case powers: return (W(1) << int(x % unsigned(bits))) + below(f.s / 2);
      case pointers: return fixed(0) / 2 + below(f.s) / 16 * 16;
      case half: return x % 2 ? fixed(0) : random(1);
      case two: return fixed(std::int64_t(x % 2)) + below(f.s);
      default: return W(x % (W(f.m) * unsigned(f.p)));
    }
  }
  __host__ __device__ W word() const {
    using enum key_family;
    const std::int64_t m = f.m, piece = n / m + 1, at = i % piece;
    switch (f.family) {
      case ranges: return fixed(i / piece) + below(f.s);
      case blocks: return fixed(i / m) + below(f.s % 8);
      case runs: return rising(i / m * m) + below(f.p % 2 ? 0 : f.s);
      case sawtooth:
        return rising((piece - 1 - at) * (n / piece + 1) % n);
      case organ: return rising(at < piece / 2 ? 2 * at : n - 1 - at);
      case nearly:
        return random(1) % unsigned(10 * m) == 0 ? random(0) : rising(i);
      case steps: return rising(i / m * m);
      case ramp: return (W(i % m) << f.s % 16) + below(f.s % 16);
      case stride: return W(i * (2 * m + 1)) << f.s % 8;
      case turned:
        return W(turned_round(i, n, 0) * 0x1p31) << (bits - 31);
      case time: return fixed(0) / 2 + W(i * 1000) + below(f.p + 8);
      default: return spread();
    }
  }
};
template <class K>
__host__ __device__ K draw_key(const family_input& f, std::int64_t i,
                               std::int64_t n) {
  using W = ordered_key<K>;
  W word = family_word<W>{f, i, n}.word();
  if (f.as_number)
    return K(double(word) / (W(~W(0)) / 2 + 1.0) / 2 - 0.25);
  const key_order<W> map = order_of<K>(order::ascending);
  if (map.turn > 0 && word == map.turn) ++word;
  return key_of_word<K>(from_order(word, map));
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
__global__ void draw_keys(K* keys, std::int64_t n, std::int64_t first,
                          std::int64_t total, Input input) {
  const std::int64_t i =
      std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) keys[i] = draw_key<K>(input, first + i, total);
}
template <class K, class Input>
void draw_into(K* keys, std::int64_t n, const Input& input,
               std::int64_t first = 0, std::int64_t total = 0,
               cudaStream_t s = nullptr) {
  const auto blocks = unsigned((n + 255) / 256);
  if (n > 0)
    launch(draw_keys<K, Input>, blocks, 256, 0, s, keys, n, first,
           std::max(n, total), input);
}
template <class K>
device_array<K> drawn_keys(key_input what, std::int64_t n,
                           std::uint64_t seed = 1) {
  device_array<K> keys(n);
  draw_into(keys.data(), n, seeded_input{what, seed});
  return keys;
}
}
