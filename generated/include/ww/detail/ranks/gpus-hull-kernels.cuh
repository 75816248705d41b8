#pragma once
#include <array>
#include <cmath>
#include <cstring>
#include <ww/detail/hull/chain.cuh>
#include <ww/detail/ranks/gpus-kernels.cuh>
#include <ww/heaphull.cuh>

namespace ww::detail::ranks {
using hull::chain_rule, hull::growing_stack, hull::point_index;
using hull::precedes;
template <class T>
T* room(device_array<char>& block, std::int64_t n) {
  const std::int64_t bytes =
      std::max(n, std::int64_t(1)) * std::int64_t(sizeof(T));
  if (block.size() < bytes) {
    block = {};
    block = device_array<char>(bytes);
  }
  return reinterpret_cast<T*>(block.data());
}
template <class P> struct vertex_list {
  P* points;
  std::int64_t* index;
};
template <class P>
vertex_list<P> room_for(device_array<char>& block, std::int64_t n) {
  n = std::max(n, std::int64_t(1));
  P* const first = room<P>(block, n + (n * 8 + sizeof(P) - 1) /
                                          std::int64_t(sizeof(P)));
  return {first, reinterpret_cast<std::int64_t*>(first + n)};
}
template <class P> struct part_message {
  char* first;
  std::int64_t most;
  __host__ __device__ std::int64_t bytes() const {
    return 16 + (most * std::int64_t(sizeof(P) + 4) + 15) / 16 * 16;
  }
  __device__ std::int64_t* sizes() const {
    return reinterpret_cast<std::int64_t*>(first);
  }
  __device__ P* points() const {
    return reinterpret_cast<P*>(first + 16);
  }
  __device__ point_index* index() const {
    return reinterpret_cast<point_index*>(points() + most);
  }
  __device__ part_message at(int r) const {
    return {first + r * bytes(), most};
  }
};
template <class P>
__global__ void write_message(const P* points, const point_index* ring,
                              const std::int64_t* info,
                              part_message<P> to) {
  const std::int64_t i = thread_number();
  if (i < 2) to.sizes()[i] = info[i];
  if (i >= info[0] || i >= to.most) return;
  to.points()[i] = points[ring[i]];
  to.index()[i] = ring[i];
}
template <class P>
__global__ void join_messages(part_message<P> all, vertex_list<P> to,
                              std::int64_t* sizes) {
  const int r = int(blockIdx.y);
  const std::int64_t i = thread_number();
  const part_message<P> m = all.at(r);
  if (i < 2) sizes[2 * r + i] = m.sizes()[i];
  if (i >= m.sizes()[0] || i >= m.most) return;
  std::int64_t at = 0, before = 0;
  for (int q = 0; q < r; ++q) {
    const std::int64_t* const other = all.at(q).sizes();
    at += other[0] < all.most ? other[0] : all.most;
    before += other[1];
  }
  to.points[at + i] = m.points()[i];
  to.index[at + i] = before + m.index()[i];
}
template <class P>
__global__ void find_largest(const P* points, const point_index* ring,
                             std::int64_t* info) {
  const std::int64_t h = info[0], stride = gridDim.x * blockDim.x;
  for (std::int64_t k = blockIdx.x * blockDim.x + threadIdx.x; k < h;
       k += stride) {
    const P here = points[ring[k]];
    const P before = points[ring[k > 0 ? k - 1 : h - 1]];
    const P after = points[ring[k + 1 < h ? k + 1 : 0]];
    if (h > 1 && !(precedes(before, here) && precedes(after, here)))
      continue;
    info[2] = k;
    info[3] = h > 2 && k == h - 1 &&
              orientation(points[ring[0]], points[ring[1]], here) == 0;
  }
}
struct chain_shape {
  std::int64_t size, lower, upper, skip;
  bool straight;
};
template <class P> struct ring_of_points {
  const P* points;
  const std::int64_t* index;
  std::int64_t first_index;
  const point_index* ring;
  vertex_list<P> out;
};
template <class P>
__global__ void write_chains(ring_of_points<P> r, chain_shape h) {
  const std::int64_t stride = gridDim.x * blockDim.x;
  for (std::int64_t i = blockIdx.x * blockDim.x + threadIdx.x;
       i < h.lower + h.upper; i += stride) {
    const bool upper = i >= h.lower;
    const std::int64_t k = upper ? i - h.lower + h.skip : i;
    const bool forward = !upper || h.straight || k == 0;
    const point_index v = r.ring[forward ? k : h.size - k];
    r.out.points[i] = r.points[v];
    r.out.index[i] = r.index ? r.index[v] : r.first_index + v;
  }
}
template <class P, class W>
__global__ void write_x_keys(const P* points, std::int64_t n,
                             key_order<W> map, W* keys) {
  const std::int64_t stride = gridDim.x * blockDim.x;
  for (std::int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += stride) {
    const auto x = points[i].x == 0 ? 0 : points[i].x;
    W bits;
    memcpy(&bits, &x, sizeof bits);
    keys[i] = to_order(bits, map);
  }
}
template <class P, class W> struct split_vertices {
  using word = W;
  const W* keys;
  vertex_list<P> from, to;
  const std::int64_t* edges;
  __device__ W key(std::int64_t i) const { return keys[i]; }
  __device__ void move(std::int64_t i, int range,
                       std::int64_t at) const {
    to.points[edges[range] + at] = from.points[i];
    to.index[edges[range] + at] = from.index[i];
  }
};
template <class W> struct slab_arrays {
  W *keys, *list, *small;
  unsigned long long *counts, *listed;
  std::int64_t *places, *starts, *edges;
  slab_arrays(device_array<char>& block, std::int64_t n, int ranks) {
    arena none(nullptr);
    take(none, n, ranks);
    arena some(room<char>(block, std::int64_t(none.used())));
    take(some, n, ranks);
  }
  void take(arena& a, std::int64_t n, int ranks) {
    keys = a.take<W>(n);
    list = a.take<W>(n);
    small = a.take<W>(ranks);
    counts = a.take<unsigned long long>(most_counters);
    listed = a.take<unsigned long long>(1);
    places = a.take<std::int64_t>(tiles(n) * (2 * ranks + 1));
    starts = a.take<std::int64_t>(2 * ranks + 2);
    edges = a.take<std::int64_t>(ranks + 1);
  }
  static std::int64_t tiles(std::int64_t n) {
    return tiles_of(n, split_tile_keys);
  }
  split_state<W> state(std::int64_t n, const std::vector<W>& splitters,
                       int ranks, cudaStream_t s) const {
    const int count = int(splitters.size()), classes = 2 * count + 1;
    device_array<W>::copy(small, splitters.data(), count, s);
    return {n, tiles(n), count, classes,
            int(std::bit_width(unsigned(classes))), small, places, edges,
            ranks};
  }
};
template <class P>
__host__ __device__ double distance_of(P u, P v, P w) {
  const double dx = double(v.x) - double(u.x);
  const double dy = double(v.y) - double(u.y);
  const double unit = fmax(fabs(dx), fabs(dy));
  const double x = (double(w.x) - double(u.x)) / unit;
  const double y = (double(w.y) - double(u.y)) / unit;
  return dx / unit * y - dy / unit * x;
}
template <class P> struct probe {
  P u, v;
  int side;
  bool last;
  const P* chain;
  std::int64_t size;
};
template <class P> struct probes { probe<P> of[4]; };
template <class P>
__device__ unsigned long long offence(const probe<P>& e,
                                      std::int64_t i) {
  const P w = e.chain[i];
  const int above = e.side * orientation(e.u, e.v, w);
  const bool between = !precedes(w, e.u) && !precedes(e.v, w);
  if (above < 0 || (above == 0 && between)) return 0;
  float far = above > 0 ? float(e.side * distance_of(e.u, e.v, w)) : 0;
  if (!(far > 0)) far = 0;
  unsigned bits;
  memcpy(&bits, &far, sizeof bits);
  return (bits + 1ull) << 32 | point_index(e.last ? i : ~i);
}
template <class P>
__global__ void find_offenders(probes<P> all,
                               unsigned long long* worst) {
  const probe<P> e = all.of[blockIdx.y];
  const std::int64_t stride = gridDim.x * blockDim.x;
  unsigned long long mine = 0;
  for (std::int64_t i = blockIdx.x * blockDim.x + threadIdx.x;
       i < e.size; i += stride) {
    const auto here = offence(e, i);
    if (here > mine) mine = here;
  }
  mine = warp_largest(mine);
  if (threadIdx.x % 32 == 0 && mine > 0)
    atomicMax(&worst[blockIdx.y], mine);
}
template <class P>
__global__ void find_on_bridges(probes<P> all, std::int64_t* runs) {
  const probe<P> e = all.of[blockIdx.y];
  const std::int64_t stride = gridDim.x * blockDim.x;
  auto on_line = [&](std::int64_t i) {
    return orientation(e.u, e.v, e.chain[i]) == 0;
  };
  for (std::int64_t i = blockIdx.x * blockDim.x + threadIdx.x;
       i < e.size; i += stride) {
    if (!on_line(i)) continue;
    if (i == 0 || !on_line(i - 1)) runs[2 * blockIdx.y] = i;
    if (i + 1 == e.size || !on_line(i + 1))
      runs[2 * blockIdx.y + 1] = i;
  }
}
template <class P> struct offer {
  P point;
  std::int64_t at;
};
inline constexpr int spaced_offers = 66;
template <class P>
__global__ void offer_spaced(const P* chains, std::int64_t lower,
                             std::int64_t upper, offer<P>* out) {
  const int t = int(threadIdx.x), k = t % spaced_offers;
  if (t >= 2 * spaced_offers) return;
  const bool second = t >= spaced_offers;
  const std::int64_t size = second ? upper : lower;
  std::int64_t at = k < size ? k : -1;
  if (size > spaced_offers && k > 1)
    at = k < spaced_offers - 2
             ? (size - 1) * k / (spaced_offers - 1)
             : size - spaced_offers + k;
  out[t] = {at < 0 ? P{} : chains[(second ? lower : 0) + at], at};
}
template <class P>
__global__ void offer_worst(probes<P> all, unsigned long long* worst,
                            offer<P>* out) {
  const int t = int(threadIdx.x);
  if (t >= 4) return;
  const probe<P> e = all.of[t];
  const auto low = point_index(worst[t]);
  const std::int64_t found = e.last ? low : point_index(~low);
  const std::int64_t at = worst[t] == 0 ? -1 : found;
  out[t] = {at < 0 ? P{} : e.chain[at], at};
  worst[t] = 0;
}
template <class P> struct candidate {
  P point;
  int owner;
  std::int64_t at;
};
template <class P> class rank_huller {
 public:
  rank_huller(communicator& c, hull_options o,
              const rank_hull_options& more, rank_hull_memory& memory,
              cudaStream_t s)
      : c(c), o(o), more(more), memory(memory), s(s) {}
  rank_hull<P> run(const P* points, std::int64_t n) {
    const std::int64_t given[4] = {0, n, 0, 0};
    info = room<std::int64_t>(memory.small, 4096);
    copy_async(info, given, sizeof given, s);
    if (n > 0) find(points, n);
    if (c.ranks() == 1) return take_whole(points, nullptr, n);
    gather_parts(points);
    if (*std::max_element(sizes.begin(), sizes.end()) <= most) {
      if (c.rank() > 0) return {};
      find(received.points, total);
      return take_whole(received.points, received.index, total);
    }
    const auto m = sizes[std::size_t(c.rank())];
    own = room_for<P>(memory.own, m);
    write({points, nullptr, first_index, ring, own}, {m, m, 0, 0, false});
    cut_into_slabs(m);
    take_chains();
    find_bridges();
    return take_kept();
  }
 private:
  using number = decltype(P::x);
  using W = ordered_key<number>;
  using pair_of_sizes = std::array<std::int64_t, 2>;
  chain_shape shape_of(const std::int64_t* found, bool whole) const {
    const std::int64_t h = found[0], top = found[2];
    if (h == 0 || o.side == hull_side::lower) return {h, h, 0, 0, false};
    if (o.side == hull_side::upper) return {h, 0, h, 0, true};
    if (found[3]) return {h, h, whole ? 0 : h, 0, true};
    if (h == 1) return {h, 1, whole ? 0 : 1, 0, false};
    return whole ? chain_shape{h, top + 1, h - top - 1, 1, false}
                 : chain_shape{h, top + 1, h - top + 1, 0, false};
  }
  void find(const P* points, std::int64_t n) {
    ring = room<point_index>(memory.ring, n);
    std::size_t bytes = 0;
    filtered_hull(nullptr, bytes, points, n, ring, info, o, s);
    auto* work = room<char>(memory.work, std::int64_t(bytes));
    bytes = std::size_t(memory.work.size());
    filtered_hull(work, bytes, points, n, ring, info, o, s);
  }
  void read_ring(const P* points, std::int64_t most) {
    launch(find_largest<P>, blocks_for(most), 256, 0, s, points, ring,
           info);
    device_array<std::int64_t>::copy(found, info, 4, s);
  }
  void write(const ring_of_points<P>& r, const chain_shape& shape) {
    const auto n = shape.lower + shape.upper;
    if (n > 0)
      launch(write_chains<P>, blocks_for(n), 256, 0, s, r, shape);
  }
  static unsigned blocks_for(std::int64_t n) {
    return unsigned(std::min<std::int64_t>(n / 256 + 1, 1024));
  }
  void write_both(const P* points, const std::int64_t* index,
                  std::int64_t most, bool whole) {
    read_ring(points, most);
    const auto shape = shape_of(found, whole);
    size[0] = shape.lower;
    size[1] = shape.upper;
    chains = room_for<P>(memory.chains, size[0] + size[1]);
    write({points, index, 0, ring, chains}, shape);
  }
  rank_hull<P> share(const pair_of_sizes& first,
                     const pair_of_sizes& count) const {
    rank_hull<P> h;
    for (int side : {0, 1}) {
      const auto at = first[side] + (side == 1 ? size[0] : 0);
      h.points[side] = chains.points + at;
      h.index[side] = chains.index + at;
      h.size[side] = count[side];
    }
    return h;
  }
  rank_hull<P> take_whole(const P* points, const std::int64_t* index,
                          std::int64_t n) {
    write_both(points, index, n, true);
    c.wait(s);
    return share({}, size);
  }
  void take_chains() {
    const std::int64_t none[4] = {0, 0, 0, 0};
    copy_async(info, none, sizeof none, s);
    if (in_slab > 0) find(received.points, in_slab);
    write_both(received.points, received.index, in_slab, false);
  }
  void gather_parts(const P* points) {
    const int p = c.ranks();
    most = more.few / p;
    part_message<P> mine{nullptr, most};
    mine.first = room<char>(memory.own, mine.bytes());
    launch(write_message<P>, unsigned(most / 256 + 1), 256, 0, s, points,
           ring, info, mine);
    const part_message<P> all{
        static_cast<char*>(c.lend(mine.bytes() * p)), most};
    c.gather(mine.first, all.first, mine.bytes(), s);
    received = room_for<P>(memory.received, most * p);
    const dim3 grid(unsigned(most / 256 + 1), unsigned(p));
    launch(join_messages<P>, grid, 256, 0, s, all, received, info + 32);
    std::vector<std::int64_t> host(std::size_t(2 * p));
    c.wait(s);
    device_array<std::int64_t>::copy(host.data(), info + 32, 2 * p, s);
    for (int r = 0; r < p; ++r) {
      sizes.push_back(host[2 * r]);
      total += host[2 * r];
      if (r < c.rank()) first_index += host[2 * r + 1];
    }
  }
  void send_pieces(const vertex_list<P>& from,
                   const std::vector<std::int64_t>& cuts) {
    const int me = c.rank(), p = c.ranks();
    auto cut = [&](int r, int j) { return cuts[r * (p + 1) + j]; };
    in_slab = 0;
    for (int r = 0; r < p; ++r) in_slab += cut(r, me + 1) - cut(r, me);
    received = room_for<P>(memory.received, in_slab);
    std::vector<outgoing> out;
    std::vector<incoming> in;
    std::int64_t at = 0;
    const std::int64_t point = sizeof(P);
    for (int r = 0; r < p; ++r) {
      const auto first = cut(me, r), m = cut(me, r + 1) - first;
      if (m > 0) out.push_back({r, from.points + first, m * point});
      if (m > 0) out.push_back({r, from.index + first, m * 8});
      const auto k = cut(r, me + 1) - cut(r, me);
      if (k > 0) in.push_back({r, received.points + at, k * point});
      if (k > 0) in.push_back({r, received.index + at, k * 8});
      at += k;
    }
    c.exchange(out, in, s);
    c.wait(s);
  }
  std::vector<target_key<W>> find_slabs(const slab_arrays<W>& a,
                                        std::int64_t m) {
    std::vector<std::int64_t> targets;
    for (int j = 1; j < c.ranks(); ++j)
      targets.push_back(part_begin(total, j, c.ranks()));
    digit_round<W> d{};
    d.keys = a.keys;
    d.n = m;
    d.begun = a.small;
    d.counts = a.counts;
    d.listed = a.listed;
    const auto kernel = [this](const digit_round<W>& d) {
      launch(count_digits<W>, unsigned(2 * multiprocessors()),
             count_threads, std::int64_t(4) * d.groups << d.bits, s, d);
    };
    return select_keys<W>(targets, digit_counter<W, decltype(kernel)>{
                                       c, s, d, a.small, a.list, kernel});
  }
  template <bool moving>
  void launch_split(const split_vertices<P, W>& io,
                    const split_state<W>& split) {
    launch(split_tile<moving, split_vertices<P, W>>,
           unsigned(split.tiles), split_threads,
           split_shared<W>::bytes(split, moving), s, io, split);
  }
  std::vector<std::int64_t> agree_on_slabs(
      const slab_arrays<W>& a, const std::vector<target_key<W>>& found,
      const std::vector<W>& splitters) {
    const auto width = std::int64_t(2 * splitters.size() + 2);
    const std::int64_t all = c.ranks() * width;
    auto* there = static_cast<std::int64_t*>(c.lend(all * 8));
    c.gather(a.starts, there, width * 8, s);
    std::vector<std::int64_t> host(std::size_t(all), 0), cuts;
    c.wait(s);
    device_array<std::int64_t>::copy(host.data(), there, all, s);
    cut_parts(found, splitters, host, c.ranks(), cuts);
    device_array<std::int64_t>::copy(
        a.edges, &cuts[std::size_t(c.rank() * (c.ranks() + 1))],
        c.ranks() + 1, s);
    return cuts;
  }
  void cut_into_slabs(std::int64_t m) {
    const slab_arrays<W> a(memory.work, m, c.ranks());
    if (m > 0)
      launch(write_x_keys<P, W>, blocks_for(m), 256, 0, s, own.points, m,
             order_of<number>(order::ascending), a.keys);
    auto found = find_slabs(a, m);
    for (auto& t : found) t.before = 0;
    const auto splitters = distinct_digits(found);
    split_state<W> split = a.state(m, splitters, c.ranks(), s);
    const auto staged = room_for<P>(memory.staged, m);
    const split_vertices<P, W> io{a.keys, own, staged, a.edges};
    if (m > 0) {
      launch_split<false>(io, split);
      thrust::exclusive_scan(bulk(s), a.places,
                             a.places + split.classes * split.tiles,
                             a.places);
    }
    launch(read_starts<>, unsigned(split.classes / 256 + 1), 256, 0, s,
           a.places, split.tiles, split.classes, m, a.starts);
    const auto cuts = agree_on_slabs(a, found, splitters);
    if (m > 0) launch_split<true>(io, split);
    send_pieces(staged, cuts);
  }
  bool add_offers(const offer<P>* mine, int width) {
    const std::int64_t count = 2 * width, p = c.ranks();
    auto* there = static_cast<offer<P>*>(
        c.lend(p * count * std::int64_t(sizeof(offer<P>))));
    c.gather(mine, there, count * std::int64_t(sizeof(offer<P>)), s);
    std::vector<offer<P>> all(std::size_t(p * count));
    c.wait(s);
    device_array<offer<P>>::copy(all.data(), there, p * count, s);
    bool any = false;
    for (std::int64_t i = 0; i < p * count; ++i) {
      if (all[i].at < 0) continue;
      seen[i / width % 2].push_back(
          {all[i].point, int(i / count), all[i].at});
      any = true;
    }
    return any;
  }
  std::vector<candidate<P>> hull_of(int side) {
    auto& all = seen[side];
    auto key = [](const candidate<P>& x) {
      return std::pair(x.owner, x.at);
    };
    std::sort(all.begin(), all.end(), [&](const auto& x, const auto& y) {
      return key(x) < key(y);
    });
    std::vector<point_index> kept;
    const auto m = monotone_chain(
        chain_rule{2 * side - 1, false}, std::int64_t(0), std::int64_t(0),
        std::int64_t(all.size()),
        [&](std::int64_t i) { return all[i].point; },
        growing_stack{kept});
    std::vector<candidate<P>> found;
    for (std::int64_t k = 0; k < m; ++k) found.push_back(all[kept[k]]);
    return found;
  }
  void choose_bridges() {
    trial = {};
    const int me = c.rank();
    for (int side : {0, 1}) {
      const P* chain = chains.points + (side == 1 ? size[0] : 0);
      int slot = 2 * side;
      for (std::size_t k = 1; k < hull[side].size(); ++k) {
        const auto &u = hull[side][k - 1], &v = hull[side][k];
        if (u.owner < v.owner && u.owner <= me && me <= v.owner)
          trial.of[slot++] = {u.point, v.point, 2 * side - 1,
                              v.owner == me, chain, size[side]};
      }
    }
  }
  void find_bridges() {
    auto* const out = reinterpret_cast<offer<P>*>(info + 32);
    auto* const worst = reinterpret_cast<unsigned long long*>(info + 8);
    launch(clear_counters<>, 1, 256, 0, s, worst, 4, worst, false);
    launch(offer_spaced<P>, 1, 256, 0, s, chains.points, size[0], size[1],
           out);
    int rounds = 0;
    for (int width = spaced_offers; add_offers(out, width); width = 2) {
      for (int side : {0, 1}) hull[side] = hull_of(side);
      choose_bridges();
      launch(find_offenders<P>,
             dim3(blocks_for(std::max(size[0], size[1])), 4), 256, 0, s,
             trial, worst);
      launch(offer_worst<P>, 1, 32, 0, s, trial, worst, out);
      ++rounds;
    }
    if (more.rounds && c.rank() == 0) *more.rounds = rounds;
  }
  void run_on_hull(int side, std::int64_t& first, std::int64_t& count) {
    first = count = 0;
    for (const auto& v : hull[side]) {
      if (v.owner != c.rank()) continue;
      if (count == 0) first = v.at;
      count = v.at - first + 1;
    }
  }
  void leave_out_ends(std::int64_t& first, std::int64_t& count) {
    const auto& h = hull[1];
    const bool one_slab = h.front().owner == h.back().owner;
    const bool flat = one_slab ? in_slab > 0 && found[3]
                               : hull[0].size() == 2 && h.size() == 2;
    if (flat) count = 0;
    if (count > 0 && h.front().owner == c.rank()) {
      ++first;
      --count;
    }
    if (count > 0 && h.back().owner == c.rank()) --count;
  }
  void widen(int side, std::int64_t& first, std::int64_t& count) {
    const std::int64_t none[4] = {-1, -1, -1, -1};
    std::int64_t runs[4], *there = info + 16;
    copy_async(there, none, sizeof none, s);
    probes<P> mine{};
    for (int k : {0, 1}) mine.of[k] = trial.of[2 * side + k];
    launch(find_on_bridges<P>, dim3(blocks_for(size[side]), 2), 256, 0, s,
           mine, there);
    device_array<std::int64_t>::copy(runs, there, 4, s);
    std::int64_t last = first + count - 1;
    for (int k : {0, 1}) {
      if (runs[2 * k] < 0) continue;
      first = count > 0 ? std::min(first, runs[2 * k]) : runs[2 * k];
      last = count > 0 ? std::max(last, runs[2 * k + 1])
                       : runs[2 * k + 1];
      count = last - first + 1;
    }
  }
  rank_hull<P> take_kept() {
    pair_of_sizes first, count;
    for (int side : {0, 1}) {
      run_on_hull(side, first[side], count[side]);
      if (o.keep_collinear) widen(side, first[side], count[side]);
    }
    if (o.side == hull_side::both) leave_out_ends(first[1], count[1]);
    return share(first, count);
  }
  communicator& c;
  const hull_options o;
  const rank_hull_options& more;
  rank_hull_memory& memory;
  cudaStream_t s;
  std::int64_t* info = nullptr;
  std::int64_t found[4] = {};
  pair_of_sizes size = {};
  std::int64_t most = 0, total = 0, first_index = 0, in_slab = 0;
  std::vector<std::int64_t> sizes;
  point_index* ring = nullptr;
  vertex_list<P> own{}, received{}, chains{};
  std::vector<candidate<P>> seen[2], hull[2];
  probes<P> trial{};
};
}
