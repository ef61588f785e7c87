// SPDX-License-Identifier: MIT
// Input data that is new in each process and the same wherever it is made: value i is a function of
// the seed and of i, computed in integers up to the last step, which rounds once. So the device
// makes its own inputs and the check makes them anew: a kernel that corrupts its inputs, or reads
// its neighbour's, cannot corrupt the reference.
//
// Example: seed 7, i = 0 is mix(7) = 0x63cbe1e459320dd7; its upper 24 bits over 2^24 are
// 0.38983..., a float32 without rounding.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/macros.h"

namespace gpujob {

/// 64 pseudo-random bits (SplitMix64, Steele, Lea and Flood 2014).
GPUJOB_FN std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// A stream of values; streams of different seeds are independent.
struct Draw {
  std::uint64_t seed;

  GPUJOB_FN std::uint64_t bits(std::size_t i) const { return mix(seed + i * 0x9e3779b97f4a7c15u); }

  /// Uniform in [0, 1), exact in T: a multiple of 2^-24 (float) or 2^-53 (double).
  template <class T>
  GPUJOB_FN T uniform(std::size_t i) const {
    if constexpr (sizeof(T) == 4) return static_cast<T>(bits(i) >> 40) * T(0x1p-24);
    return static_cast<T>(bits(i) >> 11) * T(0x1p-53);
  }

  /// Uniform in [from, from + width). The product is exact if `width` has at most 24 digits (float:
  /// `from` and `width` are small multiples of a power of two), so it rounds the same everywhere.
  template <class T>
  GPUJOB_FN T uniform(std::size_t i, T from, T width) const {
    return static_cast<T>(static_cast<double>(from) + static_cast<double>(width) *
                                                          static_cast<double>(bits(i) >> 40) *
                                                          0x1p-24);
  }

  /// Close to normal: the sum of four uniform values, so never beyond 3.46 standard deviations.
  template <class T>
  GPUJOB_FN T normal(std::size_t i, double mean, double deviation) const {
    const std::uint64_t b = bits(i);
    const auto sum =
        static_cast<int>((b & 0xffff) + (b >> 16 & 0xffff) + (b >> 32 & 0xffff) + (b >> 48)) -
        131070;
    // A float times 18 bits is exact in float64: only the addition rounds.
    const auto step = static_cast<double>(static_cast<float>(deviation * 2.6428998e-5));
    return static_cast<T>(mean + step * sum);
  }
};

/// Two lists of values uniform in [0, 1), as inputs of an element run.
template <class T>
struct TwoLists {
  using Value = T;
  static constexpr int count = 2;
  Draw a, b;

  GPUJOB_FN T at(int which, std::size_t i) const {
    return which == 0 ? a.uniform<T>(i) : b.uniform<T>(i);
  }
};

}  // namespace gpujob
