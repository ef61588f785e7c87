// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "device/macros.h"

namespace gpujob::peak {

/// Constants of the chains of multiply-adds. With a factor of one a chain counts its own steps and
/// rounds nothing, in float32 up to 2^24 of them; with a smaller one its value would converge and
/// no longer show the steps.
inline constexpr double kChainFactor = 1;
inline constexpr double kChainTerm = 0.0001220703125;  // 2^-13

/// A kernel that does next to nothing: counts its own launches.
template <class T>
struct CountLaunch {
  T* count;
  GPUJOB_FN void operator()(std::size_t i) const { count[i] += 1; }
};

}  // namespace gpujob::peak
