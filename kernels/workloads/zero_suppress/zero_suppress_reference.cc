// SPDX-License-Identifier: MIT
#include "workloads/zero_suppress/zero_suppress_reference.h"

#include <cstdlib>

#include "harness/elements.h"

namespace gpujob::zero_suppress {

// Whole numbers are kept or made zero, nothing is rounded: the error is 0. One sample that is off
// by 1 among 256 of at most 32767 is 1.9e-6 of its block.
Answer check(const Waveform& waveform, Rule rule, const std::int16_t* samples, std::size_t count) {
  return check_elements(
      count, [&](std::size_t i) { return static_cast<double>(samples[i]); },
      [&](std::size_t i) {
        const int value = waveform.at(0, i);
        const int size = rule == Rule::Magnitude ? std::abs(value) : value;
        return size < waveform.threshold ? 0.0 : static_cast<double>(value);
      },
      {1e-9, 0, "sample"});
}

}  // namespace gpujob::zero_suppress
