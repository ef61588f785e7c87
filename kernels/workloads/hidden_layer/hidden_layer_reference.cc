// SPDX-License-Identifier: MIT
#include "workloads/hidden_layer/hidden_layer_reference.h"

#include <cmath>

#include "harness/elements.h"

namespace gpujob::hidden_layer {

namespace {

// v = grey / 255 * weight is between 0 and 0.85, the outputs about 0.25. With u = 2^-24, v errs by
// 1.5 u of itself, each exponential by 2 u (a GPU's fast one by 6 u), sum and quotient by 1 u: the
// output by 4 u (8 u) of 1, which is 4e-6 of 0.25 at the very most and 3e-7 in the mean of squares.
// Small outputs have the same absolute error, so those below 0.25 count as 0.25. mixed is computed
// in float64 and rounded once: 0.6 u of 0.7. So a block is held to 1e-6, and a list that may be one
// element to 2e-6. On cores blocks err by 1.4e-7.
constexpr double kShorter = 2e-6;

double tolerance(const std::string& precision) {
  if (precision == "float64") return 1e-14;
  return precision == "mixed" ? 2e-7 : 1e-6;
}

}  // namespace

template <class T>
Answer check(const Layer<T>& layer, const T* outputs, Part part, const std::string& precision) {
  return check_elements(
      part, [&](std::size_t i) { return static_cast<double>(outputs[i - part.first]); },
      [&](std::size_t i) {
        return std::tanh(static_cast<double>(layer.at(0, i)) / 255 *
                         static_cast<double>(layer.at(1, i)));
      },
      {tolerance(precision), 0.25, "element", precision == "float32" ? kShorter : 0});
}

template Answer check(const Layer<float>&, const float*, Part, const std::string&);
template Answer check(const Layer<double>&, const double*, Part, const std::string&);

}  // namespace gpujob::hidden_layer
