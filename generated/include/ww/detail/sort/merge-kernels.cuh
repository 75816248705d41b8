#pragma once
#include <utility>
#include <ww/merge.cuh>
#include <ww/detail/ground/arena.cuh>
#include <ww/detail/sort/sort-kernels.cuh>

namespace ww::detail::sort {
template <int n> struct network {
  int a[8 * n] = {}, b[8 * n] = {}, size = 0;
  constexpr network() {
    for (int p = 1; p < n; p *= 2)
      for (int k = p; k >= 1; k /= 2)
        for (int j = k % p; j + k < n; j += 2 * k)
          for (int i = j; i < j + k && i + k < n; ++i)
            if (i / (2 * p) == (i + k) / (2 * p)) {
              a[size] = i;
              b[size++] = i + k;
            }
  }
};
template <int n> inline constexpr network<n> odd_even{};
template <int n, class W, int... k>
__host__ __device__ __forceinline__ void run_network(
    W (&r)[n], std::integer_sequence<int, k...>) {
  (order_two(r[std::integral_constant<int, odd_even<n>.a[k]>::value],
             r[std::integral_constant<int, odd_even<n>.b[k]>::value]),
   ...);
}
template <int n, class W>
__host__ __device__ __forceinline__ void sort_registers(W (&r)[n]) {
  run_network(r, std::make_integer_sequence<int, odd_even<n>.size>{});
}
template <class W> struct padded {
  W* words;
  int from;
  __device__ W& operator[](int i) const {
    return words[with_pads(from + i)];
  }
  __device__ padded operator+(int i) const { return {words, from + i}; }
};
template <class W> struct merge_memory {
  W* stage;
  std::uint32_t *counts, *sums;
  W* ends;
};
template <int T, int I, class W> constexpr int merge_bytes() {
  return merging_bytes<W>(T * I) + T * (I + 1) * 4;
}
template <class W>
__device__ merge_memory<W> lay_out_merge(int keys, std::uint32_t* sums,
                                         W* ends) {
  W* stage = dynamic_shared<W>();
  return {stage, reinterpret_cast<std::uint32_t*>(stage + keys), sums,
          ends};
}
template <int n, class W>
__host__ __device__ __forceinline__ void merge_halves(W (&r)[n]) {
  static_assert((n & (n - 1)) == 0);
  WW_UNROLL for (int k = 0; k < n / 2; ++k)
    order_two(r[k], r[n - 1 - k]);
  WW_UNROLL for (int d = n / 4; d >= 1; d /= 2)
    WW_UNROLL for (int i = 0; i < n; ++i)
      if (!(i & d)) order_two(r[i], r[i | d]);
}
constexpr int most_rounds = 16;
template <int T, int I, class W> struct block_bins {
  static constexpr int limit = 1 + (most_rounds - 1) * (I / 2);
  W (&key)[I];
  int size;
  merge_memory<W> m;
  W lo, hi;
  int t = threadIdx.x, most = 0, rounds = 1;
  bool overfull = false, some_overfull = false;
  W first = 0, last = 0;
  key_map<W> map = key_map<W>::over(lo, hi, T * I);
  padded<W> all = {m.stage, 0};
  __device__ static int cell(int b) { return b + b / I; }
  __device__ __forceinline__ void count_keys() {
    WW_UNROLL for (int k = 0; k < I; ++k)
      if (k * T + t < size) atomicAdd(&m.counts[cell(map(key[k]))], 1u);
    __syncthreads();
    std::uint32_t* mine = m.counts + t * (I + 1);
    std::uint32_t sum = 0, total;
    most = 0;
    overfull = false;
    WW_UNROLL for (int k = 0; k < I; ++k) {
      const int count = int(mine[k]);
      sum += mine[k];
      if (count > limit) overfull = true;
      else most = max(most, count);
    }
    std::uint32_t at = block_exclusive(sum, m.sums, total);
    WW_UNROLL for (int k = 0; k < I; ++k) {
      const std::uint32_t count = mine[k];
      mine[k] = at;
      at += count;
    }
  }
  __device__ __forceinline__ void count_rounds(bool first_map) {
    if (map.exact() && first_map) most = 0, overfull = false;
    some_overfull = __syncthreads_or(overfull);
    rounds = 1;
    while (rounds < most_rounds &&
           __syncthreads_or(most > 1 + (rounds - 1) * (I / 2)))
      ++rounds;
  }
  __device__ __forceinline__ void place_keys() {
    WW_UNROLL for (int k = 0; k < I; ++k)
      if (k * T + t < size)
        all[atomicAdd(&m.counts[cell(map(key[k]))], 1u)] = key[k];
    for (int i = size + t; i < T * I; i += T) all[i] = W(~W(0));
    __syncthreads();
  }
  __device__ __forceinline__ bool find_unequal() {
    first = W(~W(0)), last = 0;
    if (some_overfull) {
      for (int i = t; i + 1 < size; i += T) {
        const int b = map(all[i]);
        const int begin = b > 0 ? int(m.counts[cell(b - 1)]) : 0;
        const bool full = int(m.counts[cell(b)]) - begin > limit;
        if (!full || all[i] == all[i + 1] || map(all[i + 1]) != b)
          continue;
        first = W(b) < first ? W(b) : first;
        last = W(b) > last ? W(b) : last;
      }
      block_range(first, last, m.ends);
    }
    return first <= last;
  }
  __device__ __forceinline__ void draw_map_anew() {
    auto least_of = [this](int bin) {
      return first_that(W(0), W(~W(0)),
                        [=, this](W w) { return map(w) >= bin; });
    };
    const W begin = least_of(first > 0 ? int(first) - 1 : 0);
    const W end = least_of(int(last) + 2);
    lo = begin > lo ? begin : lo;
    hi = end < hi ? end : hi;
    map = key_map<W>::over(lo, hi, T * I);
    for (int b = t; b < T * (I + 1); b += T) m.counts[b] = 0;
    __syncthreads();
  }
  __device__ __forceinline__ void split_vectors() {
    for (int round = 0; round < rounds && rounds > 1; ++round) {
      const bool odd = round % 2 == 1;
      const padded<W> own = all + (t * I + (odd ? I / 2 : 0));
      const bool pair = !odd || t + 1 < T;
      if (pair && (round < 2 || own[I / 2 - 1] > own[I / 2])) {
        W r[I];
        WW_UNROLL for (int k = 0; k < I; ++k) r[k] = own[k];
        if (round == 0) sort_registers(r);
        else merge_halves(r);
        WW_UNROLL for (int k = 0; k < I; ++k) own[k] = r[k];
      }
      __syncthreads();
    }
  }
};
template <int T, int I, class W, class Store>
__device__ __forceinline__ bool sort_by_rounds(
    W (&key)[I], int size, W lo, W hi, bool in_order, merge_memory<W> m,
    Store store) {
  const int t = threadIdx.x;
  if (in_order || lo == hi) {
    WW_UNROLL for (int k = 0; k < I; ++k)
      if (k * T + t < size) store(k * T + t, key[k]);
    return true;
  }
  block_bins<T, I, W> bins{key, size, m, lo, hi};
  for (int attempt = 0; attempt < 2; ++attempt) {
    bins.count_keys();
    bins.count_rounds(attempt == 0);
    bins.place_keys();
    if (!bins.find_unequal()) {
      bins.split_vectors();
      WW_UNROLL for (int k = 0; k < I; ++k)
        if (const int i = k * T + t; i < size) store(i, bins.all[i]);
      return true;
    }
    bins.draw_map_anew();
  }
  return false;
}
template <int T, int I, class W, class Store>
__device__ __forceinline__ void sort_by_paths(W (&key)[I], int size,
                                              W* stage, Store store) {
  const int t = threadIdx.x;
  WW_UNROLL for (int k = 0; k < I; ++k)
    if (k * T + t < size) stage[k * T + t] = key[k];
  __syncthreads();
  load_by_warps(key, size, [&](int i) { return stage[i]; });
  __syncthreads();
  sort_by_merging<T>(key, size, stage);
  for (int i = t; i < size; i += T) store(i, stage[with_pads(i)]);
}
template <int T, int I, class W, class IO, class Sink>
__global__ void __launch_bounds__(T, T < 1024 ? 1024 / T : 1)
    sort_tiles(IO io, Sink to, std::int64_t n) {
  __shared__ std::uint32_t sums[32];
  __shared__ W ends[64];
  const auto m = lay_out_merge(T * I + T * I / 32, sums, ends);
  const std::int64_t first = std::int64_t(blockIdx.x) * (T * I);
  const int size = int(min(n - first, std::int64_t(T * I)));
  const int t = threadIdx.x;
  auto store = [&](int i, W w) { to.store(first + i, w); };
  W key[I], lo = W(~W(0)), hi = 0;
  WW_UNROLL for (int k = 0; k < I; ++k)
    key[k] = k * T + t < size ? io.load(first + k * T + t) : W(0);
  for (int b = t; b < T * (I + 1); b += T) m.counts[b] = 0;
  WW_UNROLL for (int k = 0; k < I; ++k)
    if (k * T + t < size) {
      lo = key[k] < lo ? key[k] : lo;
      hi = key[k] > hi ? key[k] : hi;
    }
  block_range(lo, hi, m.ends);
  if (!sort_by_rounds<T, I>(key, size, lo, hi, false, m, store))
    sort_by_paths<T>(key, size, m.stage, store);
}
template <class W, class N> struct run_interval {
  const W* run;
  N lo, hi;
};
template <int L, int M, class W, class N> struct pivot_search {
  run_interval<W, N> (&v)[L];
  N rank;
  N (&xl)[L], (&xh)[L];
  int lane = threadIdx.x % 32, chosen = 0, which = 0;
  unsigned dice = 1;
  W pivot = 0;
  N index = 0, below = 0, above = 0;
  __device__ __forceinline__ bool choose_run(N enough) {
    N mine = 0;
    WW_UNROLL for (int l = 0; l < L; ++l) mine += v[l].hi - v[l].lo;
    const N upto = warp_scan(mine);
    const N all = __shfl_sync(0xffffffffu, upto, 31);
    if (all <= enough) return false;
    dice = dice * 1664525u + 1013904223u;
    N drawn = N(double(all) * (double(dice) / 4294967296.0));
    chosen = __popc(__ballot_sync(0xffffffffu, upto <= drawn));
    drawn -= upto - mine;
    which = 0;
    WW_UNROLL for (int l = 0; l < L; ++l)
      if (which == l && l + 1 < L && drawn >= v[l].hi - v[l].lo) {
        drawn -= v[l].hi - v[l].lo;
        ++which;
      }
    which = __shfl_sync(0xffffffffu, which, chosen);
    return true;
  }
  __device__ __forceinline__ void find_side() {
    WW_UNROLL for (int l = 0; l < L; ++l)
      xl[l] = v[l].lo, xh[l] = v[l].hi;
    pivot = 0, index = 0;
    bool fresh = true;
    do {
      W probe[L][M];
      N gap[L];
      WW_UNROLL for (int l = 0; l < L; ++l) {
        gap[l] = (xh[l] - xl[l]) / (M + 1) + 1;
        WW_UNROLL for (int k = 0; k < M; ++k) {
          const N p = xl[l] + (k + 1) * gap[l] - 1;
          probe[l][k] = p < xh[l] ? v[l].run[p] : W(0);
        }
      }
      if (fresh) {
        N behind = 0;
        WW_UNROLL for (int l = 0; l < L; ++l)
          if (l == which) {
            const bool few = xh[l] - xl[l] < 2;
            pivot = few ? probe[l][0] : probe[l][M / 2];
            behind = xl[l] + (few ? 1 : M / 2 + 1) * gap[l];
          }
        pivot = __shfl_sync(0xffffffffu, pivot, chosen);
        index = __shfl_sync(0xffffffffu, behind, chosen);
        fresh = false;
      }
      below = above = 0;
      WW_UNROLL for (int l = 0; l < L; ++l) {
        const bool first = lane < chosen || (lane == chosen && l < which);
        int before = 0;
        WW_UNROLL for (int k = 0; k < M; ++k) {
          const bool valid = xl[l] + (k + 1) * gap[l] - 1 < xh[l];
          const W w = probe[l][k];
          before += valid & ((w < pivot) | (first & (w == pivot)));
        }
        xl[l] += before * gap[l];
        xh[l] = xl[l] + gap[l] - 1 < xh[l] ? xl[l] + gap[l] - 1 : xh[l];
        if (lane == chosen && l == which) xl[l] = xh[l] = index;
        below += xl[l];
        above += xh[l];
      }
      below = warp_sum(below);
      above = warp_sum(above);
    } while (below <= rank && above > rank);
  }
  __device__ __forceinline__ void move_ends() {
    WW_UNROLL for (int l = 0; l < L; ++l) {
      const bool own = lane == chosen && l == which;
      if (above <= rank) v[l].lo = xl[l];
      else v[l].hi = own ? index - 1 : xh[l];
    }
  }
};
template <int L, int M, class W, class N>
__device__ void select_from_runs(run_interval<W, N> (&v)[L], N rank,
                                 N enough) {
  N xl[L], xh[L];
  pivot_search<L, M, W, N> search{v, rank, xl, xh};
  while (search.choose_run(enough)) {
    search.find_side();
    search.move_ends();
  }
}
template <class W> struct array_sink {
  W* out;
  __device__ void store(std::int64_t i, W w) const { out[i] = w; }
};
struct merge_plan {
  std::int64_t n, run;
  int ways, tile;
  __host__ __device__ std::int64_t group() const { return run * ways; }
  __host__ __device__ std::int64_t tiles() const {
    return tiles_of(group(), tile);
  }
  __host__ __device__ std::int64_t all_tiles() const {
    return n / group() * tiles() + tiles_of(n % group(), tile);
  }
  __device__ std::int64_t base(std::int64_t t) const {
    return t / tiles() * group();
  }
  __device__ std::int64_t rank(std::int64_t t) const {
    return t % tiles() * tile;
  }
  __device__ std::int64_t length(std::int64_t t, int i) const {
    const std::int64_t left = n - base(t) - i * run;
    return i < ways ? max(std::int64_t(0), min(run, left)) : 0;
  }
};
constexpr int slack = 128, coarse_stride = 32;
template <int L, int M, class W, class N>
__global__ void __launch_bounds__(128)
    find_tiles(const W* from, merge_plan p, std::int64_t every,
               std::int64_t within, std::int64_t* begins, int* skips) {
  const int lane = threadIdx.x % 32;
  const std::int64_t warp =
      std::int64_t(blockIdx.x) * (blockDim.x / 32) + threadIdx.x / 32;
  const std::int64_t per = tiles_of(p.tiles(), every);
  const std::int64_t t = warp / per * p.tiles() + warp % per * every;
  if (t >= p.all_tiles()) return;
  const std::int64_t u = t % p.tiles();
  if (within > 1 && u % within == 0) return;
  run_interval<W, N> v[L];
  const std::int64_t before = t - u % within, after = before + within;
  const bool bracketed = u - u % within + within < p.tiles() &&
                         after < p.all_tiles();
  WW_UNROLL for (int l = 0; l < L; ++l) {
    const int i = lane * L + l;
    v[l] = {from + p.base(t) + i * p.run, 0, N(p.length(t, i))};
    if (within > 1 && i < p.ways) {
      v[l].lo = N(begins[before * p.ways + i] >> 8);
      const std::int64_t end = bracketed ? begins[after * p.ways + i] : 0;
      if (bracketed) v[l].hi = N((end >> 8) + (end & 255));
    }
    if (u == 0) v[l].hi = 0;
  }
  select_from_runs<L, M>(v, N(p.rank(t)), N(slack));
  N sum = 0;
  WW_UNROLL for (int l = 0; l < L; ++l) {
    const int i = lane * L + l;
    if (i < p.ways)
      begins[t * p.ways + i] =
          std::int64_t(v[l].lo) << 8 | (v[l].hi - v[l].lo);
    sum += v[l].lo;
  }
  sum = warp_sum(sum);
  if (lane == 0) skips[t] = int(p.rank(t) - sum);
}
template <int T, int I, class W>
__device__ __forceinline__ void load_parts(
    W (&key)[I], int size, int ways, const W* const* source,
    const int* begin, unsigned char* run_at) {
  const int t = threadIdx.x;
  for (int c = t; c * 32 < size; c += T)
    run_at[c] = static_cast<unsigned char>(
        first_that(1, ways, [=](int r) { return begin[r] > c * 32; }) -
        1);
  __syncthreads();
  WW_UNROLL for (int k = 0; k < I; ++k) {
    const int i = k * T + t;
    key[k] = 0;
    if (i < size) {
      int run = run_at[i / 32];
      while (begin[run + 1] <= i) ++run;
      key[k] = source[run][i];
    }
  }
}
constexpr int most_ways = 128;
template <int T, int I, class W, class Sink>
__global__ void __launch_bounds__(T, T < 1024 ? 1024 / T : 1)
    merge_tiles(const W* from, Sink to, merge_plan p,
                const std::int64_t* begins, const int* skips) {
  __shared__ std::uint32_t sums[32];
  __shared__ W ends[64];
  __shared__ const W* source[most_ways];
  __shared__ int begin[most_ways + 1];
  __shared__ unsigned char run_at[T * I / 32];
  const auto m = lay_out_merge(T * I + T * I / 32, sums, ends);
  const int t = threadIdx.x;
  const std::int64_t tile = blockIdx.x;
  const std::int64_t first = p.base(tile) + p.rank(tile);
  const std::int64_t left = min(p.n - first, p.group() - p.rank(tile));
  const unsigned wanted = unsigned(min(left, std::int64_t(p.tile)));
  const int skip = skips[tile];
  W lo = W(~W(0)), hi = 0;
  std::int64_t from_key = 0, to_key = 0;
  if (t < p.ways) {
    from_key = begins[tile * p.ways + t] >> 8;
    const bool last =
        (tile + 1) % p.tiles() == 0 || tile + 1 == gridDim.x;
    const std::int64_t end = last ? 0 : begins[(tile + 1) * p.ways + t];
    to_key = last ? p.length(tile, t) : (end >> 8) + (end & 255);
  }
  const int length = int(to_key - from_key);
  const W* part = from + p.base(tile) + t * p.run + from_key;
  int size;
  const int at =
      block_exclusive(length, reinterpret_cast<int*>(sums), size);
  if (t < p.ways) source[t] = part - at, begin[t] = at;
  if (t == 0) begin[p.ways] = size;
  if (length > 0) lo = part[0], hi = part[length - 1];
  for (int b = t; b < T * (I + 1); b += T) m.counts[b] = 0;
  const bool alone = __syncthreads_or(length == size);
  W key[I];
  load_parts<T>(key, size, p.ways, source, begin, run_at);
  block_range(lo, hi, m.ends);
  auto store = [&](int i, W w) {
    if (unsigned(i - skip) < wanted) to.store(first + (i - skip), w);
  };
  if (!sort_by_rounds<T, I>(key, size, lo, hi, alone, m, store))
    sort_by_paths<T>(key, size, m.stage, store);
}
template <int L, class W>
void launch_selections(const W* from, const merge_plan& p,
                       std::int64_t* begins, int* skips,
                       cudaStream_t s) {
  auto run = [&](auto kernel, std::int64_t every, std::int64_t within) {
    const std::int64_t groups = p.n / p.group() + 1;
    const std::int64_t warps = groups * tiles_of(p.tiles(), every);
    launch(kernel, blocks_for(warps, 4), 128, 0, s, from, p, every,
           within, begins, skips);
  };
  auto find = [&](auto kernel) {
    const bool many = p.tiles() > 64 * coarse_stride;
    if (many) run(kernel, coarse_stride, 1);
    run(kernel, 1, many ? coarse_stride : 1);
  };
  if (p.n <= 1 << 22) find(find_tiles<L, L == 1 ? 3 : 1, W, int>);
  else if (p.n < 1 << 30) find(find_tiles<L, 1, W, int>);
  else find(find_tiles<L, 1, W, std::int64_t>);
}
template <int w = 16, int tile = 512 * w, class IO>
void merge_sort(void* temporary, std::size_t& needed, IO io,
                std::int64_t n, cudaStream_t s, int ways = 0) {
  using W = typename IO::word;
  constexpr int T = tile / w;
  constexpr int bytes = merge_bytes<T, w, W>();
  if (ways == 0) ways = n < std::int64_t(1) << 25 ? most_ways : 32;
  int bits = 0, most_bits = 1;
  while ((n - 1) >> bits >= tile) ++bits;
  while (2 << most_bits <= ways) ++most_bits;
  int passes = int(tiles_of(bits, most_bits));
  merge_plan p{n, tile, ways, tile - 2 * slack};
  const std::int64_t tiles = n / p.tile + n / tile + 2;
  arena memory{temporary};
  W* one = memory.take<W>(passes > 0 ? n : 1);
  W* other = memory.take<W>(passes > 1 ? n : 0);
  auto* begins =
      memory.take<std::int64_t>(passes > 0 ? tiles * ways : 0);
  auto* skips = memory.take<int>(passes > 0 ? tiles : 0);
  if (!memory.holds(needed) || n == 0) return;
  if (passes == 0) {
    launch(sort_tiles<T, w, W, IO, IO>, 1, T, bytes, s, io, io, n);
    return;
  }
  launch(sort_tiles<T, w, W, IO, array_sink<W>>, blocks_for(n, tile), T,
         bytes, s, io, array_sink<W>{one}, n);
  for (; passes > 0; --passes) {
    const int b = int(tiles_of(bits, passes));
    bits -= b;
    p.ways = 1 << b;
    const W* in = one;
    if (p.ways <= 32) launch_selections<1>(in, p, begins, skips, s);
    else if (p.ways <= 64) launch_selections<2>(in, p, begins, skips, s);
    else launch_selections<4>(in, p, begins, skips, s);
    const auto grid = unsigned(p.all_tiles());
    if (passes > 1)
      launch(merge_tiles<T, w, W, array_sink<W>>, grid, T, bytes, s, in,
             array_sink<W>{other}, p, begins, skips);
    else
      launch(merge_tiles<T, w, W, IO>, grid, T, bytes, s, in, io, p,
             begins, skips);
    std::swap(one, other);
    p.run *= p.ways;
  }
}
}
