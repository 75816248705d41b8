#include <getopt.h>
#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <ww/points.cuh>
#include <ww/sort.cuh>

namespace {
using namespace ww;
static_assert(std::endian::native == std::endian::little);
struct key_type { const char *name, *numpy; int bytes; };
const key_type key_types[] = {
    {"float", "<f4", 4}, {"double", "<f8", 8}, {"int32", "<i4", 4},
    {"uint32", "<u4", 4}, {"int64", "<i8", 8}, {"uint64", "<u8", 8}};
bool ends_in_npy(const std::string& name) {
  return name.size() >= 4 &&
         name.compare(name.size() - 4, 4, ".npy") == 0;
}
[[noreturn]] void reject(const std::string& name,
                         const std::string& why) {
  throw bad_input(name + ": " + why);
}
std::string read_rest(const input_file& f, const std::string& name) {
  std::string bytes;
  char piece[1 << 16];
  for (std::size_t got;
       (got = std::fread(piece, 1, sizeof piece, f.get())) > 0;)
    bytes.append(piece, got);
  if (std::ferror(f.get()))
    reject(name, format("cannot be read (%s)", std::strerror(errno)));
  return bytes;
}
struct key_file {
  std::string bytes;
  const key_type* type;
};
key_file read_npy_keys(const input_file& f, const std::string& name,
                       const struct stat& status,
                       const key_type* type) {
  if (!S_ISREG(status.st_mode))
    reject(name, "a .npy file must be a regular file");
  const npy_header h = read_npy_header(f.get(), name, status.st_size);
  const key_type* found = nullptr;
  for (const key_type& t : key_types)
    if (h.type == t.numpy) found = &t;
  if (!found) reject(name, "the keys are of no type that vsort knows");
  if (type && type != found)
    reject(name, format("the keys are %s, and --type says %s",
                        found->name, type->name));
  if (h.shape.size() != 1)
    reject(name, "the array has not one dimension");
  const std::int64_t data = status.st_size - h.length,
                     size = found->bytes;
  if (data % size != 0 || data / size != h.shape[0])
    reject(name,
           format("%lld bytes follow the header, and %lld keys of %d "
                  "bytes are announced",
                  static_cast<long long>(data),
                  static_cast<long long>(h.shape[0]), found->bytes));
  return {read_rest(f, name), found};
}
key_file read_keys(const std::string& name, const key_type* type) {
  struct stat status;
  const input_file f = open_input(name, status);
  if (ends_in_npy(name)) return read_npy_keys(f, name, status, type);
  key_file file{read_rest(f, name), type ? type : &key_types[0]};
  if (file.bytes.size() % file.type->bytes != 0)
    reject(name, format("%zu bytes are no whole number of %s keys",
                        file.bytes.size(), file.type->name));
  return file;
}
void write_keys(output_file& out, const std::string& name,
                const char* numpy, const std::string& bytes, int size) {
  if (ends_in_npy(name)) {
    std::string header =
        format("{'descr': '%s', 'fortran_order': False, 'shape': (%zu,), }",
               numpy, bytes.size() / size);
    header.append(63 - (10 + header.size()) % 64, ' ');
    header += '\n';
    out.write(std::string("\x93NUMPY\x01\x00", 8) +
              char(header.size() % 256) + char(header.size() / 256) +
              header);
  }
  out.write(bytes);
  out.commit();
}
struct wish {
  bool descending = false, places = false, help = false;
  std::string variant = "bucket", in, out;
  const key_type* type = nullptr;
};
template <class K>
std::string sorted_bytes(std::string bytes, const wish& w) {
  std::vector<K> keys(bytes.size() / sizeof(K));
  if (!keys.empty())
    std::memcpy(keys.data(), bytes.data(), bytes.size());
  if (w.places) {
    require_device();
    const auto n = std::int64_t(keys.size());
    const auto in = to_device(keys);
    const device_array<std::uint32_t> places(n);
    const order o = w.descending ? order::descending : order::ascending;
    std::size_t needed = 0;
    argsort(nullptr, needed, in.data(), places.data(), n, o);
    const device_array<char> temporary{std::int64_t(needed)};
    argsort(temporary.data(), needed, in.data(), places.data(), n, o);
    const auto said = to_host(places);
    if (n == 0) return "";
    return {reinterpret_cast<const char*>(said.data()), std::size_t(4 * n)};
  }
  for (const auto& v : sort_variants<K>())
    if (v.name == w.variant) {
      if (v.needs_device) require_device();
      v.run(keys, w.descending ? order::descending : order::ascending);
      if (!keys.empty())
        std::memcpy(bytes.data(), keys.data(), bytes.size());
      return bytes;
    }
  throw bad_input("--variant " + w.variant +
                  " does not sort such keys");
}
std::string sorted_file(const key_file& f, const wish& w) {
  switch (f.type - key_types) {
    case 0: return sorted_bytes<float>(f.bytes, w);
    case 1: return sorted_bytes<double>(f.bytes, w);
    case 2: return sorted_bytes<std::int32_t>(f.bytes, w);
    case 3: return sorted_bytes<std::uint32_t>(f.bytes, w);
    case 4: return sorted_bytes<std::int64_t>(f.bytes, w);
    default: return sorted_bytes<std::uint64_t>(f.bytes, w);
  }
}
const char vsort_usage[] =
    "usage: vsort [options] IN OUT\n"
    "Sorts the keys in the file IN into the file OUT; - is standard "
    "input or\n"
    "output. A name that ends in .npy is NumPy's form; any other is "
    "raw\n"
    "little-endian keys.\n\n"
    "  --type TYPE      float (the default for raw keys), double, "
    "int32,\n"
    "                   uint32, int64 or uint64\n"
    "  --descending     the largest first\n"
    "  --argsort        write the keys' places in IN, as uint32\n"
    "  --variant NAME   bucket (the default), merge, serial, parallel; "
    "for\n"
    "                   keys of 32 bits also vector and hybrid\n"
    "  --help           print this\n";
const ::option options[] = {{"type", required_argument, nullptr, 't'},
                          {"descending", no_argument, nullptr, 'd'},
                          {"argsort", no_argument, nullptr, 'a'},
                          {"variant", required_argument, nullptr, 'v'},
                          {"help", no_argument, nullptr, 'h'},
                          {nullptr, 0, nullptr, 0}};
const key_type* type_named(const std::string& name) {
  for (const key_type& t : key_types)
    if (name == t.name) return &t;
  throw bad_input("--type " + name + " is not a type (see --help)");
}
void require_variant(const std::string& name) {
  for (const auto& v : sort_variants<float>())
    if (v.name == name) return;
  throw bad_input("--variant " + name + " is not a sort (see --help)");
}
wish read_wish(int argc, char** argv) {
  wish w;
  opterr = 0;
  for (int c; (c = getopt_long(argc, argv, ":t:dav:h", options,
                               nullptr)) != -1;)
    switch (c) {
      case 't': w.type = type_named(optarg); break;
      case 'd': w.descending = true; break;
      case 'a': w.places = true; break;
      case 'v':
        w.variant = optarg;
        require_variant(w.variant);
        break;
      case 'h': w.help = true; break;
      default: refuse_option(c, argv, "tdavh");
    }
  if (w.help) return w;
  if (argc - optind != 2)
    throw bad_input("two file names are expected (see --help)");
  w.in = argv[optind];
  w.out = argv[optind + 1];
  if (w.places && w.variant != "bucket")
    throw bad_input("--argsort is done by the variant bucket alone");
  return w;
}
int run_vsort(int argc, char** argv) {
  const wish w = read_wish(argc, argv);
  if (w.help) return std::fputs(vsort_usage, stdout) < 0;
  if (same_file(w.in, w.out))
    throw bad_input(w.out +
                    ": the output would be written over the input");
  output_file out(w.out);
  const key_file file = read_keys(w.in, w.type);
  const std::string bytes = sorted_file(file, w);
  write_keys(out, w.out, w.places ? "<u4" : file.type->numpy, bytes,
             w.places ? 4 : file.type->bytes);
  return 0;
}
}
int main(int argc, char** argv) {
  return ww::run_program("vsort", argc, argv, run_vsort);
}
