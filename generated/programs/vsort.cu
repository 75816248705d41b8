#include <ww/files.h>
#include <ww/gpus.cuh>

namespace {
using namespace ww;
struct vsort_options {
  const number_type* type = nullptr;
  std::string variant = WW_HOST ? "parallel" : "digits";
  bool descending = false, argsort = false;
  rank_options gpus;
  order way() const {
    return descending ? order::descending : order::ascending;
  }
};
command vsort_command(vsort_options& o) {
  command c{
      "vsort",
      "IN OUT",
      "Sorts the keys in the file IN into the file OUT; - is standard "
      "input or output.\nA name that ends in .npy is NumPy's form; "
      "any other is raw little-endian keys.",
      {{"--type", "TYPE",
        "float (the default for raw keys), "
        "double, int32, uint32, int64 or uint64",
        [&](const std::string& v) { o.type = &find_number_type(v); }},
       flag("--descending", "the largest first", o.descending),
       flag("--argsort",
            "write the indices of the sorted keys in IN, as uint32",
            o.argsort),
       text("--variant", "NAME",
            "serial, parallel, digits, merge; for "
            "keys of 32 bits also vector and hybrid (default " +
                o.variant + ")",
            o.variant)}, 2, 2};
  for (option& more : gpu_options(o.gpus)) c.options.push_back(more);
  c.options.push_back(
      {"--memory", "MIB",
       "sort in parts of what takes so much device memory (default: "
       "what is free)",
       [&](const std::string& v) {
         o.gpus.memory = whole_number<std::int64_t>("--memory", v, 1,
                                                    1 << 30) << 20;
       }});
  return c;
}
memory_need need_of(const vsort_options& o) {
  if (o.gpus.ranks > 0)
    return {WW_CUDA ? 2.0 : 6.0, o.argsort ? 18.0 : 0.0};
  const bool kernels =
      o.variant != "serial" && o.variant != "parallel";
  const double indices = o.argsort ? 8 : 0;
  if (kernels) return {WW_CUDA ? 1.0 : 4.0, indices};
  if (o.argsort) return {5, indices};
  return {o.variant == "serial" ? 1.0 : 2.0, 0};
}
template <class K>
std::vector<std::uint32_t> indices_of(const std::vector<K>& keys,
                                      const vsort_options& o) {
  if (o.variant == "parallel") return argsort_parallel(keys, o.way());
  if (o.variant != "digits")
    throw bad_input(
        "--argsort is done by parallel and digits, not by " +
        o.variant);
  require_device();
  const auto n = std::int64_t(keys.size());
  const auto in = to_device(keys);
  const device_array<std::uint32_t> indices(n);
  std::size_t bytes = 0;
  argsort(nullptr, bytes, in.data(), indices.data(), n, o.way());
  const device_array<char> temporary{std::int64_t(bytes)};
  argsort(temporary.data(), bytes, in.data(), indices.data(), n,
          o.way());
  return to_host(indices);
}
template <class K>
bool fits_device(std::int64_t n, const vsort_options& o) {
  require_device();
  std::size_t bytes = 0;
  if (o.argsort)
    argsort<K>(nullptr, bytes, nullptr, nullptr, n, o.way());
  else sort_keys<K>(nullptr, bytes, nullptr, nullptr, n, o.way());
  const double each = sizeof(K) + (o.argsort ? 4 : sizeof(K));
  const auto most =
      o.gpus.memory ? o.gpus.memory : free_device_memory();
  return double(bytes) + each * double(n) <= double(most);
}
template <class K>
number_array sorted(std::vector<K> keys, const vsort_options& o) {
  rank_options parts = o.gpus;
  if (o.gpus.ranks == 0 && o.variant == "digits" &&
      !fits_device<K>(std::int64_t(keys.size()), o))
    parts.ranks = 1;
  if (o.argsort)
    return parts.ranks > 0 ? argsort_by_gpus(parts, keys, o.way())
                           : indices_of(keys, o);
  if (parts.ranks > 0) {
    sort_by_gpus(parts, keys, o.way());
    return keys;
  }
  const auto& v = find_variant(sort_variants<K>(), o.variant);
  if (v.needs_device) require_device();
  v.run(keys, o.way());
  return keys;
}
int run_vsort(int argc, char** argv) {
  vsort_options o;
  const auto files = read_command(vsort_command(o), argc, argv);
  if (!files) return 0;
  const std::string &in = (*files)[0], &out = (*files)[1];
  find_variant(sort_variants<float>(), o.variant);
  if (o.gpus.ranks > 0 && o.variant != vsort_options().variant)
    throw bad_input("--gpus has one variant, and --variant " +
                    o.variant + " is another");
  if (o.gpus.memory && o.gpus.ranks == 0 && o.variant != "digits")
    throw bad_input("--memory is for --gpus and for digits, not for " +
                    o.variant);
  output_set all({in});
  const auto me = this_process(o.gpus, in);
  output_file* const file = me.rank == 0 ? &all.open(out) : nullptr;
  memory_need need = need_of(o);
  if (me.rank || !o.argsort) need.part = me.rank, need.parts = me.of;
  if (me.rank == 0 && !o.argsort) need.copies += me.of - 1;
  need.whole = &o.gpus.whole;
  number_array keys = read_array(in, o.type, need);
  o.gpus.call = {int(keys.index()), o.descending, o.argsort};
  keys = std::visit(
      [&](auto& k) { return sorted(std::move(k), o); }, keys);
  if (file) write_array(*file, keys);
  all.commit();
  return 0;
}
}
int main(int argc, char** argv) {
  return ww::run_program("vsort", argc, argv, run_vsort);
}
