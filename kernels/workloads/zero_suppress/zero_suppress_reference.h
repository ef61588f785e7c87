// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "device/draw.h"
#include "harness/answer.h"

namespace gpujob::zero_suppress {

/// What is compared with the threshold. The lesson's text says the magnitude, its code the value: a
/// large negative sample is noise to one and signal to the other.
enum class Rule { Value, Magnitude };

/// A detector's signal: 23 / (2 pi) pulses of 210 on noise with a deviation of 3, as whole numbers.
/// By itself it has next to no sample at the edges of the rule, and no large negative one. So one
/// of each 64 samples, which one is drawn, is at an edge: all four edges in any 256.
struct Waveform {
  using Value = std::int16_t;
  static constexpr int count = 1;
  static constexpr std::size_t stretch = 64;
  Draw noise;
  double period;  ///< samples of one radian: n / 23
  int threshold;

  GPUJOB_FN std::int16_t at(int /*which*/, std::size_t i) const {
    const std::size_t number = i / stretch;
    if (i % stretch == noise.bits(~number) % stretch) return edge(number);
    const double pulse = std::sin(static_cast<double>(i) / period) - 0.3;
    return static_cast<std::int16_t>(300 * (pulse > 0 ? pulse : 0) + noise.normal<double>(i, 0, 3));
  }

 private:
  /// The least that stays, the most that goes, and both negative.
  GPUJOB_FN std::int16_t edge(std::size_t number) const {
    const int size = number % 2 == 0 ? threshold : threshold - 1;
    return static_cast<std::int16_t>(number % 4 < 2 ? size : -size);
  }
};

/// Compares every sample with the rule applied to it; they must be the same numbers.
Answer check(const Waveform& waveform, Rule rule, const std::int16_t* samples, std::size_t count);

}  // namespace gpujob::zero_suppress
