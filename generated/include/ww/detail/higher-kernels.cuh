#pragma once
#include <algorithm>
#include <cmath>
#include <ww/detail/arena.cuh>
#include <ww/detail/rounding.cuh>
#include <ww/higher.cuh>
#include <ww/sort.cuh>

namespace ww::detail {
template <class T, class V>
void require_searchable(const points_with_heights<T, V>& in,
                        const higher_options& o) {
  const std::int64_t most = std::int64_t(1) << 31;
  if (in.n < 0 || in.n > most)
    throw bad_input(format("%lld points, where at most %lld are "
                           "possible", static_cast<long long>(in.n),
                           static_cast<long long>(most)));
  if (in.k < 1 || in.k > 4096)
    throw bad_input(format("%d coordinates, where 1 to 4096 are "
                           "possible", in.k));
  if (!(o.ratio > 0 && o.ratio <= 1))
    throw bad_input(format("a ratio of %g, which is not above 0 and "
                           "at most 1", o.ratio));
}
template <class T>
__host__ __device__ double squared_distance(const T* a, const T* b,
                                            int k) {
  double sum = 0;
  for (int c = 0; c < k; ++c) {
    const double d = rounded_difference(double(a[c]), double(b[c]));
    sum = rounded_sum(sum, rounded_product(d, d));
  }
  return sum;
}
inline constexpr std::uint32_t nobody = 0xffffffffu;
struct candidate {
  double squared;
  std::uint32_t rank;
};
__host__ __device__ inline candidate no_candidate() {
  return {double(INFINITY), nobody};
}
__host__ __device__ inline bool nearer(candidate a, candidate b) {
  return a.squared < b.squared ||
         (a.squared == b.squared && a.rank < b.rank);
}
__host__ __device__ inline bool is_strict(const higher_options& o) {
  return o.strict || o.ratio < 1;
}
template <class V>
__host__ __device__ bool exceeds(V a, V b, double ratio) {
  return rounded_product(ratio, double(a)) > double(b);
}
__device__ inline std::int64_t thread_number() {
  return std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
}
inline dim3 blocks_of(std::int64_t threads) {
  return dim3(unsigned((threads + 255) / 256));
}
template <class V>
__global__ void copy_heights(const V* values, std::int64_t stride,
                             std::int64_t n, V* out) {
  const std::int64_t i = thread_number();
  if (i < n) out[i] = values[i * stride] + V(0);
}
template <class V>
__global__ void find_limits(const V* sorted, std::int64_t n,
                            double ratio, std::uint32_t* limits) {
  const std::int64_t r = thread_number();
  if (r >= n) return;
  std::int64_t yes = 0, no = r;
  while (yes < no) {
    const std::int64_t middle = (yes + no) / 2;
    if (exceeds(sorted[middle], sorted[r], ratio)) yes = middle + 1;
    else no = middle;
  }
  limits[r] = std::uint32_t(yes);
}
struct ranking {
  std::uint32_t* order = nullptr;
  std::uint32_t* limits = nullptr;
  __device__ std::uint32_t limit(std::int64_t r) const {
    return limits ? limits[r] : std::uint32_t(r);
  }
};
template <class T, class V>
class ranker {
 public:
  ranker(arena& a, const points_with_heights<T, V>& in,
         const higher_options& o)
      : in(in), o(o) {
    found.order = a.take<std::uint32_t>(in.n);
    if (is_strict(o)) found.limits = a.take<std::uint32_t>(in.n);
  }
  void take_room(arena& a) {
    heights = a.take<V>(in.n);
    sorted = a.take<V>(in.n);
    sort_pairs<V>(nullptr, to_sort, nullptr, nullptr, nullptr, nullptr,
                  in.n, order::descending);
    memory = a.take<char>(std::int64_t(to_sort));
  }
  void rank(cudaStream_t s) {
    if (in.n == 0) return;
    launch(copy_heights<V>, blocks_of(in.n), dim3(256), 0, s, in.values,
           in.value_stride, in.n, heights);
    sort_pairs<V>(memory, to_sort, heights, sorted, nullptr, found.order,
                  in.n, order::descending, s);
    if (is_strict(o))
      launch(find_limits<V>, blocks_of(in.n), dim3(256), 0, s,
             static_cast<const V*>(sorted), in.n, o.ratio, found.limits);
  }
  ranking found;

