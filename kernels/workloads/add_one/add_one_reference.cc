// SPDX-License-Identifier: MIT
#include "workloads/add_one/add_one_reference.h"

#include "harness/elements.h"

namespace gpujob::add_one {

// Nothing is rounded: the error is 0. One value of 256 that is left out, or incremented twice, is
// at least 1 / (16 * 65536) = 1e-6 of its block.
template <class T>
Answer check(const Matrix<T>& before, const T* after, std::size_t count) {
  return check_elements(
      count, [&](std::size_t i) { return static_cast<double>(after[i]); },
      [&](std::size_t i) { return static_cast<double>(before.at(i)) + 1; }, {1e-9, 0, "element"});
}

template Answer check(const Matrix<float>&, const float*, std::size_t);
template Answer check(const Matrix<double>&, const double*, std::size_t);

}  // namespace gpujob::add_one
