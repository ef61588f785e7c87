// SPDX-License-Identifier: MIT
#include "workloads/vector_add/vector_add_reference.h"

#include "harness/elements.h"

namespace gpujob::vector_add {

// An addition rounds once, and IEEE 754 says how: every device gives the same number, and the error
// is 0. The tolerance only has to be smaller than any difference could be: one unit in the last
// place of one element is 3.7e-9 (float32) or 6.9e-18 (float64) of its block of 256 at least.
template <class T>
Answer check(const TwoLists<T>& lists, const T* sums, Part part) {
  return check_elements(
      part, [&](std::size_t i) { return static_cast<double>(sums[i - part.first]); },
      [&](std::size_t i) { return static_cast<double>(lists.at(0, i) + lists.at(1, i)); },
      {sizeof(T) == 4 ? 1e-10 : 1e-20, 0, "element"});
}

template Answer check(const TwoLists<float>&, const float*, Part);
template Answer check(const TwoLists<double>&, const double*, Part);

}  // namespace gpujob::vector_add
