#pragma once
#include <ww/detail/ranks/gpus-kernels.cuh>
#include <ww/heaphull.cuh>

namespace ww::detail::ranks {
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
  char* const first = room<char>(block, n * (sizeof(P) + 8));
  auto* const points = reinterpret_cast<P*>(first);
  return {points, reinterpret_cast<std::int64_t*>(points + n)};
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
  __device__ std::uint32_t* index() const {
    return reinterpret_cast<std::uint32_t*>(points() + most);
  }
  __device__ part_message at(int r) const {
    return {first + r * bytes(), most};
  }
};
template <class P>
__global__ void write_message(const P* points,
                              const std::uint32_t* ring,
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
    at += min(other[0], all.most);
    before += other[1];
  }
  to.points[at + i] = m.points()[i];
  to.index[at + i] = before + m.index()[i];
}
template <class P>
__global__ void write_ring(const P* points, const std::int64_t* index,
                           std::int64_t first,
                           const std::uint32_t* ring, std::int64_t n,
                           vertex_list<P> to) {
  const std::int64_t i = thread_number();
  if (i >= n) return;
  const std::uint32_t v = ring[i];
  to.points[i] = points[v];
  to.index[i] = index ? index[v] : first + v;
}
template <class P> class rank_huller {
 public:
  rank_huller(communicator& c, hull_options o, std::int64_t few,
              rank_hull_memory& memory, cudaStream_t s)
      : c(c), o(o), few(few), memory(memory), s(s) {}
  rank_hull<P> run(const P* points, std::int64_t n) {
    const std::int64_t given[2] = {0, n};
    info = room<std::int64_t>(memory.small, 2 + 2 * c.ranks());
    copy_async(info, given, sizeof given, s);
    if (n > 0) find(points, n);
    if (c.ranks() == 1) return take(points, nullptr);
    gather_parts(points);
    if (*std::max_element(sizes.begin(), sizes.end()) > most)
      send_all(points);
    if (c.rank() > 0) return {};
    if (total > 0) find(received.points, total);
    return take(received.points, received.index);
  }
 private:
  void find(const P* points, std::int64_t n) {
    ring = room<std::uint32_t>(memory.ring, n);
    std::size_t bytes = 0;
    filtered_hull(nullptr, bytes, points, n, ring, info, o, s);
    auto* work = room<char>(memory.work, std::int64_t(bytes));
    bytes = std::size_t(memory.work.size());
    filtered_hull(work, bytes, points, n, ring, info, o, s);
  }
  void gather_parts(const P* points) {
    const int p = c.ranks();
    most = few / p;
    part_message<P> mine{nullptr, most};
    mine.first = room<char>(memory.own, mine.bytes());
    launch(write_message<P>, unsigned(most / 256 + 1), 256, 0, s, points,
           ring, info, mine);
    const part_message<P> all{
        static_cast<char*>(c.lend(mine.bytes() * p)), most};
    c.gather(mine.first, all.first, mine.bytes(), s);
    received = room_for<P>(memory.received, most * p);
    const dim3 grid(unsigned(most / 256 + 1), unsigned(p));
    launch(join_messages<P>, grid, 256, 0, s, all, received, info + 2);
    const auto host = read_values(c, info + 2, 2 * p, s);
    for (int r = 0; r < p; ++r) {
      sizes.push_back(host[2 * r]);
      total += host[2 * r];
      if (r < c.rank()) first_index += host[2 * r + 1];
    }
  }
  void send_all(const P* points) {
    const auto m = sizes[std::size_t(c.rank())];
    const std::int64_t point = sizeof(P);
    const auto own = write(memory.own, points, nullptr, m);
    const std::vector<outgoing> out{{0, own.points, m * point},
                                    {0, own.index, m * 8}};
    std::vector<incoming> in;
    if (c.rank() == 0) received = room_for<P>(memory.received, total);
    std::int64_t at = 0;
    for (int r = 0; r < c.ranks() && c.rank() == 0; ++r) {
      const auto n = sizes[std::size_t(r)];
      in.push_back({r, received.points + at, n * point});
      in.push_back({r, received.index + at, n * 8});
      at += n;
    }
    c.exchange(out, in, s);
    c.wait(s);
  }
  vertex_list<P> write(device_array<char>& block, const P* points,
                       const std::int64_t* index, std::int64_t n) {
    const auto to = room_for<P>(block, n);
    if (n > 0)
      launch(write_ring<P>, blocks_for(n), 256, 0, s, points, index,
             first_index, ring, n, to);
    return to;
  }
  rank_hull<P> take(const P* points, const std::int64_t* index) {
    std::int64_t n = 0;
    device_array<std::int64_t>::copy(&n, info, 1, s);
    const auto to = write(memory.result, points, index, n);
    c.wait(s);
    return {to.points, to.index, n};
  }
  communicator& c;
  const hull_options o;
  const std::int64_t few;
  rank_hull_memory& memory;
  cudaStream_t s;
  std::int64_t* info = nullptr;
  std::uint32_t* ring = nullptr;
  std::int64_t most = 0, total = 0, first_index = 0;
  std::vector<std::int64_t> sizes;
  vertex_list<P> received{};
};
}
