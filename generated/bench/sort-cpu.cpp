#ifdef WW_IPS4O
#include <ips4o.hpp>
#endif

namespace ww_rivals {
bool ips4o_sort([[maybe_unused]] float* first,
                [[maybe_unused]] float* last) {
#ifdef WW_IPS4O
  if (first != last) ips4o::parallel::sort(first, last);
  return true;
#else
  return false;
#endif
}
}
