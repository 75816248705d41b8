#include <cstring>
#include <optional>
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
            "serial, parallel, bucket, merge; for "
            "keys of 32 bits also digits, vector and hybrid (default " +
                o.variant + ")",
            o.variant)}, 2, 2};
  for (option& more : gpu_options(o.gpus)) c.options.push_back(more);
  return c;
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
std::string sorted_bytes(const std::string& bytes,
                         const vsort_options& o) {
  auto raw = [](const auto& v) {
    return std::string(reinterpret_cast<const char*>(v.data()),
                       v.size() * sizeof v[0]);
  };
  std::vector<K> keys(bytes.size() / sizeof(K));
  if (!keys.empty())
    std::memcpy(keys.data(), bytes.data(), bytes.size());
  if (o.gpus.ranks > 0) {
    if (o.argsort) return raw(argsort_by_gpus(o.gpus, keys, o.way()));
    sort_by_gpus(o.gpus, keys, o.way());
    return raw(keys);
  }
  if (o.argsort) return raw(indices_of(keys, o));
  const auto& v = find_variant(sort_variants<K>(), o.variant);
  if (v.needs_device) require_device();
  v.run(keys, o.way());
  return raw(keys);
}
std::string sorted_array(const number_array& a,
                         const vsort_options& o) {
  const std::string type = a.type->name;
  if (type == "float") return sorted_bytes<float>(a.bytes, o);
  if (type == "double") return sorted_bytes<double>(a.bytes, o);
  if (type == "int32") return sorted_bytes<std::int32_t>(a.bytes, o);
  if (type == "uint32") return sorted_bytes<std::uint32_t>(a.bytes, o);
  if (type == "int64") return sorted_bytes<std::int64_t>(a.bytes, o);
  return sorted_bytes<std::uint64_t>(a.bytes, o);
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
  if (same_file(in, out))
    throw bad_input(out +
                    ": the output would be written over the input");
  const bool first = o.gpus.ranks == 0 || is_first_process();
  std::optional<output_file> file;
  if (first) file.emplace(out);
  const number_array keys = read_array(in, o.type);
  const std::string sorted = sorted_array(keys, o);
  if (!first) return 0;
  write_array(*file, out,
              o.argsort ? find_number_type("uint32") : *keys.type,
              sorted);
  file->commit();
  return 0;
}
}
int main(int argc, char** argv) {
  return ww::run_program("vsort", argc, argv, run_vsort);
}
