// SPDX-License-Identifier: MIT
#include "workloads/elementwise/elementwise_reference.h"

#include <array>
#include <cmath>

#include "harness/elements.h"

namespace gpujob::elementwise {

// The sine errs by 2.4 u of 1 (fast_sine.h), doubled; the root by 1 u of up to 16, and so does the
// sum: 3 u of the largest values and 7 u of 1 for the small ones, so those below 1 count as 1. u is
// 2^-24 or 2^-53.
template <class T>
Answer check(const Square<T>& square, const T* values, std::size_t count) {
  std::array<double, 255> results{};
  for (std::size_t x = 0; x < results.size(); ++x) {
    results[x] = 2 * std::sin(static_cast<double>(x)) + std::sqrt(static_cast<double>(x));
  }
  return check_elements(
      count, [&](std::size_t i) { return static_cast<double>(values[i]); },
      [&](std::size_t i) { return results[static_cast<std::size_t>(square.at(0, i))]; },
      {sizeof(T) == 4 ? 1e-6 : 1e-14, 1, "element"});
}

template Answer check(const Square<float>&, const float*, std::size_t);
template Answer check(const Square<double>&, const double*, std::size_t);

}  // namespace gpujob::elementwise
