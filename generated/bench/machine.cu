#include <cstring>
#include <stdexcept>
#include <ww/datasets.cuh>
#include <ww/detail/ground/sum.cuh>
#include <ww/measure.h>
#include <ww/orientation.cuh>
#if WW_CUDA
#include <cub/device/device_reduce.cuh>
#endif
#ifdef _OPENMP
#include <omp.h>
#endif

namespace {
using ww::cell, ww::sweep, ww::workload;
void copy_serial(char* to, const char* from, std::int64_t n) {
  std::memcpy(to, from, n);
}

void copy_parallel(char* to, const char* from, std::int64_t n) {
  const std::int64_t piece = 64 * 1024;
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n; i += piece)
    std::memcpy(to + i, from + i, std::min(piece, n - i));
}
__global__ void copy_kernel(float4* to, const float4* from,
                            std::int64_t words) {
  const std::int64_t stride = std::int64_t(gridDim.x) * blockDim.x;
  std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  for (; i < words; i += stride) to[i] = from[i];
}
void copy_by_kernel(char* to, const char* from, std::int64_t n) {
  const std::int64_t words = n / 16, block = 256;
  const std::int64_t blocks = std::min<std::int64_t>(
      (words + block - 1) / block, 16384);
  ww::launch(copy_kernel, unsigned(blocks), unsigned(block), 0, nullptr,
             reinterpret_cast<float4*>(to),
             reinterpret_cast<const float4*>(from), words);
}
#if WW_CUDA
void copy_by_runtime(char* to, const char* from, std::int64_t n) {
  ww::check(cudaMemcpyAsync(to, from, n, cudaMemcpyDeviceToDevice));
}
#endif
using copier = void (*)(char*, const char*, std::int64_t);

std::vector<char> pattern(std::int64_t n) {
  std::vector<char> v(n);
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n; ++i)
    v[i] = char(i * 131 + (i >> 8) + 1);
  return v;
}

void require_copied(const std::vector<char>& is, std::int64_t n) {
  if (is != pattern(n)) throw std::runtime_error("the copy is wrong");
}
workload host_copy(copier copy, std::int64_t n) {
  auto from = std::make_shared<std::vector<char>>(pattern(n));
  auto to = std::make_shared<std::vector<char>>(n);
  return {.whole = [=] { copy(to->data(), from->data(), n); },
          .check = [=] {
            copy(to->data(), from->data(), n);
            require_copied(*to, n);
          }, .bytes = 2.0 * double(n)};
}
workload device_copy(copier copy, std::int64_t n) {
  auto from = std::make_shared<ww::device_array<char>>(
      ww::to_device(pattern(n)));
  auto to = std::make_shared<ww::device_array<char>>(n);
  return {.resident = [=] { copy(to->data(), from->data(), n); },
          .check = [=] {
            copy(to->data(), from->data(), n);
            require_copied(ww::to_host(*to), n);
          }, .on_device = true, .bytes = 2.0 * double(n)};
}
__global__ void empty_kernel() {}

workload empty_launch(std::int64_t blocks, int block) {
  return {.resident = [=] {
            ww::launch(empty_kernel, unsigned(blocks), block, 0, {});
          }, .on_device = true};
}
workload empty_region(int threads) {
  workload w;
  w.whole = [=] {
#pragma omp parallel num_threads(threads)
    asm volatile("");
  };
  static_cast<void>(threads);
  return w;
}
int most_threads() {
#ifdef _OPENMP
  return omp_get_max_threads();
#else
  return 1;
#endif
}
using summer = void (*)(void*, std::size_t&, const std::uint64_t*,
                        std::int64_t, std::uint64_t*);
