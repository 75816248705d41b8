// The published sorts: their faults as published and mended, the split by the 0-1 principle, every size, and what the model says.
#include <numeric>
#include <set>
#include <ww/detail/sort/sort2008-kernels.cuh>
#include "sorts.h"

TEMPLATE_TEST_CASE("the vector merge sort and the hybrid, at every number of keys", "", float, std::int32_t, std::uint32_t) {
  REQUIRE_GPU();
  const bool first = std::is_same_v<TestType, float>;
  if (WW_MODEL && !first) return;
  for (std::int64_t n = 0; n <= 300; n += WW_MODEL || !first ? 43 : n < 70 ? 1 : 23) {
    CAPTURE(n);
    check_sorts(n % 8 == 3 || n < 6 || WW_CUDA ? "vector hybrid" : "vector", make<TestType>(n % 3 ? random_bits : few_values, n), n % 2 == 1);
  }
}
TEST_CASE("the vector merge sort and the hybrid, for every distribution") {
  REQUIRE_GPU();
  for (int what = 0; what < last_input; ++what)
    for (std::int64_t n : {1023, 4097, 70001}) {
      if (WW_MODEL && (n > 1023 || what > uniform)) continue;
      if (!WW_CUDA && n > 1023 && what > equal && what != outlier && what != falling) continue;
      if (!WW_CUDA && n == 70001 && what != uniform) continue;
      CAPTURE(what, n);
      check_sorts("vector hybrid", make<float>(input(what), n), what % 2 == 1);
    }
}
TEST_CASE("the hybrid with any number of buckets") {
  REQUIRE_GPU();
  for (int buckets : {1, 2, 16, 1023}) {
    if (WW_MODEL && buckets > 16) continue;
    const auto sort = [=](void* temporary, std::size_t& bytes, const float* in, float* out, std::int64_t n, order o, cudaStream_t s) {
      hybrid_sort(temporary, bytes, keys_of(in, out, o), n, s, buckets);
    };
    const auto keys = make<float>(uniform, 3001);
    CAPTURE(buckets);
    REQUIRE(same_bits(run<float>(sort, keys, false), sorted(keys, false)));
  }
}
// Of three buckets the second is the largest, by one key, and needs a round more than the others.
TEST_CASE("the hybrid merges until its largest bucket is one run") {
  REQUIRE_GPU();
  std::vector<std::uint32_t> keys;
  for (std::uint32_t size : {16u, 17u, 15u})
    for (std::uint32_t i = 0, high = std::uint32_t(keys.size()) / 16 << 30; i < size; ++i) keys.push_back(high + size - i);
  const auto sort = [](void* temporary, std::size_t& bytes, const std::uint32_t* in, std::uint32_t* out, std::int64_t n, order o, cudaStream_t s) {
    hybrid_sort(temporary, bytes, keys_of(in, out, o), n, s, 3);
  };
  REQUIRE(same_bits(run<std::uint32_t>(sort, keys, false), sorted(keys, false)));
}
TEST_CASE("every key is in a bin of the hybrid's histogram") {
  REQUIRE_GPU();
  auto keys = make<std::uint32_t>(random_bits, 3000);
  keys.front() = 0, keys.back() = ~0u;  // the least and the largest stand where a loop begins and ends
  const auto in = to_device(keys);
  device_array<hybrid_state> h(1);
  device_array<count64> none(1);
  const auto any = order_of<std::uint32_t>(order::ascending);
  launch(clear_hybrid<>, blocks_for(hybrid_bins, 256), 256, 0, {}, h.data(), none.data(), 1);
  launch(find_range<>, 2, 256, 0, {}, in.data(), in.size(), any, h.data());
  launch(count_hybrid<>, 2, 256, 0, {}, in.data(), in.size(), any, h.data());
  const auto state = to_host(h)[0];
  CHECK(std::accumulate(state.in_bin, state.in_bin + hybrid_bins, count64(0)) == 3000);
  CHECK(state.lo == 0);
  CHECK(state.hi == ~0u);
}
#if WW_MODEL
TEST_CASE("the hybrid's buckets are of about one size, so that few rounds merge them") {
  model::watch w;
  check_sorts("hybrid", make<std::uint32_t>(random_bits, 4096), false);
  CHECK(w.stop().launches <= 18);
}
#endif
TEST_CASE("the published sorts refuse what they cannot do") {
  REQUIRE_GPU();
  for (const auto& v : device_sorts<float>()) {
    if (!std::strstr("vector hybrid", v.name)) continue;
    std::size_t bytes = 0;
    CHECK_THROWS_AS(v.run(nullptr, bytes, nullptr, nullptr, -1, order::ascending, nullptr), bad_input);
    v.run(nullptr, bytes, nullptr, nullptr, 1000, order::ascending, nullptr);
    const device_array<char> temporary{std::int64_t(bytes)};
    --bytes;
    CHECK_THROWS_AS(v.run(temporary.data(), bytes, nullptr, nullptr, 1000, order::ascending, nullptr), bad_input);
  }
}
TEST_CASE("the published form loses zeros and NaN, the mended one does not") {
  REQUIRE_GPU();
  auto as_published = [](std::vector<float> keys) {
    const auto vectors = std::int64_t(keys.size()) / 4;
    device_array<float> one(4 * vectors), other(4 * vectors);
    one.upload(keys.data(), 4 * vectors);
    auto* v = run_passes(reinterpret_cast<float4*>(one.data()), reinterpret_cast<float4*>(other.data()), vectors, {});
    device_array<float>::copy(keys.data(), reinterpret_cast<const float*>(v), 4 * vectors, {});
    return keys;
  };
  auto bits = [](const std::vector<float>& keys) {
    std::multiset<unsigned> s;
    for (float k : keys) s.insert(std::bit_cast<unsigned>(k));
    return s;
  };
  const auto plain = make<float>(uniform, 1024);
  CHECK(same_bits(as_published(plain), sorted(plain, false)));
  auto zeros = plain, nans = plain;
  for (int i = 0; i < 1024; i += 3) zeros[i] = i % 2 ? 0.0f : -0.0f;
  for (int i = 0; i < 1024; i += 50) nans[i] = std::numeric_limits<float>::quiet_NaN();
  const auto z = as_published(zeros), x = as_published(nans);
  CHECK(std::is_sorted(z.begin(), z.end()));
  CHECK(bits(z) != bits(zeros));
  CHECK(bits(x) != bits(nans));
  for (const auto& keys : {zeros, nans}) check_sorts("vector hybrid", keys, false);
}
TEST_CASE("the network of four and the split by the 0-1 principle") {
  for (unsigned zeros = 0; zeros < 16; ++zeros) {
    const uint4 v = sort_elements(uint4{zeros & 1, zeros >> 1 & 1, zeros >> 2 & 1, zeros >> 3 & 1});
    const unsigned ones = unsigned(__builtin_popcount(zeros));
    CHECK((v.x == (ones > 3) && v.y == (ones > 2) && v.z == (ones > 1) && v.w == (ones > 0)));
  }
  auto list = [](unsigned ones) { return uint4{ones > 3, ones > 2, ones > 1, ones > 0}; };
  for (unsigned i = 0; i <= 4; ++i)
    for (unsigned j = 0; j <= 4; ++j) {
      uint4 a = list(i), b = list(j);
      split_vectors(a, b);
      const uint4 low = list(i + j > 4 ? i + j - 4 : 0), high = list(std::min(4u, i + j));
      CHECK((a.x == low.x && a.y == low.y && a.z == low.z && a.w == low.w));
      CHECK((b.x == high.x && b.y == high.y && b.z == high.z && b.w == high.w));
    }
}

#if WW_MODEL
TEST_CASE("the model has nothing to say against the published sorts") {
  for (int what : {uniform, few_values, rising})
    for (std::int64_t n : {700, 5000}) {
      if (n == 5000 && what != uniform) continue;
      CAPTURE(what, n);
      check_model([&] { check_sorts("vector hybrid", make<float>(input(what), n), false); });
    }
}
#endif
