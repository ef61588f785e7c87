// SPDX-License-Identifier: MIT
// Philox4x32-10 (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011):
// ten rounds turn a counter of 128 bits and a key of 64 bits into 128 pseudo-random bits. It has no
// state: any thread can make any part of the stream, and the answer is the same however the work is
// shared out.
//
// Here the lower half of the counter is k and the upper half 0, and its four numbers a, b, c, d are
// two points: (a, b) is point 2 k, (c, d) is point 2 k + 1. A coordinate is the upper 31 bits of a
// number, over 2^31, so that x^2 + y^2 < 1 is decided in whole numbers, without rounding.
//
// Worked example: key 0, k = 0 gives 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8. Point 0 is
// (0.39904, 0.88052), x^2 + y^2 = 0.93455: a hit. Point 1 is (0.73571, 0.60548): 0.90788, a hit.
#pragma once

#include <cstdint>

#include "device/macros.h"
#include "device/multiply.h"
#include "device/simd.h"

namespace gpujob::monte_carlo_pi {

struct Key {
  std::uint32_t first, second;
};

/// The keys of the ten rounds. They are made on the host: in a kernel's arguments they are operands
/// of the instructions that use them and cost nothing, where nvcc would make them again for each
/// counter. hipcc makes them once, and more instructions of the products if they are arguments.
struct RoundKeys {
  static constexpr std::uint32_t steps[2] = {0x9e3779b9u, 0xbb67ae85u};
  std::uint32_t keys[2][10];

  GPUJOB_FN std::uint32_t at(int half, int round) const {
#if defined(__HIP__)
    return keys[half][0] + static_cast<std::uint32_t>(round) * (half == 0 ? steps[0] : steps[1]);
#else
    return keys[half][round];
#endif
  }
};

inline RoundKeys round_keys(Key key) {
  RoundKeys made{};
  for (std::uint32_t round = 0; round < 10; ++round) {
    made.keys[0][round] = key.first + round * RoundKeys::steps[0];
    made.keys[1][round] = key.second + round * RoundKeys::steps[1];
  }
  return made;
}

GPUJOB_FN std::uint32_t low_half(std::uint64_t x) {
  return static_cast<std::uint32_t>(x);
}

GPUJOB_FN std::uint32_t high_half(std::uint64_t x) {
  return static_cast<std::uint32_t>(x >> 32);
}

/// Four numbers of 32 bits in lanes of 64, whose upper halves are left with what calculating put
/// there.
template <class W>
struct Four {
  W a, b, c, d;
};

template <class W, class Simd>
GPUJOB_FN Four<W> philox(const W& counter, const RoundKeys& keys, Simd simd) {
  const W multiplier_a = W{} + 0xd2511f53u, multiplier_c = W{} + 0xcd9e8d57u;
  Four<W> x{counter, W(counter >> 32), W{}, W{}};
  GPUJOB_UNROLL(10)
  for (int round = 0; round < 10; ++round) {
    const W a = multiply_low(x.a, multiplier_a, simd);
    const W c = multiply_low(x.c, multiplier_c, simd);
    x = {W((c >> 32) ^ x.b ^ (W{} + keys.at(0, round))), c,
         W((a >> 32) ^ x.d ^ (W{} + keys.at(1, round))), a};
  }
  return x;
}

#if !defined(__HIP__)
/// The same alone, in numbers of 32 bits: nvcc makes one instruction of the whole product of two.
/// Of lanes of 64 bits it makes two, and hipcc one; of numbers of 32 bits hipcc makes two.
GPUJOB_FN Four<std::uint32_t> philox(const std::uint64_t& counter, const RoundKeys& keys,
                                     Scalar /*simd*/) {
  Four<std::uint32_t> x{low_half(counter), high_half(counter), 0, 0};
  GPUJOB_UNROLL(10)
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{x.a} * 0xd2511f53u;
    const std::uint64_t c = std::uint64_t{x.c} * 0xcd9e8d57u;
    x = {high_half(c) ^ x.b ^ keys.at(0, round), low_half(c),
         high_half(a) ^ x.d ^ keys.at(1, round), low_half(a)};
  }
  return x;
}
#endif

}  // namespace gpujob::monte_carlo_pi