void our_sum(void* t, std::size_t& bytes, const std::uint64_t* words,
             std::int64_t n, std::uint64_t* result) {
  ww::detail::sum(t, bytes, words, n, result);
}
#if WW_CUDA
void cub_sum(void* t, std::size_t& bytes, const std::uint64_t* words,
             std::int64_t n, std::uint64_t* result) {
  ww::check(cub::DeviceReduce::Sum(t, bytes, words, result, n));
}
#endif
std::uint64_t host_sum(const std::vector<std::uint64_t>& words) {
  std::uint64_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (std::size_t i = 0; i < words.size(); ++i) sum += words[i];
  return sum;
}
constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;
std::vector<std::uint64_t> words_of(std::int64_t n) {
  std::vector<std::uint64_t> words(n);
  for (std::int64_t i = 0; i < n; ++i)
    words[i] = golden * (2 * std::uint64_t(i) + 1);
  return words;
}
void require_sum(std::uint64_t is, std::int64_t n) {
  if (is != golden * std::uint64_t(n) * std::uint64_t(n))
    throw std::runtime_error("the sum is wrong");
}
struct lent_sum {
  ww::device_array<std::uint64_t> words, result{1};
  ww::device_array<char> lent;
  summer sum;
  lent_sum(summer sum, std::int64_t n)
      : words(ww::to_device(words_of(n))), sum(sum) {
    std::size_t bytes = 0;
    sum(nullptr, bytes, words.data(), n, result.data());
    lent = ww::device_array<char>(std::int64_t(bytes));
  }
  void run() {
    auto bytes = std::size_t(lent.size());
    sum(lent.data(), bytes, words.data(), words.size(), result.data());
  }
  void check() {
    run();
    require_sum(ww::to_host(result)[0], words.size());
  }
};
workload device_sum(summer sum, std::int64_t n) {
  auto arrays = std::make_shared<lent_sum>(sum, n);
  return {.resident = [=] { arrays->run(); },
          .check = [=] { arrays->check(); }, .on_device = true,
          .bytes = 8.0 * double(n)};
}
workload threads_sum(std::int64_t n) {
  auto words =
      std::make_shared<std::vector<std::uint64_t>>(words_of(n));
  return {.whole = [=] { require_sum(host_sum(*words), n); },
          .bytes = 8.0 * double(n)};
}
sweep copy_sweep() {
  sweep s{"machine-copy", "copy bandwidth against n bytes", {}, {}};
  auto add = [&](const char* variant, std::int64_t n, auto prepare,
                 copier copy) {
    s.cells.push_back({variant, "bytes", n, 0, 0,
                       [=] { return prepare(copy, n); }});
  };
  for (std::int64_t n = 1 << 10; n <= 1 << 28; n *= 4) {
    add("serial", n, host_copy, copy_serial);
    add("parallel", n, host_copy, copy_parallel);
  }
  if (ww::times_device()) {
    for (std::int64_t n = 1 << 10; n <= 1 << 30; n *= 2) {
      add("kernel", n, device_copy, copy_by_kernel);
  #if WW_CUDA
      add("runtime", n, device_copy, copy_by_runtime);
  #endif
    }
  } else {
    s.left_out = {"kernel", "runtime"};
  }
  return s;
}
sweep launch_sweep() {
  sweep s{"machine-launch", "time to start n empty blocks or threads",
          {}, {}};
  auto add = [&](const char* variant, std::int64_t n, int block,
                 std::function<workload()> prepare) {
    s.cells.push_back({variant, "empty", n, 0, block, prepare, true});
  };
  for (int n = 1; n < 2 * most_threads(); n *= 2) {
    const int threads = std::min(n, most_threads());
    add("region", threads, 0, [=] { return empty_region(threads); });
  }
  if (ww::times_device()) {
    for (int block : {32, 256, 1024})
      for (std::int64_t n = 1; n <= 1 << 16; n *= 4)
        add("launch", n, block, [=] { return empty_launch(n, block); });
  } else {
    s.left_out = {"launch"};
  }
  return s;
}
sweep sum_sweep() {
  sweep s{"machine-sum", "time to sum n words of 64 bits", {}, {}};
  auto add = [&](const char* variant, std::int64_t n, auto prepare) {
    s.cells.push_back({variant, "words", n, 0, 0, prepare});
  };
  for (std::int64_t n = 1 << 7; n <= 1 << 27; n *= 4) {
    add("parallel", n, [=] { return threads_sum(n); });
    if (!ww::times_device()) continue;
    add("sum", n, [=] { return device_sum(our_sum, n); });
#if WW_CUDA
    add("cub", n, [=] { return device_sum(cub_sum, n); });
#endif
  }
  if (!ww::times_device()) s.left_out = {"sum", "cub"};
  return s;
}
sweep count_sweep() {
  ww::cell c{"sum", "words", 1 << 16};
  c.block = ww::detail::sum_threads;
  c.count = [] {
    lent_sum arrays(our_sum, 1 << 16);
    return ww::model::count([&] { arrays.run(); });
  };
  return {"machine-count", "what the model counts of a sum", {c}, {}};
}
double wrong_signs() {
  double wrong = 0;
  for (int i = 0; i < 65536; ++i) {
    const double x = 0.5 + i % 256 * 0x1p-53;
    const double y = 0.5 + i / 256 * 0x1p-53;
    const double plain = ww::rounded_difference(
        ww::rounded_product(12 - x, 24 - y),
        ww::rounded_product(12 - y, 24 - x));
    wrong += ww::exact::sign(plain) !=
             ww::orientation(x, y, 12.0, 12.0, 24.0, 24.0);
  }
  return wrong;
}
template <class T>
double left_by_filter(ww::distribution d, std::int64_t triples) {
  double left = 0;
  for (std::int64_t i = 0; i < triples; ++i) {
    float2 p[3];
    for (int k = 0; k < 3; ++k)
      p[k] = ww::draw_point<float>(d, 3 * triples, 1, 3 * i + k);
    left += ww::exact::by_filter(ww::exact::triple_of<T>{
                p[0].x, p[0].y, p[1].x, p[1].y, p[2].x, p[2].y}) ==
            ww::exact::undecided;
  }
  return left;
}
std::vector<ww::model::counter_row> count_signs(std::int64_t triples) {
  using enum ww::distribution;
  return {
      {"", "", "grid-wrong", wrong_signs()},
      {"", "", "square-left", left_by_filter<float>(square, triples)},
      {"", "", "parabola-left",
       left_by_filter<float>(parabola, triples)},
      {"", "", "parabola-double",
       left_by_filter<double>(parabola, triples)}};
}
sweep signs_sweep() {
  const std::int64_t triples = 1 << 16;
  ww::cell c{"orientation", "several", triples};
  c.count = [=] { return count_signs(triples); };
  return {"points-count", "signs that rounding gets wrong", {c}, {}};
}
}

int main(int argc, char** argv) {
  return ww::run_sweeps("machine", argc, argv,
                        {copy_sweep(), launch_sweep(), sum_sweep(),
                         count_sweep(), signs_sweep()});
}
