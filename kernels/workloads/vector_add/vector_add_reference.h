// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "device/draw.h"
#include "harness/answer.h"
#include "harness/part.h"

namespace gpujob::vector_add {

/// Compares every sum with the sum of the same two values; they must be the same numbers. `sums`
/// are those of `part`.
template <class T>
Answer check(const TwoLists<T>& lists, const T* sums, Part part);

extern template Answer check(const TwoLists<float>&, const float*, Part);
extern template Answer check(const TwoLists<double>&, const double*, Part);

}  // namespace gpujob::vector_add
