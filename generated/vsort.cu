#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include "sort.cuh"

namespace {
using namespace ww;
static_assert(std::endian::native == std::endian::little);
struct key_type { const char *name, *numpy; int bytes; };
const key_type key_types[] = {
    {"float", "<f4", 4}, {"double", "<f8", 8}, {"int32", "<i4", 4},
    {"uint32", "<u4", 4}, {"int64", "<i8", 8}, {"uint64", "<u8", 8}};
bool ends_in_npy(const std::string& name) {
  return name.size() >= 4 && name.compare(name.size() - 4, 4, ".npy") == 0;
}
[[noreturn]] void reject(const std::string& name, const std::string& why) {
  throw bad_input(name + ": " + why);
}
std::string read_whole(const std::string& name) {
  if (std::filesystem::is_directory(name)) reject(name, "is a directory");
  std::FILE* f = std::fopen(name.c_str(), "rb");
  if (!f)
    reject(name, format("cannot be opened (%s)", std::strerror(errno)));
  std::string bytes;
  char piece[1 << 16];
  for (std::size_t got; (got = std::fread(piece, 1, sizeof piece, f)) > 0;)
    bytes.append(piece, got);
  const bool failed = std::ferror(f);
  std::fclose(f);
  if (failed) reject(name, "cannot be read");
  return bytes;
}
struct key_file {
  std::string bytes;
  const key_type* type;
};
key_file read_keys(const std::string& name, const key_type* type) {
  key_file file{read_whole(name), type};
  if (ends_in_npy(name)) {
    const std::string& b = file.bytes;
    auto byte = [&](std::size_t i) {
      return std::size_t(static_cast<unsigned char>(b[i]));
    };
    if (b.size() < 12 || b.compare(0, 6, "\x93NUMPY", 6) != 0)
      reject(name, "is not a .npy file");
    const bool longer = byte(6) > 1;
    const std::size_t start = longer ? 12 : 10;
    std::size_t length = byte(8) + 256 * byte(9);
    if (longer) length += 65536 * (byte(10) + 256 * byte(11));
    if (byte(6) < 1 || byte(6) > 3 || start + length > b.size())
      reject(name, "the .npy header is damaged");
    const std::string header = b.substr(start, length);
    auto after = [&](const char* key) {
      const std::size_t at = header.find(format("'%s':", key));
      if (at == header.npos) reject(name, format("the header has no %s", key));
      const std::size_t text = header.find_first_not_of(
          ' ', at + std::strlen(key) + 3);
      return text == header.npos ? std::string() : header.substr(text);
    };
    const std::string descr = after("descr"), shape = after("shape");
    const key_type* found = nullptr;
    for (const key_type& t : key_types)
      if (descr.compare(0, 5, format("'%s'", t.numpy)) == 0) found = &t;
    if (!found) reject(name, "the keys are of no type that vsort knows");
    if (type && type != found)
      reject(name, format("the keys are %s, and --type says %s", found->name,
                          type->name));
    file.type = found;
    char close = 0;
    unsigned long long announced = 0;
    if (std::sscanf(shape.c_str(), "(%llu,%c", &announced, &close) != 2 ||
        close != ')')
      reject(name, "the array has not one dimension");
    const std::size_t count = announced;
    file.bytes.erase(0, start + length);
    if (file.bytes.size() != count * file.type->bytes)
      reject(name, format("%zu bytes follow the header, and %zu keys of %d bytes "
                          "are announced", file.bytes.size(), count,
                          file.type->bytes));
  } else {
    if (!type) file.type = &key_types[0];
    if (file.bytes.size() % file.type->bytes != 0)
      reject(name, format("%zu bytes are no whole number of %s keys",
                          file.bytes.size(), file.type->name));
  }
  return file;
}
void write_keys(const std::string& name, const char* numpy,
                const std::string& bytes, int size) {
  output_file out(name);
  if (ends_in_npy(name)) {
    std::string header = format(
        "{'descr': '%s', 'fortran_order': False, 'shape': (%zu,), }", numpy,
        bytes.size() / size);
    header.append(63 - (10 + header.size()) % 64, ' ');
    header += '\n';
    out.write(std::string("\x93NUMPY\x01\x00", 8) +
              char(header.size() % 256) + char(header.size() / 256) + header);
  }
  out.write(bytes);
  out.commit();
}
struct wish {
  bool descending = false, places = false;
  std::string variant = "split";
};
template <class K> std::string sorted_bytes(std::string bytes, const wish& w) {
  std::vector<K> keys(bytes.size() / sizeof(K));
  if (!keys.empty()) std::memcpy(keys.data(), bytes.data(), bytes.size());
  if (w.places) {
    require_device();
    const auto n = std::int64_t(keys.size());
    const auto in = to_device(keys);
    const device_array<std::uint32_t> places(n);
    const device_array<char> temporary(
        argsort(in.data(), places.data(), n, w.descending, nullptr, {}));
    argsort(in.data(), places.data(), n, w.descending, temporary.data(), {});
    const auto said = to_host(places);
    if (n == 0) return "";
    return {reinterpret_cast<const char*>(said.data()), std::size_t(4 * n)};
  }
  for (const sort_variant<K>& v : sort_variants<K>())
    if (v.name == w.variant) {
      if (v.device) require_device();
      v.host(keys, w.descending);
      if (!keys.empty()) std::memcpy(bytes.data(), keys.data(), bytes.size());
      return bytes;
    }
  throw bad_input("--variant " + w.variant + " does not sort such keys");
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
const char* vsort_usage =
    "usage: vsort [--type float|double|int32|uint32|int64|uint64]\n"
    "             [--descending] [--argsort] [--variant NAME] IN OUT\n"
    "Sorts the keys in the file IN into the file OUT. A name that ends in\n"
    ".npy is NumPy's form; any other is raw little-endian keys (float, if\n"
    "--type does not say otherwise). --argsort writes places, as uint32.\n"
    "Variants: serial, parallel, split, merge, vector, hybrid; the last two\n"
    "for keys of 32 bits.\n";
int run_vsort(int argc, char** argv) {
  wish w;
  const key_type* type = nullptr;
  std::vector<std::string> names;
  for (int i = 1; i < argc; ++i) {
    const std::string a = argv[i];
    auto value = [&] {
      if (++i == argc) throw bad_input(a + " needs a value (see --help)");
      return std::string(argv[i]);
    };
    if (a == "--help") return std::fputs(vsort_usage, stdout) < 0;
    if (a == "--descending") w.descending = true;
    else if (a == "--argsort") w.places = true;
    else if (a == "--variant") w.variant = value();
    else if (a == "--type") {
      const std::string name = value();
      for (const key_type& t : key_types)
        if (name == t.name) type = &t;
      if (!type || name != type->name)
        throw bad_input("--type " + name + " is not a type (see --help)");
    } else if (a.size() > 1 && a[0] == '-')
      throw bad_input("unknown option " + a + " (see --help)");
    else names.push_back(a);
  }
  if (names.size() != 2)
    throw bad_input("two file names are expected (see --help)");
  bool known = false;
  for (const auto& v : sort_variants<float>()) known |= v.name == w.variant;
  if (!known)
    throw bad_input("--variant " + w.variant + " is not a sort (see --help)");
  if (w.places && w.variant != "split")
    throw bad_input("--argsort is done by the variant split alone");
  std::error_code none;
  if (std::filesystem::equivalent(names[0], names[1], none))
    throw bad_input(names[1] + ": the output would be written over the input");
  const key_file file = read_keys(names[0], type);
  const std::string bytes = sorted_file(file, w);
  write_keys(names[1], w.places ? "<u4" : file.type->numpy, bytes,
             w.places ? 4 : file.type->bytes);
  return 0;
}
}
int main(int argc, char** argv) {
  return ww::run_program("vsort", argc, argv, run_vsort);
}
