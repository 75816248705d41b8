#include <algorithm>
#include <ww/detail/ground/bulk.cuh>
#ifdef __CUDACC__
#include <thrust/sort.h>
#endif
#include <ww/detail/neighbours/density-published.cuh>

namespace ww::detail::neighbours::density {
published_density::published_density(const std::vector<float>& p,
                                     int k, published_shape shape)
    : n(std::int64_t(p.size()) / k), k(k), shape(shape) {
  require_memory(4 * n * (n + k) + 32 * n);
  std::vector<float> q = p;
  for (std::int64_t i = 0; shape.soa && i < n; ++i)
    for (int c = 0; c < k; ++c) q[c * n + i] = p[i * k + c];
  points = to_device(q);
  matrix = device_array<float>(n * n);
  rho = device_array<double>(n);
  delta = device_array<double>(n);
  parent = device_array<std::int64_t>(n);
  total = device_array<wide>(1);
}
void published_density::find_matrix() {
  if (n == 0) return;
  auto run = [&](auto kernel, std::int64_t rows, std::int64_t bytes) {
    launch(kernel, dim3(unsigned(tiles_of(n, shape.threads)),
                        unsigned(tiles_of(n, rows))),
           shape.threads, bytes, {}, points.data(), n, k,
           matrix.data());
  };
  if (shape.shared)
    run(shape.soa ? matrix_shared<8, true> : matrix_shared<8, false>, 8,
        8 * k * 4);
  else run(shape.soa ? matrix_naive<true> : matrix_naive<false>, 1, 0);
}
double published_density::bisect(double percent, double precision,
                                 bool as_printed) {
  std::vector<float> row(std::size_t(n), 0);
  matrix.download(row.data(), n);
  const double most =
      2 * double(*std::max_element(row.begin(), row.end()));
  auto count = [&](double value) {
    const wide zero = 0;
    wide found = 0;
    total.upload(&zero, 1);
    launch(count_below<>, unsigned(n), shape.threads, 8 * shape.threads,
           {}, matrix.data(), n, float(value), total.data());
    total.download(&found, 1);
    return found;
  };
  return bisect_cutoff(0, most, precision * most,
                       percent / 100 * double(n) * double(n), count,
                       as_printed);
}
double published_density::sampled(double percent, std::int64_t each) {
  if (sample.size() < n * each) sample = device_array<float>(n * each);
  launch(sample_rows<>, blocks_for(n, 128), 128, 0, {},
         matrix.data(), n, each, sample.data());
  #ifdef __CUDACC__
  thrust::sort(bulk({}), sample.data(), sample.data() + n * each);
  #else
  std::sort(sample.data(), sample.data() + n * each);
  #endif
  const auto at = std::clamp<std::int64_t>(
      std::int64_t(percent / 100 * double(n * each)), 0, n * each - 1);
  float dc = 0;
  device_array<float>::copy(&dc, sample.data() + at, 1, nullptr);
  return dc;
}
void published_density::find_rho(double dc) {
  launch(density_of_row<>, unsigned(n), shape.threads,
         8 * shape.threads, {}, matrix.data(), n, dc, rho.data());
}
void published_density::find_delta(bool ordered) {
  launch(ordered ? distance_of_row<true> : distance_of_row<false>,
         unsigned(n), shape.threads, 12 * shape.threads, {},
         matrix.data(), n, rho.data(), delta.data(), parent.data());
}
}
