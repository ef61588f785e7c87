// SPDX-License-Identifier: MIT
#pragma once

#include "device/macros.h"

namespace gpujob {

/// A compensated sum (Kahan) of one value or of values side by side. Its error does not grow with
/// the number of terms. Needs a compiler that keeps the order of operations: never build with
/// -ffast-math.
template <class T>
struct Sum {
  T value{};
  T lost{};

  GPUJOB_FN void add(const T& term) {
    const T wanted = term - lost;
    const T next = value + wanted;
    lost = (next - value) - wanted;
    value = next;
  }

  /// Adds sums side by side, each with its compensation.
  template <class Wide, class Simd>
  GPUJOB_FN void add_lanes(const Sum<Wide>& sums, Simd simd) {
    for (int l = 0; l < Simd::template lanes<T>; ++l) {
      add(lane(sums.value, l, simd));
      add(-lane(sums.lost, l, simd));
    }
  }
};

}  // namespace gpujob
