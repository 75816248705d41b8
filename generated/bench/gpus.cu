#include <map>
#include <memory>
#include <thread>
#include <ww/detail/ground/bulk.cuh>
#include <thrust/functional.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>
#include <ww/datasets.cuh>
#include <ww/detail/ranks/board.h>
#include <ww/detail/neighbours/density-cpu.h>
#include <ww/detail/ranks/gpus-kernels.cuh>
#include <ww/detail/ground/key-inputs.cuh>
#include <ww/measure.h>

namespace {
using namespace ww;
using namespace ww::detail;
using namespace ww::detail::ranks;
using ww::detail::neighbours::density::result_arrays;
class crew {
 public:
  explicit crew(const rank_options& o)
      : gate(o.ranks + 1, std::chrono::seconds(1)),
        worker([=, this] { work(o); }) {}
  ~crew() {
    job = nullptr;
    gate.meet();
    worker.join();
  }
  void run(std::function<void(communicator&)> what) {
    job = std::move(what);
    synchronize(nullptr);
    gate.meet();
    gate.meet();
    job = nullptr;
  }
 private:
  void work(const rank_options& o) {
    try {
      run_ranks(o, [&](communicator& c) {
        for (;;) {
          gate.meet();
          if (!job) return;
          job(c);
          gate.meet();
        }
      });
    } catch (const std::exception& e) {
      std::fprintf(stderr, "gpus: %s\n", e.what());
      std::_Exit(2);
    }
  }
  board gate;
  std::function<void(communicator&)> job;
  std::thread worker;
};
crew& crew_of(const std::string& link, int ranks) {
  static std::map<std::pair<std::string, int>,
                  std::unique_ptr<crew>> all;
  auto& c = all[{link, ranks}];
  rank_options o;
  o.ranks = ranks;
  o.link = link;
  if (!c) c = std::make_unique<crew>(o);
  return *c;
}
template <class State> using states_of =
    std::shared_ptr<std::vector<std::unique_ptr<State>>>;
template <class State, class Make>
states_of<State> make_states(crew& all, int ranks, Make make) {
  auto r = std::make_shared<std::vector<std::unique_ptr<State>>>(
      static_cast<std::size_t>(ranks));
  all.run([=](communicator& c) {
    auto& mine = (*r)[std::size_t(c.rank())];
    mine = std::make_unique<State>();
    make(*mine, c);
  });
  return r;
}
template <class State, class Work>
std::function<void()> job_of(crew& all, const states_of<State>& r,
                             Work work) {
  return [=, &all] {
    all.run([=](communicator& c) {
      work(*(*r)[std::size_t(c.rank())], c);
    });
  };
}
template <class State, class Make, class Work>
workload time_states(const std::string& link, int ranks, Make make,
                     Work work) {
  crew& all = crew_of(link, ranks);
  return {.resident = job_of(all, make_states<State>(all, ranks, make),
                              [=](State& mine, communicator& c) {
                                work(mine, c);
                                c.wait(mine.s);
                              })};
}
template <class K> struct rank_state {
  stream s;
  shares h;
  device_array<K> in, out;
  device_array<std::uint32_t> values, out_values;
  device_array<char> memory;
  std::size_t bytes = 0;
};
template <class K, class Input>
void fill(rank_state<K>& r, communicator& c, const Input& input,
          std::int64_t total) {
  const auto first = part_begin(total, c.rank(), c.ranks());
  const auto n = part_begin(total, c.rank() + 1, c.ranks()) - first;
  r.in = device_array<K>(n);
  draw_into(r.in.data(), n, input, first, total, r.s);
  r.h = share_out(c, n, r.s);
  r.out = device_array<K>(r.h.size(c.rank()));
}
template <class W> struct power_of_word {
  bool squared;
  __host__ __device__ std::uint64_t operator()(W x) const {
    return squared ? std::uint64_t(x) * x : std::uint64_t(x);
  }
};
template <class W> struct ordered_less {
  key_order<W> map;
  __host__ __device__ bool operator()(W x, W y) const {
    return to_order(x, map) < to_order(y, map);
  }
};
template <class K>
std::uint64_t sum_of(const device_array<K>& keys, bool squared,
                     cudaStream_t s) {
  using W = ordered_key<K>;
  const auto* p = reinterpret_cast<const W*>(keys.data());
  return thrust::transform_reduce(bulk(s), p, p + keys.size(),
                                  power_of_word<W>{squared},
                                  std::uint64_t(0),
                                  thrust::plus<std::uint64_t>());
}
template <class K>
bool in_order(const rank_state<K>& r, communicator& c) {
  using W = ordered_key<K>;
  const auto* p = reinterpret_cast<const W*>(r.out.data());
  const auto n = r.out.size();
  const ordered_less<W> less{order_of<K>(order::ascending)};
  const bool mine = thrust::is_sorted(bulk(r.s), p, p + n, less);
  std::vector<W> shown{0, 0, W(mine)};
  if (n > 0) {
    device_array<W>::copy(&shown[0], p, 1, r.s);
    device_array<W>::copy(&shown[1], p + n - 1, 1, r.s);
  }
  const auto all = gather_values(c, shown, r.s);
  bool fine = true;
  for (int q = 0; q < c.ranks(); ++q) {
    const W* const here = &all[std::size_t(3 * q)];
    fine = fine && here[2] != 0;
    if (q + 1 < c.ranks() && r.h.size(q) > 0 && r.h.size(q + 1) > 0)
      fine = fine && !less(here[3], here[1]);
  }
  return fine;
}
template <class K>
void check_shares(const rank_state<K>& r, communicator& c) {
  std::vector<std::uint64_t> mine;
  for (bool squared : {false, true})
    mine.push_back(sum_of(r.in, squared, r.s) -
                   sum_of(r.out, squared, r.s));
  const auto all = gather_values(c, mine, r.s);
  std::uint64_t sums[2] = {0, 0};
  for (int q = 0; q < 2 * c.ranks(); ++q) sums[q % 2] += all[q];
  if (sums[0] != 0 || sums[1] != 0 || !in_order(r, c))
    throw device_error("the shares are not the sorted keys");
}
template <class K>
void sort_once(rank_state<K>& r, communicator& c,
               const rank_sort_options& o = {}) {
  const bool pairs = r.values.size() > 0 || r.out_values.size() > 0;
  if (pairs)
    sort_pairs(c, r.memory.data(), r.bytes, r.in.data(), r.out.data(),
               r.values.data(), r.out_values.data(), r.h, o, r.s);
  else
    sort_keys(c, r.memory.data(), r.bytes, r.in.data(), r.out.data(),
              r.h, o, r.s);
}
template <class K, class Input>
workload time_ranks(const std::string& link, int ranks,
                    const Input& input, std::int64_t n,
                    bool pairs = false,
                    const rank_sort_options& o = {}) {
  crew& all = crew_of(link, ranks);
  using state = rank_state<K>;
  const auto r = make_states<state>(
      all, ranks, [=](state& mine, communicator& c) {
        fill(mine, c, input, n);
        if (pairs) {
          mine.values = device_array<std::uint32_t>(mine.in.size());
          mine.out_values =
              device_array<std::uint32_t>(mine.out.size());
        }
        sort_once(mine, c, o);
        mine.memory = device_array<char>(std::int64_t(mine.bytes));
      });
  workload w;
  w.resident = job_of(all, r, [=](state& mine, communicator& c) {
    sort_once(mine, c, o);
    c.wait(mine.s);
  });
  const auto check = job_of(all, r, [](state& mine, communicator& c) {
    check_shares(mine, c);
  });
  w.check = [w, check] {
    w.resident();
    check();
  };
  return w;
}
std::vector<int> numbers_of_ranks() {
  std::vector<int> all;
  const int most = times_device() ? std::min(16, device_count()) : 0;
  for (int p = 1; p <= most && most > 1; p *= 2) all.push_back(p);
  return all;
}
template <class K>
void add_sorts(sweep& s, const std::string& name, key_input what,
               std::int64_t n, bool nccl, bool pairs = false) {
  const seeded_input input{what, 1};
  for (int p : numbers_of_ranks())
    for (const std::string link : {"copies", "nccl"}) {
      if (link == "nccl" && (p == 1 || !nccl)) continue;
      s.cells.push_back({p == 1 ? "one" : link, name, n, p, 0, [=] {
        return time_ranks<K>(link, p, input, n, pairs);
      }});
    }
}
sweep sort_sweep() {
  sweep s{"gpus-sort", "sorting n uniform keys by 1, 2, ... GPUs", {},
          {"copies", "nccl"}};
  for (int k : {16, 18, 20, 22, 24, 26, 28, 30, 31, 32})
    add_sorts<std::uint32_t>(s, "uint32", key_input::bits,
                             std::int64_t(1) << k, true);
  for (int p : numbers_of_ranks())
    for (int k : {26, 28, 30, 32})
      if (p > 1)
        s.cells.push_back(
            {"sort-first", "uint32", std::int64_t(1) << k, p, 0, [=] {
               return time_ranks<std::uint32_t>(
                   "copies", p, seeded_input{key_input::bits, 1},
                   std::int64_t(1) << k, false,
                   {order::ascending, k < 28 ? 2 : 8});
             }});
  const std::int64_t n = std::int64_t(1) << 31;
  add_sorts<float>(s, "float", key_input::uniform, n, false);
  add_sorts<std::uint64_t>(s, "uint64", key_input::bits, n / 2, true);
  add_sorts<std::uint32_t>(s, "pairs", key_input::bits, n / 2, false,
                           true);
  return s;
}
sweep structured_sweep() {
  sweep s{"gpus-structured", "sorting structured keys by all GPUs", {},
          {"copies"}};
  s.samples = 6;
  const std::int64_t n = std::int64_t(1) << 30;
  auto add = [&, all = numbers_of_ranks()](const std::string& name,
                                           const auto& input) {
    if (all.empty()) return;
    s.cells.push_back({"copies", name, n, all.back(), 0, [=] {
      return time_ranks<std::uint32_t>("copies", all.back(), input, n);
    }});
  };
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const auto input = structured_input::draw<std::uint32_t>(seed);
    add(std::to_string(seed) + ": " + input.describe(), input);
  }
  for (int what = 0; what < timed_key_inputs; ++what)
    add(key_input_names[what], seeded_input{key_input(what), 1});
  return s;
}
void exchange_once(rank_state<char>& mine, communicator& c) {
  const std::int64_t piece =
      mine.in.size() / (c.ranks() - 1) / 256 * 256;
  std::vector<outgoing> out;
  std::vector<incoming> in;
  for (int q = 0, k = 0; q < c.ranks(); ++q) {
    if (q == c.rank()) continue;
    out.push_back({q, mine.in.data() + k * piece, piece});
    in.push_back({q, mine.out.data() + k * piece, piece});
    ++k;
  }
  c.exchange(out, in, mine.s);
}
workload time_exchange(const std::string& link, int ranks,
                       std::int64_t n) {
  return time_states<rank_state<char>>(
      link, ranks,
      [=](rank_state<char>& mine, communicator&) {
        mine.in = device_array<char>(n);
        mine.out = device_array<char>(n);
      },
      exchange_once);
}
sweep link_sweep() {
  sweep s{"gpus-link", "exchanging n bytes of each GPU", {},
          {"nccl", "copies"}};
  for (int p : numbers_of_ranks())
    for (const char* link : {"nccl", "copies"})
      for (std::int64_t n : {1 << 10, 1 << 30})
        if (p > 1)
          s.cells.push_back({link, "", n, p, 0, [=] {
            return time_exchange(link, p, n);
          }});
  return s;
}
struct host_state {
  stream s;
  shares h;
  std::shared_ptr<std::uint32_t> in, out;
  device_array<char> memory;
  std::size_t bytes = 0;
};
void draw_for_host(host_state& m, communicator& c, std::int64_t n) {
  rank_state<std::uint32_t> drawn;
  fill(drawn, c, seeded_input{key_input::bits, 1}, n);
  m.h = drawn.h;
  const auto mine = drawn.in.size();
  m.in = pinned<std::uint32_t>(mine);
  m.out = pinned<std::uint32_t>(mine);
  drawn.in.download(m.in.get(), mine, drawn.s);
  sort_host_keys(c, nullptr, m.bytes, m.in.get(), m.out.get(), m.h,
                 order::ascending, m.s);
  m.memory = device_array<char>(std::int64_t(m.bytes));
}
void transfer(host_state& m, communicator& c) {
  const std::int64_t bytes = 4 * m.h.size(c.rank());
  copy_async(m.memory.data(), m.in.get(), bytes, m.s);
  copy_async(m.out.get(), m.memory.data(), bytes, m.s);
}
workload time_host(bool sorts, int ranks, std::int64_t n) {
  workload w = time_states<host_state>(
      "copies", ranks,
      [=](host_state& m, communicator& c) { draw_for_host(m, c, n); },
      [=](host_state& m, communicator& c) {
        if (!sorts) return transfer(m, c);
        sort_host_keys(c, m.memory.data(), m.bytes, m.in.get(),
                       m.out.get(), m.h, order::ascending, m.s);
      });
  std::swap(w.whole, w.resident);
  return w;
}
sweep host_sweep() {
  sweep s{"gpus-host", "sorting n keys from host to host", {},
          {"sort", "transfers"}};
  const std::int64_t n = std::int64_t(1) << 31;
  for (int p : numbers_of_ranks())
    for (bool sorts : {true, false})
      s.cells.push_back({sorts ? "sort" : "transfers", "", n, p, 0,
                         [=] { return time_host(sorts, p, n); }});
  return s;
}
struct point_state {
  stream s;
  shares h;
  device_array<float2> points;
  rank_hull_memory memory;
  std::unique_ptr<result_arrays> out;
  device_array<char> room;
  std::size_t bytes = 0;
};
void draw_points(point_state& m, communicator& c, std::int64_t n,
                 const std::string& what) {
  const auto first = part_begin(n, c.rank(), c.ranks());
  const auto mine = part_begin(n, c.rank() + 1, c.ranks()) - first;
  m.points = generate_on_device<float>(what, mine,
                                       std::uint64_t(c.rank()) + 1);
  c.wait(nullptr);
  m.h = share_out(c, mine, m.s);
}
workload time_hull(const std::string& what, int ranks, std::int64_t n) {
  return time_states<point_state>(
      "copies", ranks,
      [=](point_state& m, communicator& c) {
        draw_points(m, c, n, what);
      },
      [](point_state& m, communicator& c) {
        hull_of_ranks(c, m.points.data(), m.points.size(), m.memory, {},
                      m.s);
      });
}
workload time_density(int ranks, std::int64_t n,
                      const density_options& o) {
  auto once = [=](point_state& m, communicator& c) {
    density_peaks(c, m.room.data(), m.bytes,
                  reinterpret_cast<const float*>(m.points.data()), m.h,
                  2, o, m.out->names(), m.s);
  };
  return time_states<point_state>(
      "copies", ranks,
      [=](point_state& m, communicator& c) {
        draw_points(m, c, n, "normal");
        m.out = std::make_unique<result_arrays>(n);
        once(m, c);
        m.room = device_array<char>(std::int64_t(m.bytes));
      },
      once);
}
sweep hull_sweep() {
  sweep s{"gpus-hull", "the hull of n points", {}, {"filtered"}};
  auto add = [&](const std::string& what, const std::string& name,
                 std::int64_t n, int p, std::int64_t all) {
    s.cells.push_back({"filtered", name, n, p, 0, [=] {
      return time_hull(what, p, all);
    }});
  };
  const std::int64_t most = 1000000000;
  for (int p : numbers_of_ranks()) {
    for (std::int64_t n : {1000000l, 10000000l, 100000000l, most})
      add("normal", "normal", n, p, n);
    add("normal", "normal-each", most, p, most * p);
    add("circle", "circle", 100000000, p, 100000000);
  }
  return s;
}
sweep density_sweep() {
  sweep s{"gpus-density", "density peaks of n points", {},
          {"all-pairs", "tiles"}};
  density_options all, near;
  all.all_pairs = true;
  for (int p : numbers_of_ranks()) {
    for (std::int64_t n : {100000, 500000, 2000000})
      s.cells.push_back({"all-pairs", "normal", n, p, 0, [=] {
        return time_density(p, n, all);
      }});
    s.cells.push_back({"tiles", "normal", 2000000, p, 0, [=] {
      return time_density(p, 2000000, near);
    }});
  }
  return s;
}
}
int main(int argc, char** argv) {
  std::vector<ww::sweep> sweeps{sort_sweep(), structured_sweep(),
                            link_sweep(), host_sweep(),
                            hull_sweep(), density_sweep()};
  for (ww::sweep& s : sweeps) s.dim = "gpus";
  return ww::run_sweeps("gpus", argc, argv, sweeps);
}
