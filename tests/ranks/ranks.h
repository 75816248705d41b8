// What the tests of several ranks share.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>
#include "catch.h"
#include <ww/gpus.cuh>
#include <ww/model.h>

// On the model back end: nothing that is launched in its life is found at fault.
struct without_findings {
#if WW_MODEL
  ww::model::watch w;
  ~without_findings() noexcept(false) {
    const auto r = w.stop();
    if (r.findings.empty() || std::uncaught_exceptions() > 0) return;
    INFO(r.text());
    REQUIRE(r.findings.empty());
  }
#endif
};

// On a GPU several ranks may share one device, so that one machine with one GPU runs every case with direct copies.
inline ww::rank_options ranks_of(int ranks) {
  ww::rank_options o;
  o.ranks = ranks;
  o.link = "copies";
  if (WW_CUDA)
    for (int r = 0; r < ranks; ++r) o.devices.push_back(r % ww::device_count());
  return o;
}
inline bool has_link(const std::string& link) {
  if (link == "copies") return true;
  if (!WW_CUDA || ww::device_count() < 2) return false;
  try {
    ww::rank_options o;
    o.link = "nccl";
    ww::run_ranks(o, [](ww::communicator&) {});
    return true;
  } catch (const ww::bad_input&) {
    return false;
  }
}
inline std::string what_is_thrown(const ww::rank_options& o, const std::function<void(ww::communicator&)>& body) {
  try {
    ww::run_ranks(o, body);
  } catch (const std::exception& e) {
    return e.what();
  }
  return "nothing";
}
// Returns when all ranks have called it.
inline void meet(ww::communicator& c) { ww::gather_values(c, std::vector{0}, nullptr); }
// A communicator that hands everything on to another, counts, and does something before a wait or an exchange.
class overheard : public ww::communicator {
 public:
  explicit overheard(ww::communicator& to) : communicator(to.rank(), to.ranks()), to(to) {}
  void exchange(const std::vector<ww::outgoing>& out, const std::vector<ww::incoming>& in, cudaStream_t s) override {
    hasty = hasty || under_way;
    auto is_rank = [&](int r) { return r >= 0 && r < ranks(); };
    for (const auto& piece : out)
      if (!is_rank(piece.to)) throw std::logic_error("a message to no rank");
    for (const auto& piece : in)
      if (!is_rank(piece.from)) throw std::logic_error("a message from no rank");
    if (++exchanges; before_exchange) before_exchange(exchanges);
    to.exchange(out, in, s);
    under_way = true;
  }
  void wait(cudaStream_t s) override {
    if (++waits; before_wait) before_wait(waits);
    to.wait(s);
    under_way = false;
  }
  std::function<void(int)> before_exchange, before_wait;
  int exchanges = 0, waits = 0;
  bool under_way = false, hasty = false;  // an exchange has not been waited for; another has begun in that state

 private:
  ww::communicator& to;
};
// A vector of n elements that are nowhere, which may only be asked for its size: three pointers, as libstdc++ keeps it.
template <class T> class nowhere {
 public:
  explicit nowhere(std::int64_t n) {
    static_assert(sizeof bytes == 3 * sizeof(T*));
    const std::uintptr_t first = 1 << 20, end = first + std::uintptr_t(n) * sizeof(T), all[] = {first, end, end};
    std::memcpy(bytes, all, sizeof bytes);
  }
  operator const std::vector<T>&() const { return *std::launder(reinterpret_cast<const std::vector<T>*>(bytes)); }

 private:
  alignas(std::vector<T>) std::byte bytes[sizeof(std::vector<T>)];
};
// The parts: rank r has the elements from ends[r] on.
inline std::vector<std::int64_t> ends_of(std::int64_t n, int ranks, int how) {
  std::vector<std::int64_t> ends{0};
  for (int r = 1; r < ranks; ++r) {
    std::int64_t e = n * r / ranks;
    if (how == 1) e = 0;                       // all at the last rank
    if (how == 2) e = n;                       // all at the first
    if (how == 3) e = r % 2 ? n / 3 : 2 * n / 3;  // unequal, some empty
    ends.push_back(std::max(ends.back(), std::min(n, e)));
  }
  ends.push_back(n);
  return ends;
}
