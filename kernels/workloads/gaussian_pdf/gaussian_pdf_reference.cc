// SPDX-License-Identifier: MIT
#include "workloads/gaussian_pdf/gaussian_pdf_reference.h"

#include <cmath>

#include "harness/elements.h"

namespace gpujob::gaussian_pdf {

namespace {

// z = (x - mean) / deviation errs by 1.5 u of itself, where |x - mean| is not much smaller than
// |x|; z^2 / 2 by 4 u, and the exponential turns an absolute error of its argument into a relative
// one: 4 u z^2 / 2, and 2 u of its own (a GPU's fast one: 5 u at z = 3). The tails beyond z = 4,
// where that would be more than 40 u, are nothing beside the peak and count as a hundredth of it.
// With u = 2^-24 that is 2.4e-6 for one element at the edge and 3e-7 in the mean of squares, to
// which a mean that float32 must round adds 2e-7 where curves are narrow: 1e-6 for a block, and
// 3e-6 for a list that may be one element. On cores blocks err by 5.6e-8.
constexpr double kShorter = 3e-6;

double tolerance(const std::string& precision) {
  if (precision == "float64") return 1e-14;
  return precision == "mixed" ? 1e-7 : 1e-6;
}

}  // namespace

template <class T>
Answer check(const Places<T>& places, const Curve& curve, const T* densities, std::size_t count,
             const std::string& precision) {
  const double peak = 1 / (curve.deviation * std::sqrt(2 * std::acos(-1.0)));
  return check_elements(
      count, [&](std::size_t i) { return static_cast<double>(densities[i]); },
      [&](std::size_t i) {
        const double z = (static_cast<double>(places.at(0, i)) - curve.mean) / curve.deviation;
        return peak * std::exp(-0.5 * z * z);
      },
      {tolerance(precision), 0.01 * peak, "element", precision == "float32" ? kShorter : 0});
}

template Answer check(const Places<float>&, const Curve&, const float*, std::size_t,
                      const std::string&);
template Answer check(const Places<double>&, const Curve&, const double*, std::size_t,
                      const std::string&);

}  // namespace gpujob::gaussian_pdf
