// SPDX-License-Identifier: MIT
#include "workloads/pulses/pulses_reference.h"

#include <algorithm>
#include <cmath>

#include "harness/elements.h"

namespace gpujob::pulses {

// The angle i / period goes up to 23. A float32 number of a sample beyond 2^24 is rounded, and so
// are 1 / period and the product: 3 u of 23, which times the amplitude of 100 is 4e-4; pulses are
// about 30 in the mean of squares. float64 is the same with its own u. Between pulses only the
// noise of 3 is left, so samples below 30 count as 30. For a block in the last pulse 1e-6 could
// hold for no kernel that computes the angle in float32, which is what float32 means here (on cores
// they err by 3.2e-6). All samples together can: their angles are smaller, and they err by 5.1e-7.
template <class T>
Answer check(const Signal<T>& signal, const T* samples, std::size_t count) {
  const double period = static_cast<double>(count) / 23;
  return check_elements(
      count, [&](std::size_t i) { return static_cast<double>(samples[i]); },
      [&](std::size_t i) {
        const double pulse = std::max(std::sin(static_cast<double>(i) / period) - 0.3, 0.0);
        return pulse * kAmplitude + static_cast<double>(signal.at(1, i));
      },
      {sizeof(T) == 4 ? 1.5e-5 : 1e-13, 30, "sample", 0, sizeof(T) == 4 ? 1e-6 : HUGE_VAL});
}

template Answer check(const Signal<float>&, const float*, std::size_t);
template Answer check(const Signal<double>&, const double*, std::size_t);

}  // namespace gpujob::pulses
