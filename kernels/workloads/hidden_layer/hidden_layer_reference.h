// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "device/draw.h"
#include "harness/answer.h"
#include "harness/part.h"

namespace gpujob::hidden_layer {

/// Grey values, whole numbers from 0 to 254, and weights about 0.5 with a deviation of 0.1.
template <class T>
struct Layer {
  using Value = T;
  static constexpr int count = 2;
  Draw greys, weights;

  GPUJOB_FN T at(int which, std::size_t i) const {
    if (which == 0) return static_cast<T>((greys.bits(i) >> 32) * 255 >> 32);
    return weights.normal<T>(i, 0.5, 0.1);
  }
};

/// Compares every output of `part` with tanh(grey / 255 * weight) in float64. `precision` is
/// float32, float64 or mixed.
template <class T>
Answer check(const Layer<T>& layer, const T* outputs, Part part, const std::string& precision);

extern template Answer check(const Layer<float>&, const float*, Part, const std::string&);
extern template Answer check(const Layer<double>&, const double*, Part, const std::string&);

}  // namespace gpujob::hidden_layer
