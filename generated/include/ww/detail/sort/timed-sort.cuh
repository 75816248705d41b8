#pragma once
#include <functional>
#include <memory>
#include <stdexcept>
#include <ww/measure.h>
#include <ww/detail/ground/key-inputs.cuh>

namespace ww::detail::sort {
struct key_indices {};
template <class K>
__host__ __device__ K draw_key(key_indices, std::int64_t i,
                               std::int64_t) {
  return K(i);
}
template <class K> struct sorting {
  bool pairs = false;
  std::int64_t n = 0, segments = 0;
  K *in = nullptr, *out = nullptr;
  std::uint32_t *values_in = nullptr, *values_out = nullptr;
  std::int64_t* offsets = nullptr;
  __device__ std::int64_t segment_of(std::int64_t i) const {
    return first_that(std::int64_t(1), segments, [=, this](auto s) {
             return offsets[s] > i;
           }) - 1;
  }
};
struct verdict {
  unsigned long long disorder, in, out;
};
__host__ __device__ inline unsigned long long hashed(
    unsigned long long x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}
template <class K>
__global__ void judge_sort(sorting<K> a, verdict* v) {
  using W = ordered_key<K>;
  const key_order<W> order = order_of<K>(order::ascending);
  auto word = [=](const K* key) {
    W bits;
    memcpy(&bits, key, sizeof bits);
    return to_order(bits, order);
  };
  const std::int64_t step = std::int64_t(gridDim.x) * blockDim.x;
  verdict mine{};
  for (std::int64_t i = thread_number(); i < a.n; i += step) {
    const std::int64_t s = a.segment_of(i);
    const bool first = i == (a.segments > 0 ? a.offsets[s] : 0);
    const W here = word(a.out + i);
    const W before = first ? here : word(a.out + i - 1);
    if (before > here) ++mine.disorder;
    mine.in += hashed(word(a.in + i) ^ hashed(s));
    mine.out += hashed(here ^ hashed(s));
    if (a.pairs) {
      const std::uint32_t from = a.values_out[i];
      if (from >= a.n || word(a.in + from) != here)
        ++mine.disorder;
      else if (!first && before == here && a.values_out[i - 1] >= from)
        ++mine.disorder;
    }
  }
  atomicAdd(&v->disorder, mine.disorder);
  atomicAdd(&v->in, mine.in);
  atomicAdd(&v->out, mine.out);
}
template <class K> void check_sort(const sorting<K>& a) {
  const auto blocks = std::min<std::int64_t>(tiles_of(a.n, 256), 2048);
  const auto v = to_device(std::vector<verdict>(1));
  launch(judge_sort<K>, unsigned(blocks), 256, 0, {}, a, v.data());
  const verdict said = to_host(v)[0];
  if (said.disorder > 0)
    throw std::runtime_error("the keys are not in order");
  if (said.in != said.out)
    throw std::runtime_error("the keys are not the same");
}
template <class K> struct sort_arrays {
  device_array<K> in, out;
  device_array<std::uint32_t> values_in, values_out;
  device_array<std::int64_t> offsets;
  device_array<char> temporary = {};
};
template <class K>
using any_sort =
    std::function<void(void*, std::size_t&, const sorting<K>&)>;
using offset_list = std::vector<std::int64_t>;
template <class K, class Input>
workload time_sort(const any_sort<K>& sort, const Input& input,
                   std::int64_t n, bool pairs = false,
                   const offset_list& offsets = {0}) {
  using values = device_array<std::uint32_t>;
  const std::int64_t paired = pairs ? n : 0;
  const std::shared_ptr<sort_arrays<K>> m(new sort_arrays<K>{
      device_array<K>(n), device_array<K>(n), values(paired),
      values(paired), to_device(offsets)});
  const sorting<K> a{pairs, n, m->offsets.size() - 1, m->in.data(),
                     m->out.data(), m->values_in.data(),
                     m->values_out.data(), m->offsets.data()};
  draw_into(a.in, n, input);
  draw_into(a.values_in, paired, key_indices{});
  std::size_t bytes = 0;
  sort(nullptr, bytes, a);
  m->temporary = device_array<char>(std::int64_t(bytes));
  workload w;
  w.resident = [=] { auto b = bytes; sort(m->temporary.data(), b, a); };
  w.check = [=] { w.resident(); check_sort(a); };
  w.on_device = true;
  w.bytes = double(n) * double(2 * sizeof(K) + (pairs ? 8 : 0)) +
            8.0 * double(a.segments);
  return w;
}
const seeded_input uniform_keys{key_input::uniform, 1};
template <class K, class Input = seeded_input>
void add_sort(sweep& s, const std::string& variant,
              const std::string& name, std::int64_t n, int parameter,
              const any_sort<K>& sort,
              const Input& input = uniform_keys, bool pairs = false) {
  if (times_device())
    s.cells.push_back({variant, name, n, 1, parameter, [=] {
                         return time_sort<K>(sort, input, n, pairs);
                       }});
}
}