 private:
  points_with_heights<T, V> in;
  higher_options o;
  V *heights = nullptr, *sorted = nullptr;
  char* memory = nullptr;
  std::size_t to_sort = 0;
};
inline constexpr int tile_side = 64, tile_depth = 16;
template <class T>
__global__ void __launch_bounds__(256)
find_in_tiles(const T* points, std::int64_t stride, int k,
              std::int64_t n, ranking ranks, int parts,
              candidate* found) {
  __shared__ T asking[tile_depth][tile_side + 1];
  __shared__ T answering[tile_depth][tile_side + 1];
  const std::int64_t first =
      std::int64_t(gridDim.x - 1 - blockIdx.x) * tile_side;
  const int x = int(threadIdx.x), y = int(threadIdx.y);
  const std::int64_t last = min(first + tile_side, n) - 1;
  const std::int64_t tiles =
      (std::int64_t(ranks.limit(last)) + tile_side - 1) / tile_side;
  const std::int64_t begin = tiles * blockIdx.y / parts;
  const std::int64_t end = tiles * (blockIdx.y + 1) / parts;
  std::uint32_t limit[4];
  candidate best[4];
  for (int a = 0; a < 4; ++a) {
    const std::int64_t r = first + y + 16 * a;
    limit[a] = r < n ? ranks.limit(r) : 0;
    best[a] = no_candidate();
  }
  for (std::int64_t t = begin; t < end; ++t) {
    double sum[4][4] = {};
    for (int from = 0; from < k; from += tile_depth) {
      const int depth = min(tile_depth, k - from);
      for (int i = x + 16 * y; i < tile_side * depth; i += 256) {
        const int row = i / depth, c = i % depth;
        const std::int64_t q = first + row, p = t * tile_side + row;
        asking[c][row] =
            q < n ? points[ranks.order[q] * stride + from + c] : T(0);
        answering[c][row] =
            p < n ? points[ranks.order[p] * stride + from + c] : T(0);
      }
      __syncthreads();
      for (int c = 0; c < depth; ++c) {
        double p[4], q[4];
        for (int a = 0; a < 4; ++a) {
          q[a] = double(asking[c][y + 16 * a]);
          p[a] = double(answering[c][x + 16 * a]);
        }
        for (int a = 0; a < 4; ++a)
          for (int b = 0; b < 4; ++b) {
            const double d = rounded_difference(p[b], q[a]);
            sum[a][b] = rounded_sum(sum[a][b], rounded_product(d, d));
          }
      }
      __syncthreads();
    }
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b) {
        const auto p = std::uint32_t(t * tile_side + x + 16 * b);
        if (p < limit[a] && nearer({sum[a][b], p}, best[a]))
          best[a] = {sum[a][b], p};
      }
  }
  for (int a = 0; a < 4; ++a) {
    for (int flip = 8; flip > 0; flip /= 2) {
      const candidate other{__shfl_xor_sync(~0u, best[a].squared, flip),
                            __shfl_xor_sync(~0u, best[a].rank, flip)};
      if (nearer(other, best[a])) best[a] = other;
    }
    const std::int64_t r = first + y + 16 * a;
    if (x == 0 && r < n) found[blockIdx.y * n + r] = best[a];
  }
}
template <class Index>
__global__ void write_higher(const candidate* found, int parts,
                             std::int64_t n, ranking ranks,
                             Index* higher, double* squared) {
  const std::int64_t r = thread_number();
  if (r >= n) return;
  candidate best = found[r];
  for (int part = 1; part < parts; ++part) {
    const candidate next = found[part * n + r];
    if (nearer(next, best)) best = next;
  }
  const std::uint32_t i = ranks.order[r];
  higher[i] = best.rank == nobody
                  ? Index(-1) : Index(ranks.order[best.rank]);
  squared[i] = best.squared;
}
}
