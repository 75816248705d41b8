// An oracle in exact arithmetic, for tests: slow, and evidently right.
#pragma once

namespace exact_oracle {
int orientation(double ax, double ay, double bx, double by, double cx, double cy);
template <class P>
int orientation(P a, P b, P c) {
  return orientation(a.x, a.y, b.x, b.y, c.x, c.y);
}
}  // namespace exact_oracle
