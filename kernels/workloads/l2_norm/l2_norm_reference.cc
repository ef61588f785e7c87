// SPDX-License-Identifier: MIT
#include "workloads/l2_norm/l2_norm_reference.h"

#include <cmath>

#include "harness/elements.h"

namespace gpujob::l2_norm {

// A lane or thread adds up at most 512 squares plainly. Rounding each of m partial sums to u costs
// u m / 4 of the sum at worst, half of that in the norm: 64 u = 3.8e-6 with u = 2^-24; at random 2
// u. 1e-6 is 16 u. float64: the same with u = 2^-53 is 2e-15.
template <class T>
Answer check(const Elements<T>& elements, std::size_t rows, std::size_t length, const T* norms) {
  return check_elements(
      rows, [&](std::size_t row) { return static_cast<double>(norms[row]); },
      [&](std::size_t row) {
        double squares = 0;
        for (std::size_t k = 0; k < length; ++k) {
          const auto v = static_cast<double>(elements.at(row * length + k));
          squares += v * v;
        }
        return std::sqrt(squares);
      },
      {sizeof(T) == 4 ? 1e-6 : 2e-15, 0, "row"});
}

template Answer check(const Elements<float>&, std::size_t, std::size_t, const float*);
template Answer check(const Elements<double>&, std::size_t, std::size_t, const double*);

}  // namespace gpujob::l2_norm
