#pragma once
#include <ww/detail/sort/sort-kernels.cuh>

namespace ww::detail::sort {
template <class P, class W> struct digits_of {
  static constexpr int bits = 8 * int(sizeof(W));
  static constexpr int passes =
      1 + (bits - P::low_bits + P::bits - 1) / P::bits;
  static constexpr int counters =
      (1 << P::low_bits) + ((passes - 1) << P::bits);
  __host__ __device__ static constexpr int width(int p) {
    return p > 0 ? P::bits : P::low_bits;
  }
  __host__ __device__ static constexpr int shift(int p) {
    return p > 0 ? P::low_bits + (p - 1) * P::bits : 0;
  }
  __host__ __device__ static constexpr int first(int p) {
    return p > 0 ? (1 << P::low_bits) + ((p - 1) << P::bits) : 0;
  }
  __device__ static int digit(W key, int p) {
    return int(key >> shift(p)) & ((1 << width(p)) - 1);
  }
};
template <class W> struct digits_io {
  const W* in;
  W *out, *spare;
  const std::uint32_t* values_in;
  std::uint32_t *values_out, *values_spare;
  key_order<W> order;
  std::int64_t n;
};
struct digit_counters {
  unsigned long long *varying, *ticket, *total, *cursor, *seen;
};
template <class W> struct digit_pass {
  const W* from;
  W* to;
  const std::uint32_t* values_from;
  std::uint32_t* values_to;
  bool works, first, last, parity;
};
template <class P, class W>
__device__ digit_pass<W> pass_of(const digits_io<W>& io, W varying,
                                 int pass) {
  using D = digits_of<P, W>;
  int before = 0, after = 0, published = 0;
  for (int p = 0; p < D::passes; ++p)
    if (p != pass && D::digit(varying, p) != 0) {
      before += p < pass;
      after += p > pass;
      published += p < pass && (P::pairs || p > 0);
    }
  const bool works = D::digit(varying, pass) || (!varying && pass == 0);
  const bool first = before == 0, to_out = after % 2 == 0;
  auto* values = to_out ? io.values_out : io.values_spare;
  auto* others = to_out ? io.values_spare : io.values_out;
  return {first ? io.in : to_out ? io.spare : io.out,
          to_out ? io.out : io.spare, first ? io.values_in : others,
          values, works, first, after == 0, published % 2 == 0};
}
template <class P, class W>
__global__ void __launch_bounds__(512)
    count_digits(digits_io<W> io, digit_counters c) {
  using D = digits_of<P, W>;
  auto* count = dynamic_shared<std::uint32_t>();
  const int t = threadIdx.x;
  for (int i = t; i < D::counters; i += 512) count[i] = 0;
  wait_for_previous();
  __syncthreads();
  const W one = to_order(io.in[0], io.order);
  W varying = 0;
  auto add = [&](W bits) {
    const W key = to_order(bits, io.order);
    varying |= key ^ one;
    WW_UNROLL for (int p = 0; p < D::passes; ++p)
      atomicAdd(&count[D::first(p) + D::digit(key, p)], 1u);
  };
  constexpr int U = 32 / int(sizeof(W)), step = 512 * U;
  std::int64_t at = std::int64_t(blockIdx.x) * step;
  for (; at + step <= io.n; at += std::int64_t(gridDim.x) * step) {
    W key[U];
    WW_UNROLL for (int k = 0; k < U; ++k)
      key[k] = io.in[at + k * 512 + t];
    WW_UNROLL for (int k = 0; k < U; ++k) add(key[k]);
  }
  for (auto i = at + t; i < io.n && i < at + step; i += 512)
    add(io.in[i]);
  for (int d = 16; d > 0; d /= 2)
    varying |= word_of_lane(varying, t % 32 ^ d);
  if (t % 32 == 0 && varying != 0)
    atomicOr(c.varying, static_cast<unsigned long long>(varying));
  __syncthreads();
  for (int i = t; i < D::counters; i += 512)
    {
      const int b = (i + int(blockIdx.x) * 64) % D::counters;
      if (count[b] > 0)
        atomicAdd(&c.total[b], static_cast<unsigned long long>(count[b]));
    }
}
template <int bits>
__device__ __forceinline__ std::uint32_t lanes_alike(int digit) {
  std::uint32_t alike[bits + 1] = {}, same = ~0u;
  alike[bits] = ~0u;
  WW_UNROLL for (int b = 0; b < bits; ++b) {
#if defined(__CUDA_ARCH__)
    asm("{\n .reg .pred p;\n .reg .u32 x;\n"
        " and.b32 x, %1, %2;\n setp.ne.u32 p, x, 0;\n"
        " vote.sync.ballot.b32 %0, p, 0xffffffff;\n"
        " @!p not.b32 %0, %0;\n}"
        : "=&r"(alike[b]) : "r"(digit), "r"(1u << b));
#else
    const std::uint32_t set = __ballot_sync(~0u, digit >> b & 1);
    alike[b] = digit >> b & 1 ? set : ~set;
#endif
  }
  WW_UNROLL for (int b = 0; b < bits; b += 2)
    #if defined(__CUDA_ARCH__)
        asm("lop3.b32 %0, %0, %1, %2, 0x80;"
            : "+r"(same) : "r"(alike[b]), "r"(alike[b + 1]));
    #else
        same &= alike[b] & alike[b + 1];
    #endif
  return same;
}
template <class N>
constexpr int number_bits = 8 * int(sizeof(N)) - 2;
template <class N>
__device__ inline N part_of(bool parity, std::int64_t n) {
  return N(parity) << (number_bits<N> + 1) | N(n);
}
template <class N>
__device__ inline N whole_of(bool parity, std::int64_t n) {
  return part_of<N>(parity, n) | N(1) << number_bits<N>;
}
template <class N>
__device__ inline std::int64_t look_back(const N* seen,
                                         std::int64_t tile, int stride,
                                         bool parity) {
  constexpr int U = 2, bits = number_bits<N>;
  std::int64_t sum = 0;
  for (;;) {
    N word[U];
    WW_UNROLL for (int k = 0; k < U; ++k)
      word[k] = load_relaxed(
          seen + max(tile - 1 - k, std::int64_t(0)) * stride);
    bool known = true;
    WW_UNROLL for (int k = 0; k < U; ++k) {
      known = known && (word[k] >> (bits + 1) != 0) == parity;
      if (!known) continue;
      sum += std::int64_t(word[k] & ((N(1) << bits) - 1));
      if (word[k] >> bits & 1) return sum;
      --tile;
    }
  }
}
template <class P, class W>
__global__ void __launch_bounds__(P::low_threads, 2)
    sort_by_lowest_digit(digits_io<W> io, digit_counters c) {
  using D = digits_of<P, W>;
  constexpr int T = P::low_threads, I = P::low_each;
  constexpr int R = 1 << P::low_bits;
  static_assert(R <= T);
  __shared__ std::int64_t shift[R];
  __shared__ std::uint32_t count[R];
  __shared__ unsigned long long sums[32];
  W* stage = dynamic_shared<W>();
  const int t = threadIdx.x;
  if (t < R) count[t] = 0;
  wait_for_previous();
  const auto q = pass_of<P>(io, W(*c.varying), 0);
  if (!q.works) return;
  const std::int64_t begin = std::int64_t(blockIdx.x) * T * I;
  const int size = int(min(io.n - begin, std::int64_t(T * I)));
  const bool full = size == T * I;
  W key[I];
  WW_UNROLL for (int k = 0; k < I; ++k)
    key[k] = full || k * T + t < size
                 ? to_order(q.from[begin + k * T + t], io.order)
                 : W(0);
  __syncthreads();
  std::uint32_t rank[I];
  take_places<I>(
      count, full, [=](int k) { return k * T + t < size; },
      [&](int k) { return unsigned(D::digit(key[k], 0)); },
      [&](int k, std::uint32_t r) { rank[k] = r; });
  __syncthreads();
  unsigned long long both = 0, all;
  std::uint32_t mine = 0;
  std::int64_t taken = 0;
  if (t < R) {
    mine = count[t];
    both = c.total[t] << 16 | mine;
    if (mine > 0)
      taken = std::int64_t(atomicAdd(
          &c.cursor[t], static_cast<unsigned long long>(mine)));
  }
  both = block_exclusive(both, sums, all);
  if (t < R) {
    count[t] = std::uint32_t(both & 0xffff);
    shift[t] = std::int64_t(both >> 16) + taken - std::int64_t(count[t]);
  }
  __syncthreads();
  WW_UNROLL for (int k = 0; k < I; ++k)
    if (full || k * T + t < size)
      stage[count[D::digit(key[k], 0)] + rank[k]] = key[k];
  __syncthreads();
  WW_UNROLL for (int k = 0; k < I; ++k) {
    const int i = k * T + t;
    if (!full && i >= size) continue;
    const W w = stage[i];
    q.to[shift[D::digit(w, 0)] + i] =
        q.last ? from_order(w, io.order) : w;
  }
}
template <class P, class W> struct digit_memory {
  W* stage;
  typename P::number* shift;
  std::uint32_t *values, *count;
};
template <class P, class W> constexpr int digit_bytes() {
  return P::threads * P::each * int(sizeof(W) + (P::pairs ? 4 : 0)) +
         int(sizeof(typename P::number) << P::bits) +
         (P::threads / 32 * 4 << P::bits);
}
template <class P, class W>
__device__ digit_memory<P, W> lay_out_digits() {
  W* stage = dynamic_shared<W>();
  auto* shift = reinterpret_cast<typename P::number*>(
      stage + P::threads * P::each);
  auto* values =
      reinterpret_cast<std::uint32_t*>(shift + (1 << P::bits));
  const int staged = P::pairs ? P::threads * P::each : 0;
  return {stage, shift, values, values + staged};
}
template <class P, class W> struct digit_tile {
  using D = digits_of<P, W>;
  using N = typename P::number;
  static constexpr int T = P::threads, I = P::each, R = 1 << P::bits;
  static constexpr int per = R > T ? R / T : 1;
  const digits_io<W>& io;
  const digit_counters& c;
  int pass;
  digit_pass<W>& q;
  unsigned long long* sums;
  const digit_memory<P, W>& m;
  W (&key)[I];
  std::uint32_t (&value)[P::pairs ? I : 1], (&total)[per];
  std::int64_t (&start)[per];
  int t = threadIdx.x, lane = t % 32, size = 0;
  std::uint32_t* mine = m.count + t / 32 * R;
  std::int64_t tile = 0, begin = 0, at = 0;
  bool full = false;
  std::uint32_t first = 0, most = 0;
  __device__ __forceinline__ bool take_next(std::int64_t& ticket) {
    if (t == 0) {
      ticket = std::int64_t(atomicAdd(&c.ticket[pass], 1ull));
      const auto own = pass_of<P>(io, W(*c.varying), pass);
      q = own;
    }
    __syncthreads();
    if (!q.works) return false;
    tile = ticket, begin = tile * T * I;
    size = int(min(io.n - begin, std::int64_t(T * I)));
    full = size == T * I;
    return true;
  }
  __device__ __forceinline__ void clear_counts() {
    for (int i = t; i < T / 32 * R; i += T) m.count[i] = 0;
  }
  __device__ __forceinline__ void load_keys() {
    at = begin + t / 32 * (32 * I) + lane;
    WW_UNROLL for (int k = 0; k < I; ++k)
      key[k] = full || at + k * 32 < io.n ? q.from[at + k * 32] : W(0);
    if (q.first)
      WW_UNROLL for (int k = 0; k < I; ++k)
        key[k] = to_order(key[k], io.order);
    if (!full)
      WW_UNROLL for (int k = 0; k < I; ++k)
        if (at + k * 32 >= io.n) key[k] = W(~W(0));
    WW_UNROLL for (int k = 0; k < I; ++k)
      atomicAdd(&mine[D::digit(key[k], pass)], 1u);
  }
  __device__ __forceinline__ void load_values() {
    if constexpr (P::pairs)
      WW_UNROLL for (int k = 0; k < I; ++k)
        if (full || at + k * 32 < io.n)
          value[k] = q.values_from ? q.values_from[at + k * 32]
                                   : std::uint32_t(at + k * 32);
  }
  __device__ bool counts() const { return t * per < R; }
  __device__ N* seen() const {
    return reinterpret_cast<N*>(c.seen) + t * per;
  }
  __device__ N* word() const { return seen() + tile * R; }
  __device__ bool has_one_digit() const {
    return full && most == unsigned(T * I);
  }
  __device__ __forceinline__ void find_starts() {
    std::uint32_t sum = 0, all;
    if (counts())
      WW_UNROLL for (int d = 0; d < per; ++d) {
        for (int w = 0; w < T / 32; ++w)
          total[d] += m.count[w * R + t * per + d];
        if (tile > 0)
          store_relaxed(word() + d, part_of<N>(q.parity, total[d]));
        sum += total[d];
        most = max(most, total[d]);
      }
    first =
        block_exclusive(sum, reinterpret_cast<std::uint32_t*>(sums), all);
    if (tile == 0) {
      unsigned long long before = 0, keys;
      for (int d = 0; counts() && d < per; ++d)
        before += c.total[D::first(pass) + t * per + d];
      before = block_exclusive(before, sums, keys);
      for (int d = 0; counts() && d < per; ++d) {
        start[d] = std::int64_t(before);
        store_relaxed(word() + d,
                      whole_of<N>(q.parity, start[d] + total[d]));
        before += c.total[D::first(pass) + t * per + d];
      }
    }
    if (counts()) {
      std::uint32_t next = first;
      WW_UNROLL for (int d = 0; d < per; ++d)
        for (int w = 0; w < T / 32; ++w) {
          const int i = w * R + t * per + d;
          const std::uint32_t here = m.count[i];
          m.count[i] = next;
          next += here;
        }
    }
  }
  __device__ __forceinline__ void order_keys() {
    const std::uint32_t below = (1u << lane) - 1;
    const int again = __shfl_sync(~0u, pass, 0);
    WW_UNROLL for (int k = 0; k < I; ++k)
      {
        const int d = D::digit(key[k], again);
        const std::uint32_t same = lanes_alike<P::bits>(d);
        const auto before = unsigned(__popc(same & below));
        const std::uint32_t rank = mine[d] + before;
        __syncwarp();
        if (before + 1 == unsigned(__popc(same))) mine[d] = rank + 1;
        __syncwarp();
        m.stage[rank] = key[k];
        if constexpr (P::pairs) m.values[rank] = value[k];
      }
  }
  __device__ __forceinline__ void look_back_for_starts() {
    if (!counts()) return;
    std::uint32_t in_tile = first;
    WW_UNROLL for (int d = 0; d < per; ++d) {
      if (tile > 0) {
        start[d] = look_back(seen() + d, tile, R, q.parity);
        store_relaxed(word() + d,
                      whole_of<N>(q.parity, start[d] + total[d]));
      }
      m.shift[t * per + d] = N(start[d]) - in_tile;
      in_tile += total[d];
    }
  }
  __device__ __forceinline__ void write() {
    N to[I];
    WW_UNROLL for (int k = 0; k < I; ++k) {
      const int i = k * T + t;
      if (!full && i >= size) continue;
      const W w = m.stage[i];
      to[k] = m.shift[D::digit(w, pass)] + N(i);
      q.to[to[k]] = q.last ? from_order(w, io.order) : w;
    }
    if constexpr (P::pairs)
      WW_UNROLL for (int k = 0; k < I; ++k)
        if (full || k * T + t < size)
          q.values_to[to[k]] = m.values[k * T + t];
  }
  __device__ __forceinline__ void write_alike() {
    const N to = m.shift[D::digit(key[0], pass)] + N(at - begin);
    WW_UNROLL for (int k = 0; k < I; ++k) {
      q.to[to + k * 32] = q.last ? from_order(key[k], io.order) : key[k];
      if constexpr (P::pairs) q.values_to[to + k * 32] = value[k];
    }
  }
};
template <class P, class W>
__global__ void __launch_bounds__(P::threads, P::blocks)
    sort_by_digit(digits_io<W> io, digit_counters c, int pass) {
  __shared__ unsigned long long sums[32];
  __shared__ std::int64_t ticket;
  __shared__ digit_pass<W> q;
  constexpr int I = P::each, per = digit_tile<P, W>::per;
  const auto m = lay_out_digits<P, W>();
  W key[I];
  std::uint32_t value[P::pairs ? I : 1], total[per] = {};
  std::int64_t start[per] = {};
  digit_tile<P, W> tile{io,    c,   pass,  q,     sums, m,
                        key, value, total, start};
  tile.clear_counts();
  wait_for_previous();
  if (!tile.take_next(ticket)) return;
  tile.load_keys();
  tile.load_values();
  __syncthreads();
  tile.find_starts();
  const bool alike = __syncthreads_or(tile.has_one_digit());
  if (!alike) tile.order_keys();
  tile.look_back_for_starts();
  __syncthreads();
  if (alike) tile.write_alike();
  else tile.write();
}
template <bool with_values, int shape_threads, int keys_each,
          int blocks_each = 2, class number_type = std::uint32_t>
struct digit_policy {
  using number = number_type;
  static constexpr bool pairs = with_values;
  static constexpr int low_bits = 8, low_threads = shape_threads,
                       low_each = keys_each;
  static constexpr int bits = 8, threads = shape_threads,
                       each = keys_each, blocks = blocks_each;
};
template <class P, class W>
void digit_sort(void* temporary, std::size_t& bytes, digits_io<W> io,
                cudaStream_t s) {
  using D = digits_of<P, W>;
  const std::int64_t n = io.n;
  if (n < 0)
    throw bad_input(format("%lld keys", static_cast<long long>(n)));
  constexpr int tile = P::threads * P::each;
  const std::int64_t tiles = tiles_of(n, tile);
  arena memory{temporary};
  io.spare = memory.take<W>(n);
  io.values_spare = memory.take<std::uint32_t>(P::pairs ? n : 0);
  const std::int64_t low = std::int64_t(1) << P::low_bits;
  const std::int64_t counters = 1 + D::passes + D::counters + low +
                                (tiles << P::bits);
  digit_counters c{};
  c.varying = memory.take<unsigned long long>(counters);
  c.ticket = c.varying + 1;
  c.total = c.ticket + D::passes;
  c.cursor = c.total + D::counters;
  c.seen = c.cursor + low;
  if (!memory.holds(bytes) || n == 0) return;
  const unsigned wave = 3 * unsigned(multiprocessors());
  launch(clear_counters<unsigned long long>, wave, 512, 0, s,
         c.varying, counters);
  launch_next(count_digits<P, W>,
              unsigned(std::min<std::int64_t>(tiles_of(n, 4096), wave)),
              512, 4 * D::counters, s, io, c);
  for (int p = 0; p < D::passes; ++p)
    {
      if constexpr (!P::pairs)
        if (p == 0) {
          constexpr int low = P::low_threads * P::low_each;
          launch_next(sort_by_lowest_digit<P, W>,
                      blocks_for(n, low), P::low_threads,
                      low * int(sizeof(W)), s, io, c);
          continue;
        }
      launch_next(sort_by_digit<P, W>, unsigned(tiles), P::threads,
                  digit_bytes<P, W>(), s, io, c, p);
    }
}
constexpr std::int64_t few_by_digits = 1 << 16,
                       few_pairs_by_digits =
                           few_keys<unsigned long long>;
template <bool pairs, class W>
void sort_by_digits(void* temporary, std::size_t& bytes,
                    const digits_io<W>& io, cudaStream_t s) {
  auto sort = [&](auto policy) {
    digit_sort<decltype(policy)>(temporary, bytes, io, s);
  };
  using wide = unsigned long long;
  constexpr int I = pairs ? 26 : 32, B = pairs ? 2 : 3;
  if (io.n <= 1 << 20) sort(digit_policy<pairs, 512, 8>{});
  else if (!pairs && io.n <= 1 << 22)
    sort(digit_policy<pairs, 512, pairs ? 8 : 16>{});
  else if (io.n < 1 << 30) sort(digit_policy<pairs, 384, I, B>{});
  else sort(digit_policy<pairs, 384, I, B, wide>{});
}
}
