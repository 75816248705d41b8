#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>
#include <ww/launch.cuh>
#include <ww/model.h>
#include <ww/detail/ground/philox.cuh>

namespace ww::handout {
using work = std::function<void()>;
using value = std::function<double(const model::report&)>;
void test(std::string_view task, std::string_view name, work w);
void count(std::string_view task, std::string_view name, work w,
           value v);
void timed(std::string_view task, std::string_view name,
           std::function<work()> prepare);
[[gnu::format(printf, 2, 3)]]
void require(bool holds, const char* otherwise, ...);
void be_block(unsigned x);
int run_cases(int argc, char** argv);
std::uint64_t seed();
std::vector<int> sizes(std::vector<int> of);
void pass_on(void* data, std::size_t bytes);
template <class T>
T answer(T a) {
  pass_on(&a, sizeof a);
  return a;
}
template <class T>
std::vector<T> answer(std::vector<T> a) {
  pass_on(a.data(), a.size() * sizeof(T));
  return a;
}
template <class T>
std::vector<T> on_host(const device_array<T>& d) {
  return handout::answer(ww::to_host(d));
}
double sectors_a_request(const model::report& r, model::access kind);
double wavefronts(const model::report& r);
}
int ww_assignment(int argc, char** argv);
