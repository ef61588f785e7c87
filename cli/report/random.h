// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace gpujob {

/// SplitMix64 (Steele, Lea, Flood 2014) with our own bounded draw: the distributions of the
/// standard library differ between libraries, and every machine must print the same interval.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return mixed ^ (mixed >> 31);
  }

  /// Even over 0 … bound - 1, `bound` above zero: multiply and shift, with the few products that
  /// would favour small numbers thrown away (Lemire 2019).
  std::uint32_t below(std::uint32_t bound) {
    const std::uint32_t unfair = (0u - bound) % bound;
    for (;;) {
      const std::uint64_t product = (next() >> 32) * bound;
      if (static_cast<std::uint32_t>(product) >= unfair) {
        return static_cast<std::uint32_t>(product >> 32);
      }
    }
  }

 private:
  std::uint64_t state_;
};

}  // namespace gpujob
