// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "device/draw.h"
#include "harness/answer.h"

namespace gpujob::l2_norm {

/// The elements: values of either sign in [0.5, 1), functions of what was drawn. None is so small
/// that it could be left out of a long row unnoticed.
template <class T>
struct Elements {
  Draw draw;
  GPUJOB_FN T at(std::size_t i) const {
    const T size = draw.uniform<T>(i, T(0.5), T(0.5));
    return (draw.bits(i) & 1) != 0 ? -size : size;
  }
};

/// What the relative error of the norm of a row of `length` elements may be.
template <class T>
double tolerance(std::size_t length);

/// Compares the norm of every row, each by itself, with that computed anew in float64.
template <class T>
Answer check(const Elements<T>& elements, std::size_t rows, std::size_t length, const T* norms);

}  // namespace gpujob::l2_norm
