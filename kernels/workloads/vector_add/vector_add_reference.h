// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "device/draw.h"
#include "harness/answer.h"
#include "harness/part.h"

namespace gpujob::vector_add {

/// The two lists: uniform in [0, 1), drawn anew in each process.
template <class T>
struct Lists {
  using Value = T;
  static constexpr int count = 2;
  Draw a, b;

  GPUJOB_FN T at(int which, std::size_t i) const {
    return which == 0 ? a.uniform<T>(i) : b.uniform<T>(i);
  }
};

/// Compares every sum with the sum of the same two values; they must be the same numbers. `sums`
/// are those of `part`.
template <class T>
Answer check(const Lists<T>& lists, const T* sums, Part part);

extern template Answer check(const Lists<float>&, const float*, Part);
extern template Answer check(const Lists<double>&, const double*, Part);

}  // namespace gpujob::vector_add
