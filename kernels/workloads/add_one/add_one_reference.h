// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "device/draw.h"
#include "harness/answer.h"

namespace gpujob::add_one {

/// A matrix of whole numbers from 0 to 65535: exact in either precision, and so is one more.
template <class T>
struct Matrix {
  Draw drawn;

  GPUJOB_FN T at(std::size_t i) const { return static_cast<T>(drawn.bits(i) >> 48); }
};

/// Compares every value with the one that was there before, and one more.
template <class T>
Answer check(const Matrix<T>& before, const T* after, std::size_t count);

extern template Answer check(const Matrix<float>&, const float*, std::size_t);
extern template Answer check(const Matrix<double>&, const double*, std::size_t);

}  // namespace gpujob::add_one
