#include <memory>
#include <ww/detail/hull/judge.h>
#include <ww/detail/hull/wagener-kernels.cuh>
#include <ww/general-position.cuh>
#include <ww/measure.h>
#include <ww/model.h>

namespace {
using namespace ww;
using namespace ww::detail;
using namespace ww::detail::hull;
using points_ptr = std::shared_ptr<const std::vector<float2>>;
points_ptr input_of(const char* generator, std::int64_t n) {
  return std::make_shared<const std::vector<float2>>(
      general_position<float>(generator, n, 1));
}
template <class F>
workload prepared(F find, points_ptr points) {
  workload w;
  auto hull = std::make_shared<std::vector<point_index>>();
  w.whole = [=] { find(*points, *hull); };
  w.check = [=] { w.whole(); check_upper_hull(*points, *hull); };
  w.bytes = double(points->size() * sizeof(float2));
  return w;
}
workload one_thread(points_ptr points) {
  return prepared([](const auto& p, auto& hull) {
    serial_chain(p, chain_rule(), hull);
  }, points);
}
workload as_published(points_ptr points) {
  auto w = prepared(published_upper_hull, points);
  auto arrays = std::make_shared<wagener_on_device>(*points);
  w.resident = [=] { arrays->run(); };
  w.on_device = true;
  return w;
}
std::vector<counter_row> counted_as_published(points_ptr points) {
  wagener_on_device arrays(*points);
  for (auto* hoods : {&arrays.points, &arrays.one, &arrays.other})
    model::name_array(hoods->data(), "hoods");
  model::name_array(arrays.scratch.data(), "scratch");
  auto rows = model::count([&] { arrays.run(); });
  model::watch transfers;
  std::vector<point_index> hull;
  published_upper_hull(*points, hull);
  const model::report whole = transfers.stop();
  rows.push_back({"", "", "corners", double(hull.size())});
  rows.push_back({"", "", "allocations", double(whole.allocations)});
  rows.push_back({"", "", "copied-bytes", double(whole.copied_bytes)});
  return rows;
}
template <int last>
__global__ void match_and_merge_until(const float2* hood,
                                      float2* newhood,
                                      short* scratch) {
  const int d1 = int(blockDim.x), d2 = int(blockDim.y), d = d1 * d2;
  const int left = int(blockIdx.x) * 2 * d, right = left + d;
  const int end = right + d;
  const int x = int(threadIdx.x), y = int(threadIdx.y);
  const int mine = x + d1 * y;
  auto from_left = [=](int p, int q) {
    return side(hood, q, right, end - 1, hood[p], hood[q]);
  };
  auto from_right = [=](int p, int q) {
    return side(hood, p, left, right - 1, hood[p], hood[q]);
  };
  auto last_not_high = [](auto seen, int at, int step, int stop) {
    return seen(at) != HIGH &&
           (at + step >= stop || seen(at + step) == HIGH);
  };
  scratch[left + mine] = scratch[right + mine] = -1;
  __syncthreads();
  if (last == 0) return;
  const int sample = left + d2 * x;
  if (!remote(hood[sample])) {
    const int q = right + d1 * y;
    auto seen = [=](int c) { return from_left(sample, c); };
    if (last_not_high(seen, q, d1, end)) scratch[left + x] = short(q);
  }
  __syncthreads();
  if (last == 1) return;
  if (!remote(hood[sample]))
    for (int k = y; k < d1; k += d2) {
      const int q = scratch[left + x] + k;
      if (from_left(sample, q) == EQUAL) scratch[right + x] = short(q);
    }
  __syncthreads();
  if (last == 2) return;
  if (y == 0 && !remote(hood[sample])) {
    auto seen = [=](int p) {
      if (remote(hood[p])) return short(HIGH);
      return from_right(p, scratch[right + (p - left) / d2]);
    };
    if (last_not_high(seen, sample, d2, right))
      scratch[left] = short(sample);
  }
  __syncthreads();
  if (last == 3) return;
  const int vertex = scratch[left] + y;
  if (!remote(hood[vertex])) {
    const int q = right + d2 * x;
    auto seen = [=](int c) { return from_left(vertex, c); };
    if (last_not_high(seen, q, d2, end)) scratch[right + y] = short(q);
  }
  __syncthreads();
  if (last == 4) return;
  if (x < d2 && !remote(hood[vertex])) {
    const int q = scratch[right + y] + x;
    if (from_left(vertex, q) == EQUAL && from_right(vertex, q) == EQUAL) {
      scratch[left] = short(vertex);
      scratch[left + 1] = short(q);
    }
  }
  __syncthreads();
  if (last == 5) return;
  const int p = scratch[left], q = scratch[left + 1];
  const int old = left + mine;
  newhood[old] = old <= p ? hood[old] : remote_point();
  newhood[right + mine] = remote_point();
  __syncthreads();
  if (right + mine >= q)
    newhood[right + mine - (q - p - 1)] = hood[right + mine];
}
struct stage_inputs {
  std::vector<std::pair<wagener_stage, device_array<float2>>> stage;
  device_array<float2> newhood;
  device_array<short> scratch;
  explicit stage_inputs(const std::vector<float2>& points)
      : newhood(points.size()), scratch(points.size()) {
    const auto n = std::int64_t(points.size());
    const auto stages = wagener_stages(n);
    auto next = stages.begin();
    published_stages(
        points,
        [&](int, const std::vector<float2>& hoods) {
          stage.emplace_back(*next++, to_device(hoods));
        },
        {});
  }
};
template <int last>
std::function<void()> stopped_stages(std::shared_ptr<stage_inputs> in) {
  return [=] {
    const auto n = in->newhood.size();
    for (const auto& [k, hoods] : in->stage)
      launch(match_and_merge_until<last>,
             unsigned(n / (2 * k.d1 * k.d2)),
             dim3(unsigned(k.d1), unsigned(k.d2)), 0, {}, hoods.data(),
             in->newhood.data(), in->scratch.data());
  };
}
template <int last>
workload stopped(const char* input) {
  const auto points = input_of(input, wagener_limit);
  workload w;
  w.resident =
      stopped_stages<last>(std::make_shared<stage_inputs>(*points));
  w.on_device = true;
  return w;
}
template <int... last>
void add_steps(sweep& s, const char* input,
               std::integer_sequence<int, last...>) {
  if (!times_device()) return;
  (s.cells.push_back({format("step-%d", last), input, wagener_limit, 2,
                      0, [=] { return stopped<last>(input); }}), ...);
}
std::vector<sweep> sweeps() {
  sweep time{"wagener-time", "the upper hull as published"};
  sweep count{"wagener-count", "the model's counts of the kernel"};
  sweep steps{"wagener-steps", "the kernel stopped after each step"};
  for (const char* input : {"square", "parabola"}) {
    for (std::int64_t n = 4; n <= wagener_limit; n *= 2) {
      cell c{"faithful", input, n, 2, 0};
      c.count = [=] { return counted_as_published(input_of(input, n)); };
      count.cells.push_back(c);
      if (input != std::string("square") && n < wagener_limit) continue;
      time.cells.push_back({"serial", input, n, 2, 0,
                            [=] { return one_thread(input_of(input, n)); }});
      if (times_device())
        time.cells.push_back({"faithful", input, n, 2, 0, [=] {
                                return as_published(input_of(input, n));
                              }});
    }
    add_steps(steps, input, std::make_integer_sequence<int, 7>());
  }
  if (!times_device()) {
    time.left_out = {"faithful"};
    steps.left_out = {"all"};
  }
  return {time, count, steps};
}
}
int main(int argc, char** argv) {
  return run_sweeps("wagener", argc, argv, sweeps());
}
