// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "device/draw.h"
#include "harness/answer.h"

namespace gpujob::l2_norm {

/// The elements: values in [-1, 1), functions of what was drawn.
template <class T>
struct Elements {
  Draw draw;
  GPUJOB_FN T at(std::size_t i) const { return draw.uniform<T>(i, T(-1), T(2)); }
};

/// Compares the norm of every row with that computed anew in float64.
template <class T>
Answer check(const Elements<T>& elements, std::size_t rows, std::size_t length, const T* norms);

}  // namespace gpujob::l2_norm
