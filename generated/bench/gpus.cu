#include <map>
#include <memory>
#include <thread>
#include <ww/datasets.cuh>
#include <ww/detail/ranks/board.h>
#include <ww/detail/neighbours/density-cpu.h>
#include <ww/detail/ranks/gpus-kernels.cuh>
#include <ww/detail/sort/timed-sort.cuh>

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
  if (!c) c = std::make_unique<crew>(rank_options{ranks, link});
  return *c;
}
struct rank_memory {
  stream s;
  shares h;
  device_array<char> memory;
  std::size_t bytes = 0;
};
template <class State>
using on_state = std::function<void(State&, communicator&)>;
template <class State>
workload time_states(const std::string& link, int ranks,
                     on_state<State> make, on_state<State> work,
                     on_state<State> check = {}) {
  crew& all = crew_of(link, ranks);
  const auto states =
      std::make_shared<std::vector<std::unique_ptr<State>>>(ranks);
  auto job = [=, &all](on_state<State> what) {
    return [=, &all] {
      all.run([=](communicator& c) { what(*(*states)[c.rank()], c); });
    };
  };
  all.run([=](communicator& c) {
    auto& mine = (*states)[c.rank()];
    mine = std::make_unique<State>();
    make(*mine, c);
    work(*mine, c);
    mine->memory = device_array<char>(std::int64_t(mine->bytes));
  });
  workload w{.resident = job([=](State& mine, communicator& c) {
    work(mine, c);
    c.wait(mine.s);
  })};
  if (check)
    w.check = [run = w.resident, judge = job(check)] {
      run();
      judge();
    };
  return w;
}
template <class K>
struct rank_state : rank_memory, sort::sort_arrays<K> {};
template <class K, class Input>
void fill(rank_state<K>& r, communicator& c, const Input& input,
          std::int64_t total) {
  const auto first = part_begin(total, c.rank(), c.ranks());
  const auto n = part_begin(total, c.rank() + 1, c.ranks()) - first;
  r.in = device_array<K>(n);
  draw_into(r.in.data(), n, input, first, total, r.s);
  r.h = share_out(c, n, r.s);
  r.out = device_array<K>(n);
}
template <class K>
void check_shares(const rank_state<K>& r, communicator& c) {
  using W = ordered_key<K>;
  const std::int64_t n = r.in.size();
  const sort::sorting<K> a{false, n, 0, r.in.data(), r.out.data()};
  const auto v = to_device(std::vector<sort::verdict>(1), r.s);
  launch(sort::judge_sort<K>, 2048, 256, 0, r.s, a, v.data());
  const auto said = to_host(v, r.s)[0];
  std::vector<std::uint64_t> mine{said.disorder, said.in - said.out};
  const auto* keys = reinterpret_cast<const W*>(r.out.data());
  for (const auto at : {std::int64_t(0), n - 1}) {
    W w = 0;
    device_array<W>::copy(&w, keys + at, 1, r.s);
    mine.push_back(to_order(w, order_of<K>(order::ascending)));
  }
  const auto all = gather_values(c, mine, r.s);
  std::uint64_t sum = 0, wrong = 0;
  for (int q = 0; q < c.ranks(); ++q) {
    sum += all[4 * q + 1];
    wrong += all[4 * q] + (q > 0 && all[4 * q + 2] < all[4 * q - 1]);
  }
  if (sum != 0 || wrong != 0)
    throw device_error("the shares are not the sorted keys");
}
template <class K, class Input>
workload time_ranks(const std::string& link, int ranks,
                    const Input& input, std::int64_t n,
                    bool pairs = false,
                    const rank_sort_options& o = {}) {
  auto once = [=](rank_state<K>& m, communicator& c) {
    if (pairs)
      sort_pairs(c, m.memory.data(), m.bytes, m.in.data(), m.out.data(),
                 m.values_in.data(), m.values_out.data(), m.h, o, m.s);
    else
      sort_keys(c, m.memory.data(), m.bytes, m.in.data(), m.out.data(),
                m.h, o, m.s);
  };
  return time_states<rank_state<K>>(
      link, ranks,
      [=](rank_state<K>& m, communicator& c) {
        fill(m, c, input, n);
        const std::int64_t values = pairs ? m.in.size() : 0;
        m.values_in = device_array<std::uint32_t>(values);
        m.values_out = device_array<std::uint32_t>(values);
      },
      once, check_shares<K>);
}
std::vector<int> numbers_of_ranks() {
  std::vector<int> all;
  const int most = times_device() ? std::min(16, device_count()) : 0;
  for (int p = 1; p <= most && most > 1; p *= 2) all.push_back(p);
  return all;
}
template <class K>
void add_sorts(sweep& s, const std::string& name, key_input what,
               std::int64_t n, std::initializer_list<const char*> ways,
               bool pairs = false) {
  const seeded_input input{what, 1};
  for (int p : numbers_of_ranks())
    for (const std::string way : ways) {
      if (p == 1 && way != "copies") continue;
      const bool first = way == "sort-first";
      const std::string link = first ? "copies" : way;
      rank_sort_options o;
      if (first) o.least_split = INT64_MAX;
      s.cells.push_back({p == 1 ? "one" : way, name, n, p, 0, [=] {
        return time_ranks<K>(link, p, input, n, pairs, o);
      }});
    }
}
sweep sort_sweep() {
  sweep s{"gpus-sort", "sorting n uniform keys by 1, 2, ... GPUs", {},
          {"copies", "nccl"}};
  for (int k : {16, 18, 20, 22, 24, 26, 28, 30, 31, 32})
    add_sorts<std::uint32_t>(s, "uint32", key_input::bits,
                             std::int64_t(1) << k, {"copies", "nccl"});
  for (int k : {26, 28, 30, 32})
    add_sorts<std::uint32_t>(s, "uint32", key_input::bits,
                             std::int64_t(1) << k, {"sort-first"});
  const std::int64_t n = std::int64_t(1) << 31;
  add_sorts<float>(s, "float", key_input::uniform, n, {"copies"});
  add_sorts<std::uint64_t>(s, "uint64", key_input::bits, n / 2,
                           {"copies", "nccl"});
  add_sorts<std::uint32_t>(s, "pairs", key_input::bits, n / 2,
                           {"copies"}, true);
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
  for (int k = 0; k < c.ranks() - 1; ++k) {
    const int q = k + (k >= c.rank());
    out.push_back({q, mine.in.data() + k * piece, piece});
    in.push_back({q, mine.out.data() + k * piece, piece});
  }
  c.exchange(out, in, mine.s);
}
sweep link_sweep() {
  sweep s{"gpus-link", "exchanging n bytes of each GPU", {},
          {"nccl", "copies"}};
  using bytes = rank_state<char>;
  for (int p : numbers_of_ranks())
    for (const char* link : {"nccl", "copies"})
      for (std::int64_t n : {1 << 10, 1 << 30})
        if (p > 1)
          s.cells.push_back({link, "", n, p, 0, [=] {
            return time_states<bytes>(link, p, [=](bytes& m, auto&) {
              m.in = device_array<char>(n);
              m.out = device_array<char>(n);
            }, exchange_once);
          }});
  return s;
}
struct host_state : rank_memory {
  std::shared_ptr<std::uint32_t> in, out;
};
void draw_for_host(host_state& m, communicator& c, std::int64_t n) {
  rank_state<std::uint32_t> drawn;
  fill(drawn, c, seeded_input{key_input::bits, 1}, n);
  m.h = drawn.h;
  const auto mine = drawn.in.size();
  m.in = pinned<std::uint32_t>(mine);
  m.out = pinned<std::uint32_t>(mine);
  drawn.in.download(m.in.get(), mine, drawn.s);
}
workload time_host(bool sorts, int ranks, std::int64_t n) {
  workload w = time_states<host_state>(
      "copies", ranks,
      [=](host_state& m, communicator& c) { draw_for_host(m, c, n); },
      [=](host_state& m, communicator& c) {
        if (sorts || m.bytes == 0)
          return sort_host_keys(c, m.memory.data(), m.bytes, m.in.get(),
                                m.out.get(), m.h, order::ascending,
                                m.s);
        const std::int64_t size = 4 * m.h.size(c.rank());
        copy_async(m.memory.data(), m.in.get(), size, m.s);
        copy_async(m.out.get(), m.memory.data(), size, m.s);
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
struct point_state : rank_memory {
  device_array<float2> points;
  rank_hull_memory hull;
  std::unique_ptr<result_arrays> out;
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
        hull_of_ranks(c, m.points.data(), m.points.size(), m.hull, {},
                      m.s);
      });
}
workload time_density(int ranks, std::int64_t n,
                      const density_options& o) {
  return time_states<point_state>(
      "copies", ranks,
      [=](point_state& m, communicator& c) {
        draw_points(m, c, n, "normal");
        m.out = std::make_unique<result_arrays>(n);
      },
      [=](point_state& m, communicator& c) {
        density_peaks(c, m.memory.data(), m.bytes,
                      reinterpret_cast<const float*>(m.points.data()),
                      m.h, 2, o, m.out->names(), m.s);
      });
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
