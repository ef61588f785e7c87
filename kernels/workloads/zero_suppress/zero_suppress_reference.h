// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "device/draw.h"
#include "harness/answer.h"

namespace gpujob::zero_suppress {

/// What is held against the threshold. The lesson's text says the magnitude, its code the value: a
/// large negative sample is noise to one and signal to the other.
enum class Rule { Value, Magnitude };

/// A detector's signal: 23 / (2 pi) pulses of 210 on noise with a deviation of 3, as whole numbers.
struct Waveform {
  using Value = std::int16_t;
  static constexpr int count = 1;
  Draw noise;
  double period;  ///< samples of one radian: n / 23

  GPUJOB_FN std::int16_t at(int /*which*/, std::size_t i) const {
    const double pulse = std::sin(static_cast<double>(i) / period) - 0.3;
    return static_cast<std::int16_t>(300 * (pulse > 0 ? pulse : 0) + noise.normal<double>(i, 0, 3));
  }
};

/// Compares every sample with the rule applied to it; they must be the same numbers.
Answer check(const Waveform& waveform, Rule rule, int threshold, const std::int16_t* samples,
             std::size_t count);

}  // namespace gpujob::zero_suppress
