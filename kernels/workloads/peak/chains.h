// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "device/macros.h"

namespace gpujob::peak {

/// Constants of the chains of multiply-adds: exact in float32, so that all precisions agree.
inline constexpr double chain_factor = 0.9990234375;   // 1 - 2^-10
inline constexpr double chain_term = 0.0001220703125;  // 2^-13

/// A kernel that does next to nothing: counts its own launches.
template <class T>
struct CountLaunch {
  T* count;
  GPUJOB_FN void operator()(std::size_t i) const { count[i] += 1; }
};

}  // namespace gpujob::peak
